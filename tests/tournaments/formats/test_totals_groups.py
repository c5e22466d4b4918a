"""Tests of totals in groups, each seated separately, and of seeds at different tables."""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.refusals import is_refused
from tests.rows import each
from tests.sizes import size
from tournaments.formats import GROUPS, KNOCKOUT, TOTALS, groups, knockout
from tournaments.formats.core import DrawError, Entrant, PlayedMatch, Situation, Wishes
from tournaments.formats.history import bye_counts
from tournaments.formats.round_robin import groups_played
from tournaments.formats.totals import Options


def entrants_up_to(count, seeds=0):
    return tuple(
        Entrant(number, seed=number if number <= seeds else 0) for number in range(1, count + 1)
    )


def play_round(draw):
    return tuple(
        PlayedMatch(
            pairing.position,
            pairing.sides,
            pairing.sides[0] if not pairing.is_bye else None,
            group=pairing.group,
        )
        for pairing in draw.pairings
    )


def situation_after_round(situation, draw):
    return replace(situation, rounds=(*situation.rounds, play_round(draw)))


@pytest.mark.slow
@settings(max_examples=size(8, long=40))
@given(
    st.integers(2, 5),
    st.integers(1, 4),
    st.integers(0, 20),
    st.sampled_from(["lot", "rotation", "ranking"]),
    st.sampled_from(["rest", "smaller", "larger"]),
    st.integers(),
)
def test_groups_of_totals_meet_only_their_own_members(sides, count, extra, seating, odd, seed):
    """With arrivals and withdrawals, nobody sits twice, and the same seed gives the same draw."""
    dice, options = random.Random(seed), Options(4, seating, odd, groups=count)
    situation = Situation(entrants_up_to(sides * count + extra), sides=sides, table_sizes=(3, 4, 5))
    group_of_number: dict[int, str] = {}
    while not TOTALS.is_over(situation, options):
        try:
            draw = TOTALS.next_round(situation, options, "seed")
        except DrawError as error:
            assert (error.code, len(situation.rounds) > 0) == ("too_few_entrants", True)
            return
        numbers = [number for pairing in draw.pairings for number in pairing.sides]
        assert sorted(numbers) == sorted(
            entrant.number for entrant in situation.entrants if entrant.active
        )
        assert [pairing.position for pairing in draw.pairings] == list(
            range(1, len(draw.pairings) + 1)
        )
        for pairing in draw.pairings:
            for number in pairing.sides:
                assert group_of_number.setdefault(number, pairing.group) == pairing.group
        assert "repeated_bye" not in draw.report.broken
        shuffled_entrants = tuple(dice.sample(situation.entrants, len(situation.entrants)))
        assert (
            TOTALS.next_round(replace(situation, entrants=shuffled_entrants), options, "seed")
            == draw
        )
        report = TOTALS.concessions(situation, draw.pairings, options)
        assert report == draw.report
        entrants = list(situation.entrants)
        if dice.random() < 0.4:
            index = dice.randrange(len(entrants))
            entrants[index] = replace(entrants[index], active=False)
        if dice.random() < 0.4:
            entrants.append(Entrant(len(entrants) + 1))
        situation = situation_after_round(replace(situation, entrants=tuple(entrants)), draw)
    if count > 1:
        assert len(set(group_of_number.values())) == count


@each("count, sizes", (36, [12] * 3), (37, [12, 12, 13]), (14, [4, 5, 5]))
def test_groups_of_totals_are_as_equal_as_possible(count, sizes):
    draw = TOTALS.next_round(
        Situation(entrants_up_to(count), sides=4), Options(4, groups=3), "seed"
    )
    group_counts = Counter(pairing.group for pairing in draw.pairings for _number in pairing.sides)
    assert sorted(group_counts) == ["A", "B", "C"] and sorted(group_counts.values()) == sizes
    assert sorted(TOTALS.group_sizes(count, Options(4, groups=3))) == sizes


def test_each_group_is_drawn_like_a_hall_of_its_own():
    """Each of several groups is drawn as if it were alone; a single group has no name."""
    hall = Situation(entrants_up_to(24), sides=4)
    assert {pairing.group for pairing in TOTALS.next_round(hall, Options(4), "seed").pairings} == {
        ""
    }
    options = Options(4, "rotation", groups=2)
    draw = TOTALS.next_round(hall, options, "seed")
    second_situation = situation_after_round(hall, draw)
    second_draw = TOTALS.next_round(second_situation, options, "seed")
    for name, members in groups_played(second_situation.rounds).items():
        alone = Situation(
            tuple(Entrant(number) for number in members),
            (
                tuple(
                    replace(match, group="")
                    for match in second_situation.rounds[0]
                    if match.group == name
                ),
            ),
            sides=4,
        )
        draw_alone = TOTALS.next_round(alone, Options(4, "rotation"), "seed")
        assert [pairing.sides for pairing in draw_alone.pairings] == [
            pairing.sides for pairing in second_draw.pairings if pairing.group == name
        ]


def test_late_entrant_joins_the_smallest_group_of_totals():
    options = Options(4, groups=3)
    draw = TOTALS.next_round(Situation(entrants_up_to(14), sides=4), options, "seed")
    smallest = Counter(
        pairing.group for pairing in draw.pairings for _number in pairing.sides
    ).most_common()[-1][0]
    situation = situation_after_round(Situation(entrants_up_to(14), sides=4), draw)
    with_late_entrant = replace(situation, entrants=entrants_up_to(15))
    pairings = TOTALS.next_round(with_late_entrant, options, "seed").pairings
    assert next(pairing.group for pairing in pairings if 15 in pairing.sides) == smallest


def test_group_with_too_few_members_rests_and_the_others_play():
    options = Options(4, groups=2)
    situation = Situation(entrants_up_to(8), sides=4)
    situation = situation_after_round(situation, TOTALS.next_round(situation, options, "seed"))
    members = groups_played(situation.rounds)
    leaver = members["A"][0]
    remaining = tuple(
        replace(entrant, active=entrant.number != leaver) for entrant in situation.entrants
    )
    draw = TOTALS.next_round(replace(situation, entrants=remaining), options, "seed")
    assert set(draw.report.byes) == set(members["A"]) - {leaver}
    assert sorted(len(pairing.sides) for pairing in draw.pairings) == [1, 1, 1, 4]
    assert draw.report.broken == ("rematch",)
    two_active = tuple(
        replace(entrant, active=entrant.number > 6) for entrant in situation.entrants
    )
    with is_refused("too_few_entrants", params={"entrants": 2, "minimum": 4}):
        TOTALS.next_round(replace(situation, entrants=two_active), options, "seed")


def test_byes_are_in_turn_within_each_group():
    options = Options(4, groups=2)
    situation = Situation(entrants_up_to(9), sides=4)
    for _number in range(4):
        situation = situation_after_round(situation, TOTALS.next_round(situation, options, "seed"))
    bye_numbers = bye_counts(situation.rounds)
    byes_of_groups = [
        [bye_numbers[number] for number in members]
        for members in groups_played(situation.rounds).values()
    ]
    assert sorted(map(sum, byes_of_groups)) == [0, 4]
    assert all(max(rests) - min(rests) <= 1 for rests in byes_of_groups)


def test_more_groups_than_tables_are_refused():
    for count, sides, group_count, minimum in ((36, 4, 10, 40), (11, 4, 3, 12), (3, 2, 2, 4)):
        with pytest.raises(DrawError) as error:
            TOTALS.next_round(
                Situation(entrants_up_to(count), sides=sides), Options(4, groups=group_count), "s"
            )
        assert error.value.code == "too_few_for_groups"
        assert error.value.params == {"entrants": count, "groups": group_count, "minimum": minimum}
    smaller = Situation(entrants_up_to(9), sides=4, table_sizes=(3, 4, 5))
    draw = TOTALS.next_round(smaller, Options(4, odd="smaller", groups=3), "seed")
    assert [len(pairing.sides) for pairing in draw.pairings] == [3, 3, 3]
    for wrong_options in (
        {"groups": 0},
        {"groups": 65},
        {"groups": -1},
        {"seeds": -1},
        {"seeding": "x"},
    ):
        with pytest.raises(DrawError):
            Options(4, **wrong_options)


def test_towns_are_spread_over_the_groups():
    people = tuple(Entrant(number, tags=(f"town:{number % 4}",)) for number in range(1, 37))
    situation = Situation(people, sides=4, wishes=Wishes(apart={"town": 3}))
    options = Options(4, groups=3)
    for seed in "abc":
        draw = TOTALS.next_round(situation, options, seed)
        members = groups_played((play_round(draw),))
        for numbers in members.values():
            assert set(Counter(number % 4 for number in numbers).values()) == {3}
        assert draw.report.broken == ()


# --- Seeds --------------------------------------------------------------------------------------
@settings(max_examples=size(20, long=60))
@given(
    st.integers(2, 5),
    st.integers(1, 8),
    st.integers(0, 40),
    st.integers(0, 12),
    st.sampled_from(["lot", "rotation", "ranking"]),
    st.text(max_size=4),
)
def test_seeds_of_a_pot_sit_at_different_tables(sides, tables, seeded_count, seeds, seating, seed):
    count = sides * tables
    options = Options(4, seating, seeding="seed", seeds=seeds)
    situation = Situation(entrants_up_to(count, min(seeded_count, count)), sides=sides)
    draw = TOTALS.next_round(situation, options, seed)
    best_numbers = list(range(1, min(seeded_count, count, seeds or count) + 1))
    for start in range(0, len(best_numbers), tables):
        pot = set(best_numbers[start : start + tables])
        assert max(len(pot & set(pairing.sides)) for pairing in draw.pairings) <= 1


def test_seeds_sit_apart_at_odd_tables_and_with_wishes():
    people = tuple(
        Entrant(number, seed=number if number <= 7 else 0, tags=(f"town:{number % 3}",))
        for number in range(1, 31)
    )
    situation = Situation(
        people,
        sides=4,
        table_sizes=(3, 4, 5),
        wishes=Wishes(apart={"town": 3}, forbidden=frozenset({(1, 30)})),
    )
    for odd in ("smaller", "larger"):
        for seed in "abc":
            draw = TOTALS.next_round(situation, Options(4, odd=odd, seeding="seed"), seed)
            assert all(len({*range(1, 8)} & set(pairing.sides)) <= 1 for pairing in draw.pairings)
            assert not any({1, 30} <= set(pairing.sides) for pairing in draw.pairings)


def test_seed_of_the_draw_decides_the_tables_of_seeded_entrants():
    situation = Situation(entrants_up_to(16, 16), sides=4)
    draws = {
        TOTALS.next_round(situation, Options(4, seeding="seed", seeds=4), seed).pairings
        for seed in "abcdef"
    }
    assert len(draws) == 6


def test_seeds_are_spread_over_the_groups_and_their_tables():
    situation = Situation(entrants_up_to(24, 8), sides=4)
    for seed in "abc":
        draw = TOTALS.next_round(situation, Options(4, groups=2, seeding="seed", seeds=4), seed)
        for members in groups_played((play_round(draw),)).values():
            assert len({1, 2, 3, 4} & set(members)) == 2
        for seed_number, other_seed in combinations((1, 2, 3, 4), 2):
            assert not any(
                {seed_number, other_seed} <= set(pairing.sides) for pairing in draw.pairings
            )


def test_option_seeds_limits_the_seeds_of_knockouts_and_groups():
    """With four seeds of sixteen, the fifth entrant is drawn like the unseeded entrants."""
    entrants = entrants_up_to(16, 16)
    options = knockout.Options(seeding="seed", seeds=4)
    places = Counter()
    for draw_number in range(12):
        sides = [
            pairing.sides
            for pairing in KNOCKOUT.next_round(
                Situation(entrants), options, f"s{draw_number}"
            ).pairings
        ]
        quarter = {
            number: place // 2 for place, match_sides in enumerate(sides) for number in match_sides
        }
        assert len({quarter[number] for number in (1, 2, 3, 4)}) == 4
        places[quarter[5]] += 1
    assert len(places) > 1
    without_first = (replace(entrants[0], active=False), *entrants[1:])
    draw = KNOCKOUT.next_round(Situation(without_first), options, "seed")
    quarter = {
        number: pairing.position // 5 for pairing in draw.pairings for number in pairing.sides
    }
    assert quarter[2] != quarter[3], "after the first has withdrawn, 2 and 3 are the best seeds"
    most_of_next_four = set()
    for draw_number in range(12):
        pots = groups.Options(size=4, spread="seed", seeds=4)
        pairings = GROUPS.next_round(Situation(entrants), pots, f"s{draw_number}").pairings
        members = groups_played(
            (
                tuple(
                    PlayedMatch(
                        match_pairing.position, match_pairing.sides, None, group=match_pairing.group
                    )
                    for match_pairing in pairings
                ),
            )
        )
        assert all(
            len({1, 2, 3, 4} & set(group_members)) == 1 for group_members in members.values()
        )
        most_of_next_four.add(
            max(len({5, 6, 7, 8} & set(group_members)) for group_members in members.values())
        )
    assert most_of_next_four != {1}
