"""Notation, structured form and schema of revesino: round trips, and whatever anybody may send."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core import RuleError
from rules.revesino import REVESINO
from tests.rules.lines.revesino import deal, or_not
from tests.rules.typed import check_refused_or_valid, members, values


@pytest.mark.parametrize(
    "line",
    [
        "0/0 3/9 5/19",
        "revesino",
        "revesino A corta",
        "revesino A corta B corta C",
        "napolitana",
        "napolitana A gana",
        "nula B",
        "nula rA",
        "falta A",
        "falta mesa A B",
        "mano 4 -4 0",
        "mano 4 -4 0 cero",
        "fin ya",
        "arbitro mano 4 -4 0 0",
        "arbitro: x",
        "pierde A",
        "arbitro pie E: x",
        "revesino E",
        "vuelta 1 2 3 4 5",
    ],
)
def test_what_cannot_be_read(line):
    with pytest.raises(RuleError):
        REVESINO.parse(line)


@given(or_not(deal), st.integers(0, 4), members("revesino"), values("revesino"))
def test_a_deal_with_a_fate_spoilt_is_a_line_or_refused(hand, place, key, value):
    obj = REVESINO.to_json(hand)
    obj["fates"][place][key] = value
    check_refused_or_valid("revesino", obj)
