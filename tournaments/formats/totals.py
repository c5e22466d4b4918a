"""Totales: everybody plays every round, at tables of as many as the game seats, and points add up.

Of each round those who are left over when the tables are full rest, who has rested least and then
by lot; the others are seated so that the fewest meet again (`pairing.seating`), each in the chair
he has had least, for the first chair deals first.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats.core import (
    NEXT_ROUND,
    NOTHING,
    Draw,
    DrawError,
    Pairing,
    Played,
    Situation,
    active_numbers,
    active_set,
    all_finished,
    byes_taken,
    meetings,
    refuse_unfinished,
)
from tournaments.formats.report import report
from tournaments.pairing.draw import shuffled
from tournaments.pairing.seating import chairs, seat

KEY = "totals"
CHAIN = ("counted_won",)  # equal totals share the place (Rulings A16)
CHAIN_WITH_DRAWS = CHAIN
CHOICES: dict[str, tuple[str, ...]] = {}
DRAWS = True
SIDES = range(2, 6)
PARTNERS = 1
OVERLAPS = False
PLAYS_WITHDRAWN = False
MOST_ROUNDS = 100


@dataclass(frozen=True, slots=True)
class Options:
    rounds: int

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise DrawError(
                "rounds_out_of_range", rounds=self.rounds, minimum=1, maximum=MOST_ROUNDS
            )


def next_round(situation: Situation, options: Options, seed: str) -> Draw:
    """The next round of those still in play; who arrived late comes in with nothing.

    Tables are numbered as their first balls came out; those who rest come last. Raises
    DrawError: `too_few_entrants`, `round_unfinished`, `stage_over`.
    """
    refuse_unfinished(situation)
    if is_over(situation, options):
        raise DrawError("stage_over", rounds=options.rounds)
    label = f"{KEY} {len(situation.rounds) + 1}"
    order = shuffled(active_numbers(situation), seed, label)
    resting = _resting(situation, order)
    playing = [number for number in order if number not in resting]
    tables = seat(playing, situation.sides, meetings(situation.rounds), seed, label)
    sat = chairs_taken(situation.rounds)
    seats = [*(chairs(table, sat) for table in tables), *((number,) for number in resting)]
    pairings = tuple(Pairing(position, sides) for position, sides in enumerate(seats, start=1))
    return Draw(pairings, report(situation, pairings))


def is_over(situation: Situation, options: Options) -> bool:
    """True when the rounds agreed are played to the end."""
    return len(situation.rounds) >= options.rounds and all_finished(situation)


def rounds_in_all(entrants: int, options: Options) -> int:
    return options.rounds


def rest(options: Options) -> str:
    return NOTHING


def by_results(options: Options) -> bool:
    return False


def by_lot(number: int, options: Options) -> bool:
    return True


def still_in(situation: Situation, options: Options) -> frozenset[int]:
    return active_set(situation)


def late(situation: Situation, options: Options) -> str:
    return NEXT_ROUND


def chairs_taken(rounds: Sequence[Sequence[Played]]) -> Counter[tuple[int, int]]:
    """How often each number has sat in each chair, by (number, chair); chairs count from 0."""
    return Counter(
        (number, chair)
        for matches in rounds
        for match in matches
        if len(match.sides) > 1
        for chair, number in enumerate(match.sides)
    )


def _resting(situation: Situation, order: tuple[int, ...]) -> tuple[int, ...]:
    """Those left over by full tables: who has rested least, and the first balls among them."""
    taken = byes_taken(situation.rounds)
    ranked = sorted(order, key=lambda number: taken[number])  # stable: the balls decide
    return tuple(ranked[: len(order) % situation.sides])
