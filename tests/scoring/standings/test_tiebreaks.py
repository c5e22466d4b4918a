"""Tests of each tie-break alone, with matches small enough to check by hand."""

import pytest

from scoring.standings.counting import BYES, Counting
from scoring.standings.tiebreaks import TIEBREAKS, exit_reading
from tests.scoring.standings.outcomes import Outcome, field_of
from tournaments.formats import FORMATS
from tournaments.formats.core import Entrant
from tournaments.pairing.draw import ball_order


def match(round, a, b, partidas, kind="played", purpose="", cotos=None):
    """Return a match of `a` against `b`; more partidas win, equal partidas are a draw."""
    winner = None if partidas[0] == partidas[1] else (a if partidas[0] > partidas[1] else b)
    tallies = {"partidas": partidas} | ({"cotos": cotos} if cotos else {})
    return Outcome(round, (a, b), winner, tallies, kind, purpose)


def bye(round, number, partidas=(6, 0)):
    return Outcome(round, (number,), number, {"partidas": partidas}, "bye")


def values(key, outcomes, tied, seed="s", withdrawn=(), counted_tally="partidas", counting=None):
    entrants = [Entrant(number, number not in withdrawn) for number in range(1, 10)]
    field = field_of(entrants, outcomes, seed, counted_tally, counting=counting)
    column = TIEBREAKS[key].values([field.standings[number] for number in tied], field)
    return dict(zip(tied, column, strict=True))


def test_the_tally_of_a_bye_may_have_one_number_or_two():
    for partidas in ((6,), (6, 0)):
        assert values("counted_won", [bye(1, 3, partidas)], (3,)) == {3: 6}
        assert values("counted_diff", [bye(1, 3, partidas)], (3,)) == {3: 6}


class TestLot:
    def test_the_first_ball_is_the_best(self):
        first, second, third = ball_order((4, 7, 9), "fiestas", "lot")
        lots = values("lot", [], (4, 7, 9), seed="fiestas")
        assert lots == {first: 3, second: 2, third: 1}

    def test_a_single_entry_has_no_lot(self):
        assert values("lot", [], (4,)) == {4: 0}

    def test_the_lot_of_two_entries_does_not_depend_on_a_third(self):
        lots_of_two = values("lot", [], (4, 7))
        lots_of_three = values("lot", [], (4, 7, 9))
        assert (lots_of_two[4] > lots_of_two[7]) == (lots_of_three[4] > lots_of_three[7])


class TestExitRound:
    """A bracket of eight pairs; the late entry 9 has no place in it."""

    QUARTERFINALS = [match(1, a, a + 1, (6, 4)) for a in (1, 3, 5, 7)]
    SEMIFINALS = [match(2, 1, 3, (6, 4)), match(2, 5, 7, (6, 4))]
    THIRD = [match(3, 3, 7, (4, 6), purpose="third_place")]
    FINAL = [match(3, 1, 5, (4, 6), purpose="final")]

    def read(self, outcomes, withdrawn=()):
        column = values("exit_round", outcomes, tuple(range(1, 10)), withdrawn=withdrawn)
        ranked_numbers = sorted(column, key=lambda number: (-column[number], number))
        return [(number, *exit_reading(column[number])) for number in ranked_numbers]

    def test_without_results_every_value_is_zero(self):
        assert values("exit_round", [], (1, 2)) == {1: 0, 2: 0}

    def test_entries_still_to_play_the_first_round_are_above_its_losers(self):
        outcomes = [*self.QUARTERFINALS[:1], bye(1, 3)]
        assert self.read(outcomes, withdrawn=(9,)) == [
            (1, "through", 1),
            (3, "through", 1),
            *[(number, "yet_to_play", 1) for number in (4, 5, 6, 7, 8)],
            (2, "lost", 1),
            (9, "", 0),
        ]

    @pytest.mark.parametrize("bye_value", BYES)
    def test_an_entry_with_a_bye_goes_through_whatever_the_value_of_a_bye(self, bye_value):
        outcomes = [self.QUARTERFINALS[0], bye(1, 3)]
        column = values("exit_round", outcomes, (1, 2, 3), counting=Counting(bye=bye_value))
        assert exit_reading(column[3]) == ("through", 1)

    def test_a_winner_left_out_of_the_next_round_ranks_as_its_loser(self):
        """Entry 4 was drawn for round 2; then the result of 3 against 4 was corrected."""
        later = [match(2, 1, 4, (6, 4)), match(2, 5, 7, (6, 4)), match(3, 1, 5, (4, 6))]
        assert self.read([*self.QUARTERFINALS, *later]) == [
            (5, "through", 3),
            (1, "lost", 3),
            (3, "lost", 2),
            (7, "lost", 2),
            *[(number, "lost", 1) for number in (2, 4, 6, 8)],
            (9, "", 0),
        ]

    def test_the_order_after_one_semifinal(self):
        assert self.read([*self.QUARTERFINALS, self.SEMIFINALS[0]]) == [
            (1, "through", 2),
            (5, "yet_to_play", 2),
            (7, "yet_to_play", 2),
            (3, "lost", 2),
            *[(number, "lost", 1) for number in (2, 4, 6, 8)],
            (9, "", 0),
        ]

    def test_the_third_place_is_decided_before_the_final(self):
        assert self.read([*self.QUARTERFINALS, *self.SEMIFINALS, *self.THIRD])[:5] == [
            (1, "yet_to_play", 3),
            (5, "yet_to_play", 3),
            (7, "third", 2),
            (3, "fourth", 2),
            (2, "lost", 1),
        ]

    def test_the_final_is_decided_before_the_third_place(self):
        assert self.read([*self.QUARTERFINALS, *self.SEMIFINALS, *self.FINAL])[:5] == [
            (5, "champion", 3),
            (1, "lost", 3),
            (3, "lost", 2),
            (7, "lost", 2),
            (2, "lost", 1),
        ]

    def test_the_order_of_a_finished_bracket(self):
        assert self.read([*self.QUARTERFINALS, *self.SEMIFINALS, *self.FINAL, *self.THIRD])[:4] == [
            (5, "champion", 3),
            (1, "lost", 3),
            (7, "third", 2),
            (3, "fourth", 2),
        ]


def test_the_chains_use_known_tiebreaks():
    chains = {
        key
        for format in FORMATS.values()
        for key in (*format.tiebreaks, *format.tiebreaks_with_draws)
    }
    assert chains <= set(TIEBREAKS)


# Entry 1 beats 2, 3 and 4; 2 beats 3 and 4; 3 beats 4. Their points are 6, 4, 2 and 0, so the
# upper half is 1 and 2.
MATCHES_OF_FOUR = [
    match(1, 1, 4, (6, 1)),
    match(1, 2, 3, (6, 1)),
    match(2, 1, 3, (6, 1)),
    match(2, 2, 4, (6, 1)),
    match(3, 1, 2, (6, 1)),
    match(3, 3, 4, (6, 1)),
]


def values_of_four(key, outcomes, **options):
    entrants = [Entrant(number) for number in range(1, 5)]
    field = field_of(entrants, outcomes, "s", "partidas", **options)
    return TIEBREAKS[key].values(field.entries, field)


class TestWinsAgainstBest:
    def test_only_wins_against_the_upper_half_count(self):
        assert values_of_four("wins_against_best", MATCHES_OF_FOUR) == [1, 0, 0, 0]

    def test_entries_tied_with_the_last_of_the_upper_half_are_in_it(self):
        """Let entry 3 beat entry 1: then entries 1, 2 and 3 have four points."""
        outcomes = [
            match(2, 3, 1, (6, 1)) if outcome.sides == (1, 3) else outcome
            for outcome in MATCHES_OF_FOUR
        ]
        outcomes = [
            match(3, 1, 2, (6, 1)) if outcome.sides == (1, 2) else outcome for outcome in outcomes
        ]
        assert values_of_four("points", outcomes) == [4, 4, 4, 0]
        assert values_of_four("wins_against_best", outcomes) == [1, 1, 1, 0]

    def test_the_upper_half_of_three_entries_has_two(self):
        outcomes = [match(1, 1, 2, (6, 1)), match(2, 2, 3, (6, 1)), match(3, 1, 3, (6, 1))]
        entrants = [Entrant(number) for number in (1, 2, 3)]
        field = field_of(entrants, outcomes, "s", "partidas")
        assert TIEBREAKS["wins_against_best"].values(field.entries, field) == [1, 0, 0]

    def test_a_draw_and_a_bye_are_no_wins_against_the_best(self):
        outcomes = [match(1, 1, 2, (4, 4)), bye(1, 3), match(2, 3, 4, (6, 1))]
        assert values_of_four("wins_against_best", outcomes) == [0, 0, 0, 0]

    def test_the_upper_half_is_decided_by_the_points_of_the_counting(self):
        """If a draw is worth nothing, a win and a draw have as many points as a win and a loss."""
        outcomes = [
            match(1, 1, 2, (6, 1)),
            match(1, 3, 4, (4, 4)),
            match(2, 2, 3, (4, 4)),
            match(2, 4, 1, (6, 1)),
            match(3, 2, 3, (6, 1)),
        ]
        assert values_of_four("wins_against_best", outcomes) == [1, 0, 0, 0]
        without_draw_points = values_of_four(
            "wins_against_best", outcomes, counting=Counting(draw=0)
        )
        assert without_draw_points == [1, 0, 0, 1]


class TestProgressive:
    def test_points_of_early_rounds_are_added_once_for_every_round_after_them(self):
        assert values_of_four("progressive", MATCHES_OF_FOUR) == [2 * 6, 2 * 3 + 2 * 2, 2, 0]

    def test_an_earlier_win_is_worth_more_than_a_later_one(self):
        outcomes = [match(1, 1, 3, (6, 1)), match(2, 2, 3, (6, 1))]
        assert values_of_four("points", outcomes)[:2] == [2, 2]
        assert values_of_four("progressive", outcomes)[:2] == [4, 2]

    def test_draws_and_byes_add_their_points(self):
        outcomes = [match(1, 1, 2, (4, 4)), bye(1, 3), match(2, 1, 3, (6, 1)), bye(2, 2)]
        assert values_of_four("progressive", outcomes) == [1 * 2 + 2, 1 * 2 + 2, 2 * 2, 0]
        without_bye_points = values_of_four(
            "progressive", outcomes, counting=Counting(bye="nothing")
        )
        assert without_bye_points == [4, 2, 0, 0]

    def test_points_follow_the_counting(self):
        values = values_of_four(
            "progressive", MATCHES_OF_FOUR[:2], counting=Counting(win=3, loss=1)
        )
        assert values == [3, 3, 1, 1]

    def test_a_round_without_a_result_yet_does_not_count(self):
        assert values_of_four("progressive", MATCHES_OF_FOUR[:4])[0] == 2 * 2 + 2
