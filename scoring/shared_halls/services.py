"""The clock of a hall: it changes the clocks of all its tournaments."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.models import RoundClock
from scoring.refereeing.selectors.clock import HallClock, hall_clock
from scoring.refereeing.services.hall_clock import resume_clock, start_clock, stop_clock
from tournaments.halls.selectors import tournaments_of_today
from tournaments.models import Hall
from tournaments.names.audience import EVERY_ROUND
from tournaments.refusal import Conflict, refuse_unknown_choice

START, STOP, RESUME = "start", "stop", "resume"


class ClockAct(NamedTuple):
    """An act on the clock of one stage; `suits` returns whether it would change that clock."""

    change: Callable[..., RoundClock]
    suits: Callable[[HallClock], bool]


CLOCK_ACTS: Mapping[str, ClockAct] = {
    START: ClockAct(start_clock, lambda clock: clock.started_at is None),
    STOP: ClockAct(stop_clock, lambda clock: clock.stopped_at is None),
    RESUME: ClockAct(resume_clock, lambda clock: clock.stopped_at is not None),
}


@transaction.atomic
def change_hall_clock(*, hall: Hall, author: User, act: str) -> int:
    """Start, stop or resume the clock of every round in play in the hall.

    Returns the number of clocks changed. `act` is a key of `CLOCK_ACTS`; clocks that it would not
    change are skipped. Each changed clock gets an audit line. Raises Refused: 400 `unknown_choice`;
    409 `nobody_plays` if no clock can be changed.
    """
    refuse_unknown_choice("act", act, CLOCK_ACTS.keys())
    changed_count = 0
    # Ordered by key, so that two users who act at the same time lock in the same order.
    for tournament in sorted(tournaments_of_today(hall), key=lambda tournament: tournament.pk):
        for stage in tournament.stages.select_related("tournament").order_by("number"):
            clock = hall_clock(stage, EVERY_ROUND)
            if clock is not None and CLOCK_ACTS[act].suits(clock):
                CLOCK_ACTS[act].change(stage=stage, author=author)
                changed_count += 1
    if not changed_count:
        raise Conflict(
            "nobody_plays", _("En la sala no hay ahora ninguna ronda a la que cambiar el reloj.")
        )
    return changed_count
