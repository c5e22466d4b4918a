"""Random matches of every game, as in the demo: complete, legal, and the same for a seed."""

import pytest

from rules import GAMES
from rules.core import fold, match_by_chance
from tests.rules.test_self_play import options_to_play


@pytest.mark.parametrize("key", GAMES)
def test_every_random_match_ends_and_its_notation_reads_back(key):
    game = GAMES[key]
    for options in options_to_play(key):
        for number in range(12):
            lines = match_by_chance(game, options, f"mesa {number}")
            steps = fold(game, options, map(str, lines))
            assert steps[-1].score.over and not any(step.score.over for step in steps[:-1])
            assert [step.hand for step in steps] == lines


@pytest.mark.parametrize("key", GAMES)
def test_any_side_may_win_a_random_match_and_a_seed_decides(key):
    game = GAMES[key]
    options = game.Options()
    seeds = [f"mesa {number}" for number in range(40)]
    ends = [fold(game, options, match_by_chance(game, options, seed))[-1].score for seed in seeds]
    assert set(range(options.sides)) <= {score.winner for score in ends}
    assert match_by_chance(game, options, seeds[0]) == match_by_chance(game, options, seeds[0])
