"""The knockout's bracket as a page shows it."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.public.cards import match_url, told_score
from scoring.selectors.bracket import BracketRound, Place, Tie, bracket
from scoring.selectors.meetings import Meeting, meetings, pairs_of
from scoring.wording.rounds import round_name
from tournaments.models import Stage, Tournament


def bracket_page(tournament: Tournament) -> dict[str, Any]:
    """The bracket, every round of it. 3 queries."""
    stage, pairs = tournament.stage, pairs_of(tournament)
    rounds = rounds_of(stage, meetings(stage, pairs))
    return {"rounds": [_bracket_round(tournament, one) for one in rounds]}


def rounds_of(stage: Stage, played: Sequence[Meeting]) -> tuple[BracketRound, ...]:
    return bracket(played, third_place=bool(stage.format_options.get("third_place")))


def _bracket_round(tournament: Tournament, one: BracketRound) -> dict[str, Any]:
    return {
        "number": one.number,
        "name": round_name(one.number, one.size),
        "ties": [_tie(tournament, tie) for tie in one.ties],
        "third_place": _tie(tournament, one.third_place) if one.third_place else None,
    }


def _tie(tournament: Tournament, tie: Tie) -> dict[str, Any]:
    one = tie.meeting
    score = told_score(one) if one else None
    return {
        "meeting": one,
        "url": match_url(tournament, one) if one and not one.is_bye else "",
        "sides": [
            {
                "pair": place.pair,
                "words": "" if place.pair else place_words(place),
                "winner": one is not None and one.winner == side,
                "score": score[side] if score else None,
            }
            for side, place in enumerate(tie.places)
        ],
    }


def place_words(place: Place) -> str:
    if place.pair:
        return f"{place.pair.number} · {place.pair.title}"
    if place.source is None:
        return _("Por decidir")
    words = (
        _("Quien pierda la partida %(number)s")
        if place.loser
        else _("Quien gane la partida %(number)s")
    )
    return words % {"number": place.source.number}
