"""The notation of a free score: numbers with hyphens, or with spaces if a number is negative.

>>> parse("JUEGO a"), parse("+3 -1  -1 -1")
(Juego(winner=0), Mano(points=(3, -1, -1, -1), manos=1))
"""

import re

from rules.core import Score, Side
from rules.lines import End
from rules.marcador.hands import Juego, Juegos, Mano, Ruling, numbers_text
from rules.marcador.match import State
from rules.marcador.options import MOST_SIDES, Numbers, Options
from rules.notation import Notation, Words, side_in, unreadable_error
from rules.reading import Tally
from rules.shorthands import Shorthand, fixed_length_results, race_results, results_still_possible

_EXAMPLES = "40-25 · 3 -1 -1 -1 · manos 8 180-96 · juego A · juegos 3-1 · fin"
_HYPHENS = re.compile(r"[0-9]{1,8}(?:-[0-9]{1,8})+")
_SPACES = re.compile(r"[+-]?[0-9]{1,8}(?: [+-]?[0-9]{1,8})+")
_COUNT = re.compile(r"[0-9]{1,6}")
_AMOUNTS = re.compile(r"(?:[a-z] ?[+-][0-9]{1,8} ?)+")
_AMOUNT = re.compile(r"([a-z]) ?([+-][0-9]{1,8})")


def _read_line(words: Words, line: str) -> Mano | Juego | Juegos | End:
    match words:
        case ["juego", "tablas"]:
            return Juego(None)
        case ["juego", side]:
            return Juego(_read_side(side, "winner"))
        case ["juegos", *numbers]:
            return Juegos(_read_numbers(numbers, line))
        case ["manos", count, *numbers] if _COUNT.fullmatch(count):
            return Mano(_read_numbers(numbers, line), int(count))
        case ["fin"]:
            return End()
    return Mano(_read_numbers(words, line))


def _read_ruling(words: Words, line: str, reason: str) -> Ruling | None:
    match words:
        case ["mano", *numbers]:
            return Ruling("mano", reason, points=_read_numbers(numbers, line))
        case ["manos", count, *numbers] if _COUNT.fullmatch(count):
            return Ruling("mano", reason, points=_read_numbers(numbers, line), manos=int(count))
        case ["aviso" | "juego" | "partida" as act, side]:
            return Ruling(act, reason, _read_side(side, "side"))
        case [*amounts] if _AMOUNTS.fullmatch(text := " ".join(amounts)):
            return Ruling("tantos", reason, amounts=_read_amounts(text))
    return None


def _read_amounts(text: str) -> tuple[tuple[Side, int], ...]:
    return tuple(
        (_read_side(side, "tantos"), int(amount)) for side, amount in _AMOUNT.findall(text)
    )


def _read_numbers(words: Words, line: str) -> Numbers:
    """Return the numbers of the sides; raises `line_unreadable`."""
    text = " ".join(words)
    if _HYPHENS.fullmatch(text):
        return tuple(map(int, text.split("-")))
    if _SPACES.fullmatch(text):
        return tuple(map(int, words))
    raise unreadable_error(line, _EXAMPLES)


def _read_side(letter: str, field: str) -> Side:
    return side_in(letter, field, MOST_SIDES)


parse = Notation(
    MOST_SIDES,
    forms_with_reason="pierde A: … · arbitro A-5: … · arbitro mano 162-0: … · arbitro juego A: … · "
    "arbitro partida A: … · arbitro aviso A: …",
    default_reader=_read_line,
    lowercase=True,
    readers_with_reason={"arbitro": _read_ruling},
).parse


# --- Shorthands -----------------------------------------------------------------------------------
# The desk's typed numbers («40-25») as lines of a free score.
def shorthands(options: Options) -> tuple[Shorthand[State], ...]:
    """Return the shorthands for typed results.

    The numbers («2-1») are juegos, unless the match counts tantos. If lines record tantos, the
    numbers may also be the tantos of the remaining manos, or of one mano.

    >>> from rules.marcador.options import PRESETS
    >>> [shorthand.word for shorthand in shorthands(PRESETS["mus_vacas"])]
    ['juegos', 'manos', 'mano']
    """
    result_shorthands: list[Shorthand[State]] = (
        [] if options.counts_tantos else [_juegos_shorthand(options)]
    )
    if options.by_tantos:
        result_shorthands += [Shorthand("manos", _write_manos), Shorthand("mano", _write_mano)]
    return tuple(result_shorthands)


def _juegos_shorthand(options: Options) -> Shorthand[State]:
    """Return the shorthand for the juegos of the vaca in play, including the juegos already
    recorded.
    """
    results_of_two_sides = (
        fixed_length_results(options.juegos) if options.play_all else race_results(options.juegos)
    )
    possible_results = results_of_two_sides if options.sides == 2 else []

    def write(numbers: Tally, score: Score[State]) -> list[str]:
        wins = score.tallies[2]
        if len(wins) != len(numbers):
            return []
        lacking = tuple(
            number - recorded_wins for number, recorded_wins in zip(numbers, wins, strict=True)
        )
        return [f"juegos {numbers_text(lacking)}"]

    return Shorthand(
        "juegos", write, lambda score: results_still_possible(possible_results, score.tallies[2])
    )


def _write_mano(numbers: Tally, score: Score[State]) -> list[str]:
    return [numbers_text(numbers)]


def _write_manos(numbers: Tally, score: Score[State]) -> list[str]:
    """Return a list with the line for the tantos of the remaining manos of the juego; an empty list
    unless a limit leaves more than one mano.
    """
    manos_left = score.state.limit - score.state.manos
    return [f"manos {manos_left} {numbers_text(numbers)}"] if manos_left > 1 else []
