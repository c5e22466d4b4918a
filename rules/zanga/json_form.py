"""The structured form of a line, for forms and the API, and its JSON Schema."""

from collections.abc import Callable

from rules.core import (
    FORFEIT_SCHEMA,
    REASON_SCHEMA,
    STOP_SCHEMA,
    Forfeit,
    Stop,
    forfeit_from_json,
    forfeit_to_json,
    refusal,
    stop_from_json,
    stop_to_json,
)
from rules.reading import Side, choice, integer, members, pair, side_name, side_of
from rules.zanga.hands import MOST_PASSES, NAIPES, WAYS, Deal, Hand, Partida
from rules.zanga.notation import seat_of
from rules.zanga.renuncios import MOST_RENUNCIOS, Renuncio
from rules.zanga.rulings import ManoRuling, PartidaRuling, Ruling, ValesRuling, VoidRuling
from rules.zanga.seats import BAZAS, SEATS, VALES, Seat, seat_name


def to_json(hand: Hand) -> dict[str, object]:
    """The JSON object of a line.

    >>> to_json(Partida(0))
    {'kind': 'partida', 'winner': 'A'}
    """
    match hand:
        case Deal():
            return _deal_to_json(hand)
        case Partida():
            return {"kind": "partida", "winner": side_name(hand.winner)}
        case PartidaRuling():
            return _ruling_to_json("partida", hand.reason, winner=side_name(hand.winner))
        case VoidRuling():
            return _ruling_to_json("anula", hand.reason)
        case ValesRuling():
            vales = list(hand.vales)
            return _ruling_to_json("vales", hand.reason, vales=vales, middle=hand.middle)
        case ManoRuling():
            return _ruling_to_json("mano", hand.reason, mano=seat_name(hand.mano))
        case Forfeit():
            return forfeit_to_json(hand)
        case Stop():
            return stop_to_json(hand)


def from_json(obj: object) -> Hand:
    """The line of a JSON object; the members that may be null may be left out.

    Raises `RuleError` for anything else, of whatever type.

    >>> from_json({"kind": "partida", "winner": "B"})
    Partida(winner=1)
    """
    if not isinstance(obj, dict):
        raise refusal("json_not_object", "hand", value=obj)
    if "kind" not in obj:
        raise refusal("json_missing", "kind", allowed=", ".join(_READERS))
    return _READERS[choice(obj["kind"], "kind", _READERS)](obj)


def _deal_to_json(deal: Deal) -> dict[str, object]:
    return {
        "kind": "deal",
        "passes": deal.passes,
        "way": deal.way,
        "naipes": deal.naipes,
        "bazas": None if deal.bazas is None else list(deal.bazas),
        "five": _letter(deal.five),
        "todas": deal.todas,
        "estuche": _letter(deal.estuche),
        "false_claim": _letter(deal.false_claim),
        "renuncios": [
            {"side": side_name(one.side), "matador": one.matador, "eight": one.eight}
            for one in deal.renuncios
        ],
        "mano": None if deal.mano is None else seat_name(deal.mano),
    }


def _ruling_to_json(ruling: str, reason: str, **what: object) -> dict[str, object]:
    return {"kind": "ruling", "ruling": ruling, **what, "reason": reason}


def _letter(side: Side | None) -> str | None:
    return None if side is None else side_name(side)


def _side_or_none(value: object, field: str) -> Side | None:
    return None if value is None else side_of(value, field)


def _seat_or_none(value: object) -> Seat | None:
    return None if value is None else seat_of(value)


def _switch(value: object, field: str) -> bool:
    if not isinstance(value, bool):
        raise refusal("json_type", field, value=value, allowed="bool")
    return value


def _renuncio(obj: object) -> Renuncio:
    read = members(obj, ("side",), ("matador", "eight"), "renuncios")
    return Renuncio(
        side_of(read["side"], "renuncios"),
        _switch(read.get("matador", False), "renuncios"),
        _switch(read.get("eight", False), "renuncios"),
    )


_OPTIONAL = ("naipes", "bazas", "five", "todas", "estuche", "false_claim", "renuncios", "mano")


def _deal(obj: dict[str, object]) -> Deal:
    read = members(obj, ("kind", "passes", "way"), _OPTIONAL)
    renuncios, bazas = read.get("renuncios", []), read.get("bazas")
    if not isinstance(renuncios, list):
        raise refusal("json_type", "renuncios", value=renuncios, allowed="list")
    # Read no list of a million; what is wrong with fifteen is said by Deal.
    renuncios = renuncios[: MOST_RENUNCIOS + 1]
    return Deal(
        passes=integer(read["passes"], "passes"),
        way=choice(read["way"], "way", WAYS),
        naipes=choice(read.get("naipes", "propias"), "naipes", NAIPES),
        bazas=None if bazas is None else pair(bazas, "bazas"),
        five=_side_or_none(read.get("five"), "five"),
        todas=_switch(read.get("todas", False), "todas"),
        estuche=_side_or_none(read.get("estuche"), "estuche"),
        false_claim=_side_or_none(read.get("false_claim"), "false_claim"),
        renuncios=tuple(_renuncio(one) for one in renuncios),
        mano=_seat_or_none(read.get("mano")),
    )


def _partida(obj: dict[str, object]) -> Partida:
    return Partida(side_of(members(obj, ("kind", "winner"))["winner"], "winner"))


_RULINGS: dict[str, tuple[str, ...]] = {
    "partida": ("winner",),
    "anula": (),
    "vales": ("vales", "middle"),
    "mano": ("mano",),
}


def _ruling(obj: dict[str, object]) -> Ruling:
    if "ruling" not in obj:
        raise refusal("json_missing", "ruling", allowed=", ".join(_RULINGS))
    act = choice(obj["ruling"], "ruling", _RULINGS)
    read = members(obj, ("kind", "ruling", *_RULINGS[act], "reason"))
    reason = read["reason"]
    match act:
        case "partida":
            return PartidaRuling(side_of(read["winner"], "winner"), reason)
        case "vales":
            middle = integer(read["middle"], "middle")
            return ValesRuling(pair(read["vales"], "vales"), middle, reason)
        case "mano":
            return ManoRuling(seat_of(read["mano"]), reason)
    return VoidRuling(reason)


_READERS: dict[str, Callable[[dict[str, object]], Hand]] = {
    "deal": _deal,
    "partida": _partida,
    "ruling": _ruling,
    "forfeit": forfeit_from_json,
    "stop": stop_from_json,
}

_SIDE: dict[str, object] = {"enum": ["A", "B"]}
_SIDE_OR_NULL: dict[str, object] = {"enum": ["A", "B", None]}
_SWITCH: dict[str, object] = {"type": "boolean"}


def _up_to(high: int) -> dict[str, object]:
    return {"type": "integer", "minimum": 0, "maximum": high}


def _pair_up_to(high: int, kind: object = "array") -> dict[str, object]:
    return {"type": kind, "items": _up_to(high), "minItems": 2, "maxItems": 2}


def _object(required: tuple[str, ...], properties: dict[str, object]) -> dict[str, object]:
    return {
        "type": "object",
        "required": list(required),
        "additionalProperties": False,
        "properties": properties,
    }


def _ruling_schema(act: str, **what: object) -> dict[str, object]:
    return _object(
        ("kind", "ruling", *what, "reason"),
        {"kind": {"const": "ruling"}, "ruling": {"const": act}, **what, "reason": REASON_SCHEMA},
    )


_RENUNCIO_SCHEMA = _object(("side",), {"side": _SIDE, "matador": _SWITCH, "eight": _SWITCH})

_DEAL_SCHEMA = _object(
    ("kind", "passes", "way"),
    {
        "kind": {"const": "deal"},
        "passes": _up_to(MOST_PASSES),
        "way": {"enum": list(WAYS)},
        "naipes": {"enum": list(NAIPES)},
        "bazas": _pair_up_to(BAZAS, ["array", "null"]),
        "five": _SIDE_OR_NULL,
        "todas": _SWITCH,
        "estuche": _SIDE_OR_NULL,
        "false_claim": _SIDE_OR_NULL,
        "renuncios": {"type": "array", "items": _RENUNCIO_SCHEMA, "maxItems": MOST_RENUNCIOS},
        "mano": {"enum": [*SEATS, None]},
    },
)

SCHEMA: dict[str, object] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Zanga: a line of an acta",
    "oneOf": [
        _DEAL_SCHEMA,
        _object(("kind", "winner"), {"kind": {"const": "partida"}, "winner": _SIDE}),
        _ruling_schema("partida", winner=_SIDE),
        _ruling_schema("anula"),
        _ruling_schema("vales", vales=_pair_up_to(VALES), middle=_up_to(VALES)),
        _ruling_schema("mano", mano={"enum": list(SEATS)}),
        FORFEIT_SCHEMA,
        STOP_SCHEMA,
    ],
}
