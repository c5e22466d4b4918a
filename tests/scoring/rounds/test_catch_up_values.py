"""A match that counts for who rested alone, in the draw and in the standings."""

from scoring.standings.counting import Counting
from tests.rows import each
from tests.scoring.standings.outcomes import Outcome, standings
from tournaments.formats.core import Entrant, PlayedMatch
from tournaments.formats.history import bye_counts, count_meetings, losses
from tournaments.formats.totals.tables import chair_counts


def test_a_guest_has_met_who_rested_and_nothing_else_is_his():
    caught_up = PlayedMatch(2, (3, 1), 1, counted=(900, 1044), guests=(1,))
    rounds = [(PlayedMatch(1, (1, 2), 2, counted=(1000, 944)), caught_up)]
    assert count_meetings(rounds) == {(1, 2): 1, (1, 3): 1}
    assert bye_counts(rounds) == {3: 1}
    assert losses(rounds) == {1: 1, 3: 1}
    assert (caught_up.winners, caught_up.losers, caught_up.rested) == ((), (3,), (3,))
    assert not caught_up.rest and caught_up.finished
    assert chair_counts(rounds) == {(1, 0): 1, (2, 1): 1, (3, 0): 1}


CHAIN = ("wins", "points", "counted_won", "counted_diff", "buchholz", "best_round", "mini_league")


def _values(outcomes, **how):
    lines = standings([Entrant(n) for n in (1, 2, 3)], outcomes, CHAIN, "s", "puntos", **how)
    return {
        one.entrant: (one.played, one.won, one.lost, *dict(one.values).values()) for one in lines
    }


def test_standings_count_it_for_one_alone():
    first = Outcome(1, (1, 2), 2, {"puntos": (900, 1044)})
    alone = Outcome(1, (3, 0), 3, {"puntos": (1000, 944)})
    counting = Counting(bye_counted=972)
    before = _values([first], counting=counting)
    told = _values([first, alone], counting=counting)
    assert (told[1], told[2]) == (before[1], before[2])
    #       played won lost wins points counted diff buchholz (as a bye: oneself) best among
    assert told[3] == (1, 1, 0, 1, 2, 1000, 56, 1, 1000, 0)
    lost = _values([first, Outcome(1, (3, 0), 0, {"puntos": (944, 1000)})])
    assert lost[3] == (1, 0, 1, 0, 0, 944, -56, 0, 944, 0)


def test_a_table_of_four_may_be_filled_with_guests():
    alone = Outcome(1, (3, 0, 0, 0), 0, {"puntos": (10, 40, 30, 20)})
    told = _values([alone], counting=Counting(table=(4, 3, 2, 1)))
    assert told[3][:6] == (1, 0, 1, 0, 1, 10)


def test_a_void_guest_takes_nothing_from_who_caught_up():
    alone = Outcome(1, (3, 0), 3, {"puntos": (1000, 944)})
    chain, entrants = ("points", "counted_won"), [Entrant(n) for n in (1, 2, 3)]
    for void, values in ((1, (2, 1000)), (3, (0, 0))):
        lines = standings(entrants, [alone], chain, "s", "puntos", void={void})
        assert [line.values for line in lines if line.entrant == 3] == [
            tuple(zip(chain, values, strict=True))
        ]


@each("winner, puntos, order", (0, 800, [2, 1, 3]), (3, 1100, [3, 2, 1]))
def test_who_caught_up_is_placed_by_it(winner, puntos, order):
    first = Outcome(1, (1, 2), 2, {"puntos": (900, 1044)})
    alone = Outcome(1, (3, 0), winner, {"puntos": (puntos, 1944 - puntos)})
    entrants, chain = [Entrant(n) for n in (1, 2, 3)], ("points", "counted_won", "best_round")
    lines = standings(entrants, [first, alone], chain, "s", "puntos")
    assert [line.entrant for line in lines] == order
