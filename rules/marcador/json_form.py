"""The structured form of a line, for forms and the API."""

from collections.abc import Callable

from rules.core import SIDE_NAMES, refusal
from rules.lines import (
    Forfeit,
    Stop,
    forfeit_from_json,
    forfeit_to_json,
    stop_from_json,
    stop_to_json,
)
from rules.marcador.hands import RULINGS, End, Hand, Juego, Juegos, Mano, Ruling
from rules.marcador.options import MOST_SIDES, Numbers
from rules.reading import Side, choice, integer, members, side_name, side_of


def to_json(hand: Hand) -> dict[str, object]:
    """The JSON object of a line.

    >>> to_json(Mano((40, 25)))
    {'kind': 'mano', 'points': [40, 25], 'manos': 1}
    """
    match hand:
        case Mano():
            return {"kind": "mano", "points": list(hand.points), "manos": hand.manos}
        case Juego():
            winner = None if hand.winner is None else side_name(hand.winner)
            return {"kind": "juego", "winner": winner}
        case Juegos():
            return {"kind": "juegos", "juegos": list(hand.juegos)}
        case End():
            return {"kind": "end"}
        case Ruling():
            return {"kind": "ruling", "ruling": hand.what, **_ruled(hand), "reason": hand.reason}
        case Forfeit():
            return forfeit_to_json(hand)
        case Stop():
            return stop_to_json(hand)


def _ruled(hand: Ruling) -> dict[str, object]:
    if hand.what == "mano":
        many = {} if hand.manos == 1 else {"manos": hand.manos}
        return {"points": list(hand.points), **many}
    if hand.what == "tantos":
        return {"tantos": {side_name(side): amount for side, amount in hand.amounts}}
    return {"side": side_name(hand.side or 0)}


def from_json(obj: object) -> Hand:
    """The line of a JSON object.

    Raises `RuleError` for anything else, of whatever type.

    >>> from_json({"kind": "juego", "winner": "A"})
    Juego(winner=0)
    """
    if not isinstance(obj, dict):
        raise refusal("json_not_object", "hand", value=obj)
    if "kind" not in obj:
        raise refusal("json_missing", "kind", allowed=", ".join(_READERS))
    return _READERS[choice(obj["kind"], "kind", _READERS)](obj)


def _mano(obj: dict[str, object]) -> Mano:
    read = members(obj, ("kind", "points"), ("manos",))
    return Mano(_numbers(read["points"], "points"), integer(read.get("manos", 1), "manos"))


def _juego(obj: dict[str, object]) -> Juego:
    winner = members(obj, ("kind", "winner"))["winner"]
    return Juego(None if winner is None else _side(winner, "winner"))


def _juegos(obj: dict[str, object]) -> Juegos:
    return Juegos(_numbers(members(obj, ("kind", "juegos"))["juegos"], "juegos"))


def _end(obj: dict[str, object]) -> End:
    members(obj, ("kind",))
    return End()


def _ruling(obj: dict[str, object]) -> Ruling:
    read = members(obj, ("kind", "ruling", "reason"), ("side", "points", "tantos", "manos"))
    what = choice(read["ruling"], "ruling", RULINGS)
    wanted = what if what == "tantos" else "points" if what == "mano" else "side"
    members(obj, ("kind", "ruling", "reason", wanted), ("manos",) if what == "mano" else ())
    value = read[wanted]
    if what == "mano":
        manos = integer(read.get("manos", 1), "manos")
        return Ruling(what, read["reason"], points=_numbers(value, wanted), manos=manos)
    if what == "tantos":
        return Ruling(what, read["reason"], amounts=_amounts(value))
    return Ruling(what, read["reason"], _side(value, wanted))


def _amounts(value: object) -> tuple[tuple[Side, int], ...]:
    """From an object with a member for each side that gains or loses some."""
    if not isinstance(value, dict):
        raise refusal("json_not_object", "tantos", value=value)
    if not value:
        raise refusal("json_missing", "tantos", allowed=", ".join(SIDE_NAMES))
    return tuple((_side(side, "tantos"), integer(value[side], "tantos")) for side in value)


def _numbers(value: object, field: str) -> Numbers:
    if not isinstance(value, list | tuple) or not 2 <= len(value) <= MOST_SIDES:
        raise refusal("json_type", field, value=value, allowed="[A, B, …]")
    return tuple(integer(number, field) for number in value)


def _side(value: object, field: str) -> Side:
    return side_of(value, field, MOST_SIDES)


_READERS: dict[str, Callable[[dict[str, object]], Hand]] = {
    "mano": _mano,
    "juego": _juego,
    "juegos": _juegos,
    "end": _end,
    "ruling": _ruling,
    "forfeit": lambda obj: forfeit_from_json(obj, MOST_SIDES),
    "stop": stop_from_json,
}
