"""The calendar of a league or of groups: every round with its date, at whose home, who rests."""

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Paginator

from scoring.public.cards import State, label_of, match_url, or_void, score_of
from scoring.selectors.matches.meetings import Meeting
from scoring.selectors.rounds.calendar import Date, calendar
from scoring.wording.numbers import against
from tournaments.models import Tournament
from tournaments.names.audience import Audience
from tournaments.pages import query_of

FIXTURES = 150  # of a page, or one round where it has more


def calendar_page(
    tournament: Tournament, audience: Audience, *, ahead: bool, page: int | None = 0
) -> dict[str, Any]:
    """Return a page of the rounds, those `ahead` too if asked; 0 is that in play, None all of them.
    `every` has the name and date of each."""
    stage = tournament.stage
    dates = calendar(stage, audience, ahead=ahead)
    pages = _pages(dates) if page is not None else [dates]
    shown = Paginator(pages, 1).get_page(page or _page_now(pages))
    return {
        "dates": [_date(tournament, one) for part in shown for one in part],
        "every": dates,
        "page": shown,
        "query": query_of(tournament),
        "groups": any(fixture.group for date in dates for fixture in date.fixtures),
        "dated": any(one.at for one in dates),
        "ahead": ahead,
    }


def _pages(dates: Sequence[Date]) -> list[list[Date]]:
    """Return the rounds by pages of so many fixtures, none of them cut in two."""
    pages: list[list[Date]] = []
    left = 0
    for date in dates:
        left -= len(date.fixtures)
        if left < 0:
            pages.append([])
            left = FIXTURES - len(date.fixtures)
        pages[-1].append(date)
    return pages


def _page_now(pages: Sequence[Sequence[Date]]) -> int:
    """Return the page with the first round that is not over; the last one once all are."""
    for number, dates in enumerate(pages, 1):
        if any(not _is_over(date) for date in dates):
            return number
    return len(pages)


def _is_over(date: Date) -> bool:
    played = [fixture.meeting for fixture in date.fixtures]
    return bool(date.serial) and all(one is not None and one.is_finished for one in played)


def _date(tournament: Tournament, one: Date) -> dict[str, Any]:
    return {
        "name": one.name,
        "number": one.number,
        "at": one.at,
        "serial": one.serial,
        "rests": one.rests,
        "fixtures": [
            {
                "home": fixture.home,
                "away": fixture.away,
                "group": fixture.group,
                "meeting": fixture.meeting,
                "url": match_url(tournament, fixture.meeting) if fixture.meeting else "",
                "score": _score(fixture.meeting),
                "postponed": _postponed(fixture.meeting),
            }
            for fixture in one.fixtures
        ],
    }


def _postponed(meeting: Meeting | None) -> str:
    """Return the new date of a postponed match in words; "" of any other."""
    return label_of(meeting) if meeting is not None and meeting.state == State.POSTPONED else ""


def _score(meeting: Any) -> str:
    """Between teams, the boards won so far."""
    score = score_of(meeting) if meeting is not None else None
    return "" if score is None else or_void(meeting, against(score, meeting.unit))
