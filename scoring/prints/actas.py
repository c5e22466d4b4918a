"""The actas on paper: blank, or filled in from the record of each match."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

import segno
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.core import SIDE_NAMES, RuleError
from scoring.actas.selectors.actas import fold_lines
from scoring.actas.table_links import table_url
from scoring.games import GAMES
from scoring.games.figures import minus
from scoring.games.grid import CellContent, Drawing, Form, Row
from scoring.models import Acta
from scoring.prints.ask import (
    Chunk,
    PrintAsk,
    Slices,
    as_one_slice,
    header,
    refuse_no_tables,
    requested_matches,
    slices_of_matches,
)
from tournaments.formats.core import FINAL, THIRD_PLACE
from tournaments.formats.words import purpose_in_words
from tournaments.models import Entry, Match, Tournament
from tournaments.models.partners import Partners
from tournaments.names.audience import EVERY_ROUND, Audience
from tournaments.permissions import refuse_other_tables
from tournaments.refusal import Conflict
from tournaments.rounds.selectors.rounds import matches_with_names
from tournaments.rounds.words.phases import counts_only_for_note
from tournaments.site.public_address import is_only_here
from tournaments.site.qr import BORDER, MASK

MOST_BLANK = 500
SLICE = 250  # actas in a slice: stamping them takes no longer than laying out a hundred pages


@dataclass(frozen=True, slots=True)
class ActaPage:
    """One acta, or a page of a long acta.

    `people` is how many people each side has; `values` has the text or drawing of each field.
    """

    people: tuple[int, ...]
    values: Mapping[str, CellContent]


@dataclass(frozen=True, slots=True)
class BlankActa:
    """An acta to write by hand.

    `seats` is the number of sides, 0 for the usual number; `entries` are the sides if the calendar
    has them.
    """

    round: str = ""
    table: str = ""
    seats: int = 0
    entries: tuple[Entry | Partners, ...] = ()


def actas(tournament: Tournament, ask: PrintAsk, audience: Audience) -> list[Chunk]:
    """Return blank actas, or the filled-in actas of one match or of a round.

    Raises Refused 403 or 409 if there is no acta to print (`refuse_nothing_to_print`).
    """
    form = _form(tournament)
    if ask.blank:
        blank = _blank(tournament, form, BlankActa(), audience)
        return _chunks(tournament, _("Actas en blanco"), form, [blank] * ask.blank, ask.paper)
    return actas_of(tournament, _matches_of(tournament, ask), ask, audience)


def slices_of_actas(tournament: Tournament, ask: PrintAsk) -> Slices:
    """Split the actas of a round, or blank actas, into slices."""
    if ask.match:
        return as_one_slice(tournament, ask)
    if ask.blank:
        sizes = [min(SLICE, ask.blank - start) for start in range(0, ask.blank, SLICE)]
        return [(replace(ask, blank=size), size) for size in sizes]
    return slices_of_matches(tournament, ask, SLICE)


def actas_of(
    tournament: Tournament, matches: Sequence[Match], ask: PrintAsk, audience: Audience
) -> list[Chunk]:
    """Return the actas of these matches, filled in from the record."""
    lines = _lines(matches)
    chunks: list[Chunk] = []
    # A table of three or five has other columns than a table of four.
    for form, form_matches in _matches_by_form(tournament, matches):
        acta_pages = [
            acta_page
            for match in form_matches
            for acta_page in _acta(match, lines.get(match.pk, []), form, ask.base_url, audience)
        ]
        chunks += _chunks(
            tournament,
            _("Actas"),
            form,
            acta_pages,
            ask.paper,
            without_codes=is_only_here(ask.base_url),
        )
    return chunks


def _form(tournament: Tournament) -> Form:
    return GAMES[tournament.game].paper.form(tournament.stage.game_rules())


def _matches_by_form(
    tournament: Tournament, matches: Iterable[Match]
) -> Iterator[tuple[Form, list[Match]]]:
    """Yield each run of matches with equal options, with the form of their acta."""
    paper = GAMES[tournament.game].paper
    for options, run in groupby(matches, key=lambda match: match.game_rules()):
        yield paper.form(options), list(run)


def blank_actas(
    tournament: Tournament, blanks: Sequence[BlankActa], audience: Audience
) -> list[Chunk]:
    """Return actas to write by hand, in the given order; each has the form for its table size."""
    paper, options = GAMES[tournament.game].paper, tournament.stage.game_rules()
    chunks: list[Chunk] = []
    for seats, run in groupby(blanks, key=lambda blank: blank.seats):
        form = paper.form(options if seats in (0, options.sides) else options.with_sides(seats))
        acta_pages = [_blank(tournament, form, blank, audience) for blank in run]
        chunks += _chunks(tournament, _("Actas en blanco"), form, acta_pages)
    return chunks


def refuse_nothing_to_print(tournament: Tournament, ask: PrintAsk) -> None:
    """Raise Refused if there is no acta to print.

    The status is 409 for an unpublished round, a round not played at the requested tables, an
    unknown code, or an acta larger than its paper. It is 403 for the code of a match at another
    referee's table.
    """
    _refuse_larger(_form(tournament), ask.paper)
    if ask.match:
        _match_with_code(tournament, ask)
    elif not ask.blank:
        refuse_no_tables(tournament, ask)


def _refuse_larger(form: Form, paper: str) -> None:
    if paper == "A5" and form.actas_per_page == 1:
        raise Conflict(
            "acta_fills_a4",
            gettext_lazy("El acta de este juego, con esta duración, llena una hoja A4 entera."),
            field="paper",
        )


def qr_drawing(url: str) -> Drawing:
    """Return the QR of an address for a sheet, with its quiet zone.

    Any of the eight masks is readable; choosing the best takes four times as long.
    """
    qr = segno.make(url, error="m", micro=False, mask=MASK)
    width, _height = qr.symbol_size(border=BORDER)
    runs = [
        f"{x + BORDER} {y + BORDER} {length} 1 re"
        for y, row in enumerate(qr.matrix)
        for x, length in _runs(row)
    ]
    return Drawing(width, f"{' '.join(runs)} f")


def _runs(row: bytearray) -> Iterator[tuple[int, int]]:
    """Yield the start and length of each run of dark modules."""
    place = 0
    for is_dark, modules in groupby(row):
        length = len(list(modules))
        if is_dark:
            yield place, length
        place += length


def _matches_of(tournament: Tournament, ask: PrintAsk) -> list[Match]:
    return [_match_with_code(tournament, ask)] if ask.match else requested_matches(tournament, ask)


def _match_with_code(tournament: Tournament, ask: PrintAsk) -> Match:
    matches = (
        matches_with_names(tournament, EVERY_ROUND)
        .filter(code=ask.match)
        .exclude(state=Match.State.BYE)
    )
    match = matches.select_related("round__stage", "tournament").defer("round__report").first()
    if match is None:
        raise Conflict(
            "match_unknown", gettext_lazy("No hay ningún encuentro con ese código."), field="match"
        )
    refuse_other_tables(ask.tables, match.table)
    return match


def _lines(matches: Iterable[Match]) -> dict[int, list[str]]:
    """Return the lines of each live acta, by the key of its match."""
    live = Acta.objects.filter(match__in=[match.pk for match in matches], live=True)
    return {
        acta.match_id: [hand.line for hand in acta.hands.all()]
        for acta in live.prefetch_related("hands")
    }


def _chunks(
    tournament: Tournament,
    title: str,
    form: Form,
    acta_pages: Sequence[ActaPage],
    paper: str = "A4",
    *,
    without_codes: bool = False,
) -> list[Chunk]:
    """Return the pages of these actas; consecutive pages of the same shape are laid out once.

    Raises Refused 409 if an acta does not fit on the paper: another table size may need an A4.
    `without_codes` makes the actas explain why they have no QR.
    """
    _refuse_larger(form, paper)
    common = {**header(tournament, title), "form": form, "without_codes": without_codes}
    common["length"] = f"{tournament.rules.name}: {form.length}"
    step = 1 if paper == "A5" else form.actas_per_page
    pages = [acta_pages[start : start + step] for start in range(0, len(acta_pages), step)]
    chunks = []
    for shape, run in groupby(pages, key=lambda page: [acta_page.people for acta_page in page]):
        context = {**common, "actas": [_sides(people) for people in shape]}
        stamps = [_values(page) for page in run]
        chunks.append(Chunk(context, units=len(stamps) * len(shape), stamps=stamps))
    return chunks


def _sides(people: Iterable[int]) -> list[dict[str, Any]]:
    return [
        {"letter": letter, "people": range(number)}
        for letter, number in zip(SIDE_NAMES, people, strict=False)
    ]


def _values(page: Sequence[ActaPage]) -> dict[str, CellContent]:
    return {
        f"{place}.{name}": value
        for place, acta_page in enumerate(page)
        for name, value in acta_page.values.items()
    }


def _labels(form: Form, numbers: Sequence[Any]) -> list[str]:
    """Return the label of each row: the lane, if lanes have names, and the side."""
    labels = []
    for lane in range(1, form.lanes + 1):
        name = f"{form.lane} {lane} · " if form.lane else ""
        for letter, number in zip(SIDE_NAMES, numbers, strict=False):
            # The numbers of two partners do not fit; the letter leads to their box above.
            labels.append(f"{name}{letter} {'' if '+' in str(number) else number}".rstrip())
            name = ""
    return labels


def _blank(tournament: Tournament, form: Form, blank: BlankActa, audience: Audience) -> ActaPage:
    letters = SIDE_NAMES[: form.sides]
    partida = _("Encuentro %(number)s") % {"number": "_____"}
    values: dict[str, CellContent] = {
        "round": f"{blank.round or '________________'} · {partida}",
        "table": blank.table or "____",
        **{f"{letter}.about": _side_caption(tournament, form, letter) for letter in letters},
    }
    for letter, entry in zip(letters, blank.entries, strict=False):
        values |= _side(tournament, form, letter, entry, audience)
    numbers = [entry.number for entry in blank.entries] or [""] * form.sides
    (page,) = form.pages([], _labels(form, numbers))
    people = (tournament.entry_size * tournament.stage.system.partners,) * form.sides
    if blank.entries:
        people = tuple(len(entry.names_for(audience)) for entry in blank.entries)
    return ActaPage(people, {**values, **_boxes(page)})


def _side(
    tournament: Tournament, form: Form, letter: str, entry: Entry | Partners, audience: Audience
) -> dict[str, CellContent]:
    return {
        f"{letter}.number": str(entry.number),
        f"{letter}.about": _side_caption(tournament, form, letter, entry.town),
        **{f"{letter}.{place}": name for place, name in enumerate(entry.names_for(audience))},
    }


def _acta(
    match: Match, lines: list[str], form: Form, base_url: str, audience: Audience
) -> Iterator[ActaPage]:
    """Yield the pages of a match's acta: one page, or as many pages as its lines need."""
    entries = dict(zip(SIDE_NAMES, match.entries, strict=False))
    filled_acta = _filled_acta(match, lines)
    partida = _("Encuentro %(number)s") % {"number": match.number}
    values: dict[str, CellContent] = {
        "round": f"{_phase(match)} · {partida}{_postponement(match)}",
        "table": str(match.table or "____"),
        "code": match.code,
        "bookmark": _bookmark(match),
        **filled_acta.result,
    }
    if not is_only_here(base_url):
        values["qr"] = qr_drawing(table_url(base_url, match))
    for letter, entry in entries.items():
        values |= _side(match.tournament, form, letter, entry, audience)
    people = tuple(len(entry.names_for(audience)) for entry in entries.values())
    labels = _labels(form, [entry.number for entry in entries.values()])
    for page in form.pages(filled_acta.rows, labels):
        yield ActaPage(people, {**values, **_boxes(page)})


def _bookmark(match: Match) -> str:
    """Return «Mesa 3 · 12 – 17»: the name of an acta in the index of the document."""
    numbers = " – ".join(str(entry.number) for entry in match.entries)
    if match.table:
        return _("Mesa %(table)s") % {"table": match.table} + f" · {numbers}"
    return _("Encuentro %(number)s") % {"number": match.number} + f" · {numbers}"


def _side_caption(tournament: Tournament, form: Form, letter: str, town: str = "") -> str:
    """Return «Pareja A · Calamocha», the line above the names of a side."""
    side = f"{capfirst(tournament.unit.one)} {letter}" if form.sides == 2 else letter
    return f"{side} · {town}" if town else side


def _boxes(page: Sequence[Sequence[CellContent]]) -> dict[str, CellContent]:
    """Return the text of each box, by its row and its column."""
    return {
        f"{row}.{column}": value
        for row, cells in enumerate(page)
        for column, value in enumerate(cells)
        if value
    }


def _phase(match: Match) -> str:
    if match.purpose == FINAL:
        return _("Final")
    if match.purpose == THIRD_PLACE:
        return _("Tercer y cuarto puesto")
    if match.guests:
        return f"{match.round} · {counts_only_for_note(match.everybody[0].number)}"
    if match.purpose:
        return f"{match.round} · {purpose_in_words(match.purpose)}"
    return str(match.round)


def _postponement(match: Match) -> str:
    """Return « · Aplazado al jueves…» for a postponed match, "" for any other."""
    return f" · {match.state_in_words}" if match.state == Match.State.POSTPONED else ""


@dataclass(frozen=True, slots=True)
class FilledActa:
    """The record on paper: the rows of boxes, and the result at the foot."""

    rows: list[Row] = field(default_factory=list)
    result: Mapping[str, CellContent] = field(default_factory=dict)


def _filled_acta(match: Match, lines: list[str]) -> FilledActa:
    """Return the record of a match; empty without lines or if the acta no longer folds."""
    if not lines:
        return FilledActa()
    try:
        record = fold_lines(match, lines)
    except RuleError:
        return FilledActa()
    paper, options = GAMES[match.tournament.game].paper, match.game_rules()
    counts = map(minus, paper.result(options, record.score))
    result = {f"{letter}.count": count for letter, count in zip(SIDE_NAMES, counts, strict=False)}
    if record.score.over:
        winner = record.score.winner
        result["winner"] = "—" if winner is None else str(match.entries[winner].number)
    return FilledActa(paper.rows(options, record.steps), result)
