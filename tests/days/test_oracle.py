"""The standings of random days against the actas added up by hand.

`TAPETE_DAYS` is how many days each way of each format has (`./dev days 400`), each looked at
whenever something happens; a difference is told with the seed that plays that day again. Without it
they are one or two of each format, short, and looked at now and then.
"""

import os
from itertools import count
from random import Random

import pytest

from scoring.stages.selectors.chain import event_order
from scoring.stages.services import open_stage
from tests.days.any_day import thrown_away
from tests.days.hall import Day
from tests.days.holds import counts_close, every_draw_comes_out_again, standings_add_up
from tests.days.oracle.chains import CHAINS, begin_a_chain, play_a_chain
from tests.days.oracle.event import final_places, going_to
from tests.days.oracle.luck import begin_a_day, every_way, play_a_day
from tests.sizes import size
from tournaments.models import Stage
from tournaments.names.audience import EVERYTHING

ASKED = "TAPETE_DAYS" in os.environ
DAYS = int(os.environ.get("TAPETE_DAYS", size("1", long="3")))
SEED = os.environ.get("TAPETE_DAYS_SEED", "tapete")
# In the suite, one time of so many that something happens is looked at, and the days are short and
# of few.
SHORT, LONG = (3, 3, 8, 11), (1, 6, 12, 14)
LOOKS, ROUNDS, MOST, MOST_IN_A_CHAIN = LONG if ASKED else size(SHORT, long=LONG)
EVERY_WAY = [*every_way()]
# The first way of each format is the one in which results are corrected and pages asked for.
BESIDES = [("lives", 2), ("totals", 4), ("melee", 2)]
SOME_WAYS = [one for one in EVERY_WAY if one[1] == 1 or one in BESIDES]
WAYS = EVERY_WAY if ASKED else size(SOME_WAYS, long=EVERY_WAY)
# A quota of each kind, and points that are carried.
SOME_CHAINS = ["groups, best second, the rest", "points carried"]
EVENTS = [*CHAINS] if ASKED else size(SOME_CHAINS, long=[*CHAINS])

pytestmark = [pytest.mark.django_db, pytest.mark.always]


@pytest.mark.slow
@pytest.mark.parametrize(("format", "way"), WAYS)
def test_the_standings_are_what_the_actas_add_up_to(begin, format, way):
    for number in range(DAYS):
        seed = f"{SEED}/{format}/{way}/{number}"
        dice = Random(seed)
        with thrown_away():
            day = begin_a_day(begin, format, way, dice, MOST)
            look = now_and_then(lambda day=day, seed=seed: standings_add_up(day, seed))
            play_a_day(day, dice, look, rounds=ROUNDS)
            standings_add_up(day, seed)
            counts_close(day)
            every_draw_comes_out_again(day)


@pytest.mark.slow
@pytest.mark.parametrize("name", EVENTS)
def test_the_whole_event_is_what_its_stages_add_up_to(begin, name):
    for number in range(DAYS):
        seed = f"{SEED}/{name}/{number}"
        dice = Random(seed)
        with thrown_away():
            day = begin_a_chain(begin, name, dice, MOST_IN_A_CHAIN)

            def look(day=day, seed=seed):
                standings_add_up(day, seed)
                whole_event_agrees(day, seed)

            play_a_chain(
                day,
                dice,
                now_and_then(look),
                lambda stage, seed=seed, day=day: goes_on(day, stage, seed),
            )
            look()


def now_and_then(look):
    """The look, one time of `LOOKS`."""
    times = count(1)
    return lambda: look() if next(times) % LOOKS == 0 else None


def goes_on(day: Day, stage: Stage, seed: str) -> None:
    """The stage opened takes those of the places asked for, in their order."""
    wanted = going_to(stage)
    taken = open_stage(stage=stage, author=day.author)
    found = [place.entry.number for place in sorted(taken, key=lambda place: place.seed)]
    assert found == wanted, f"{seed}: stage {stage.number} takes {found}, and the papers {wanted}"


def whole_event_agrees(day: Day, seed: str) -> None:
    told = {line.entrant: line.place for line in event_order(day.tournament, EVERYTHING)}
    assert told == final_places(day.tournament), f"{seed}: {final_places(day.tournament)}"
