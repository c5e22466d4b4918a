"""The calendar of a league or of groups: every round with its date, at whose home, who rests."""

from typing import Any

from scoring.public.cards import match_url, score_of
from scoring.selectors.calendar import Date, calendar
from scoring.wording.scores import against
from tournaments.models import Tournament


def calendar_page(tournament: Tournament, *, ahead: bool) -> dict[str, Any]:
    """Every round; those to come too, if asked. 13 queries at most."""
    stage = tournament.stage
    dates = calendar(stage, ahead=ahead)
    return {
        "dates": [_date(tournament, one) for one in dates],
        "groups": any(fixture.group for one in dates for fixture in one.fixtures),
        "dated": any(one.at for one in dates),
        "ahead": ahead,
    }


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
            }
            for fixture in one.fixtures
        ],
    }


def _score(meeting: Any) -> str:
    """Between teams, the boards won so far."""
    score = score_of(meeting) if meeting is not None else None
    return "" if score is None else against(score, meeting.unit)
