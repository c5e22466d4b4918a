"""The lines of an acta with A and B exchanged: somebody wrote each count on the other's side.

It goes by the structured form of the lines, whose members mean the same in every game. A line that
tells nothing of the sides stays as it is.
"""

from collections.abc import Iterable
from typing import Any

from rules.core import Game, Score, refusal, replay

# Members that hold a side by its letter, or a seat of it («A2»).
OF_A_SIDE = frozenset(
    {
        "side",
        "winner",
        "loser",
        "last",
        "declared",
        "dealer",
        "blancas",
        "stopped",
        "five",
        "estuche",
        "false_claim",
        "mano",
        "gallo",
    }
)
# Members that hold a number of each side, A first.
OF_BOTH = frozenset(
    {
        "cards",
        "partidas",
        "points",
        "juegos",
        "bazas",
        "captures",
        "calidades",
        "tantos",
        "split",
        "vales",
    }
)
LETTERS = {"A": "B", "B": "A"}


def swapped(game: Game, hand: Any) -> Any:
    """This line of a match between two with the sides exchanged. Raises RuleError where the line
    cannot be written so."""
    return game.from_json(_object(game.to_json(hand)))


def swapped_lines(game: Game, options: Any, lines: Iterable[str]) -> list[str]:
    """A whole acta with the sides exchanged, of which every score is the mirror of what it was.

    Raises RuleError: `no_mirror` at a table of more than two sides, and where the same hands would
    not add up to the same on the other side (who deals first, for one, may not be written); or what
    the game says of a line, as of one who plays against two.
    """
    before = replay(game, options, lines)
    if game.sides(options) != 2:
        raise refusal("no_mirror", "lines")
    turned = [str(swapped(game, step.hand)) for step in before]
    after = replay(game, options, turned)
    if not all(_mirrors(one.score, two.score) for one, two in zip(before, after, strict=True)):
        raise refusal("no_mirror", "lines")
    return turned


def _mirrors(one: Score[Any], other: Score[Any]) -> bool:
    """Whether one score is the other seen from the other side."""
    winner = None if one.winner is None else 1 - one.winner
    tallies = tuple(tally[::-1] for tally in one.tallies)
    return (tallies, winner, one.over) == (other.tallies, other.winner, other.over)


def _object(members: dict[str, Any]) -> dict[str, Any]:
    return {name: _member(name, value) for name, value in members.items()}


def _member(name: str, value: Any) -> Any:
    if isinstance(value, dict):
        # An object with a member for each side that has something.
        if value and value.keys() <= LETTERS.keys():
            return {LETTERS[letter]: value[letter] for letter in reversed(value)}
        return _object(value)
    if isinstance(value, list):
        if name in OF_BOTH and len(value) == 2:
            return value[::-1]
        return [_object(one) if isinstance(one, dict) else one for one in value]
    if name in OF_A_SIDE and isinstance(value, str) and value[:1] in LETTERS:
        return LETTERS[value[0]] + value[1:]
    return value
