"""Each tie-break alone, on halls small enough to count by hand."""

import pytest

from scoring.standings.counting import BYES, Counting
from scoring.standings.tiebreaks import TIEBREAKS, exit_reading
from tests.scoring.standings.outcomes import Outcome, field_of
from tournaments.formats import FORMATS
from tournaments.formats.core import Entrant
from tournaments.pairing.draw import ball_order


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
    found = TIEBREAKS[key].values([field.met[number] for number in tied], field)
    return dict(zip(tied, found, strict=True))


def test_a_bye_may_carry_one_number_or_two():
    for partidas in ((6,), (6, 0)):
        assert values("counted_won", [bye(1, 3, partidas)], (3,)) == {3: 6}
        assert values("counted_diff", [bye(1, 3, partidas)], (3,)) == {3: 6}


class TestLot:
    def test_the_first_ball_is_the_best(self):
        first, second, third = ball_order((4, 7, 9), "fiestas", "lot")
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


# 1 beats everybody; 2 beats 3 and 4; 3 beats 4: points 6, 4, 2 and 0, so 1 and 2 are the best half.
IN_ORDER = [
    match(1, 1, 4, (6, 1)),
    match(1, 2, 3, (6, 1)),
    match(2, 1, 3, (6, 1)),
    match(2, 2, 4, (6, 1)),
    match(3, 1, 2, (6, 1)),
    match(3, 3, 4, (6, 1)),
]


def of_four(key, outcomes, **more):
    entrants = [Entrant(number) for number in range(1, 5)]
    field = field_of(entrants, outcomes, "s", "partidas", **more)
    return TIEBREAKS[key].values(field.entered, field)


class TestWinsAgainstBest:
    def test_only_wins_against_the_upper_half_count(self):
        assert of_four("wins_against_best", IN_ORDER) == [1, 0, 0, 0]

    def test_entries_level_with_the_last_of_the_upper_half_are_in_it(self):
        """Without the match between 1 and 2, and with 3 over 1: 1, 2 and 3 have four points."""
        level = [match(2, 3, 1, (6, 1)) if one.sides == (1, 3) else one for one in IN_ORDER]
        level = [match(3, 1, 2, (6, 1)) if one.sides == (1, 2) else one for one in level]
        assert of_four("points", level) == [4, 4, 4, 0]
        assert of_four("wins_against_best", level) == [1, 1, 1, 0]

    def test_the_half_of_an_odd_number_has_the_one_in_the_middle(self):
        three = [match(1, 1, 2, (6, 1)), match(2, 2, 3, (6, 1)), match(3, 1, 3, (6, 1))]
        entrants = [Entrant(number) for number in (1, 2, 3)]
        field = field_of(entrants, three, "s", "partidas")
        assert TIEBREAKS["wins_against_best"].values(field.entered, field) == [1, 0, 0]

    def test_a_draw_and_a_rest_won_are_no_win_against_anybody(self):
        drawn = [match(1, 1, 2, (4, 4)), bye(1, 3), match(2, 3, 4, (6, 1))]
        assert of_four("wins_against_best", drawn) == [0, 0, 0, 0]

    def test_the_half_goes_by_the_points_of_the_counting(self):
        """Where a draw is worth nothing, one win and one loss are as much as a win and a draw."""
        played = [
            match(1, 1, 2, (6, 1)),
            match(1, 3, 4, (4, 4)),
            match(2, 2, 3, (4, 4)),
            match(2, 4, 1, (6, 1)),
            match(3, 2, 3, (6, 1)),
        ]
        assert of_four("wins_against_best", played) == [1, 0, 0, 0]
        counted = of_four("wins_against_best", played, counting=Counting(draw=0))
        assert counted == [1, 0, 0, 1]


class TestProgressive:
    def test_points_of_early_rounds_are_added_once_for_every_round_after_them(self):
        assert of_four("progressive", IN_ORDER) == [2 * 6, 2 * 3 + 2 * 2, 2, 0]

    def test_of_two_with_equal_points_the_one_who_won_first_has_more(self):
        played = [match(1, 1, 3, (6, 1)), match(2, 2, 3, (6, 1))]
        assert of_four("points", played)[:2] == [2, 2]
        assert of_four("progressive", played)[:2] == [4, 2]

    def test_draws_and_rests_add_the_points_they_bring(self):
        played = [match(1, 1, 2, (4, 4)), bye(1, 3), match(2, 1, 3, (6, 1)), bye(2, 2)]
        assert of_four("progressive", played) == [1 * 2 + 2, 1 * 2 + 2, 2 * 2, 0]
        nothing = of_four("progressive", played, counting=Counting(bye="nothing"))
        assert nothing == [4, 2, 0, 0]

    def test_points_go_by_the_counting(self):
        counted = of_four("progressive", IN_ORDER[:2], counting=Counting(win=3, loss=1))
        assert counted == [3, 3, 1, 1]

    def test_a_round_without_a_result_yet_does_not_count(self):
        assert of_four("progressive", IN_ORDER[:4])[0] == 2 * 2 + 2
