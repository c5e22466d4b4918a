"""Tests of knockouts of any size, from the first draw to the final."""

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.refusals import is_refused
from tests.rows import case, each
from tests.tournaments.formats.leagues import entrants_up_to, sides
from tournaments.formats import KNOCKOUT
from tournaments.formats.core import Draw, Entrant, Pairing, PlayedMatch, Report, Situation
from tournaments.formats.knockout import Options
from tournaments.pairing.draw import ball_order


def play_draw(draw, winner_of=lambda pairing: pairing.sides[0]):
    return tuple(
        PlayedMatch(pairing.position, pairing.sides, winner_of(pairing), purpose=pairing.purpose)
        for pairing in draw.pairings
    )


def knockout_draws(count, options, seed, winner_of=lambda pairing: pairing.sides[0]):
    """Return the draws of every round, with the winners chosen by `winner_of`."""
    draws, rounds = [], ()
    while not KNOCKOUT.is_over(Situation(entrants_up_to(count), rounds), options):
        draw = KNOCKOUT.next_round(Situation(entrants_up_to(count), rounds), options, seed)
        draws.append(draw)
        rounds += (play_draw(draw, winner_of),)
    return draws


def matches(draws):
    return [pairing for draw in draws for pairing in draw.pairings if len(pairing.sides) == 2]


def test_knockout_of_five_round_by_round():
    a, b, c, d, e = ball_order(range(1, 6), "fiestas", "knockout")
    first_draw, second_draw, last_draw = knockout_draws(5, Options(third_place=True), "fiestas")
    assert first_draw == Draw(
        (Pairing(1, (a,)), Pairing(2, (c,)), Pairing(3, (b,)), Pairing(4, (d, e))),
        Report(byes=tuple(sorted((a, b, c)))),
    )
    assert second_draw == Draw((Pairing(1, (a, c)), Pairing(2, (b, d))), Report())
    assert last_draw == Draw(
        (Pairing(1, (a, b), "final"), Pairing(2, (c, d), "third_place")), Report()
    )


def test_knockout_of_107_as_in_regumiel():
    draws = knockout_draws(107, Options(third_place=True), "Regumiel")
    first_pairings = draws[0].pairings
    assert [pairing.position for pairing in first_pairings] == list(range(1, 65))
    assert sum(len(pairing.sides) == 1 for pairing in first_pairings) == 21
    assert sum(len(pairing.sides) == 2 for pairing in first_pairings) == 43
    assert [len(draw.pairings) for draw in draws] == [64, 32, 16, 8, 4, 2, 2]
    assert len(matches(draws)) == 107
    assert draws[0].report.byes == tuple(
        sorted(ball_order(range(1, 108), "Regumiel", "knockout")[:21])
    )


def test_two_entrants_play_a_final():
    (draw,) = knockout_draws(2, Options(third_place=True), "s")
    assert draw.pairings == (Pairing(1, ball_order((1, 2), "s", "knockout"), "final"),)


def test_three_entrants_have_no_third_place_match():
    first_draw, last_draw = knockout_draws(3, Options(third_place=True), "s")
    a, b, c = ball_order((1, 2, 3), "s", "knockout")
    assert sides(first_draw) == [(a,), (b, c)]
    assert last_draw.pairings == (Pairing(1, (a, b), "final"),)


def test_four_entrants_without_third_place_match_end_with_a_final():
    _first_draw, last_draw = knockout_draws(4, Options(), "s")
    assert [pairing.purpose for pairing in last_draw.pairings] == ["final"]


@pytest.mark.slow
@given(st.integers(2, 200), st.booleans(), st.text(max_size=8), st.integers(0, 10**6))
def test_knockout_of_any_size_leaves_one_winner(count, third_place, seed, dice_seed):
    options = Options(third_place)
    dice = random.Random(dice_seed)
    draws = knockout_draws(count, options, seed, lambda pairing: dice.choice(pairing.sides))
    extra = 1 if third_place and count >= 4 else 0
    assert len(matches(draws)) == count - 1 + extra
    assert len(draws) == KNOCKOUT.rounds_in_all(count, options)
    assert sorted(number for match_sides in sides(draws[0]) for number in match_sides) == list(
        range(1, count + 1)
    )
    for draw, next_draw in pairwise(draws):
        advancing = [
            number
            for pairing in next_draw.pairings
            for number in pairing.sides
            if pairing.purpose != "third_place"
        ]
        assert all(
            sum(number in advancing for number in match_sides) == 1 for match_sides in sides(draw)
        )
    assert all(len(pairing.sides) == 2 for draw in draws[1:] for pairing in draw.pairings)


def test_knockout_of_two_thousand_plays_1999_matches_in_11_rounds():
    draws = knockout_draws(2000, Options(), "s")
    assert (len(matches(draws)), len(draws)) == (1999, 11)


@given(st.permutations(entrants_up_to(21)))
def test_knockout_does_not_depend_on_the_order_of_entrants(entrants):
    draw = KNOCKOUT.next_round(Situation(tuple(entrants)), Options(), "s")
    assert draw == KNOCKOUT.next_round(Situation(entrants_up_to(21)), Options(), "s")


def test_winners_advance_by_position_of_their_matches():
    rounds = ((PlayedMatch(2, (3, 4), 4), PlayedMatch(1, (1, 2), 2)),)
    draw = KNOCKOUT.next_round(Situation(entrants_up_to(4), rounds), Options(True), "s")
    assert draw.pairings == (Pairing(1, (2, 4), "final"), Pairing(2, (1, 3), "third_place"))


def test_withdrawn_entrant_is_not_drawn_in_the_first_round():
    entrants = (Entrant(1), Entrant(2, active=False), Entrant(3))
    draw = KNOCKOUT.next_round(Situation(entrants), Options(), "s")
    assert sorted(draw.pairings[0].sides) == [1, 3]


def test_winner_who_withdraws_is_still_paired():
    entrants = (Entrant(1), Entrant(2), Entrant(3, active=False), Entrant(4))
    rounds = ((PlayedMatch(1, (1, 2), 1), PlayedMatch(2, (3, 4), 3)),)
    draw = KNOCKOUT.next_round(Situation(entrants, rounds), Options(), "s")
    assert draw.pairings == (Pairing(1, (1, 3), "final"),)


def test_entrant_who_arrives_after_the_first_round_has_no_place():
    rounds = ((PlayedMatch(1, (1, 2), 1), PlayedMatch(2, (3, 4), 3)),)
    draw = KNOCKOUT.next_round(Situation(entrants_up_to(9), rounds), Options(), "s")
    assert sides(draw) == [(1, 3)]


@each(
    "situation, code, params",
    case("nobody", Situation(()), "too_few_entrants", {"entrants": 0, "minimum": 2}),
    case(
        "one left",
        Situation((Entrant(1), Entrant(2, active=False))),
        "too_few_entrants",
        {"entrants": 1, "minimum": 2},
    ),
    case(
        "still playing",
        Situation(entrants_up_to(4), ((PlayedMatch(1, (1, 2), 1), PlayedMatch(2, (3, 4), None)),)),
        "round_unfinished",
        {"round": 1, "positions": (2,)},
    ),
    case(
        "after the final",
        Situation(entrants_up_to(2), ((PlayedMatch(1, (1, 2), 1, purpose="final"),),)),
        "stage_over",
        {"rounds": 1},
    ),
    case(
        "a position is missing",
        Situation(entrants_up_to(4), ((PlayedMatch(1, (1, 2), 1), PlayedMatch(3, (3, 4), 3)),)),
        "bracket_incomplete",
        {"round": 1, "positions": (2,)},
    ),
    case(
        "three winners",
        Situation(
            entrants_up_to(6),
            ((PlayedMatch(1, (1, 2), 1), PlayedMatch(2, (3, 4), 3), PlayedMatch(3, (5, 6), 5)),),
        ),
        "bracket_incomplete",
        {"round": 1, "positions": ()},
    ),
)
def test_impossible_knockout_draws_are_refused(situation, code, params):
    with is_refused(code, params=params):
        KNOCKOUT.next_round(situation, Options(), "s")


def test_knockout_is_over_when_the_third_place_match_is_decided():
    semifinals = (PlayedMatch(1, (1, 2), 1), PlayedMatch(2, (3, 4), 3))
    final = PlayedMatch(1, (1, 3), 1, purpose="final")
    for third_place_winner, is_over in ((None, False), (2, True)):
        rounds = (
            semifinals,
            (final, PlayedMatch(2, (2, 4), third_place_winner, purpose="third_place")),
        )
        assert KNOCKOUT.is_over(Situation(entrants_up_to(4), rounds), Options(True)) is is_over
    assert KNOCKOUT.is_over(Situation(entrants_up_to(4)), Options()) is False


@each("entrants, rounds", (0, 0), (1, 0), (2, 1), (3, 2), (107, 7))
def test_number_of_knockout_rounds(entrants, rounds):
    assert KNOCKOUT.rounds_in_all(entrants, Options()) == rounds


@pytest.mark.parametrize(
    "options",
    [
        Options(),
        Options(third_place=True),
        Options(placements=True),
        Options(redraw=True),
        Options(repesca="consolation"),
        Options(repesca="best_losers"),
        Options(repesca="double", reset=False),
        Options(repesca="double"),
    ],
    ids=repr,
)
def test_round_has_the_same_name_before_and_after_its_draw(options):
    for count in range(2, 20):
        for number, draw in enumerate(knockout_draws(count, options, "fiestas"), start=1):
            phase = KNOCKOUT.phase(
                options, [(pairing.position, pairing.purpose) for pairing in draw.pairings]
            )
            expected = KNOCKOUT.phase_to_come(number, count, options)
            assert expected in ("", phase), (count, number)


def test_rounds_of_a_fixed_bracket_are_named_before_their_draw():
    phases = [KNOCKOUT.phase_to_come(number, 12, Options()) for number in (1, 2, 3, 4, 5)]
    assert phases == ["main 8", "main 4", "main 2", "main 1", ""]


def test_the_round_of_the_consolation_is_known_before_it_is_drawn():
    options = Options(repesca="consolation")
    for count in range(4, 20):
        draws = knockout_draws(count, options, "fiestas")
        consolation_rounds = [
            number
            for number, draw in enumerate(draws, start=1)
            if any(
                pairing.purpose.startswith(("consolation", "second")) for pairing in draw.pairings
            )
        ]
        assert consolation_rounds[0] == KNOCKOUT.consolation_round(count, options), count
