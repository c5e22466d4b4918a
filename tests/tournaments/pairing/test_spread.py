"""Those of a group in a bracket: nobody meets before the first round in which it is unavoidable."""

from collections import Counter
from itertools import pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rows import each
from tournaments.formats import KNOCKOUT, knockout
from tournaments.formats.core import Draw, DrawError, Entrant, Situation, Wishes
from tournaments.formats.knockout.seating import ranks_in_bracket
from tournaments.pairing.apart import meeting_round
from tournaments.pairing.byes import bracket_size
from tournaments.pairing.spread import count_early_meetings, fewest_meetings

SPREAD = Wishes(spread="group")


def bracket(sizes, seed="sorteo", ranked=True, **options) -> tuple[Draw, dict[int, str], int]:
    """The first round among so many of each group, seeded as they come: firsts, seconds, thirds…;
    the group of each and the rounds of the bracket."""
    places = [(place, name) for name, size in sizes.items() for place in range(size)]
    groups = {number: name for number, (_place, name) in enumerate(sorted(places), start=1)}
    entrants = tuple(
        Entrant(number, seed=number if ranked else 0, tags=(f"group:{name}",))
        for number, name in groups.items()
    )
    situation = Situation(entrants, wishes=SPREAD)
    drawn = KNOCKOUT.next_round(situation, knockout.Options(**options), seed)
    return drawn, groups, bracket_size(len(groups)).bit_length() - 1


def slots_of(drawn: Draw) -> dict[int, int]:
    return {
        number: 2 * one.position - 2 + side
        for one in drawn.pairings
        for side, number in enumerate(one.sides)
    }


def first_meeting(drawn: Draw, groups: dict[int, str]) -> int:
    slots = slots_of(drawn)
    return min(
        (
            meeting_round(slots[one], slots[other])
            for one in slots
            for other in slots
            if one < other and groups[one] == groups[other]
        ),
        default=0,
    )


DAYS = [
    ({"A": 2, "B": 2, "C": 2, "D": 2}, 3),  # 12 trios in four groups, two of each: the final
    (dict.fromkeys("ABCDEFGH", 2), 4),  # eight groups of four, two of each: the final of 16
    (dict.fromkeys("ABCD", 4), 3),  # everybody of four groups of four: not before semifinals
    ({**dict.fromkeys("ABCDEF", 2), "G": 3}, 3),  # best thirds, unequal groups
    ({"A": 5, "B": 3, "C": 2}, 2),  # five of one group in 16 places: quarter-finals
    ({"A": 3, "B": 1, "C": 1}, 2),  # with byes
]


@each("seeding", "lot", "pots")
@each("sizes, first", *DAYS)
def test_two_of_a_group_do_not_meet_before_they_must(sizes, first, seeding):
    for seed in "abcdef":
        drawn, groups, _rounds = bracket(sizes, seed, seeding=seeding)
        report = drawn.report
        assert report.group_round == first_meeting(drawn, groups)
        if seeding == "lot" or len(set(sizes.values())) == 1:
            assert report.group_round == first and "group_soon" not in report.broken


@pytest.mark.slow
@settings(max_examples=120, deadline=None, derandomize=True)
@given(st.lists(st.integers(1, 5), min_size=2, max_size=9), st.sampled_from(["lot", "rested"]))
def test_by_lot_no_bracket_spreads_them_more(sizes, byes):
    """As few couples of a group as there can be in every round, not only in the first."""
    named = {str(place): size for place, size in enumerate(sizes)}
    drawn, groups, rounds = bracket(named, ranked=False, byes=byes)
    least = fewest_meetings(Counter(groups.values()), rounds, {}, {})
    assert count_early_meetings(slots_of(drawn), groups, rounds) == least
    assert len(set(slots_of(drawn).values())) == len(groups)


SMALL = [
    ((1, 1, 2, 2), "seed"),
    ((1, 1, 2, 2), "pots"),
    ((2, 2, 2, 2), "seed"),
    ((2, 2, 2, 2), "pots"),
    ((3, 2, 2), "seed"),
    ((3, 2, 2), "pots"),
    ((4, 2, 1), "seed"),
    ((4, 3), "pots"),
    ((3, 3), "seed"),
    ((2, 2, 1), "pots"),
    ((2, 2, 1), "seed"),
    ((4, 4), "seed"),
    ((4, 4), "pots"),
]


@each("sizes, seeding", *SMALL)
def test_with_seeds_no_bracket_that_honours_them_does_better(sizes, seeding):
    """By brute force: every way of changing places those drawn alike, seeds in their own."""
    named = {"ABCDEFGH"[place]: size for place, size in enumerate(sizes)}
    for seed in "abc":
        drawn, groups, rounds = bracket(named, seed, seeding=seeding, byes="seed")
        slots, moving = slots_of(drawn), alike(len(groups), seeding)
        assert count_early_meetings(slots, groups, rounds) == min(
            count_early_meetings(other, groups, rounds) for other in every_way(slots, moving)
        )


def alike(count: int, seeding: str) -> list[list[int]]:
    """Return who may change places: all the seeds being the numbers, from 1."""
    if seeding == "seed":
        return [list(range(bracket_size(count) // 2 + 1, count + 1))]
    edges = [0, 1, 2, 4, 8]
    return [list(range(a + 1, min(b, count) + 1)) for a, b in pairwise(edges)]


def every_way(slots, moving):
    if not moving:
        yield dict(slots)
        return
    own = [slots[number] for number in moving[0]]
    for there in permutations(own):
        yield from every_way(slots | dict(zip(moving[0], there, strict=True)), moving[1:])


def test_by_pots_the_seeds_are_where_it_says():
    """The best two in halves, the best four in quarters…; who rests is among the best."""
    for count in range(2, 33):
        drawn, _groups, rounds = bracket({str(n): 1 for n in range(count)}, seeding="pots")
        slots = slots_of(drawn)
        for power in range(1, rounds):
            best = [slots[number] for number in range(1, min(1 << power, count) + 1)]
            parts = Counter(slot >> (rounds - power) for slot in best)
            assert set(parts.values()) == {1}
        resting = {one.sides[0] for one in drawn.pairings if one.rest}
        edge = len(resting).bit_length()
        assert resting <= set(range(1, (1 << edge) + 1))


def test_in_the_classic_bracket_1_meets_8_and_4_meets_5():
    groups = {str(n): 1 for n in range(8)}
    drawn, _groups, _rounds = bracket(groups, seeding="classic")
    assert [one.sides for one in drawn.pairings] == [(1, 8), (4, 5), (2, 7), (3, 6)]
    drawn, _groups, _rounds = bracket({str(n): 1 for n in range(6)}, seeding="classic")
    assert [one.sides for one in drawn.pairings] == [(1,), (4, 5), (2,), (3, 6)]
    # As many as count: the others by lot, after them.
    drawn, _groups, _rounds = bracket(groups, seeding="classic", seeds=4)
    assert [one.sides[0] for one in drawn.pairings] == [1, 4, 2, 3]
    assert ranks_in_bracket(16)[:4] == [1, 16, 8, 9]


def test_what_the_classic_bracket_could_not_keep_apart_is_told():
    """Four groups of two as they come: 1 and 5 of A, 4 and 8 of D…: two may meet in semifinals."""
    drawn, groups, _rounds = bracket(dict.fromkeys("ABCD", 2), seeding="classic")
    report = drawn.report
    assert report.group_round == first_meeting(drawn, groups) < 3
    couples = [numbers for name, numbers in report.broken_by if name == "group_soon"]
    assert couples and all(groups[one] == groups[other] for one, other in couples)


def test_a_bracket_by_ranks_is_not_drawn_anew():
    for seeding in ("pots", "classic"):
        with pytest.raises(DrawError) as found:
            knockout.Options(seeding=seeding, redraw=True)
        assert found.value.code == "no_fixed_bracket" and found.value.params["option"] == "seeding"


def test_without_groups_the_draw_is_that_of_always():
    """The draw documented for `knockout` stays: only who is to be spread changes places."""
    plain = Situation(tuple(Entrant(number, seed=number) for number in range(1, 12)))
    for options in (knockout.Options(), knockout.Options(seeding="seed", byes="seed")):
        for seed in "abc":
            spread = Situation(plain.entrants, wishes=SPREAD)
            drawn = KNOCKOUT.next_round(plain, options, seed)
            assert KNOCKOUT.next_round(spread, options, seed) == drawn


def test_a_town_counts_after_the_groups_and_a_prohibition_before():
    groups, towns = "AABBCCDD", "LLLLMMMM"
    entrants = tuple(
        Entrant(number, tags=(f"group:{group}", f"town:{town}"))
        for number, (group, town) in enumerate(zip(groups, towns, strict=True), start=1)
    )
    for forbidden in (frozenset(), frozenset({(1, 3)})):
        wishes = Wishes(apart={"town": 5}, forbidden=forbidden, spread="group")
        drawn = KNOCKOUT.next_round(Situation(entrants, wishes=wishes), knockout.Options(), "x")
        assert drawn.report.group_round == 3
        assert "forbidden" not in drawn.report.broken
