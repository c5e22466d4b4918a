"""The JSON Schema (2020-12) of a line of truco."""

from rules.core import REASON_SCHEMA, SIDE_NAMES, STOP_SCHEMA, forfeit_schema
from rules.truco.acts import CHANTS, FAULTS, VALID_TANTOS
from rules.truco.hands import MISDEALS, MOST_ACTS, MOST_AT_ONCE, MOST_TANTOS
from rules.truco.notation import SIDES

_LETTERS = list(SIDE_NAMES[:SIDES])
_SIDE: dict[str, object] = {"enum": _LETTERS}
_SIDE_OR_NULL: dict[str, object] = {"enum": [*_LETTERS, None]}


def _integer(low: int, high: int) -> dict[str, object]:
    return {"type": "integer", "minimum": low, "maximum": high}


def _object(
    properties: dict[str, object], *, optional: tuple[str, ...] = (), null: bool = False
) -> dict[str, object]:
    """An object with these members and no other, all required but the optional ones."""
    return {
        "type": ["object", "null"] if null else "object",
        "required": [name for name in properties if name not in optional],
        "additionalProperties": False,
        "properties": properties,
    }


_TANTO = _object(
    {
        "value": {"enum": sorted(VALID_TANTOS)},
        "seat": {"anyOf": [_integer(1, 3), {"type": "null"}]},
    },
    optional=("seat",),
    null=True,
)
_SEAT = _object({"side": _SIDE, "seat": _integer(1, 3)}, optional=("seat",), null=True)
_FAULT = _object({"fault": {"enum": list(FAULTS.values())}, "side": _SIDE})
_ACT: dict[str, object] = {
    "oneOf": [
        _object(
            {"act": {"const": "chant"}, "side": _SIDE, "chant": {"enum": list(CHANTS.values())}}
        ),
        _object({"act": {"const": "answer"}, "querido": {"type": "boolean"}}),
        _object(
            {
                "act": {"const": "tantos"},
                "tantos": {"type": "array", "items": _TANTO, "minItems": 2, "maxItems": SIDES},
            }
        ),
        _object({"act": {"const": "round"}, "winner": _SIDE_OR_NULL}),
        _object({"act": {"const": "mazo"}, "side": _SIDE}),
        _object({"act": {"const": "won"}, "side": _SIDE}),
    ]
}
_POINTS: dict[str, object] = {
    "type": ["array", "null"],
    "items": _integer(0, MOST_TANTOS),
    "minItems": 2,
    "maxItems": SIDES,
}
_RULING: dict[str, object] = {"kind": {"const": "ruling"}, "reason": REASON_SCHEMA}
_NULL: dict[str, object] = {"const": None}

SCHEMA: dict[str, object] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Truco: a line of an acta",
    "oneOf": [
        _object(
            {
                "kind": {"const": "deal"},
                "acts": {"type": "array", "items": _ACT, "minItems": 1, "maxItems": MOST_ACTS},
                "faults": {"type": "array", "items": _FAULT, "uniqueItems": True},
                "dealer": _SEAT,
                "gallo": _SIDE_OR_NULL,
            },
            optional=("faults", "dealer", "gallo"),
        ),
        _object(
            {"kind": {"const": "chico"}, "points": _POINTS, "winner": _SIDE_OR_NULL},
            optional=("points", "winner"),
        ),
        _object(
            {"kind": {"const": "misdeal"}, "cards": {"enum": [*MISDEALS, None]}, "dealer": _SEAT},
            optional=("cards", "dealer"),
        ),
        _object(
            {"kind": {"const": "extra_cards"}, "side": _SIDE, "dealer": _SEAT}, optional=("dealer",)
        ),
        _object({"kind": {"const": "signs"}, "side": _SIDE, "reason": REASON_SCHEMA}),
        _object(
            _RULING | {"ruling": {"const": "anula"}, "side": _NULL, "points": _NULL},
            optional=("side", "points"),
        ),
        _object(
            _RULING
            | {"ruling": {"const": "tantos"}, "side": _SIDE, "points": _integer(1, MOST_AT_ONCE)}
        ),
        _object(
            _RULING | {"ruling": {"enum": ["chico", "partido"]}, "side": _SIDE, "points": _NULL},
            optional=("points",),
        ),
        forfeit_schema(SIDES),
        STOP_SCHEMA,
    ],
}
