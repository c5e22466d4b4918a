"""Tests of the picture of a knockout: it has every drawn match, and its predictions come true."""

import random
from dataclasses import replace
from itertools import product

import pytest

from tests.rows import each
from tests.tournaments.formats.brackets import add_totals, entrants_up_to, play
from tournaments.formats import KNOCKOUT
from tournaments.formats.core import PlayedMatch, Situation
from tournaments.formats.knockout import Options
from tournaments.formats.knockout.brackets import picture
from tournaments.formats.knockout.layout import BracketLayout, LayoutTie, Source, TieSide

EVERY_OPTIONS = [
    Options(third, redraw=redraw, repesca=repesca, placements=placements)
    for third, redraw, repesca, placements in product(
        (False, True),
        (False, True),
        ("none", "consolation", "double", "best_losers"),
        (False, True),
    )
]


def ties_of(brackets):
    return [tie for bracket in brackets for ties in bracket.rounds for tie in ties]


@pytest.mark.slow
@each("options", *EVERY_OPTIONS)
@each("count", 2, 3, 5, 8, 13, 16)
def test_picture_has_every_drawn_match_and_predicts_the_next_round(options, count):
    dice = random.Random(count)
    situation = Situation(entrants_up_to(count))
    predicted_brackets = ()
    assert picture(situation, options) == ()
    while not KNOCKOUT.is_over(situation, options):
        draw = KNOCKOUT.next_round(situation, options, "s")
        number = len(situation.rounds) + 1
        open_round = tuple(
            PlayedMatch(
                pairing.position,
                pairing.sides,
                None if len(pairing.sides) == 2 else pairing.sides[0],
                purpose=pairing.purpose,
                group=pairing.group,
            )
            for pairing in draw.pairings
        )
        open_picture = picture(replace(situation, rounds=(*situation.rounds, open_round)), options)
        assert {
            (tie.round, tie.position) for tie in ties_of(open_picture) if tie.round == number
        } >= {(number, pairing.position) for pairing in draw.pairings}
        predictable = not options.redraw and options.repesca in ("none", "double")
        if predicted_brackets and predictable and not options.placements:
            expected = sorted(
                (tie.purpose, tuple(place.number for place in tie.places))
                for tie in ties_of(predicted_brackets)
                if tie.round == number
            )
            assert expected == sorted((pairing.purpose, pairing.sides) for pairing in draw.pairings)
        rounds = (*situation.rounds, play(draw, dice, situation.entrants))
        situation = add_totals(replace(situation, rounds=rounds))
        predicted_brackets = picture(situation, options)
    pictured_ties = [(tie.round, tie.position) for tie in ties_of(predicted_brackets)]
    drawn_ties = [
        (round_number, match.position)
        for round_number, round in enumerate(situation.rounds, start=1)
        for match in round
    ]
    assert sorted(pictured_ties) == sorted(drawn_ties)


def test_picture_of_five_with_the_first_round_in_play():
    first_round = tuple(
        PlayedMatch(position, sides, sides[0] if len(sides) == 1 else None)
        for position, sides in enumerate([(2,), (5,), (1,), (4, 3)], start=1)
    )
    (main, third_place) = picture(
        Situation(entrants_up_to(5), (first_round,)), Options(third_place=True)
    )
    open_tie = TieSide(source=Source("main", "", 1, 4))
    first_semifinal, second_semifinal = Source("main", "", 2, 1), Source("main", "", 2, 2)
    assert main.rounds[1:] == (
        (LayoutTie(2, 1, (TieSide(2), TieSide(5))), LayoutTie(2, 2, (TieSide(1), open_tie))),
        (
            LayoutTie(
                3, 1, (TieSide(source=first_semifinal), TieSide(source=second_semifinal)), "final"
            ),
        ),
    )
    assert third_place == BracketLayout(
        "third_place",
        "",
        (
            (
                LayoutTie(
                    3,
                    1,
                    (
                        TieSide(source=first_semifinal, loser=True),
                        TieSide(source=second_semifinal, loser=True),
                    ),
                    "third_place",
                ),
            ),
        ),
    )


def test_picture_of_sixteen_with_placement_matches():
    first_round = tuple(
        PlayedMatch(position, (2 * position - 1, 2 * position), None) for position in range(1, 9)
    )
    brackets = picture(Situation(entrants_up_to(16), (first_round,)), Options(placements=True))
    assert [(bracket.name, bracket.label, len(bracket.rounds)) for bracket in brackets] == [
        ("main", "", 4),
        ("third_place", "", 1),
        ("placement", "5", 2),
        ("placement", "7", 1),
        ("placement", "9", 3),
        ("placement", "11", 1),
        ("placement", "13", 2),
        ("placement", "15", 1),
    ]
    pools = picture(
        Situation(entrants_up_to(16), (first_round,)),
        Options(placements=True, repesca="consolation"),
    )
    assert [bracket.label for bracket in pools] == ["", "", "5", "7", "", "11", "13", "15"]


def test_picture_of_a_double_elimination_of_eight_before_any_result():
    first_round = tuple(
        PlayedMatch(position, (2 * position - 1, 2 * position), None) for position in range(1, 5)
    )
    main, losers, grand = picture(
        Situation(entrants_up_to(8), (first_round,)), Options(repesca="double")
    )
    assert [len(ties) for ties in main.rounds] == [4, 2, 1]
    assert [len(ties) for ties in losers.rounds] == [2, 2, 1, 1]
    assert [ties[0].round for ties in losers.rounds] == [2, 3, 4, 5]
    assert losers.rounds[1][0].places == (
        TieSide(source=Source("losers", "", 2, 1)),
        TieSide(source=Source("main", "", 2, 2), loser=True),
    )
    ((grand_final,),) = grand.rounds
    assert (grand_final.round, grand_final.places) == (
        6,
        (TieSide(source=Source("main", "", 3, 1)), TieSide(source=Source("losers", "", 5, 1))),
    )
