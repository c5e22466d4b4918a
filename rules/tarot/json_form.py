"""The structured form of a line, for forms and the API. `schema` has its JSON Schema.

Points are numbers, whole or with .5: `49`, `45.5`.
"""

from collections.abc import Callable
from math import isfinite
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
from rules.reading import SIDE_NAMES, Side, choice, integer, members, side_name, side_of
from rules.tarot.cards import CAMPS
from rules.tarot.codes import refuse
from rules.tarot.faults import EFFECTS, MOST_FAULTS, Fault
from rules.tarot.hands import (
    ACTS,
    CALLED,
    Deal,
    End,
    Hand,
    Passed,
    PetitAlone,
    Poignee,
    Results,
    Ruling,
)
from rules.tarot.options import CONTRACTS

SEATS = len(SIDE_NAMES)
OPTIONAL = ("petit", "partner", "called", "poignees", "announced", "slam", "faults", "dealer")


def to_json(hand: Hand) -> dict[str, object]:
    """The JSON object of a line.

    >>> to_json(Passed())
    {'kind': 'passed', 'dealer': None}
    """
    match hand:
        case Deal():
            return _deal_to_json(hand)
        case Passed():
            return {"kind": "passed", "dealer": _letter(hand.dealer)}
        case PetitAlone():
            dealer = _letter(hand.dealer)
            return {"kind": "petit", "player": side_name(hand.player), "dealer": dealer}
        case Results():
            return {
                "kind": "results",
                "deals": hand.deals,
                "points": [number_of(halves) for halves in hand.halves],
                "dealer": _letter(hand.dealer),
            }
        case End():
            return {"kind": "end"}
        case Ruling():
            points = [number_of(halves) for halves in hand.halves] if hand.halves else None
            return {"kind": "ruling", "ruling": hand.act, "points": points, "reason": hand.reason}
        case Forfeit():
            return forfeit_to_json(hand)
        case Stop():
            return stop_to_json(hand)


def from_json(obj: object) -> Hand:
    """The line of a JSON object; the members that may be null may be left out.

    Raises `RuleError` for anything else, of whatever type.

    >>> print(from_json({"kind": "results", "deals": 1, "points": [50, -25, -25]}))
    repartos 1 50 -25 -25
    """
    if not isinstance(obj, dict):
        raise refusal("json_not_object", "hand", value=obj)
    if "kind" not in obj:
        raise refusal("json_missing", "kind", allowed=", ".join(_READERS))
    return _READERS[choice(obj["kind"], "kind", _READERS)](obj)


def number_of(halves: int) -> int | float:
    """Half points as a number of points.

    >>> number_of(98), number_of(91)
    (49, 45.5)
    """
    return halves / 2 if halves % 2 else halves // 2


def halves_of(value: object, field: str) -> int:
    """A number of points as half points: a whole number or one with .5.

    What is out of range is for the line to say.
    """
    if type(value) is int:
        return 2 * value
    if type(value) is not float or not isfinite(value):
        raise refusal("json_type", field, value=value, allowed="number")
    if not (2 * value).is_integer():
        raise refuse("tarot.points_half", field, value=repr(value))
    return int(2 * value)


def _deal_to_json(deal: Deal) -> dict[str, object]:
    return {
        "kind": "deal",
        "taker": side_name(deal.taker),
        "contract": deal.contract,
        "points": number_of(deal.halves),
        "oudlers": deal.oudlers,
        "petit": deal.petit,
        "partner": _letter(deal.partner),
        "called": deal.called,
        "poignees": [
            {"side": side_name(poignee.side), "trumps": poignee.trumps} for poignee in deal.poignees
        ],
        "announced": deal.announced,
        "slam": deal.slam,
        "faults": [
            {"side": side_name(fault.side), "point": fault.point, "effect": fault.effect}
            for fault in deal.faults
        ],
        "dealer": _letter(deal.dealer),
    }


def _letter(side: Side | None) -> str | None:
    return None if side is None else side_name(side)


def _side_or_none(value: object, field: str) -> Side | None:
    return None if value is None else side_of(value, field, SEATS)


def _choice_or_none(value: object, field: str, allowed: tuple[str, ...]) -> str | None:
    return None if value is None else choice(value, field, allowed)


def _list(value: object, field: str, most: int) -> list[Any]:
    """A list, and no more of it than can be wrong: nobody reads a million members."""
    if not isinstance(value, list):
        raise refusal("json_type", field, value=value, allowed="list")
    return value[: most + 1]


def _poignee(obj: object) -> Poignee:
    read = members(obj, ("side", "trumps"), (), "poignees")
    side = side_of(read["side"], "poignees", SEATS)
    return Poignee(side, integer(read["trumps"], "poignees"))


def _fault(obj: object) -> Fault:
    read = members(obj, ("side", "point"), ("effect",), "faults")
    effect = _choice_or_none(read.get("effect"), "faults", tuple(EFFECTS.values()))
    side = side_of(read["side"], "faults", SEATS)
    return Fault(side, integer(read["point"], "faults"), effect)


def _deal(obj: dict[str, object]) -> Deal:
    read = members(obj, ("kind", "taker", "contract", "points", "oudlers"), OPTIONAL)
    announced = read.get("announced", False)
    if type(announced) is not bool:
        raise refusal("json_type", "announced", value=announced, allowed="bool")
    poignees = _list(read.get("poignees", []), "poignees", SEATS)
    faults = _list(read.get("faults", []), "faults", MOST_FAULTS)
    return Deal(
        taker=side_of(read["taker"], "taker", SEATS),
        contract=choice(read["contract"], "contract", CONTRACTS),
        halves=halves_of(read["points"], "points"),
        oudlers=integer(read["oudlers"], "oudlers"),
        petit=_choice_or_none(read.get("petit"), "petit", CAMPS),
        partner=_side_or_none(read.get("partner"), "partner"),
        called=_choice_or_none(read.get("called"), "called", CALLED),
        poignees=tuple(_poignee(poignee) for poignee in poignees),
        announced=announced,
        slam=_choice_or_none(read.get("slam"), "slam", CAMPS),
        faults=tuple(_fault(fault) for fault in faults),
        dealer=_side_or_none(read.get("dealer"), "dealer"),
    )


def _passed(obj: dict[str, object]) -> Passed:
    return Passed(_side_or_none(members(obj, ("kind",), ("dealer",)).get("dealer"), "dealer"))


def _petit(obj: dict[str, object]) -> PetitAlone:
    read = members(obj, ("kind", "player"), ("dealer",))
    player = side_of(read["player"], "player", SEATS)
    return PetitAlone(player, _side_or_none(read.get("dealer"), "dealer"))


def _each(value: object) -> tuple[int, ...]:
    """The points of each player as half points."""
    return tuple(halves_of(number, "points") for number in _list(value, "points", SEATS))


def _results(obj: dict[str, object]) -> Results:
    read = members(obj, ("kind", "deals", "points"), ("dealer",))
    dealer = _side_or_none(read.get("dealer"), "dealer")
    return Results(integer(read["deals"], "deals"), _each(read["points"]), dealer)


def _end(obj: dict[str, object]) -> End:
    members(obj, ("kind",))
    return End()


def _ruling(obj: dict[str, object]) -> Ruling:
    read = members(obj, ("kind", "ruling", "reason"), ("points",))
    act = choice(read["ruling"], "ruling", ACTS)
    points = read.get("points")
    if act == "points":
        return Ruling(act, read["reason"], _each(points))
    if points is not None:
        raise refusal("not_a_choice", "points", value=points, allowed="null")
    return Ruling(act, read["reason"])


def _forfeit(obj: dict[str, object]) -> Forfeit:
    return forfeit_from_json(obj, SEATS)


_READERS: dict[str, Callable[[dict[str, object]], Hand]] = {
    "deal": _deal,
    "passed": _passed,
    "petit": _petit,
    "results": _results,
    "end": _end,
    "ruling": _ruling,
    "forfeit": _forfeit,
    "stop": stop_from_json,
}
