"""The JSON Schema (2020-12) of a line of malilla."""

from rules.core import SIDE_NAMES
from rules.lines import REASON_SCHEMA, STOP_SCHEMA, forfeit_schema
from rules.malilla.amounts import MOST_TANTOS
from rules.malilla.forms import FAULTS, MOST_ASLEEP, MOST_SIDES, POINTS, RANKS, SUITS
from rules.malilla.hands import MOST_FAULTS, MOST_SPLIT

_LETTERS = list(SIDE_NAMES[:MOST_SIDES])
_SIDE: dict[str, object] = {"enum": _LETTERS}
_SIDE_OR_NULL: dict[str, object] = {"enum": [*_LETTERS, None]}
_NULL: dict[str, object] = {"type": "null"}


def _object(required: tuple[str, ...], properties: dict[str, object]) -> dict[str, object]:
    return {
        "type": "object",
        "required": list(required),
        "additionalProperties": False,
        "properties": properties,
    }


def _or_null(schema: dict[str, object]) -> dict[str, object]:
    return {"anyOf": [schema, _NULL]}


def _a_side_each(number: dict[str, object]) -> dict[str, object]:
    return {"type": "array", "items": number, "minItems": 2, "maxItems": MOST_SIDES}


def _integer(low: int, high: int) -> dict[str, object]:
    return {"type": "integer", "minimum": low, "maximum": high}


_TANTOS = _a_side_each(
    {"type": "number", "multipleOf": 0.5, "minimum": -MOST_TANTOS, "maximum": MOST_TANTOS}
)
_CARD = _object(("rank",), {"rank": {"enum": list(RANKS)}, "suit": {"enum": [*SUITS, None]}})
_FAULT = _object(("side", "fault"), {"side": _SIDE, "fault": {"enum": list(FAULTS)}})

_FAULTS: dict[str, object] = {
    "type": "array",
    "items": _FAULT,
    "uniqueItems": True,
    "maxItems": MOST_FAULTS,
}


def _ruling(what: str, side: dict[str, object], tantos: dict[str, object]) -> dict[str, object]:
    required = ["kind", "ruling", "reason"]
    required += [name for name, kind in (("side", side), ("tantos", tantos)) if kind is not _NULL]
    return _object(
        tuple(required),
        {
            "kind": {"const": "ruling"},
            "ruling": {"const": what},
            "side": side,
            "tantos": tantos,
            "reason": REASON_SCHEMA,
        },
    )


SCHEMA: dict[str, object] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Malilla: a line of an acta",
    "oneOf": [
        _object(
            ("kind", "points"),
            {
                "kind": {"const": "deal"},
                "points": _a_side_each(_integer(0, POINTS)),
                "asleep": _or_null(_integer(0, MOST_ASLEEP)),
                "card": _or_null(_CARD),
                "capote": {"enum": [True, False, None]},
                "dealer": _SIDE_OR_NULL,
                "faults": _or_null(_FAULTS),
                "split": _or_null(_a_side_each(_integer(-MOST_SPLIT, MOST_SPLIT))),
            },
        ),
        _object(
            ("kind",),
            {
                "kind": {"const": "misdeal"},
                "short_pack": {"type": "boolean"},
                "dealer": _SIDE_OR_NULL,
            },
        ),
        _object(("kind", "suit"), {"kind": {"const": "favorito"}, "suit": {"enum": [*SUITS]}}),
        _object(("kind", "tantos"), {"kind": {"const": "vuelta"}, "tantos": _TANTOS}),
        _object(("kind", "tantos"), {"kind": {"const": "partida"}, "tantos": _TANTOS}),
        _ruling("anula", _NULL, _NULL),
        _ruling("da", _SIDE, _NULL),
        _ruling("partida", _SIDE, _NULL),
        _ruling("tantos", _NULL, _TANTOS),
        _ruling("mano", _NULL, _TANTOS),
        forfeit_schema(MOST_SIDES),
        STOP_SCHEMA,
    ],
}
