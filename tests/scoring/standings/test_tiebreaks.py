"""Each tie-break alone, on halls small enough to count by hand."""

import numpy as np
import pytest

from scoring.standings.counting import BYES, Counting
from scoring.standings.exits import exit_reading
from scoring.standings.tiebreaks import TIEBREAKS
from tests.scoring.standings.outcomes import Outcome, field_of
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


def test_a_bye_may_carry_one_number_or_two():
    for partidas in ((6,), (6, 0)):
        assert values("counted_won", [bye(1, 3, partidas)], (3,)) == {3: 6}
        assert values("counted_diff", [bye(1, 3, partidas)], (3,)) == {3: 6}


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
