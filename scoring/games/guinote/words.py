"""Guiñote in words: the board, the score, the line."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext, gettext_lazy, ngettext
from django.utils.translation import gettext_lazy as _

from rules.core import Score, Step
from rules.guinote.hands import Deal, Renuncio, Ruling
from rules.guinote.match import State
from rules.guinote.options import Options
from rules.guinote.partida import malas_o_buenas
from scoring.games.numbers import (
    ActaCount,
    count_in_events,
    count_in_lines,
    sentence,
    winner_first_event,
)
from tournaments.games.refusals import event_message
from tournaments.words import Text

RENUNCIOS = {
    1: gettext_lazy("no servir al palo en el arrastre teniendo de él"),
    2: gettext_lazy("echar cartas antes de su turno"),
    3: gettext_lazy("servir al palo sin montar, teniendo con qué"),
    4: gettext_lazy("tener menos o más cartas de las debidas"),
    5: gettext_lazy("cantar veintes o cuarenta sin ir la baza a su favor"),
    6: gettext_lazy("frases, gestos o señas que indican las cartas"),
}
BOARD = "parts/boards/board.html"
# The faults of `rules.guinote.codes`, inside a sentence.
PENAL: dict[str, Text] = {
    "renuncio_1": gettext_lazy("no sirve al palo en el arrastre teniendo de él"),
    "renuncio_2": gettext_lazy("echa cartas antes de su turno"),
    "renuncio_3": gettext_lazy("sirve al palo sin montar, teniendo con qué"),
    "renuncio_4": gettext_lazy("tiene menos o más cartas de las debidas"),
    "renuncio_5": gettext_lazy("canta veintes o cuarenta sin ir la baza a su favor"),
    "renuncio_6": gettext_lazy("frases, gestos o señas que indican las cartas"),
    "anuncio_falso": gettext_lazy("canta haber ganado y no llega"),
}
EXAMPLES = (
    ("coto 3-1", gettext_lazy("un coto entero: partidas de A y de B")),
    ("coto A", gettext_lazy("un coto que gana A, sin anotar por cuánto")),
    ("partida A", gettext_lazy("una partida que gana A")),
    (
        "62-58 uA A20o B40e",
        gettext_lazy(
            "un reparto: tantos por cartas de A y de B, diez de últimas para A (uA), veinte de "
            "oros de A, cuarenta de espadas de B (palos: o, c, e, b)"
        ),
    ),
    ("9-31 !A", gettext_lazy("de vueltas, A canta haber ganado")),
    ("renuncio A 5", gettext_lazy("renuncio de A, punto 5 del reglamento")),
    ("arbitro partida A: motivo", gettext_lazy("el árbitro da la partida a A")),
    ("arbitro anula: motivo", gettext_lazy("el árbitro anula la partida en juego")),
    ("pierde A: motivo", gettext_lazy("A se retira o no se presenta: gana B")),
)


def line_in_words(step: Step[State], names: Sequence[str]) -> str:
    """Return the line and its events in sentences that call the sides by `names`."""
    words = [event_message(winner_first_event(event), names) for event in step.score.events]
    return " ".join(sentence(text) for text in (_line_sentence(step, names), *words) if text)


def _line_sentence(step: Step[State], names: Sequence[str]) -> str:
    """Return the sentence of a line that does not come from its events; "" for most lines.

    It is the count of a deal, the renuncio, or the reason of a ruling that awards the partida.
    """
    match step.hand:
        case Deal() as deal:
            return gettext("reparto de %(a)s a %(b)s tantos.") % dict(
                zip("ab", deal.tantos, strict=True)
            )
        case Renuncio(point=point):
            return gettext("renuncio, punto %(point)s: %(what)s.") % {
                "point": point,
                "what": RENUNCIOS[point],
            }
        case Ruling(winner=0 | 1, reason=reason):
            return gettext("árbitro: %(reason)s.") % {"reason": reason}
    return ""


def score_in_words(score: Score[State], options: Options) -> str:
    """Return the score in one line, A first: «Cotos 1–0 · partidas 2–1 · tantos 92–98»."""
    cotos, partidas, coto_partidas, tantos = (f"{a}–{b}" for a, b in score.tallies)
    has_cotos = options.cotos_to_win > 1
    parts = [gettext("cotos %(score)s") % {"score": cotos}] if has_cotos else []
    shown_partidas = partidas if score.over or not has_cotos else coto_partidas
    parts.append(gettext("partidas %(score)s") % {"score": shown_partidas})
    if score.state.ida:
        parts.append(gettext("tantos %(score)s") % {"score": tantos})
    return sentence(" · ".join(parts))


def board(score: Score[State], options: Options, names: Sequence[str]) -> dict[str, Any]:
    """Return the context of `parts/boards/board.html`; the caller adds each side's title."""
    return {
        "sides": [_board_side(score, options, side) for side in (0, 1)],
        "foot": _foot(score, options, names),
    }


def _board_side(score: Score[State], options: Options, side: int) -> dict[str, Any]:
    cotos, partidas, coto_partidas, tantos = (tally[side] for tally in score.tallies)
    boxes = options.cotos_to_win if options.cotos_to_win > 1 else 0
    half_tantos, half = malas_o_buenas(tantos)
    shown_partidas = partidas if score.over or not boxes else coto_partidas
    return {
        "cotos": [number < cotos for number in range(boxes)],
        "cotos_label": gettext("%(won)s de %(wanted)s cotos") % {"won": cotos, "wanted": boxes},
        "partidas": shown_partidas,
        "partidas_label": (
            ngettext("partida en este coto", "partidas en este coto", shown_partidas)
            if boxes and not score.over
            else ngettext("partida en total", "partidas en total", shown_partidas)
        ),
        "tantos": half_tantos if score.state.ida else None,
        "half": ngettext("mala", "malas", half_tantos)
        if half == "malas"
        else ngettext("buena", "buenas", half_tantos),
        "winner": score.winner == side,
    }


def _foot(score: Score[State], options: Options, names: Sequence[str]) -> str:
    if score.over and score.winner is not None:
        return sentence(event_message(winner_first_event(score.events[-1]), names))
    if score.over:
        return gettext("Empate.")
    sentences = []
    if options.cotos_to_win > 1:
        sentences.append(gettext("Coto %(number)s.") % {"number": len(score.state.cotos) + 1})
    if score.state.ida:
        sentences.append(gettext("Van de vueltas: anote el segundo reparto."))
    if score.state.dealer is not None:
        sentences.append(gettext("Da %(side)s.") % {"side": names[score.state.dealer]})
    return " ".join(sentences)


# --- Numbers --------------------------------------------------------------------------------------
# Events counted over all the hands of a day.
def _cante_count(deal: Deal, value: int) -> int:
    return sum(cante.value == value for cante in deal.cantes)


NUMBERS = (
    ActaCount("deals", _("repartos anotados"), count_in_lines(Deal)),
    ActaCount(
        "forties",
        _("cantes de cuarenta"),
        count_in_lines(Deal, lambda deal: _cante_count(deal, 40)),
    ),
    ActaCount(
        "twenties", _("cantes de veinte"), count_in_lines(Deal, lambda deal: _cante_count(deal, 20))
    ),
    ActaCount("second_deals", _("partidas que van de vueltas"), count_in_events("guinote.vueltas")),
    ActaCount(
        "declared",
        _("partidas cantadas como ganadas"),
        count_in_events("guinote.partida_won", way_prefix="declared"),
    ),
    ActaCount("renuncios", _("renuncios"), count_in_lines(Renuncio)),
)
