"""The examples of the documents on cientos are true."""

from rules.cientos import CIENTOS
from rules.core import fold
from tests.rules.pages import page, played

PAGE = page("cientos")


ONE = CIENTOS.presets["un_juego"]


def test_the_juego_of_the_referees_page():
    steps = fold(CIENTOS, ONE, played("cientos"))
    assert [step.score.points for step in steps] == [(50, 8), (12, 15), (15, 52), (20, 7)]
    assert [step.score.tallies[2] for step in steps[:3]] == [(50, 10), (60, 30), (80, 80)]
    assert steps[-1].score.state.juegos == ((0, False),)
