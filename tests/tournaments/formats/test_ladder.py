"""Escalera: up and down a table, one waiting, ties, comings and goings, who stands where."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.refusals import is_refused
from tests.rows import case, each
from tests.tournaments.formats.leagues import entered, sides
from tournaments.formats import LADDER
from tournaments.formats.core import DrawError, Entrant, PlayedMatch, Situation
from tournaments.formats.ladder import Options


def round_of(*tables):
    """Tables from the top as "3>5" (3 won), "3=5" (drawn), "4" (waiting)."""
    found = []
    for position, table in enumerate(tables, start=1):
        sides = tuple(int(number) for number in table.replace("=", ">").split(">"))
        alone = len(sides) == 1
        drawn = "=" in table
        found.append(PlayedMatch(position, sides, None if alone or drawn else sides[0], drawn))
    return tuple(found)


@each(
    "tables, following",
    case("up and down", ["1>2", "3>4", "5>6"], [(1, 3), (2, 5), (4, 6)]),
    case("who waited comes in", ["1>2", "3>4", "5"], [(1, 3), (2, 5), (4,)]),
    case("one table and one waiting", ["1>2", "3"], [(1, 3), (2,)]),
    case("one table", ["1>2"], [(1, 2)]),
    case("a tie: who was higher stays", ["1=2", "3=4"], [(1, 3), (2, 4)]),
)
def test_the_bell(tables, following):
    count = max(int(number) for table in tables for number in table.replace("=", ">").split(">"))
    situation = Situation(entered(count), (round_of(*tables),))
    draw = LADDER.next_round(situation, Options(), "seed")
    assert sides(draw) == following
    assert draw.report.broken == ()


def test_a_tie_by_lot_depends_on_the_seed():
    situation = Situation(entered(4), (round_of("1=2", "3>4"),))
    drawn = {LADDER.next_round(situation, Options(tie="lot"), seed).pairings for seed in "abcdefgh"}
    assert {one[0].sides for one in drawn} == {(1, 3), (2, 3)}
    assert LADDER.by_lot(2, Options(tie="lot")) and not LADDER.by_lot(2, Options())


def test_the_first_seating_by_lot_or_by_seed():
    by_lot = LADDER.next_round(Situation(entered(7)), Options(), "Regumiel 2024")
    assert sorted(number for one in by_lot.pairings for number in one.sides) == [*range(1, 8)]
    assert len(by_lot.pairings[-1].sides) == 1
    seeded = tuple(Entrant(number, seed=max(0, number - 4)) for number in range(1, 8))
    draw = LADDER.next_round(Situation(seeded), Options(first="seed"), "seed")
    assert sides(draw)[:2] == [(5, 6), (7, sides(draw)[1][1])]


def test_who_leaves_is_passed_over_and_who_comes_starts_at_the_bottom():
    entrants = [Entrant(number, active=number != 3) for number in range(1, 8)]
    situation = Situation(tuple(entrants), (round_of("1>2", "3>4", "5>6"),))
    draw = LADDER.next_round(situation, Options(), "seed")
    # After the bell 1, 3, 2, 5, 4, 6: without 3 those behind go up a place, and 7 comes last.
    assert sides(draw) == [(1, 2), (5, 4), (6, 7)]


def test_how_they_stand():
    rounds = (round_of("1>2", "3>4", "5>6"), round_of("3>1", "5>2", "4"))
    entrants = tuple(Entrant(number, active=number != 6) for number in range(1, 9))
    situation = Situation(entrants, rounds)
    assert LADDER.order(situation, Options()) == (3, 1, 5, 2, 4, 7, 8, 6)
    assert LADDER.order(Situation(entrants), Options()) == (1, 2, 3, 4, 5, 6, 7, 8)


def test_what_cannot_be_drawn():
    with is_refused("too_few_entrants"):
        LADDER.next_round(Situation(entered(1)), Options(), "seed")
    with is_refused("stage_over"):
        LADDER.next_round(Situation(entered(2), (round_of("1>2"),)), Options(1), "seed")
    open_round = (PlayedMatch(1, (1, 2), None),)
    with is_refused("round_unfinished"):
        LADDER.next_round(Situation(entered(2), (open_round,)), Options(), "seed")
    for wrong in ({"rounds": 0}, {"first": "x"}, {"tie": "seed"}):
        with pytest.raises(DrawError):
            Options(**wrong)


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 20), st.integers(1, 8), st.sampled_from(["stays", "lot"]), st.integers())
def test_whole_days_with_comings_and_goings(count, rounds, tie, seed):
    dice = random.Random(seed)
    situation, options = Situation(entered(count)), Options(rounds, tie=tie)
    waited = ()
    while not LADDER.is_over(situation, options):
        draw = LADDER.next_round(situation, options, f"seed/{len(situation.rounds)}")
        numbers = [number for one in draw.pairings for number in one.sides]
        assert sorted(numbers) == sorted(one.number for one in situation.entrants if one.active)
        assert [one.position for one in draw.pairings] == [*range(1, len(draw.pairings) + 1)]
        # Nobody waits twice running, unless others left from above.
        left = {one.number for one in situation.entrants if not one.active}
        if not left:
            assert not set(waited) & set(draw.report.byes)
        waited = draw.report.byes
        shuffled = tuple(dice.sample(situation.entrants, len(situation.entrants)))
        assert draw == LADDER.next_round(
            replace(situation, entrants=shuffled), options, f"seed/{len(situation.rounds)}"
        )
        played = tuple(
            PlayedMatch(
                one.position, one.sides, won if not one.rest else None, not one.rest and not won
            )
            for one in draw.pairings
            for won in [dice.choice([*one.sides, None])]
        )
        entrants = list(situation.entrants)
        if dice.random() < 0.2 and sum(one.active for one in entrants) > 2:
            gone = dice.choice([at for at, one in enumerate(entrants) if one.active])
            entrants[gone] = replace(entrants[gone], active=False)
        if dice.random() < 0.2:
            entrants.append(Entrant(len(entrants) + 1))
        situation = Situation(tuple(entrants), (*situation.rounds, played))
        standing = LADDER.order(situation, options)
        assert sorted(standing) == sorted(one.number for one in entrants)
        assert standing[0] in played[0].sides
