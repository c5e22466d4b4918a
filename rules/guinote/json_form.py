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
from rules.guinote.codes import refuse
from rules.guinote.hands import (
    CARD_TANTOS,
    MOST_PARTIDAS,
    SUITS,
    Cante,
    Coto,
    Deal,
    Hand,
    Partida,
    Renuncio,
    Ruling,
)
from rules.reading import Side, choice, integer, members, pair, side_name, side_of


def to_json(hand: Hand) -> dict[str, object]:
    """The JSON object of a line.

    >>> to_json(Renuncio(0, 5))
    {'kind': 'renuncio', 'side': 'A', 'point': 5}
    """
    match hand:
        case Deal():
            return {
                "kind": "deal",
                "cards": list(hand.cards),
                "last": _letter(hand.last),
                "cantes": [_cante_to_json(cante) for cante in hand.cantes],
                "declared": _letter(hand.declared),
                "dealer": _letter(hand.dealer),
            }
        case Renuncio():
            return {"kind": "renuncio", "side": side_name(hand.side), "point": hand.point}
        case Partida():
            return {"kind": "partida", "winner": side_name(hand.winner)}
        case Coto():
            return {"kind": "coto", "partidas": list(hand.partidas)}
        case Ruling():
            return {
                "kind": "ruling",
                "ruling": "anula" if hand.winner is None else "partida",
                "side": _letter(hand.winner),
                "reason": hand.reason,
            }
        case Forfeit():
            return forfeit_to_json(hand)
        case Stop():
            return stop_to_json(hand)


def from_json(obj: object) -> Hand:
    """The line of a JSON object; the members that may be null may be left out.

    Raises `RuleError` for anything else, of whatever type.

    >>> from_json({"kind": "coto", "partidas": [3, 1]})
    Coto(partidas=(3, 1))
    """
    if not isinstance(obj, dict):
        raise refusal("json_not_object", "hand", value=obj)
    if "kind" not in obj:
        raise refusal("json_missing", "kind", allowed=", ".join(_READERS))
    return _READERS[choice(obj["kind"], "kind", _READERS)](obj)


def _letter(side: Side | None) -> str | None:
    return None if side is None else side_name(side)


def _side_or_none(value: object, field: str) -> Side | None:
    return None if value is None else side_of(value, field)


def _cante_to_json(cante: Cante) -> dict[str, object]:
    return {"side": side_name(cante.side), "value": cante.value, "suit": cante.suit}


def _cante(obj: object) -> Cante:
    read = members(obj, ("side", "value"), ("suit",), "cantes")
    suit = read.get("suit")
    if suit is not None and not isinstance(suit, str):
        raise refuse("guinote.cante_suit", "cantes", value=suit, allowed=", ".join(SUITS))
    return Cante(side_of(read["side"], "cantes"), integer(read["value"], "cantes"), suit)


def _deal(obj: dict[str, object]) -> Deal:
    read = members(obj, ("kind", "cards"), ("last", "cantes", "declared", "dealer"))
    cantes = read.get("cantes", [])
    if not isinstance(cantes, list):
        raise refusal("json_type", "cantes", value=cantes, allowed="list")
    if len(cantes) > 4:  # read no list of a million; what is wrong with five is said by Deal
        cantes = cantes[:5]
    return Deal(
        cards=pair(read["cards"], "cards"),
        last=_side_or_none(read.get("last"), "last"),
        cantes=tuple(_cante(cante) for cante in cantes),
        declared=_side_or_none(read.get("declared"), "declared"),
        dealer=_side_or_none(read.get("dealer"), "dealer"),
    )


def _renuncio(obj: dict[str, object]) -> Renuncio:
    read = members(obj, ("kind", "side", "point"))
    return Renuncio(side_of(read["side"], "side"), integer(read["point"], "point"))


def _partida(obj: dict[str, object]) -> Partida:
    return Partida(side_of(members(obj, ("kind", "winner"))["winner"], "winner"))


def _coto(obj: dict[str, object]) -> Coto:
    return Coto(pair(members(obj, ("kind", "partidas"))["partidas"], "partidas"))


def _ruling(obj: dict[str, object]) -> Ruling:
    read = members(obj, ("kind", "ruling", "reason"), ("side",))
    if choice(read["ruling"], "ruling", ("partida", "anula")) == "partida":
        return Ruling(side_of(read.get("side"), "side"), read["reason"])
    if read.get("side") is not None:
        raise refusal("not_a_choice", "side", value=read["side"], allowed="null")
    return Ruling(None, read["reason"])


_READERS: dict[str, Callable[[dict[str, object]], Hand]] = {
    "deal": _deal,
    "renuncio": _renuncio,
    "partida": _partida,
    "coto": _coto,
    "ruling": _ruling,
    "forfeit": forfeit_from_json,
    "stop": stop_from_json,
}

_SIDE: dict[str, object] = {"enum": ["A", "B"]}
_SIDE_OR_NULL: dict[str, object] = {"enum": ["A", "B", None]}


def _pair_up_to(high: int) -> dict[str, object]:
    number = {"type": "integer", "minimum": 0, "maximum": high}
    return {"type": "array", "items": number, "minItems": 2, "maxItems": 2}


def _object(required: tuple[str, ...], properties: dict[str, object]) -> dict[str, object]:
    return {
        "type": "object",
        "required": list(required),
        "additionalProperties": False,
        "properties": properties,
    }


_CANTE_SCHEMA = _object(
    ("side", "value"),
    {"side": _SIDE, "value": {"enum": [20, 40]}, "suit": {"enum": [*SUITS, None]}},
)

SCHEMA: dict[str, object] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Guiñote: a line of an acta",
    "oneOf": [
        _object(
            ("kind", "cards"),
            {
                "kind": {"const": "deal"},
                "cards": _pair_up_to(CARD_TANTOS),
                "last": _SIDE_OR_NULL,
                "cantes": {"type": "array", "items": _CANTE_SCHEMA, "maxItems": 4},
                "declared": _SIDE_OR_NULL,
                "dealer": _SIDE_OR_NULL,
            },
        ),
        _object(
            ("kind", "side", "point"),
            {
                "kind": {"const": "renuncio"},
                "side": _SIDE,
                "point": {"type": "integer", "minimum": 1, "maximum": 6},
            },
        ),
        _object(("kind", "winner"), {"kind": {"const": "partida"}, "winner": _SIDE}),
        _object(
            ("kind", "partidas"),
            {"kind": {"const": "coto"}, "partidas": _pair_up_to(MOST_PARTIDAS)},
        ),
        _object(
            ("kind", "ruling", "side", "reason"),
            {
                "kind": {"const": "ruling"},
                "ruling": {"const": "partida"},
                "side": _SIDE,
                "reason": REASON_SCHEMA,
            },
        ),
        _object(
            ("kind", "ruling", "reason"),
            {
                "kind": {"const": "ruling"},
                "ruling": {"const": "anula"},
                "side": {"const": None},
                "reason": REASON_SCHEMA,
            },
        ),
        FORFEIT_SCHEMA,
        STOP_SCHEMA,
    ],
}
