"""Tests of totals: full tables, byes in turn, few repeated meetings, and whole tournaments."""

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.refusals import is_refused
from tests.rows import case, each
from tests.sizes import size
from tests.tournaments.formats.leagues import entrants_up_to
from tournaments.formats import TOTALS
from tournaments.formats.core import DrawError, Entrant, PlayedMatch, Situation, Wishes
from tournaments.formats.costs import odd_turns
from tournaments.formats.totals import Options
from tournaments.formats.totals.tables import chair_counts
from tournaments.pairing.draw import ball_order
from tournaments.pairing.matching import pair_key
from tournaments.pairing.seating.search import SeatingPrices, seat_apart


def play_round(draw):
    return tuple(
        PlayedMatch(
            pairing.position, pairing.sides, pairing.sides[0] if len(pairing.sides) > 1 else None
        )
        for pairing in draw.pairings
    )


def play_rounds(count, sides, rounds, seed="Regumiel 2024", table_sizes=(), **options):
    """Return the draws of every round, and the last situation."""
    situation = Situation(entrants_up_to(count), sides=sides, table_sizes=table_sizes)
    draws = []
    for _ in range(rounds):
        draw = TOTALS.next_round(situation, Options(rounds, **options), seed)
        draws.append(draw)
        situation = replace(situation, rounds=(*situation.rounds, play_round(draw)))
    return draws, situation


@settings(max_examples=size(20, long=60))
@given(st.integers(2, 5), st.integers(0, 30), st.integers(1, 5), st.text(max_size=8))
def test_everybody_sits_at_a_full_table_or_rests_in_turn(sides, extra, rounds, seed):
    count = sides + extra
    draws, _situation = play_rounds(count, sides, rounds, seed)
    rests = Counter(range(1, count + 1))
    for draw in draws:
        numbers = [number for pairing in draw.pairings for number in pairing.sides]
        assert sorted(numbers) == list(range(1, count + 1))
        assert sorted({len(pairing.sides) for pairing in draw.pairings} | {1, sides}) == [1, sides]
        resting = [pairing.sides[0] for pairing in draw.pairings if len(pairing.sides) == 1]
        assert len(resting) == count % sides
        assert draw.report.byes == tuple(sorted(resting))
        rests.update(resting)
    assert max(rests.values()) - min(rests.values()) <= 1


@each(
    "count, sides, rounds, rematch_counts",
    case("nine in threes: every two meet once", 9, 3, 4, [0, 0, 0, 0]),
    case("sixteen in fours", 16, 4, 3, [0, 0, 0]),
    case("a night of tarot of 60", 60, 4, 5, [0] * 5),
    case("twenty-five in fives", 25, 5, 3, [0, 0, 0]),
    # The four entrants of a table come from three earlier tables, so two of them have met.
    case("twelve in fours cannot all be new", 12, 4, 2, [0, 3]),
    case("eight in fours cannot all be new", 8, 4, 2, [0, 4]),
    case("the largest hall", 500, 4, 5, [0] * 5),
)
def test_number_of_repeated_meetings(count, sides, rounds, rematch_counts):
    draws, situation = play_rounds(count, sides, rounds)
    assert [len(draw.report.rematches) for draw in draws] == rematch_counts
    meetings = Counter(
        couple
        for matches in situation.rounds
        for match in matches
        for couple in combinations(sorted(match.sides), 2)
    )
    assert sum(times - 1 for times in meetings.values()) == sum(rematch_counts)


def test_first_chairs_are_shared_out():
    _draws, situation = play_rounds(16, 4, 4)
    chair_count = chair_counts(situation.rounds)
    first_chair_counts = Counter({number: chair_count[number, 0] for number in range(1, 17)})
    assert sum(first_chair_counts.values()) == 16 and max(first_chair_counts.values()) <= 2


@settings(max_examples=size(12, long=30))
@given(st.integers(3, 5), st.integers(6, 25), st.randoms(use_true_random=False))
def test_totals_do_not_depend_on_the_order_of_entrants(sides, count, dice):
    _draws, situation = play_rounds(count, sides, 2)
    entrants = list(situation.entrants)
    dice.shuffle(entrants)
    shuffled_situation = Situation(tuple(entrants), situation.rounds, sides=sides)
    assert TOTALS.next_round(shuffled_situation, Options(9), "seed") == TOTALS.next_round(
        situation, Options(9), "seed"
    )


def test_totals_draw_late_entrants_but_no_withdrawn_entrants():
    _draws, situation = play_rounds(12, 4, 1)
    entrants = [Entrant(entrant.number, entrant.number != 5) for entrant in situation.entrants]
    draw = TOTALS.next_round(
        Situation((*entrants, Entrant(13)), situation.rounds, sides=4), Options(3), "seed"
    )
    numbers = {number for pairing in draw.pairings for number in pairing.sides}
    assert numbers == {*range(1, 14)} - {5}


def test_impossible_draws_of_totals_are_refused():
    with is_refused("too_few_entrants", params={"entrants": 3, "minimum": 4}):
        TOTALS.next_round(Situation(entrants_up_to(3), sides=4), Options(2), "seed")
    _draws, situation = play_rounds(8, 4, 2)
    with is_refused("stage_over"):
        TOTALS.next_round(situation, Options(2), "seed")
    first_match, *other_matches = situation.rounds[-1]
    open_round = (PlayedMatch(first_match.position, first_match.sides, None), *other_matches)
    unfinished_situation = Situation(situation.entrants, (situation.rounds[0], open_round), sides=4)
    with is_refused("round_unfinished"):
        TOTALS.next_round(unfinished_situation, Options(3), "seed")
    for rounds in (0, 101):
        with pytest.raises(DrawError):
            Options(rounds)


# --- By lot ---------------------------------------------------------------------------------------
def test_seating_by_lot_has_the_lowest_cost_in_a_small_hall():
    """Compare with every way to seat eight entrants at two tables of four."""
    dice = random.Random(7)
    for _ in range(25):
        meetings = {couple: dice.randrange(3) for couple in combinations(range(1, 9), 2)}
        together = {
            person: {
                companion: meetings[pair_key(person, companion)]
                for companion in range(1, 9)
                if companion != person
            }
            for person in range(1, 9)
        }
        tables = seat_apart(
            lambda start: ball_order(range(1, 9), "seed", str(start)),
            (4, 4),
            SeatingPrices(together, usual_size=4),
        )
        cost = sum(
            meetings[couple] for table in tables for couple in combinations(sorted(table), 2)
        )
        assert cost == min(
            sum(meetings[couple] for couple in combinations(table, 2))
            + sum(meetings[couple] for couple in combinations(sorted({*range(1, 9)} - {*table}), 2))
            for table in combinations(range(1, 9), 4)
        )


# --- Rotation -------------------------------------------------------------------------------------
@each(
    "count, sides, rounds",
    case("sixteen in fours meet all", 16, 4, 5),
    case("nine in threes meet all", 9, 3, 4),
    case("twenty-five in fives meet all", 25, 5, 6),
    case("a long night of 60", 60, 4, 13),
    case("pairs against pairs, all against all", 20, 2, 19),
    case("one of 41 rests", 41, 4, 5),
)
def test_rotation_repeats_no_meeting(count, sides, rounds):
    draws, _situation = play_rounds(count, sides, rounds, seating="rotation")
    for draw in draws:
        assert draw.report.rematches == ()


def test_rotation_without_a_plan_repeats_as_few_meetings_as_possible():
    draws, _situation = play_rounds(12, 4, 2, seating="rotation")
    assert len(draws[1].report.rematches) == 3
    assert "rematch" in draws[1].report.broken


def test_seed_also_decides_a_planned_round():
    _draws, situation = play_rounds(16, 4, 1, seating="rotation")
    options = Options(5, seating="rotation")
    draws = {TOTALS.next_round(situation, options, seed).pairings for seed in "abcdef"}
    assert len(draws) > 1


def test_rotation_continues_after_a_withdrawal_and_an_arrival():
    _draws, situation = play_rounds(20, 4, 3, seating="rotation")
    entrants = [Entrant(entrant.number, entrant.number != 5) for entrant in situation.entrants]
    changed_situation = replace(situation, entrants=(*entrants, Entrant(21)))
    draw = TOTALS.next_round(changed_situation, Options(5, seating="rotation"), "seed")
    assert {number for pairing in draw.pairings for number in pairing.sides} == {*range(1, 22)} - {
        5
    }
    assert draw.report.rematches == ()


# --- Odd tables -----------------------------------------------------------------------------------
@each(
    "count, odd, sizes",
    (33, "larger", [4] * 7 + [5]),
    (33, "smaller", [4] * 7 + [5]),
    (30, "smaller", [3, 3] + [4] * 6),
    (30, "larger", [4] * 5 + [5, 5]),
    (3, "smaller", [3]),
    (5, "larger", [5]),
)
def test_odd_tables_seat_everybody(count, odd, sizes):
    draws, _situation = play_rounds(count, 4, 4, seating="rotation", odd=odd, table_sizes=(3, 4, 5))
    for draw in draws:
        assert sorted(len(pairing.sides) for pairing in draw.pairings) == sorted(sizes)
        assert draw.report.byes == ()


def test_entrants_rest_if_the_game_has_no_odd_tables():
    draws, _situation = play_rounds(18, 4, 3, odd="smaller")
    assert [len(draw.report.byes) for draw in draws] == [2, 2, 2]


@settings(max_examples=size(12, long=30))
@given(
    st.integers(6, 40),
    st.sampled_from(["smaller", "larger"]),
    st.sampled_from(["lot", "rotation", "ranking"]),
    st.text(max_size=5),
)
def test_odd_tables_are_taken_in_turn(count, odd, seating, seed):
    draws, situation = play_rounds(
        count, 4, 4, seed, seating=seating, odd=odd, table_sizes=(3, 4, 5)
    )
    turns = odd_turns(situation.rounds, 4)
    assert max((turns[number] for number in range(1, count + 1)), default=0) <= 1 + min(
        turns[number] for number in range(1, count + 1)
    )
    for draw in draws:
        numbers = [number for pairing in draw.pairings for number in pairing.sides]
        assert sorted(numbers) == list(range(1, count + 1))


# --- By ranking -----------------------------------------------------------------------------------
def test_seating_by_ranking_puts_equal_points_together():
    _draws, situation = play_rounds(16, 4, 1, seating="ranking")
    points = {number: number % 4 for number in range(1, 17)}
    ranking = tuple(sorted(points, key=lambda number: -points[number]))
    options = Options(5, seating="ranking")
    draw = TOTALS.next_round(replace(situation, rounds=(), counted=points), options, "seed")
    assert [
        {points[number_at_table] for number_at_table in match.sides} for match in draw.pairings
    ] == [{3}, {2}, {1}, {0}]
    later_situation = replace(situation, counted=points, ranking=ranking)
    later_draw = TOTALS.next_round(later_situation, options, "seed")
    # A repeated meeting weighs less than a table with very different points.
    spreads = [
        max(points[number_at_table] for number_at_table in match.sides)
        - min(points[number_at_table] for number_at_table in match.sides)
        for match in later_draw.pairings
    ]
    assert sum(spreads) <= 4
    assert TOTALS.depends_on_results(options) and not TOTALS.depends_on_results(Options(5))


@pytest.mark.slow
@each(
    "count, most_rematches, largest_mean_spread",
    case("60: Pantheon repeats 12 to 18 with a spread of 25", 60, 12, 25),
    case("200: 2 to 9 with 4.95", 200, 9, 4.95),
)
def test_seating_by_ranking_is_no_worse_than_pantheon(count, most_rematches, largest_mean_spread):
    dice = random.Random(count)
    points = dict.fromkeys(range(1, count + 1), 0)
    situation = Situation(entrants_up_to(count), sides=4)
    rematches = 0
    spreads = []
    for number in range(8):
        situation = replace(situation, counted=dict(points))
        draw = TOTALS.next_round(situation, Options(8, seating="ranking"), f"seed/{number}")
        rematches += len(draw.report.rematches)
        for match in draw.pairings:
            scores = [points[number_at_table] for number_at_table in match.sides]
            spreads.append(max(scores) - min(scores))
        for match in draw.pairings:
            for number_at_table, points_won in zip(
                match.sides, dice.sample([30, 10, -10, -30], 4), strict=True
            ):
                points[number_at_table] += points_won
        situation = replace(situation, rounds=(*situation.rounds, play_round(draw)))
    assert rematches <= most_rematches
    assert sum(spreads) / len(spreads) <= largest_mean_spread


# --- Arrivals and withdrawals ---------------------------------------------------------------------
@pytest.mark.slow
@settings(max_examples=size(6, long=12))
@given(
    st.integers(8, 16),
    st.integers(3, 5),
    st.sampled_from(["lot", "rotation", "ranking"]),
    st.sampled_from(["rest", "smaller", "larger"]),
    st.integers(),
)
def test_totals_of_a_whole_day_with_arrivals_and_withdrawals(count, sides, seating, odd, seed):
    dice, options = random.Random(seed), Options(5, seating=seating, odd=odd)
    situation = Situation(entrants_up_to(count), sides=sides, table_sizes=(3, 4, 5))
    while not TOTALS.is_over(situation, options):
        label = f"seed/{len(situation.rounds)}"
        draw = TOTALS.next_round(situation, options, label)
        numbers = [number for pairing in draw.pairings for number in pairing.sides]
        assert sorted(numbers) == sorted(
            entrant.number for entrant in situation.entrants if entrant.active
        )
        assert "repeated_bye" not in draw.report.broken
        shuffled_entrants = tuple(dice.sample(situation.entrants, len(situation.entrants)))
        assert (
            TOTALS.next_round(replace(situation, entrants=shuffled_entrants), options, label)
            == draw
        )
        entrants = list(situation.entrants)
        if dice.random() < 0.4 and sum(entrant.active for entrant in entrants) > 6:
            index = dice.choice([place for place, entrant in enumerate(entrants) if entrant.active])
            entrants[index] = replace(entrants[index], active=False)
        if dice.random() < 0.4:
            entrants.append(Entrant(len(entrants) + 1))
        points = {entrant.number: dice.randrange(-200, 200) for entrant in entrants}
        situation = replace(
            situation,
            entrants=tuple(entrants),
            rounds=(*situation.rounds, play_round(draw)),
            counted=points,
        )
    assert len(situation.rounds) == 5


# --- Wishes ---------------------------------------------------------------------------------------
@each("seating", "lot", "rotation", "ranking")
def test_totals_seat_a_family_and_a_forbidden_couple_apart(seating):
    entrants = tuple(
        Entrant(number, tags=("family:gil",) if number <= 3 else ()) for number in range(1, 13)
    )
    wishes = Wishes(apart={"family": 3}, forbidden=frozenset({(4, 5)}))
    situation = Situation(entrants, sides=4, wishes=wishes)
    for seed in "abcdefgh":
        draw = TOTALS.next_round(situation, Options(3, seating=seating), seed)
        assert draw.report.broken == ()
        for match in draw.pairings:
            assert len({1, 2, 3} & set(match.sides)) == 1
            assert not {4, 5} <= set(match.sides)


def test_options_of_totals():
    for wrong_options in (
        {"seating": "x"},
        {"odd": ""},
        {"count": "points"},
        {"best": 4},
        {"best": -1},
    ):
        with pytest.raises(DrawError):
            Options(3, **wrong_options)
    assert Options(3) == Options(3, "lot", "rest", 0, "total")  # the options of older tournaments


@each("seed", *range(4))
@each("count", 50, 62)
def test_tables_of_four_and_five_repeat_no_meeting(count, seed):
    draws, situation = play_rounds(
        count, 4, 8, str(seed), seating="rotation", odd="larger", table_sizes=(3, 4, 5)
    )
    assert [len(draw.report.rematches) for draw in draws] == [0] * 8
    turns = odd_turns(situation.rounds, 4)
    odd_table_counts = [turns[number] for number in range(1, count + 1)]
    assert max(odd_table_counts) - min(odd_table_counts) == 1
