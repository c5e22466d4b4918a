"""Suizo: everybody plays every round, against somebody with about the same wins.

The first round is as the balls come out, or top half against bottom half by the seeds of the
entries. Each later round, the bye included, is one matching of lowest cost, where an earlier wish
weighs more than all later ones together:

1. nobody rests again while somebody has rested less;
2. nobody meets whom it is forbidden to meet;
3. nobody meets the same rival again (the fewest earlier meetings, summed over the matches);
4. the wishes by tags (same town apart, same session together) by their weights;
5. the bye goes to the fewest wins;
6. the smallest sum of squared differences of wins (of points, where there are draws);
7. a lot from the seed, so that the answer is one and the same everywhere.

If a wish cannot be kept the round is drawn all the same, and its report names it. The matching is
`pairing.level`: exact in halls of up to 256 entries, and in larger ones put together.
"""

from dataclasses import dataclass, replace

import numpy as np

from tournaments.formats.arrivals import Room, rooms
from tournaments.formats.core import (
    DRAW,
    MEAN,
    NEXT_ROUND,
    WIN,
    Draw,
    DrawError,
    Pairing,
    Situation,
    one_of,
)
from tournaments.formats.hall import hall_of
from tournaments.formats.history import active_numbers, active_set, all_finished, refuse_unfinished
from tournaments.formats.looks import at_points
from tournaments.formats.report import report
from tournaments.formats.senseless import OWN_ORDER, WAY_OUT
from tournaments.pairing.bounds import least_conceded
from tournaments.pairing.draw import shuffled
from tournaments.pairing.hall import Hall, Ints
from tournaments.pairing.level import NOBODY, level_pairs

KEY = "swiss"
CHAIN = ("wins", "counted_won", "counted_diff", "head_to_head", "buchholz", "lot")
CHAIN_WITH_DRAWS = ("points", "counted_won", "counted_diff", "head_to_head", "rivals_points", "lot")
SENSELESS = WAY_OUT | OWN_ORDER | {"mini_league", "wins_per_match", "played"}
BALLS = f"{KEY} 1"
# How the first round is decided.
LOT, SEED = "lot", "seed"
CHOICES: dict[str, tuple[str, ...]] = {"first": (LOT, SEED), "bye": (WIN, DRAW, MEAN)}
DRAWS = True
SIDES = range(2, 3)
PARTNERS = 1
OVERLAPS = False
PLAYS_WITHDRAWN = False
CATCHES_UP = True
MOST_ROUNDS = 100


@dataclass(frozen=True, slots=True)
class Options:
    """How many rounds; how the first is decided; what a bye is worth."""

    rounds: int
    first: str = LOT
    bye: str = WIN

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise DrawError(
                "rounds_out_of_range", rounds=self.rounds, minimum=1, maximum=MOST_ROUNDS
            )
        one_of("first", self.first, CHOICES["first"])
        one_of("bye", self.bye, CHOICES["bye"])


def next_round(situation: Situation, options: Options, seed: str) -> Draw:
    """The next round of those still in play; who arrived late comes in with no wins.

    Matches are numbered from those with most wins down; the bye, if any, comes last.
    Raises DrawError: `too_few_entrants`, `round_unfinished`, `stage_over`.
    """
    refuse_unfinished(situation)
    if is_over(situation, options):
        raise DrawError("stage_over", rounds=options.rounds)
    label = f"{KEY} {len(situation.rounds) + 1}"
    hall = hall_of(situation, shuffled(active_numbers(situation), seed, label))
    if not situation.rounds and options.first == SEED:
        hall = _by_seed(situation, hall)
    boards, resting = _as_they_come(hall)
    if situation.rounds or hall.points.any() or hall.clashing(*boards.T).any():
        boards, resting = level_pairs(hall, (seed, label))
    pairings = _seated(hall, boards, resting)
    return Draw(pairings, report(situation, pairings, bounds=least_conceded(hall, boards)))


def is_over(situation: Situation, options: Options) -> bool:
    """True when the rounds agreed are played to the end."""
    return len(situation.rounds) >= options.rounds and all_finished(situation)


def rounds_in_all(entrants: int, options: Options) -> int:
    return options.rounds


def rest(options: Options) -> str:
    return options.bye


def by_results(options: Options) -> bool:
    return True


def looks_at(situation: Situation, options: Options) -> Situation:
    """At the points, and at who has met and rested."""
    return at_points(situation)


def by_lot(number: int, options: Options) -> bool:
    return True


def pairs_some(options: Options) -> bool:
    return True


def still_in(situation: Situation, options: Options) -> frozenset[int]:
    return active_set(situation)


def late(situation: Situation, options: Options) -> str:
    return NEXT_ROUND


def room(situation: Situation, options: Options) -> tuple[Room, ...]:
    """Against whoever rests."""
    return rooms(situation)


def _as_they_come(hall: Hall) -> tuple[Ints, int]:
    """The first ball rests when they are odd, the others pair two by two."""
    odd = len(hall) % 2
    return np.arange(odd, len(hall)).reshape(-1, 2), 0 if odd else NOBODY


def _by_seed(situation: Situation, hall: Hall) -> Hall:
    """The hall with places for points, so that rivals of the two halves are `gap` apart.

    Places go from the last one up; those who are not seeded come after those who are, as their
    balls came out. Two of the same half are much farther from the gap than any others.
    """
    seeds = {entrant.number: entrant.seed for entrant in situation.entrants}
    last = max(seeds.values()) + 1
    order = np.argsort([seeds[number] or last for number in hall.numbers.tolist()], kind="stable")
    everybody, half = len(hall), len(hall) // 2
    places = np.empty(everybody, np.int64)
    places[order[::-1]] = np.arange(everybody)
    places[order[:half]] += 2 * everybody - half
    return replace(hall, points=places, gap=2 * everybody)


def _seated(hall: Hall, boards: Ints, resting: int) -> tuple[Pairing, ...]:
    """Positions by wins, then by the draw; within a match, more wins first."""
    upper, lower = boards.T
    order = np.lexsort((upper, -hall.points[lower], -hall.points[upper]))
    sides = [(one, other) for one, other in hall.numbers[boards[order]].tolist()]
    pairings = [Pairing(position, both) for position, both in enumerate(sides, start=1)]
    if resting != NOBODY:
        pairings.append(Pairing(len(pairings) + 1, (int(hall.numbers[resting]),)))
    return tuple(pairings)
