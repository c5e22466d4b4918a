"""Notation, structured form and schema: round trips, and whatever anybody may send."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core import RuleError, fold
from rules.lines import Forfeit
from rules.malilla import MALILLA
from rules.malilla.forms import FORMS
from rules.malilla.hands import Card, Committed, Deal, Ruling
from rules.malilla.options import Options
from tests.rules.lines.malilla import HANDS

OPTIONS = st.builds(
    Options,
    form=st.sampled_from([*FORMS]),
    vueltas=st.integers(1, 3),
    favorito=st.booleans(),
    mariperez=st.booleans(),
)


@given(OPTIONS, st.lists(HANDS, max_size=4))
def test_any_lines_give_a_score_or_are_refused(options, hands):
    try:
        steps = fold(MALILLA, options, hands)
    except RuleError as error:
        json.dumps(error.params)
        return
    for step in steps:
        assert [len(tally) for tally in step.score.tallies] == [options.sides] * 2
        if not isinstance(step.hand, Forfeit | Ruling):
            assert sum(step.score.points) == 0


def test_a_line_with_every_fault_there_is_room_for():
    faults = tuple(Committed(side, "contrafallar") for side in range(4))
    faults += tuple(Committed(side, "mostrar") for side in range(4))
    deal = Deal((9, 21, 21, 21), 0, Card("R", "o"), None, 1, faults, (-1200, 400, 400, 400))
    assert MALILLA.parse(str(deal)) == deal
    with pytest.raises(RuleError, match="fault_many"):
        Deal((40, 32), faults=(*faults, Committed(0, "servir")))
