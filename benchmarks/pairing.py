"""A round of Swiss paired beside named peers in the same run: how long, and how well.

Rounds 1 to r - 1 are drawn by ourselves and played by dice (a quarter of the matches drawn); round
r is what is measured. The peers get everything ready: players or a graph already built, rematches
left out of it; ours gets arrays (`pairing`), and also the plain values a tournament has, from which
it draws the balls, pairs and writes the report (`next_round`). Processor time, medians of five
turns; a peer that takes seconds a turn begins no other after ten, and says how many it had. One
that would take far longer is not run, and says so.

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
PATIENCE = 10_000  # milliseconds
OPTIONS = swiss.Options(100)

Work = Callable[[], object]


def played(entries: int, rounds: int, luck: int, forbidden: int = 0) -> Situation:
    """A tournament after so many rounds; `forbidden` couples for each entry, neighbours of it."""
    dice = random.Random(f"{entries} {rounds} {luck}")
    points: Counter[int] = Counter()
    couples = {
        pair_key(one, (one + dice.randrange(1, 40)) % entries + 1)
        for one in range(1, entries + 1)
        for _ in range(forbidden)
    }
    wishes = Wishes(forbidden=frozenset(pair for pair in couples if pair[0] != pair[1]))
    entrants = tuple(Entrant(number) for number in range(1, entries + 1))
    situation = Situation(entrants, wishes=wishes)
    for _ in range(rounds):
        matches = []
        for match in SWISS.next_round(situation, OPTIONS, str(luck)).pairings:
            drawn = not match.rest and dice.random() < 0.25
            winner = None if drawn else dice.choice(match.sides)
            for side in match.sides if drawn else (winner, winner):
                points[side] += 1
            matches.append(PlayedMatch(match.position, match.sides, winner, drawn))
        situation = Situation(
            entrants, (*situation.rounds, tuple(matches)), dict(points), wishes=wishes
        )
    return situation


# --- Ours and the peers: each makes ready what is not measured -----------------------------------
def ours(situation: Situation, seed: str = "bench") -> Work:
    label = f"{SWISS.key} {len(situation.rounds) + 1}"
    order = ball_order([entrant.number for entrant in situation.entrants], seed, label)
    pool = pool_of(situation, order)
    return lambda: level_pairs(pool, (seed, label))


def whole_draw(situation: Situation) -> Work:
    return lambda: SWISS.next_round(situation, OPTIONS, "bench")


def by_swisspair(situation: Situation) -> Work:
    apart: dict[int, set[str]] = {entrant.number: set() for entrant in situation.entrants}
    for one, other in {*count_meetings(situation.rounds), *situation.wishes.forbidden}:
        apart[one].add(str(other))
        apart[other].add(str(one))
    players = [
        swisspair.Player(str(number), situation.points_of(number), rank, True, apart[number])
        for rank, number in enumerate(ranking(situation), start=1)
    ]
    return lambda: swisspair.create_matches(players)


def ranking(situation: Situation) -> list[int]:
    numbers = [entrant.number for entrant in situation.entrants]
    return sorted(numbers, key=lambda number: (-situation.points_of(number), number))


def every_couple(situation: Situation) -> Iterator[Couple]:
    met = {*count_meetings(situation.rounds), *situation.wishes.forbidden}
    pairs = combinations(sorted(ranking(situation)), 2)
    return (couple for couple in pairs if couple not in met)


def near_couples(situation: Situation) -> Iterator[Couple]:
    """Each with the next NEIGHBOURS of the ranking."""
    met, ranked = (
        {*count_meetings(situation.rounds), *situation.wishes.forbidden},
        ranking(situation),
    )
    for place, one in enumerate(ranked):
        nexts = (pair_key(one, other) for other in ranked[place + 1 :])
        fresh = (couple for couple in nexts if couple not in met)
        yield from (couple for couple, _ in zip(fresh, range(NEIGHBOURS), strict=False))


def weighed(situation: Situation, couples: Iterable[Couple]) -> list[tuple[int, int, int]]:
    """The couples as nodes from 0, and the weight: the heaviest is the most level."""
    top = max(situation.points.values()) ** 2
    return [
        (one - 1, other - 1, top - (situation.points_of(one) - situation.points_of(other)) ** 2)
        for one, other in couples
    ]


def by_rustworkx(couples: Callable[[Situation], Iterator[Couple]]) -> Callable[[Situation], Work]:
    def ready(situation: Situation) -> Work:
        graph: rustworkx.PyGraph[None, int] = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from([None] * len(situation.entrants))
        graph.add_edges_from(weighed(situation, couples(situation)))
        return lambda: rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)

    return ready


def by_networkx(couples: Callable[[Situation], Iterator[Couple]]) -> Callable[[Situation], Work]:
    def ready(situation: Situation) -> Work:
        graph = networkx.Graph()
        graph.add_weighted_edges_from(weighed(situation, couples(situation)))
        return lambda: networkx.max_weight_matching(graph, maxcardinality=True)

    return ready


@dataclass(frozen=True)
class Engine:
    name: str
    ready: Callable[[Situation], Work]
    most: int = 10_000  # entries; with more one turn would take over half a minute


ENGINES = (
    Engine("ours, pairing", ours),
    Engine("ours, next_round", whole_draw),
    Engine("swisspair", by_swisspair),
    Engine("rustworkx, 20 neighbours", by_rustworkx(near_couples)),
    Engine("rustworkx, all couples", by_rustworkx(every_couple), 1_000),
    Engine("networkx, 20 neighbours", by_networkx(near_couples), 1_000),
    Engine("networkx, all couples", by_networkx(every_couple), 256),
)


# --- What is printed -----------------------------------------------------------------------------
def milliseconds(work: Work) -> float:
    start = time.process_time()
    work()
    return 1000 * (time.process_time() - start)


def turned(work: Work) -> Iterator[float]:
    """Yield the milliseconds of TURNS turns, or of fewer when they use up the PATIENCE."""
    spent = 0.0
    for _turn in range(TURNS):
        if spent < PATIENCE:
            took = milliseconds(work)
            spent += took
            yield took


def times(entries: int, number: int) -> None:
    """One line an engine: the median, and how many times as long as our pairing it takes."""
    situation = played(entries, number - 1, luck=0)
    print(f"\n{entries:,} entries, round {number}")
    first = 0.0
    for engine in ENGINES:
        if entries > engine.most:
            print(f"  {engine.name:26} not run with more than {engine.most:,}: too slow")
            continue
        work = engine.ready(situation)
        turns = list(turned(work))
        took = statistics.median(turns)
        first = first or took
        few = f"   in {len(turns)} of {TURNS} turns" if len(turns) < TURNS else ""
        print(f"  {engine.name:26} {took:10,.2f} ms {took / first:10,.1f} x{few}")


def quality(situation: Situation, couples: Iterable[Couple]) -> Counter[str]:
    couples = [pair_key(*couple) for couple in couples]
    met = count_meetings(situation.rounds)
    gaps = [abs(situation.points_of(one) - situation.points_of(other)) for one, other in couples]
    return Counter(
        rematches=sum(couple in met for couple in couples),
        forbidden=sum(couple in situation.wishes.forbidden for couple in couples),
        differences=sum(gaps),
        squares=sum(gap * gap for gap in gaps),
    )


def compare(entries: int, number: int, forbidden: int = 0, tournaments: int = TOURNAMENTS) -> None:
    """Sums over so many tournaments: the exact matching, ours and swisspair."""
    equal, sums = 0, {name: Counter[str]() for name in ("exact", "ours", "swisspair")}
    for luck in range(tournaments):
        situation = played(entries, number - 1, luck, forbidden)
        exact = by_rustworkx(every_couple)(situation)()
        draw = SWISS.next_round(situation, OPTIONS, "bench")
        pairs = by_swisspair(situation)()
        answers = {
            "exact": [(one + 1, other + 1) for one, other in exact],
            "ours": [match.sides for match in draw.pairings],
            "swisspair": [(int(match.p1.id), int(match.p2.id)) for match in pairs],
        }
        each = {name: quality(situation, couples) for name, couples in answers.items()}
        equal += each["ours"]["squares"] == each["exact"]["squares"]
        for name, one in each.items():
            sums[name].update(one)
    also = f", {forbidden} forbidden each" if forbidden else ""
    print(
        f"\n{tournaments} tournaments of {entries} entries, round {number}{also}:"
        f" {equal} with the least sum of squares there is"
    )
    for name, one in sums.items():
        print(
            f"  {name:26} rematches {one['rematches']:3}  forbidden {one['forbidden']:3}"
            f"  differences {one['differences']:6}  squares {one['squares']:6}"
        )


def large(entries: int, number: int) -> None:
    """A large hall in a late round, beside the neighbours of the ranking, whoever has met whom."""
    situation = played(entries, number - 1, luck=0)
    draw = SWISS.next_round(situation, OPTIONS, "bench")
    made = quality(situation, [match.sides for match in draw.pairings if not match.rest])
    least = least_squares(np.array([situation.points_of(one) for one in ranking(situation)]))
    print(
        f"{entries:,} entries, round {number}: rematches {made['rematches']}, squares"
        f" {made['squares']}; neighbours of the ranking, if all could meet, {least}"
    )


def small() -> None:
    """The same at a size that takes a moment: that it still runs."""
    times(16, 3)
    compare(16, 5, tournaments=1)
    large(310, 3)


def main() -> None:
    for entries, number in ((256, 5), (256, 15), (300, 15), (1_000, 5), (10_000, 5)):
        times(entries, number)
    for entries, number in ((16, 13), (64, 25), (200, 15), (256, 15), (300, 15)):
        compare(entries, number)
    compare(64, 15, forbidden=4)
    compare(200, 15, forbidden=4)
    print()
    for entries, number in ((600, 15), (1_000, 15), (1_000, 40), (10_000, 15)):
        large(entries, number)


if __name__ == "__main__":
    small() if sys.argv[1:] == ["small"] else main()
