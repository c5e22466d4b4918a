"""Lists in which people find their tables: by surname, by number, by table."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.actas.selectors.actas import scores_now
from scoring.actas.selectors.meetings import Meeting, State, as_ties, meetings_in
from scoring.models import Show
from scoring.public.cards import clock_now, current_hall, matches_in_state
from scoring.public.pairings import (
    MatchInPlay,
    everybody_by_surname,
    matches_in_play,
    people_at_tables,
)
from scoring.public.slides.slide import ROWS, LazyRows, Slide, has_long, slides
from scoring.public.whereabouts import most_urgent_match
from scoring.refereeing.selectors.clock import timed_matches
from tournaments.models import Stage
from tournaments.names.audience import Audience
from tournaments.rounds.selectors.rounds import round_numbered
from tournaments.site.page_cache import cached_value
from tournaments.words import oclock

LIST, TABLES, SCORES = "list", "tables", "scores"
UNSEATED_STATES = (State.BYE, State.POSTPONED)  # matches for which nobody sits down now
LONG = 84  # the most letters of the names of a side that fit in two lines
MOST_SCORES = 6  # the most tables in play whose scores are shown; nobody could follow more
FEW_MATCHES = 2  # if at most this many matches are left, a row is a match and not a person
READ_AT_ONCE = 10 * ROWS  # matches read together: the rows that a large hall sends to a screen

Sides = tuple[tuple[str, str], ...]  # label and title of each side


class Seat(NamedTuple):
    """A row of a list of people: where an entry sits.

    `number` is "" if the number replaces the name; `words` explain why there is no `table`.
    """

    name: str
    number: str
    table: str
    words: str


class TableRow(NamedTuple):
    """A row of a list of tables: the sides that meet at a table.

    `note` is what the list says about the match, or why the match has no table.
    """

    table: str
    sides: Sides
    note: str


def people_by_surname(stage: Stage, audience: Audience) -> list[Slide]:
    """Return everybody with a bye or an unplayed match, by surname; [] if nobody plays now.

    The list is by number if names are hidden, and a list of matches if few matches are left.
    """
    if not audience.names:
        return people_by_number(stage, audience)
    people = everybody_by_surname(stage.tournament, stage, audience)
    people_rows = people_at_tables(people, _meetings(stage, audience))
    rows = [(row, row["meeting"]) for row in people_rows]
    return _people_slides(
        stage, Show.SURNAMES, _("Busque su apellido"), rows, _name_in_list, _seat_of, audience
    )


def people_by_number(stage: Stage, audience: Audience) -> list[Slide]:
    """Return every entry with a bye or an unplayed match, by number; [] if nobody plays now.

    If few matches are left, the list has matches instead of entries.
    """
    ties_by_entry: dict[tuple[int, str], list[Meeting]] = {}
    for tie in as_ties(_meetings(stage, audience)):
        for side in tie.sides:
            for competitor in side.everybody:
                ties_by_entry.setdefault((competitor.number, competitor.title), []).append(tie)
    rows = [
        ((title, _label(number, audience)), meeting)
        for (number, title), ties in sorted(ties_by_entry.items())
        if (meeting := most_urgent_match(ties)) is not None
    ]
    return _people_slides(
        stage,
        Show.NUMBERS,
        _("Busque su número"),
        rows,
        lambda entry: str(entry[0]),
        lambda row: _seat(row[0][0], row[0][1], row[1]),
        audience,
    )


def matches_by_table(stage: Stage, audience: Audience) -> list[Slide]:
    """Return the matches in order: by table, without a table, postponed, byes.

    Return [] if only byes and postponed matches are left.
    """
    return _table_slides(stage, Show.TABLES, audience)


def _table_slides(stage: Stage, shows: str, audience: Audience) -> list[Slide]:
    all_matches = matches_in_play(stage, audience)
    matches = [
        *matches_in_state(all_matches, State.PLAYING, lambda match: match.table),
        *matches_in_state(all_matches, State.WAITING, lambda match: match.number),
        *matches_in_state(all_matches, State.POSTPONED, lambda match: match.number),
        *matches_in_state(all_matches, State.BYE, lambda match: match.position),
    ]
    if all(meeting.state in UNSEATED_STATES for meeting in matches):
        return []
    return _table_list(
        stage, shows, _("Quién juega con quién"), matches, lambda _match: "", audience
    )


def tables_still_playing(stage: Stage, audience: Audience) -> list[Slide]:
    """Return the tables in play, each with its end time or, without a clock, its start time."""
    calls = dict(timed_matches(stage, audience).values_list("code", "called_at"))
    clock = clock_now(stage, audience)
    ends = dict(clock.other_ends) if clock and not clock.stopped_at else None

    def hour_note(match: MatchInPlay) -> str:
        if ends is None:
            return _start_in_words(calls.get(match.code))
        assert clock is not None
        return _end_in_words(ends.get(match.table or 0, clock.ends_at))

    matches = matches_in_state(
        matches_in_play(stage, audience), State.PLAYING, lambda match: match.table
    )
    count = len(matches)
    subtitle = ngettext("Sigue jugando %(n)s mesa", "Siguen jugando %(n)s mesas", count) % {
        "n": count
    }
    return _table_list(stage, Show.PLAYING, subtitle, matches, hour_note, audience)


def last_scores(stage: Stage, audience: Audience) -> list[Slide]:
    """Return the running scores of the tables in play; [] for more than `MOST_SCORES` tables."""
    matches = matches_in_state(
        matches_in_play(stage, audience), State.PLAYING, lambda match: match.table
    )
    if not 0 < len(matches) <= MOST_SCORES:
        return []
    scores = scores_now([match.pk for match in matches], audience)
    title = ngettext("Tanteo de la última mesa", "Tanteo de las últimas mesas", len(matches))

    def score_note(match: MatchInPlay) -> str:
        return scores.get(match.pk) or _("todavía sin anotar")

    return _table_list(stage, Show.SCORES, title, matches, score_note, audience, template=SCORES)


def _table_list(
    stage: Stage,
    shows: str,
    words: str,
    matches: Sequence[MatchInPlay],
    note_of: Callable[[MatchInPlay], str],
    audience: Audience,
    template: str = TABLES,
) -> list[Slide]:
    """Return the pages of a list of tables.

    A page has half the rows if more than two sides meet at a table, if a name is long, or if the
    rows have scores.
    """
    sides = _SidesOf(stage, matches, audience)
    rows = LazyRows(lambda match: _table_row(match, sides[match], note_of(match)), matches)
    is_crowded = max((stage.sides(), *stage.table_sizes())) > 2
    rows_per_page = ROWS // 2 if is_crowded or template == SCORES or sides.are_long() else ROWS
    return slides(shows, template, _title(stage, words, audience), rows, most=rows_per_page)


class _SidesOf:
    """The numbers and names of the sides of each match of a list.

    It reads many matches at a time, but only matches near the requested row, because a screen gets
    few of the pages of a large hall.
    """

    def __init__(self, stage: Stage, matches: Sequence[MatchInPlay], audience: Audience) -> None:
        self.stage = stage
        self.matches = matches
        self.audience = audience
        self.places = {meeting.pk: place for place, meeting in enumerate(matches)}
        self.sides_by_code: dict[str, Sides] = {}

    def __getitem__(self, match: MatchInPlay) -> Sides:
        if match.code not in self.sides_by_code:
            new_sides: dict[str, Sides] = {match.code: ()}  # stays if the match was discarded
            for meeting in self._read_meetings(self.places[match.pk]):
                new_sides[meeting.code] = tuple(
                    (_label(side.label, self.audience), side.title) for side in meeting.sides
                )
            # all together, because several threads read pages of one list
            self.sides_by_code.update(new_sides)
        return self.sides_by_code[match.code]

    def are_long(self) -> bool:
        """Return whether a name exceeds two lines; False in a large hall, which cuts names."""
        if len(self.matches) > READ_AT_ONCE:
            return False
        return any(len(title) > LONG for meeting in self.matches for _label, title in self[meeting])

    def _read_meetings(self, place: int) -> Sequence[Meeting]:
        if len(self.matches) <= READ_AT_ONCE:
            # This list is cached for every list of the screen.
            return _meetings(self.stage, self.audience)
        start = place // READ_AT_ONCE * READ_AT_ONCE
        part = self.matches[start : start + READ_AT_ONCE]
        return meetings_in(self.stage, [meeting.pk for meeting in part], self.audience)


def _people_slides(
    stage: Stage,
    shows: str,
    words: str,
    rows: Sequence[tuple[Any, Meeting]],
    name: Callable[[Any], str],
    make: Callable[[tuple[Any, Meeting]], Seat],
    audience: Audience,
) -> list[Slide]:
    """Return the pages of a list of people with their unplayed matches.

    `make` makes each row when the row is read. Return [] if only byes and postponed matches are
    left. If few matches are left to play, the rows are those matches.
    """
    open_rows = [row for row in rows if not row[1].is_finished]
    codes = {meeting.code for _person, meeting in open_rows if meeting.state not in UNSEATED_STATES}
    if not codes:
        return []
    if len(codes) <= FEW_MATCHES:
        return _table_slides(stage, shows, audience)
    widest = 1 if has_long(name(person) for person, _meeting in open_rows) else 2
    return slides(
        shows, LIST, _title(stage, words, audience), LazyRows(make, open_rows), widest=widest
    )


def _meetings(stage: Stage, audience: Audience) -> Sequence[Meeting]:
    """Return the unplayed matches and the byes of the round in play."""
    keys = [match.pk for match in matches_in_play(stage, audience) if match.state != State.FINISHED]
    return cached_value(
        stage.tournament,
        f"to-play/{stage.pk}",
        audience,
        lambda: meetings_in(stage, keys, audience),
    )


def _title(stage: Stage, words: str, audience: Audience) -> str:
    """Return the name of the round and `words`; by the clock, without rounds, `words` alone."""
    if stage.by_calls:
        return words
    number = current_hall(stage, audience).round
    round = cached_value(
        stage.tournament, f"round/{stage.pk}", audience, lambda: round_numbered(stage, number)
    )
    return f"{round} · {words}" if round else words


def _name_in_list(row: Mapping[str, Any]) -> str:
    return f"{row['filed']} ({row['apart']})" if row["apart"] else str(row["filed"])


def _seat_of(row: tuple[Mapping[str, Any], Meeting]) -> Seat:
    person, meeting = row
    return _seat(_name_in_list(person), str(person["competitor"].number), meeting)


def _seat(name: str, number: str, meeting: Meeting) -> Seat:
    table = ", ".join(map(str, meeting.tables))
    return Seat(name, number, table, "" if table else _reason(meeting.state))


def _table_row(match: MatchInPlay, sides: Sides, note: str) -> TableRow:
    table = str(match.table or "") if match.state == State.PLAYING else ""
    return TableRow(table, sides, note or ("" if table else _reason(match.state)))


def _label(number: object, audience: Audience) -> str:
    """Return the number to write next to a name; "" if the number replaces the name."""
    return str(number) if audience.names else ""


def _reason(state: str) -> str:
    return {State.BYE: _("Descansa"), State.POSTPONED: _("Aplazado")}.get(
        State(state), _("En espera")
    )


def _end_in_words(moment: datetime) -> str:
    return _("hasta %(hour)s") % {"hour": oclock(moment)}


def _start_in_words(moment: datetime | None) -> str:
    return _("desde %(hour)s") % {"hour": oclock(moment)} if moment else ""
