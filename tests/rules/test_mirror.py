"""An acta with its sides exchanged: every game for two sides, at every level of record."""

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

BETWEEN_TWO = [
    case(f"{game.key}-{name}-{level}", game, options, level)
    for game in GAMES.values()
    for name, options in game.presets.items()
    if options.sides == 2
    for level in levels(game)
    if (name, level) != ("gallo_fijo", "deals")
]
AT_A_TABLE = [
    case(f"{game.key}-{name}", game, options)
    for game in GAMES.values()
    for name, options in game.presets.items()
    if options.sides > 2
]


@pytest.mark.parametrize(("game", "options", "level"), BETWEEN_TWO)
@settings(max_examples=size(2, 20))
@given(seed=st.integers(0, 10**6), drawn=st.booleans(), left=st.floats(0, 1))
def test_swapping_twice_is_the_same_and_the_score_mirrors(game, options, level, seed, drawn, left):
    """At the end and after a stop by the referee, the side that was ahead wins, on the other
    side.
    """
    try:
        lines = [str(hand) for hand in play_match(game, options, f"mirror/{seed}", level)]
    except ValueError:
        return  # this level does not record such a form
    before = fold(game, options, lines)[-1].score
    after = mirrored(game, options, lines, before)
    assert after.tallies == tuple(tally[::-1] for tally in before.tallies)
    lines = [*lines[: int(left * (len(lines) - 1))], str(Stop("se acabó el tiempo", drawn))]
    try:
        before = fold(game, options, lines)[-1].score
    except RuleError:
        return  # no stop here: in the middle of a unit that must be finished
    mirrored(game, options, lines, before)
    assert swapped_lines(game, options, lines)[-1] == lines[-1]


def mirrored(game, options, lines, before):
    """Return the score of these lines with their sides exchanged, the mirror of the score
    before.
    """
    turned = swapped_lines(game, options, lines)
    after = fold(game, options, turned)[-1].score
    assert swapped_lines(game, options, turned) == lines
    assert before.over and after.over
    assert after.winner == (None if before.winner is None else 1 - before.winner)
    return after


@pytest.mark.parametrize(("game", "options"), AT_A_TABLE)
def test_at_a_table_of_more_there_is_no_other_side(game, options):
    hands = play_match(game, options, "mirror", levels(game)[0])
    with is_refused("no_mirror"):
        swapped_lines(game, options, [str(hand) for hand in hands])


def test_one_against_two_has_no_other_side():
    """The seats of the gallo differ from the pair's: nobody sits before A2."""
    game = GAMES["truco"]
    options = game.presets["gallo_fijo"]
    lines = [str(hand) for hand in play_match(game, options, "mirror", "deals")]
    with pytest.raises(RuleError):
        swapped_lines(game, options, lines)


@each(
    "key, preset, lines, wanted",
    ("guinote", "dos_cotos_de_3", ["coto 3-1", "pierde A: x"], ["coto 1-3", "pierde B: x"]),
    ("guinote", "dos_cotos_de_3", ["59-61 uB A20o dA"], ["61-59 uA B20o dB"]),
    ("marcador", "", ["arbitro A+5 B-5: señas"], ["arbitro A-5 B+5: señas"]),
    ("cientos", "calidades_un_juego", ["8-4 uA pA51 sA5Ao tBS dB"], ["4-8 uB pB51 sB5Ao tAS dA"]),
)
def test_letters_of_cards_and_reasons_stay(key, preset, lines, wanted):
    game = GAMES[key]
    options = game.presets[preset] if preset else next(iter(game.presets.values()))
    assert swapped_lines(game, options, lines) == wanted
