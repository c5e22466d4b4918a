"""Eliminatoria: brackets of any size, from the first ball to the final."""

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.refusals import is_refused
from tests.rows import case, each
from tests.tournaments.formats.leagues import entered, sides
from tournaments.formats import KNOCKOUT
from tournaments.formats.core import Draw, Entrant, Pairing, PlayedMatch, Report, Situation
from tournaments.formats.knockout import Options
from tournaments.pairing.draw import ball_order


def played(draw, winner_of=lambda pairing: pairing.sides[0]):
    return tuple(
        PlayedMatch(p.position, p.sides, winner_of(p), purpose=p.purpose) for p in draw.pairings
    )


def whole_knockout(count, options, seed, winner_of=lambda pairing: pairing.sides[0]):
    """The draws of every round, with the winners given."""
    draws, rounds = [], ()
    while not KNOCKOUT.is_over(Situation(entered(count), rounds), options):
        draw = KNOCKOUT.next_round(Situation(entered(count), rounds), options, seed)
        draws.append(draw)
        rounds += (played(draw, winner_of),)
    return draws


def matches(draws):
    return [p for draw in draws for p in draw.pairings if len(p.sides) == 2]


def test_five_pairs_round_by_round():
    a, b, c, d, e = ball_order(range(1, 6), "fiestas", "knockout")
    first, second, last = whole_knockout(5, Options(third_place=True), "fiestas")
    assert first == Draw(
        (Pairing(1, (a,)), Pairing(2, (c,)), Pairing(3, (b,)), Pairing(4, (d, e))),
        Report(byes=tuple(sorted((a, b, c)))),
    )
    assert second == Draw((Pairing(1, (a, c)), Pairing(2, (b, d))), Report())
    assert last == Draw((Pairing(1, (a, b), "final"), Pairing(2, (c, d), "third_place")), Report())


def test_regumiel():
    draws = whole_knockout(107, Options(third_place=True), "Regumiel")
    first = draws[0].pairings
    assert [pairing.position for pairing in first] == list(range(1, 65))
    assert sum(len(pairing.sides) == 1 for pairing in first) == 21
    assert sum(len(pairing.sides) == 2 for pairing in first) == 43
    assert [len(draw.pairings) for draw in draws] == [64, 32, 16, 8, 4, 2, 2]
    assert len(matches(draws)) == 107
    assert draws[0].report.byes == tuple(
        sorted(ball_order(range(1, 108), "Regumiel", "knockout")[:21])
    )


def test_two_pairs_play_a_final():
    (draw,) = whole_knockout(2, Options(third_place=True), "s")
    assert draw.pairings == (Pairing(1, ball_order((1, 2), "s", "knockout"), "final"),)


def test_three_pairs_have_no_third_place_match():
    first, last = whole_knockout(3, Options(third_place=True), "s")
    a, b, c = ball_order((1, 2, 3), "s", "knockout")
    assert sides(first) == [(a,), (b, c)]
    assert last.pairings == (Pairing(1, (a, b), "final"),)


def test_four_pairs_without_third_place_match():
    _, last = whole_knockout(4, Options(), "s")
    assert [pairing.purpose for pairing in last.pairings] == ["final"]


@pytest.mark.slow
@settings(deadline=None)
@given(st.integers(2, 200), st.booleans(), st.text(max_size=8), st.integers(0, 10**6))
def test_any_number_of_entries(count, third_place, seed, luck):
    options = Options(third_place)
    dice = random.Random(luck)
    draws = whole_knockout(count, options, seed, lambda p: dice.choice(p.sides))
    extra = 1 if third_place and count >= 4 else 0
    assert len(matches(draws)) == count - 1 + extra
    assert len(draws) == KNOCKOUT.rounds_in_all(count, options)
    assert sorted(n for pair in sides(draws[0]) for n in pair) == list(range(1, count + 1))
    for draw, following in pairwise(draws):
        going_on = [n for p in following.pairings for n in p.sides if p.purpose != "third_place"]
        assert all(sum(n in going_on for n in pair) == 1 for pair in sides(draw))
    assert all(len(p.sides) == 2 for draw in draws[1:] for p in draw.pairings)


def test_two_thousand_entries():
    draws = whole_knockout(2000, Options(), "s")
    assert (len(matches(draws)), len(draws)) == (1999, 11)


@settings(deadline=None)
@given(st.permutations(entered(21)))
def test_the_order_of_the_list_does_not_matter(entrants):
    draw = KNOCKOUT.next_round(Situation(tuple(entrants)), Options(), "s")
    assert draw == KNOCKOUT.next_round(Situation(entered(21)), Options(), "s")


def test_the_winner_passes_whatever_the_draw_said_of_him():
    rounds = ((PlayedMatch(2, (3, 4), 4), PlayedMatch(1, (1, 2), 2)),)
    draw = KNOCKOUT.next_round(Situation(entered(4), rounds), Options(True), "s")
    assert draw.pairings == (Pairing(1, (2, 4), "final"), Pairing(2, (1, 3), "third_place"))


def test_a_withdrawn_pair_is_not_drawn_in_the_first_round():
    entrants = (Entrant(1), Entrant(2, active=False), Entrant(3))
    draw = KNOCKOUT.next_round(Situation(entrants), Options(), "s")
    assert sorted(draw.pairings[0].sides) == [1, 3]


def test_a_winner_who_withdraws_is_still_paired():
    entrants = (Entrant(1), Entrant(2), Entrant(3, active=False), Entrant(4))
    rounds = ((PlayedMatch(1, (1, 2), 1), PlayedMatch(2, (3, 4), 3)),)
    draw = KNOCKOUT.next_round(Situation(entrants, rounds), Options(), "s")
    assert draw.pairings == (Pairing(1, (1, 3), "final"),)


def test_who_arrives_after_the_first_round_has_no_place():
    rounds = ((PlayedMatch(1, (1, 2), 1), PlayedMatch(2, (3, 4), 3)),)
    draw = KNOCKOUT.next_round(Situation(entered(9), rounds), Options(), "s")
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
        Situation(entered(4), ((PlayedMatch(1, (1, 2), 1), PlayedMatch(2, (3, 4), None)),)),
        "round_unfinished",
        {"round": 1, "positions": (2,)},
    ),
    case(
        "after the final",
        Situation(entered(2), ((PlayedMatch(1, (1, 2), 1, purpose="final"),),)),
        "stage_over",
        {"rounds": 1},
    ),
    case(
        "a position is missing",
        Situation(entered(4), ((PlayedMatch(1, (1, 2), 1), PlayedMatch(3, (3, 4), 3)),)),
        "bracket_incomplete",
        {"round": 1, "positions": (2,)},
    ),
    case(
        "three winners",
        Situation(
            entered(6),
            ((PlayedMatch(1, (1, 2), 1), PlayedMatch(2, (3, 4), 3), PlayedMatch(3, (5, 6), 5)),),
        ),
        "bracket_incomplete",
        {"round": 1, "positions": ()},
    ),
)
def test_what_cannot_be_drawn(situation, code, params):
    with is_refused(code, params=params):
        KNOCKOUT.next_round(situation, Options(), "s")


def test_over_only_with_the_third_place_match_decided():
    semifinals = (PlayedMatch(1, (1, 2), 1), PlayedMatch(2, (3, 4), 3))
    final = PlayedMatch(1, (1, 3), 1, purpose="final")
    for third, over in ((None, False), (2, True)):
        rounds = (semifinals, (final, PlayedMatch(2, (2, 4), third, purpose="third_place")))
        assert KNOCKOUT.is_over(Situation(entered(4), rounds), Options(True)) is over
    assert KNOCKOUT.is_over(Situation(entered(4)), Options()) is False


@each("entrants, rounds", (0, 0), (1, 0), (2, 1), (3, 2), (107, 7))
def test_rounds_in_all(entrants, rounds):
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
def test_a_round_is_named_before_it_is_drawn_as_after(options):
    for count in range(2, 20):
        for number, draw in enumerate(whole_knockout(count, options, "fiestas"), start=1):
            phase = KNOCKOUT.phase(options, [(p.position, p.purpose) for p in draw.pairings])
            expected = KNOCKOUT.phase_to_come(number, count, options)
            assert expected in ("", phase), (count, number)


def test_the_final_of_a_fixed_bracket_is_named_before_it_is_drawn():
    phases = [KNOCKOUT.phase_to_come(number, 12, Options()) for number in (1, 2, 3, 4, 5)]
    assert phases == ["main 8", "main 4", "main 2", "main 1", ""]


def test_the_round_of_the_consolation_is_known_before_it_is_drawn():
    options = Options(repesca="consolation")
    for count in range(4, 20):
        draws = whole_knockout(count, options, "fiestas")
        drawn = [
            number
            for number, draw in enumerate(draws, start=1)
            if any(p.purpose.startswith(("consolation", "second")) for p in draw.pairings)
        ]
        assert drawn[0] == KNOCKOUT.consolation_round(count, options), count
