"""Tarot in words: the columns of the players, the score, the line."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from django.utils.formats import get_format
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from rules.core import Event, Score, Step
from rules.tarot.cards import CAMPS
from rules.tarot.hands import Deal, PassedDeal
from rules.tarot.match import State
from rules.tarot.options import Options
from scoring.games.figures import count, totals_by_letter
from scoring.games.numbers import ActaCount, count_in_lines, sentence
from scoring.games.tarot.sentences import CONTRACTS, FAULTS
from tournaments.games.refusals import event_message
from tournaments.words import Text

BOARD = "scoring/games/tarot/board.html"
# The faults of `rules.tarot.faults`, inside a sentence.
PENAL: dict[str, Text] = {
    "punto_1": gettext_lazy("no sirve al palo o al triunfo pudiendo"),
    "punto_2": gettext_lazy("no corta pudiendo"),
    "punto_3": gettext_lazy("no mata el triunfo pudiendo"),
    "punto_4": gettext_lazy("juega antes de turno"),
    "punto_5": gettext_lazy("anuncio falso"),
    "punto_6": gettext_lazy("se descarta de un número incorrecto"),
    "punto_7": gettext_lazy("se descarta de oudlers o reyes"),
}
PETIT: dict[str, Text] = dict(
    zip(
        CAMPS,
        (
            gettext_lazy("el bando del tomador gana la última baza con la pequeña"),
            gettext_lazy("la defensa gana la última baza con la pequeña"),
        ),
        strict=True,
    )
)
SLAM: dict[str, Text] = dict(
    zip(
        CAMPS,
        (
            gettext_lazy("el bando del tomador hace todas las bazas"),
            gettext_lazy("la defensa hace todas las bazas"),
        ),
        strict=True,
    )
)
EXAMPLES = (
    (
        "B guardia 49 2o",
        gettext_lazy(
            "B toma en guardia; su bando hace 49 puntos con 2 oudlers (contratos: tomo, guardia, "
            "sin, contra)"
        ),
    ),
    ("B+D guardia 45.5 2o", gettext_lazy("a cinco: D es el aliado")),
    ("B solo guardia 49 2o", gettext_lazy("a cinco: B juega solo")),
    (
        "B guardia 49 2o p+ B10",
        gettext_lazy("además: la pequeña al final (p- si es de la defensa) y poignée de B"),
    ),
    (
        "B guardia 91 3o !ch ch+",
        gettext_lazy("chelem anunciado (!ch) y hecho (ch+; ch- si lo hace la defensa)"),
    ),
    ("B guardia 49 2o fC4", gettext_lazy("falta 4 de C; en las faltas 1 a 3, fC1n o fC1p")),
    ("B guardia 49 2o dA", gettext_lazy("dio A")),
    ("paso", gettext_lazy("todos pasan")),
    ("petit B", gettext_lazy("B tenía sola la pequeña")),
    ("repartos 1 -106 318 -106 -106", gettext_lazy("un reparto del que solo se sabe el resultado")),
    ("fin", gettext_lazy("se acabó el tiempo")),
    ("arbitro puntos -20 20 0 0: motivo", gettext_lazy("el árbitro mueve puntos")),
    ("arbitro anula: motivo", gettext_lazy("se vuelve a dar")),
    ("pierde C: motivo", gettext_lazy("C deja el encuentro")),
)


def line_in_words(step: Step[State], names: Sequence[str]) -> str:
    """Return the line and its events in sentences that call the sides by `names`."""
    events = step.score.events
    end_events = [event for event in events if event.code.startswith("tarot.match_")]
    sentences = [_event_in_words(event, names) for event in events if event not in end_events]
    sentences += [_unmentioned_sentence(step.hand, names), _gains_sentence(step.score)]
    sentences += [_event_in_words(event, names) for event in end_events]
    return " ".join(sentence(text) for text in sentences if text)


def _event_in_words(event: Event, names: Sequence[str]) -> str:
    """Return the sentence of an event, with its contract, its fault and its numbers in words."""
    words: dict[str, Callable[[Any], object]] = {
        "contract": lambda value: CONTRACTS[value],
        "point": lambda value: f"{value} ({FAULTS[value]})",
        "gain": _gain_text,
        "points": _points_text,
    }
    params = {name: words[name](value) if name in words else value for name, value in event.params}
    return event_message(replace(event, params=tuple(params.items())), names)


def _unmentioned_sentence(hand: object, names: Sequence[str]) -> str:
    """Return a sentence on the parts of a deal that its events do not mention.

    Return "" if there are none.
    """
    if not isinstance(hand, Deal):
        return ""
    parts: list[Text] = []
    if hand.partner == hand.taker:
        parts.append(gettext("juega solo"))
    elif hand.partner is not None:
        parts.append(gettext("su aliado es %(side)s") % {"side": names[hand.partner]})
    if hand.petit is not None:
        parts.append(PETIT[hand.petit])
    for poignee in hand.poignees:
        params = {"side": names[poignee.side], "trumps": poignee.trumps}
        parts.append(gettext("%(side)s enseña %(trumps)s triunfos") % params)
    if hand.announced:
        parts.append(gettext("anunció chelem"))
    if hand.slam is not None:
        parts.append(SLAM[hand.slam])
    return f"{', '.join(map(str, parts))}." if parts else ""


def _gains_sentence(score: Score[State]) -> str:
    """Return each player's gain or loss: «A −106 · B +318 · C −106 · D −106.»

    Return "" if no points moved.
    """
    if not any(score.points):
        return ""
    *earlier_totals, totals_now = score.state.column
    totals_before = earlier_totals[-1] if earlier_totals else (0,) * len(totals_now)
    gains = [
        points_with_sign(total - previous)
        for total, previous in zip(totals_now, totals_before, strict=True)
    ]
    return f"{totals_by_letter(gains)}."


def _points_text(number: object) -> str:
    """Return points written by the rules, «45.5», with the decimal sign of the language: «45,5»."""
    return str(number).replace("-", "−").replace(".", get_format("DECIMAL_SEPARATOR"))


def _gain_text(number: str) -> str:
    sign = "" if number == "0" or number.startswith("-") else "+"
    return f"{sign}{number}".replace("-", "−").replace(".5", "½")


def points_with_sign(halves: int) -> str:
    """Return half points as points with their sign.

    >>> points_with_sign(636), points_with_sign(-1), points_with_sign(0)
    ('+318', '−½', '0')
    """
    return count(halves, 2, signed=True)


def score_in_words(score: Score[State], options: Options) -> str:
    """Return the score in one line: «Puntos −106 / +318 / −106 / −106 · reparto 2 de 4»."""
    points = " / ".join(points_with_sign(halves) for halves in totals(score, options))
    parts = [gettext("Puntos %(score)s") % {"score": points}]
    if not score.over:
        parts.append(_next_deal(score, options))
    return " · ".join(parts)


def _next_deal(score: Score[State], options: Options) -> str:
    number = score.state.deals + 1
    if options.by_time:
        return gettext("reparto %(number)s") % {"number": number}
    return gettext("reparto %(number)s de %(deals)s") % {"number": number, "deals": options.deals}


def totals(score: Score[State], options: Options) -> list[int]:
    """Return the total of each player, in half points."""
    return [total * 2 // options.unit for total in score.tallies[1]]


def board(score: Score[State], options: Options, names: Sequence[str]) -> dict[str, Any]:
    """Return the context of the board: each player's total, and a row of totals after each line."""
    dealer = None if score.over else score.state.dealer
    return {
        "sides": [
            {
                "points": points_with_sign(points),
                "deals": side == dealer,
                "rests": side == dealer and options.resting_dealer,
                "winner": side == score.winner,
            }
            for side, points in enumerate(totals(score, options))
        ],
        "rows": [[points_with_sign(halves) for halves in row] for row in score.state.column],
        "foot": _foot(score, options, names),
    }


def _foot(score: Score[State], options: Options, names: Sequence[str]) -> str:
    if score.over:
        return sentence(_event_in_words(score.events[-1], names))
    sentences = [f"{sentence(_next_deal(score, options))}."]
    dealer = score.state.dealer
    if dealer is not None:
        text = (
            gettext("Da y descansa %(side)s.")
            if options.resting_dealer
            else gettext("Da %(side)s.")
        )
        sentences.append(text % {"side": names[dealer]})
    return " ".join(sentences)


# --- Numbers --------------------------------------------------------------------------------------
# Tarot: the counts of a day's deals.
def _count_contracts(name: str) -> Callable[[Step[object]], int]:
    return count_in_lines(Deal, lambda deal: deal.contract == name)


NUMBERS = (
    ActaCount("deals", _("repartos anotados"), count_in_lines(Deal)),
    *(ActaCount(name, label, _count_contracts(name)) for name, label in CONTRACTS.items()),
    ActaCount("poignees", _("poignées"), count_in_lines(Deal, lambda deal: len(deal.poignees))),
    ActaCount(
        "petits", _("petits al final"), count_in_lines(Deal, lambda deal: deal.petit is not None)
    ),
    ActaCount("slams", _("chelems"), count_in_lines(Deal, lambda deal: deal.slam is not None)),
    ActaCount("passed", _("repartos en que pasan todos"), count_in_lines(PassedDeal)),
)
