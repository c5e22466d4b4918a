"""The results, the standings and the calendar of a stage as tables for a spreadsheet."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.actas.selectors.actas import provisional_of
from scoring.actas.selectors.meetings import Competitor, Meeting, competitors_of, meetings
from scoring.rounds.selectors.calendar import calendar_rounds
from scoring.standings.selectors.rows import columns, headings, stage_rows
from scoring.standings.selectors.standings import stage_tables
from scoring.standings.words.tiebreaks import TALLIES
from tournaments.formats.words import group_name
from tournaments.models import Match, Stage
from tournaments.names.audience import Audience
from tournaments.rounds.selectors.rounds import rounds_of, shows_later_rounds
from tournaments.site.spreadsheets import Cell, ExportTable

Row = list[Cell]


@dataclass(frozen=True, slots=True)
class Export:
    """A file that anybody may download: `table` makes it with what the audience may see."""

    title: str | Promise
    table: Callable[[Stage, Audience], ExportTable]


def results_table(stage: Stage, audience: Audience) -> ExportTable:
    """Return a table with a row for each side of each published match: its score and its result."""
    tournament = stage.tournament
    names = {round.number: str(round) for round in rounds_of(stage, audience)}
    published_meetings = meetings(stage, competitors_of(tournament, audience), audience)
    tallies = list(dict.fromkeys(key for meeting in published_meetings for key in meeting.tallies))
    return ExportTable(
        _("Resultados"),
        [
            *(_("Ronda"), _("Grupo"), _("Encuentro"), _("Mesa"), _("Bando"), _("Número")),
            *(_("Nombres"), _("Pueblo"), *(capfirst(str(TALLIES[key])) for key in tallies)),
            *(_("Resultado"), _("Estado"), _("Final")),
        ],
        [row for meeting in published_meetings for row in _side_rows(meeting, names, tallies)],
    )


def _side_rows(meeting: Meeting, names: dict[int, str], tallies: list[str]) -> Iterator[Row]:
    """Yield a row for each side; `names` has the name of each round by number."""
    state = str(Match.State(meeting.state).label)
    for place, side in enumerate(meeting.sides):
        scores = [meeting.tallies.get(key, ()) for key in tallies]
        yield [
            names.get(meeting.round, str(meeting.round)),
            meeting.group,
            meeting.number,
            meeting.table,
            "" if meeting.is_bye else "ABCDE"[place],
            _entry_number(side),
            side.title,
            side.towns,
            *(units[place] if place < len(units) else None for units in scores),
            _outcome(meeting, place),
            _("Anulado") if meeting.void else state,
            meeting.finished_at,
        ]


def _outcome(meeting: Meeting, side: int) -> str:
    """Return whether a side won, lost or drew; "" while the match is not over."""
    if not meeting.is_finished:
        return ""
    if meeting.is_drawn:
        return _("empata")
    if meeting.winner == side:
        return _("gana")
    return _("pierde por incomparecencia") if meeting.forfeit else _("pierde")


def standings_table(stage: Stage, audience: Audience) -> ExportTable:
    """Return the table of the standings as on the page, group by group, with every tie-break."""
    provisional = provisional_of(stage, audience)
    lines = stage_tables(stage, audience, provisional.supposed)
    tables = stage_rows(stage, lines, provisional, audience)
    keys = columns(stage, [row for rows in tables.values() for row in rows])
    competitors = competitors_of(stage.tournament, audience)
    has_groups = len(tables) > 1
    rows: list[Row] = []
    for group, standings_rows in tables.items():
        for row in standings_rows:
            competitor = competitors[row.line.entrant]
            rows.append(
                [
                    *([group_name(stage.format, group)] if has_groups else []),
                    row.line.place,
                    competitor.number,
                    competitor.title,
                    competitor.towns,
                    *(_number_or_text(row.cell(key)) for key in keys),
                    competitor.withdrawal_label,
                ]
            )
    return ExportTable(
        _("Clasificación"),
        [
            *([_("Grupo")] if has_groups else []),
            *(_("Puesto"), _("Número"), _("Nombres"), _("Pueblo")),
            *headings(stage, keys).values(),
            _("Estado"),
        ],
        rows,
    )


def calendar_table(stage: Stage, audience: Audience) -> ExportTable:
    """Return a table with a row for each match and each rest of the calendar.

    It includes future rounds if the audience may see them. A stage without a calendar has no rows.
    """
    rows: list[Row] = []
    if stage.has_calendar:
        ahead = shows_later_rounds(stage, audience)
        for date in calendar_rounds(stage, audience, ahead=ahead):
            for fixture in date.fixtures:
                new_date = fixture.meeting.postponed_to if fixture.meeting else None
                sides = [fixture.home, fixture.away]
                pairs = [cell for side in sides for cell in (_entry_number(side), side.title)]
                rows.append([date.name, new_date or date.at, fixture.group, *pairs])
            for resting in date.rests:
                name = resting.title
                rows.append(
                    [date.name, date.at, "", _entry_number(resting), name, None, _("descansa")]
                )
    titles = [_("Número"), _("Local"), _("Número"), _("Visitante")]
    return ExportTable(_("Calendario"), [_("Ronda"), _("Fecha"), _("Grupo"), *titles], rows)


EXPORTS = {
    "resultados": Export(gettext_lazy("Resultados"), results_table),
    "clasificacion": Export(gettext_lazy("Clasificación"), standings_table),
    "calendario": Export(gettext_lazy("Calendario"), calendar_table),
}
API_NAMES = {"results": "resultados", "standings": "clasificacion", "calendar": "calendario"}


def _entry_number(competitor: Competitor) -> Cell:
    """Return the number of an entry, «3+17» with a partner."""
    return competitor.label if competitor.partners else competitor.number


def _number_or_text(text: str) -> Cell:
    """Return a whole number as a number, any other text as it is.

    >>> [_number_or_text(text) for text in ("12", "−3", "-3", "2/3", "1.º", "")]
    [12, -3, -3, '2/3', '1.º', '']
    """
    hyphen_text = text.replace("\u2212", "-")
    digits = hyphen_text.removeprefix("-")
    return int(hyphen_text) if digits.isascii() and digits.isdecimal() else text
