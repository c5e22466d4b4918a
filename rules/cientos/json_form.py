"""The structured form of a line, for forms and the API."""

from collections.abc import Callable
from typing import Any, TypeVar

from rules.cientos.hands import Annul, Award, Deal, Hand, Juego, Ruled, Void
from rules.cientos.items import Catorce, Fault, Punto, Secansa
from rules.core import refusal
from rules.lines import (
    Forfeit,
    Stop,
    forfeit_from_json,
    forfeit_to_json,
    stop_from_json,
    stop_to_json,
)
from rules.reading import Side, choice, integer, members, pair, side_name, side_of

Item = TypeVar("Item")
MOST_LISTED = 5  # read no list of a million; what is wrong with five is said by Deal


def to_json(hand: Hand) -> dict[str, object]:
    """The JSON object of a line.

    >>> to_json(Juego(1, double=True))
    {'kind': 'juego', 'winner': 'B', 'double': True, 'calidades': [0, 0]}
    """
    match hand:
        case Deal():
            return _deal_to_json(hand)
        case Void():
            return {"kind": "void", "cause": hand.cause}
        case Juego():
            return {
                "kind": "juego",
                "winner": side_name(hand.winner),
                "double": hand.double,
                "calidades": list(hand.calidades),
            }
        case Award():
            won = {"winner": side_name(hand.winner), "double": hand.double}
            return {"kind": "ruling", "ruling": "juego", **won, "reason": hand.reason}
        case Annul():
            return {"kind": "ruling", "ruling": "anula", "reason": hand.reason}
        case Ruled():
            counted = {"points": list(hand.points), "calidades": list(hand.calidades)}
            return {"kind": "ruling", "ruling": "mano", **counted, "reason": hand.reason}
        case Forfeit():
            return forfeit_to_json(hand)
        case Stop():
            return stop_to_json(hand)


def _deal_to_json(deal: Deal) -> dict[str, object]:
    punto = deal.punto
    return {
        "kind": "deal",
        "bazas": list(deal.bazas),
        "last": _letter(deal.last),
        "low": deal.low,
        "blancas": _letter(deal.blancas),
        "punto": punto and {"side": _letter(punto.side), "value": punto.value},
        "secansas": [
            {"side": _letter(item.side), "length": item.length, "top": item.top, "suit": item.suit}
            for item in deal.secansas
        ],
        "catorces": [
            {"side": side_name(item.side), "rank": item.rank, "cards": item.cards}
            for item in deal.catorces
        ],
        "pique": deal.pique,
        "stopped": _letter(deal.stopped),
        "captures": deal.captures and list(deal.captures),
        "faults": [{"side": side_name(item.side), "cause": item.cause} for item in deal.faults],
        "dealer": _letter(deal.dealer),
    }


def _letter(side: Side | None) -> str | None:
    return None if side is None else side_name(side)


def from_json(obj: object) -> Hand:
    """The line of a JSON object; the members that may be null, false or empty may be left out.

    Raises `RuleError` for anything else, of whatever type.

    >>> from_json({"kind": "juego", "winner": "A"})
    Juego(winner=0, double=False, calidades=(0, 0))
    """
    if not isinstance(obj, dict):
        raise refusal("json_not_object", "hand", value=obj)
    if "kind" not in obj:
        raise refusal("json_missing", "kind", allowed=", ".join(_READERS))
    return _READERS[choice(obj["kind"], "kind", _READERS)](obj)


# --- A hand ---------------------------------------------------------------------------------
_DEAL = (
    "last",
    "low",
    "blancas",
    "punto",
    "secansas",
    "catorces",
    "pique",
    "stopped",
    "captures",
    "faults",
    "dealer",
)


def _deal(obj: dict[str, object]) -> Deal:
    read = members(obj, ("kind", "bazas"), _DEAL)
    punto, captures = read.get("punto"), read.get("captures")
    return Deal(
        bazas=pair(read["bazas"], "bazas"),
        last=_side_or_none(read, "last"),
        low=_yes(read, "low"),
        blancas=_side_or_none(read, "blancas"),
        punto=None if punto is None else _punto(punto),
        secansas=_listed(read, "secansas", _secansa),
        catorces=_listed(read, "catorces", _catorce),
        pique=_yes(read, "pique"),
        stopped=_side_or_none(read, "stopped"),
        captures=None if captures is None else pair(captures, "captures"),
        faults=_listed(read, "faults", _fault),
        dealer=_side_or_none(read, "dealer"),
    )


def _punto(obj: object) -> Punto:
    read = members(obj, ("side", "value"), field="punto")
    return Punto(_side_or_none(read, "side", "punto"), integer(read["value"], "punto"))


def _secansa(obj: object) -> Secansa:
    read = members(obj, ("side", "length", "top"), ("suit",), "secansas")
    suit = read.get("suit")
    return Secansa(
        _side_or_none(read, "side", "secansas"),
        integer(read["length"], "secansas"),
        _word(read["top"], "secansas"),
        None if suit is None else _word(suit, "secansas"),
    )


def _catorce(obj: object) -> Catorce:
    read = members(obj, ("side", "rank"), ("cards",), "catorces")
    side, rank = side_of(read["side"], "catorces"), _word(read["rank"], "catorces")
    return Catorce(side, rank, integer(read.get("cards", 4), "catorces"))


def _fault(obj: object) -> Fault:
    read = members(obj, ("side", "cause"), (), "faults")
    return Fault(side_of(read["side"], "faults"), _word(read["cause"], "faults"))


def _listed(read: dict[str, Any], field: str, item: Callable[[object], Item]) -> tuple[Item, ...]:
    listed = read.get(field, [])
    if not isinstance(listed, list):
        raise refusal("json_type", field, value=listed, allowed="list")
    return tuple(item(one) for one in listed[:MOST_LISTED])


def _side_or_none(read: dict[str, Any], name: str, field: str = "") -> Side | None:
    return None if read.get(name) is None else side_of(read[name], field or name)


def _yes(read: dict[str, Any], field: str) -> bool:
    value = read.get(field, False)
    if not isinstance(value, bool):
        raise refusal("json_type", field, value=value, allowed="bool")
    return value


def _word(value: object, field: str) -> str:
    if not isinstance(value, str):
        raise refusal("json_type", field, value=value, allowed="str")
    return value


# --- The other lines --------------------------------------------------------------------------
def _calidades(read: dict[str, Any]) -> tuple[int, int]:
    return pair(read.get("calidades", [0, 0]), "calidades")


def _void(obj: dict[str, object]) -> Void:
    return Void(_word(members(obj, ("kind", "cause"))["cause"], "cause"))


def _juego(obj: dict[str, object]) -> Juego:
    read = members(obj, ("kind", "winner"), ("double", "calidades"))
    return Juego(side_of(read["winner"], "winner"), _yes(read, "double"), _calidades(read))


def _ruling(obj: dict[str, object]) -> Award | Annul | Ruled:
    match obj.get("ruling"):
        case "juego":
            read = members(obj, ("kind", "ruling", "winner", "reason"), ("double",))
            return Award(side_of(read["winner"], "winner"), _yes(read, "double"), read["reason"])
        case "anula":
            return Annul(members(obj, ("kind", "ruling", "reason"))["reason"])
        case "mano":
            read = members(obj, ("kind", "ruling", "points", "reason"), ("calidades",))
            return Ruled(pair(read["points"], "points"), _calidades(read), read["reason"])
    if "ruling" not in obj:
        raise refusal("json_missing", "ruling", allowed="juego, anula, mano")
    raise refusal("not_a_choice", "ruling", value=obj["ruling"], allowed="juego, anula, mano")


_READERS: dict[str, Callable[[dict[str, object]], Hand]] = {
    "deal": _deal,
    "void": _void,
    "juego": _juego,
    "ruling": _ruling,
    "forfeit": forfeit_from_json,
    "stop": stop_from_json,
}
