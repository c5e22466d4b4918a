"""The JSON Schema of a line."""

from rules.core import SIDE_NAMES
from rules.lines import REASON_SCHEMA, STOP_SCHEMA, forfeit_schema
from rules.revesino.cards import BAZAS, DECK_POINTS, SEATS
from rules.revesino.codes import CARDS
from rules.revesino.hands import DUTIES
from rules.revesino.results import MOST_AMOUNT, RESULTS
from rules.revesino.rulings import FAULTS

_NAMES = list(SIDE_NAMES[:SEATS])
_SIDE: dict[str, object] = {"enum": _NAMES}
_SIDE_OR_NULL: dict[str, object] = {"enum": [*_NAMES, None]}
_NULL: dict[str, object] = {"const": None}
_BOOLEAN: dict[str, object] = {"type": "boolean"}
_MARKS: dict[str, object] = {
    "renuncios": {"type": "array", "items": _SIDE, "maxItems": 2, "uniqueItems": True},
    "dealer": _SIDE_OR_NULL,
}


def _object(required: tuple[str, ...], properties: dict[str, object]) -> dict[str, object]:
    return {
        "type": "object",
        "required": list(required),
        "additionalProperties": False,
        "properties": properties,
    }


def _four(low: int, high: int) -> dict[str, object]:
    number = {"type": "integer", "minimum": low, "maximum": high}
    return {"type": "array", "items": number, "minItems": SEATS, "maxItems": SEATS}


def _fate(names: list[str], gains: dict[str, object], pays: dict[str, object]) -> dict[str, object]:
    required = [name for name, side in (("gains", gains), ("pays", pays)) if side is _SIDE]
    properties = {"card": {"enum": list(CARDS)}, "fate": {"enum": names}}
    return _object(("card", "fate", *required), {**properties, "gains": gains, "pays": pays})


_FATE = {
    "oneOf": [
        _fate(["sold", "drawn"], _SIDE, _SIDE),
        _fate(["led"], _NULL, _SIDE),
        _fate(["asleep"], _NULL, _NULL),
    ]
}
_FATES = {"type": "array", "items": _FATE, "minItems": len(CARDS), "maxItems": len(CARDS)}
_AMOUNTS = _four(-MOST_AMOUNT, MOST_AMOUNT)


def _line(kind: str, required: tuple[str, ...], **properties: object) -> dict[str, object]:
    return _object(("kind", *required), {"kind": {"const": kind}, **properties})


SCHEMA: dict[str, object] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Revesino: a line of an acta",
    "oneOf": [
        _line(
            "deal",
            ("bazas", "points", "fates"),
            bazas=_four(0, BAZAS - 1),
            points=_four(0, DECK_POINTS),
            fates=_FATES,
            **_MARKS,
        ),
        _line(
            "revesino",
            ("goer",),
            goer=_SIDE,
            cutter=_SIDE_OR_NULL,
            napolitana=_SIDE_OR_NULL,
            duty={"enum": list(DUTIES)},
            **_MARKS,
        ),
        _line(
            "napolitana",
            ("holder",),
            holder=_SIDE,
            lost=_BOOLEAN,
            introducer=_SIDE_OR_NULL,
            left=_BOOLEAN,
            **_MARKS,
        ),
        _line("null", (), passes=_BOOLEAN, dealer=_SIDE_OR_NULL),
        _line(
            "fault",
            ("fault", "side"),
            fault={"enum": list(FAULTS)},
            side=_SIDE,
            to=_SIDE_OR_NULL,
            dealer=_SIDE_OR_NULL,
        ),
        _line(
            "result",
            ("of", "amounts"),
            of={"enum": list(RESULTS)},
            amounts=_AMOUNTS,
            dealer=_SIDE_OR_NULL,
        ),
        _line("plate", ("amounts",), amounts=_AMOUNTS),
        _line(
            "ruling",
            ("ruling", "amounts", "reason"),
            ruling={"enum": ["mano", "tantos"]},
            amounts=_AMOUNTS,
            reason=REASON_SCHEMA,
        ),
        _line(
            "ruling",
            ("ruling", "dealer", "reason"),
            ruling={"const": "pie"},
            dealer=_SIDE,
            reason=REASON_SCHEMA,
        ),
        _line("end", ()),
        forfeit_schema(SEATS),
        STOP_SCHEMA,
    ],
}
