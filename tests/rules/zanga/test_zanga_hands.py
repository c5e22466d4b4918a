"""Impossible lines of zanga, and the refusal of each."""

import pytest

from rules.core import RuleError
from rules.zanga import ZANGA
from rules.zanga.codes import CODES
from tests.refusals import is_refused
from tests.rows import each


@each(
    "line, code, field, params",
    ("ppppj 5-3", "zanga.passes_range", "passes", {"value": 4, "high": 3}),
    ("z 5-3", "zanga.naipes_not_pie", "naipes", {"value": 0, "allowed": 3}),
    ("ppz 5-3", "zanga.naipes_not_pie", "naipes", {"value": 2, "allowed": 3}),
    ("ppv 5-3", "zanga.naipes_not_pie", "naipes", {"value": 2, "allowed": 3}),
    ("pppo 5-3", "zanga.obliged_by_nobody", "way", {}),
    ("j", "zanga.bazas_missing", "bazas", {}),
    ("j cA", "zanga.bazas_missing", "bazas", {}),
    ("j cA rB", "zanga.bazas_missing", "bazas", {}),
    ("j eA", "zanga.bazas_missing", "bazas", {}),
    ("j 9-0", "zanga.bazas_range", "bazas", {"side": "A", "value": 9, "high": 8}),
    ("j 0-999", "zanga.bazas_range", "bazas", {"side": "B", "value": 999, "high": 8}),
    ("j 5-4", "zanga.bazas_sum", "bazas", {"value": 9, "allowed": 8}),
    ("j 8-8 rA", "zanga.bazas_sum", "bazas", {"value": 16, "allowed": 8}),
    ("j 4-3", "zanga.bazas_undecided", "bazas", {"value": "4-3"}),
    ("j 0-0", "zanga.bazas_undecided", "bazas", {"value": "0-0"}),
    ("j 1-6 cA", "zanga.five_bazas", "five", {"side": "A", "value": 1, "low": 2}),
    ("j 8-0 cB", "zanga.five_bazas", "five", {"side": "B", "value": 0, "low": 2}),
    ("j 8-0 cA", "zanga.five_played_on", "five", {"value": "8-0"}),
    ("j 0-6 cB", "zanga.five_played_on", "five", {"value": "0-6"}),
    ("j 5-0 tA", "zanga.todas_unplayed", "todas", {"value": "5-0"}),
    ("j 7-0 tA", "zanga.todas_unplayed", "todas", {"value": "7-0"}),
    ("j 4-4 tA", "zanga.todas_bazas", "todas", {"side": "A", "value": 4, "low": 5}),
    ("j 0-8 tA", "zanga.todas_bazas", "todas", {"side": "A", "value": 0, "low": 5}),
    ("j 5-3 cA cB", "zanga.both_ask", "five", {}),
    ("j 5-3 tA cB", "zanga.both_ask", "five", {}),
    ("j 5-3 tA tB", "zanga.both_ask", "todas", {}),
    ("j 8-0 eB", "zanga.estuche_bazas", "estuche", {"side": "B", "value": 0, "low": 2}),
    ("j 1-7 eA", "zanga.estuche_bazas", "estuche", {"side": "A", "value": 1, "low": 2}),
    ("j 7-0 eB", "zanga.estuche_bazas", "estuche", {"side": "B", "value": 0, "low": 1}),
    ("j 5-3 eA eB", "zanga.estuche_both", "estuche", {}),
    ("j 5-3 eA eA", "zanga.word_twice", "estuche", {"value": "eA"}),
    ("j 5-3 rBe eA mA1", "zanga.matador_of_rivals", "renuncios", {"side": "B"}),
    ("j 8-0 rB rBe eA", "zanga.matador_of_rivals", "renuncios", {"side": "B"}),
    ("j 5-0" + " rB" * 11, "zanga.renuncios_many", "renuncios", {"value": 11, "high": 10}),
    ("j 5-3 rA rB", "zanga.renuncio_both", "renuncios", {}),
    ("j rA rA", "zanga.renuncios_without_five", "renuncios", {"value": 2}),
    ("j 4-4 rA rA rA", "zanga.renuncios_without_five", "renuncios", {"value": 3}),
    ("j 5-3" + " rB" * 17, "zanga.renuncios_many", "renuncios", {"value": 17, "high": 14}),
    ("j 4-1 rBe8", "zanga.eight_lost", "renuncios", {"side": "B", "value": 1}),
    ("j rB8", "zanga.eight_alone", "renuncios", {}),
    ("j 5-3 fA rB", "zanga.two_faults", "false_claim", {}),
    ("j 5-3 fA fB", "zanga.two_faults", "false_claim", {}),
    ("j 5-3 5-3", "zanga.word_twice", "bazas", {"value": "5-3"}),
    ("j 5-3 cA cA", "zanga.word_twice", "five", {"value": "cA"}),
    ("j 5-3 mA1 mB1", "zanga.word_twice", "mano", {"value": "mB1"}),
    ("j 5-3 mA3", "zanga.not_a_seat", "mano", {"value": "A3", "allowed": "A1, B1, A2, B2"}),
    ("j 5-3 cC", "not_a_side", "five", {"value": "C", "allowed": "A, B"}),
    ("j 5-3 rC", "not_a_side", "renuncios", {"value": "C", "allowed": "A, B"}),
    ("partida C", "not_a_side", "winner", {"value": "C", "allowed": "A, B"}),
    ("arbitro vales 20-8-5: x", "zanga.vales_sum", "vales", {"value": 33, "allowed": 32}),
    ("arbitro vales 33-0-0: x", "zanga.vales_range", "vales", {"value": 33, "high": 32}),
    (
        "arbitro mano C1: x",
        "zanga.not_a_seat",
        "mano",
        {"value": "C1", "allowed": "A1, B1, A2, B2"},
    ),
    ("arbitro anula", "reason_missing", "reason", {}),
    ("arbitro vales 16-16-0:  ", "reason_missing", "reason", {}),
    ("arbitro anula: \x07", "reason_unprintable", "reason", {"value": "�"}),
)
def test_an_impossible_line_is_refused_with_its_code_field_and_params(line, code, field, params):
    with pytest.raises(RuleError) as excinfo:
        ZANGA.parse(line)
    error = excinfo.value
    assert (error.code, error.field, error.params) == (code, field, params)


VALID_DEAL = {"kind": "deal", "passes": 0, "way": "juega", "bazas": [5, 3]}


@each(
    "obj, code, field",
    (VALID_DEAL | {"passes": 10**5000}, "zanga.passes_range", "passes"),
    (
        VALID_DEAL | {"passes": 3, "naipes": "zanga", "way": "obligado"},
        "zanga.naipes_obliged",
        "way",
    ),
    (VALID_DEAL | {"bazas": None}, "zanga.bazas_missing", "bazas"),
    (VALID_DEAL | {"bazas": [-1, 9]}, "zanga.bazas_range", "bazas"),
    (VALID_DEAL | {"bazas": [10**5000, 0]}, "zanga.bazas_range", "bazas"),
    (VALID_DEAL | {"todas": True}, "zanga.todas_alone", "todas"),
    (VALID_DEAL | {"mano": "a1"}, "zanga.not_a_seat", "mano"),
    (VALID_DEAL | {"mano": 0}, "zanga.not_a_seat", "mano"),
    (VALID_DEAL | {"renuncios": [{"side": "B", "eight": True}]}, "zanga.eight_alone", "renuncios"),
    (VALID_DEAL | {"renuncios": [{"side": "B"}] * 10**6}, "zanga.renuncios_many", "renuncios"),
    (
        {"kind": "ruling", "ruling": "vales", "vales": [40, 0], "middle": -8, "reason": "x"},
        "zanga.vales_range",
        "vales",
    ),
)
def test_an_impossible_line_in_json_is_refused(obj, code, field):
    with is_refused(code, field=field):
        ZANGA.from_json(obj)


def test_a_refusal_has_the_article_and_the_params_of_its_code():
    for line in ("j 5-4", "pppo 5-3", "j 8-0 eB", "j rA rA", "arbitro vales 1-1-1: x"):
        with pytest.raises(RuleError) as excinfo:
            ZANGA.parse(line)
        error = excinfo.value
        code = CODES[error.code]
        assert (error.article, tuple(error.params)) == (code.article, code.params)


@each("line", "j 5-2 eB", "j 5-0 eB", "j 2-6 eA", "j 6-2 eB", "j 6-0 eB")
def test_an_estuche_with_few_bazas_is_accepted_if_it_is_possible(line):
    """Partners with the estuche may win only two bazas, or keep their pieces in a short hand."""
    assert str(ZANGA.parse(line)) == line
