"""Notation, structured form and schema: round trips, and whatever anybody may send."""

import json

from hypothesis import given
from hypothesis import strategies as st

from rules.core import RuleError, fold
from rules.zanga import ZANGA
from rules.zanga.options import Options
from tests.rules.lines.zanga import HANDS

OPTIONS = st.builds(Options, st.integers(1, 4), st.integers(0, 4), st.booleans())


@given(st.lists(HANDS, max_size=40), OPTIONS)
def test_thirty_two_vales_always(hands, options):
    """Whatever lines come, each is refused or leaves 32 between the pairs and the middle."""
    score = ZANGA.start(options)
    for hand in hands:
        try:
            score = ZANGA.play(score, hand, options)
        except RuleError as error:
            json.dumps(error.params)
            continue
        vales = score.tallies[1]
        assert sum(vales) + score.state.middle == 32
        assert min(*vales, score.state.middle) >= 0
        assert 0 <= score.state.acodillado <= score.state.middle
        assert 32 not in vales


@given(st.text(max_size=8), st.integers(0, 200), OPTIONS)
def test_a_fold_never_depends_on_how_it_was_cut(seed, cut, options):
    hands = ZANGA.play_match(options, seed)
    steps = fold(ZANGA, options, hands)
    cut %= len(hands) + 1
    score = fold(ZANGA, options, hands[:cut])[-1].score if cut else ZANGA.start(options)
    for step, hand in zip(steps[cut:], hands[cut:], strict=True):
        score = ZANGA.play(score, hand, options)
        assert score == step.score
