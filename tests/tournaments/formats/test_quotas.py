"""Tests of quotas: the entries that go on to the next stage, with ties and withdrawals."""

import random
from collections import Counter
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.refusals import is_refused
from tests.rows import case, each
from tournaments.formats.groups.dealing import group_letters
from tournaments.formats.quotas import (
    ALL,
    REST,
    Quota,
    StageRow,
    StageTable,
    contests,
    entrants,
    qualifiers,
)


def group(name, *rows, first=1):
    """Return a group of entries, numbered from `first`, that have played three matches.

    `rows` are their (points, difference), best first.
    """
    return StageTable(
        tuple(
            StageRow(first + index, index + 1, 3, points, difference)
            for index, (points, difference) in enumerate(rows)
        ),
        name,
    )


def groups_of_sizes(*sizes, dice=None):
    """Return a group for each size; entries are numbered from 1 and ranked by number.

    With `dice`, their differences are random, otherwise 0.
    """
    tables, number = [], 0
    for place, size in enumerate(sizes):
        rows = []
        for index in range(size):
            number += 1
            points = 2 * (size - 1 - index)
            rows.append(
                StageRow(number, index + 1, size - 1, points, dice.randrange(9) if dice else 0)
            )
        tables.append(StageTable(tuple(rows), group_letters(place)))
    return tables


def numbers(entries):
    return [qualifier.number for qualifier in entries]


def test_first_two_of_each_group_and_the_best_third_qualify():
    tables = {
        1: [
            group("A", (6, 4), (4, 1), (2, -1), (0, -4), first=1),
            group("B", (6, 5), (3, 2), (3, -2), (0, -5), first=11),
            group("C", (5, 1), (4, 2), (2, 0), (1, -3), first=21),
        ]
    }
    qualified_entries = qualifiers(tables, [Quota(1, 1, 2), Quota(1, 3, 3, best=1)])
    assert numbers(qualified_entries) == [11, 1, 21, 22, 2, 12, 13]
    assert [
        (qualifier.seed, qualifier.group, qualifier.place, qualifier.best)
        for qualifier in qualified_entries[-2:]
    ] == [(6, "B", 2, False), (7, "B", 3, True)]
    assert [(entrant.seed, entrant.tags) for entrant in entrants(qualified_entries)][:2] == [
        (1, ("group:1B",)),
        (2, ("group:1A",)),
    ]


@each(
    "quotas, contenders, places_left",
    ([Quota(1, 1, 2), Quota(1, 3, 3, best=1)], [13, 3, 23], 1),
    ([Quota(1, 1, 2), Quota(1, 3, 4, fill=8)], [13, 3, 23, 24, 4, 14], 2),
)
def test_contest_lists_the_thirds_in_order_with_the_places_left(quotas, contenders, places_left):
    tables = {
        1: [
            group("A", (6, 4), (4, 1), (2, -1), (0, -4), first=1),
            group("B", (6, 5), (3, 2), (3, -2), (0, -5), first=11),
            group("C", (5, 1), (4, 2), (2, -2), (1, -3), first=21),
        ]
    }
    (contest,) = contests(tables, quotas)
    assert (numbers(contest.contenders), contest.places_left) == (contenders, places_left)
    best_contender = contest.contenders[0]
    assert (
        best_contender.group,
        best_contender.place,
        best_contender.played,
        best_contender.averages[0],
    ) == ("B", 3, 3, 1)
    qualified_numbers = numbers(qualifiers(tables, quotas))
    assert [number in qualified_numbers for number in contenders] == [True] * places_left + [
        False
    ] * (len(contenders) - places_left)


def test_quota_by_place_alone_has_no_contest():
    assert contests({1: groups_of_sizes(4, 4)}, [Quota(1, 1, 2), Quota(1, per=REST, best=2)]) == ()


def test_groups_of_different_size_are_compared_by_averages():
    large = StageTable(
        tuple(StageRow(place, place, 6, points) for place, points in enumerate((12, 10, 7), 1)), "A"
    )
    small = StageTable(
        tuple(StageRow(10 + place, place, 5, points) for place, points in enumerate((9, 8, 6), 1)),
        "B",
    )
    qualified_entries = qualifiers({1: [large, small]}, [Quota(1, 3, 3, best=1)])
    assert numbers(qualified_entries) == [13], (
        "6 points in 5 matches are a better average than 7 in 6"
    )
    assert numbers(qualifiers({1: [large, small]}, [Quota(1, 1, 2)])) == [1, 11, 2, 12]


def test_half_points_are_compared_exactly():
    tables = {
        1: [StageTable((StageRow(1, 1, 3, Fraction(5, 2)), StageRow(2, 2, 3, Fraction(1, 2))), "A")]
    }
    assert numbers(qualifiers(tables, [Quota(1, 1, 0)])) == [1, 2]


@each(
    "sizes, quotas, expected",
    case("Palmeiras: best fifths", [6] * 7, [Quota(1, 1, 4), Quota(1, 5, 5, best=4)], 32),
    case("Navajas: two of each four", [4] * 65, [Quota(1, 1, 2)], 130),
    case("truc of the fallas", [6, 6, 7, 7], [Quota(1, 1, 2)], 8),
    case("Ceuta", [12] * 3, [Quota(1, 1, 5), Quota(1, 6, 6, best=1)], 16),
    case("the consolation of sixteen", [4] * 4, [Quota(1, 3, 4)], 8),
    case("the podium of a league", [8], [Quota(1, 1, 3, per=ALL)], 3),
    case("all but the winners", [4, 4], [Quota(1, 2, 0)], 6),
)
def test_quotas_of_real_tournaments_give_their_numbers(sizes, quotas, expected):
    qualified_entries = qualifiers({1: groups_of_sizes(*sizes, dice=random.Random(1))}, quotas)
    assert len(qualified_entries) == len(set(numbers(qualified_entries))) == expected
    assert [qualifier.seed for qualifier in qualified_entries] == list(range(1, expected + 1))
    places = [qualifier.place for qualifier in qualified_entries]
    assert places == sorted(places)


def test_quota_filled_up_to_64_as_in_girona():
    """The winners and the best other pairs, up to 64; never a pair without a point."""
    tables = []
    for place in range(24):
        last_points = 0 if place % 2 else 1
        points = (6, 3, 2, last_points)
        rows = [
            StageRow(4 * place + rank, rank, 3, score, place)
            for rank, score in enumerate(points, 1)
        ]
        tables.append(StageTable(tuple(rows), group_letters(place)))
    quotas = [Quota(1), Quota(1, per=REST, fill=64, never_zero=True)]
    qualified_entries = qualifiers({1: tables}, quotas, seed="s")
    assert Counter(qualifier.place for qualifier in qualified_entries) == {1: 24, 2: 24, 3: 16}
    assert [qualifier.why for qualifier in qualified_entries].count(REST) == 40
    larger_quotas = [Quota(1), Quota(1, per=REST, fill=96, never_zero=True)]
    everybody = qualifiers({1: tables}, larger_quotas, seed="s")
    assert len(everybody) == 84, "the 12 pairs without a point stay out although places are left"


def test_rest_of_the_entries_goes_to_the_consolation():
    tables = {1: groups_of_sizes(4, 4, 4, 4)}
    main = qualifiers(tables, [Quota(1, 1, 2)])
    claims = [qualifier.claim for qualifier in main]
    consolation = qualifiers(tables, [Quota(1, per=REST)], claims)
    assert sorted(numbers(main) + numbers(consolation)) == list(range(1, 17))
    assert {qualifier.place for qualifier in consolation} == {3, 4}


def test_overall_places_are_ordered_by_place_and_then_averages():
    tables = {1: groups_of_sizes(3, 4, 5)}
    qualified_entries = qualifiers(tables, [Quota(1, 3, 6, per=ALL)])
    assert [qualifier.place for qualifier in qualified_entries] == [1, 2, 2, 2]
    assert [qualifier.group for qualifier in qualified_entries[1:]] == ["C", "B", "A"]


def test_withdrawn_entry_leaves_its_place_to_the_next():
    rows = tuple(
        StageRow(number, number, 3, 8 - number, active=number != 2) for number in range(1, 5)
    )
    qualified_entries = qualifiers({1: [StageTable(rows, "A")]}, [Quota(1, 1, 2)])
    assert [(qualifier.number, qualifier.place) for qualifier in qualified_entries] == [
        (1, 1),
        (3, 2),
    ]


def test_complete_tie_is_decided_by_lot_and_marked():
    tables = {
        1: [
            group(group_letters(number), (6, 3), (2, 0), first=10 * number + 1)
            for number in range(6)
        ]
    }
    quota = [Quota(1, 2, 2, best=2)]
    results = {tuple(numbers(qualifiers(tables, quota, seed=f"s{number}"))) for number in range(12)}
    assert len(results) > 3
    assert all(qualifier.by_lot for qualifier in qualifiers(tables, quota, seed="s"))
    assert not any(
        qualifier.by_lot for qualifier in qualifiers(tables, [Quota(1, 2, 2, best=6)], seed="s")
    )


def test_shared_place_is_decided_by_averages_and_then_by_lot():
    """Entries with equal totals share place 2: averages decide, then a lot (`by_lot`)."""
    rows = [
        StageRow(1, 1, 4, 14, 0, 14),
        *(StageRow(number, 2, 4, 10, 0, 10) for number in (2, 3, 4)),
        StageRow(5, 5, 4, 9),
    ]
    tables, quotas = {1: [StageTable(tuple(rows), "A")]}, [Quota(1, 1, 3)]
    results = {
        tuple(numbers(qualifiers(tables, quotas, seed=f"s{number}"))) for number in range(40)
    }
    assert {frozenset(result) for result in results} == {
        frozenset({1, 2, 3}),
        frozenset({1, 2, 4}),
        frozenset({1, 3, 4}),
    }
    qualified_entries = qualifiers(tables, quotas, seed="s")
    assert [(qualifier.place, qualifier.by_lot) for qualifier in qualified_entries] == [
        (1, False),
        (2, True),
        (3, True),
    ]
    rows[3] = StageRow(4, 2, 4, 10, 1, 10)
    better_entries = qualifiers({1: [StageTable(tuple(rows), "A")]}, [Quota(1, 1, 2)], seed="s")
    assert [(qualifier.number, qualifier.by_lot) for qualifier in better_entries] == [
        (1, False),
        (4, False),
    ]
    all_entries = qualifiers({1: [StageTable(tuple(rows), "A")]}, [Quota(1, 1, 4)], seed="s")
    assert not any(qualifier.by_lot for qualifier in all_entries)


def test_winners_of_several_stages_go_on_to_one_stage():
    """The winners of three local stages go on to one final, as in Mallorca."""
    tables = {stage: [group("", (6, stage), (2, 0), first=10 * stage)] for stage in (1, 2, 3)}
    quotas = [Quota(stage, per=ALL) for stage in (1, 2, 3)]
    qualified_entries = qualifiers(tables, quotas)
    assert [
        (qualifier.number, qualifier.stage, qualifier.tags) for qualifier in qualified_entries
    ] == [(30, 3, ()), (20, 2, ()), (10, 1, ())]


def test_entry_of_two_stages_qualifies_once():
    table = [group("", (6, 3), (2, 0), first=5)]
    assert numbers(qualifiers({1: table, 2: table}, [Quota(1), Quota(2)])) == [5]


@settings(max_examples=60)
@given(
    st.lists(st.integers(2, 7), min_size=1, max_size=6),
    st.integers(1, 3),
    st.integers(0, 5),
    st.integers(0, 10**6),
)
def test_quota_and_rest_share_out_all_entries(sizes, last, best, dice_seed):
    dice = random.Random(dice_seed)
    tables = {1: groups_of_sizes(*sizes, dice=dice)}
    quotas = [Quota(1, 1, last), Quota(1, last + 1, last + 1, best=best)]
    main_entries = qualifiers(tables, quotas, seed="s")
    rest_entries = qualifiers(
        tables, [Quota(1, per=REST)], [qualifier.claim for qualifier in main_entries], "s"
    )
    assert sorted(numbers(main_entries) + numbers(rest_entries)) == list(range(1, sum(sizes) + 1))
    reversed_tables = {1: list(reversed(tables[1]))}
    assert main_entries == qualifiers(reversed_tables, list(reversed(quotas)), seed="s")
    groups_with_next_place = sum(size > last for size in sizes)
    expected = sum(min(size, last) for size in sizes) + (
        min(best, groups_with_next_place) if best else groups_with_next_place
    )
    assert len(main_entries) == expected


def test_quota_from_a_stage_not_played_is_refused():
    with is_refused("stage_not_played", params={"stage": 2}):
        qualifiers({1: groups_of_sizes(4)}, [Quota(2)])


@each(
    "quota, option",
    ({"stage": 0}, "stage"),
    ({"stage": 1, "first": 0}, "first"),
    ({"stage": 1, "first": 3, "last": 2}, "last"),
    ({"stage": 1, "per": "mesa"}, "per"),
    ({"stage": 1, "best": 2, "fill": 8}, "fill"),
    ({"stage": 1, "best": -1}, "best"),
)
def test_wrong_quotas_are_refused(quota, option):
    with is_refused(option=option):
        Quota(**quota)
