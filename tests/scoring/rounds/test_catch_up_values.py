"""Tests of catch-up matches as plain values: they count only for the entry that had a bye."""

from scoring.standings.counting import Counting
from tests.rows import each
from tests.scoring.standings.outcomes import Outcome, standings
from tournaments.formats.core import Entrant, PlayedMatch
from tournaments.formats.history import bye_counts, count_meetings, losses
from tournaments.formats.totals.tables import chair_counts


def test_a_catch_up_match_counts_for_its_guest_only_as_a_meeting():
    catch_up = PlayedMatch(2, (3, 1), 1, counted=(900, 1044), guests=(1,))
    rounds = [(PlayedMatch(1, (1, 2), 2, counted=(1000, 944)), catch_up)]
    assert count_meetings(rounds) == {(1, 2): 1, (1, 3): 1}
    assert bye_counts(rounds) == {3: 1}
    assert losses(rounds) == {1: 1, 3: 1}
    assert (catch_up.winners, catch_up.losers, catch_up.bye_entries) == ((), (3,), (3,))
    assert not catch_up.is_bye and catch_up.finished
    assert chair_counts(rounds) == {(1, 0): 1, (2, 1): 1, (3, 0): 1}


CHAIN = ("wins", "points", "counted_won", "counted_diff", "buchholz", "best_round", "mini_league")


def _values(outcomes, **options):
    lines = standings(
        [Entrant(number) for number in (1, 2, 3)], outcomes, CHAIN, "s", "puntos", **options
    )
    return {
        line.entrant: (line.played, line.won, line.lost, *dict(line.values).values())
        for line in lines
    }


def test_the_standings_count_a_catch_up_match_for_one_entry():
    first = Outcome(1, (1, 2), 2, {"puntos": (900, 1044)})
    catch_up = Outcome(1, (3, 0), 3, {"puntos": (1000, 944)})
    counting = Counting(bye_counted=972)
    values_before = _values([first], counting=counting)
    values = _values([first, catch_up], counting=counting)
    assert (values[1], values[2]) == (values_before[1], values_before[2])
    # played, won, lost, wins, points, counted, difference, Buchholz (own wins, like a bye), best
    # round, mini-league
    assert values[3] == (1, 1, 0, 1, 2, 1000, 56, 1, 1000, 0)
    lost_values = _values([first, Outcome(1, (3, 0), 0, {"puntos": (944, 1000)})])
    assert lost_values[3] == (1, 0, 1, 0, 0, 944, -56, 0, 944, 0)


def test_a_catch_up_match_of_four_sides_may_have_three_guests():
    catch_up = Outcome(1, (3, 0, 0, 0), 0, {"puntos": (10, 40, 30, 20)})
    values = _values([catch_up], counting=Counting(table=(4, 3, 2, 1)))
    assert values[3][:6] == (1, 0, 1, 0, 1, 10)


def test_a_void_guest_does_not_annul_a_catch_up_match():
    catch_up = Outcome(1, (3, 0), 3, {"puntos": (1000, 944)})
    chain, entrants = ("points", "counted_won"), [Entrant(number) for number in (1, 2, 3)]
    for void, values in ((1, (2, 1000)), (3, (0, 0))):
        lines = standings(entrants, [catch_up], chain, "s", "puntos", void={void})
        assert [line.values for line in lines if line.entrant == 3] == [
            tuple(zip(chain, values, strict=True))
        ]


@each("winner, puntos, order", (0, 800, [2, 1, 3]), (3, 1100, [3, 2, 1]))
def test_an_entry_is_ranked_by_its_catch_up_match(winner, puntos, order):
    first = Outcome(1, (1, 2), 2, {"puntos": (900, 1044)})
    catch_up = Outcome(1, (3, 0), winner, {"puntos": (puntos, 1944 - puntos)})
    entrants = [Entrant(number) for number in (1, 2, 3)]
    chain = ("points", "counted_won", "best_round")
    lines = standings(entrants, [first, catch_up], chain, "s", "puntos")
    assert [line.entrant for line in lines] == order
