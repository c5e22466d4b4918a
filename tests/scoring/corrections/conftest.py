"""A bracket and a Swiss with their first round played and the second published."""

import pytest

from tests.scoring.corrections import play_round
from tests.scoring.days import SWISS, publish
from tests.worlds import world
from tournaments.models import Match


@world
def bracket(casino, pairs, pilar):
    """Eight pairs, the first round played, the semifinals published and nothing written there."""
    pairs(casino, 8)
    play_round(publish(casino, pilar), pilar)
    return publish(casino, pilar)


@world
def swiss(make_tournament, pairs, pilar):
    """Eight pairs in a Swiss of three rounds: the first played, the second published."""
    made = make_tournament(**SWISS)
    pairs(made, 8)
    play_round(publish(made, pilar), pilar)
    return publish(made, pilar)


@pytest.fixture
def first(request):
    """The match of position 1 of the first round of whichever tournament the test has."""
    name = "bracket" if "bracket" in request.fixturenames else "swiss"
    stage = request.getfixturevalue(name).stage
    return Match.objects.get(round__stage=stage, round__number=1, position=1)
