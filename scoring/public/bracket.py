"""The brackets of a stage as a page shows them, and the lives of each where there are lives."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.public.cards import match_url, told_score
from scoring.public.lives import lives_page
from scoring.public.names import name_inside
from scoring.selectors.bracket import (
    MAIN,
    THIRD_PLACE,
    Bracket,
    BracketRound,
    Place,
    Tie,
    brackets_of,
)
from scoring.selectors.fates import fates_of
from scoring.selectors.meetings import competitors_of, meetings
from scoring.wording.rounds import bracket_name
from tournaments.models import Tournament


def bracket_page(tournament: Tournament) -> dict[str, Any]:
    """The brackets, every round of each; lives besides, in 4 queries more. 3 queries."""
    stage, competitors = tournament.stage, competitors_of(tournament)
    played = meetings(stage, competitors)
    found = brackets_of(stage, played, competitors)
    fixed = not getattr(stage.format_rules(), "redraw", False)
    third = next((one for one in found if one.name == THIRD_PLACE), None)
    fates = fates_of(stage, played, competitors) if stage.has_lives and played else None
    return {
        "brackets": [
            {
                **_bracket(tournament, one, fixed, alone=len(found) == (2 if third else 1)),
                "third": _bracket(tournament, third, fixed) if third and one.name == MAIN else None,
            }
            for one in found
            if one is not third
        ],
        "numbers": _numbers(found),
        "lives": lives_page(competitors, played, fates) if fates else [],
    }


def place_words(place: Place) -> str:
    if place.competitor:
        return f"{place.competitor.number} · {place.competitor.title}"
    if place.source is None:
        return _("Por decidir")
    words = (
        _("Quien pierda la partida %(number)s")
        if place.loser
        else _("Quien gane la partida %(number)s")
    )
    return words % {"number": place.source.number}


def _bracket(
    tournament: Tournament, one: Bracket, fixed: bool, *, alone: bool = False
) -> dict[str, Any]:
    entries = one.rounds[0].entries if one.rounds else 0
    drawn = [each for each in one.rounds if any(tie.meeting for tie in each.ties)]
    now = (drawn or one.rounds)[-1 if drawn else 0] if one.rounds else None
    return {
        "id": f"{one.name}{one.label}".replace("_", "-"),
        "name": "" if alone else bracket_name(one.name, one.label, entries),
        "rounds": [
            {
                **_round(tournament, each, _lines(before, each) if fixed and before else ""),
                "now": each is now,
                "next": _step(after),
            }
            for before, each, after in zip(
                (None, *one.rounds), one.rounds, (*one.rounds[1:], None), strict=False
            )
        ],
    }


def _step(one: BracketRound | None) -> dict[str, str] | None:
    """The way to a round of the bracket, for who looks at one at a time."""
    return {"id": _id(one), "name": name_inside(one)} if one else None


def _id(one: BracketRound) -> str:
    return f"{one.bracket}{one.label}-{one.number}".replace("_", "-")


def _lines(before: BracketRound, one: BracketRound) -> str:
    """How a round comes out of the one before: two ties into one, one into one, or no lines."""
    if before.size == 2 * one.size:
        return "joins"
    return "follows" if before.size == one.size else ""


def _round(tournament: Tournament, one: BracketRound, lines: str) -> dict[str, Any]:
    return {
        "id": _id(one),
        "name": name_inside(one),
        "lines": lines,
        "ties": [_tie(tournament, tie) for tie in one.ties],
    }


def _tie(tournament: Tournament, tie: Tie) -> dict[str, Any]:
    one = tie.meeting
    score = told_score(one) if one else None
    return {
        "meeting": one,
        "alone": len(tie.places) == 1,
        "url": match_url(tournament, one) if one and not one.is_bye else "",
        "sides": [
            {
                "competitor": place.competitor,
                "words": "" if place.competitor else place_words(place),
                "winner": one is not None and one.winner == side,
                "score": score[side] if score else None,
            }
            for side, place in enumerate(tie.places)
        ],
    }


def _numbers(brackets: Sequence[Bracket]) -> list[dict[str, Any]]:
    """Everybody in the brackets by number, with the match that shows where each is now."""
    last: dict[int, tuple[int, str]] = {}
    for bracket in brackets:
        for one in bracket.rounds:
            for tie in one.ties:
                if tie.meeting is not None:
                    for competitor in tie.meeting.sides:
                        here = (one.number, tie.meeting.code)
                        last[competitor.number] = max(last.get(competitor.number, here), here)
    return [{"number": number, "code": last[number][1]} for number in sorted(last)]
