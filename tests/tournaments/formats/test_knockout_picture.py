"""The picture of a knockout: every match drawn is in it, and what it foretells comes true."""

import random
from dataclasses import replace
from itertools import product

import pytest

from tests.rows import each
from tests.tournaments.formats.brackets import added_up, entered, play
from tournaments.formats import KNOCKOUT
from tournaments.formats.core import PlayedMatch, Situation
from tournaments.formats.knockout import Options
from tournaments.formats.knockout.brackets import picture
from tournaments.formats.knockout.layout import BracketLayout, LayoutTie, Source, TieSide

EVERY = [
    Options(third, redraw=redraw, repesca=repesca, placements=placements)
    for third, redraw, repesca, placements in product(
        (False, True),
        (False, True),
        ("none", "consolation", "double", "best_losers"),
        (False, True),
    )
]


def ties_of(brackets):
    return [tie for one in brackets for ties in one.rounds for tie in ties]


@pytest.mark.slow
@each("options", *EVERY)
@each("count", 2, 3, 5, 8, 13, 16)
def test_what_is_drawn_is_in_it_and_what_it_foretells_comes_true(options, count):
    dice, situation, foretold = random.Random(count), Situation(entered(count)), ()
    assert picture(situation, options) == ()
    while not KNOCKOUT.is_over(situation, options):
        draw = KNOCKOUT.next_round(situation, options, "s")
        number = len(situation.rounds) + 1
        open_round = tuple(
            PlayedMatch(
                p.position,
                p.sides,
                None if len(p.sides) == 2 else p.sides[0],
                purpose=p.purpose,
                group=p.group,
            )
            for p in draw.pairings
        )
        halfway = picture(replace(situation, rounds=(*situation.rounds, open_round)), options)
        assert {(t.round, t.position) for t in ties_of(halfway) if t.round == number} >= {
            (number, p.position) for p in draw.pairings
        }
        sure = not options.redraw and options.repesca in ("none", "double")
        if foretold and sure and not options.placements:
            expected = sorted(
                (t.purpose, tuple(place.number for place in t.places))
                for t in ties_of(foretold)
                if t.round == number
            )
            assert expected == sorted((p.purpose, p.sides) for p in draw.pairings)
        rounds = (*situation.rounds, play(draw, dice, situation.entrants))
        situation = added_up(replace(situation, rounds=rounds))
        foretold = picture(situation, options)
    seen = [(t.round, t.position) for t in ties_of(foretold)]
    drawn = [(n, m.position) for n, r in enumerate(situation.rounds, start=1) for m in r]
    assert sorted(seen) == sorted(drawn)


def test_the_picture_of_five_with_the_first_round_in_play():
    played = tuple(
        PlayedMatch(p, sides, sides[0] if len(sides) == 1 else None)
        for p, sides in enumerate([(2,), (5,), (1,), (4, 3)], start=1)
    )
    (main, third) = picture(Situation(entered(5), (played,)), Options(third_place=True))
    open_tie = TieSide(source=Source("main", "", 1, 4))
    left, right = Source("main", "", 2, 1), Source("main", "", 2, 2)
    assert main.rounds[1:] == (
        (LayoutTie(2, 1, (TieSide(2), TieSide(5))), LayoutTie(2, 2, (TieSide(1), open_tie))),
        (LayoutTie(3, 1, (TieSide(source=left), TieSide(source=right)), "final"),),
    )
    assert third == BracketLayout(
        "third_place",
        "",
        (
            (
                LayoutTie(
                    3,
                    1,
                    (TieSide(source=left, loser=True), TieSide(source=right, loser=True)),
                    "third_place",
                ),
            ),
        ),
    )


def test_the_places_to_come_of_sixteen():
    first = tuple(PlayedMatch(p, (2 * p - 1, 2 * p), None) for p in range(1, 9))
    brackets = picture(Situation(entered(16), (first,)), Options(placements=True))
    assert [(one.name, one.label, len(one.rounds)) for one in brackets] == [
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
        Situation(entered(16), (first,)), Options(placements=True, repesca="consolation")
    )
    assert [one.label for one in pools] == ["", "", "5", "7", "", "11", "13", "15"]


def test_the_double_elimination_of_eight_before_anything_is_won():
    first = tuple(PlayedMatch(p, (2 * p - 1, 2 * p), None) for p in range(1, 5))
    main, losers, grand = picture(Situation(entered(8), (first,)), Options(repesca="double"))
    assert [len(ties) for ties in main.rounds] == [4, 2, 1]
    assert [len(ties) for ties in losers.rounds] == [2, 2, 1, 1]
    assert [ties[0].round for ties in losers.rounds] == [2, 3, 4, 5]
    assert losers.rounds[1][0].places == (
        TieSide(source=Source("losers", "", 2, 1)),
        TieSide(source=Source("main", "", 2, 2), loser=True),
    )
    ((last,),) = grand.rounds
    assert (last.round, last.places) == (
        6,
        (TieSide(source=Source("main", "", 3, 1)), TieSide(source=Source("losers", "", 5, 1))),
    )
