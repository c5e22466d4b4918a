"""Lines of truco that only it has: acts, and a million of them."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core import RuleError, replay
from rules.truco import TRUCO
from tests.rules.lines.truco import HANDS, WORDS, deals
from tests.rules.typed import check_refused_or_valid, members, values

WORD = st.sampled_from(WORDS.split(" "))
OPTIONS = st.sampled_from(list(TRUCO.presets.values()))


@given(OPTIONS, st.lists(st.one_of(HANDS.map(str), st.lists(WORD).map(" ".join)), max_size=4))
def test_whatever_is_played_is_a_score_or_refused(options, lines):
    try:
        steps = replay(TRUCO, options, lines)
    except RuleError as error:
        json.dumps(error.params)
        str(error).encode()
    else:
        for step in steps:
            assert all(len(tally) == options.sides for tally in step.score.tallies)
            assert max(step.score.tallies[2]) < options.target


@given(deals(), st.integers(0, 20), members("truco"), values("truco"))
def test_a_good_hand_with_one_act_spoilt_is_a_line_or_refused(hand, place, key, value):
    obj = TRUCO.to_json(hand)
    acts = obj["acts"]
    acts[place % len(acts)][key] = value
    check_refused_or_valid("truco", obj)


def test_a_hand_of_a_million_acts_is_refused():
    obj = {"kind": "deal", "acts": [{"act": "round", "winner": "A"}] * 1_000_000}
    with pytest.raises(RuleError, match="acts_many"):
        TRUCO.from_json(obj)
