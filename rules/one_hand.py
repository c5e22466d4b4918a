"""Which lines of an acta tell one hand alone, in every game, by their structured form."""

from typing import Any

from rules.core import Game

ALWAYS = frozenset({"deal", "passed"})


def tells_one_hand(game: Game, line: Any) -> bool:
    """Whether a line already read is one hand: not a partida, a coto, or several hands together.

    >>> from rules import game
    >>> mus = game("marcador")
    >>> [tells_one_hand(mus, mus.parse(line)) for line in ("9-5", "manos 12 100-90", "juegos 3-1")]
    [True, False, False]
    """
    told = game.to_json(line)
    if told.get("kind") in ALWAYS:
        return True
    match told:
        case {"kind": "mano", "manos": 1} | {"kind": "results", "deals": 1}:
            return True
        case {"kind": "result", "of": "mano"}:
            return True
    return False
