"""Tests of random days: the site's standings must equal the sums of the actas.

`TAPETE_DAYS` is the number of days for each way of each format (`./dev days 400`); they are checked
after each act. Otherwise the days are few and short, and are checked now and then. A failure shows
the seed that plays its day again.
"""

import os
from itertools import count
from random import Random

import pytest

from scoring.stages.selectors.chain import event_order
from scoring.stages.services import open_stage
from tests.days.any_day import rolled_back
from tests.days.hall import Day
from tests.days.holds import check_draws_repeat, check_places_and_losses, check_standings
from tests.days.oracle.chains import CHAINS, begin_chain, play_chain
from tests.days.oracle.event import final_places, qualifiers_for
from tests.days.oracle.luck import begin_random_day, every_way, play_random_day
from tests.sizes import size
from tournaments.models import Stage
from tournaments.names.audience import EVERYTHING

DAYS_ARE_GIVEN = "TAPETE_DAYS" in os.environ
DAYS = int(os.environ.get("TAPETE_DAYS", size("1", long="3")))
SEED = os.environ.get("TAPETE_DAYS_SEED", "tapete")
# A check runs once every `CHECK_EVERY` acts. A day has at most `ROUNDS` rounds and `MOST_ENTRIES`
# entries, and a chain of stages at most `MOST_IN_A_CHAIN` entries.
SHORT, LONG = (3, 3, 8, 11), (1, 6, 12, 14)
CHECK_EVERY, ROUNDS, MOST_ENTRIES, MOST_IN_A_CHAIN = (
    LONG if DAYS_ARE_GIVEN else size(SHORT, long=LONG)
)
EVERY_WAY = [*every_way()]
# Other tests correct results and open pages in the first way of each format.
MORE_WAYS = [("lives", 2), ("totals", 4), ("melee", 2)]
SOME_WAYS = [way for way in EVERY_WAY if way[1] == 1 or way in MORE_WAYS]
WAYS = EVERY_WAY if DAYS_ARE_GIVEN else size(SOME_WAYS, long=EVERY_WAY)
# Chains of stages with each kind of quota, and with points carried to the next stage.
SOME_CHAINS = ["groups, best second, the rest", "points carried"]
CHAIN_NAMES = [*CHAINS] if DAYS_ARE_GIVEN else size(SOME_CHAINS, long=[*CHAINS])

pytestmark = [pytest.mark.django_db, pytest.mark.always]


@pytest.mark.slow
@pytest.mark.parametrize(("format", "way"), WAYS)
def test_the_standings_of_a_random_day_equal_the_sums_of_its_actas(begin, format, way):
    for number in range(DAYS):
        seed = f"{SEED}/{format}/{way}/{number}"
        dice = Random(seed)
        with rolled_back():
            day = begin_random_day(begin, format, way, dice, MOST_ENTRIES)
            check = now_and_then(lambda day=day, seed=seed: check_standings(day, seed))
            play_random_day(day, dice, check, rounds=ROUNDS)
            check_standings(day, seed)
            check_places_and_losses(day)
            check_draws_repeat(day)


@pytest.mark.slow
@pytest.mark.parametrize("name", CHAIN_NAMES)
def test_the_final_places_of_a_random_event_equal_the_sums_of_its_actas(begin, name):
    for number in range(DAYS):
        seed = f"{SEED}/{name}/{number}"
        dice = Random(seed)
        with rolled_back():
            day = begin_chain(begin, name, dice, MOST_IN_A_CHAIN)

            def check(day=day, seed=seed):
                check_standings(day, seed)
                check_final_places(day, seed)

            play_chain(
                day,
                dice,
                now_and_then(check),
                lambda stage, seed=seed, day=day: open_and_check(day, stage, seed),
            )
            check()


def now_and_then(check):
    """Return a function that runs the check once every `CHECK_EVERY` calls."""
    calls = count(1)
    return lambda: check() if next(calls) % CHECK_EVERY == 0 else None


def open_and_check(day: Day, stage: Stage, seed: str) -> None:
    """Open the stage; assert that it takes the qualified entries of the oracle, in order."""
    oracle_numbers = qualifiers_for(stage)
    places = open_stage(stage=stage, author=day.author)
    numbers = [place.entry.number for place in sorted(places, key=lambda place: place.seed)]
    assert numbers == oracle_numbers, (
        f"{seed}: stage {stage.number} takes {numbers}, the oracle {oracle_numbers}"
    )


def check_final_places(day: Day, seed: str) -> None:
    places = {line.entrant: line.place for line in event_order(day.tournament, EVERYTHING)}
    assert places == final_places(day.tournament), f"{seed}: {final_places(day.tournament)}"
