"""The JSON Schema (2020-12) of a line of a free score."""

from rules.core import SIDE_NAMES
from rules.lines import REASON_SCHEMA, STOP_SCHEMA, forfeit_schema
from rules.marcador.hands import MOST_JUEGOS, MOST_MANOS, MOST_WRITTEN
from rules.marcador.options import MOST_SIDES, MOST_TANTOS

_SIDE: dict[str, object] = {"enum": list(SIDE_NAMES)}


def _object(properties: dict[str, object], *optional: str) -> dict[str, object]:
    return {
        "type": "object",
        "required": [name for name in properties if name not in optional],
        "additionalProperties": False,
        "properties": properties,
    }


def _integer(low: int, high: int) -> dict[str, object]:
    return {"type": "integer", "minimum": low, "maximum": high}


def _a_side_each(low: int, high: int) -> dict[str, object]:
    return {"type": "array", "items": _integer(low, high), "minItems": 2, "maxItems": MOST_SIDES}


def _ruling(
    what: str, name: str, value: dict[str, object], **optional: dict[str, object]
) -> dict[str, object]:
    return _object(
        {
            "kind": {"const": "ruling"},
            "ruling": {"const": what},
            name: value,
            **optional,
            "reason": REASON_SCHEMA,
        },
        *optional,
    )


_AMOUNTS: dict[str, object] = {
    "type": "object",
    "minProperties": 1,
    "additionalProperties": False,
    "properties": {
        side: {**_integer(-MOST_TANTOS, MOST_TANTOS), "not": {"const": 0}} for side in SIDE_NAMES
    },
}

SCHEMA: dict[str, object] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Marcador libre: a line of an acta",
    "oneOf": [
        _object(
            {
                "kind": {"const": "mano"},
                "points": _a_side_each(-MOST_WRITTEN, MOST_WRITTEN),
                "manos": _integer(1, MOST_MANOS),
            },
            "manos",
        ),
        _object({"kind": {"const": "juego"}, "winner": {"enum": [*SIDE_NAMES, None]}}),
        _object({"kind": {"const": "juegos"}, "juegos": _a_side_each(0, MOST_JUEGOS)}),
        _object({"kind": {"const": "end"}}),
        *(_ruling(what, "side", _SIDE) for what in ("aviso", "juego", "partida")),
        _ruling(
            "mano",
            "points",
            _a_side_each(-MOST_WRITTEN, MOST_WRITTEN),
            manos=_integer(1, MOST_MANOS),
        ),
        _ruling("tantos", "tantos", _AMOUNTS),
        forfeit_schema(MOST_SIDES),
        STOP_SCHEMA,
    ],
}
