"""Impossible and unreadable lines of cientos, and the refusal of each."""

import pytest

from rules.cientos import CIENTOS
from rules.cientos.codes import CODES
from rules.core import RuleError
from tests.refusals import is_refused
from tests.rows import each

DEAL = {"kind": "deal", "bazas": [8, 4], "last": "A"}


@each(
    "line, code, field, params",
    ("8-5 uA", "bazas_sum", "bazas", {"value": 13, "allowed": 12}),
    ("13-0 uA", "bazas_range", "bazas", {"side": "A", "value": 13, "high": 12}),
    ("8-4", "last_missing", "last", {}),
    ("12-0 uB", "last_without_baza", "last", {"side": "B"}),
    ("8-4 uA !A", "last_and_stopped", "stopped", {}),
    ("8-4 !A", "stopped_full", "bazas", {"value": 12}),
    ("8-4 uA x-A", "short_last", "last", {"side": "A", "rival": "B"}),
    (
        "8-4 uA pA32",
        "punto_value",
        "punto",
        {"value": 32, "allowed": "24-31, 34-41, 44-51, 54-60, 64-68, 75"},
    ),
    ("8-4 uA pA44 sA5A", "punto_below_secansa", "punto", {"side": "A", "value": 44, "low": 51}),
    ("8-4 uA p=44 sB5A", "punto_below_secansa", "punto", {"side": "B", "value": 44, "low": 51}),
    ("8-4 uA sA9A", "secansa_length", "secansas", {"value": 9, "low": 3, "high": 8}),
    (
        "8-4 uA sA5D",
        "secansa_top",
        "secansas",
        {"value": "D", "length": 5, "allowed": "A, R, C, S"},
    ),
    ("8-4 uA sA5Ax", "secansa_suit", "secansas", {"value": "x", "allowed": "o, c, e, b"}),
    ("8-4 uA s=5Ao", "tied_suit", "secansas", {"value": "o"}),
    ("8-4 uA sA5A sB3R", "secansas_both", "secansas", {}),
    ("8-4 uA sA5A s=3R", "secansa_tied", "secansas", {}),
    ("8-4 uA s=5A s=3R", "secansa_tied", "secansas", {}),
    ("8-4 uA sA5Ao sA3Do", "secansas_overlap", "secansas", {"suit": "o"}),
    ("8-4 uA sA3Ao sA3So", "secansas_overlap", "secansas", {"suit": "o"}),
    ("8-4 uA" + " sA3A" * 5, "too_many_items", "secansas", {"value": 5, "high": 4}),
    ("8-4 uA cA9", "catorce_rank", "catorces", {"value": "9", "allowed": "A, R, C, S, D"}),
    ("8-4 uA cAR tAR", "catorce_twice", "catorces", {"rank": "R"}),
    ("8-4 uA cAR tBS", "catorces_both", "catorces", {}),
    ("8-4 uA cAR sB3A", "catorce_in_secansa", "catorces", {"side": "A", "rank": "R"}),
    ("8-4 uA tAA tAR tAC tAS tAD", "too_many_items", "catorces", {"value": 5, "high": 4}),
    ("8-4 uA tAR pA75 tAC sA5A", "cards_impossible", "hand", {}),
    ("8-4 uA pB24 pA24", "word_twice", "punto", {"value": "pA24"}),
    ("8-4 uA uB", "word_twice", "last", {"value": "uB"}),
    ("8-4 uA xzA", "fault_cause", "faults", {"value": "z", "allowed": "mas, menos, falso, tarde"}),
    ("8-4 uA x+A x+A", "fault_twice", "faults", {"side": "A"}),
    ("8-4 uA x+A x+B", "fault_both", "faults", {}),
    ("8-4 uB x+A x-A", "fault_opposite", "faults", {"side": "A"}),
    ("8-4 uA x+A pA44", "void_counts", "punto", {"side": "A"}),
    ("8-4 uA xfA cAR", "void_counts", "catorces", {"side": "A"}),
    ("8-4 uA xtA bA", "void_counts", "blancas", {"side": "A"}),
    ("8-4 uA x+A p=44", "void_tie", "punto", {"side": "A"}),
    ("8-4 uA r9-1", "captures_range", "captures", {"side": "A", "value": 9, "high": 7}),
    (
        "nula mala",
        "void_cause",
        "cause",
        {"value": "mala", "allowed": "turno, descubierta, repetida, mas, ambos, monte"},
    ),
    ("juego A 100-0", "calidades_range", "calidades", {"value": 100, "high": 99}),
    ("arbitro mano 201-0: x", "points_range", "points", {"value": 201, "high": 200}),
)
def test_an_impossible_line_of_cientos_is_refused_with_its_code_and_article(
    line, code, field, params
):
    with pytest.raises(RuleError) as excinfo:
        CIENTOS.parse(line)
    error = excinfo.value
    assert (error.code, error.field, error.params) == (f"cientos.{code}", field, params)
    assert error.article == CODES[error.code].article


@each(
    "line, code, field",
    ("8-4 uC", "not_a_side", "last"),
    ("8-4 uA dZ", "not_a_side", "dealer"),
    ("8-4 uA pC44", "not_a_side", "punto"),
    ("8-4 uA hola", "line_unreadable", "line"),
    ("8-4 uAx", "line_unreadable", "line"),
    ("8-4 u", "line_unreadable", "line"),
    ("8-4 uA pA", "line_unreadable", "line"),
    ("8-4 uA sA123A", "line_unreadable", "line"),
    ("8 4 uA", "line_unreadable", "line"),
    ("juego", "line_unreadable", "line"),
    ("juego A triple", "line_unreadable", "line"),
    ("juego C", "not_a_side", "winner"),
    ("nula", "line_unreadable", "line"),
    ("arbitro anula", "reason_missing", "reason"),
    ("arbitro mano x: x", "line_unreadable", "line"),
    ("arbitro algo: x", "line_unreadable", "line"),
)
def test_an_unreadable_line_of_cientos_is_refused(line, code, field):
    with is_refused(code, field=field):
        CIENTOS.parse(line)


def test_every_code_of_cientos_except_two_names_its_article():
    without_article = {code for code, (article, _) in CODES.items() if not article}
    assert without_article == {"cientos.word_twice", "cientos.fault_twice"}


@each(
    "obj, code, field",
    (
        {**DEAL, "catorces": [{"side": "A", "rank": "R", "cards": 2}]},
        "cientos.catorce_cards",
        "catorces",
    ),
    (
        {**DEAL, "catorces": [{"side": "A", "rank": "R"}] * 10**6},
        "cientos.too_many_items",
        "catorces",
    ),
    (
        {"kind": "ruling", "ruling": "mano", "points": [10**5000, 0], "reason": "x"},
        "cientos.points_range",
        "points",
    ),
)
def test_an_impossible_line_of_cientos_in_json_is_refused(obj, code, field):
    with is_refused(code, field=field):
        CIENTOS.from_json(obj)
