"""Helpers of the tests of leagues of teams: dates, line-ups, boards, refusals."""

import pytest

from scoring.actas.services import forfeit_match
from scoring.rounds.services.rounds import open_next_round, publish_round
from tournaments.formats.core import DrawError
from tournaments.refusal import Refused, refusal_from
from tournaments.rounds.services.line_ups import set_line_up

TEAMS = ("Casa Paco", "Peña Oro", "Bar Sol")
OPTIONS = {"legs": 2, "boards": 3, "count": "ties"}


def publish_date(league, author):
    return publish_round(round=open_next_round(stage=league.stage, author=author), author=author)


def home_of(date):
    return date.sides.filter(board=1, side=0).order_by("match__position")[0].entry


def away_of(date):
    return date.sides.filter(board=1, side=1).order_by("match__position")[0].entry


def people_of(entry, *positions):
    seats = list(entry.seats.select_related("player"))
    return [seats[position].player for position in positions]


def line_up(date, entry, author):
    boards = [people_of(entry, 0, 1), people_of(entry, 2, 3), people_of(entry, 4, 5)]
    return set_line_up(round=date, entry=entry, author=author, boards=boards)


def win_board(date, board, loser, author):
    match = date.matches.filter(board=board).order_by("position")[0]
    forfeit_match(match=match, loser=loser, author=author, reason="se marchan")


def refusal_of(action):
    with pytest.raises((Refused, DrawError)) as error:
        action()
    refusal = refusal_from(error.value)
    return refusal.code, refusal.field, refusal.status
