"""Notation, structured form and schema: round trips, and whatever anybody may send."""

import json

from hypothesis import given
from hypothesis import strategies as st

from rules.core import RuleError
from rules.tarot import TAROT
from rules.tarot.options import Options
from tests.rules.lines.tarot import HANDS


def test_points_are_numbers_with_a_half():
    deal = TAROT.parse("B+D tomo 45.5 2o")
    assert TAROT.to_json(deal)["points"] == 45.5
    assert TAROT.from_json({**TAROT.to_json(deal), "points": 46.0}).halves == 92
    results = TAROT.parse("repartos 1 37.5 37.5 -25 -25 -25")
    assert TAROT.to_json(results)["points"] == [37.5, 37.5, -25, -25, -25]


@given(st.lists(HANDS, max_size=6), st.sampled_from(list(TAROT.presets.values())))
def test_whatever_line_comes_is_played_or_refused(hands, options):
    score = TAROT.start(options)
    for hand in hands:
        try:
            score = TAROT.play(score, hand, options)
        except RuleError as error:
            json.dumps(error.params)
        assert sum(score.tallies[1]) == 0


def test_equal_shares_read_half_points():
    options = Options(players=5, equal_shares=True)
    hand = TAROT.parse("repartos 1 37.5 37.5 -25 -25 -25")
    assert TAROT.play(TAROT.start(options), hand, options).tallies[1] == (75, 75, -50, -50, -50)
