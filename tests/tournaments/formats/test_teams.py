"""Liga por equipos: the tie its boards make, the line-ups, and the calendar of the league."""

import pytest

from tests.refusals import is_refused
from tests.rows import each
from tests.tournaments.formats.leagues import entered
from tournaments.formats import LEAGUE, TEAMS, league
from tournaments.formats.core import DrawError, Situation
from tournaments.formats.teams import BoardResult, Options, check_line_up, tie_of

HOME, AWAY, EVEN, OPEN = BoardResult(0), BoardResult(1), BoardResult(None, True), BoardResult(None)


@each(
    "boards, finished, winner, won",
    pytest.param([HOME, HOME, AWAY], True, 0, (2, 1), id="two to one"),
    pytest.param([AWAY] * 6, True, 1, (0, 6), id="six to nothing"),
    pytest.param([HOME, AWAY] * 3, True, None, (3, 3), id="three all"),
    pytest.param([HOME, EVEN, EVEN], True, 0, (1, 0), id="drawn boards are nobody's"),
    pytest.param([HOME, HOME, OPEN], False, None, (2, 0), id="not yet, though it is decided"),
    pytest.param([], False, None, (0, 0), id="nothing played"),
)
def test_the_tie_its_boards_make(boards, finished, winner, won):
    tie = tie_of(boards)
    assert (tie.finished, tie.winner, tie.boards) == (finished, winner, won)
    assert tie.drawn == (finished and winner is None)


SQUAD = frozenset({11, 12, 13, 14, 15})


def test_a_line_up_that_may_play():
    check_line_up(SQUAD, [(11, 12), (15, 13)], size=2, boards=2)


@each(
    "line_up, code, params",
    pytest.param([(11, 12)], "line_up_boards", {"boards": 2, "given": 1}, id="a board short"),
    pytest.param(
        [(11, 12), (13,)], "line_up_size", {"board": 2, "wanted": 2, "given": 1}, id="alone"
    ),
    pytest.param(
        [(11, 12), (13, 99)], "line_up_unlisted", {"board": 2, "player": 99}, id="a stranger"
    ),
    pytest.param(
        [(11, 12), (13, 11)],
        "line_up_twice",
        {"player": 11, "board": 2, "other": 1},
        id="at two boards",
    ),
    pytest.param(
        [(11, 11), (13, 12)],
        "line_up_twice",
        {"player": 11, "board": 1, "other": 1},
        id="beside oneself",
    ),
)
def test_a_line_up_that_may_not(line_up, code, params):
    with is_refused(code, params=params):
        check_line_up(SQUAD, line_up, size=2, boards=2)


def test_the_calendar_is_that_of_the_league():
    situation = Situation(entered(10))
    ahead = TEAMS.calendar(situation, Options(legs=2, boards=6), "s")
    assert ahead == LEAGUE.calendar(situation, league.Options(2), "s")
    assert TEAMS.next_round(situation, Options(), "s").pairings == ahead[0]
    assert not TEAMS.is_over(situation, Options())


@each(
    "options, option",
    ({"legs": 0}, "legs"),
    ({"boards": 13}, "boards"),
    ({"count": "goles"}, "count"),
)
def test_options_that_cannot_be(options, option):
    with pytest.raises(DrawError) as refused:
        Options(**options)
    assert refused.value.params["option"] == option
