"""Orders to print, and the header of every sheet."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scoring.games.grid import CellContent
from scoring.prints.layout.heads import head_context, kind_of, render_sheet
from scoring.prints.pdf import Pdf
from scoring.prints.selectors import TRACKED_SHEETS, changed_imprints, imprint_change, imprints_of
from tournaments.models import AuditLine, Match, Round, Stage, Tournament
from tournaments.names.audience import EVERY_ROUND, paper_audience
from tournaments.permissions import includes_table
from tournaments.refusal import Conflict, Refused
from tournaments.rounds.selectors.rounds import (
    current_round,
    matches_with_names,
    published_round,
    round_matches,
)
from tournaments.setup.selectors.tournaments import areas
from tournaments.table_ranges import ranges_of, read_table_ranges
from tournaments.words import Unit

# Values of `PrintAsk.order`: by referee's area, and by surname.
AREA, SURNAME = "area", "surname"


@dataclass(frozen=True, slots=True)
class PrintAsk:
    """One order to print, as plain JSON values for the job's params.

    - `round`: the number of the round, 0 for the round in play.
    - `blank`: the number of empty actas.
    - `match`: the code of the only acta to print.
    - `stage`: the number of the stage, 0 for the stage in play.
    - `base_url`: where the QR codes lead, with its scheme and no final slash.
    - `tables`: the tables to print, such as «1-12, 20»; "" for all tables.
    - `paper`: the size of the paper.
    - `order`: AREA, SURNAME, or "" for the usual order of the sheet.
    - `large`: whether to use large print.
    - `changes`: the last imprint of each match to print, by its key (`scoring.prints.selectors`);
      {} for all matches.
    - `first` and `last`: the bounds of a slice (numbers of matches, entries or tables), 0 for none.
    - `numbers`: the matches of a slice, in their order; the last slice also takes every number from
      `first` on.
    - `part`: the part of the emergency packet.
    """

    sheet: str
    round: int = 0
    blank: int = 0
    match: str = ""
    base_url: str = ""
    stage: int = 0
    tables: str = ""
    copies: int = 1
    order: str = ""
    changes: Mapping[str, list[Any]] = field(default_factory=dict)
    paper: str = "A4"
    large: bool = False
    first: int = 0
    last: int = 0
    numbers: Sequence[int] = ()
    part: str = ""

    def takes(self, number: int | None) -> bool:
        """Return whether this number (None: 0) is in this slice."""
        number = number or 0
        if self.numbers:
            return number in self.numbers or 0 < self.first <= number
        return self.first <= number and (not self.last or number <= self.last)

    @property
    def is_chosen(self) -> bool:
        """Return whether the order is never sliced: it has copies, another sorting or changes."""
        return self.copies > 1 or bool(self.order or self.changes)

    def as_params(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_params(cls, params: Mapping[str, Any]) -> "PrintAsk":
        return cls(**{name: params[name] for name in cls.__slots__ if name in params})


SLICE = 100  # units (pages, cards) that a worker lays out before it checks for other jobs
Slices = Sequence[tuple[PrintAsk, int]]


def as_one_slice(tournament: Tournament, ask: PrintAsk) -> Slices:
    """Return the whole order as one slice; its 0 units mean that nobody counted them."""
    return [(ask, 0)]


def split_ask(ask: PrintAsk, numbers: Sequence[int]) -> Slices:
    """Split the order into slices of `SLICE` numbers (of matches, entries or tables).

    A number added while the order is printed joins the last slice.
    """
    parts = [numbers[start : start + SLICE] for start in range(0, len(numbers), SLICE)]
    if len(parts) < 2:
        return [(ask, len(numbers))]
    ends = [*(part[-1] for part in parts[:-1]), 0]
    return [
        (replace(ask, first=part[0], last=end), len(part))
        for part, end in zip(parts, ends, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class Chunk:
    """A part of a sheet that is laid out at once: its context, and its number of units.

    With `stamps`, the chunk is one page with fields, printed once for each set of values. `unit` is
    the word that replaces names, None if names are printed. A chunk without `template` or `unit`
    gets those of its sheet.
    """

    context: dict[str, Any]
    units: int = 1
    stamps: Sequence[Mapping[str, CellContent]] = ()
    template: str = ""
    unit: Unit | None = None

    def html(self) -> str:
        """Return the HTML of the chunk."""
        head = head_context(self.context, kind_of(self.template, self.context))
        audience = paper_audience(self.unit)
        return render_sheet(self.template, {**self.context, **head, "audience": audience})

    def lay_out(self, pdf: Pdf) -> None:
        if self.stamps:
            pdf.stamp(self.html(), self.stamps)
        else:
            pdf.add(self.html())


def header(tournament: Tournament, title: object, stage: Stage | None = None) -> dict[str, Any]:
    """Return the context of a sheet's header.

    The title ends with the stage, if one is given and the tournament has several.
    """
    if stage is not None and tournament.stages.count() > 1:
        title = f"{title} · {stage.label}"
    revision = AuditLine.objects.filter(tournament=tournament).values_list("id", flat=True).first()
    moment = now()
    return {
        "tournament": tournament,
        "title": title,
        "printed_at": moment,
        "created": f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}",
        "revision": revision or 0,
    }


def now() -> datetime:
    return timezone.localtime()


def nothing_drawn_refusal() -> Conflict:
    """Return the refusal of a sheet that needs a draw."""
    return Conflict("nothing_drawn", _("Todavía no se ha sorteado nada."))


def refuse_before_first_round(stage: Stage) -> None:
    """Raise Refused 409 before the first round of the stage is published."""
    if not stage.rounds.filter(state=Round.State.PUBLISHED).exists():
        raise Conflict(
            "round_not_published",
            _("Publique antes la primera ronda: esta hoja ya muestra el sorteo."),
        )


def requested_round(tournament: Tournament, ask: PrintAsk) -> Round:
    """Return the requested published round. Raises Refused 409 if there is none."""
    round = (
        published_round(tournament, ask.round, EVERY_ROUND)
        if ask.round
        else current_round(tournament.stage, EVERY_ROUND)
    )
    if round is None:
        raise Conflict(
            "round_not_published",
            _("Esa ronda no está publicada: publíquela y podrá imprimirla."),
            field="round",
        )
    return round


def matches_with_byes(round: Round, ask: PrintAsk) -> list[Match]:
    """Return the requested matches of the round by position, with byes."""
    return [
        match
        for match in round_matches(round)
        if includes_table(ask.tables, match.table or 0)
        and (not ask.changes or str(match.pk) in ask.changes)
    ]


def requested_matches(tournament: Tournament, ask: PrintAsk) -> list[Match]:
    """Return the requested matches without byes, in hall order.

    Raises Refused 409 for an unpublished round, or if no match is at the requested tables.
    """
    round = requested_round(tournament, ask)
    matches = [
        match
        for match in matches_with_byes(round, ask)
        if match.state != Match.State.BYE and ask.takes(match.number)
    ]
    # all matches share one round object: hundreds of copies of its draw would fill the memory
    for match in matches:
        match.round, match.tournament = round, tournament
    if ask.tables and not matches:
        raise _no_tables(ask)
    return matches_in_hall_order(matches, ask)


def imprints_to_store(tournament: Tournament, ask: PrintAsk) -> dict[str, Any]:
    """Return the imprints that the job stores; {} for a sheet whose changes are not tracked."""
    if ask.sheet not in TRACKED_SHEETS or ask.blank:
        return {}
    if ask.match:
        matches = (
            matches_with_names(tournament, EVERY_ROUND)
            .select_related("round")
            .filter(code=ask.match)
        )
        return imprints_of(matches[0].round, matches) if matches else {}
    round = requested_round(tournament, ask)
    return imprints_of(round, matches_with_byes(round, ask))


def matches_in_hall_order(matches: Iterable[Match], ask: PrintAsk) -> list[Match]:
    """Return the matches in hall order; the matches of a slice keep the order of its plan."""
    if not ask.numbers:
        return sorted(matches, key=hall_sort_key)
    places = {number: place for place, number in enumerate(ask.numbers)}
    return sorted(matches, key=lambda match: places.get(match.number or 0, len(places)))


def hall_sort_key(match: Match) -> tuple[bool, int, int]:
    """Return the sort key that puts matches by table, then matches without a table by number."""
    return (not match.table, match.table or 0, match.number or 0)


def orders_by_area(tournament: Tournament, ask: PrintAsk) -> list[PrintAsk]:
    """Return an order for the tables of each area, then an order for the tables outside all areas.

    The last order includes table 0, which stands for byes and for matches without a table. If the
    given order is not by area, return only that order.
    """
    if ask.order != AREA:
        return [ask]
    other_tables = {
        match.table or 0 for match in matches_with_byes(requested_round(tournament, ask), ask)
    }
    table_sets = []
    for ranges in areas(tournament):
        table_sets.append(other_tables & read_table_ranges(ranges))
        other_tables -= table_sets[-1]
    return [
        replace(ask, tables=ranges_of(tables), order="")
        for tables in [*table_sets, other_tables]
        if tables
    ]


def sheet_title(ask: PrintAsk, title: str) -> str:
    """Return the title of a sheet with its selection, if any: «… · mesas 1-12»."""
    if ask.changes:
        title = gettext("%(title)s · cambios") % {"title": title}
    if not ask.tables:
        return title
    tables = read_table_ranges(ask.tables) - {0}
    if not tables:
        return gettext("%(title)s · sin mesa") % {"title": title}
    sentence = ngettext("%(title)s · mesa %(tables)s", "%(title)s · mesas %(tables)s", len(tables))
    return sentence % {"title": title, "tables": ranges_of(tables)}


def list_header(
    tournament: Tournament, title: str, ask: PrintAsk, matches: list[Match]
) -> dict[str, Any]:
    """Return the header of a list of these matches, with their changes."""
    changes = [imprint_change(change) for change in changed_imprints(matches, ask.changes)]
    return {**header(tournament, sheet_title(ask, title)), "changes": changes}


def slices_of_matches(tournament: Tournament, ask: PrintAsk, size: int = 0) -> Slices:
    """Split the requested matches, in hall order, into slices of `size` (default `SLICE`)."""
    matches = requested_round(tournament, ask).matches.exclude(state=Match.State.BYE)
    ordered_matches = sorted(matches.only("number", "table"), key=hall_sort_key)
    numbers = [
        match.number or 0 for match in ordered_matches if includes_table(ask.tables, match.table)
    ]
    return slices_in_order(ask, numbers, size)


def slices_in_order(ask: PrintAsk, numbers: Sequence[int], size: int = 0) -> Slices:
    """Split the order into slices of `size` matches, in the given order of numbers.

    A match added while the order is printed joins the last slice.
    """
    size = size or SLICE
    parts = [numbers[start : start + size] for start in range(0, len(numbers), size)]
    if len(parts) < 2:
        return [(ask, len(numbers))]
    slices = [(replace(ask, numbers=part), len(part)) for part in parts]
    slices[-1] = replace(slices[-1][0], first=max(numbers) + 1), len(parts[-1])
    return slices


def refuse_no_tables(tournament: Tournament, ask: PrintAsk) -> None:
    """Raise Refused 409 if the round is unpublished or has no match at the requested tables."""
    round = requested_round(tournament, ask)
    if not ask.tables:
        return
    tables = round.matches.exclude(table=None).order_by().values_list("table", flat=True)
    if not any(includes_table(ask.tables, table) for table in tables):
        raise _no_tables(ask)


def _no_tables(ask: PrintAsk) -> Refused:
    return Conflict(
        "no_tables_to_print",
        _("En esa ronda no se juega todavía en las mesas %(tables)s."),
        field="tables",
        tables=ask.tables,
    )


def round_name(round: Round) -> str:
    """Return «Ronda 2», in the active language."""
    return str(round)
