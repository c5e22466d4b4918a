"""The worth of a deal: the contract made or not, and each opponent's payment to the taker."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from rules.tarot.cards import DEFENCE, POIGNEES, TAKER, TARGETS, TRUMPS, possible_halves
from rules.tarot.hands import Deal
from rules.tarot.options import Options


@dataclass(frozen=True, slots=True)
class Count:
    """The count of a deal (Tarot 17).

    gap: the points over or under the target, rounded by half a point for the side that wins the
    contract (Rulings A12). value: each opponent's payment to the taker's side; negative if the
    opponent is paid.
    """

    target: int
    gap: int
    made: bool
    value: int


def count(deal: Deal, options: Options) -> Count:
    """Return the count of a deal by the rules of the variant, before any faults.

    >>> from rules.tarot.hands import Poignee
    >>> count(Deal(1, "guardia", 98, 2, petit="taker", poignees=(Poignee(1, 10),)), Options())
    Count(target=41, gap=8, made=True, value=106)
    """
    difference = deal.halves - 2 * TARGETS[deal.oudlers]
    made = difference >= 0
    gap = (abs(difference) + 1) // 2
    petit = 0
    if deal.petit is not None:
        petit = options.petit if deal.petit == TAKER else -options.petit
    poignee_points = _poignee_points(deal, options) if deal.poignees else 0
    slam = (
        _slam_points(deal.slam, deal.announced, options)
        if deal.announced or deal.slam is not None
        else 0
    )
    coefficient = options.coefficient(deal.contract)
    formula = _naipes_value if options.naipes else _fft_value
    value = formula(options.prima, gap, made, petit, coefficient, poignee_points, slam)
    return Count(TARGETS[deal.oudlers], gap, made, value)


def _fft_value(
    prima: int, gap: int, made: bool, petit: int, coefficient: int, poignee_points: int, slam: int
) -> int:
    """Return (prima + gap ± petit) × coefficient + poignées + chelem; a lost contract is negative.

    Source: Rulings A1, A2, A6, A13.
    """
    sign = 1 if made else -1
    return (sign * (prima + gap) + petit) * coefficient + sign * poignee_points + slam


def _naipes_value(
    prima: int, gap: int, made: bool, petit: int, coefficient: int, poignee_points: int, slam: int
) -> int:
    """Return the sum of all premiums, multiplied; a lost contract counts only the gap and the petit
    (Rulings A1–A3, A6).
    """
    if made:
        return (prima + gap + petit + poignee_points + slam) * coefficient
    return (petit - gap) * coefficient


def _poignee_points(deal: Deal, options: Options) -> int:
    """Return the points of the poignées; the side that wins the contract gets the points, even of
    its opponents' poignées.
    """
    values = (options.poignee, options.double_poignee, options.triple_poignee)
    numbers = POIGNEES[options.active_players]
    return sum(values[numbers.index(poignee.trumps)] for poignee in deal.poignees)


def _slam_points(slam: str | None, announced: bool, options: Options) -> int:
    """Return the payment for a chelem made, or announced and failed.

    The taker pays a chelem of the defence to each defender. If he announced a chelem and the
    defence makes a chelem, he pays for both (Rulings A17).
    """
    if slam == TAKER:
        return options.slam_announced if announced else options.slam
    value = -options.slam if slam == DEFENCE else 0
    return value - options.slam_failed if announced else value


@lru_cache(maxsize=256)
def possible_values(options: Options) -> frozenset[int]:
    """Return every possible value of a deal with these options. The value is the payment of each
    opponent.

    >>> [value for value in (11, 13, 15, 25, 106) if value in possible_values(Options())]
    [15, 25, 106]
    """
    formula = _naipes_value if options.naipes else _fft_value
    poignees = _poignee_sums(options)
    values = set()
    for contract, oudlers, slam in product(options.contracts, range(4), (None, TAKER, DEFENCE)):
        coefficient = options.coefficient(contract)
        differences = {
            halves - 2 * TARGETS[oudlers]
            for halves in possible_halves(options.active_players, contract, oudlers, slam)
        }
        gaps = {(difference >= 0, (abs(difference) + 1) // 2) for difference in differences}
        slams = {_slam_points(slam, announced, options) for announced in (False, True)}
        petits = _petit_amounts(oudlers, slam, options)
        for (made, gap), petit, slam_points, poignee_points in product(
            gaps, petits, slams, poignees
        ):
            values.add(
                formula(options.prima, gap, made, petit, coefficient, poignee_points, slam_points)
            )
    return frozenset(values)


def _petit_amounts(oudlers: int, slam: str | None, options: Options) -> list[int]:
    """Return the possible amounts of the petit in the last trick."""
    amounts = [0]
    if oudlers > 0 and slam != DEFENCE:
        amounts.append(options.petit)
    if oudlers < 3 and slam != TAKER:
        amounts.append(-options.petit)
    return amounts


def _poignee_sums(options: Options) -> frozenset[int]:
    """Return the possible sums of the poignées of a deal with no poignée, one poignée or, if the
    pack has enough trumps, two poignées.
    """
    worth = (options.poignee, options.double_poignee, options.triple_poignee)
    numbers_and_values = list(zip(POIGNEES[options.active_players], worth, strict=True))
    single_sums = {value for _, value in numbers_and_values}
    double_sums = {
        value + other_value
        for trumps, value in numbers_and_values
        for other_trumps, other_value in numbers_and_values
        if trumps + other_trumps <= TRUMPS
    }
    return frozenset({0} | single_sums | double_sums)
