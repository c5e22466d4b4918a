"""The JSON Schema of a line of cientos."""

from rules.cientos.cards import PUNTOS, RANKS, SUITS
from rules.cientos.codes import FAULTS, VOIDS
from rules.cientos.hands import BAZAS, MOST_CALIDADES, MOST_POINTS
from rules.cientos.items import WITH_CATORCE
from rules.lines import FORFEIT_SCHEMA, REASON_SCHEMA, STOP_SCHEMA

_SIDE: dict[str, object] = {"enum": ["A", "B"]}
_SIDE_OR_NULL: dict[str, object] = {"enum": ["A", "B", None]}
_YES: dict[str, object] = {"type": "boolean"}


def _object(required: tuple[str, ...], properties: dict[str, object]) -> dict[str, object]:
    return {
        "type": "object",
        "required": list(required),
        "additionalProperties": False,
        "properties": properties,
    }


def _line(kind: str, required: tuple[str, ...], properties: dict[str, object]) -> dict[str, object]:
    return _object(("kind", *required), {"kind": {"const": kind}, **properties})


def _ruling(
    ruling: str, required: tuple[str, ...], properties: dict[str, object]
) -> dict[str, object]:
    told = {"ruling": {"const": ruling}, **properties, "reason": REASON_SCHEMA}
    return _line("ruling", ("ruling", *required, "reason"), told)


def _pair_up_to(high: int) -> dict[str, object]:
    number = {"type": "integer", "minimum": 0, "maximum": high}
    return {"type": "array", "items": number, "minItems": 2, "maxItems": 2}


def _list(item: dict[str, object]) -> dict[str, object]:
    return {"type": "array", "items": item, "maxItems": 4}


_PUNTO = _object(("side", "value"), {"side": _SIDE_OR_NULL, "value": {"enum": sorted(PUNTOS)}})
_SECANSA = _object(
    ("side", "length", "top"),
    {
        "side": _SIDE_OR_NULL,
        "length": {"type": "integer", "minimum": 3, "maximum": 8},
        "top": {"enum": list(RANKS[:6])},
        "suit": {"enum": [*SUITS, None]},
    },
)
_CATORCE = _object(
    ("side", "rank"),
    {"side": _SIDE, "rank": {"enum": list(WITH_CATORCE)}, "cards": {"enum": [4, 3]}},
)
_FAULT = _object(("side", "cause"), {"side": _SIDE, "cause": {"enum": list(FAULTS)}})
_CALIDADES = _pair_up_to(MOST_CALIDADES)

SCHEMA: dict[str, object] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Cientos: a line of an acta",
    "oneOf": [
        _line(
            "deal",
            ("bazas",),
            {
                "bazas": _pair_up_to(BAZAS),
                "last": _SIDE_OR_NULL,
                "low": _YES,
                "blancas": _SIDE_OR_NULL,
                "punto": {"anyOf": [_PUNTO, {"type": "null"}]},
                "secansas": _list(_SECANSA),
                "catorces": _list(_CATORCE),
                "pique": _YES,
                "stopped": _SIDE_OR_NULL,
                "captures": {"anyOf": [_pair_up_to(BAZAS), {"type": "null"}]},
                "faults": _list(_FAULT),
                "dealer": _SIDE_OR_NULL,
            },
        ),
        _line("void", ("cause",), {"cause": {"enum": list(VOIDS)}}),
        _line("juego", ("winner",), {"winner": _SIDE, "double": _YES, "calidades": _CALIDADES}),
        _ruling("juego", ("winner",), {"winner": _SIDE, "double": _YES}),
        _ruling("anula", (), {}),
        _ruling("mano", ("points",), {"points": _pair_up_to(MOST_POINTS), "calidades": _CALIDADES}),
        FORFEIT_SCHEMA,
        STOP_SCHEMA,
    ],
}
