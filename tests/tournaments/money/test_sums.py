"""Tests of sums of money: they balance, and no cent is lost."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rows import each
from tournaments.money.sums import (
    CENT,
    AmountError,
    Balance,
    Purse,
    closing_account,
    divide,
    fund_of,
    read_amount,
    split_purse,
    tied_shares,
)

AMOUNTS = st.integers(0, 10_000_000).map(lambda cents: cents * CENT)


def euros(*amounts):
    return [Decimal(str(amount)) for amount in amounts]


@each(
    "text, amount",
    ("12", "12.00"),
    ("12,5", "12.50"),
    ("12.50", "12.50"),
    ("12,50 €", "12.50"),
    ("1.200", "1200.00"),
    ("1.200,50", "1200.50"),
    ("$ 15.000", "15000.00"),
    ("0", "0.00"),
)
def test_amount_is_read_in_the_ways_people_type_it(text, amount):
    assert str(read_amount(text)) == amount


@each(
    "text",
    *("", "doce", "-5", "1.000,555", "1,000.50", "12,505", "1.00.000", "1e3", "NaN", "١٢"),
    "999999999999",
)
def test_ambiguous_or_wrong_amount_is_refused(text):
    with pytest.raises(AmountError):
        read_amount(text)


def test_purse_is_split_by_percent_in_steps_with_a_remainder():
    shares = euros(45, 27, 18, 10)
    assert list(split_purse(Decimal(1000), shares, Purse()).amounts) == euros(450, 270, 180, 100)
    split_in_fives = split_purse(Decimal("933.00"), shares, Purse(step=Decimal(5)))
    assert list(split_in_fives.amounts) == euros(428, 250, 165, 90)
    remainder_to_house = split_purse(
        Decimal("933.00"), shares, Purse(step=Decimal(5), to_first=False)
    )
    assert (list(remainder_to_house.amounts), remainder_to_house.kept_by_house) == (
        euros(415, 250, 165, 90),
        Decimal(13),
    )


def test_ninety_percent_of_sixty_fees_goes_to_sixteen_places():
    fund, shortfall = fund_of(Purse(percent=Decimal(90)), 60 * Decimal(15))
    assert (fund, shortfall) == (Decimal(810), 0)
    shares = euros(20, 15, 12, 10, 8, 6, 5, 4, 4, 3, 3, 2, 2, 2, 2, 2)
    split = split_purse(fund, shares, Purse(step=Decimal(1)))
    assert len(split.amounts) == 16 and sum(split.amounts) == 810


def test_guaranteed_purse_above_the_fees_reports_the_uncovered_amount():
    assert fund_of(Purse(minimum=Decimal(500)), Decimal(300)) == (Decimal(500), Decimal(200))


@given(AMOUNTS, st.lists(st.integers(1, 2500), min_size=1, max_size=4), AMOUNTS, st.booleans())
def test_parts_of_the_purse_and_the_remainder_sum_to_the_purse(fund, hundredths, step, to_first):
    shares = [share * CENT for share in hundredths]
    split = split_purse(fund, shares, Purse(step=step, to_first=to_first))
    assert sum(split.amounts) + split.kept_by_house == fund
    assert min(split.amounts) >= 0 and split.kept_by_house >= 0
    assert all(amount % CENT == 0 for amount in split.amounts)


@given(st.dictionaries(st.integers(1, 12), AMOUNTS), st.lists(st.integers(1, 4), max_size=12))
def test_tied_entries_share_the_prizes_of_their_places(amounts, sizes):
    numbers = iter(range(1, 100))
    tied = [[next(numbers) for _ in range(size)] for size in sizes]
    shares = tied_shares(amounts, tied)
    last_place = sum(sizes)
    assert sum(shares.values()) == sum(
        amount for place, amount in amounts.items() if place <= last_place
    )
    for group in tied:
        parts = [shares[number] for number in group]
        assert max(parts) - min(parts) <= CENT


def test_leftover_cents_go_to_the_lowest_numbers():
    assert divide(Decimal("10.01"), [9, 2, 5]) == dict(
        zip([2, 5, 9], euros("3.34", "3.34", "3.33"), strict=True)
    )


@given(AMOUNTS, AMOUNTS, AMOUNTS, AMOUNTS, st.booleans())
def test_balance_explains_the_money_received(fees, deposit, extras, paid, plays):
    balance = Balance(fees, deposit, extras, paid, plays)
    assert balance.received == balance.owed - balance.missing + max(paid - balance.owed, 0)
    assert balance.is_paid == (balance.missing == 0)
    assert balance.outstanding == (balance.missing if plays else 0)
    assert 0 <= balance.fees_received <= fees
    assert balance.to_return <= paid


@given(st.lists(st.tuples(st.sampled_from(["payment", "refund", "expense", "prize"]), AMOUNTS)))
def test_the_closing_account_balances(movements):
    signed_movements = [
        (kind, amount if kind == "payment" else -amount) for kind, amount in movements
    ]
    closing = closing_account(signed_movements, ("payment", "income"))
    assert closing.total_in - closing.total_out == closing.balance
    assert closing.balance == sum(amount for _kind, amount in signed_movements)
