"""Sums of money in plain Python: what an entry owes, the purse, tied places, the closing account.

Every amount is a Decimal in the tournament's currency, exact to the cent.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_DOWN, ROUND_UP, Decimal

CENT = Decimal("0.01")
ZERO = Decimal("0.00")
HUNDRED = Decimal(100)
MAX_AMOUNT = Decimal("99999999.99")

AMOUNT_WITH_THOUSANDS = re.compile(r"[0-9]{1,3}(?:\.[0-9]{3})+(?:,[0-9]{1,2})?")
PLAIN_AMOUNT = re.compile(r"[0-9]{1,8}(?:[.,][0-9]{1,2})?")


class AmountError(ValueError):
    """A text that is not an amount of money."""


def read_amount(text: str) -> Decimal:
    """Return the amount that a person typed, 0 or more. Raises AmountError.

    >>> [str(read_amount(text)) for text in ("12", "12,5", "12.50", "1.000", "1.000,50 €")]
    ['12.00', '12.50', '12.50', '1000.00', '1000.50']
    """
    compact_text = re.sub(r"[\s€$£]", "", text)
    if AMOUNT_WITH_THOUSANDS.fullmatch(compact_text):
        compact_text = compact_text.replace(".", "")
    elif not PLAIN_AMOUNT.fullmatch(compact_text):
        raise AmountError(text)
    amount = Decimal(compact_text.replace(",", ".")).quantize(CENT)
    if amount > MAX_AMOUNT:
        raise AmountError(text)
    return amount


# --- An entry -------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Prices:
    """The prices of an entry: its fee, its deposit (given back at the end), and each re-entry."""

    fee: Decimal = ZERO
    deposit: Decimal = ZERO
    reentry: Decimal = ZERO

    @property
    def any(self) -> bool:
        """Return whether any price is above 0."""
        return bool(self.fee or self.deposit or self.reentry)


@dataclass(frozen=True, slots=True)
class Balance:
    """The charges of an entry and the money received from it.

    - `fees`: fee and re-entries, less discounts; never below 0.
    - `deposit`: the deposit, less the part given back.
    - `extras`: lunches, raffles and other charges.
    - `received`: payments less refunds.
    - `plays`: whether the entry takes part. The desk collects nothing from other entries.
    """

    fees: Decimal
    deposit: Decimal
    extras: Decimal
    received: Decimal
    plays: bool = True

    @property
    def owed(self) -> Decimal:
        """Return the sum of all charges, paid or not."""
        return self.fees + self.deposit + self.extras

    @property
    def missing(self) -> Decimal:
        """Return the unpaid part of `owed`, whether the entry takes part or not."""
        return max(self.owed - self.received, ZERO)

    @property
    def outstanding(self) -> Decimal:
        """Return the amount that the desk has to collect: 0 if the entry does not play."""
        return self.missing if self.plays else ZERO

    @property
    def to_return(self) -> Decimal:
        """Return the amount received above `owed`; if the entry does not play, all of it."""
        return max(self.received - self.owed, ZERO) if self.plays else max(self.received, ZERO)

    @property
    def is_paid(self) -> bool:
        """Return whether nothing is missing."""
        return self.received >= self.owed

    @property
    def fees_received(self) -> Decimal:
        """Return the part of `received` that pays fees; fees are paid before deposit and extras."""
        return max(min(self.fees, self.received), ZERO)


def part_of_fee(amount: Decimal, people: int, size: int) -> Decimal:
    """Return the part of a fee that `people` of `size` players pay, rounded up.

    >>> str(part_of_fee(Decimal("15.01"), 1, 2))
    '7.51'
    """
    if people >= size:
        return amount
    return (amount * people / size).quantize(CENT, ROUND_UP)


# --- The purse ------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Purse:
    """The rules of the purse.

    - `percent` of the fees received go to the purse, and at least `minimum`.
    - A prize that is a percentage of the purse is rounded down to a multiple of `step`.
    - The remainder of the rounding goes to the first such prize if `to_first`; otherwise the
        organisers keep it.
    """

    percent: Decimal = HUNDRED
    minimum: Decimal = ZERO
    step: Decimal = CENT
    to_first: bool = True


def fund_of(purse: Purse, fees: Decimal) -> tuple[Decimal, Decimal]:
    """Return the money of the purse, and the part of it that the fees received do not cover.

    >>> fund_of(Purse(percent=Decimal(90)), Decimal(900))
    (Decimal('810.00'), Decimal('0.00'))
    >>> fund_of(Purse(minimum=Decimal(500)), Decimal(300))
    (Decimal('500.00'), Decimal('200.00'))
    """
    fees_share = (fees * purse.percent / HUNDRED).quantize(CENT, ROUND_DOWN)
    fund = max(fees_share, purse.minimum).quantize(CENT)
    return fund, max(fund - fees, ZERO).quantize(CENT)


@dataclass(frozen=True, slots=True)
class Split:
    """The amounts of the percentages, in order; `kept_by_house` is what the organisers keep."""

    amounts: tuple[Decimal, ...]
    kept_by_house: Decimal


def split_purse(fund: Decimal, percentages: Sequence[Decimal], purse: Purse) -> Split:
    """Split the fund by percentages that add up to at most 100.

    The amounts and `kept_by_house` add up to `fund`.

    >>> [str(a) for a in split_purse(Decimal(900), [Decimal(p) for p in (45, 27, 18, 10)],
    ...                              Purse(step=Decimal(5))).amounts]
    ['410.00', '240.00', '160.00', '90.00']
    """
    if not percentages:
        return Split((), fund)
    step = max(purse.step, CENT)
    exact_amounts = [fund * percentage / HUNDRED for percentage in percentages]
    amounts = [(amount // step * step).quantize(CENT) for amount in exact_amounts]
    remainder = (sum(exact_amounts, ZERO)).quantize(CENT, ROUND_DOWN) - sum(amounts, ZERO)
    if purse.to_first:
        amounts[0] += remainder
    return Split(tuple(amounts), fund - sum(amounts, ZERO))


def tied_shares(
    amounts: Mapping[int, Decimal], groups: Sequence[Sequence[int]]
) -> dict[int, Decimal]:
    """Return the amount of each entry by number: tied entries share the amounts of their places.

    `amounts` maps places to amounts. `groups` has the numbers of tied entries, best first; a group
    takes as many places as it has entries. Cents that cannot be divided go to the lowest numbers.

    >>> [str(a) for a in tied_shares({1: Decimal(10), 2: Decimal("5.01")}, [[7, 3]]).values()]
    ['7.51', '7.50']
    """
    shares: dict[int, Decimal] = {}
    place = 1
    for group in groups:
        total = sum((amounts.get(place + offset, ZERO) for offset in range(len(group))), ZERO)
        place += len(group)
        shares.update(divide(total, group))
    return shares


def divide(total: Decimal, numbers: Sequence[int]) -> dict[int, Decimal]:
    """Return equal parts of `total` by number; the lowest numbers get the remaining cents."""
    cents, cents_left = divmod(int(total / CENT), len(numbers))
    return {
        number: (cents + (index < cents_left)) * CENT
        for index, number in enumerate(sorted(numbers))
    }


# --- The closing account --------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class ClosingAccount:
    """The closing account: money received and money spent, by kind, and the balance."""

    received: Mapping[str, Decimal]
    spent: Mapping[str, Decimal]

    @property
    def total_in(self) -> Decimal:
        return sum(self.received.values(), ZERO)

    @property
    def total_out(self) -> Decimal:
        return sum(self.spent.values(), ZERO)

    @property
    def balance(self) -> Decimal:
        return self.total_in - self.total_out


def closing_account(
    movements: Iterable[tuple[str, Decimal]], income: Sequence[str]
) -> ClosingAccount:
    """Return the closing account of movements (kind, signed amount).

    Kinds in `income` count as received, the others as spent. A movement and its reversal have the
    same kind and add up to 0.
    """
    received: dict[str, Decimal] = {}
    spent: dict[str, Decimal] = {}
    for kind, amount in movements:
        sums, sign = (received, 1) if kind in income else (spent, -1)
        sums[kind] = sums.get(kind, ZERO) + sign * amount
    return ClosingAccount(received, spent)
