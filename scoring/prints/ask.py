"""Orders to print, and the header of every sheet."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scoring.games.grid import Written
from scoring.prints.layout.heads import kind_of, letters, render_sheet
from scoring.prints.pdf import Pdf
from scoring.prints.selectors import PRINTED_IN, as_printed, change_in_words, changes_in
from tournaments.models import AuditLine, Match, Round, Stage, Tournament
from tournaments.names.audience import EVERY_ROUND, every_round, seen_by
from tournaments.permissions import includes
from tournaments.refusal import Conflict, Refused
from tournaments.rounds.selectors.rounds import (
    current_round,
    matches_with_names,
    published_round,
    round_matches,
)
from tournaments.setup.selectors.tournaments import areas
from tournaments.table_ranges import as_ranges, tables_in
from tournaments.words import Unit

AREA, SURNAME = "area", "surname"  # orders other than the one that a sheet has by itself


@dataclass(frozen=True, slots=True)
class Ask:
    """One order to print, as plain JSON values: it travels in the job's params.

    `round` 0 is the round in play; `blank` is how many empty actas; `match` the code of the only
    acta wanted; `stage` the number of the one it is of, 0 for the one in play; `base_url` is where
    the QR codes lead, with its scheme and no final slash; `tables` are those it is of, «1-12, 20»,
    "" all; `paper` and `order` are of those of the sheet, "" its own; `large` is in large print;
    `changes` what was printed before of the only matches wanted, by their keys
    (`selectors.hall.printed`), {} all; `first` and `last` are the numbers (of matches, entries or
    tables) between which a slice of it is, 0 for no end; `numbers` those of a slice of matches, in
    their order, of which the last one also takes those from `first` on; and `part` the part of the
    packet that it is of.
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
        """Whether this number is of this slice."""
        at = number or 0
        if self.numbers:
            return at in self.numbers or 0 < self.first <= at
        return self.first <= at and (not self.last or at <= self.last)

    @property
    def is_chosen(self) -> bool:
        """Whether it has more copies, another order or only what has changed: in one piece."""
        return self.copies > 1 or bool(self.order or self.changes)

    def as_params(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_params(cls, params: Mapping[str, Any]) -> "Ask":
        return cls(**{name: params[name] for name in cls.__slots__ if name in params})


SLICE = 100  # what a worker lays out before it looks at what else waits
Slices = Sequence[tuple[Ask, int]]


def whole(tournament: Tournament, ask: Ask) -> Slices:
    """The order in one piece."""
    return [(ask, 0)]


def cut(ask: Ask, numbers: Sequence[int]) -> Slices:
    """The order in slices of so many numbers each; who comes meanwhile is in the last one."""
    parts = [numbers[at : at + SLICE] for at in range(0, len(numbers), SLICE)]
    if len(parts) < 2:
        return [(ask, len(numbers))]
    ends = [*(part[-1] for part in parts[:-1]), 0]
    return [
        (replace(ask, first=part[0], last=end), len(part))
        for part, end in zip(parts, ends, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class Chunk:
    """A piece of a sheet to be laid out at once: its context and how many units it holds.

    With `stamps` it is one page with fields, printed as often as there are values for them. `unit`
    is the word that stands for names on it, None where they are said; `template` and `unit` are
    those of its sheet unless said.
    """

    context: dict[str, Any]
    units: int = 1
    stamps: Sequence[Mapping[str, Written]] = ()
    template: str = ""
    unit: Unit | None = None

    def html(self) -> str:
        """The sheet before it is laid out."""
        with seen_by(every_round(self.unit)):
            head = letters(self.context, kind_of(self.template, self.context))
            return render_sheet(self.template, {**self.context, **head})

    def lay_out(self, pdf: Pdf) -> None:
        if self.stamps:
            pdf.stamp(self.html(), self.stamps)
        else:
            pdf.add(self.html())


def header(tournament: Tournament, title: object, stage: Stage | None = None) -> dict[str, Any]:
    """Return what every sheet bears: the tournament, its title, its stage, the moment."""
    if stage is not None and tournament.stages.count() > 1:
        title = f"{title} · {stage.label}"
    last = AuditLine.objects.filter(tournament=tournament).values_list("id", flat=True).first()
    at = now()
    return {
        "tournament": tournament,
        "title": title,
        "printed_at": at,
        "created": f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%SZ}",
        "revision": last or 0,
    }


def now() -> datetime:
    return timezone.localtime()


def round_asked(tournament: Tournament, ask: Ask) -> Round:
    """The published round somebody wants. Raises Refused 409 when there is none."""
    found = (
        published_round(tournament, ask.round, EVERY_ROUND)
        if ask.round
        else current_round(tournament.stage, EVERY_ROUND)
    )
    if found is None:
        raise Conflict(
            "round_not_published",
            _("Esa ronda no está publicada: publíquela y podrá imprimirla."),
            field="round",
        )
    return found


def matches_of(round: Round, ask: Ask) -> list[Match]:
    """Return the matches of the round that are wanted, by position, with who rests."""
    return [
        match
        for match in round_matches(round)
        if includes(ask.tables, match.table or 0)
        and (not ask.changes or str(match.pk) in ask.changes)
    ]


def matches_asked(tournament: Tournament, ask: Ask) -> list[Match]:
    """Return those that are played, in the order of the hall. Raises `refuse_no_tables`'s."""
    round = round_asked(tournament, ask)
    found = [
        match
        for match in matches_of(round, ask)
        if match.state != Match.State.BYE and ask.takes(match.number)
    ]
    for match in found:  # one round for all: hundreds of copies of its draw fill the memory
        match.round, match.tournament = round, tournament
    if ask.tables and not found:
        raise _no_tables(ask)
    return by_hall(found, ask)


def remembered(tournament: Tournament, ask: Ask) -> dict[str, Any]:
    """Return what the job remembers of the matches it prints; {} of what is not followed."""
    if ask.sheet not in PRINTED_IN or ask.blank:
        return {}
    if ask.match:
        found = (
            matches_with_names(tournament, EVERY_ROUND)
            .select_related("round")
            .filter(code=ask.match)
        )
        return as_printed(found[0].round, found) if found else {}
    round = round_asked(tournament, ask)
    return as_printed(round, matches_of(round, ask))


def by_hall(matches: Iterable[Match], ask: Ask) -> list[Match]:
    """Return the matches in the order of the hall; of a slice, in that of the moment it was planned
    at, as some may have moved since."""
    if not ask.numbers:
        return sorted(matches, key=in_the_hall)
    planned = {number: place for place, number in enumerate(ask.numbers)}
    return sorted(matches, key=lambda match: planned.get(match.number or 0, len(planned)))


def in_the_hall(match: Match) -> tuple[bool, int, int]:
    """Return the key that orders matches by table, and then those that wait for one."""
    return (not match.table, match.table or 0, match.number or 0)


def by_area(tournament: Tournament, ask: Ask) -> list[Ask]:
    """Return an order for the tables of each referee, and one for the rest, where it is by area.

    The matches that wait for a table, and who rests, are of the rest, as of table 0.
    """
    if ask.order != AREA:
        return [ask]
    left = {match.table or 0 for match in matches_of(round_asked(tournament, ask), ask)}
    pieces = []
    for ranges in areas(tournament):
        pieces.append(left & tables_in(ranges))
        left -= pieces[-1]
    return [
        replace(ask, tables=as_ranges(tables), order="") for tables in [*pieces, left] if tables
    ]


def titled(ask: Ask, title: str) -> str:
    """Return the title of a sheet with what it is of, if not the whole: «… · mesas 1-12»."""
    if ask.changes:
        title = gettext("%(title)s · cambios") % {"title": title}
    if not ask.tables:
        return title
    tables = tables_in(ask.tables) - {0}
    if not tables:
        return gettext("%(title)s · sin mesa") % {"title": title}
    sentence = ngettext("%(title)s · mesa %(tables)s", "%(title)s · mesas %(tables)s", len(tables))
    return sentence % {"title": title, "tables": as_ranges(tables)}


def list_header(
    tournament: Tournament, title: str, ask: Ask, matches: list[Match]
) -> dict[str, Any]:
    """Return the header of a list of these matches, with what has changed in them."""
    changes = [change_in_words(change) for change in changes_in(matches, ask.changes)]
    return {**header(tournament, titled(ask, title)), "changes": changes}


def slices_of_matches(tournament: Tournament, ask: Ask, size: int = 0) -> Slices:
    """The matches of `matches_asked` in slices of so many, 0 for `SLICE`: the order is that of the
    whole."""
    matches = round_asked(tournament, ask).matches.exclude(state=Match.State.BYE)
    found = sorted(matches.only("number", "table"), key=in_the_hall)
    numbers = [match.number or 0 for match in found if includes(ask.tables, match.table)]
    return cut_in_order(ask, numbers, size)


def cut_in_order(ask: Ask, numbers: Sequence[int], size: int = 0) -> Slices:
    """The order in slices of so many matches each, in whatever order their numbers are; who comes
    meanwhile is in the last one."""
    size = size or SLICE
    parts = [numbers[at : at + size] for at in range(0, len(numbers), size)]
    if len(parts) < 2:
        return [(ask, len(numbers))]
    slices = [(replace(ask, numbers=part), len(part)) for part in parts]
    slices[-1] = replace(slices[-1][0], first=max(numbers) + 1), len(parts[-1])
    return slices


def refuse_no_tables(tournament: Tournament, ask: Ask) -> None:
    """Raise Refused 409 for an unpublished round, or one with no match at the tables asked for."""
    round = round_asked(tournament, ask)
    if not ask.tables:
        return
    tables = round.matches.exclude(table=None).order_by().values_list("table", flat=True)
    if not any(includes(ask.tables, table) for table in tables):
        raise _no_tables(ask)


def _no_tables(ask: Ask) -> Refused:
    return Conflict(
        "no_tables_to_print",
        _("En esa ronda no se juega todavía en las mesas %(tables)s."),
        field="tables",
        tables=ask.tables,
    )


def round_name(round: Round) -> str:
    """«Ronda 2», in the language of the moment."""
    return str(round)
