"""Totales in groups: each a hall of its own, dealt once; and the seeded at different tables."""

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


def entered(count, seeds=0):
    return tuple(Entrant(n, seed=n if n <= seeds else 0) for n in range(1, count + 1))


def played(draw):
    return tuple(
        PlayedMatch(
            one.position, one.sides, one.sides[0] if not one.rest else None, group=one.group
        )
        for one in draw.pairings
    )


def after(situation, draw):
    return replace(situation, rounds=(*situation.rounds, played(draw)))


@pytest.mark.slow
@settings(max_examples=size(8, long=40), deadline=None)
@given(
    st.integers(2, 5),
    st.integers(1, 4),
    st.integers(0, 20),
    st.sampled_from(["lot", "rotation", "ranking"]),
    st.sampled_from(["rest", "smaller", "larger"]),
    st.integers(),
)
def test_each_group_only_meets_itself(sides, count, more, seating, odd, seed):
    """Entries come and go; nobody sits twice, and the same seed gives the same draw."""
    dice, options = random.Random(seed), Options(4, seating, odd, groups=count)
    situation = Situation(entered(sides * count + more), sides=sides, table_sizes=(3, 4, 5))
    home: dict[int, str] = {}
    while not TOTALS.is_over(situation, options):
        try:
            draw = TOTALS.next_round(situation, options, "seed")
        except DrawError as error:
            assert (error.code, len(situation.rounds) > 0) == ("too_few_entrants", True)
            return
        numbers = [number for one in draw.pairings for number in one.sides]
        assert sorted(numbers) == sorted(one.number for one in situation.entrants if one.active)
        assert [one.position for one in draw.pairings] == list(range(1, len(draw.pairings) + 1))
        for one in draw.pairings:
            for number in one.sides:
                assert home.setdefault(number, one.group) == one.group
        assert "repeated_bye" not in draw.report.broken
        mixed = tuple(dice.sample(situation.entrants, len(situation.entrants)))
        assert TOTALS.next_round(replace(situation, entrants=mixed), options, "seed") == draw
        told = TOTALS.concessions(situation, draw.pairings, options)
        assert told == draw.report
        entrants = list(situation.entrants)
        if dice.random() < 0.4:
            gone = dice.randrange(len(entrants))
            entrants[gone] = replace(entrants[gone], active=False)
        if dice.random() < 0.4:
            entrants.append(Entrant(len(entrants) + 1))
        situation = after(replace(situation, entrants=tuple(entrants)), draw)
    if count > 1:
        assert len(set(home.values())) == count


@each("count, sizes", (36, [12] * 3), (37, [12, 12, 13]), (14, [4, 5, 5]))
def test_as_equal_as_can_be(count, sizes):
    draw = TOTALS.next_round(Situation(entered(count), sides=4), Options(4, groups=3), "seed")
    found = Counter(one.group for one in draw.pairings for _number in one.sides)
    assert sorted(found) == ["A", "B", "C"] and sorted(found.values()) == sizes
    assert sorted(TOTALS.group_sizes(count, Options(4, groups=3))) == sizes


def test_alone_a_group_is_a_hall():
    """With one group nothing changes; of several, each is drawn as if there were no other."""
    one = Situation(entered(24), sides=4)
    assert {p.group for p in TOTALS.next_round(one, Options(4), "seed").pairings} == {""}
    options = Options(4, "rotation", groups=2)
    draw = TOTALS.next_round(one, options, "seed")
    both = after(one, draw)
    again = TOTALS.next_round(both, options, "seed")
    for name, members in groups_played(both.rounds).items():
        alone = Situation(
            tuple(Entrant(number) for number in members),
            (tuple(replace(m, group="") for m in both.rounds[0] if m.group == name),),
            sides=4,
        )
        mine = TOTALS.next_round(alone, Options(4, "rotation"), "seed")
        assert [p.sides for p in mine.pairings] == [
            p.sides for p in again.pairings if p.group == name
        ]


def test_who_comes_late_goes_where_there_are_fewest():
    options = Options(4, groups=3)
    draw = TOTALS.next_round(Situation(entered(14), sides=4), options, "seed")
    small = Counter(one.group for one in draw.pairings for _n in one.sides).most_common()[-1][0]
    situation = after(Situation(entered(14), sides=4), draw)
    late = replace(situation, entrants=entered(15))
    found = TOTALS.next_round(late, options, "seed").pairings
    assert next(one.group for one in found if 15 in one.sides) == small


def test_a_group_left_with_too_few_rests_and_the_others_go_on():
    options = Options(4, groups=2)
    situation = Situation(entered(8), sides=4)
    situation = after(situation, TOTALS.next_round(situation, options, "seed"))
    members = groups_played(situation.rounds)
    leaver = members["A"][0]
    left = tuple(replace(one, active=one.number != leaver) for one in situation.entrants)
    draw = TOTALS.next_round(replace(situation, entrants=left), options, "seed")
    assert set(draw.report.byes) == set(members["A"]) - {leaver}
    assert sorted(len(one.sides) for one in draw.pairings) == [1, 1, 1, 4]
    assert draw.report.broken == ("rematch",)
    nobody = tuple(replace(one, active=one.number > 6) for one in situation.entrants)
    with is_refused("too_few_entrants", params={"entrants": 2, "minimum": 4}):
        TOTALS.next_round(replace(situation, entrants=nobody), options, "seed")


def test_rests_are_in_turn_within_each_group():
    options = Options(4, groups=2)
    situation = Situation(entered(9), sides=4)
    for _round in range(4):
        situation = after(situation, TOTALS.next_round(situation, options, "seed"))
    taken = bye_counts(situation.rounds)
    of_groups = [
        [taken[n] for n in members] for members in groups_played(situation.rounds).values()
    ]
    assert sorted(map(sum, of_groups)) == [0, 4]
    assert all(max(rests) - min(rests) <= 1 for rests in of_groups)


def test_more_groups_than_tables():
    for count, sides, asked, minimum in ((36, 4, 10, 40), (11, 4, 3, 12), (3, 2, 2, 4)):
        with pytest.raises(DrawError) as refused:
            TOTALS.next_round(Situation(entered(count), sides=sides), Options(4, groups=asked), "s")
        assert refused.value.code == "too_few_for_groups"
        assert refused.value.params == {"entrants": count, "groups": asked, "minimum": minimum}
    smaller = Situation(entered(9), sides=4, table_sizes=(3, 4, 5))
    draw = TOTALS.next_round(smaller, Options(4, odd="smaller", groups=3), "seed")
    assert [len(one.sides) for one in draw.pairings] == [3, 3, 3]
    for wrong in ({"groups": 0}, {"groups": 65}, {"groups": -1}, {"seeds": -1}, {"seeding": "x"}):
        with pytest.raises(DrawError):
            Options(4, **wrong)


def test_towns_are_mixed_over_the_groups():
    people = tuple(Entrant(n, tags=(f"town:{n % 4}",)) for n in range(1, 37))
    situation = Situation(people, sides=4, wishes=Wishes(apart={"town": 3}))
    options = Options(4, groups=3)
    for seed in "abc":
        draw = TOTALS.next_round(situation, options, seed)
        members = groups_played((played(draw),))
        for numbers in members.values():
            assert set(Counter(n % 4 for n in numbers).values()) == {3}
        assert draw.report.broken == ()


# --- Seeds --------------------------------------------------------------------------------------
@settings(max_examples=size(20, long=60), deadline=None)
@given(
    st.integers(2, 5),
    st.integers(1, 8),
    st.integers(0, 40),
    st.integers(0, 12),
    st.sampled_from(["lot", "rotation", "ranking"]),
    st.text(max_size=4),
)
def test_the_seeded_of_a_pot_sit_at_different_tables(sides, tables, seeded, seeds, seating, seed):
    count = sides * tables
    options = Options(4, seating, seeding="seed", seeds=seeds)
    situation = Situation(entered(count, min(seeded, count)), sides=sides)
    draw = TOTALS.next_round(situation, options, seed)
    best = list(range(1, min(seeded, count, seeds or count) + 1))
    for start in range(0, len(best), tables):
        pot = set(best[start : start + tables])
        assert max(len(pot & set(one.sides)) for one in draw.pairings) <= 1


def test_the_seeded_at_odd_tables_and_beside_wishes():
    people = tuple(
        Entrant(n, seed=n if n <= 7 else 0, tags=(f"town:{n % 3}",)) for n in range(1, 31)
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
            assert all(len({*range(1, 8)} & set(one.sides)) <= 1 for one in draw.pairings)
            assert not any({1, 30} <= set(one.sides) for one in draw.pairings)


def test_the_seed_of_the_draw_still_decides_where():
    situation = Situation(entered(16, 16), sides=4)
    drawn = {
        TOTALS.next_round(situation, Options(4, seeding="seed", seeds=4), seed).pairings
        for seed in "abcdef"
    }
    assert len(drawn) == 6


def test_in_groups_the_seeded_are_spread_first():
    situation = Situation(entered(24, 8), sides=4)
    for seed in "abc":
        draw = TOTALS.next_round(situation, Options(4, groups=2, seeding="seed", seeds=4), seed)
        for members in groups_played((played(draw),)).values():
            assert len({1, 2, 3, 4} & set(members)) == 2
        for one, other in combinations((1, 2, 3, 4), 2):
            assert not any({one, other} <= set(pairing.sides) for pairing in draw.pairings)


def test_a_knockout_and_groups_count_only_so_many():
    """Four seeds of sixteen: the fifth is drawn as everybody else."""
    entrants = entered(16, 16)
    options = knockout.Options(seeding="seed", seeds=4)
    places = Counter()
    for n in range(12):
        sides = [
            one.sides for one in KNOCKOUT.next_round(Situation(entrants), options, f"s{n}").pairings
        ]
        at = {number: place // 2 for place, two in enumerate(sides) for number in two}
        assert len({at[number] for number in (1, 2, 3, 4)}) == 4
        places[at[5]] += 1
    assert len(places) > 1
    gone = (replace(entrants[0], active=False), *entrants[1:])
    draw = KNOCKOUT.next_round(Situation(gone), options, "seed")
    at = {n: one.position // 5 for one in draw.pairings for n in one.sides}
    assert at[2] != at[3], "the first left before the draw: the second and the third are the best"
    free = set()
    for n in range(12):
        pots = groups.Options(size=4, spread="seed", seeds=4)
        drawn = GROUPS.next_round(Situation(entrants), pots, f"s{n}").pairings
        members = groups_played(
            (tuple(PlayedMatch(p.position, p.sides, None, group=p.group) for p in drawn),)
        )
        assert all(len({1, 2, 3, 4} & set(found)) == 1 for found in members.values())
        free.add(max(len({5, 6, 7, 8} & set(found)) for found in members.values()))
    assert free != {1}
