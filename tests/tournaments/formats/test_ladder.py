"""Tests of the ladder (escalera): moves up and down a table, waiting, ties, arrivals and order."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.refusals import is_refused
from tests.rows import case, each
from tests.tournaments.formats.leagues import entrants_up_to, sides
from tournaments.formats import LADDER
from tournaments.formats.core import DrawError, Entrant, PlayedMatch, Situation
from tournaments.formats.ladder import Options


def round_of(*tables):
    """Return a round from the top table: "3>5" (3 won), "3=5" (drawn), "4" (waiting)."""
    matches = []
    for position, table in enumerate(tables, start=1):
        sides = tuple(int(number) for number in table.replace("=", ">").split(">"))
        is_waiting = len(sides) == 1
        is_drawn = "=" in table
        matches.append(
            PlayedMatch(position, sides, None if is_waiting or is_drawn else sides[0], is_drawn)
        )
    return tuple(matches)


@each(
    "tables, next_tables",
    case("up and down", ["1>2", "3>4", "5>6"], [(1, 3), (2, 5), (4, 6)]),
    case("the waiting entrant comes in", ["1>2", "3>4", "5"], [(1, 3), (2, 5), (4,)]),
    case("one table and one waiting", ["1>2", "3"], [(1, 3), (2,)]),
    case("one table", ["1>2"], [(1, 2)]),
    case("a tie: who was higher stays", ["1=2", "3=4"], [(1, 3), (2, 4)]),
)
def test_winners_go_up_a_table_and_losers_down(tables, next_tables):
    count = max(int(number) for table in tables for number in table.replace("=", ">").split(">"))
    situation = Situation(entrants_up_to(count), (round_of(*tables),))
    draw = LADDER.next_round(situation, Options(), "seed")
    assert sides(draw) == next_tables
    assert draw.report.broken == ()


def test_tie_by_lot_depends_on_the_seed():
    situation = Situation(entrants_up_to(4), (round_of("1=2", "3>4"),))
    draws = {LADDER.next_round(situation, Options(tie="lot"), seed).pairings for seed in "abcdefgh"}
    assert {pairings[0].sides for pairings in draws} == {(1, 3), (2, 3)}
    assert LADDER.by_lot(2, Options(tie="lot")) and not LADDER.by_lot(2, Options())


def test_first_round_of_a_ladder_by_lot_or_by_seed():
    draw_by_lot = LADDER.next_round(Situation(entrants_up_to(7)), Options(), "Regumiel 2024")
    assert sorted(number for pairing in draw_by_lot.pairings for number in pairing.sides) == [
        *range(1, 8)
    ]
    assert len(draw_by_lot.pairings[-1].sides) == 1
    seeded_entrants = tuple(Entrant(number, seed=max(0, number - 4)) for number in range(1, 8))
    draw = LADDER.next_round(Situation(seeded_entrants), Options(first="seed"), "seed")
    assert sides(draw)[:2] == [(5, 6), (7, sides(draw)[1][1])]


def test_withdrawn_entrant_is_skipped_and_late_entrant_starts_at_the_bottom():
    entrants = [Entrant(number, active=number != 3) for number in range(1, 8)]
    situation = Situation(tuple(entrants), (round_of("1>2", "3>4", "5>6"),))
    draw = LADDER.next_round(situation, Options(), "seed")
    # The order after the round is 1, 3, 2, 5, 4, 6. Without 3, the others move up; 7 comes last.
    assert sides(draw) == [(1, 2), (5, 4), (6, 7)]


def test_order_of_a_ladder():
    rounds = (round_of("1>2", "3>4", "5>6"), round_of("3>1", "5>2", "4"))
    entrants = tuple(Entrant(number, active=number != 6) for number in range(1, 9))
    situation = Situation(entrants, rounds)
    assert LADDER.order(situation, Options()) == (3, 1, 5, 2, 4, 7, 8, 6)
    assert LADDER.order(Situation(entrants), Options()) == (1, 2, 3, 4, 5, 6, 7, 8)


def test_impossible_ladder_draws_and_options_are_refused():
    with is_refused("too_few_entrants"):
        LADDER.next_round(Situation(entrants_up_to(1)), Options(), "seed")
    with is_refused("stage_over"):
        LADDER.next_round(Situation(entrants_up_to(2), (round_of("1>2"),)), Options(1), "seed")
    open_round = (PlayedMatch(1, (1, 2), None),)
    with is_refused("round_unfinished"):
        LADDER.next_round(Situation(entrants_up_to(2), (open_round,)), Options(), "seed")
    for wrong_options in ({"rounds": 0}, {"first": "x"}, {"tie": "seed"}):
        with pytest.raises(DrawError):
            Options(**wrong_options)


@settings(max_examples=60)
@given(st.integers(2, 20), st.integers(1, 8), st.sampled_from(["stays", "lot"]), st.integers())
def test_ladder_of_a_whole_day_with_arrivals_and_withdrawals(count, rounds, tie, seed):
    dice = random.Random(seed)
    situation, options = Situation(entrants_up_to(count)), Options(rounds, tie=tie)
    previous_byes = ()
    while not LADDER.is_over(situation, options):
        draw = LADDER.next_round(situation, options, f"seed/{len(situation.rounds)}")
        numbers = [number for pairing in draw.pairings for number in pairing.sides]
        assert sorted(numbers) == sorted(
            entrant.number for entrant in situation.entrants if entrant.active
        )
        assert [pairing.position for pairing in draw.pairings] == [
            *range(1, len(draw.pairings) + 1)
        ]
        # Nobody waits twice in a row, unless entrants at higher tables have withdrawn.
        withdrawn_numbers = {entrant.number for entrant in situation.entrants if not entrant.active}
        if not withdrawn_numbers:
            assert not set(previous_byes) & set(draw.report.byes)
        previous_byes = draw.report.byes
        shuffled_entrants = tuple(dice.sample(situation.entrants, len(situation.entrants)))
        assert draw == LADDER.next_round(
            replace(situation, entrants=shuffled_entrants), options, f"seed/{len(situation.rounds)}"
        )
        results = tuple(
            PlayedMatch(
                pairing.position,
                pairing.sides,
                winner if not pairing.is_bye else None,
                not pairing.is_bye and not winner,
            )
            for pairing in draw.pairings
            for winner in [dice.choice([*pairing.sides, None])]
        )
        entrants = list(situation.entrants)
        if dice.random() < 0.2 and sum(entrant.active for entrant in entrants) > 2:
            index = dice.choice([place for place, entrant in enumerate(entrants) if entrant.active])
            entrants[index] = replace(entrants[index], active=False)
        if dice.random() < 0.2:
            entrants.append(Entrant(len(entrants) + 1))
        situation = Situation(tuple(entrants), (*situation.rounds, results))
        order = LADDER.order(situation, options)
        assert sorted(order) == sorted(entrant.number for entrant in entrants)
        assert order[0] in results[0].sides
