"""The final on a screen of the hall, with the match for third place next to it."""

from typing import Any

from django.utils.translation import gettext as _

from scoring.actas.selectors.meetings import State
from scoring.models import Show
from scoring.public.bracket import all_brackets
from scoring.public.cards import score_in_words
from scoring.public.slides.slide import LONG, Slide
from scoring.stages.selectors.bracket import GRAND_FINAL, MAIN, THIRD_PLACE, Bracket, Tie
from scoring.stages.selectors.chain import winner_goes_on
from tournaments.models import Stage
from tournaments.names.audience import Audience


def final_slides(stage: Stage, audience: Audience) -> list[Slide]:
    """Return the page of the final from when its sides are known until it ends; else [].

    The final of a stage whose winner plays in another stage is not the final of the tournament.
    """
    if not stage.has_bracket or winner_goes_on(stage):
        return []
    brackets = {
        bracket.name: bracket for bracket in all_brackets(stage, audience)[::-1] if bracket.rounds
    }
    bracket = brackets.get(GRAND_FINAL) or brackets.get(MAIN)
    final = _final_of(bracket) if bracket else None
    if final is None or not (final.meeting is None or final.meeting.state in SHOWN_STATES):
        return []
    third_place = brackets[THIRD_PLACE].rounds[-1].ties[0] if THIRD_PLACE in brackets else None
    rows = [_row(_("La final"), final)]
    if third_place is not None and _is_paired(third_place):
        rows.append(_row(_("Tercer puesto"), third_place))
    is_long = any(len(side["name"]) > LONG for row in rows for side in row["sides"])
    is_playing = final.meeting is not None and final.meeting.state == State.PLAYING
    values = {"long": is_long, "playing": is_playing}
    return [Slide(Show.PLAYING, "final", stage.tournament.name, rows, values=values)]


SHOWN_STATES = (State.WAITING, State.PLAYING)


def _final_of(bracket: Bracket) -> Tie | None:
    """Return the bracket's last final with known sides, or None; a final may be played twice."""
    finals = [bracket_round.ties[0] for bracket_round in bracket.rounds if bracket_round.size == 1]
    return next((tie for tie in reversed(finals) if _is_paired(tie)), None)


def _is_paired(tie: Tie) -> bool:
    return len(tie.places) > 1 and all(place.competitor is not None for place in tie.places)


def _row(name: str, tie: Tie) -> dict[str, Any]:
    meeting = tie.meeting
    score = score_in_words(meeting) if meeting else None
    has_begun = meeting is not None and meeting.state not in (State.WAITING, State.POSTPONED)
    return {
        "name": name,
        "table": meeting.table if meeting and meeting.state == State.PLAYING else None,
        "note": "" if has_begun else _("a continuación"),
        "sides": [
            {
                "name": place.competitor.title,
                "towns": place.competitor.towns,
                "score": score[side] if score else "",
                "winner": meeting is not None and meeting.is_finished and meeting.winner == side,
            }
            for side, place in enumerate(tie.places)
            if place.competitor is not None
        ],
    }
