"""Tests of groups: their number and sizes, the members of each group, and their common dates."""

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
from tests.tournaments.formats.leagues import (
    entrants_up_to,
    home_balance,
    meetings_by_couple,
    numbers_drawn_once,
    play_out,
    situation_after_round,
)
from tournaments.formats import GROUPS, groups
from tournaments.formats.core import Entrant, Situation, Wishes
from tournaments.formats.costs import table_of_costs
from tournaments.formats.groups import Options
from tournaments.formats.groups.dealing import group_count, group_letters, sizes
from tournaments.pairing.draw import ball_order


def members_by_group(draw):
    """Return the members of each group in the first draw."""
    members = {}
    for pairing in draw.pairings:
        members.setdefault(pairing.group, set()).update(pairing.sides)
    return members


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
def test_number_and_sizes_of_groups(entrants, options, expected):
    assert GROUPS.group_sizes(entrants, options) == expected
    draw = GROUPS.next_round(Situation(entrants_up_to(entrants)), options, "s")
    members = members_by_group(draw)
    assert [len(members[group_letters(place)]) for place in range(len(expected))] == list(expected)


@given(st.integers(3, 600), st.integers(3, 8))
def test_no_group_is_too_small_or_too_large(entrants, size):
    count = group_count(entrants, size)
    group_sizes = sizes(entrants, count)
    assert sum(group_sizes) == entrants and min(group_sizes) >= 3 and max(group_sizes) <= 8


def test_drawn_entrants_are_dealt_to_the_groups_in_turn():
    balls = ball_order(range(1, 11), "Regumiel 2024", "groups")
    draw = GROUPS.next_round(Situation(entrants_up_to(10)), Options(groups=3), "Regumiel 2024")
    assert members_by_group(draw) == {"A": {*balls[0::3]}, "B": {*balls[1::3]}, "C": {*balls[2::3]}}
    # Group A has four members; in B and C, which have three, the first drawn entrant rests.
    assert [(pairing.group, pairing.sides) for pairing in draw.pairings] == [
        ("A", (balls[0], balls[3])),
        ("A", (balls[6], balls[9])),
        ("B", (balls[4], balls[7])),
        ("C", (balls[5], balls[8])),
        ("B", (balls[1],)),
        ("C", (balls[2],)),
    ]


def test_groups_by_seed_have_one_entrant_of_each_pot():
    people = tuple(Entrant(number, seed=number if number <= 8 else 0) for number in range(1, 17))
    draw = GROUPS.next_round(Situation(people), Options(spread="seed"), "s")
    for group in members_by_group(draw).values():
        assert len(group & {1, 2, 3, 4}) == len(group & {5, 6, 7, 8}) == 1


@each("legs", 1, 2)
@each("count, size", (10, 3), (26, 6), (42, 6), (31, 5))
def test_each_group_plays_a_league_on_common_dates(count, size, legs):
    options = Options(size=size, legs=legs)
    draws, situation = play_out(GROUPS, Situation(entrants_up_to(count)), options)
    assert len(draws) == GROUPS.rounds_in_all(count, options)
    members = members_by_group(draws[0])
    expected_couples = {
        couple
        for group_members in members.values()
        for couple in combinations(sorted(group_members), 2)
    }
    assert meetings_by_couple(situation.rounds) == dict.fromkeys(expected_couples, legs)
    assert max(map(abs, home_balance(situation.rounds).values())) <= 1
    for draw in draws:
        numbers_drawn_once(draw)
        assert all(set(pairing.sides) <= members[pairing.group] for pairing in draw.pairings)
        assert [pairing.position for pairing in draw.pairings] == list(
            range(1, len(draw.pairings) + 1)
        )
        assert draw.report.broken == ()


def test_smaller_groups_end_earlier():
    draws, _situation = play_out(GROUPS, Situation(entrants_up_to(26)), Options(groups=4))
    matches_by_group = Counter(
        pairing.group for draw in draws for pairing in draw.pairings if not pairing.is_bye
    )
    assert matches_by_group == {"A": 21, "B": 21, "C": 15, "D": 15}
    assert {pairing.group for pairing in draws[5].pairings} == {"A", "B"}


def entrants_of_towns(*counts):
    """Return `counts[0]` entrants of the first town, then `counts[1]` of the second, and so on."""
    entrants, number = [], 0
    for town, count in enumerate(counts):
        for _entrant in range(count):
            number += 1
            entrants.append(Entrant(number, tags=(f"town:{town}",)))
    return tuple(entrants)


@each("seed", *range(6))
def test_entrants_of_a_town_are_dealt_to_different_groups(seed):
    people = entrants_of_towns(8, 8, 8, 4, 4)
    wishes = Wishes(apart={"town": 3})
    draw = GROUPS.next_round(Situation(people, wishes=wishes), Options(groups=8), f"s{seed}")
    assert draw.report.broken == ()


def test_groups_report_the_fewest_couples_of_a_town_together():
    """Ten entrants of one town in four groups: at best 3, 3, 2 and 2 of them in a group."""
    people = entrants_of_towns(10, 6)
    situation = Situation(people, wishes=Wishes(apart={"town": 3}))
    draw = GROUPS.next_round(situation, Options(groups=4), "s")
    assert draw.report.broken == ("wish",)
    assert len(draw.report.broken_by) == 2 * 3 + 2 * 1 + 2
    second_draw = GROUPS.next_round(situation_after_round(situation, draw), Options(groups=4), "s")
    assert second_draw.report.broken == ()  # only the first draw reports broken wishes


def test_forbidden_couples_weigh_more_than_a_whole_town_in_groups():
    people = entrants_of_towns(6, 6)
    wishes = Wishes(apart={"town": 9}, forbidden=frozenset({(1, 7), (2, 8)}))
    draw = GROUPS.next_round(Situation(people, wishes=wishes), Options(groups=2, size=6), "s")
    assert "forbidden" not in draw.report.broken
    forbidden_wishes = Wishes(forbidden=frozenset(combinations(range(1, 5), 2)))
    draw = GROUPS.next_round(
        Situation(entrants_up_to(9), wishes=forbidden_wishes), Options(groups=3), "s"
    )
    assert draw.report.broken_by[0][0] == "forbidden" and len(draw.report.broken_by) == 1


def test_entrants_of_a_session_share_groups():
    people = tuple(
        Entrant(number, tags=("session:tarde" if number % 2 else "session:noche",))
        for number in range(1, 17)
    )
    wishes = Wishes(together={"session": 5})
    draw = GROUPS.next_round(Situation(people, wishes=wishes), Options(), "s")
    assert draw.report.broken == ()
    assert all(
        len({number % 2 for number in group_members}) == 1
        for group_members in members_by_group(draw).values()
    )


def every_dealing(numbers, group_sizes):
    """Yield every way to deal the numbers into groups of these sizes."""
    if not group_sizes:
        yield ()
        return
    for first_group in combinations(numbers, group_sizes[0]):
        other_numbers = [number for number in numbers if number not in first_group]
        for other_groups in every_dealing(other_numbers, group_sizes[1:]):
            yield (first_group, *other_groups)


@each("dice_seed", *range(12))
def test_groups_of_a_small_hall_have_the_lowest_cost(dice_seed):
    """Compare with every way to deal eight entrants with towns, families and a forbidden couple."""
    dice = random.Random(dice_seed)
    people = tuple(
        Entrant(number, tags=(f"town:{dice.randrange(3)}", f"family:{dice.randrange(5)}"))
        for number in range(1, 9)
    )
    wishes = Wishes(apart={"town": 2, "family": 5}, forbidden=frozenset({(1, 2)}))
    costs = table_of_costs(wishes, people)

    def cost(dealing):
        return sum(
            costs.get(couple, 0)
            for group_members in dealing
            for couple in combinations(sorted(group_members), 2)
        )

    situation = Situation(people, wishes=wishes)
    members_by_name = groups.groups_of(situation, Options(groups=2), str(dice_seed))
    assert cost(members_by_name.values()) == min(map(cost, every_dealing(range(1, 9), (4, 4))))


@pytest.mark.slow
@settings(max_examples=size(15, long=30))
@given(st.integers(4, 22), st.integers(3, 6), st.integers(1, 2), st.integers(0, 10**6))
def test_groups_end_although_entrants_arrive_and_withdraw(count, size, legs, dice_seed):
    dice, options = random.Random(dice_seed), Options(size=size, legs=legs)
    situation = Situation(entrants_up_to(count))
    for _date in range(300):
        if GROUPS.is_over(situation, options):
            break
        draw = GROUPS.next_round(situation, options, "s")
        assert numbers_drawn_once(draw) <= GROUPS.living_entries(situation, options)
        assert any(not pairing.is_bye for pairing in draw.pairings) and draw.report.rematches == ()
        situation = situation_after_round(situation, draw, dice)
        entrants = list(situation.entrants)
        if dice.random() < 0.15:
            index = dice.randrange(len(entrants))
            active_count = sum(entrant.active for entrant in entrants)
            entrants[index] = replace(
                entrants[index], active=not entrants[index].active or active_count < 4
            )
        if dice.random() < 0.15 and len(entrants) < 26:
            entrants.append(Entrant(len(entrants) + 1))
        situation = replace(situation, entrants=tuple(entrants))
    assert GROUPS.is_over(situation, options)
    active = GROUPS.living_entries(situation, options)
    times, members = meetings_by_couple(situation.rounds), groups.groups_of(situation, options, "s")
    assert sorted(
        number for group_members in members.values() for number in group_members if number in active
    ) == sorted(active)
    for name, group_members in members.items():
        active_members = sorted(active & set(group_members))
        assert {times[couple] for couple in combinations(active_members, 2)} <= {legs}, name
    for group_members, other_members in combinations(members.values(), 2):
        assert not any(
            times[min(couple), max(couple)] for couple in product(group_members, other_members)
        )


@settings(max_examples=size(15, long=30))
@given(st.integers(4, 18), st.integers(3, 6), st.integers(0, 10**6))
def test_entrants_swapped_by_hand_still_meet_their_whole_group(count, size, dice_seed):
    """Swap entrants in any draft, also between groups: the lost meetings are played later."""
    dice, options = random.Random(dice_seed), Options(size=size)
    situation = Situation(entrants_up_to(count))
    for date in range(60):
        if GROUPS.is_over(situation, options):
            break
        draw = GROUPS.next_round(situation, options, "s")
        drawn_numbers = sorted(numbers_drawn_once(draw))
        first_number, second_number = (
            (dice.choice(drawn_numbers), dice.choice(drawn_numbers)) if date < 4 else (0, 0)
        )
        change = {first_number: second_number, second_number: first_number}
        swapped_pairings = tuple(
            replace(pairing, sides=tuple(change.get(number, number) for number in pairing.sides))
            for pairing in draw.pairings
        )
        GROUPS.concessions(situation, swapped_pairings, options)  # must not raise
        situation = situation_after_round(situation, replace(draw, pairings=swapped_pairings), dice)
    assert GROUPS.is_over(situation, options)
    times = meetings_by_couple(situation.rounds)
    for members in groups.groups_of(situation, options, "s").values():
        assert all(times[couple] for couple in combinations(sorted(members), 2))


def test_late_entrant_joins_the_smallest_group():
    people = entrants_of_towns(3, 3, 3)
    situation = Situation(people, wishes=Wishes(apart={"town": 2}))
    situation = situation_after_round(
        situation, GROUPS.next_round(situation, Options(groups=3), "s")
    )
    withdrawn_number = next(iter(groups.groups_of(situation, Options(groups=3), "s")["B"]))
    entrants = tuple(
        replace(entrant, active=entrant.number != withdrawn_number) for entrant in people
    )
    situation = replace(situation, entrants=(*entrants, Entrant(10)))
    assert 10 in groups.groups_of(situation, Options(groups=3), "s")["B"]


def test_groups_do_not_depend_on_the_order_of_entrants():
    people = entrants_of_towns(7, 5, 4)
    wishes = Wishes(apart={"town": 2})
    assert GROUPS.next_round(Situation(people, wishes=wishes), Options(), "s") == (
        GROUPS.next_round(Situation(tuple(reversed(people)), wishes=wishes), Options(), "s")
    )


def test_calendar_of_groups_agrees_with_the_drawn_dates():
    situation = Situation(entrants_up_to(14))
    calendar = GROUPS.calendar(situation, Options(), "s")
    draws, _situation = play_out(GROUPS, situation, Options(), "s")
    assert calendar == tuple(draw.pairings for draw in draws)


def test_thousand_entrants_of_forty_towns_are_kept_apart():
    people = tuple(Entrant(number, tags=(f"town:{number % 40}",)) for number in range(1, 1001))
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
def test_wrong_options_of_groups_are_refused(options, option):
    with is_refused(option=option):
        Options(**options)


def test_groups_refuse_too_few_entrants():
    with is_refused("too_few_for_groups", params={"entrants": 7, "groups": 4, "minimum": 8}):
        GROUPS.next_round(Situation(entrants_up_to(7)), Options(groups=4), "s")
    assert GROUPS.rounds_in_all(7, Options(groups=4)) == 0
