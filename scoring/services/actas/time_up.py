"""No hand more than the rule of the stage lets them play once the time of a match is up."""

from datetime import datetime, timedelta

from django.utils.translation import gettext_lazy as _

from rules.core import Step
from rules.one_hand import tells_one_hand
from scoring.models import Acta
from scoring.refereeing import DRAW, STANDS
from scoring.selectors.matches.actas import Record
from scoring.selectors.refereeing.clock import is_level, refereeing_at
from scoring.wording.refereeing import no_more_hands
from tournaments.models import Match
from tournaments.refusal import Refused

TO_WRITE = timedelta(minutes=2)  # what had ended when the bell rang may be written yet


def refuse_out_of_time(match: Match, acta: Acta | None, record: Record, moment: datetime) -> None:
    """Raises Refused 409 `time_is_up` for the last line of the record, written by its own players
    at that moment, when it is a hand that should not have been played.

    Only players are stopped, and only hand by hand: what a referee or the desk writes they have
    judged, and of a paper typed afterwards nobody can tell when each hand was played. Where level
    means that they go on until somebody wins, nothing is refused.
    """
    options = refereeing_at(match)
    if not options.minutes or match.called_at is None:
        return
    up = match.called_at + timedelta(minutes=options.minutes + match.extra_minutes)
    if options.time_up in (DRAW, STANDS):
        up += TO_WRITE
    game = match.tournament.rules
    hands = [tells_one_hand(game, step.hand) for step in record.steps]
    others = [step for step, one in zip(record.steps, hands, strict=True) if not one]
    if moment <= up or not hands[-1] or any(not _is_ruling(match, step) for step in others):
        return
    there = list(acta.hands.all()) if acta is not None else []
    since = [
        step
        for line, step, one in zip(there, record.steps, hands, strict=False)
        if one and line.created_at > up
    ]
    goes_on = not match.round.stage.system.can_draw
    if goes_on and len(record.steps) > 1 and is_level(match, record.steps[-2].score):
        return
    level = bool(since) and is_level(match, since[0].score)
    if options.one_more(len(since), level):
        return
    raise Refused(
        "time_is_up",
        _(
            "Se acabó el tiempo y no caben más manos (%(rule)s). Si esta se jugó a tiempo, "
            "avise al árbitro: la puede apuntar él."
        ),
        field="line",
        status=409,
        rule=no_more_hands(options),
    )


def _is_ruling(match: Match, step: Step) -> bool:
    """Whether it is a referee's decision, which takes no time."""
    return match.tournament.rules.to_json(step.hand).get("kind") == "ruling"
