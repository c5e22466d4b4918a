"""The JSON Schema (2020-12) of a line of an acta of tarot."""

from rules.lines import REASON_SCHEMA, STOP_SCHEMA, forfeit_schema
from rules.reading import SIDE_NAMES
from rules.tarot.cards import CAMPS, HALVES, OUDLERS
from rules.tarot.faults import EFFECTS, LAST_POINT, MOST_FAULTS
from rules.tarot.hands import CALLED, MOST_DEALS, MOST_POINTS, SHOWN
from rules.tarot.options import CONTRACTS

_SIDE: dict[str, object] = {"enum": list(SIDE_NAMES)}
_SIDE_OR_NULL: dict[str, object] = {"enum": [*SIDE_NAMES, None]}
_CAMP_OR_NULL: dict[str, object] = {"enum": [*CAMPS, None]}
_POINTS: dict[str, object] = {
    "type": "array",
    "minItems": 3,
    "maxItems": len(SIDE_NAMES),
    "items": {"type": "number", "minimum": -MOST_POINTS, "maximum": MOST_POINTS, "multipleOf": 0.5},
}


def _object(
    kind: str, required: tuple[str, ...], properties: dict[str, object]
) -> dict[str, object]:
    return {
        "type": "object",
        "required": ["kind", *required] if kind else list(required),
        "additionalProperties": False,
        "properties": {"kind": {"const": kind}, **properties} if kind else properties,
    }


def _ruling(act: str, points: dict[str, object], required: tuple[str, ...]) -> dict[str, object]:
    properties = {"ruling": {"const": act}, "points": points, "reason": REASON_SCHEMA}
    return _object("ruling", ("ruling", *required, "reason"), properties)


_POIGNEE = _object("", ("side", "trumps"), {"side": _SIDE, "trumps": {"enum": list(SHOWN)}})
_FAULT = _object(
    "",
    ("side", "point"),
    {
        "side": _SIDE,
        "point": {"type": "integer", "minimum": 1, "maximum": LAST_POINT},
        "effect": {"enum": [*EFFECTS.values(), None]},
    },
)

SCHEMA: dict[str, object] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Tarot: a line of an acta",
    "oneOf": [
        _object(
            "deal",
            ("taker", "contract", "points", "oudlers"),
            {
                "taker": _SIDE,
                "contract": {"enum": list(CONTRACTS)},
                "points": {
                    "type": "number",
                    "minimum": 0,
                    "maximum": HALVES // 2,
                    "multipleOf": 0.5,
                },
                "oudlers": {"type": "integer", "minimum": 0, "maximum": OUDLERS},
                "petit": _CAMP_OR_NULL,
                "partner": _SIDE_OR_NULL,
                "called": {"enum": [*CALLED, None]},
                "poignees": {"type": "array", "items": _POIGNEE, "maxItems": 2},
                "announced": {"type": "boolean"},
                "slam": _CAMP_OR_NULL,
                "faults": {"type": "array", "items": _FAULT, "maxItems": MOST_FAULTS},
                "dealer": _SIDE_OR_NULL,
            },
        ),
        _object("passed", (), {"dealer": _SIDE_OR_NULL}),
        _object("petit", ("player",), {"player": _SIDE, "dealer": _SIDE_OR_NULL}),
        _object(
            "results",
            ("deals", "points"),
            {
                "deals": {"type": "integer", "minimum": 1, "maximum": MOST_DEALS},
                "points": _POINTS,
                "dealer": _SIDE_OR_NULL,
            },
        ),
        _object("end", (), {}),
        _ruling("points", _POINTS, ("points",)),
        _ruling("redeal", {"const": None}, ()),
        forfeit_schema(len(SIDE_NAMES)),
        STOP_SCHEMA,
    ],
}
