"""Tests of leagues of teams: ties of several boards, line-ups, and the calendar."""

from tests.refusals import is_refused
from tests.rows import case, each
from tests.tournaments.formats.leagues import entrants_up_to
from tournaments.formats import LEAGUE, TEAMS, league
from tournaments.formats.core import Situation
from tournaments.formats.teams import BoardResult, Options, check_line_up, tie_of

HOME, AWAY, EVEN, OPEN = BoardResult(0), BoardResult(1), BoardResult(None, True), BoardResult(None)


@each(
    "boards, is_finished, winner, boards_won",
    case("two to one", [HOME, HOME, AWAY], True, 0, (2, 1)),
    case("six to nothing", [AWAY] * 6, True, 1, (0, 6)),
    case("three all", [HOME, AWAY] * 3, True, None, (3, 3)),
    case("drawn boards count for no side", [HOME, EVEN, EVEN], True, 0, (1, 0)),
    case("decided but not finished", [HOME, HOME, OPEN], False, None, (2, 0)),
    case("nothing played", [], False, None, (0, 0)),
)
def test_tie_of_teams_from_its_boards(boards, is_finished, winner, boards_won):
    tie = tie_of(boards)
    assert (tie.finished, tie.winner, tie.boards) == (is_finished, winner, boards_won)
    assert tie.drawn == (is_finished and winner is None)


SQUAD = frozenset({11, 12, 13, 14, 15})


def test_correct_line_up_is_accepted():
    check_line_up(SQUAD, [(11, 12), (15, 13)], size=2, boards=2)


@each(
    "line_up, code, params",
    case("a board short", [(11, 12)], "line_up_boards", {"boards": 2, "given": 1}),
    case(
        "one player short", [(11, 12), (13,)], "line_up_size", {"board": 2, "wanted": 2, "given": 1}
    ),
    case("a stranger", [(11, 12), (13, 99)], "line_up_unlisted", {"board": 2, "player": 99}),
    case(
        "at two boards",
        [(11, 12), (13, 11)],
        "line_up_twice",
        {"player": 11, "board": 2, "other": 1},
    ),
    case(
        "twice at one board",
        [(11, 11), (13, 12)],
        "line_up_twice",
        {"player": 11, "board": 1, "other": 1},
    ),
)
def test_wrong_line_up_is_refused(line_up, code, params):
    with is_refused(code, params=params):
        check_line_up(SQUAD, line_up, size=2, boards=2)


def test_calendar_of_teams_is_the_calendar_of_a_league():
    situation = Situation(entrants_up_to(10))
    calendar = TEAMS.calendar(situation, Options(legs=2, boards=6), "s")
    assert calendar == LEAGUE.calendar(situation, league.Options(2), "s")
    assert TEAMS.next_round(situation, Options(), "s").pairings == calendar[0]
    assert not TEAMS.is_over(situation, Options())


@each(
    "options, option",
    ({"legs": 0}, "legs"),
    ({"boards": 13}, "boards"),
    ({"count": "goles"}, "count"),
)
def test_wrong_options_of_teams_are_refused(options, option):
    with is_refused(option=option):
        Options(**options)
