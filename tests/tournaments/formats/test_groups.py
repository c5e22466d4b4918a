"""Grupos: how many and of how many, who falls where, the dates of all of them together."""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.refusals import is_refused
from tests.rows import case, each
from tests.sizes import size
from tests.tournaments.formats.leagues import after, balance, entered, met, once_a_round, whole
from tournaments.formats import GROUPS, groups
from tournaments.formats.core import Entrant, Situation, Wishes
from tournaments.formats.costs import table_of_costs
from tournaments.formats.groups import Options
from tournaments.formats.groups.dealing import group_count, group_letters, sizes
from tournaments.pairing.draw import ball_order


def members(draw):
    """Return who is in each group by the first draw."""
    found = {}
    for one in draw.pairings:
        found.setdefault(one.group, set()).update(one.sides)
    return found


@each(
    "entrants, options, expected",
    case("Palmeiras: 42 in sixes", 42, Options(size=6), (6,) * 7),
    case("Navajas: 260 in fours", 260, Options(), (4,) * 65),
    case("the truc of the fallas", 26, Options(groups=4), (7, 7, 6, 6)),
    case("as many as one asks", 36, Options(groups=3), (12, 12, 12)),
    case("thirteen in fours", 13, Options(), (5, 4, 4)),
    case("two alone", 2, Options(), (2,)),
    case("five make no two groups", 5, Options(), (5,)),
    case("nine are too many for one", 9, Options(size=8), (5, 4)),
)
def test_how_many_groups_and_of_how_many(entrants, options, expected):
    assert GROUPS.group_sizes(entrants, options) == expected
    draw = GROUPS.next_round(Situation(entered(entrants)), options, "s")
    found = members(draw)
    assert [len(found[group_letters(place)]) for place in range(len(expected))] == list(expected)


@given(st.integers(3, 600), st.integers(3, 8))
def test_no_group_is_too_small_or_too_large(entrants, size):
    count = group_count(entrants, size)
    found = sizes(entrants, count)
    assert sum(found) == entrants and min(found) >= 3 and max(found) <= 8


def test_by_lot_the_first_ball_goes_to_the_first_group_and_round():
    balls = ball_order(range(1, 11), "Regumiel 2024", "groups")
    draw = GROUPS.next_round(Situation(entered(10)), Options(groups=3), "Regumiel 2024")
    assert members(draw) == {"A": {*balls[0::3]}, "B": {*balls[1::3]}, "C": {*balls[2::3]}}
    # Group A has four; B and C have three, whose first ball rests.
    assert [(one.group, one.sides) for one in draw.pairings] == [
        ("A", (balls[0], balls[3])),
        ("A", (balls[6], balls[9])),
        ("B", (balls[4], balls[7])),
        ("C", (balls[5], balls[8])),
        ("B", (balls[1],)),
        ("C", (balls[2],)),
    ]


def test_by_seed_each_group_has_one_of_each_pot():
    people = tuple(Entrant(number, seed=number if number <= 8 else 0) for number in range(1, 17))
    draw = GROUPS.next_round(Situation(people), Options(spread="seed"), "s")
    for group in members(draw).values():
        assert len(group & {1, 2, 3, 4}) == len(group & {5, 6, 7, 8}) == 1


@each("legs", 1, 2)
@each("count, size", (10, 3), (26, 6), (42, 6), (31, 5))
def test_each_group_is_a_league_and_all_share_the_dates(count, size, legs):
    options = Options(size=size, legs=legs)
    draws, situation = whole(GROUPS, Situation(entered(count)), options)
    assert len(draws) == GROUPS.rounds_in_all(count, options)
    found = members(draws[0])
    meant = {two for one in found.values() for two in combinations(sorted(one), 2)}
    assert met(situation.rounds) == dict.fromkeys(meant, legs)
    assert max(map(abs, balance(situation.rounds).values())) <= 1
    for draw in draws:
        once_a_round(draw)
        assert all(set(one.sides) <= found[one.group] for one in draw.pairings)
        assert [one.position for one in draw.pairings] == list(range(1, len(draw.pairings) + 1))
        assert draw.report.broken == ()


def test_smaller_groups_end_earlier():
    draws, _situation = whole(GROUPS, Situation(entered(26)), Options(groups=4))
    dates = Counter(one.group for draw in draws for one in draw.pairings if not one.rest)
    assert dates == {"A": 21, "B": 21, "C": 15, "D": 15}
    assert {one.group for one in draws[5].pairings} == {"A", "B"}


def towns(*many):
    """So many of each town, one after another."""
    found, number = [], 0
    for town, count in enumerate(many):
        for _one in range(count):
            number += 1
            found.append(Entrant(number, tags=(f"town:{town}",)))
    return tuple(found)


@each("seed", *range(6))
def test_those_of_a_town_are_kept_apart(seed):
    people = towns(8, 8, 8, 4, 4)
    wishes = Wishes(apart={"town": 3})
    draw = GROUPS.next_round(Situation(people, wishes=wishes), Options(groups=8), f"s{seed}")
    assert draw.report.broken == ()


def test_what_cannot_be_kept_is_told_and_is_the_least():
    """Ten of a town in four groups: two groups with three of them and two with two."""
    people = towns(10, 6)
    situation = Situation(people, wishes=Wishes(apart={"town": 3}))
    draw = GROUPS.next_round(situation, Options(groups=4), "s")
    assert draw.report.broken == ("wish",)
    assert len(draw.report.broken_by) == 2 * 3 + 2 * 1 + 2
    later = GROUPS.next_round(after(situation, draw), Options(groups=4), "s")
    assert later.report.broken == ()  # it was told when the groups were drawn


def test_those_forbidden_to_meet_weigh_more_than_a_whole_town():
    people = towns(6, 6)
    wishes = Wishes(apart={"town": 9}, forbidden=frozenset({(1, 7), (2, 8)}))
    draw = GROUPS.next_round(Situation(people, wishes=wishes), Options(groups=2, size=6), "s")
    assert "forbidden" not in draw.report.broken
    together = Wishes(forbidden=frozenset(combinations(range(1, 5), 2)))
    draw = GROUPS.next_round(Situation(entered(9), wishes=together), Options(groups=3), "s")
    assert draw.report.broken_by[0][0] == "forbidden" and len(draw.report.broken_by) == 1


def test_those_of_a_session_are_put_together():
    people = tuple(
        Entrant(number, tags=("session:tarde" if number % 2 else "session:noche",))
        for number in range(1, 17)
    )
    wishes = Wishes(together={"session": 5})
    draw = GROUPS.next_round(Situation(people, wishes=wishes), Options(), "s")
    assert draw.report.broken == ()
    assert all(len({number % 2 for number in one}) == 1 for one in members(draw).values())


def every_dealing(numbers, each):
    """All the ways of making groups of those sizes."""
    if not each:
        yield ()
        return
    for first in combinations(numbers, each[0]):
        rest = [number for number in numbers if number not in first]
        for others in every_dealing(rest, each[1:]):
            yield (first, *others)


@each("luck", *range(12))
def test_no_dealing_costs_less_in_a_small_hall(luck):
    """Against all the ways of making groups of eight: towns, families, a forbidden couple."""
    dice = random.Random(luck)
    people = tuple(
        Entrant(number, tags=(f"town:{dice.randrange(3)}", f"family:{dice.randrange(5)}"))
        for number in range(1, 9)
    )
    wishes = Wishes(apart={"town": 2, "family": 5}, forbidden=frozenset({(1, 2)}))
    costs = table_of_costs(wishes, people)

    def cost(dealt):
        return sum(costs.get(two, 0) for one in dealt for two in combinations(sorted(one), 2))

    situation = Situation(people, wishes=wishes)
    dealt = groups.groups_of(situation, Options(groups=2), str(luck))
    assert cost(dealt.values()) == min(map(cost, every_dealing(range(1, 9), (4, 4))))


@pytest.mark.slow
@settings(max_examples=size(15, long=30), deadline=None)
@given(st.integers(4, 22), st.integers(3, 6), st.integers(1, 2), st.integers(0, 10**6))
def test_groups_where_people_come_and_go(count, size, legs, luck):
    dice, options = random.Random(luck), Options(size=size, legs=legs)
    situation = Situation(entered(count))
    for _date in range(300):
        if GROUPS.is_over(situation, options):
            break
        draw = GROUPS.next_round(situation, options, "s")
        assert once_a_round(draw) <= GROUPS.still_in(situation, options)
        assert any(not one.rest for one in draw.pairings) and draw.report.rematches == ()
        situation = after(situation, draw, dice)
        entrants = list(situation.entrants)
        if dice.random() < 0.15:
            at = dice.randrange(len(entrants))
            alive = sum(one.active for one in entrants)
            entrants[at] = replace(entrants[at], active=not entrants[at].active or alive < 4)
        if dice.random() < 0.15 and len(entrants) < 26:
            entrants.append(Entrant(len(entrants) + 1))
        situation = replace(situation, entrants=tuple(entrants))
    assert GROUPS.is_over(situation, options)
    active = GROUPS.still_in(situation, options)
    times, found = met(situation.rounds), groups.groups_of(situation, options, "s")
    assert sorted(n for one in found.values() for n in one if n in active) == sorted(active)
    for name, one in found.items():
        there = sorted(active & set(one))
        assert {times[two] for two in combinations(there, 2)} <= {legs}, name
    for one, other in combinations(found.values(), 2):
        assert not any(times[min(two), max(two)] for two in product(one, other))


@settings(max_examples=size(15, long=30), deadline=None)
@given(st.integers(4, 18), st.integers(3, 6), st.integers(0, 10**6))
def test_whoever_is_swapped_by_hand_still_meets_the_group(count, size, luck):
    """In any draft, also across groups: the meetings that were lost are played in the end."""
    dice, options = random.Random(luck), Options(size=size)
    situation = Situation(entered(count))
    for _date in range(60):
        if GROUPS.is_over(situation, options):
            break
        draw = GROUPS.next_round(situation, options, "s")
        drawn = sorted(once_a_round(draw))
        one, other = (dice.choice(drawn), dice.choice(drawn)) if _date < 4 else (0, 0)
        change = {one: other, other: one}
        swapped = tuple(
            replace(pairing, sides=tuple(change.get(number, number) for number in pairing.sides))
            for pairing in draw.pairings
        )
        GROUPS.concessions(situation, swapped, options)  # whatever it is, it can be told
        situation = after(situation, replace(draw, pairings=swapped), dice)
    assert GROUPS.is_over(situation, options)
    times = met(situation.rounds)
    for members in groups.groups_of(situation, options, "s").values():
        assert all(times[two] for two in combinations(sorted(members), 2))


def test_who_comes_late_goes_to_the_smallest_group_where_nobody_minds():
    people = towns(3, 3, 3)
    situation = Situation(people, wishes=Wishes(apart={"town": 2}))
    situation = after(situation, GROUPS.next_round(situation, Options(groups=3), "s"))
    gone = next(iter(groups.groups_of(situation, Options(groups=3), "s")["B"]))
    entrants = tuple(replace(one, active=one.number != gone) for one in people)
    situation = replace(situation, entrants=(*entrants, Entrant(10)))
    assert 10 in groups.groups_of(situation, Options(groups=3), "s")["B"]


def test_the_order_of_the_entries_changes_nothing():
    people = towns(7, 5, 4)
    wishes = Wishes(apart={"town": 2})
    assert GROUPS.next_round(Situation(people, wishes=wishes), Options(), "s") == (
        GROUPS.next_round(Situation(tuple(reversed(people)), wishes=wishes), Options(), "s")
    )


def test_the_calendar_of_all_the_groups():
    situation = Situation(entered(14))
    ahead = GROUPS.calendar(situation, Options(), "s")
    draws, _situation = whole(GROUPS, situation, Options(), "s")
    assert ahead == tuple(draw.pairings for draw in draws)


def test_a_thousand_of_forty_towns_in_good_time():
    people = tuple(Entrant(n, tags=(f"town:{n % 40}",)) for n in range(1, 1001))
    situation = Situation(people, wishes=Wishes(apart={"town": 3}))
    assert GROUPS.next_round(situation, Options(), "s").report.broken == ()


@each(
    "options, option",
    ({"size": 2}, "size"),
    ({"size": 9}, "size"),
    ({"groups": -1}, "groups"),
    ({"legs": 5}, "legs"),
    ({"spread": "dedo"}, "spread"),
)
def test_options_that_cannot_be(options, option):
    with is_refused(option=option):
        Options(**options)


def test_too_few_for_so_many_groups():
    with is_refused("too_few_for_groups", params={"entrants": 7, "groups": 4, "minimum": 8}):
        GROUPS.next_round(Situation(entered(7)), Options(groups=4), "s")
    assert GROUPS.rounds_in_all(7, Options(groups=4)) == 0
