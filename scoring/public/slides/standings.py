"""The standings and the podium on a screen of the hall."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.actas.selectors.meetings import UNFINISHED
from scoring.models import Letterhead, Show
from scoring.public.cards import all_competitors
from scoring.public.names import podium
from scoring.public.pairings import matches_in_play
from scoring.public.slides.slide import ROWS, Slide, has_long, slides
from scoring.public.standings import Table, standings_of
from scoring.stages.selectors.quotas import last_qualifying_places
from tournaments.models import Stage
from tournaments.names.audience import Audience

FIGURES = 3  # most columns after the name: the first columns decide nearly all places
STEPS = 4  # steps of the podium on a page
LONG = 4 * ROWS  # a table with more rows has two columns


class StandingsSlideRow(NamedTuple):
    """A row of the standings.

    `figures` has the text of each column, in the order of the headings; `out` means withdrawn.
    """

    place: str
    number: str
    name: str
    figures: tuple[str, ...]
    out: bool


class PodiumSlideRow(NamedTuple):
    """A step of the podium."""

    place: str
    number: str
    name: str
    towns: str


class QualifyingLine(NamedTuple):
    """The line under the last entry that goes on to a stage, with the name of that stage."""

    goes_to: str


def standings_slides(stage: Stage, audience: Audience) -> list[Slide]:
    """Return every table of the standings with its qualifying lines; [] before the first draw."""
    standings = standings_of(stage, audience)
    if standings.round is None:
        return []
    names = all_competitors(stage.tournament, audience)
    cuts = last_qualifying_places(stage, len(standings.tables))
    pages: list[Slide] = []
    for table in standings.tables:
        titles = {number: names[number].title for number in table.order}
        rows = _rows(table, titles, cuts)
        heads = [head["short"] for head in table.heads[:FIGURES]]
        widest = 2 if len(rows) > LONG and not has_long(titles.values()) else 1
        words = (_("Clasificación"), table.title, ", ".join(heads) if widest > 1 else "")
        title = " · ".join(part for part in words if part)
        pages += slides(Show.STANDINGS, "standings", title, rows, widest=widest, heads=heads)
    return pages


def podium_steps(stage: Stage, audience: Audience) -> list[Slide]:
    """Return the podium once the stage is over, if its winner plays in no other stage; else []."""
    if any(match.state in UNFINISHED for match in matches_in_play(stage, audience)):
        return []  # without reading the standings
    standings = standings_of(stage, audience)
    competitors = all_competitors(stage.tournament, audience)
    rows = [
        PodiumSlideRow(
            str(step["line"].place),
            str(step["competitor"].number),
            step["competitor"].title,
            step["competitor"].towns,
        )
        for step in podium(standings.podium, competitors)
    ]
    letterhead = Letterhead.objects.filter(tournament=stage.tournament).first()
    sponsor = letterhead.sponsor if letterhead else ""
    return slides(
        Show.PODIUM,
        "podium",
        stage.tournament.name,
        rows,
        most=STEPS,
        sponsor=sponsor,
        long=has_long(row.name for row in rows),
    )


def _rows(
    table: Table, titles: Mapping[int, str], cuts: Mapping[int, str]
) -> list[StandingsSlideRow | QualifyingLine]:
    """Return the rows of a table with its qualifying lines, which ignore withdrawn entries."""
    rows: list[StandingsSlideRow | QualifyingLine] = []
    live_entries = 0
    for row in table.rows:
        line = row.line
        figures = tuple(row.cell(head["key"]) for head in table.heads[:FIGURES])
        number = str(line.entrant)
        rows.append(
            StandingsSlideRow(
                str(line.place), number, titles[line.entrant], figures, line.withdrawn
            )
        )
        live_entries += not line.withdrawn
        if not line.withdrawn and live_entries in cuts:
            rows.append(QualifyingLine(cuts[live_entries]))
    return rows
