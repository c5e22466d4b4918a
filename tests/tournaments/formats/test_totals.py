"""Totales: everybody seated or resting, the fewest meetings repeated, whole tournaments."""

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.formats import totals
from tournaments.formats.core import DrawError, Entrant, Played, Situation, pair_key
from tournaments.formats.totals import Options, chairs_taken
from tournaments.pairing.seating import Prices, chairs, seat_apart
from tournaments.pairing.seating.lot import seat


def entered(count):
    return tuple(Entrant(number) for number in range(1, count + 1))


def played(draw):
    return tuple(
        Played(one.position, one.sides, one.sides[0] if len(one.sides) > 1 else None)
        for one in draw.pairings
    )


def whole(count, sides, rounds, seed="Regumiel 2024"):
    """The draws of every round, and the situation after the last."""
    situation, draws = Situation(entered(count), sides=sides), []
    for _ in range(rounds):
        draw = totals.next_round(situation, Options(rounds), seed)
        draws.append(draw)
        situation = Situation(situation.entrants, (*situation.rounds, played(draw)), sides=sides)
    return draws, situation


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 5), st.integers(0, 30), st.integers(1, 5), st.text(max_size=8))
def test_everybody_sits_at_a_full_table_or_rests_in_turn(sides, more, rounds, seed):
    count = sides + more
    draws, _situation = whole(count, sides, rounds, seed)
    rests = Counter(range(1, count + 1))
    for draw in draws:
        numbers = [number for one in draw.pairings for number in one.sides]
        assert sorted(numbers) == list(range(1, count + 1))
        assert sorted({len(one.sides) for one in draw.pairings} | {1, sides}) == [1, sides]
        resting = [one.sides[0] for one in draw.pairings if len(one.sides) == 1]
        assert len(resting) == count % sides
        assert draw.report.byes == tuple(sorted(resting))
        rests.update(resting)
    assert max(rests.values()) - min(rests.values()) <= 1


@pytest.mark.parametrize(
    ("count", "sides", "rounds", "repeated"),
    [
        pytest.param(9, 3, 4, [0, 0, 0, 0], id="nine in threes: every two meet once, no more"),
        pytest.param(16, 4, 3, [0, 0, 0], id="sixteen in fours"),
        pytest.param(60, 4, 5, [0] * 5, id="a night of tarot of 60"),
        pytest.param(25, 5, 3, [0, 0, 0], id="twenty-five in fives"),
        # Four of a table come from three tables of before: two of them sat together.
        pytest.param(12, 4, 2, [0, 3], id="twelve in fours cannot all be new"),
        pytest.param(8, 4, 2, [0, 4], id="nor eight"),
        pytest.param(500, 4, 5, [0] * 5, id="the largest hall"),
    ],
)
def test_the_meetings_repeated(count, sides, rounds, repeated):
    draws, situation = whole(count, sides, rounds)
    assert [len(draw.report.rematches) for draw in draws] == repeated
    met = Counter(
        couple
        for matches in situation.rounds
        for one in matches
        for couple in combinations(sorted(one.sides), 2)
    )
    assert sum(times - 1 for times in met.values()) == sum(repeated)


def test_nobody_always_deals_first():
    _draws, situation = whole(16, 4, 4)
    taken = chairs_taken(situation.rounds)
    first = Counter({number: taken[number, 0] for number in range(1, 17)})
    assert sum(first.values()) == 16 and max(first.values()) <= 2


@settings(max_examples=30, deadline=None)
@given(st.integers(3, 5), st.integers(6, 25), st.randoms(use_true_random=False))
def test_the_order_of_the_entries_changes_nothing(sides, count, dice):
    _draws, situation = whole(count, sides, 2)
    entrants = list(situation.entrants)
    dice.shuffle(entrants)
    other = Situation(tuple(entrants), situation.rounds, sides=sides)
    assert totals.next_round(other, Options(9), "seed") == totals.next_round(
        situation, Options(9), "seed"
    )


def test_who_leaves_is_not_drawn_and_who_comes_late_is():
    _draws, situation = whole(12, 4, 1)
    entrants = [Entrant(one.number, one.number != 5) for one in situation.entrants]
    draw = totals.next_round(
        Situation((*entrants, Entrant(13)), situation.rounds, sides=4), Options(3), "seed"
    )
    numbers = {number for one in draw.pairings for number in one.sides}
    assert numbers == {*range(1, 14)} - {5}


def test_what_cannot_be_drawn():
    with pytest.raises(DrawError) as few:
        totals.next_round(Situation(entered(3), sides=4), Options(2), "seed")
    assert (few.value.code, few.value.params) == ("too_few_entrants", {"entrants": 3, "minimum": 4})
    _draws, situation = whole(8, 4, 2)
    with pytest.raises(DrawError) as over:
        totals.next_round(situation, Options(2), "seed")
    assert over.value.code == "stage_over"
    first, *others = situation.rounds[-1]
    open_round = (Played(first.position, first.sides, None), *others)
    unfinished = Situation(situation.entrants, (situation.rounds[0], open_round), sides=4)
    with pytest.raises(DrawError) as refused:
        totals.next_round(unfinished, Options(3), "seed")
    assert refused.value.code == "round_unfinished"
    for rounds in (0, 101):
        with pytest.raises(DrawError):
            Options(rounds)


# --- Seating --------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "way",
    [
        lambda costs: seat(range(1, 9), (4, 4), costs, "seed", "round"),
        lambda costs: seat_apart(lambda k: range(1, 9), (4, 4), costs),
    ],
    ids=["lot", "rotation"],
)
def test_a_seating_as_good_as_the_best_of_a_small_hall(way):
    """Against every way of seating eight in fours."""
    dice = random.Random(7)
    for _ in range(25):
        met = {couple: dice.randrange(3) for couple in combinations(range(1, 9), 2)}
        together = {
            one: {other: met[pair_key(one, other)] for other in range(1, 9) if other != one}
            for one in range(1, 9)
        }
        costs = Prices(together, usual=4)
        tables = way(costs)
        cost = sum(met[couple] for table in tables for couple in combinations(sorted(table), 2))
        assert cost == min(
            sum(met[couple] for couple in combinations(one, 2))
            + sum(met[couple] for couple in combinations(sorted({*range(1, 9)} - {*one}), 2))
            for one in combinations(range(1, 9), 4)
        )


def test_the_chair_had_least():
    assert chairs([1, 2, 3], {}) == (1, 2, 3)
    assert chairs([1, 2, 3], {(1, 0): 2, (2, 0): 1}) == (3, 1, 2)
