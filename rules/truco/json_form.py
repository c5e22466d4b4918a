"""The structured form of a line, for forms and the API."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.core import (
    Forfeit,
    Stop,
    forfeit_from_json,
    forfeit_to_json,
    refusal,
    stop_from_json,
    stop_to_json,
)
from rules.reading import Side, choice, integer, members, side_name, side_of
from rules.truco.acts import (
    CHANTS,
    ENVIDOS,
    FAULTS,
    Act,
    Answer,
    Chant,
    Fault,
    Mazo,
    Round,
    Seat,
    Tanto,
    Tantos,
    Won,
)
from rules.truco.hands import (
    MISDEALS,
    MOST_ACTS,
    RULINGS,
    Chico,
    Deal,
    ExtraCards,
    Hand,
    Misdeal,
    Ruling,
    Signs,
)
from rules.truco.notation import SIDES

_SIGN = {name: sign for sign, name in (CHANTS | FAULTS).items()}
_MOST_FAULTS = len(FAULTS) * SIDES


def to_json(hand: Hand) -> dict[str, object]:
    """The JSON object of a line.

    >>> to_json(Chico((30, 24)))
    {'kind': 'chico', 'points': [30, 24], 'winner': None}
    """
    match hand:
        case Deal():
            return {
                "kind": "deal",
                "acts": [_act_to_json(act) for act in hand.acts],
                "faults": [
                    {"fault": FAULTS[fault.kind], "side": side_name(fault.side)}
                    for fault in hand.faults
                ],
                "dealer": _seat_to_json(hand.dealer),
                "gallo": _letter(hand.gallo),
            }
        case Chico():
            points = None if hand.points is None else list(hand.points)
            return {"kind": "chico", "points": points, "winner": _letter(hand.winner)}
        case Misdeal():
            return {"kind": "misdeal", "cards": hand.kind, "dealer": _seat_to_json(hand.dealer)}
        case ExtraCards():
            return {
                "kind": "extra_cards",
                "side": side_name(hand.side),
                "dealer": _seat_to_json(hand.dealer),
            }
        case Signs():
            return {"kind": "signs", "side": side_name(hand.side), "reason": hand.reason}
        case Ruling():
            return {
                "kind": "ruling",
                "ruling": hand.what,
                "side": _letter(hand.side),
                "points": hand.points,
                "reason": hand.reason,
            }
        case Forfeit():
            return forfeit_to_json(hand)
        case Stop():
            return stop_to_json(hand)


def from_json(obj: object) -> Hand:
    """The line of a JSON object; the members that may be null may be left out.

    Raises `RuleError` for anything else, of whatever type.

    >>> from_json({"kind": "chico", "winner": "A"})
    Chico(points=None, winner=0)
    """
    hand: Hand = _by_tag(obj, "kind", _READERS, "hand")
    return hand


def _by_tag(
    obj: object, tag: str, readers: Mapping[str, Callable[[dict[str, object]], Any]], field: str
) -> Any:
    """Read the object with the reader that its member `tag` names."""
    if not isinstance(obj, dict):
        raise refusal("json_not_object", field, value=obj)
    if tag not in obj:
        raise refusal("json_missing", tag, allowed=", ".join(readers))
    return readers[choice(obj[tag], tag, readers)](obj)


def _letter(side: Side | None) -> str | None:
    return None if side is None else side_name(side)


def _side(value: object, field: str) -> Side:
    return side_of(value, field, SIDES)


def _side_or_none(value: object, field: str) -> Side | None:
    return None if value is None else _side(value, field)


def _list(value: object, field: str, most: int) -> list[object]:
    """A list; one longer than any hand has is cut there, for what is wrong with it is known."""
    if not isinstance(value, list):
        raise refusal("json_type", field, value=value, allowed="list")
    return value[: most + 1]


# --- The acts of a hand -----------------------------------------------------------------------
def _act_to_json(act: Act) -> dict[str, object]:
    match act:
        case Chant():
            return {"act": "chant", "side": side_name(act.side), "chant": CHANTS[act.what]}
        case Answer():
            return {"act": "answer", "querido": act.querido}
        case Tantos():
            return {"act": "tantos", "tantos": [_tanto_to_json(tanto) for tanto in act.said]}
        case Round():
            return {"act": "round", "winner": _letter(act.winner)}
        case Mazo():
            return {"act": "mazo", "side": side_name(act.side)}
        case Won():
            return {"act": "won", "side": side_name(act.side)}


def _tanto_to_json(tanto: Tanto | None) -> dict[str, object] | None:
    return None if tanto is None else {"value": tanto.value, "seat": tanto.seat}


def _chant(obj: dict[str, object]) -> Chant:
    read = members(obj, ("act", "side", "chant"))
    what = choice(read["chant"], "chant", CHANTS.values())
    field = "envido" if _SIGN[what] in ENVIDOS else "truco"
    return Chant(_side(read["side"], field), _SIGN[what])


def _answer(obj: dict[str, object]) -> Answer:
    querido = members(obj, ("act", "querido"))["querido"]
    if not isinstance(querido, bool):
        raise refusal("json_type", "answer", value=querido, allowed="bool")
    return Answer(querido)


def _tantos(obj: dict[str, object]) -> Tantos:
    said = _list(members(obj, ("act", "tantos"))["tantos"], "tantos", SIDES)
    return Tantos(tuple(_tanto(tanto) for tanto in said))


def _tanto(obj: object) -> Tanto | None:
    if obj is None:
        return None
    read = members(obj, ("value",), ("seat",), "tantos")
    seat = read.get("seat")
    value = integer(read["value"], "tantos")
    return Tanto(value, None if seat is None else integer(seat, "tantos"))


def _round(obj: dict[str, object]) -> Round:
    return Round(_side_or_none(members(obj, ("act", "winner"))["winner"], "rounds"))


def _mazo(obj: dict[str, object]) -> Mazo:
    return Mazo(_side(members(obj, ("act", "side"))["side"], "mazo"))


def _won(obj: dict[str, object]) -> Won:
    return Won(_side(members(obj, ("act", "side"))["side"], "rounds"))


_ACT_READERS: dict[str, Callable[[dict[str, object]], Act]] = {
    "chant": _chant,
    "answer": _answer,
    "tantos": _tantos,
    "round": _round,
    "mazo": _mazo,
    "won": _won,
}


def _fault(obj: object) -> Fault:
    read = members(obj, ("fault", "side"), (), "faults")
    kind = choice(read["fault"], "faults", FAULTS.values())
    return Fault(_SIGN[kind], _side(read["side"], "faults"))


def _seat_to_json(seat: Seat | None) -> dict[str, object] | None:
    return None if seat is None else {"side": side_name(seat.side), "seat": seat.number}


def _seat(obj: object) -> Seat | None:
    if obj is None:
        return None
    read = members(obj, ("side",), ("seat",), "dealer")
    return Seat(_side(read["side"], "dealer"), integer(read.get("seat", 1), "dealer"))


# --- The lines --------------------------------------------------------------------------------
def _deal(obj: dict[str, object]) -> Deal:
    read = members(obj, ("kind", "acts"), ("faults", "dealer", "gallo"))
    acts = _list(read["acts"], "acts", MOST_ACTS)
    faults = _list(read.get("faults", []), "faults", _MOST_FAULTS)
    return Deal(
        acts=tuple(_by_tag(act, "act", _ACT_READERS, "acts") for act in acts),
        faults=tuple(_fault(fault) for fault in faults),
        dealer=_seat(read.get("dealer")),
        gallo=_side_or_none(read.get("gallo"), "gallo"),
    )


def _chico(obj: dict[str, object]) -> Chico:
    read = members(obj, ("kind",), ("points", "winner"))
    points = read.get("points")
    if points is not None:
        points = tuple(integer(tantos, "chico") for tantos in _list(points, "chico", SIDES))
    return Chico(points, _side_or_none(read.get("winner"), "chico"))


def _misdeal(obj: dict[str, object]) -> Misdeal:
    read = members(obj, ("kind",), ("cards", "dealer"))
    cards = read.get("cards")
    kind = None if cards is None else choice(cards, "misdeal", MISDEALS)
    return Misdeal(kind, _seat(read.get("dealer")))


def _extra_cards(obj: dict[str, object]) -> ExtraCards:
    read = members(obj, ("kind", "side"), ("dealer",))
    return ExtraCards(_side(read["side"], "side"), _seat(read.get("dealer")))


def _signs(obj: dict[str, object]) -> Signs:
    read = members(obj, ("kind", "side", "reason"))
    return Signs(_side(read["side"], "side"), read["reason"])


def _ruling(obj: dict[str, object]) -> Ruling:
    read = members(obj, ("kind", "ruling", "reason"), ("side", "points"))
    what = choice(read["ruling"], "ruling", RULINGS)
    side = None if what == "anula" else _side(read.get("side"), "side")
    points = integer(read.get("points"), "ruling") if what == "tantos" else None
    for name, kept in (("side", side), ("points", points)):
        if kept is None and read.get(name) is not None:
            raise refusal("not_a_choice", name, value=read[name], allowed="null")
    return Ruling(what, side, points, read["reason"])


def _forfeit(obj: dict[str, object]) -> Forfeit:
    return forfeit_from_json(obj, SIDES)


_READERS: dict[str, Callable[[dict[str, object]], Hand]] = {
    "deal": _deal,
    "chico": _chico,
    "misdeal": _misdeal,
    "extra_cards": _extra_cards,
    "signs": _signs,
    "ruling": _ruling,
    "forfeit": _forfeit,
    "stop": stop_from_json,
}
