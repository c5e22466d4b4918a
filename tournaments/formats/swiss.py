"""Suizo: everybody plays every round, against somebody with about the same wins.

The first round is drawn from the seed alone. Each later round, the bye included, is one matching
of lowest cost, where an earlier wish weighs more than all later ones together:

1. nobody rests again while somebody has rested less;
2. nobody meets the same rival again (the fewest earlier meetings, summed over the matches);
3. the bye goes to the fewest wins;
4. the smallest sum of squared differences of wins (of points, where there are draws);
5. a lot from the seed, so that the answer is one and the same everywhere.

If a wish cannot be kept the round is drawn all the same, and its report names it.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.formats.core import (
    NEXT_ROUND,
    WIN,
    Draw,
    DrawError,
    Pairing,
    Situation,
    active_numbers,
    active_set,
    all_finished,
    byes_taken,
    meetings,
    pair_key,
    refuse_unfinished,
)
from tournaments.formats.report import report
from tournaments.pairing.draw import shuffled
from tournaments.pairing.matching import cheapest_pairs

KEY = "swiss"
CHAIN = ("wins", "counted_won", "counted_diff", "head_to_head", "buchholz", "lot")
CHAIN_WITH_DRAWS = (
    "points", "counted_won", "counted_diff", "head_to_head", "rivals_points", "lot",
)  # fmt: skip
CHOICES: dict[str, tuple[str, ...]] = {}
DRAWS = True
SIDES = range(2, 3)
PARTNERS = 1
OVERLAPS = False
PLAYS_WITHDRAWN = False
MOST_ROUNDS = 100
# Up to here every couple is weighed; above, each entrant's nearest NEIGHBOURS not met before.
EXACT_UP_TO = 512
NEIGHBOURS = 24
# The chair in front of whoever rests; entries are numbered from 1.
EMPTY_CHAIR = 0

Couples = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Options:
    rounds: int

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise DrawError(
                "rounds_out_of_range", rounds=self.rounds, minimum=1, maximum=MOST_ROUNDS
            )


def next_round(situation: Situation, options: Options, seed: str) -> Draw:
    """The next round of those still in play; who arrived late comes in with no wins.

    Matches are numbered from those with most wins down; the bye, if any, comes last.
    Raises DrawError: `too_few_entrants`, `round_unfinished`, `stage_over`.
    """
    refuse_unfinished(situation)
    if is_over(situation, options):
        raise DrawError("stage_over", rounds=options.rounds)
    label = f"{KEY} {len(situation.rounds) + 1}"
    order = shuffled(active_numbers(situation), seed, label)
    couples = _matched(situation, order, seed, label) if situation.rounds else _in_order(order)
    pairings = _seated(situation, couples, order)
    return Draw(pairings, report(situation, pairings))


def is_over(situation: Situation, options: Options) -> bool:
    """True when the rounds agreed are played to the end."""
    return len(situation.rounds) >= options.rounds and all_finished(situation)


def rounds_in_all(entrants: int, options: Options) -> int:
    return options.rounds


def rest(options: Options) -> str:
    return WIN


def by_results(options: Options) -> bool:
    return True


def by_lot(number: int, options: Options) -> bool:
    return True


def still_in(situation: Situation, options: Options) -> frozenset[int]:
    return active_set(situation)


def late(situation: Situation, options: Options) -> str:
    return NEXT_ROUND


def _in_order(order: tuple[int, ...]) -> Couples:
    """The first round: the first ball rests when they are odd, the others pair as they come."""
    chairs = (EMPTY_CHAIR, *order) if len(order) % 2 else order
    return tuple(zip(chairs[::2], chairs[1::2], strict=True))


def _matched(situation: Situation, order: tuple[int, ...], seed: str, label: str) -> Couples:
    """Weighs every couple when they are few; else near neighbours, more until all have a seat."""
    costs = _Costs.of(situation, order)
    near = NEIGHBOURS
    while len(order) > EXACT_UP_TO and near < len(order):
        graph = {couple: costs.of_couple(couple) for couple in costs.near_couples(near)}
        couples = cheapest_pairs(graph, seed, label) if costs.covers(graph) else None
        if couples is not None:
            return couples
        near *= 4
    couples = cheapest_pairs(
        {couple: costs.of_couple(couple) for couple in costs.all_couples()}, seed, label
    )
    assert couples is not None, "a complete graph with an even number of chairs has a matching"
    return couples


@dataclass(frozen=True, slots=True)
class _Costs:
    """What each couple costs: the wishes 1 to 4 in one whole number, the first one highest."""

    ranked: tuple[int, ...]
    points: dict[int, int]
    lowest: int
    rests: dict[int, int]
    met: Counter[tuple[int, int]]
    per_bye_point: int
    per_meeting: int
    per_rest: int

    @classmethod
    def of(cls, situation: Situation, order: tuple[int, ...]) -> "_Costs":
        points = {number: situation.points_of(number) for number in order}
        taken = byes_taken(situation.rounds)
        fewest = min(taken[number] for number in order)
        met = meetings(situation.rounds)
        lowest, highest = min(points.values()), max(points.values())
        # Each unit is more than all that lies below it can add up to over a whole round.
        matches = len(order) // 2
        per_bye_point = matches * (highest - lowest) ** 2 + 1
        per_meeting = per_bye_point * (highest - lowest + 1)
        per_rest = per_meeting * (matches * max(met.values(), default=0) + 1)
        return cls(
            ranked=tuple(sorted(order, key=lambda number: -points[number])),
            points=points,
            lowest=lowest,
            rests={number: taken[number] - fewest for number in order},
            met=met,
            per_bye_point=per_bye_point,
            per_meeting=per_meeting,
            per_rest=per_rest,
        )

    def of_couple(self, couple: tuple[int, int]) -> int:
        one, other = couple
        if one == EMPTY_CHAIR:
            above = self.points[other] - self.lowest
            return self.rests[other] * self.per_rest + above * self.per_bye_point
        difference = self.points[one] - self.points[other]
        return self.met[couple] * self.per_meeting + difference * difference

    def all_couples(self) -> Iterator[tuple[int, int]]:
        numbers = sorted(self.ranked)
        if len(numbers) % 2:
            numbers.insert(0, EMPTY_CHAIR)
        for place, one in enumerate(numbers):
            for other in numbers[place + 1 :]:
                yield one, other

    def near_couples(self, near: int) -> Iterator[tuple[int, int]]:
        """Each with the next ones in the ranking not met before; the chair with the lowest."""
        for place, one in enumerate(self.ranked):
            left = near
            for other in self.ranked[place + 1 :]:
                couple = pair_key(one, other)
                if couple not in self.met:
                    yield couple
                    left -= 1
                    if not left:
                        break
        if len(self.ranked) % 2:
            rested_least = [number for number in reversed(self.ranked) if not self.rests[number]]
            for number in rested_least[:near]:
                yield EMPTY_CHAIR, number

    def covers(self, graph: dict[tuple[int, int], int]) -> bool:
        """Whether everybody has at least one couple in the graph."""
        seen = {number for couple in graph for number in couple}
        return len(seen) == len(self.ranked) + len(self.ranked) % 2


def _seated(situation: Situation, couples: Couples, order: tuple[int, ...]) -> tuple[Pairing, ...]:
    """Positions by wins, then by the draw; within a match, more wins first."""
    drawn = {number: place for place, number in enumerate(order)}

    def rank(number: int) -> tuple[int, int]:
        return -situation.points_of(number), drawn[number]

    def height(sides: tuple[int, ...]) -> tuple[int, list[int], int]:
        alone = len(sides) == 1
        return alone, [-situation.points_of(side) for side in sides], drawn[sides[0]]

    matches = [
        tuple(sorted((side for side in couple if side != EMPTY_CHAIR), key=rank))
        for couple in couples
    ]
    matches.sort(key=height)
    return tuple(Pairing(position, sides) for position, sides in enumerate(matches, start=1))
