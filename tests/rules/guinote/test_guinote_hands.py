"""Impossible lines of guiñote, and the refusal of each."""

import pytest

from rules.core import RuleError
from rules.guinote import GUINOTE
from rules.guinote.codes import CODES
from tests.refusals import is_refused
from tests.rows import each

DEAL = {"kind": "deal", "cards": [60, 60], "last": "A"}


@each(
    "line, code, field, params",
    ("62-59 uA", "guinote.cards_sum", "cards", {"value": 121, "allowed": 120}),
    ("62-57 uA", "guinote.cards_sum", "cards", {"value": 119, "allowed": 120}),
    ("0-0 uA", "guinote.cards_sum", "cards", {"value": 0, "allowed": 120}),
    ("130-0 uA", "guinote.cards_range", "cards", {"side": "A", "value": 130, "high": 120}),
    ("0-999 uA", "guinote.cards_range", "cards", {"side": "B", "value": 999, "high": 120}),
    ("1-119 uB", "guinote.cards_one", "cards", {"value": 1}),
    ("119-1 uB", "guinote.cards_one", "cards", {"value": 119}),
    ("40-1 !A", "guinote.cards_one", "cards", {"value": 1}),
    ("80-50 !A", "guinote.cards_over", "cards", {"value": 130, "allowed": 120}),
    ("60-59 !A", "guinote.cards_rest", "cards", {"value": 119}),
    ("60-60", "guinote.last_missing", "last", {}),
    ("60-60 uA !A", "guinote.last_and_declared", "declared", {}),
    ("60-60 uA uB", "guinote.word_twice", "last", {"value": "uB"}),
    ("60-60 uA dA dA", "guinote.word_twice", "dealer", {"value": "dA"}),
    ("60-60 uA A30o", "guinote.cante_value", "cantes", {"value": 30, "allowed": "20, 40"}),
    ("60-60 uA A20x", "guinote.cante_suit", "cantes", {"value": "x", "allowed": "o, c, e, b"}),
    ("60-60 uA A40", "guinote.forty_without_suit", "cantes", {"allowed": "o, c, e, b"}),
    ("60-60 uA A40o B40c", "guinote.forty_twice", "cantes", {}),
    ("60-60 uA A20o B20o", "guinote.suit_twice", "cantes", {"suit": "o"}),
    ("60-60 uA A40o A20o", "guinote.suit_twice", "cantes", {"suit": "o"}),
    ("60-60 uA A20o A20c A20e A20b", "guinote.twenty_fourth", "cantes", {"value": 4, "allowed": 3}),
    ("60-60 uA A20 A20 B20 B20", "guinote.twenty_fourth", "cantes", {"value": 4, "allowed": 3}),
    ("60-60 uC", "not_a_side", "last", {"value": "C", "allowed": "A, B"}),
    ("renuncio A 0", "guinote.renuncio_point", "point", {"value": 0, "low": 1, "high": 6}),
    ("renuncio A 7", "guinote.renuncio_point", "point", {"value": 7, "low": 1, "high": 6}),
    ("coto 100-3", "guinote.partidas_range", "partidas", {"value": 100, "high": 99}),
    ("partida C", "not_a_side", "winner", {"value": "C", "allowed": "A, B"}),
    ("arbitro anula", "reason_missing", "reason", {}),
)
def test_an_impossible_line_is_refused_with_its_code_field_and_params(line, code, field, params):
    with pytest.raises(RuleError) as excinfo:
        GUINOTE.parse(line)
    error = excinfo.value
    assert (error.code, error.field, error.params) == (code, field, params)


@each(
    "obj, code, field",
    ({"kind": "coto", "partidas": [10**5000, 3]}, "guinote.partidas_range", "partidas"),
    ({"kind": "deal", "cards": [-1, 121], "last": "A"}, "guinote.cards_range", "cards"),
    ({"kind": "deal", "cards": [60, 60]}, "guinote.last_missing", "last"),
    ({**DEAL, "cantes": [{"side": "A", "value": 20, "suit": 1}]}, "guinote.cante_suit", "cantes"),
    ({**DEAL, "cantes": [{"side": "A", "value": 20, "suit": ""}]}, "guinote.cante_suit", "cantes"),
    ({**DEAL, "cantes": [{"side": "A", "value": 20}] * 10**6}, "guinote.twenty_fourth", "cantes"),
    ({"kind": "forfeit", "loser": "A", "reason": "\ud800"}, "reason_unprintable", "reason"),
)
def test_an_impossible_line_in_json_is_refused(obj, code, field):
    with is_refused(code, field=field):
        GUINOTE.from_json(obj)


def test_every_code_except_word_twice_names_its_article():
    without_article = {code for code, (article, _) in CODES.items() if not article}
    assert without_article == {"guinote.word_twice"}
