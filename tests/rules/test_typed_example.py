"""The example of a result that the desk shows is a valid result, in every game."""

import pytest

from rules import GAMES
from rules.core import fold, options_of
from rules.typed_results import example, read_result

PRESETS = [(name, preset) for name, game in GAMES.items() for preset in ("", *game.presets)]


@pytest.mark.parametrize(("name", "preset"), PRESETS)
def test_the_example_of_a_result_is_read_and_has_its_winner(name, preset):
    game = GAMES[name]
    options = options_of(game, preset)
    for winner in range(options.sides):
        text = example(game, options, game.start(options), winner)
        result = read_result(game, options, game.start(options), text)
        assert result.shorthand is not None
        score = fold(game, options, result.lines)[-1].score
        if score.over:
            assert score.winner in (winner, None)
