"""Time and quality of the pairing of a Swiss round, beside named peers in the same run.

Rounds 1 to r - 1 are drawn by the site and played at random, with a quarter of the matches drawn;
round r is measured. The players or the graph of a peer are prepared before its turn, without
rematches. Our pairing gets arrays (`pairing`); `next_round` gets the plain values of a tournament,
draws the random order of the entries, pairs them and writes the report. Times are processor time,
medians of five turns. A peer begins no turn after ten seconds, and the output has its number of
turns. A peer that would take far longer is not run, and the output says so.

    ./dev bench pairing   or   .venv/bin/python benchmarks/pairing.py
"""

import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import networkx
import numpy as np
import rustworkx
import swisspair

from tournaments.formats import swiss
from tournaments.formats.core import Entrant, PlayedMatch, Situation, Wishes
from tournaments.formats.history import count_meetings
from tournaments.formats.swiss import SWISS, pool_of
from tournaments.pairing.draw import ball_order
from tournaments.pairing.level import least_squares, level_pairs
from tournaments.pairing.matching import Couple, pair_key

TURNS, TOURNAMENTS, NEIGHBOURS = 5, 20, 20
PATIENCE = 10_000  # milliseconds after which a peer begins no turn
OPTIONS = swiss.Options(100)

Work = Callable[[], object]


def play_rounds(entries: int, rounds: int, luck: int, forbidden: int = 0) -> Situation:
    """Return a tournament after `rounds` rounds, played at random with the seed `luck`.

    Each entry must not meet up to `forbidden` entries with numbers near its own.
    """
    dice = random.Random(f"{entries} {rounds} {luck}")
    points: Counter[int] = Counter()
    couples = {
        pair_key(number, (number + dice.randrange(1, 40)) % entries + 1)
        for number in range(1, entries + 1)
        for _ in range(forbidden)
    }
    wishes = Wishes(forbidden=frozenset(pair for pair in couples if pair[0] != pair[1]))
    entrants = tuple(Entrant(number) for number in range(1, entries + 1))
    situation = Situation(entrants, wishes=wishes)
    for _ in range(rounds):
        matches = []
        for match in SWISS.next_round(situation, OPTIONS, str(luck)).pairings:
            is_drawn = not match.is_bye and dice.random() < 0.25
            winner = None if is_drawn else dice.choice(match.sides)
            for side in match.sides if is_drawn else (winner, winner):
                points[side] += 1
            matches.append(PlayedMatch(match.position, match.sides, winner, is_drawn))
        situation = Situation(
            entrants, (*situation.rounds, tuple(matches)), dict(points), wishes=wishes
        )
    return situation


# --- Our pairing and the peers: each function returns the work to measure -------------------------
def site_pairing(situation: Situation, seed: str = "bench") -> Work:
    label = f"{SWISS.key} {len(situation.rounds) + 1}"
    order = ball_order([entrant.number for entrant in situation.entrants], seed, label)
    pool = pool_of(situation, order)
    return lambda: level_pairs(pool, (seed, label))


def site_next_round(situation: Situation) -> Work:
    return lambda: SWISS.next_round(situation, OPTIONS, "bench")


def swisspair_matches(situation: Situation) -> Work:
    opponents: dict[int, set[str]] = {entrant.number: set() for entrant in situation.entrants}
    for first, second in {*count_meetings(situation.rounds), *situation.wishes.forbidden}:
        opponents[first].add(str(second))
        opponents[second].add(str(first))
    players = [
        swisspair.Player(str(number), situation.points_of(number), rank, True, opponents[number])
        for rank, number in enumerate(ranking(situation), start=1)
    ]
    return lambda: swisspair.create_matches(players)


def ranking(situation: Situation) -> list[int]:
    numbers = [entrant.number for entrant in situation.entrants]
    return sorted(numbers, key=lambda number: (-situation.points_of(number), number))


def every_couple(situation: Situation) -> Iterator[Couple]:
    excluded_couples = {*count_meetings(situation.rounds), *situation.wishes.forbidden}
    pairs = combinations(sorted(ranking(situation)), 2)
    return (couple for couple in pairs if couple not in excluded_couples)


def near_couples(situation: Situation) -> Iterator[Couple]:
    """Yield the couples of each entry with the next `NEIGHBOURS` entries of the ranking."""
    excluded_couples = {*count_meetings(situation.rounds), *situation.wishes.forbidden}
    ranked_numbers = ranking(situation)
    for place, number in enumerate(ranked_numbers):
        following_couples = (
            pair_key(number, next_number) for next_number in ranked_numbers[place + 1 :]
        )
        allowed_couples = (couple for couple in following_couples if couple not in excluded_couples)
        yield from (couple for couple, _ in zip(allowed_couples, range(NEIGHBOURS), strict=False))


def weighted_edges(situation: Situation, couples: Iterable[Couple]) -> list[tuple[int, int, int]]:
    """Return the edges of the couples, with nodes from 0; couples with equal points weigh most."""
    top = max(situation.points.values()) ** 2
    return [
        (
            first - 1,
            second - 1,
            top - (situation.points_of(first) - situation.points_of(second)) ** 2,
        )
        for first, second in couples
    ]


def rustworkx_matching(
    couples: Callable[[Situation], Iterator[Couple]],
) -> Callable[[Situation], Work]:
    def prepare(situation: Situation) -> Work:
        graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from([None] * len(situation.entrants))
        graph.add_edges_from(weighted_edges(situation, couples(situation)))
        return lambda: rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)

    return prepare


def networkx_matching(
    couples: Callable[[Situation], Iterator[Couple]],
) -> Callable[[Situation], Work]:
    def prepare(situation: Situation) -> Work:
        graph = networkx.Graph()
        graph.add_weighted_edges_from(weighted_edges(situation, couples(situation)))
        return lambda: networkx.max_weight_matching(graph, maxcardinality=True)

    return prepare


@dataclass(frozen=True)
class Engine:
    name: str
    prepare: Callable[[Situation], Work]
    most_entries: int = 10_000  # entries; with more, a turn would take over half a minute


ENGINES = (
    Engine("ours, pairing", site_pairing),
    Engine("ours, next_round", site_next_round),
    Engine("swisspair", swisspair_matches),
    Engine("rustworkx, 20 neighbours", rustworkx_matching(near_couples)),
    Engine("rustworkx, all couples", rustworkx_matching(every_couple), 1_000),
    Engine("networkx, 20 neighbours", networkx_matching(near_couples), 1_000),
    Engine("networkx, all couples", networkx_matching(every_couple), 256),
)


# --- The report ----------------------------------------------------------------------------------
def milliseconds(work: Work) -> float:
    start = time.process_time()
    work()
    return 1000 * (time.process_time() - start)


def milliseconds_of_turns(work: Work) -> Iterator[float]:
    """Yield the milliseconds of `TURNS` turns, or of fewer if they take longer than `PATIENCE`."""
    milliseconds_spent = 0.0
    for _turn in range(TURNS):
        if milliseconds_spent < PATIENCE:
            duration = milliseconds(work)
            milliseconds_spent += duration
            yield duration


def print_times(entries: int, number: int) -> None:
    """Print the median milliseconds of each engine, and their ratio to our pairing."""
    situation = play_rounds(entries, number - 1, luck=0)
    print(f"\n{entries:,} entries, round {number}")
    own_median = 0.0
    for engine in ENGINES:
        if entries > engine.most_entries:
            print(f"  {engine.name:26} not run with more than {engine.most_entries:,}: too slow")
            continue
        work = engine.prepare(situation)
        turns = list(milliseconds_of_turns(work))
        median = statistics.median(turns)
        own_median = own_median or median
        turns_note = f"   in {len(turns)} of {TURNS} turns" if len(turns) < TURNS else ""
        print(f"  {engine.name:26} {median:10,.2f} ms {median / own_median:10,.1f} x{turns_note}")


def quality(situation: Situation, couples: Iterable[Couple]) -> Counter[str]:
    couples = [pair_key(*couple) for couple in couples]
    meetings = count_meetings(situation.rounds)
    gaps = [
        abs(situation.points_of(first) - situation.points_of(second)) for first, second in couples
    ]
    return Counter(
        rematches=sum(couple in meetings for couple in couples),
        forbidden=sum(couple in situation.wishes.forbidden for couple in couples),
        differences=sum(gaps),
        squares=sum(gap * gap for gap in gaps),
    )


def print_comparison(
    entries: int, number: int, forbidden: int = 0, tournaments: int = TOURNAMENTS
) -> None:
    """Print the quality of three pairings, summed over the tournaments.

    They are an exact matching, our pairing and the pairing of swisspair.
    """
    equal, sums = 0, {name: Counter[str]() for name in ("exact", "ours", "swisspair")}
    for luck in range(tournaments):
        situation = play_rounds(entries, number - 1, luck, forbidden)
        exact = rustworkx_matching(every_couple)(situation)()
        draw = SWISS.next_round(situation, OPTIONS, "bench")
        pairs = swisspair_matches(situation)()
        answers = {
            "exact": [(first + 1, second + 1) for first, second in exact],
            "ours": [match.sides for match in draw.pairings],
            "swisspair": [(int(match.p1.id), int(match.p2.id)) for match in pairs],
        }
        qualities = {name: quality(situation, couples) for name, couples in answers.items()}
        equal += qualities["ours"]["squares"] == qualities["exact"]["squares"]
        for name, counts in qualities.items():
            sums[name].update(counts)
    forbidden_note = f", {forbidden} forbidden each" if forbidden else ""
    print(
        f"\n{tournaments} tournaments of {entries} entries, round {number}{forbidden_note}:"
        f" {equal} with the least sum of squares there is"
    )
    for name, counts in sums.items():
        print(
            f"  {name:26} rematches {counts['rematches']:3}  forbidden {counts['forbidden']:3}"
            f"  differences {counts['differences']:6}  squares {counts['squares']:6}"
        )


def print_large_draw(entries: int, number: int) -> None:
    """Print the quality of a large draw, beside pairs of neighbours that may have met before."""
    situation = play_rounds(entries, number - 1, luck=0)
    draw = SWISS.next_round(situation, OPTIONS, "bench")
    result = quality(situation, [match.sides for match in draw.pairings if not match.is_bye])
    least_sum = least_squares(
        np.array([situation.points_of(entry) for entry in ranking(situation)])
    )
    print(
        f"{entries:,} entries, round {number}: rematches {result['rematches']}, squares"
        f" {result['squares']}; neighbours of the ranking, if all could meet, {least_sum}"
    )


def small() -> None:
    """Run every part at a small size, to test that it still runs."""
    print_times(16, 3)
    print_comparison(16, 5, tournaments=1)
    print_large_draw(310, 3)


def main() -> None:
    for entries, number in ((256, 5), (256, 15), (300, 15), (1_000, 5), (10_000, 5)):
        print_times(entries, number)
    for entries, number in ((16, 13), (64, 25), (200, 15), (256, 15), (300, 15)):
        print_comparison(entries, number)
    print_comparison(64, 15, forbidden=4)
    print_comparison(200, 15, forbidden=4)
    print()
    for entries, number in ((600, 15), (1_000, 15), (1_000, 40), (10_000, 15)):
        print_large_draw(entries, number)


if __name__ == "__main__":
    small() if sys.argv[1:] == ["small"] else main()
