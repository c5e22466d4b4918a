"""Entries that go on from one stage to the next: the quotas of real tournaments, ties and
withdrawals."""

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
    """A group by (points, difference) of each, best first, all with three matches."""
    return StageTable(
        tuple(
            StageRow(first + at, at + 1, 3, points, difference)
            for at, (points, difference) in enumerate(rows)
        ),
        name,
    )


def hall(*sizes, dice=None):
    """So many groups with everybody numbered in order and points from the best down."""
    tables, number = [], 0
    for place, size in enumerate(sizes):
        rows = []
        for at in range(size):
            number += 1
            points = 2 * (size - 1 - at)
            rows.append(
                StageRow(number, at + 1, size - 1, points, dice.randrange(9) if dice else 0)
            )
        tables.append(StageTable(tuple(rows), group_letters(place)))
    return tables


def numbers(found):
    return [one.number for one in found]


def test_the_first_two_of_each_group_and_the_best_third():
    tables = {
        1: [
            group("A", (6, 4), (4, 1), (2, -1), (0, -4), first=1),
            group("B", (6, 5), (3, 2), (3, -2), (0, -5), first=11),
            group("C", (5, 1), (4, 2), (2, 0), (1, -3), first=21),
        ]
    }
    found = qualifiers(tables, [Quota(1, 1, 2), Quota(1, 3, 3, best=1)])
    assert numbers(found) == [11, 1, 21, 22, 2, 12, 13]
    assert [(one.seed, one.group, one.place, one.best) for one in found[-2:]] == [
        (6, "B", 2, False),
        (7, "B", 3, True),
    ]
    assert [(one.seed, one.tags) for one in entrants(found)][:2] == [
        (1, ("group:1B",)),
        (2, ("group:1A",)),
    ]


@each(
    "quotas, near, room",
    ([Quota(1, 1, 2), Quota(1, 3, 3, best=1)], [13, 3, 23], 1),
    ([Quota(1, 1, 2), Quota(1, 3, 4, fill=8)], [13, 3, 23, 24, 4, 14], 2),
)
def test_the_thirds_are_told_in_order_with_the_room_there_is(quotas, near, room):
    tables = {
        1: [
            group("A", (6, 4), (4, 1), (2, -1), (0, -4), first=1),
            group("B", (6, 5), (3, 2), (3, -2), (0, -5), first=11),
            group("C", (5, 1), (4, 2), (2, -2), (1, -3), first=21),
        ]
    }
    (contest,) = contests(tables, quotas)
    assert (numbers(contest.contenders), contest.places_left) == (near, room)
    first = contest.contenders[0]
    assert (first.group, first.place, first.played, first.averages[0]) == ("B", 3, 3, 1)
    going = numbers(qualifiers(tables, quotas))
    assert [number in going for number in near] == [True] * room + [False] * (len(near) - room)


def test_where_the_place_is_enough_there_is_nothing_to_compare():
    assert contests({1: hall(4, 4)}, [Quota(1, 1, 2), Quota(1, per=REST, best=2)]) == ()


def test_groups_that_differ_are_compared_by_averages():
    large = StageTable(
        tuple(StageRow(n, n, 6, points) for n, points in enumerate((12, 10, 7), 1)), "A"
    )
    small = StageTable(
        tuple(StageRow(10 + n, n, 5, points) for n, points in enumerate((9, 8, 6), 1)), "B"
    )
    found = qualifiers({1: [large, small]}, [Quota(1, 3, 3, best=1)])
    assert numbers(found) == [13], "six points in five matches are more than seven in six"
    assert numbers(qualifiers({1: [large, small]}, [Quota(1, 1, 2)])) == [1, 11, 2, 12]


def test_halves_of_a_point_count_exactly():
    tables = {
        1: [StageTable((StageRow(1, 1, 3, Fraction(5, 2)), StageRow(2, 2, 3, Fraction(1, 2))), "A")]
    }
    assert numbers(qualifiers(tables, [Quota(1, 1, 0)])) == [1, 2]


@each(
    "sizes, quotas, going",
    case("Palmeiras: best fifths", [6] * 7, [Quota(1, 1, 4), Quota(1, 5, 5, best=4)], 32),
    case("Navajas: two of each four", [4] * 65, [Quota(1, 1, 2)], 130),
    case("the truc of the fallas", [6, 6, 7, 7], [Quota(1, 1, 2)], 8),
    case("Ceuta", [12] * 3, [Quota(1, 1, 5), Quota(1, 6, 6, best=1)], 16),
    case("the consolation of sixteen", [4] * 4, [Quota(1, 3, 4)], 8),
    case("the podium of a league", [8], [Quota(1, 1, 3, per=ALL)], 3),
    case("all but the winners", [4, 4], [Quota(1, 2, 0)], 6),
)
def test_the_numbers_of_real_tournaments(sizes, quotas, going):
    found = qualifiers({1: hall(*sizes, dice=random.Random(1))}, quotas)
    assert len(found) == len(set(numbers(found))) == going
    assert [one.seed for one in found] == list(range(1, going + 1))
    places = [one.place for one in found]
    assert places == sorted(places)


def test_the_repesca_of_girona():
    """Winners, and the best others until they are 64: never a pair without a point."""
    tables = []
    for place in range(24):
        last = 0 if place % 2 else 1
        points = (6, 3, 2, last)
        rows = [StageRow(4 * place + n, n, 3, p, place) for n, p in enumerate(points, 1)]
        tables.append(StageTable(tuple(rows), group_letters(place)))
    quotas = [Quota(1), Quota(1, per=REST, fill=64, never_zero=True)]
    found = qualifiers({1: tables}, quotas, seed="s")
    assert Counter(one.place for one in found) == {1: 24, 2: 24, 3: 16}
    assert [one.why for one in found].count(REST) == 40
    wide = [Quota(1), Quota(1, per=REST, fill=96, never_zero=True)]
    everybody = qualifiers({1: tables}, wide, seed="s")
    assert len(everybody) == 84, "the twelve without a point stay out, though there is room"


def test_the_rest_goes_to_the_consolation_and_nobody_twice():
    tables = {1: hall(4, 4, 4, 4)}
    main = qualifiers(tables, [Quota(1, 1, 2)])
    taken = [one.claim for one in main]
    consolation = qualifiers(tables, [Quota(1, per=REST)], taken)
    assert sorted(numbers(main) + numbers(consolation)) == list(range(1, 17))
    assert {one.place for one in consolation} == {3, 4}


def test_the_overall_places_go_by_place_and_then_averages():
    tables = {1: hall(3, 4, 5)}
    found = qualifiers(tables, [Quota(1, 3, 6, per=ALL)])
    assert [one.place for one in found] == [1, 2, 2, 2]
    assert [one.group for one in found[1:]] == ["C", "B", "A"]


def test_who_has_withdrawn_leaves_the_place_to_the_next():
    rows = tuple(StageRow(n, n, 3, 8 - n, active=n != 2) for n in range(1, 5))
    found = qualifiers({1: [StageTable(rows, "A")]}, [Quota(1, 1, 2)])
    assert [(one.number, one.place) for one in found] == [(1, 1), (3, 2)]


def test_a_tie_in_everything_is_decided_by_a_lot_that_is_told():
    tables = {1: [group(group_letters(n), (6, 3), (2, 0), first=10 * n + 1) for n in range(6)]}
    quota = [Quota(1, 2, 2, best=2)]
    winners = {tuple(numbers(qualifiers(tables, quota, seed=f"s{n}"))) for n in range(12)}
    assert len(winners) > 3
    assert all(one.by_lot for one in qualifiers(tables, quota, seed="s"))
    assert not any(one.by_lot for one in qualifiers(tables, [Quota(1, 2, 2, best=6)], seed="s"))


def test_who_shares_a_place_goes_on_by_averages_and_then_by_lot():
    """Equal totals share the place (1, 2, 2, 2, 5): no lower number decides, but a lot, told."""
    rows = [
        StageRow(1, 1, 4, 14, 0, 14),
        *(StageRow(n, 2, 4, 10, 0, 10) for n in (2, 3, 4)),
        StageRow(5, 5, 4, 9),
    ]
    tables, quotas = {1: [StageTable(tuple(rows), "A")]}, [Quota(1, 1, 3)]
    drawn = {tuple(numbers(qualifiers(tables, quotas, seed=f"s{n}"))) for n in range(40)}
    assert {frozenset(one) for one in drawn} == {
        frozenset({1, 2, 3}),
        frozenset({1, 2, 4}),
        frozenset({1, 3, 4}),
    }
    found = qualifiers(tables, quotas, seed="s")
    assert [(one.place, one.by_lot) for one in found] == [(1, False), (2, True), (3, True)]
    rows[3] = StageRow(4, 2, 4, 10, 1, 10)
    better = qualifiers({1: [StageTable(tuple(rows), "A")]}, [Quota(1, 1, 2)], seed="s")
    assert [(one.number, one.by_lot) for one in better] == [(1, False), (4, False)]
    everybody = qualifiers({1: [StageTable(tuple(rows), "A")]}, [Quota(1, 1, 4)], seed="s")
    assert not any(one.by_lot for one in everybody)


def test_from_several_stages():
    """Mallorca: the winners of the local phases, and who comes through the comarcal."""
    tables = {stage: [group("", (6, stage), (2, 0), first=10 * stage)] for stage in (1, 2, 3)}
    quotas = [Quota(stage, per=ALL) for stage in (1, 2, 3)]
    found = qualifiers(tables, quotas)
    assert [(one.number, one.stage, one.tags) for one in found] == [
        (30, 3, ()),
        (20, 2, ()),
        (10, 1, ()),
    ]


def test_who_is_in_two_stages_goes_on_once():
    table = [group("", (6, 3), (2, 0), first=5)]
    assert numbers(qualifiers({1: table, 2: table}, [Quota(1), Quota(2)])) == [5]


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.integers(2, 7), min_size=1, max_size=6),
    st.integers(1, 3),
    st.integers(0, 5),
    st.integers(0, 10**6),
)
def test_everybody_is_in_one_place(sizes, last, best, luck):
    dice = random.Random(luck)
    tables = {1: hall(*sizes, dice=dice)}
    quotas = [Quota(1, 1, last), Quota(1, last + 1, last + 1, best=best)]
    main = qualifiers(tables, quotas, seed="s")
    rest = qualifiers(tables, [Quota(1, per=REST)], [one.claim for one in main], "s")
    assert sorted(numbers(main) + numbers(rest)) == list(range(1, sum(sizes) + 1))
    turned = {1: list(reversed(tables[1]))}
    assert main == qualifiers(turned, list(reversed(quotas)), seed="s")
    fifths = sum(size > last for size in sizes)
    expected = sum(min(size, last) for size in sizes) + (min(best, fifths) if best else fifths)
    assert len(main) == expected


def test_a_stage_that_has_not_been_played():
    with is_refused("stage_not_played", params={"stage": 2}):
        qualifiers({1: hall(4)}, [Quota(2)])


@each(
    "quota, option",
    ({"stage": 0}, "stage"),
    ({"stage": 1, "first": 0}, "first"),
    ({"stage": 1, "first": 3, "last": 2}, "last"),
    ({"stage": 1, "per": "mesa"}, "per"),
    ({"stage": 1, "best": 2, "fill": 8}, "fill"),
    ({"stage": 1, "best": -1}, "best"),
)
def test_quotas_that_cannot_be(quota, option):
    with is_refused(option=option):
        Quota(**quota)
