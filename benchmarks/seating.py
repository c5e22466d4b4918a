"""Whole halls seated in a night, beside what other programs do, measured in the same run.

Eight rounds at tables of four, or of three, four and five, without anybody meeting twice; and
tables by the standings, with random results (+30, +10, −10, −30 at each table). The peers are
plain implementations of what is done elsewhere, here in this file: a thousand random seatings a
round, of which the best is kept (as MahjongPantheon's shuffled seating does), and tables filled
down the standings, each with the first who have not met those who sit there. Figures of Pantheon
itself and of OR-Tools' CP-SAT, which are not on PyPI or too large to ask for, are printed from
measurements made once on two cores: for orientation only. Processor time, medians of five turns.

    ./dev bench seating   or   .venv/bin/python benchmarks/seating.py
"""

import random
import statistics
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tournaments.formats import totals
from tournaments.formats.core import Entrant, PlayedMatch, Situation
from tournaments.formats.totals import TOTALS
from tournaments.pairing.draw import ball_order
from tournaments.pairing.seating.plans import rounds_from_plan, table_sizes
from tournaments.pairing.seating.search import SeatingPrices, seat_apart

TURNS, ROUNDS, DRAWS = 5, 8, 1_000

Tables = Sequence[Sequence[int]]
Rounds = list[Tables]

PANTHEON = {60: "69 repeats, 5.8 s", 200: "66 repeats, 10.8 s", 1000: "57 repeats, 47.4 s"}
CP_SAT = {60: "0 in 1.7 s", 200: "0 in 13.6 s", 1000: "no first round in 62 s"}
PANTHEON_RANKED = {
    60: "12-18 repeats, spread 25, 0.43 s in all",
    200: "2-9 repeats, spread 4.95, 0.77 s in all",
    1000: "0 repeats, spread 0.67, 36.6 s in all",
}


# --- A night without meeting twice ----------------------------------------------------------------
def by_plan(people: int, turn: int) -> Rounds:
    """The first round from the seed, the others by arithmetic."""
    order = ball_order(range(1, people + 1), f"bench/{turn}", "totals 1")
    first = [order[at : at + 4] for at in range(0, people, 4)]
    return [first, *rounds_from_plan(first, ROUNDS)]


def by_search(people: int, turn: int, rounds: int = ROUNDS) -> Rounds:
    """Every round searched from its own balls."""
    sizes = table_sizes(people, 4, (), "smaller")
    together: defaultdict[int, dict[int, int]] = defaultdict(dict)
    found: Rounds = []
    for number in range(1, rounds + 1):
        seed = f"bench/{turn}/{number}"
        order = ball_order(range(1, people + 1), seed, "totals")
        tables = seat_apart(
            lambda k, order=order, seed=seed: ball_order(order, seed, f"{k}") if k else order,
            sizes,
            SeatingPrices(together, usual=4),
        )
        for table in tables:
            for one, other in combinations(table, 2):
                together[one][other] = together[other][one] = 10
        found.append(tables)
    return found


def by_totals(people: int, turn: int, odd: str) -> Rounds:
    """As a tournament is drawn, with its report: who sits at an odd table is known beforehand."""
    everybody = tuple(map(Entrant, range(1, people + 1)))
    situation = Situation(everybody, sides=4, table_sizes=(3, 4, 5))
    options = totals.Options(ROUNDS, seating="rotation", odd=odd)
    found: Rounds = []
    for number in range(1, ROUNDS + 1):
        drawn = TOTALS.next_round(situation, options, f"bench/{turn}/{number}")
        found.append([one.sides for one in drawn.pairings])
        played = tuple(PlayedMatch(one.position, one.sides, one.sides[0]) for one in drawn.pairings)
        situation = replace(situation, rounds=(*situation.rounds, played))
    return found


def best_of_many(people: int, turn: int) -> Rounds:
    """A thousand random seatings a round, the best one kept."""
    dice = random.Random(turn)
    met: set[tuple[int, int]] = set()
    found: Rounds = []
    order = list(range(1, people + 1))
    for _number in range(ROUNDS):
        best: Tables = []
        fewest = people * people
        for _draw in range(DRAWS):
            dice.shuffle(order)
            tables = [sorted(order[at : at + 4]) for at in range(0, people, 4)]
            again = sum(couple in met for table in tables for couple in combinations(table, 2))
            if again < fewest:
                best, fewest = tables, again
            if not again:
                break
        met.update(couple for table in best for couple in combinations(table, 2))
        found.append(best)
    return found


def repeated(rounds: Rounds) -> int:
    met = Counter(
        couple for tables in rounds for table in tables for couple in combinations(sorted(table), 2)
    )
    return sum(met.values()) - len(met)


# --- Tables by the standings ----------------------------------------------------------------------
def down_the_standings(
    people: Sequence[int], points: dict[int, int], met: set[tuple[int, int]], dice: random.Random
) -> Tables:
    """Each table is filled with the first of the standings who have met nobody of it; with the
    next ones when there are none."""
    waiting = sorted(people, key=lambda one: (-points[one], dice.random()))
    tables = []
    while waiting:
        table = [waiting.pop(0)]
        while len(table) < 4:
            fit = (
                at
                for at, one in enumerate(waiting)
                if all((min(one, other), max(one, other)) not in met for other in table)
            )
            table.append(waiting.pop(next(fit, 0)))
        tables.append(table)
    return tables


def night_by_ranking(people: int, turn: int, ours: bool) -> tuple[int, float, float]:
    """Repeats in all, mean spread at a table, seconds of the slowest round."""
    dice, chance = random.Random(turn), random.Random(-turn)
    points = dict.fromkeys(range(1, people + 1), 0)
    situation = Situation(tuple(map(Entrant, points)), sides=4)
    met: set[tuple[int, int]] = set()
    again, slowest, spreads = 0, 0.0, []
    for number in range(1, ROUNDS + 1):
        start = time.process_time()
        if ours:
            drawn = TOTALS.next_round(
                replace(situation, counted=points),
                totals.Options(ROUNDS, seating="ranking"),
                f"bench/{turn}/{number}",
            )
            tables: Tables = [one.sides for one in drawn.pairings]
        else:
            tables = down_the_standings(list(points), points, met, chance)
        slowest = max(slowest, time.process_time() - start)
        for table in tables:
            scores = [points[one] for one in table]
            spreads.append(max(scores) - min(scores))
            couples = set(combinations(sorted(table), 2))
            again += len(couples & met)
            met |= couples
        for table in tables:
            for one, won in zip(table, dice.sample([30, 10, -10, -30], 4), strict=True):
                points[one] += won
        played = tuple(
            PlayedMatch(at, tuple(table), table[0]) for at, table in enumerate(tables, start=1)
        )
        situation = replace(situation, rounds=(*situation.rounds, played))
    return again, statistics.mean(spreads), slowest


# --- The report -----------------------------------------------------------------------------------
def measured(work: Callable[[int], Rounds], turns: int = TURNS) -> tuple[float, list[int]]:
    """Median seconds, and the repeats of each turn."""
    seconds, repeats = [], []
    for turn in range(turns):
        start = time.process_time()
        rounds = work(turn)
        seconds.append(time.process_time() - start)
        repeats.append(repeated(rounds))
    return statistics.median(seconds), repeats


def say(name: str, seconds: float, repeats: list[int]) -> None:
    print(f"  {name:44} {1000 * seconds:10,.1f} ms   repeats {sorted(repeats)}")


def small() -> None:
    """The same at a size that takes a moment: that it still runs."""
    search, repeats = measured(lambda turn: by_search(20, turn, 3), 1)
    say("by search", search, repeats)
    peer, repeats = measured(lambda turn: best_of_many(20, turn), 1)
    say("peer: best of 1,000 random seatings", peer, repeats)
    print(f"  {peer / search:44,.0f} times as fast as the peer")
    for ours in (True, False):
        night_by_ranking(20, 0, ours)
    by_totals(22, 0, "larger")


def main() -> None:
    for people in (60, 200, 1000):
        print(f"{people} at tables of 4, {ROUNDS} rounds")
        plan, repeats = measured(lambda turn, n=people: by_plan(n, turn))
        if people != 60:  # 15 tables have a plan of five rounds
            say("by plan", plan, repeats)
        search, repeats = measured(lambda turn, n=people: by_search(n, turn))
        say("by search", search, repeats)
        peer, repeats = measured(
            lambda turn, n=people: best_of_many(n, turn), 1 if people == 1000 else TURNS
        )
        say("peer: best of 1,000 random seatings", peer, repeats)
        print(f"  {peer / search:44,.0f} times as fast as the peer")
        print(f"  for orientation: Pantheon {PANTHEON[people]}; CP-SAT {CP_SAT[people]}")
    say("60 at tables of 4, 13 rounds, by search", *measured(lambda t: by_search(60, t, 13)))
    for people in (62, 203, 1001):
        for odd in ("smaller", "larger"):
            work = measured(lambda turn, n=people, odd=odd: by_totals(n, turn, odd))
            say(f"{people}, some at odd tables ({odd}), drawn whole", *work)
    for people in (60, 200, 1000):
        print(f"{people} by the standings, {ROUNDS} rounds")
        for name, ours in (("by ranking", True), ("peer: down the standings", False)):
            nights = [night_by_ranking(people, turn, ours) for turn in range(TURNS)]
            again, spread, slowest = (statistics.median(one) for one in zip(*nights, strict=True))
            print(
                f"  {name:28} repeats {again:4g}   spread {spread:6.2f}"
                f"   slowest round {1000 * slowest:8,.1f} ms"
            )
        print(f"  for orientation: Pantheon {PANTHEON_RANKED[people]}")


if __name__ == "__main__":
    small() if sys.argv[1:] == ["small"] else main()
