"""Tests of brackets that keep the members of a group apart for as many rounds as possible."""

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


def bracket(sizes, seed="sorteo", is_seeded=True, **options) -> tuple[Draw, dict[int, str], int]:
    """Return the first round of a bracket, the group of each number, and the number of rounds.

    `sizes` has the number of members of each group. If `is_seeded`, the first members of all groups
    get the best seeds, then the second members, and so on; otherwise nobody is seeded.
    """
    places = [(place, name) for name, size in sizes.items() for place in range(size)]
    groups = {number: name for number, (_place, name) in enumerate(sorted(places), start=1)}
    entrants = tuple(
        Entrant(number, seed=number if is_seeded else 0, tags=(f"group:{name}",))
        for number, name in groups.items()
    )
    situation = Situation(entrants, wishes=SPREAD)
    draw = KNOCKOUT.next_round(situation, knockout.Options(**options), seed)
    return draw, groups, bracket_size(len(groups)).bit_length() - 1


def slots_of(draw: Draw) -> dict[int, int]:
    return {
        number: 2 * pairing.position - 2 + side
        for pairing in draw.pairings
        for side, number in enumerate(pairing.sides)
    }


def first_round_within_a_group(draw: Draw, groups: dict[int, str]) -> int:
    slots = slots_of(draw)
    return min(
        (
            meeting_round(slots[number], slots[rival])
            for number in slots
            for rival in slots
            if number < rival and groups[number] == groups[rival]
        ),
        default=0,
    )


# The members of each group, and the first round in which two of a group must meet.
GROUP_SIZES = [
    ({"A": 2, "B": 2, "C": 2, "D": 2}, 3),  # four groups, two members of each: the final
    (dict.fromkeys("ABCDEFGH", 2), 4),  # eight groups, two members of each: the final of 16
    (dict.fromkeys("ABCD", 4), 3),  # four groups of four: the semifinals
    ({**dict.fromkeys("ABCDEF", 2), "G": 3}, 3),  # groups of unequal size
    ({"A": 5, "B": 3, "C": 2}, 2),  # five members of one group in 16 places: quarter-finals
    ({"A": 3, "B": 1, "C": 1}, 2),  # a bracket with byes
]


@each("seeding", "lot", "pots")
@each("sizes, first_round", *GROUP_SIZES)
def test_members_of_a_group_meet_as_late_as_possible(sizes, first_round, seeding):
    for seed in "abcdef":
        draw, groups, _rounds = bracket(sizes, seed, seeding=seeding)
        report = draw.report
        assert report.group_round == first_round_within_a_group(draw, groups)
        if seeding == "lot" or len(set(sizes.values())) == 1:
            assert report.group_round == first_round and "group_soon" not in report.broken


@pytest.mark.slow
@settings(max_examples=120, derandomize=True)
@given(st.lists(st.integers(1, 5), min_size=2, max_size=9), st.sampled_from(["lot", "rested"]))
def test_no_bracket_by_lot_spreads_the_groups_better(sizes, byes):
    """Every round has as few meetings within a group as possible, not only the first."""
    sizes_by_name = {str(place): size for place, size in enumerate(sizes)}
    draw, groups, rounds = bracket(sizes_by_name, is_seeded=False, byes=byes)
    fewest = fewest_meetings(Counter(groups.values()), rounds, {}, {})
    assert count_early_meetings(slots_of(draw), groups, rounds) == fewest
    assert len(set(slots_of(draw).values())) == len(groups)


SMALL_BRACKETS = [
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


@each("sizes, seeding", *SMALL_BRACKETS)
def test_no_seeded_bracket_spreads_the_groups_better(sizes, seeding):
    """Compare with every exchange between numbers that the seeding treats alike."""
    sizes_by_name = {"ABCDEFGH"[place]: size for place, size in enumerate(sizes)}
    for seed in "abc":
        draw, groups, rounds = bracket(sizes_by_name, seed, seeding=seeding, byes="seed")
        slots, exchangeable = slots_of(draw), exchangeable_numbers(len(groups), seeding)
        assert count_early_meetings(slots, groups, rounds) == min(
            count_early_meetings(arrangement, groups, rounds)
            for arrangement in every_arrangement(slots, exchangeable)
        )


def exchangeable_numbers(count: int, seeding: str) -> list[list[int]]:
    """Return the sets of numbers that the seeding treats alike if every number is a seed."""
    if seeding == "seed":
        return [list(range(bracket_size(count) // 2 + 1, count + 1))]
    edges = [0, 1, 2, 4, 8]
    return [list(range(start + 1, min(end, count) + 1)) for start, end in pairwise(edges)]


def every_arrangement(slots, exchangeable):
    if not exchangeable:
        yield dict(slots)
        return
    slots_of_set = [slots[number] for number in exchangeable[0]]
    for order in permutations(slots_of_set):
        yield from every_arrangement(
            slots | dict(zip(exchangeable[0], order, strict=True)), exchangeable[1:]
        )


def test_pots_put_the_best_seeds_in_different_parts():
    """The best two are in different halves, the best four in different quarters, and so on."""
    for count in range(2, 33):
        draw, _groups, rounds = bracket({str(group): 1 for group in range(count)}, seeding="pots")
        slots = slots_of(draw)
        for power in range(1, rounds):
            best_slots = [slots[number] for number in range(1, min(1 << power, count) + 1)]
            parts = Counter(slot >> (rounds - power) for slot in best_slots)
            assert set(parts.values()) == {1}
        resting = {pairing.sides[0] for pairing in draw.pairings if pairing.is_bye}
        edge = len(resting).bit_length()
        assert resting <= set(range(1, (1 << edge) + 1))


def test_classic_bracket_of_eight_pairs_1_with_8_and_4_with_5():
    groups = {str(group): 1 for group in range(8)}
    draw, _groups, _rounds = bracket(groups, seeding="classic")
    assert [pairing.sides for pairing in draw.pairings] == [(1, 8), (4, 5), (2, 7), (3, 6)]
    draw, _groups, _rounds = bracket({str(group): 1 for group in range(6)}, seeding="classic")
    assert [pairing.sides for pairing in draw.pairings] == [(1,), (4, 5), (2,), (3, 6)]
    # With four seeds, the other entrants are placed by lot.
    draw, _groups, _rounds = bracket(groups, seeding="classic", seeds=4)
    assert [pairing.sides[0] for pairing in draw.pairings] == [1, 4, 2, 3]
    assert ranks_in_bracket(16)[:4] == [1, 16, 8, 9]


def test_classic_bracket_reports_the_couples_that_meet_early():
    """Four groups of two: 1 and 5 of group A may meet in a semifinal."""
    draw, groups, _rounds = bracket(dict.fromkeys("ABCD", 2), seeding="classic")
    report = draw.report
    assert report.group_round == first_round_within_a_group(draw, groups) < 3
    couples = [numbers for name, numbers in report.broken_by if name == "group_soon"]
    assert couples and all(groups[number] == groups[rival] for number, rival in couples)


def test_bracket_by_ranks_cannot_be_redrawn():
    for seeding in ("pots", "classic"):
        with pytest.raises(DrawError) as error:
            knockout.Options(seeding=seeding, redraw=True)
        assert error.value.code == "no_fixed_bracket" and error.value.params["option"] == "seeding"


def test_bracket_without_groups_is_the_plain_knockout_draw():
    """The documented knockout draw stays the same if no entrant has a group."""
    plain = Situation(tuple(Entrant(number, seed=number) for number in range(1, 12)))
    for options in (knockout.Options(), knockout.Options(seeding="seed", byes="seed")):
        for seed in "abc":
            spread = Situation(plain.entrants, wishes=SPREAD)
            draw = KNOCKOUT.next_round(plain, options, seed)
            assert KNOCKOUT.next_round(spread, options, seed) == draw


def test_groups_are_spread_before_towns_and_after_forbidden_matches():
    groups, towns = "AABBCCDD", "LLLLMMMM"
    entrants = tuple(
        Entrant(number, tags=(f"group:{group}", f"town:{town}"))
        for number, (group, town) in enumerate(zip(groups, towns, strict=True), start=1)
    )
    for forbidden in (frozenset(), frozenset({(1, 3)})):
        wishes = Wishes(apart={"town": 5}, forbidden=forbidden, spread="group")
        draw = KNOCKOUT.next_round(Situation(entrants, wishes=wishes), knockout.Options(), "x")
        assert draw.report.group_round == 3
        assert "forbidden" not in draw.report.broken
