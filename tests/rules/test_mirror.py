"""An acta with its sides swapped: every game for two sides, with lines of every level."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import GAMES
from rules.core import RuleError, fold
from rules.lines import Stop
from rules.mirror import swapped_lines
from tests.refusals import is_refused
from tests.rows import case, each
from tests.rules.self_play import levels, play_match
from tests.sizes import size

TWO_SIDES = [
    case(f"{game.key}-{name}-{level}", game, options, level)
    for game in GAMES.values()
    for name, options in game.presets.items()
    if options.sides == 2
    for level in levels(game)
    if (name, level) != ("gallo_fijo", "deals")
]
MORE_SIDES = [
    case(f"{game.key}-{name}", game, options)
    for game in GAMES.values()
    for name, options in game.presets.items()
    if options.sides > 2
]


@pytest.mark.parametrize(("game", "options", "level"), TWO_SIDES)
@settings(max_examples=size(2, 20))
@given(seed=st.integers(0, 10**6), is_draw=st.booleans(), fraction=st.floats(0, 1))
def test_swapped_lines_swap_the_score_and_back(game, options, level, seed, is_draw, fraction):
    """Swap a whole match, then a match that the referee stopped after a `fraction` of its lines."""
    try:
        lines = [str(hand) for hand in play_match(game, options, f"mirror/{seed}", level)]
    except ValueError:
        return  # these options have no lines of this level
    score = fold(game, options, lines)[-1].score
    swapped_score_of_lines = swapped_score(game, options, lines, score)
    assert swapped_score_of_lines.tallies == tuple(tally[::-1] for tally in score.tallies)
    lines = [*lines[: int(fraction * (len(lines) - 1))], str(Stop("se acabó el tiempo", is_draw))]
    try:
        score = fold(game, options, lines)[-1].score
    except RuleError:
        return  # the referee cannot stop a match here: the unit in play must be finished
    swapped_score(game, options, lines, score)
    assert swapped_lines(game, options, lines)[-1] == lines[-1]


def swapped_score(game, options, lines, score):
    """Return the score of these lines with their sides swapped.

    Check that the winner of `score` is swapped too, and that a second swap gives the
    same lines.
    """
    swapped_acta = swapped_lines(game, options, lines)
    swapped_score_of_lines = fold(game, options, swapped_acta)[-1].score
    assert swapped_lines(game, options, swapped_acta) == lines
    assert score.over and swapped_score_of_lines.over
    assert swapped_score_of_lines.winner == (None if score.winner is None else 1 - score.winner)
    return swapped_score_of_lines


@pytest.mark.parametrize(("game", "options"), MORE_SIDES)
def test_sides_of_a_match_of_more_than_two_cannot_be_swapped(game, options):
    hands = play_match(game, options, "mirror", levels(game)[0])
    with is_refused("no_mirror"):
        swapped_lines(game, options, [str(hand) for hand in hands])


def test_sides_of_a_gallo_cannot_be_swapped():
    """One player meets a pair: the seats of both sides differ."""
    game = GAMES["truco"]
    options = game.presets["gallo_fijo"]
    lines = [str(hand) for hand in play_match(game, options, "mirror", "deals")]
    with pytest.raises(RuleError):
        swapped_lines(game, options, lines)


@each(
    "key, preset, lines, expected_lines",
    ("guinote", "dos_cotos_de_3", ["coto 3-1", "pierde A: x"], ["coto 1-3", "pierde B: x"]),
    ("guinote", "dos_cotos_de_3", ["59-61 uB A20o dA"], ["61-59 uA B20o dB"]),
    ("marcador", "", ["arbitro A+5 B-5: señas"], ["arbitro A-5 B+5: señas"]),
    ("cientos", "calidades_un_juego", ["8-4 uA pA51 sA5Ao tBS dB"], ["4-8 uB pB51 sB5Ao tAS dA"]),
)
def test_swapping_sides_keeps_letters_of_cards_and_reasons(key, preset, lines, expected_lines):
    game = GAMES[key]
    options = game.presets[preset] if preset else next(iter(game.presets.values()))
    assert swapped_lines(game, options, lines) == expected_lines
