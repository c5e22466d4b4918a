"""Days of three formats with their first round played and the second published."""

import pytest

from tests.scoring.corrections import play_round
from tests.scoring.days import SWISS, publish
from tests.worlds import world
from tournaments.models import Match


@world
def bracket(casino, pairs, pilar):
    """Eight pairs, the first round played, the semifinals published and nothing written there."""
    return second_round(casino, pairs, pilar)


@world
def swiss(make_tournament, pairs, pilar):
    """Eight pairs in a Swiss of three rounds: the first played, the second published."""
    return second_round(make_tournament(name="Suizo", **SWISS), pairs, pilar)


@world
def lives(make_tournament, pairs, pilar):
    """Eight pairs with two lives each: the first round played, the second published."""
    options = {"name": "Vidas", "format": "lives", "format_options": {"lives": 2}}
    return second_round(make_tournament(**options), pairs, pilar)


def second_round(tournament, pairs, author):
    """Enter eight pairs, play the first round and return the second, published."""
    pairs(tournament, 8)
    play_round(publish(tournament, author), author)
    return publish(tournament, author)


@pytest.fixture
def first(request):
    """The match of position 1 of the first round of whichever tournament the test has."""
    name = "bracket" if "bracket" in request.fixturenames else "swiss"
    stage = request.getfixturevalue(name).stage
    return Match.objects.get(round__stage=stage, round__number=1, position=1)
