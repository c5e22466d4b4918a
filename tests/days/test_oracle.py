"""The standings of random days against the actas added up by hand.

`TAPETE_DAYS` is how many days each way of each format has (`./dev days 400`); a difference is told
with the seed that plays that day again.
"""

import os
from random import Random

import pytest

from scoring.selectors.standings import stage_tables
from tests.days.any_day import thrown_away
from tests.days.hall import Day
from tests.days.holds import every_draw_comes_out_again
from tests.days.oracle.book import tables_of
from tests.days.oracle.luck import begin_a_day, every_way, play_a_day
from tests.days.oracle.papers import hall_of

DAYS = int(os.environ.get("TAPETE_DAYS", "2"))
SEED = os.environ.get("TAPETE_DAYS_SEED", "tapete")

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("format", "way"), every_way())
def test_the_standings_are_what_the_actas_add_up_to(begin, format, way):
    for number in range(DAYS):
        seed = f"{SEED}/{format}/{way}/{number}"
        dice = Random(seed)
        with thrown_away():
            day = begin_a_day(begin, format, way, dice)
            play_a_day(day, dice, lambda day=day, seed=seed: agree(day, seed))
            every_draw_comes_out_again(day)


def agree(day: Day, seed: str) -> None:
    stage = day.stage
    hall = hall_of(stage)
    told = {
        name: [(line.place, line.entrant, dict(line.values)) for line in lines]
        for name, lines in stage_tables(stage).items()
    }
    for name, lines in tables_of(hall).items():
        assert without_lot(told[name]) == without_lot(lines), (
            f"{seed} {name or 'all'}: {hall.chain} {hall.counting}\n"
            f"{played(hall)}\nsite  {told[name]}\nactas {lines}"
        )


def without_lot(lines):
    """The value of the lot is for the site to choose; its order is not."""
    return [
        (place, entrant, {key: value for key, value in values.items() if key != "lot"})
        for place, entrant, values in lines
    ]


def played(hall) -> str:
    return "\n".join(
        f"  {paper.round} {paper.group} {paper.sides} {dict(paper.tallies)} guests "
        f"{sorted(paper.guests)} forfeit {paper.forfeit}"
        for paper in hall.papers
    )
