"""Each tie-break alone, on halls small enough to count by hand."""

import doctest

import numpy as np
import pytest

from scoring.standings import exits
from scoring.standings.counting import BYES, Counting
from scoring.standings.exits import exit_reading
from scoring.standings.tiebreaks import TIEBREAKS
from tests.rows import each
from tests.scoring.outcomes import Outcome, field_of
from tournaments.formats import FORMATS
from tournaments.formats.core import Entrant
from tournaments.pairing.draw import shuffled


def match(round, a, b, partidas, kind="played", purpose="", cotos=None):
    """`a` against `b`; the winner is who has more partidas, nobody when equal."""
    winner = None if partidas[0] == partidas[1] else (a if partidas[0] > partidas[1] else b)
    tallies = {"partidas": partidas} | ({"cotos": cotos} if cotos else {})
    return Outcome(round, (a, b), winner, tallies, kind, purpose)


def bye(round, number, partidas=(6, 0)):
    return Outcome(round, (number,), number, {"partidas": partidas}, "bye")


def values(key, outcomes, tied, seed="s", withdrawn=(), counted="partidas", counting=None):
    entrants = [Entrant(number, number not in withdrawn) for number in range(1, 10)]
    field = field_of(entrants, outcomes, seed, counted, counting=counting)
    who = np.searchsorted(field.numbers, tied)
    groups = np.full(field.nobody + 1, -1)
    groups[who] = 0
    found = TIEBREAKS[key](field, who, groups)
    return dict(zip(tied, found.tolist(), strict=True))


# Two rounds of three pairs: one rests in each, and in the second pair 2 does not come.
HALL = [
    match(1, 1, 2, (6, 4), cotos=(2, 1)),
    bye(1, 3),
    match(2, 3, 2, (6, 0), kind="forfeit", cotos=(2, 0)),
    bye(2, 1),
]


@each(
    "key, expected",
    pytest.param("wins", {1: 2, 2: 0, 3: 2, 4: 0}, id="byes and forfeits are wins"),
    pytest.param("counted_won", {1: 12, 2: 4, 3: 12, 4: 0}, id="those of lost matches count too"),
    pytest.param("counted_diff", {1: 8, 2: -8, 3: 12, 4: 0}, id="won less lost"),
    pytest.param("buchholz", {1: 2, 2: 4, 3: 2, 4: 0}, id="a rest is a rival like oneself"),
)
def test_sums(key, expected):
    assert values(key, HALL, (1, 2, 3, 4)) == expected


def test_each_game_has_its_own_count():
    assert values("counted_won", HALL, (1, 2, 3), counted="cotos") == {1: 2, 2: 1, 3: 2}
    assert values("counted_diff", HALL, (1, 2, 3), counted="cotos") == {1: 1, 2: -3, 3: 2}


def test_a_bye_may_carry_one_number_or_two():
    for partidas in ((6,), (6, 0)):
        assert values("counted_won", [bye(1, 3, partidas)], (3,)) == {3: 6}
        assert values("counted_diff", [bye(1, 3, partidas)], (3,)) == {3: 6}


def test_a_drawn_match_is_nobodys_win():
    drawn = [match(1, 1, 2, (3, 3))]
    assert values("wins", drawn, (1, 2)) == {1: 0, 2: 0}
    assert values("counted_won", drawn, (1, 2)) == {1: 3, 2: 3}


def test_a_draw_is_half_of_two_points():
    drawn = [match(1, 1, 2, (2, 2)), bye(1, 3), match(2, 1, 3, (3, 1)), bye(2, 2)]
    assert values("points", drawn, (1, 2, 3)) == {1: 3, 2: 3, 3: 2}
    assert values("rivals_points", drawn, (1, 2, 3)) == {1: 5, 2: 6, 3: 5}


class TestHeadToHead:
    MET = [match(1, 1, 2, (4, 6)), match(2, 2, 3, (4, 6)), match(3, 3, 1, (4, 6))]

    def test_between_two_the_one_who_won(self):
        assert values("head_to_head", self.MET, (1, 2)) == {1: 0, 2: 1}

    def test_it_says_nothing_of_three(self):
        assert values("head_to_head", self.MET, (1, 2, 3)) == {1: 0, 2: 0, 3: 0}

    def test_it_says_nothing_of_two_who_did_not_meet(self):
        assert values("head_to_head", self.MET, (1, 4)) == {1: 0, 4: 0}

    def test_it_says_nothing_of_one_alone(self):
        assert values("head_to_head", self.MET, (2,)) == {2: 0}

    def test_two_meetings_one_each(self):
        again = [*self.MET, match(4, 1, 2, (6, 0))]
        assert values("head_to_head", again, (1, 2)) == {1: 1, 2: 1}


def test_buchholz_follows_what_the_rivals_did_later():
    outcomes = [match(1, 1, 2, (6, 0)), match(2, 2, 3, (6, 0)), match(3, 2, 4, (6, 0))]
    assert values("buchholz", outcomes, (1, 3)) == {1: 2, 3: 2}


class TestLot:
    def test_the_first_ball_is_the_best(self):
        first, second, third = shuffled((4, 7, 9), "fiestas", "lot")
        drawn = values("lot", [], (4, 7, 9), seed="fiestas")
        assert drawn == {first: 3, second: 2, third: 1}

    def test_no_lot_for_one_alone(self):
        assert values("lot", [], (4,)) == {4: 0}

    def test_who_else_is_tied_does_not_turn_two_round(self):
        of_two = values("lot", [], (4, 7))
        of_three = values("lot", [], (4, 7, 9))
        assert (of_two[4] > of_two[7]) == (of_three[4] > of_three[7])


class TestExitRound:
    """Eight pairs; 9 was entered late and has no place in the bracket."""

    FIRST = [match(1, a, a + 1, (6, 4)) for a in (1, 3, 5, 7)]
    SEMIFINALS = [match(2, 1, 3, (6, 4)), match(2, 5, 7, (6, 4))]
    THIRD = [match(3, 3, 7, (4, 6), purpose="third_place")]
    FINAL = [match(3, 1, 5, (4, 6), purpose="final")]

    def read(self, outcomes, withdrawn=()):
        found = values("exit_round", outcomes, tuple(range(1, 10)), withdrawn=withdrawn)
        ranked = sorted(found, key=lambda number: (-found[number], number))
        return [(number, *exit_reading(found[number])) for number in ranked]

    def test_nothing_decided(self):
        assert values("exit_round", [], (1, 2)) == {1: 0, 2: 0}

    def test_in_the_first_round_nobody_is_behind_who_has_lost(self):
        outcomes = [*self.FIRST[:1], bye(1, 3)]
        assert self.read(outcomes, withdrawn=(9,)) == [
            (1, "through", 1),
            (3, "through", 1),
            *[(number, "yet_to_play", 1) for number in (4, 5, 6, 7, 8)],
            (2, "lost", 1),
            (9, "", 0),
        ]

    @pytest.mark.parametrize("worth", BYES)
    def test_who_rests_goes_on_whatever_a_rest_is_worth(self, worth):
        outcomes = [self.FIRST[0], bye(1, 3)]
        found = values("exit_round", outcomes, (1, 2, 3), counting=Counting(bye=worth))
        assert exit_reading(found[3]) == ("through", 1)

    def test_a_winner_left_out_of_the_next_round_stands_as_if_it_had_lost_there(self):
        """Its result was corrected when 4 had been drawn, and the round was left as it was."""
        later = [match(2, 1, 4, (6, 4)), match(2, 5, 7, (6, 4)), match(3, 1, 5, (4, 6))]
        assert self.read([*self.FIRST, *later]) == [
            (5, "through", 3),
            (1, "lost", 3),
            (3, "lost", 2),
            (7, "lost", 2),
            *[(number, "lost", 1) for number in (2, 4, 6, 8)],
            (9, "", 0),
        ]

    def test_one_semifinal_played(self):
        assert self.read([*self.FIRST, self.SEMIFINALS[0]]) == [
            (1, "through", 2),
            (5, "yet_to_play", 2),
            (7, "yet_to_play", 2),
            (3, "lost", 2),
            *[(number, "lost", 1) for number in (2, 4, 6, 8)],
            (9, "", 0),
        ]

    def test_third_place_decided_before_the_final(self):
        assert self.read([*self.FIRST, *self.SEMIFINALS, *self.THIRD])[:5] == [
            (1, "yet_to_play", 3),
            (5, "yet_to_play", 3),
            (7, "third", 2),
            (3, "fourth", 2),
            (2, "lost", 1),
        ]

    def test_final_decided_before_the_third_place(self):
        assert self.read([*self.FIRST, *self.SEMIFINALS, *self.FINAL])[:5] == [
            (5, "champion", 3),
            (1, "lost", 3),
            (3, "lost", 2),
            (7, "lost", 2),
            (2, "lost", 1),
        ]

    def test_all_decided(self):
        assert self.read([*self.FIRST, *self.SEMIFINALS, *self.FINAL, *self.THIRD])[:4] == [
            (5, "champion", 3),
            (1, "lost", 3),
            (7, "third", 2),
            (3, "fourth", 2),
        ]


def test_the_chains_use_known_tiebreaks():
    chains = {
        key for one in FORMATS.values() for key in (*one.tiebreaks, *one.tiebreaks_with_draws)
    }
    assert chains <= set(TIEBREAKS)


def test_the_examples_in_the_docstrings():
    result = doctest.testmod(exits)
    assert (result.failed, result.attempted) == (0, 2)
