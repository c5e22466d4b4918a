"""The example on the referee's page of cientos agrees with the rules."""

from rules.cientos import CIENTOS
from rules.core import fold
from tests.rules.pages import first_match, page

PAGE = page("cientos")


ONE_JUEGO = CIENTOS.presets["un_juego"]


def test_the_first_match_of_the_page_is_a_juego_of_four_hands():
    steps = fold(CIENTOS, ONE_JUEGO, first_match("cientos"))
    assert [step.score.points for step in steps] == [(50, 8), (12, 15), (15, 52), (20, 7)]
    assert [step.score.tallies[2] for step in steps[:3]] == [(50, 10), (60, 30), (80, 80)]
    assert steps[-1].score.state.juegos == ((0, False),)
