"""Time and quality of the seating of a whole night, beside other methods in the same run.

Eight rounds are seated at tables of four, or of three, four and five, without two people meeting
twice; or at tables by the standings, with random results (+30, +10, −10, −30 at each table). The
peers are plain implementations in this file: the best of a thousand random seatings for each round
(as in MahjongPantheon's shuffled seating), and tables filled from the standings with the first
people who have not met anybody at the table. The printed figures of Pantheon and of OR-Tools'
CP-SAT were measured once on two cores, for orientation only: Pantheon is not on PyPI, and OR-Tools
is too large. Times are processor time, medians of five turns.

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
def seat_by_plan(people: int, turn: int) -> Rounds:
    """Draw round 1 from a seed with the number `turn`, and the other rounds by arithmetic."""
    order = ball_order(range(1, people + 1), f"bench/{turn}", "totals 1")
    first_round = [order[start : start + 4] for start in range(0, people, 4)]
    return [first_round, *rounds_from_plan(first_round, ROUNDS)]


def seat_by_search(people: int, turn: int, rounds: int = ROUNDS) -> Rounds:
    """Seat each round by search, from a random order drawn for that round."""
    sizes = table_sizes(people, 4, (), "smaller")
    penalties: defaultdict[int, dict[int, int]] = defaultdict(dict)
    night: Rounds = []
    for number in range(1, rounds + 1):
        seed = f"bench/{turn}/{number}"
        order = ball_order(range(1, people + 1), seed, "totals")
        tables = seat_apart(
            lambda k, order=order, seed=seed: ball_order(order, seed, f"{k}") if k else order,
            sizes,
            SeatingPrices(penalties, usual_size=4),
        )
        for table in tables:
            for first, second in combinations(table, 2):
                penalties[first][second] = penalties[second][first] = 10
        night.append(tables)
    return night


def seat_by_totals(people: int, turn: int, odd: str) -> Rounds:
    """Draw as in a tournament, with reports; `odd` makes tables of three («smaller») or of five."""
    everybody = tuple(map(Entrant, range(1, people + 1)))
    situation = Situation(everybody, sides=4, table_sizes=(3, 4, 5))
    options = totals.Options(ROUNDS, seating="rotation", odd=odd)
    night: Rounds = []
    for number in range(1, ROUNDS + 1):
        next_draw = TOTALS.next_round(situation, options, f"bench/{turn}/{number}")
        night.append([pairing.sides for pairing in next_draw.pairings])
        matches = tuple(
            PlayedMatch(pairing.position, pairing.sides, pairing.sides[0])
            for pairing in next_draw.pairings
        )
        situation = replace(situation, rounds=(*situation.rounds, matches))
    return night


def best_of_many(people: int, turn: int) -> Rounds:
    """Keep, in each round, the random seating of `DRAWS` with the fewest repeated couples."""
    dice = random.Random(turn)
    met_couples: set[tuple[int, int]] = set()
    night: Rounds = []
    order = list(range(1, people + 1))
    for _number in range(ROUNDS):
        best_tables: Tables = []
        fewest = people * people
        for _draw in range(DRAWS):
            dice.shuffle(order)
            tables = [sorted(order[start : start + 4]) for start in range(0, people, 4)]
            repeats = sum(
                couple in met_couples for table in tables for couple in combinations(table, 2)
            )
            if repeats < fewest:
                best_tables, fewest = tables, repeats
            if not repeats:
                break
        met_couples.update(couple for table in best_tables for couple in combinations(table, 2))
        night.append(best_tables)
    return night


def count_repeats(rounds: Rounds) -> int:
    couple_counts = Counter(
        couple for tables in rounds for table in tables for couple in combinations(sorted(table), 2)
    )
    return sum(couple_counts.values()) - len(couple_counts)


# --- Tables by the standings ----------------------------------------------------------------------
def fill_tables_down_the_standings(
    people: Sequence[int],
    points: dict[int, int],
    met_couples: set[tuple[int, int]],
    dice: random.Random,
) -> Tables:
    """Fill each table with the first people of the standings who have met nobody at the table.

    If all have met somebody there, take the next person.
    """
    waiting_people = sorted(people, key=lambda person: (-points[person], dice.random()))
    tables = []
    while waiting_people:
        table = [waiting_people.pop(0)]
        while len(table) < 4:
            candidates = (
                index
                for index, person in enumerate(waiting_people)
                if all(
                    (min(person, table_person), max(person, table_person)) not in met_couples
                    for table_person in table
                )
            )
            table.append(waiting_people.pop(next(candidates, 0)))
        tables.append(table)
    return tables


def night_by_ranking(people: int, turn: int, is_ours: bool) -> tuple[int, float, float]:
    """Seat and play a night by the standings.

    Return the number of repeated couples, the mean spread of points at a table, and the seconds of
    the slowest round.
    """
    dice, chance = random.Random(turn), random.Random(-turn)
    points = dict.fromkeys(range(1, people + 1), 0)
    situation = Situation(tuple(map(Entrant, points)), sides=4)
    met_couples: set[tuple[int, int]] = set()
    repeats = 0
    slowest = 0.0
    spreads = []
    for number in range(1, ROUNDS + 1):
        start = time.process_time()
        if is_ours:
            next_draw = TOTALS.next_round(
                replace(situation, counted=points),
                totals.Options(ROUNDS, seating="ranking"),
                f"bench/{turn}/{number}",
            )
            tables: Tables = [pairing.sides for pairing in next_draw.pairings]
        else:
            tables = fill_tables_down_the_standings(list(points), points, met_couples, chance)
        slowest = max(slowest, time.process_time() - start)
        for table in tables:
            scores = [points[person] for person in table]
            spreads.append(max(scores) - min(scores))
            couples = set(combinations(sorted(table), 2))
            repeats += len(couples & met_couples)
            met_couples |= couples
        for table in tables:
            for person, result in zip(table, dice.sample([30, 10, -10, -30], 4), strict=True):
                points[person] += result
        matches = tuple(
            PlayedMatch(number, tuple(table), table[0])
            for number, table in enumerate(tables, start=1)
        )
        situation = replace(situation, rounds=(*situation.rounds, matches))
    return repeats, statistics.mean(spreads), slowest


# --- The report -----------------------------------------------------------------------------------
def measure(work: Callable[[int], Rounds], turns: int = TURNS) -> tuple[float, list[int]]:
    """Return the median seconds, and the number of repeated couples of each turn."""
    seconds, repeats = [], []
    for turn in range(turns):
        start = time.process_time()
        rounds = work(turn)
        seconds.append(time.process_time() - start)
        repeats.append(count_repeats(rounds))
    return statistics.median(seconds), repeats


def print_line(name: str, seconds: float, repeats: list[int]) -> None:
    print(f"  {name:44} {1000 * seconds:10,.1f} ms   repeats {sorted(repeats)}")


def small() -> None:
    """Run every part at a small size, to test that it still runs."""
    search, repeats = measure(lambda turn: seat_by_search(20, turn, 3), 1)
    print_line("by search", search, repeats)
    peer, repeats = measure(lambda turn: best_of_many(20, turn), 1)
    print_line("peer: best of 1,000 random seatings", peer, repeats)
    print(f"  {peer / search:44,.0f} times as fast as the peer")
    for is_ours in (True, False):
        night_by_ranking(20, 0, is_ours)
    seat_by_totals(22, 0, "larger")


def main() -> None:
    for people in (60, 200, 1000):
        print(f"{people} at tables of 4, {ROUNDS} rounds")
        plan, repeats = measure(lambda turn, n=people: seat_by_plan(n, turn))
        if people != 60:  # the plan of their 15 tables has only five rounds
            print_line("by plan", plan, repeats)
        search, repeats = measure(lambda turn, n=people: seat_by_search(n, turn))
        print_line("by search", search, repeats)
        peer, repeats = measure(
            lambda turn, n=people: best_of_many(n, turn), 1 if people == 1000 else TURNS
        )
        print_line("peer: best of 1,000 random seatings", peer, repeats)
        print(f"  {peer / search:44,.0f} times as fast as the peer")
        print(f"  for orientation: Pantheon {PANTHEON[people]}; CP-SAT {CP_SAT[people]}")
    print_line(
        "60 at tables of 4, 13 rounds, by search", *measure(lambda t: seat_by_search(60, t, 13))
    )
    for people in (62, 203, 1001):
        for odd in ("smaller", "larger"):
            work = measure(lambda turn, n=people, odd=odd: seat_by_totals(n, turn, odd))
            print_line(f"{people}, some at odd tables ({odd}), drawn whole", *work)
    for people in (60, 200, 1000):
        print(f"{people} by the standings, {ROUNDS} rounds")
        for name, is_ours in (("by ranking", True), ("peer: down the standings", False)):
            nights = [night_by_ranking(people, turn, is_ours) for turn in range(TURNS)]
            repeats, spread, slowest = (statistics.median(row) for row in zip(*nights, strict=True))
            print(
                f"  {name:28} repeats {repeats:4g}   spread {spread:6.2f}"
                f"   slowest round {1000 * slowest:8,.1f} ms"
            )
        print(f"  for orientation: Pantheon {PANTHEON_RANKED[people]}")


if __name__ == "__main__":
    small() if sys.argv[1:] == ["small"] else main()
