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

TO_WRITE = timedelta(minutes=2)  # time for players to write hands that ended before the time was up


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
    up = match.called_at + timedelta(minutes=options.minutes + match.extra_minutes)
    since = stopped_since(match.round)
    if since is not None and since < up:
        return
    if options.time_up in (DRAW, STANDS):
        up += TO_WRITE
    game = match.tournament.rules
    hands = [is_one_hand(game, step.hand) for step in record.steps]
    others = [step for step, hand in zip(record.steps, hands, strict=True) if not hand]
    if moment <= up or not hands[-1] or any(not _is_ruling(match, step) for step in others):
        return
    there = list(acta.hands.all()) if acta is not None else []
    late = [
        step
        for line, step, hand in zip(there, record.steps, hands, strict=False)
        if hand and line.created_at > up
    ]
    goes_on = not match.round.stage.system.can_draw
    if goes_on and len(record.steps) > 1 and is_level(match, record.steps[-2].score):
        return
    level = bool(late) and is_level(match, late[0].score)
    if options.one_more(len(late), level):
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
