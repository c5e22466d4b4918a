"""Lists with which a hall finds its tables: by surname, by number, by table."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.models import Show
from scoring.public.cards import at
from scoring.public.held import clock_now, hall_now
from scoring.public.pairings import filed_in_round, matches_here, people_at_tables
from scoring.public.slides.slide import ROWS, Mapped, Slide, slides
from scoring.selectors.matches.meetings import Meeting, State, meetings_in
from scoring.selectors.matches.ties import as_ties
from scoring.selectors.refereeing.hall_clock import at_tables
from tournaments.kept import held
from tournaments.models import Stage
from tournaments.names.audience import audience
from tournaments.selectors.rounds import round_numbered

LIST, TABLES = "list", "tables"


class Seat(NamedTuple):
    """A row of a list: who, its number, and `table`, or in `words` why it has none."""

    name: str
    number: str
    table: str
    words: str


class TableRow(NamedTuple):
    """A table with who meets there, as numbers and names, and its `note`."""

    table: str
    sides: tuple[tuple[str, str], ...]
    note: str


def by_surname(stage: Stage) -> list[Slide]:
    """Everybody who has a match to play or rests, by surname; [] once all have played. Where no
    names are said, by number."""
    if audience().unit:
        return by_number(stage)
    people = filed_in_round(stage.tournament, stage)
    found = people_at_tables(people, _meetings(stage))
    rows = [(row, row["meeting"]) for row in found]
    return _listed(stage, Show.SURNAMES, _("Busque su apellido"), rows, _seat_of)


def by_number(stage: Stage) -> list[Slide]:
    """Every entry that has a match to play or rests, by its number; [] once all have played."""
    ties = as_ties(_meetings(stage))
    found = sorted(
        (competitor.number, competitor.title, place)
        for place, meeting in enumerate(ties)
        for side in meeting.sides
        for competitor in side.everybody
    )
    rows = [((title, str(number)), ties[place]) for number, title, place in found]
    return _listed(
        stage, Show.NUMBERS, _("Busque su número"), rows, lambda row: _seat(*row[0], row[1])
    )


def by_table(stage: Stage) -> list[Slide]:
    """Return the matches: the tables in order, then those without one, then those who rest."""
    found = _meetings(stage)
    ordered = [
        *at(found, State.PLAYING, lambda one: one.table),
        *at(found, State.WAITING, lambda one: one.number),
        *at(found, State.BYE, lambda one: one.position),
    ]
    rows = [_table(one, "") for one in ordered]
    title = _title(stage, _("Quién juega con quién"))
    return _tables(Show.TABLES, title, rows) if _to_play(found) else []


def still_playing(stage: Stage) -> list[Slide]:
    """The tables in play, each with its hour: until when, or since when where there is no clock."""
    calls = dict(at_tables(stage).values_list("code", "called_at"))
    clock = clock_now(stage)
    ends = dict(clock.others) if clock and not clock.stopped_at else {}
    found = at(_meetings(stage), State.PLAYING, lambda one: one.table)
    rows = [
        _table(
            one,
            _until(ends.get(one.table or 0, clock.ends_at))
            if clock and not clock.stopped_at
            else _since(calls.get(one.code)),
        )
        for one in found
    ]
    many = len(rows)
    told = ngettext("Sigue jugando %(n)s mesa", "Siguen jugando %(n)s mesas", many) % {"n": many}
    return _tables(Show.PLAYING, _title(stage, told), rows)


def _tables(shows: str, title: str, rows: Sequence[TableRow]) -> list[Slide]:
    """The pages of rows of tables; half as many a page where more than two meet at one."""
    crowded = any(len(row.sides) > 2 for row in rows)
    return slides(shows, TABLES, title, rows, most=ROWS // 2 if crowded else ROWS)


def _listed(
    stage: Stage,
    shows: str,
    words: str,
    rows: Sequence[tuple[Any, Meeting]],
    make: Callable[[tuple[Any, Meeting]], Seat],
) -> list[Slide]:
    """The pages of a list of people with their matches, of those not played yet, each row made when
    it is read; [] where the only ones left are those who rest."""
    left = [row for row in rows if not row[1].is_finished]
    if not _to_play([meeting for _who, meeting in left]):
        return []
    return slides(shows, LIST, _title(stage, words), Mapped(make, left), widest=2)


def _meetings(stage: Stage) -> Sequence[Meeting]:
    """The matches of the round in play with who has not played yet, or rests."""
    keys = [one.pk for one in matches_here(stage) if one.state != State.FINISHED]
    return held(stage.tournament, f"to-play/{stage.pk}", lambda: meetings_in(stage, keys))


def _to_play(found: Sequence[Meeting]) -> bool:
    return any(not one.is_bye for one in found)


def _title(stage: Stage, words: str) -> str:
    """The name of the round before the words; by the clock there are no rounds."""
    if stage.by_calls:
        return words
    number = hall_now(stage).round
    round = held(stage.tournament, f"round/{stage.pk}", lambda: round_numbered(stage, number))
    return f"{round} · {words}" if round else words


def _filed(row: Mapping[str, Any]) -> str:
    return f"{row['filed']} ({row['apart']})" if row["apart"] else str(row["filed"])


def _seat_of(row: tuple[Mapping[str, Any], Meeting]) -> Seat:
    who, meeting = row
    return _seat(_filed(who), str(who["competitor"].number), meeting)


def _seat(name: str, number: str, meeting: Meeting) -> Seat:
    table = ", ".join(map(str, meeting.tables))
    return Seat(name, number, table, "" if table else _why(meeting))


def _table(meeting: Meeting, note: str) -> TableRow:
    sides = tuple((side.label, side.title) for side in meeting.sides)
    table = str(meeting.table or "") if meeting.state == State.PLAYING else ""
    return TableRow(table, sides, note or ("" if table else _why(meeting)))


def _why(meeting: Meeting) -> str:
    return _("Descansa") if meeting.is_bye else _("En espera")


def _until(moment: datetime) -> str:
    return _("hasta las %(hour)s") % {"hour": _hour(moment)}


def _since(moment: datetime | None) -> str:
    return _("desde las %(hour)s") % {"hour": _hour(moment)} if moment else ""


def _hour(moment: datetime) -> str:
    return date_format(timezone.localtime(moment), "H:i")
