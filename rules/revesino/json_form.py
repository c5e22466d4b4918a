"""The structured form of a line, for forms and the API."""

from collections.abc import Callable
from typing import Any

from rules.core import refusal
from rules.lines import (
    Forfeit,
    Stop,
    forfeit_from_json,
    forfeit_to_json,
    stop_from_json,
    stop_to_json,
)
from rules.reading import Side, boolean, choice, integer, members, side_name, side_of
from rules.revesino.cards import SEATS
from rules.revesino.codes import CARDS
from rules.revesino.fates import FATES, Fate
from rules.revesino.hands import DUTIES, Deal, Hand, Napolitana, Revesino
from rules.revesino.results import RESULTS, End, Four, Plate, Result
from rules.revesino.rulings import FAULTS, DealerRuling, Fault, Null, Ruling

_MARKS = ("renuncios", "dealer")


def to_json(hand: Hand) -> dict[str, object]:
    """The JSON object of a line.

    >>> to_json(Result("mano", (8, -4, -4, 0)))
    {'kind': 'result', 'of': 'mano', 'amounts': [8, -4, -4, 0], 'dealer': None}
    """
    match hand:
        case Deal():
            head: dict[str, object] = {"kind": "deal", "bazas": list(hand.bazas)}
            head |= {"points": list(hand.points), "fates": [_fate_json(f) for f in hand.fates]}
            return head | _marks_json(hand)
        case Revesino():
            head = {"kind": "revesino", "goer": side_name(hand.goer)}
            head |= {"cutter": _letter(hand.cutter), "napolitana": _letter(hand.napolitana)}
            return head | {"duty": hand.duty} | _marks_json(hand)
        case Napolitana():
            head = {"kind": "napolitana", "holder": side_name(hand.holder), "lost": hand.lost}
            head |= {"introducer": _letter(hand.introducer), "left": hand.left}
            return head | _marks_json(hand)
        case Null():
            return {"kind": "null", "passes": hand.passes, "dealer": _letter(hand.dealer)}
        case Fault():
            head = {"kind": "fault", "fault": hand.fault, "side": side_name(hand.side)}
            return head | {"to": _letter(hand.to), "dealer": _letter(hand.dealer)}
        case Result():
            dealer = _letter(hand.dealer)
            return {
                "kind": "result",
                "of": hand.of,
                "amounts": list(hand.amounts),
                "dealer": dealer,
            }
        case Plate():
            return {"kind": "plate", "amounts": list(hand.amounts)}
        case Ruling():
            amounts = list(hand.amounts)
            return {"kind": "ruling", "ruling": hand.act, "amounts": amounts, "reason": hand.reason}
        case DealerRuling():
            dealer = side_name(hand.dealer)
            return {"kind": "ruling", "ruling": "pie", "dealer": dealer, "reason": hand.reason}
        case End():
            return {"kind": "end"}
        case Forfeit():
            return forfeit_to_json(hand)
        case Stop():
            return stop_to_json(hand)


def from_json(obj: object) -> Hand:
    """The line of a JSON object; the members that may be null may be left out.

    Raises `RuleError` for anything else, of whatever type.

    >>> from_json({"kind": "napolitana", "holder": "A"}).lost
    False
    """
    if not isinstance(obj, dict):
        raise refusal("json_not_object", "hand", value=obj)
    if "kind" not in obj:
        raise refusal("json_missing", "kind", allowed=", ".join(_READERS))
    return _READERS[choice(obj["kind"], "kind", _READERS)](obj)


def _letter(side: Side | None) -> str | None:
    return None if side is None else side_name(side)


def _marks_json(hand: Deal | Revesino | Napolitana) -> dict[str, object]:
    renuncios = [side_name(side) for side in hand.renuncios]
    return {"renuncios": renuncios, "dealer": _letter(hand.dealer)}


def _fate_json(fate: Fate) -> dict[str, object]:
    gains, pays = _letter(fate.gains), _letter(fate.pays)
    return {"card": fate.card, "fate": fate.fate, "gains": gains, "pays": pays}


def _side(value: object, field: str) -> Side:
    return side_of(value, field, SEATS)


def _side_or_none(value: object, field: str) -> Side | None:
    return None if value is None else side_of(value, field, SEATS)


def _four(value: object, field: str) -> Four:
    if not isinstance(value, list) or len(value) != SEATS:
        raise refusal("json_type", field, value=value, allowed="[A, B, …]")
    a, b, c, d = (integer(number, field) for number in value)
    return a, b, c, d


def _list(value: object, field: str, most: int) -> list[Any]:
    """A list, of which no more is read than shows that it is too long."""
    if not isinstance(value, list):
        raise refusal("json_type", field, value=value, allowed="list")
    return value[: most + 1]


def _marks(read: dict[str, Any]) -> tuple[tuple[Side, ...], Side | None]:
    named = _list(read.get("renuncios", []), "renuncios", 2)
    renuncios = tuple(_side(value, "renuncios") for value in named)
    return renuncios, _side_or_none(read.get("dealer"), "dealer")


def _fate(obj: object) -> Fate:
    read = members(obj, ("card", "fate"), ("gains", "pays"), "fates")
    card = choice(read["card"], "fates", CARDS)
    fate = choice(read["fate"], "fates", FATES)
    sides = {}
    for name, wanted in (("gains", fate in ("sold", "drawn")), ("pays", fate != "asleep")):
        value = read.get(name)
        if wanted:
            sides[name] = _side(value, "fates")
        elif value is not None:
            raise refusal("not_a_choice", "fates", value=value, allowed="null")
    return Fate(card, fate, sides.get("gains"), sides.get("pays"))


def _deal(obj: dict[str, object]) -> Deal:
    read = members(obj, ("kind", "bazas", "points", "fates"), _MARKS)
    bazas, points = _four(read["bazas"], "bazas"), _four(read["points"], "points")
    fates = tuple(_fate(fate) for fate in _list(read["fates"], "fates", len(CARDS)))
    return Deal(bazas, points, fates, *_marks(read))


def _revesino(obj: dict[str, object]) -> Revesino:
    read = members(obj, ("kind", "goer"), ("cutter", "napolitana", "duty", *_MARKS))
    return Revesino(
        _side(read["goer"], "goer"),
        _side_or_none(read.get("cutter"), "cutter"),
        _side_or_none(read.get("napolitana"), "napolitana"),
        choice(read.get("duty", ""), "duty", DUTIES),
        *_marks(read),
    )


def _napolitana(obj: dict[str, object]) -> Napolitana:
    read = members(obj, ("kind", "holder"), ("lost", "introducer", "left", *_MARKS))
    lost = boolean(read.get("lost", False), "lost")
    introducer = _side_or_none(read.get("introducer"), "introducer")
    if introducer is not None and not lost:
        raise refusal("not_a_choice", "introducer", value=read["introducer"], allowed="null")
    left = boolean(read.get("left", False), "left")
    return Napolitana(_side(read["holder"], "holder"), lost, introducer, left, *_marks(read))


def _null(obj: dict[str, object]) -> Null:
    read = members(obj, ("kind",), ("passes", "dealer"))
    passes = boolean(read.get("passes", False), "passes")
    return Null(passes, _side_or_none(read.get("dealer"), "dealer"))


def _fault(obj: dict[str, object]) -> Fault:
    read = members(obj, ("kind", "fault", "side"), ("to", "dealer"))
    return Fault(
        choice(read["fault"], "fault", FAULTS),
        _side(read["side"], "side"),
        _side_or_none(read.get("to"), "to"),
        _side_or_none(read.get("dealer"), "dealer"),
    )


def _result(obj: dict[str, object]) -> Result:
    read = members(obj, ("kind", "of", "amounts"), ("dealer",))
    of = choice(read["of"], "of", RESULTS)
    return Result(
        of, _four(read["amounts"], "amounts"), _side_or_none(read.get("dealer"), "dealer")
    )


def _plate(obj: dict[str, object]) -> Plate:
    return Plate(_four(members(obj, ("kind", "amounts"))["amounts"], "amounts"))


def _ruling(obj: dict[str, object]) -> Ruling | DealerRuling:
    if obj.get("ruling") == "pie":
        read = members(obj, ("kind", "ruling", "dealer", "reason"))
        return DealerRuling(_side(read["dealer"], "dealer"), read["reason"])
    read = members(obj, ("kind", "ruling", "amounts", "reason"))
    act = choice(read["ruling"], "ruling", ("mano", "tantos", "pie"))
    return Ruling(act, _four(read["amounts"], "amounts"), read["reason"])


def _end(obj: dict[str, object]) -> End:
    members(obj, ("kind",))
    return End()


def _forfeit(obj: dict[str, object]) -> Forfeit:
    return forfeit_from_json(obj, SEATS)


_READERS: dict[str, Callable[[dict[str, object]], Hand]] = {
    "deal": _deal,
    "revesino": _revesino,
    "napolitana": _napolitana,
    "null": _null,
    "fault": _fault,
    "result": _result,
    "plate": _plate,
    "ruling": _ruling,
    "end": _end,
    "forfeit": _forfeit,
    "stop": stop_from_json,
}
