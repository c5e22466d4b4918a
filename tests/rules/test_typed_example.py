"""The desk's example of a result can be typed, in every game."""

import pytest

from rules import GAMES
from rules.core import fold, options_of
from rules.typed_results import example, read_result

EVERY = [(name, preset) for name, game in GAMES.items() for preset in ("", *game.presets)]


@pytest.mark.parametrize(("name", "preset"), EVERY)
def test_the_example_is_read_and_its_winner_has_most(name, preset):
    game = GAMES[name]
    options = options_of(game, preset)
    for winner in range(options.sides):
        typed = example(game, options, game.start(options), winner)
        read = read_result(game, options, game.start(options), typed)
        assert read.way is not None
        score = fold(game, options, read.lines)[-1].score
        if score.over:
            assert score.winner in (winner, None)
