"""Refusal of hands that players write once the time of their match is up."""

from datetime import datetime, timedelta

from django.utils.translation import gettext_lazy as _

from rules.core import Step
from rules.mirror import is_one_hand
from scoring.actas.selectors.actas import Record
from scoring.models import Acta
from scoring.refereeing.ladders import DRAW, STANDS
from scoring.refereeing.selectors.clock import is_level, refereeing_at, stopped_since
from scoring.refereeing.words import time_up_rule
from tournaments.models import Match
from tournaments.refusal import Conflict

# How long after the end players may write a hand that they finished in time.
TIME_TO_WRITE = timedelta(minutes=2)


def refuse_out_of_time(match: Match, acta: Acta | None, record: Record, moment: datetime) -> None:
    """Raise Refused 409 `time_is_up` if players write, at `moment`, a hand played out of time.

    The hand is the last line of the record. Referees and the desk are never refused, because they
    judge their own lines. Players are refused only if they write hand by hand: an acta typed
    afterwards does not show when each hand was played. If the match needs a winner, a hand that
    begins with the match tied is never refused, unless it is the first hand.
    """
    options = refereeing_at(match)
    if not options.minutes or match.called_at is None:
        return
    end = match.called_at + timedelta(minutes=options.minutes + match.extra_minutes)
    stopped_at = stopped_since(match.round)
    if stopped_at is not None and stopped_at < end:
        return
    if options.time_up in (DRAW, STANDS):
        end += TIME_TO_WRITE
    game = match.tournament.rules
    are_hands = [is_one_hand(game, step.hand) for step in record.steps]
    other_steps = [
        step for step, one_hand in zip(record.steps, are_hands, strict=True) if not one_hand
    ]
    if (
        moment <= end
        or not are_hands[-1]
        or any(not _is_ruling(match, step) for step in other_steps)
    ):
        return
    written_hands = list(acta.hands.all()) if acta is not None else []
    late_steps = [
        step
        for written_hand, step, one_hand in zip(
            written_hands, record.steps, are_hands, strict=False
        )
        if one_hand and written_hand.created_at > end
    ]
    needs_winner = not match.round.stage.system.can_draw
    if needs_winner and len(record.steps) > 1 and is_level(match, record.steps[-2].score):
        return
    is_tied = bool(late_steps) and is_level(match, late_steps[0].score)
    if options.allows_another_hand(len(late_steps), is_tied):
        return
    raise Conflict(
        "time_is_up",
        _(
            "Se acabó el tiempo y no caben más manos (%(rule)s). Si esta se jugó a tiempo, avise "
            "al árbitro: la puede anotar él."
        ),
        field="line",
        rule=time_up_rule(options),
    )


def _is_ruling(match: Match, step: Step[object]) -> bool:
    """Return whether the line is a ruling, which takes no time."""
    return match.tournament.rules.to_json(step.hand).get("kind") == "ruling"
