"""Exchange A and B in an acta whose counts were written on the wrong sides."""

from collections.abc import Iterable

from rules.codec import mirrored_line
from rules.core import AnyGame, GameOptions, Score, fold, refusal


def swapped_lines(game: AnyGame, options: GameOptions, lines: Iterable[str]) -> list[str]:
    """Return the lines of a whole acta with A and B exchanged; every score is the mirror of the old
    score.

    Raises `RuleError`: `no_mirror` at a table of more than two sides, and if the exchanged lines do
    not give the mirrored scores, for example because the record does not show the first dealer. It
    also raises the game's own refusal of a line, such as a hand of one player against two.
    """
    steps = fold(game, options, lines)
    if options.sides != 2:
        raise refusal("no_mirror", "lines")
    mirrored_lines = [str(mirrored_line(step.hand)) for step in steps]
    mirrored_steps = fold(game, options, mirrored_lines)
    if not all(
        _is_mirror(step.score, mirrored_step.score)
        for step, mirrored_step in zip(steps, mirrored_steps, strict=True)
    ):
        raise refusal("no_mirror", "lines")
    return mirrored_lines


def _is_mirror(score: Score[object], mirror: Score[object]) -> bool:
    """Return whether `mirror` is `score` with the sides exchanged."""
    winner = None if score.winner is None else 1 - score.winner
    tallies = tuple(tally[::-1] for tally in score.tallies)
    return (tallies, winner, score.over) == (mirror.tallies, mirror.winner, mirror.over)


# --- One hand -------------------------------------------------------------------------------------
# Recognise lines that record exactly one hand, in every game, by their JSON form.
KINDS_OF_ONE_HAND = frozenset({"deal", "passed"})


def is_one_hand(game: AnyGame, line: object) -> bool:
    """Return whether a parsed line is one hand: not a partida, a coto or several hands.

    >>> from rules import game
    >>> mus = game("marcador")
    >>> [is_one_hand(mus, mus.parse(line)) for line in ("9-5", "manos 12 100-90", "juegos 3-1")]
    [True, False, False]
    """
    json_line = game.to_json(line)
    if json_line.get("kind") in KINDS_OF_ONE_HAND:
        return True
    match json_line:
        case {"kind": "mano", "manos": 1} | {"kind": "results", "deals": 1}:
            return True
        case {"kind": "result", "of": "mano"}:
            return True
    return False
