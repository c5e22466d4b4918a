"""Fixture of the tests of counting: a Swiss of six pairs."""

from tests.scoring.played_rounds import SWISS
from tests.worlds import world


@world
def swiss(make_tournament, pairs):
    tournament = make_tournament(name="Suizo", **SWISS)
    pairs(tournament, 6)
    return tournament
