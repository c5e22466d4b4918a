"""The structured form of a line, for forms and the API."""

from collections.abc import Callable

from rules.core import refusal
from rules.lines import (
    Forfeit,
    Stop,
    forfeit_from_json,
    forfeit_to_json,
    stop_from_json,
    stop_to_json,
)
from rules.malilla.amounts import amounts_from_json, amounts_to_json
from rules.malilla.forms import FAULTS, MOST_SIDES, RANKS, SUITS
from rules.malilla.hands import (
    MOST_FAULTS,
    RULINGS,
    Card,
    Committed,
    Deal,
    Favorito,
    Hand,
    Misdeal,
    Partida,
    Ruling,
    Vuelta,
)
from rules.reading import Side, boolean, choice, integer, members, side_name, side_of


def to_json(hand: Hand) -> dict[str, object]:
    """The JSON object of a line.

    >>> to_json(Vuelta((40, -40)))
    {'kind': 'vuelta', 'tantos': [20, -20]}
    """
    match hand:
        case Deal():
            return _deal_to_json(hand)
        case Misdeal():
            return {
                "kind": "misdeal",
                "short_pack": hand.short_pack,
                "dealer": _letter(hand.dealer),
            }
        case Favorito():
            return {"kind": "favorito", "suit": hand.suit}
        case Vuelta():
            return {"kind": "vuelta", "tantos": amounts_to_json(hand.halves)}
        case Partida():
            return {"kind": "partida", "tantos": amounts_to_json(hand.halves)}
        case Ruling():
            return {
                "kind": "ruling",
                "ruling": hand.what,
                "side": _letter(hand.side),
                "tantos": amounts_to_json(hand.halves) if hand.halves else None,
                "reason": hand.reason,
            }
        case Forfeit():
            return forfeit_to_json(hand)
        case Stop():
            return stop_to_json(hand)


def from_json(obj: object) -> Hand:
    """The line of a JSON object; the members that may be null may be left out.

    Raises `RuleError` for anything else, of whatever type.

    >>> from_json({"kind": "deal", "points": [40, 32]}) == Deal((40, 32))
    True
    """
    if not isinstance(obj, dict):
        raise refusal("json_not_object", "hand", value=obj)
    if "kind" not in obj:
        raise refusal("json_missing", "kind", allowed=", ".join(_READERS))
    return _READERS[choice(obj["kind"], "kind", _READERS)](obj)


def _deal_to_json(deal: Deal) -> dict[str, object]:
    card = None if deal.card is None else {"rank": deal.card.rank, "suit": deal.card.suit}
    faults = [{"side": side_name(one.side), "fault": one.fault} for one in deal.faults]
    return {
        "kind": "deal",
        "points": list(deal.points),
        "asleep": deal.asleep,
        "card": card,
        "capote": deal.capote,
        "dealer": _letter(deal.dealer),
        "faults": faults,
        "split": None if deal.split is None else list(deal.split),
    }


def _letter(side: Side | None) -> str | None:
    return None if side is None else side_name(side)


def _side(value: object, field: str) -> Side:
    return side_of(value, field, MOST_SIDES)


def _side_or_none(value: object, field: str) -> Side | None:
    return None if value is None else _side(value, field)


def _numbers(value: object, field: str) -> tuple[int, ...]:
    if not isinstance(value, list | tuple) or not 2 <= len(value) <= MOST_SIDES:
        raise refusal("json_type", field, value=value, allowed="[A, B, …]")
    return tuple(integer(number, field) for number in value)


def _card(obj: object) -> Card | None:
    if obj is None:
        return None
    read = members(obj, ("rank",), ("suit",), "card")
    suit = read.get("suit")
    return Card(
        choice(read["rank"], "card", RANKS), None if suit is None else choice(suit, "card", SUITS)
    )


def _faults(obj: object) -> tuple[Committed, ...]:
    if obj is None:
        return ()
    if not isinstance(obj, list):
        raise refusal("json_type", "faults", value=obj, allowed="list")
    faults = []
    for one in obj[: MOST_FAULTS + 1]:  # read no list of a million: Deal says what is wrong
        read = members(one, ("side", "fault"), (), "faults")
        faults.append(
            Committed(_side(read["side"], "faults"), choice(read["fault"], "faults", FAULTS))
        )
    return tuple(faults)


def _deal(obj: dict[str, object]) -> Deal:
    optional = ("asleep", "card", "capote", "dealer", "faults", "split")
    read = members(obj, ("kind", "points"), optional)
    asleep, capote, split = (read.get(name) for name in ("asleep", "capote", "split"))
    return Deal(
        points=_numbers(read["points"], "points"),
        asleep=None if asleep is None else integer(asleep, "asleep"),
        card=_card(read.get("card")),
        capote=None if capote is None else boolean(capote, "capote"),
        dealer=_side_or_none(read.get("dealer"), "dealer"),
        faults=_faults(read.get("faults")),
        split=None if split is None else _numbers(split, "split"),
    )


def _misdeal(obj: dict[str, object]) -> Misdeal:
    read = members(obj, ("kind",), ("short_pack", "dealer"))
    return Misdeal(
        boolean(read.get("short_pack", False), "short_pack"),
        _side_or_none(read.get("dealer"), "dealer"),
    )


def _favorito(obj: dict[str, object]) -> Favorito:
    return Favorito(choice(members(obj, ("kind", "suit"))["suit"], "suit", SUITS))


def _vuelta(obj: dict[str, object]) -> Vuelta:
    return Vuelta(amounts_from_json(members(obj, ("kind", "tantos"))["tantos"], "tantos"))


def _partida(obj: dict[str, object]) -> Partida:
    return Partida(amounts_from_json(members(obj, ("kind", "tantos"))["tantos"], "tantos"))


def _ruling(obj: dict[str, object]) -> Ruling:
    read = members(obj, ("kind", "ruling", "reason"), ("side", "tantos"))
    what = choice(read["ruling"], "ruling", RULINGS)
    side, tantos = read.get("side"), read.get("tantos")
    _none("side", side, unless=what in ("da", "partida"))
    _none("tantos", tantos, unless=what in ("tantos", "mano"))
    if what in ("tantos", "mano"):
        return Ruling(what, read["reason"], halves=amounts_from_json(tantos, "tantos"))
    return Ruling(what, read["reason"], None if what == "anula" else _side(side, "side"))


def _none(field: str, value: object, *, unless: bool) -> None:
    if value is not None and not unless:
        raise refusal("not_a_choice", field, value=value, allowed="null")


_READERS: dict[str, Callable[[dict[str, object]], Hand]] = {
    "deal": _deal,
    "misdeal": _misdeal,
    "favorito": _favorito,
    "vuelta": _vuelta,
    "partida": _partida,
    "ruling": _ruling,
    "forfeit": lambda obj: forfeit_from_json(obj, MOST_SIDES),
    "stop": stop_from_json,
}
