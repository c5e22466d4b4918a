"""Fixtures of the tests of scoring: a match of any game, and the steps of a public draw."""

from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Any

import pytest
from django.test import Client

from rules import GAMES
from scoring.rounds.services.rounds import publish_round
from tests.scoring.prints.printed import seat_in_twos
from tests.scoring.rounds.committed_draws import close_the_list, draw_with_the_word
from tests.scoring.seated_rounds import seat_round, write
from tests.worlds import world
from tournaments.models import DrawCommitment


@pytest.fixture
def seated(make_tournament, pairs, chema, client_as) -> Callable[..., Client]:
    """A function that seats a match of a game, writes its first lines and returns the desk.

    `options`: the options of the game, or a preset. `changes`: the options to replace in them.
    """

    def seat(key: str, options: Any, *first_lines: str, **changes: Any) -> Client:
        if isinstance(options, str):
            options = GAMES[key].presets[options]
        options = replace(options, **changes)
        tournament = make_tournament(
            game=key,
            game_options=asdict(options),
            format="swiss" if options.sides == 2 else "totals",
            format_options={"rounds": 2},
        )
        match = seat_round(tournament, [pairs(tournament, options.sides)]).matches.get()
        write(match, chema, *first_lines)
        return client_as(chema)

    return seat


@world
def first_round(casino, pairs):
    """Round 1 with two matches in play."""
    entries = pairs(casino, 4)
    return seat_round(casino, [entries[:2], entries[2:]])


@world
def match(first_round):
    return first_round.matches.get(position=1)


@world
def other_match(first_round):
    return first_round.matches.get(position=2)


@world
def commitment(casino, pairs, pilar) -> DrawCommitment:
    """The commitment to a draw of 6 pairs, after Pilar closed the list."""
    pairs(casino, 6)
    return close_the_list(casino, pilar)


@world
def draft(commitment, casino, pilar):
    """The draft drawn from the closed list with the word said in the hall."""
    return draw_with_the_word(casino, pilar)


@world
def published_round(draft, pilar):
    """The drawn round, published."""
    return publish_round(round=draft, author=pilar)


@world
def eight(casino, pairs):
    """The casino with eight pairs in four matches, at four tables."""
    seat_in_twos(casino, pairs(casino, 8))
    return casino
