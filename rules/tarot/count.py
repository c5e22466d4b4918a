"""The worth of a deal: the contract made or not, and what each opponent pays the taker."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from rules.tarot.cards import DEFENCE, POIGNEES, TAKER, TARGETS, TRUMPS, reachable
from rules.tarot.hands import Deal
from rules.tarot.options import Options


@dataclass(frozen=True, slots=True)
class Count:
    """A deal counted (Tarot 17).

    gap: points over or under the target; half a point goes to the side that has won the contract
    (Rulings A12). value: what each opponent pays the taker's side, and where it is negative what
    he gets from it.
    """

    target: int
    gap: int
    made: bool
    value: int


def count(deal: Deal, options: Options) -> Count:
    """The deal counted by its variant, faults apart.

    >>> from rules.tarot.hands import Poignee
    >>> count(Deal(1, "guardia", 98, 2, petit="taker", poignees=(Poignee(1, 10),)), Options())
    Count(target=41, gap=8, made=True, value=106)
    """
    over = deal.halves - 2 * TARGETS[deal.oudlers]
    made = over >= 0
    gap = (abs(over) + 1) // 2
    petit = 0
    if deal.petit is not None:
        petit = options.petit if deal.petit == TAKER else -options.petit
    shown = _shown(deal, options) if deal.poignees else 0
    slam = (
        _slam(deal.slam, deal.announced, options) if deal.announced or deal.slam is not None else 0
    )
    coefficient = options.coefficient(deal.contract)
    counted = _naipes if options.naipes else _fft
    value = counted(options.prima, gap, made, petit, coefficient, shown, slam)
    return Count(TARGETS[deal.oudlers], gap, made, value)


def _fft(
    prima: int, gap: int, made: bool, petit: int, coefficient: int, shown: int, slam: int
) -> int:
    """(25 + gap ± petit) × coefficient, poignées and chelem outside (Rulings A1, A2, A6, A13)."""
    sign = 1 if made else -1
    return (sign * (prima + gap) + petit) * coefficient + sign * shown + slam


def _naipes(
    prima: int, gap: int, made: bool, petit: int, coefficient: int, shown: int, slam: int
) -> int:
    """All premiums inside the product; a contract lost has none but the petit (A1–A3, A6)."""
    if made:
        return (prima + gap + petit + shown + slam) * coefficient
    return (petit - gap) * coefficient


def _shown(deal: Deal, options: Options) -> int:
    """The poignées: they are the side's that wins the contract, whoever showed them."""
    values = (options.poignee, options.double_poignee, options.triple_poignee)
    numbers = POIGNEES[options.active]
    return sum(values[numbers.index(poignee.trumps)] for poignee in deal.poignees)


def _slam(slam: str | None, announced: bool, options: Options) -> int:
    """A chelem made, or announced and failed; the defence's is paid to each defender.

    If the taker announced it and the defence makes it, he pays both (Rulings A17).
    """
    if slam == TAKER:
        return options.slam_announced if announced else options.slam
    value = -options.slam if slam == DEFENCE else 0
    return value - options.slam_failed if announced else value


@lru_cache(maxsize=256)
def values(options: Options) -> frozenset[int]:
    """Every value a deal can have by these options: what each opponent can pay or get.

    >>> [value for value in (11, 13, 15, 25, 106) if value in values(Options())]
    [15, 25, 106]
    """
    counted = _naipes if options.naipes else _fft
    poignees = _poignee_sums(options)
    found = set()
    for contract, oudlers, slam in product(options.contracts, range(4), (None, TAKER, DEFENCE)):
        coefficient = options.coefficient(contract)
        overs = {
            halves - 2 * TARGETS[oudlers]
            for halves in reachable(options.active, contract, oudlers, slam)
        }
        gaps = {(over >= 0, (abs(over) + 1) // 2) for over in overs}
        slams = {_slam(slam, announced, options) for announced in (False, True)}
        petits = _petits(oudlers, slam, options)
        for (made, gap), petit, won, shown in product(gaps, petits, slams, poignees):
            found.add(counted(options.prima, gap, made, petit, coefficient, shown, won))
    return frozenset(found)


def _petits(oudlers: int, slam: str | None, options: Options) -> list[int]:
    """Return the sums that the petit in the last trick can add."""
    found = [0]
    if oudlers > 0 and slam != DEFENCE:
        found.append(options.petit)
    if oudlers < 3 and slam != TAKER:
        found.append(-options.petit)
    return found


def _poignee_sums(options: Options) -> frozenset[int]:
    """Return the sums of the poignées of one deal: none, one, or two that the trumps allow."""
    worth = (options.poignee, options.double_poignee, options.triple_poignee)
    kinds = list(zip(POIGNEES[options.active], worth, strict=True))
    one = {value for _, value in kinds}
    two = {
        value + other for trumps, value in kinds for more, other in kinds if trumps + more <= TRUMPS
    }
    return frozenset({0} | one | two)
