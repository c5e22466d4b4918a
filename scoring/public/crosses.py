"""Pages of a stage: a square of scores, the entries by lives left, and the calendar."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.actas.selectors.meetings import Competitor, Meeting, as_ties
from scoring.games.figures import versus_text
from scoring.public.cards import State, label_of, match_url, score_of, score_or_void
from scoring.rounds.selectors.calendar import CalendarRound, calendar_rounds, crowded_venues
from scoring.stages.selectors.quotas import Fates
from tournaments.models import Stage, Tournament
from tournaments.names.audience import Audience
from tournaments.rounds.words.phases import exit_round_in_words
from tournaments.site.pages import query_of

WIDEST = 24  # the most columns of a square that is still readable


@dataclass(frozen=True, slots=True)
class CrossMatch:
    """A match or a tie from the view of the entry of its row.

    `won` is None for a draw or without a result.
    """

    text: str
    url: str
    won: bool | None


@dataclass(frozen=True, slots=True)
class CrossRow:
    """A row of the square; `cells` has the matches for each column, None on the diagonal."""

    competitor: Competitor
    cells: tuple[tuple[CrossMatch, ...] | None, ...]


def is_crossed(stage: Stage) -> bool:
    """Return whether every entry meets every other entry of this stage, or of its group."""
    return stage.has_calendar


def cross_table(
    stage: Stage,
    competitors: Sequence[Competitor],
    meetings: Sequence[Meeting],
    widest: int = WIDEST,
) -> list[CrossRow]:
    """Return the square of these competitors, in the given order.

    Returns [] if they do not all meet, are fewer than two, or are more than `widest`.
    """
    if not is_crossed(stage) or not 2 <= len(competitors) <= widest:
        return []
    meetings_by_pair: defaultdict[tuple[int, int], list[Meeting]] = defaultdict(list)
    for tie in as_ties(meetings):
        if len(tie.sides) == 2:
            first, second = (side.number for side in tie.sides)
            meetings_by_pair[first, second].append(tie)
            meetings_by_pair[second, first].append(tie)
    return [
        CrossRow(
            competitor,
            tuple(
                None
                if competitor is rival
                else _cross_matches(
                    stage, competitor, meetings_by_pair[competitor.number, rival.number]
                )
                for rival in competitors
            ),
        )
        for competitor in competitors
    ]


def _cross_matches(
    stage: Stage, competitor: Competitor, meetings: Sequence[Meeting]
) -> tuple[CrossMatch, ...]:
    sorted_meetings = sorted(meetings, key=lambda meeting: meeting.round)
    return tuple(_cross_match(stage, competitor, meeting) for meeting in sorted_meetings)


def _cross_match(stage: Stage, competitor: Competitor, meeting: Meeting) -> CrossMatch:
    score, side = score_of(meeting), meeting.side_of(competitor.number)
    text = "·"
    if score is not None and meeting.is_finished:
        mine, theirs = score[side], score[1 - side]
        text = versus_text((mine, theirs), meeting.unit)
    won = None if meeting.winner is None or meeting.void else meeting.winner == side
    if meeting.is_finished:
        text = score_or_void(meeting, text)
    return CrossMatch(text, match_url(stage.tournament, meeting), won)


def crosses_by_number(
    competitors: Mapping[int, Competitor], numbers: Sequence[int]
) -> list[Competitor]:
    return [competitors[number] for number in sorted(numbers)]


# --- Lives ----------------------------------------------------------------------------------------
# The entries of a format with lives, in groups by lives left.
LIVES_SHOWN = 200  # rows on a page, few enough for a phone to load quickly


def lives_page(
    competitors: Mapping[int, Competitor], meetings: Sequence[Meeting], fates: Fates
) -> list[dict[str, Any]]:
    """Return the entries in groups: active entries by lives left, then the rest by exit round."""
    last_rounds: defaultdict[int, int] = defaultdict(int)
    for meeting in meetings:
        for competitor in meeting.sides:
            last_rounds[competitor.number] = max(last_rounds[competitor.number], meeting.serial)
    groups: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for number in sorted(fates.lives):
        alive = number in fates.alive
        groups[(0, -fates.lives_left(number)) if alive else (1, -last_rounds[number])].append(
            number
        )
    return [
        {
            "title": _title(out, -value, fates.over),
            "out": bool(out),
            "rows": [
                {"competitor": competitors[number], **_marks(fates, number)} for number in numbers
            ],
        }
        for (out, value), numbers in sorted(groups.items())
    ]


def lives_part(groups: Sequence[dict[str, Any]], page: int) -> list[dict[str, Any]]:
    """Return the groups with only the rows of one page; `in_all` is the size of the whole group."""
    start = (page - 1) * LIVES_SHOWN
    parts = []
    rows_before = 0
    for group in groups:
        rows = group["rows"][
            max(start - rows_before, 0) : max(start + LIVES_SHOWN - rows_before, 0)
        ]
        rows_before += len(group["rows"])
        if rows:
            parts.append({**group, "rows": rows, "in_all": len(group["rows"])})
    return parts


def lives_page_of(groups: Sequence[dict[str, Any]], number: int) -> int:
    """Return the page with the row of this entry, or the first page if the entry has no row."""
    rows = [row["competitor"].number for group in groups for row in group["rows"]]
    return (rows.index(number) if number in rows else 0) // LIVES_SHOWN + 1


def lives_pages(groups: Sequence[dict[str, Any]]) -> int:
    return -(-sum(len(group["rows"]) for group in groups) // LIVES_SHOWN)


def lives_left_in_words(lives: int) -> str:
    """Return the lives left in words: «Le quedan 2 vidas»."""
    return ngettext("Le queda %(left)s vida", "Le quedan %(left)s vidas", lives) % {"left": lives}


def _title(is_out: int, value: int, over: bool) -> str:
    if not is_out:
        return _("Gana el torneo") if over else lives_left_in_words(value)
    return _("Fuera %(where)s") % {"where": exit_round_in_words(value)} if value else _("Sin jugar")


def _marks(fates: Fates, number: int) -> dict[str, Any]:
    """Return the lives of an entry for its row.

    `marks` has a cross for each lost life and a circle for each life left, `words` the number of
    lost lives, `again` the number of re-entries.
    """
    lives, lives_left = fates.lives[number], fates.lives_left(number)
    lives_lost = lives.total - lives_left
    words = ngettext("%(lost)s perdida", "%(lost)s perdidas", lives_lost) % {"lost": lives_lost}
    return {"marks": "✗" * lives_lost + "○" * lives_left, "words": words, "again": lives.again}


# --- Calendar -------------------------------------------------------------------------------------
# The calendar of a league or of groups: every round with its date, hosts and byes.
FIXTURES = 150  # fixtures on a page; a round with more fixtures has a page of its own


def calendar_page(
    tournament: Tournament, audience: Audience, *, ahead: bool, page: int | None = 0
) -> dict[str, Any]:
    """Return a page of the rounds, with the rounds to come if `ahead`.

    `page` 0 means the page with the round in play, None one page with all rounds. The context's
    `every` has all the rounds, for an index.
    """
    stage = tournament.stage
    rounds = calendar_rounds(stage, audience, ahead=ahead)
    pages = _pages(rounds) if page is not None else [rounds]
    current_page = Paginator(pages, 1).get_page(page or _current_page(pages))
    return {
        "dates": [
            _round_row(tournament, calendar_round)
            for part in current_page
            for calendar_round in part
        ],
        "every": rounds,
        "page": current_page,
        "query": query_of(tournament),
        "groups": any(
            fixture.group for calendar_round in rounds for fixture in calendar_round.fixtures
        ),
        "crowded_venues": crowded_venues(rounds),
        "dated": any(calendar_round.at for calendar_round in rounds),
        "ahead": ahead,
    }


def _pages(rounds: Sequence[CalendarRound]) -> list[list[CalendarRound]]:
    """Return the rounds in pages of at most `FIXTURES` fixtures; no round is split."""
    pages: list[list[CalendarRound]] = []
    room = 0
    for calendar_round in rounds:
        room -= len(calendar_round.fixtures)
        if room < 0 or not pages:
            pages.append([])
            room = FIXTURES - len(calendar_round.fixtures)
        pages[-1].append(calendar_round)
    return pages


def _current_page(pages: Sequence[Sequence[CalendarRound]]) -> int:
    """Return the page with the first unfinished round, or the last page if all are over."""
    for number, rounds in enumerate(pages, 1):
        if any(not _is_over(calendar_round) for calendar_round in rounds):
            return number
    return len(pages)


def _is_over(calendar_round: CalendarRound) -> bool:
    meetings = [fixture.meeting for fixture in calendar_round.fixtures]
    return bool(calendar_round.serial) and all(
        meeting is not None and meeting.is_finished for meeting in meetings
    )


def _round_row(tournament: Tournament, calendar_round: CalendarRound) -> dict[str, Any]:
    return {
        "name": calendar_round.name,
        "number": calendar_round.number,
        "at": calendar_round.at,
        "serial": calendar_round.serial,
        "rests": calendar_round.rests,
        "fixtures": [
            {
                "home": fixture.home,
                "away": fixture.away,
                "group": fixture.group,
                "venue": fixture.venue,
                "meeting": fixture.meeting,
                "url": match_url(tournament, fixture.meeting) if fixture.meeting else "",
                "score": _score(fixture.meeting),
                "postponed": _postponement(fixture.meeting),
            }
            for fixture in calendar_round.fixtures
        ],
    }


def _postponement(meeting: Meeting | None) -> str:
    """Return the new date of a postponed match in words; "" for any other match."""
    return label_of(meeting) if meeting is not None and meeting.state == State.POSTPONED else ""


def _score(meeting: Any) -> str:
    """Return the score of a match or, between teams, the boards won so far."""
    score = score_of(meeting) if meeting is not None else None
    return "" if score is None else score_or_void(meeting, versus_text(score, meeting.unit))
