"""The parts of a round: one piece for each section that plays in it."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats.core import FINAL, Pairing, Situation
from tournaments.formats.costs import HEAVIEST, costs_among
from tournaments.formats.knockout.options import CONSOLATION, MAIN, SECOND_FINAL, Options
from tournaments.formats.knockout.seating import (
    first_round_in_order,
    ranked_seeds,
    rest_costs,
    seat_bracket,
)
from tournaments.formats.knockout.sections import Section
from tournaments.formats.seeds import SEED, keep_best_seeds
from tournaments.pairing.draw import ball_order
from tournaments.pairing.two_by_two import two_by_two

Sides = tuple[tuple[int, ...], ...]

# How the numbers of a piece become matches.
FOLLOWS = "follows"  # two by two, in the given order
BRACKET = "bracket"  # a new bracket, drawn by lot
IN_ORDER = "in_order"  # a new bracket in the order of the present one, not drawn by lot
ANEW = "anew"  # any entry against any other


@dataclass(frozen=True, slots=True)
class SectionPiece:
    """The entries of a section that play the next round; `sides` are its matches, if known.

    `how` is FOLLOWS, BRACKET, IN_ORDER or ANEW. `purpose` is the purpose of the section's matches.
    `final_purpose`, if any, replaces it if the section's next round has a single match.
    """

    section: Section
    purpose: str
    numbers: tuple[int, ...]
    how: str
    final_purpose: str = ""
    sides: Sides = ()

    @property
    def has_one_match(self) -> bool:
        return len(self.sides) == 1 if self.sides else len(self.numbers) == 2


def main_piece(
    numbers: Sequence[int], how: str, final_purpose: str = FINAL, sides: Sides = ()
) -> SectionPiece:
    return SectionPiece((MAIN, ""), "", tuple(numbers), how, final_purpose, sides)


def consolation_piece(numbers: Sequence[int], how: str, sides: Sides = ()) -> SectionPiece:
    return SectionPiece((CONSOLATION, ""), CONSOLATION, tuple(numbers), how, SECOND_FINAL, sides)


def pairings_of(
    situation: Situation, options: Options, pieces: Sequence[SectionPiece], seed: str
) -> tuple[Pairing, ...]:
    """Return the matches of every piece in turn, numbered from 1."""
    situation = keep_best_seeds(situation, options.seeds)
    number = len(situation.rounds) + 1
    label = "knockout" if number == 1 else f"knockout {number}"
    pairings: list[Pairing] = []
    for piece in pieces:
        purpose = piece.final_purpose or piece.purpose if piece.has_one_match else piece.purpose
        purpose = f"{purpose} {piece.section[1]}".strip()
        pairings += [
            Pairing(len(pairings) + place, sides, purpose)
            for place, sides in enumerate(_sides(situation, options, piece, seed, label), start=1)
        ]
    return tuple(pairings)


def _sides(
    situation: Situation, options: Options, piece: SectionPiece, seed: str, label: str
) -> Sides:
    if piece.sides:
        return piece.sides
    if piece.how == IN_ORDER:
        return first_round_in_order(situation, piece.numbers)
    if piece.how == FOLLOWS:
        return tuple(zip(piece.numbers[::2], piece.numbers[1::2], strict=True))
    order = ball_order(piece.numbers, seed, label)
    if piece.how == BRACKET:
        return seat_bracket(situation, options, order, seed, label)
    costs = costs_among(situation, order, _seed_costs(situation, options, order))
    rests = {
        number: place * costs.bye for number, place in rest_costs(situation, options, order).items()
    }
    return two_by_two(order, costs.couples, rests, seed, label)


def _seed_costs(
    situation: Situation, options: Options, order: Sequence[int]
) -> dict[tuple[int, int], int]:
    """Return the costs of couples of the best seeds, each above any single wish.

    The best seeds are at most half of the entries. Return {} unless `seeding` is SEED.
    """
    if options.seeding != SEED:
        return {}
    best_seeds = sorted(ranked_seeds(situation, order)[: len(order) // 2])
    return {
        (number, other): HEAVIEST + 1
        for place, number in enumerate(best_seeds)
        for other in best_seeds[place + 1 :]
    }
