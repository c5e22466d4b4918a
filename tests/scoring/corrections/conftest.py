"""Tournaments of three formats with round 1 played and round 2 published."""

import pytest

from tests.scoring.corrections import play_round
from tests.scoring.played_rounds import SWISS, publish
from tests.worlds import world
from tournaments.models import Match


@world
def bracket(casino, pairs, pilar):
    """The semifinals of a knockout of eight pairs, published and not begun."""
    return publish_second_round(casino, pairs, pilar)


@world
def swiss(make_tournament, pairs, pilar):
    """Round 2 of a Swiss of eight pairs and three rounds, published and not begun."""
    return publish_second_round(make_tournament(name="Suizo", **SWISS), pairs, pilar)


@world
def lives(make_tournament, pairs, pilar):
    """Round 2 of a tournament of eight pairs with two lives each, published and not begun."""
    options = {"name": "Vidas", "format": "lives", "format_options": {"lives": 2}}
    return publish_second_round(make_tournament(**options), pairs, pilar)


def publish_second_round(tournament, pairs, author):
    """Enter eight pairs, play round 1 and publish round 2. Return round 2."""
    pairs(tournament, 8)
    play_round(publish(tournament, author), author)
    return publish(tournament, author)


@pytest.fixture
def first_match(request):
    """The match at position 1 of round 1, in the bracket if the test uses it, else in the Swiss."""
    name = "bracket" if "bracket" in request.fixturenames else "swiss"
    stage = request.getfixturevalue(name).stage
    return Match.objects.get(round__stage=stage, round__number=1, position=1)
