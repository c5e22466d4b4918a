"""Test that each draw is the same in another process, with another hash seed."""

import os

import pytest

from tests.programs import run_python

PRINT_THE_ROUNDS = """
from tournaments.formats import LEAGUE, MELEE, SWISS, TOTALS, league, melee, swiss, totals
from tournaments.formats.core import Entrant, PlayedMatch, Situation, Wishes
from tournaments.formats.routes import planned_rounds

# Swiss: a small hall, and a hall that is paired by windows.
for size in 41, 301:
    first = tuple(PlayedMatch(i, (2 * i - 1, 2 * i), 2 * i) for i in range(1, size // 2 + 1))
    towns = {n: ("town:" + "abcde"[n % 5],) for n in {size, *range(1, size)}}
    entrants = tuple(Entrant(n, tags=tags) for n, tags in towns.items())
    wishes = Wishes({"town": 2}, forbidden=frozenset((n, n + 2) for n in range(1, size - 2, 3)))
    points = {2 * i: 1 for i in range(1, size // 2 + 1)}
    situation = Situation(entrants, (first,), points, wishes=wishes)
    print(SWISS.next_round(situation, swiss.Options(5), "maratón"))

# League.
entrants = tuple(Entrant(n) for n in {41, *range(1, 21)})
print(LEAGUE.calendar(Situation(entrants), league.Options(2), "maratón"))

# Totals and mêlée.
entrants = tuple(
    Entrant(n, seed=n % 8, tags=(f"town:{n % 7}", f"family:{n % 5}", f"session:{n % 2}"))
    for n in range(1, 31)
)
wishes = Wishes({"town": 3, "family": 5}, {"session": 1}, frozenset({(1, 2), (7, 9)}))
counted = {n: n * n % 17 for n in range(1, 31)}
hall = Situation(entrants, sides=4, wishes=wishes, counted=counted, table_sizes=(3, 4, 5))
for seating in ("lot", "rotation"):
    options = totals.Options(3, seating, "smaller")
    print(planned_rounds(hall, options, lambda number: f"seed/{number}", TOTALS))
print(TOTALS.next_round(hall, totals.Options(3, "ranking"), "seed"))
grouped = totals.Options(3, "rotation", "smaller", groups=3, seeding="seed")
print(planned_rounds(hall, grouped, lambda number: f"seed/{number}", TOTALS))
print(planned_rounds(hall, melee.Options(3), lambda number: f"seed/{number}", MELEE))
"""


@pytest.mark.slow
def test_rounds_are_the_same_in_another_process():
    outputs = {run_with_hash_seed(PRINT_THE_ROUNDS, hash_seed) for hash_seed in ("0", "4242")}
    assert len(outputs) == 1 and outputs != {""}


def run_with_hash_seed(program: str, hash_seed: str) -> str:
    """Return the output of the program in a process with this hash seed."""
    return run_python("-c", program, env={**os.environ, "PYTHONHASHSEED": hash_seed}).stdout
