"""The notation of guiñote: after the tantos by cards, the words of a deal come in any order.

>>> parse("60-60 ua b40E")
Deal(cards=(60, 60), last=0, cantes=(Cante(side=1, value=40, suit='e'),), declared=None, dealer=None)
"""  # noqa: E501

import re

from rules.core import Score, Side
from rules.guinote.codes import refuse
from rules.guinote.hands import Cante, Coto, CotoWinner, Deal, Partida, Renuncio, Ruling
from rules.guinote.match import State
from rules.guinote.options import Options
from rules.notation import Notation, Words, only_word, side_in, unreadable_error
from rules.reading import Tally
from rules.shorthands import Shorthand, line_per_unit_shorthand, one_line_shorthand, race_results

_EXAMPLES = "62-58 uA A20o B40e · renuncio A 5 · partida A · coto 3-1"
_PAIR = re.compile(r"([0-9]{1,6})-([0-9]{1,6})")
_CANTE = re.compile(r"([A-Z])([0-9]{1,6})([A-Z]?)", re.IGNORECASE | re.ASCII)


def _read_ruling(words: Words, line: str, reason: str) -> Ruling | None:
    match words:
        case ["anula"]:
            return Ruling(None, reason)
        case ["partida", letter]:
            return Ruling(side_in(letter, "side"), reason)
    return None


def _read_renuncio(words: Words, line: str) -> Renuncio:
    match words:
        case [side, point] if re.fullmatch(r"[0-9]{1,6}", point):
            return Renuncio(side_in(side, "side"), int(point))
    raise unreadable_error(line, "renuncio A 5")


def _read_partida(words: Words, line: str) -> Partida:
    return Partida(side_in(only_word(words, line, "partida A"), "winner"))


def _read_coto(words: Words, line: str) -> Coto | CotoWinner:
    match words:
        case [result] if pair := _PAIR.fullmatch(result):
            return Coto((int(pair[1]), int(pair[2])))
        case [winner] if winner.isalpha():
            return CotoWinner(side_in(winner, "winner"))
    raise unreadable_error(line, "coto 3-1 · coto A")


def _read_deal(words: Words, line: str) -> Deal:
    """Read a deal: first the tantos by cards; then the words uA, !A and dA, each at most once, and
    the cantes.
    """
    cards = _PAIR.fullmatch(words[0])
    if cards is None:
        raise unreadable_error(line, _EXAMPLES)
    sides: dict[str, Side] = {}
    cantes: list[Cante] = []
    for word in words[1:]:
        sign = word[0].lower()
        if len(word) == 2 and sign in _SIGNS:
            if sign in sides:
                raise refuse("guinote.word_twice", _SIGNS[sign], value=word)
            sides[sign] = side_in(word[1], _SIGNS[sign])
        else:
            cantes.append(_read_cante(word))
    return Deal(
        cards=(int(cards[1]), int(cards[2])),
        last=sides.get("u"),
        cantes=tuple(cantes),
        declared=sides.get("!"),
        dealer=sides.get("d"),
    )


_SIGNS = {"u": "last", "!": "declared", "d": "dealer"}


def _read_cante(word: str) -> Cante:
    cante = _CANTE.fullmatch(word)
    if cante is None:
        raise unreadable_error(word, "uA · A20o · B40e · !A · dA", field="cantes")
    return Cante(side_in(cante[1], "cantes"), int(cante[2]), cante[3].lower() or None)


parse = Notation(
    sides=2,
    forms_with_reason="pierde A: … · arbitro partida A: … · arbitro anula: …",
    default_reader=_read_deal,
    readers={"renuncio": _read_renuncio, "partida": _read_partida, "coto": _read_coto},
    readers_with_reason={"arbitro": _read_ruling},
).parse


# --- Shorthands -----------------------------------------------------------------------------------
# The desk's typed numbers («2-1») as lines of guiñote.
UNSTATED_TALLIES = ("partidas",)


def shorthands(options: Options) -> tuple[Shorthand[State], ...]:
    """Return the shorthands for typed results.

    The numbers («2-1») are cotos, where cotos win the match, or the partidas of each coto.

    >>> [shorthand.word for shorthand in shorthands(Options())]
    ['cotos', 'coto']
    """

    def possible_results(score: Score[State]) -> list[Tally]:
        if any(score.tallies[2]) or score.state.ida is not None:
            return []
        results = options.coto_results()
        return [
            *results,
            *(
                (loser_partidas, winner_partidas)
                for winner_partidas, loser_partidas in reversed(results)
                if winner_partidas != loser_partidas
            ),
        ]

    coto = one_line_shorthand("coto", possible_results=possible_results)
    if options.cotos_to_win == 1:
        return (coto,)
    cotos: Shorthand[object] = line_per_unit_shorthand(
        "cotos",
        "coto",
        race_results(options.cotos_to_win),
        unstated_tallies=UNSTATED_TALLIES,
        full_example=_example_cotos(options),
    )
    return cotos, coto


def unstated_tallies(hand: object) -> tuple[str, ...]:
    """Return the tallies that a line omits: the partidas, if the line is a coto with only its
    winner.
    """
    return UNSTATED_TALLIES if isinstance(hand, CotoWinner) else ()


def _example_cotos(options: Options) -> str:
    """Return example numbers of a match won by A, each coto with its partidas.

    >>> _example_cotos(Options()), _example_cotos(Options(cotos=3, partidas=12))
    ('31 23 30', '12-1 12-1 2-12 12-0')
    """
    win = options.partidas_to_win
    losses = min(1, win - 1), min(2, win - 1)
    cotos = [(win, losses[0])] * (options.cotos_to_win - 1) + [(losses[1], win), (win, 0)]
    separator = "-" if win > 9 else ""
    return " ".join(f"{a}{separator}{b}" for a, b in cotos)
