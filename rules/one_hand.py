"""Recognise lines that record exactly one hand, in every game, by their JSON form."""

from typing import Any

from rules.core import Game

ALWAYS = frozenset({"deal", "passed"})


def tells_one_hand(game: Game, line: Any) -> bool:
    """Return whether a parsed line is one hand: not a partida, a coto or several hands.

    >>> from rules import game
    >>> mus = game("marcador")
    >>> [tells_one_hand(mus, mus.parse(line)) for line in ("9-5", "manos 12 100-90", "juegos 3-1")]
    [True, False, False]
    """
    json_line = game.to_json(line)
    if json_line.get("kind") in ALWAYS:
        return True
    match json_line:
        case {"kind": "mano", "manos": 1} | {"kind": "results", "deals": 1}:
            return True
        case {"kind": "result", "of": "mano"}:
            return True
    return False
