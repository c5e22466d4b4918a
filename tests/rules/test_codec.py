"""The JSON codec: it writes and reads a dataclass from the annotations of its fields."""

from dataclasses import dataclass
from typing import Annotated

import pytest

from rules.codec import Codec, Member, mirrored_line, record, tagged_form, variants
from rules.errors import RuleError
from rules.kinds import (
    EitherSide,
    Reason,
    code_kind,
    list_kind,
    one_per_side,
    whole_number,
    word_kind,
)
from tests.rows import each


@dataclass(frozen=True, slots=True)
class Cante:
    side: EitherSide
    suit: Annotated[str, code_kind({"o": "oros", "c": "copas"})]


@dataclass(frozen=True, slots=True)
class Deal:
    cards: Annotated[tuple[int, int], one_per_side(whole_number(0, 120))]
    cantes: Annotated[tuple[Cante, ...], list_kind(record(Cante), max_length=2)] = ()
    last: Annotated[EitherSide | None, Member("ultimas", field="end")] = None


@dataclass(frozen=True, slots=True)
class Ruling:
    what: Annotated[str, word_kind(("anula", "partida", "tantos")), Member("ruling")]
    reason: Reason
    side: EitherSide | None = None
    points: Annotated[int, whole_number(1, 9)] = 0


@dataclass(frozen=True, slots=True)
class Pass:
    by: EitherSide


FIELDS_OF = {"anula": (), "partida": ("side",), "tantos": ("side", "points")}
CODEC = Codec(
    "Prueba",
    {
        "deal": Deal,
        "ruling": variants(Ruling, "ruling", "what", FIELDS_OF),
        "strict": variants(Ruling, "ruling", "what", FIELDS_OF, null=None),
        "act": tagged_form("act", {"pass": Pass}),
    },
)
DEAL = Deal((70, 50), (Cante(1, "c"),), last=0)
DEAL_JSON = {
    "kind": "deal",
    "cards": [70, 50],
    "cantes": [{"side": "B", "suit": "copas"}],
    "ultimas": "A",
}


def test_a_dataclass_is_written_as_json_and_read_back():
    assert CODEC.to_json(DEAL) == DEAL_JSON
    assert CODEC.from_json(DEAL_JSON) == DEAL
    assert CODEC.from_json({"kind": "deal", "cards": [70, 50]}) == Deal((70, 50))


def test_mirrored_exchanges_the_sides_in_every_field():
    assert mirrored_line(DEAL) == Deal((50, 70), (Cante(0, "c"),), last=1)
    assert mirrored_line(Ruling("anula", "así")) == Ruling("anula", "así")


def test_a_variant_writes_null_for_fields_of_other_variants_and_its_reason_last():
    reader = Codec("Prueba", {"ruling": variants(Ruling, "ruling", "what", FIELDS_OF)})
    obj = reader.to_json(Ruling("partida", "así", side=1))
    assert list(obj.items()) == [
        ("kind", "ruling"),
        ("ruling", "partida"),
        ("side", "B"),
        ("points", None),
        ("reason", "así"),
    ]
    assert reader.from_json(obj) == Ruling("partida", "así", side=1)


@each(
    "obj, code, field, allowed",
    ([], "json_not_object", "hand", None),
    ({}, "json_missing", "kind", "deal, ruling, strict, act"),
    ({"kind": "no"}, "not_a_choice", "kind", "deal, ruling, strict, act"),
    ({"kind": "deal"}, "json_missing", "cards", "kind, cards, cantes, ultimas"),
    (DEAL_JSON | {"dealer": "A"}, "json_unknown", "hand", "kind, cards, cantes, ultimas"),
    (DEAL_JSON | {"cards": [70]}, "json_type", "cards", "[A, B]"),
    (DEAL_JSON | {"cards": [70, True]}, "json_type", "cards", "int"),
    (DEAL_JSON | {"ultimas": "C"}, "not_a_side", "end", "A, B"),
    (DEAL_JSON | {"cantes": None}, "json_type", "cantes", "list"),
    (DEAL_JSON | {"cantes": [3]}, "json_not_object", "cantes", None),
    (DEAL_JSON | {"cantes": [{"side": "A"}]}, "json_missing", "suit", "side, suit"),
    (DEAL_JSON | {"cantes": [{"side": "A", "suit": "o"}]}, "not_a_choice", "cantes", "oros, copas"),
    ({"kind": "act"}, "json_missing", "act", "pass"),
    ({"kind": "act", "act": "pass", "by": 0}, "not_a_side", "by", "A, B"),
    (
        {"kind": "ruling", "ruling": "anula", "side": "A", "reason": "así"},
        "not_a_choice",
        "side",
        "null",
    ),
    ({"kind": "ruling", "ruling": "partida", "reason": "así"}, "not_a_side", "side", "A, B"),
    (
        {"kind": "strict", "ruling": "partida", "side": "A", "points": 1, "reason": "así"},
        "json_unknown",
        "hand",
        "kind, ruling, reason, side",
    ),
    (
        {"kind": "strict", "ruling": "partida", "reason": "así"},
        "json_missing",
        "side",
        "kind, ruling, reason, side",
    ),
)
def test_an_error_names_the_field_and_the_allowed_values(obj, code, field, allowed):
    with pytest.raises(RuleError) as excinfo:
        CODEC.from_json(obj)
    error = excinfo.value
    assert (error.code, error.field, error.params.get("allowed")) == (code, field, allowed)


def test_the_schema_describes_each_shape():
    deal, anula, *_ = CODEC.schema["oneOf"]
    assert deal["required"] == ["kind", "cards"]
    assert deal["properties"]["ultimas"] == {"type": ["string", "null"], "enum": ["A", "B", None]}
    assert deal["properties"]["cantes"]["items"]["properties"]["suit"] == {
        "type": "string",
        "enum": ["oros", "copas"],
    }
    assert anula["required"] == ["kind", "ruling", "reason"]
    assert anula["properties"]["side"] == anula["properties"]["points"] == {"type": "null"}
