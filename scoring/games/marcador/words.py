"""The free score in words: the column of each side, the score, the line."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext, gettext_lazy, pgettext
from django.utils.translation import gettext_lazy as _

from rules.core import Event, Score, Step
from rules.marcador.hands import Mano, numbers_of
from rules.marcador.match import State
from rules.marcador.options import Options
from scoring.games.numbers import ActaCount, count_in_events, count_in_lines, sentence
from tournaments.games.refusals import event_message
from tournaments.words import Text

BOARD = "scoring/games/marcador/board.html"
# The words of each fault of `rules.marcador.codes` inside a sentence.
PENAL: dict[str, Text] = {
    "renuncio": gettext_lazy("renuncio"),
    "cartas_de_mas": gettext_lazy("tiene cartas de más o de menos"),
}
MOST_ROWS = 8  # the most totals in a column: the latest totals of the juego
MOST_BOXES = 5  # the most juegos drawn as boxes, between two sides; more do not fit on a phone
EXAMPLES = (
    ("40-25", gettext_lazy("una mano, o un juego que se anota entero: tantos de A y de B")),
    ("3 -1 -1 -1", gettext_lazy("una mano de cuatro, con números por debajo de 0")),
    ("manos 8 180-96", gettext_lazy("ocho manos de las que solo se guardó la suma")),
    ("juego A", gettext_lazy("un juego que gana A")),
    ("juego tablas", gettext_lazy("un juego que no gana nadie")),
    ("juegos 3-1", gettext_lazy("varios juegos: los que ganó cada uno")),
    ("fin", gettext_lazy("se acabó el tiempo")),
    ("arbitro A-5: motivo", gettext_lazy("el árbitro quita cinco tantos a A")),
    ("arbitro mano 162-0: motivo", gettext_lazy("el árbitro dice cómo queda la mano")),
    (
        "arbitro manos 12 1000-940: motivo",
        gettext_lazy("el árbitro dice cómo quedan doce manos juntas"),
    ),
    ("arbitro juego A: motivo", gettext_lazy("el árbitro da a A el juego")),
    ("arbitro partida A: motivo", gettext_lazy("el árbitro da a A el encuentro")),
    ("arbitro aviso B: motivo", gettext_lazy("el árbitro advierte a B")),
    ("pierde A: motivo", gettext_lazy("A se retira o no se presenta")),
)
_SIDE_PARAMS = {"points", "juegos", "result"}


def line_in_words(step: Step[State], names: Sequence[str]) -> str:
    """Return the line and its events in sentences that call the sides by `names`."""
    return " ".join(_event_in_words(event, names) for event in step.score.events)


def _event_in_words(event: Event, names: Sequence[str]) -> str:
    """Return the sentence of an event, with its numbers as people read them: «40–25», «−20».

    With two sides, the winner's number comes first.
    """
    side_params = _SIDE_PARAMS | ({"tantos"} if event.code == "marcador.juego_won" else set())
    params = tuple(
        (name, _numbers_text(str(value), event.side) if name in side_params else _page_minus(value))
        for name, value in event.params
    )
    return sentence(event_message(replace(event, params=params), names))


def _numbers_text(text: str, winner: int | None) -> str:
    numbers = numbers_of(text)
    return numbers_against(numbers[::-1] if winner == 1 and len(numbers) == 2 else numbers)


def numbers_against(numbers: Sequence[int]) -> str:
    """Return the numbers of the sides as text, separated by a dash or by slashes.

    >>> numbers_against([40, 25]), numbers_against([-20, 20]), numbers_against([4, 3, 2, 1])
    ('40–25', '−20 / 20', '4 / 3 / 2 / 1')
    """
    separator = "–" if len(numbers) == 2 and min(numbers) >= 0 else " / "
    return separator.join(map(_number_text, numbers))


def _page_minus(value: object) -> object:
    """Return a signed amount with the minus sign of the page; return any other value unchanged."""
    text = str(value)
    return text.replace("-", "−") if re.fullmatch(r"[+-]\d+", text) else value


def score_in_words(score: Score[State], options: Options) -> str:
    """Return the score in one line, A first: «Juegos 2–1 · tantos 12–20»."""
    _cuenta, vacas, juegos, tantos = score.tallies
    parts = []
    if options.vacas > 1:
        parts.append(gettext("vacas %(score)s") % {"score": numbers_against(vacas)})
    if not options.counts_tantos:
        parts.append(gettext("juegos %(score)s") % {"score": numbers_against(juegos)})
    if options.counts_tantos or any(tantos):
        parts.append(gettext("tantos %(score)s") % {"score": numbers_against(tantos)})
    return sentence(" · ".join(parts))


def board(score: Score[State], options: Options, names: Sequence[str]) -> dict[str, Any]:
    """Return the context of the board: a column for each side, with its total after each mano."""
    return {
        "sides": [_side(score, options, side) for side in range(options.sides)],
        "foot": _foot(score, options, names),
    }


def _side(score: Score[State], options: Options, side: int) -> dict[str, Any]:
    vacas, juegos = score.tallies[1][side], score.tallies[2][side]
    column = [_number_text(tantos[side]) for tantos in score.state.column]
    earlier = column[:-1] if options.by_tantos else []
    return {
        "more": len(earlier) > MOST_ROWS,
        "column": earlier[-MOST_ROWS:],
        "winner": score.winner == side,
        **_large_number(score, options, side),
        "boxes": _boxes(juegos, options),
        "juegos": gettext("juegos: %(won)s") % {"won": juegos}
        if _juegos_in_words(score, options)
        else "",
        "boxes_label": gettext("%(won)s de %(wanted)s juegos")
        % {"won": juegos, "wanted": options.juegos},
        "vacas": gettext("vacas: %(won)s de %(wanted)s") % {"won": vacas, "wanted": options.vacas}
        if options.vacas > 1
        else "",
    }


def _boxes(juegos: int, options: Options) -> list[bool]:
    """Return whether each juego needed to win is won; [] if the boxes do not fit."""
    few = 1 < options.juegos <= MOST_BOXES and options.sides == 2 and not options.play_all
    return [number < juegos for number in range(options.juegos)] if few else []


def _juegos_in_words(score: Score[State], options: Options) -> bool:
    """Return whether the board writes the juegos of each side in words.

    It does if neither the boxes nor the large number show them.
    """
    by_tantos = options.by_tantos and not score.over
    return by_tantos and not options.counts_tantos and not _boxes(0, options)


def _large_number(score: Score[State], options: Options, side: int) -> dict[str, str]:
    """Return the large number of a side and the word below it.

    The number is the tantos in play. It is the juegos if tantos are not recorded, or if a match of
    juegos is over.
    """
    if options.counts_tantos or (options.by_tantos and not score.over):
        word = pgettext("of marcador", "tantos")
        if options.target:
            word = gettext("tantos de %(target)s") % {"target": options.target}
        return {"large": _number_text(score.tallies[3][side]), "word": word}
    return {"large": str(score.tallies[2][side]), "word": gettext("juegos")}


def _number_text(number: int) -> str:
    return str(number).replace("-", "−")


def _foot(score: Score[State], options: Options, names: Sequence[str]) -> str:
    if score.over:
        return _event_in_words(score.events[-1], names)
    state, sentences = score.state, []
    if not options.counts_tantos:
        sentences.append(gettext("Juego %(number)s.") % {"number": state.juegos + 1})
    if state.limit:
        numbers = {"number": state.manos + 1, "last": state.limit}
        sentences.append(gettext("Mano %(number)s de %(last)s.") % numbers)
    elif options.by_tantos:
        sentences.append(gettext("Mano %(number)s.") % {"number": state.manos + 1})
    if state.time:
        sentences.append(gettext("Se acabó el tiempo: se desempata."))
    elif options.clock:
        sentences.append(gettext("Acaba cuando se anote el final del tiempo."))
    return " ".join(sentences)


# --- Numbers --------------------------------------------------------------------------------------
# Free score: the counts of a day's manos.
NUMBERS = (
    ActaCount("manos", _("manos anotadas"), count_in_lines(Mano, lambda mano: mano.manos)),
    ActaCount("juegos", _("juegos ganados"), count_in_events("marcador.juego_won")),
    ActaCount("vacas", _("vacas ganadas"), count_in_events("marcador.vaca_won")),
)
