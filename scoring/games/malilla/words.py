"""Malilla in words: the columns of tantos, the score, the line."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.utils.text import format_lazy
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from rules.core import Event, Score, Step
from rules.malilla.hands import Deal, Misdeal
from rules.malilla.match import State
from rules.malilla.options import Options
from scoring.games.figures import SUITS, count, totals_by_letter
from scoring.games.malilla.sentences import FAULTS
from scoring.games.numbers import ActaCount, count_in_events, count_in_lines, sentence
from tournaments.games.refusals import event_message
from tournaments.words import Text

Examples = tuple[tuple[str, Text], ...]

CARDS = {
    "9": gettext_lazy("Malilla, el 9 · vale 5"),
    "1": gettext_lazy("As · vale 4"),
    "R": gettext_lazy("Rey · vale 3"),
    "C": gettext_lazy("Caballo · vale 2"),
    "S": gettext_lazy("Sota · vale 1"),
    **{rank: format_lazy("{} · {}", rank, gettext_lazy("blanca")) for rank in "8765432"},
}
CARD_NAMES = {
    "9": gettext_lazy("malilla"),
    "1": gettext_lazy("as"),
    "R": gettext_lazy("rey"),
    "C": gettext_lazy("caballo"),
    "S": gettext_lazy("sota"),
}
# The faults, by the section of the reglamento that punishes them.
ARTICLES = {
    "Malilla, «Explicacion de algunos terminos»": ("servir", "cargar", "fallar", "contrafallar"),
    "Malilla, «Del orden y valor de los naypes»": ("mas", "menos", "turno", "mano"),
    "Malilla, «Modo de jugar la Malilla»": ("hablar", "baza", "mostrar"),
}
BOARD = "scoring/games/malilla/board.html"
# The faults of `rules.malilla.codes`, inside a sentence.
PENAL: dict[str, Text] = {**FAULTS, "mal_dado": gettext_lazy("da mal")}
_DEAL = gettext_lazy(
    "un reparto: los puntos de cada uno por orden, el alce es el rey de oros (palos: o, c, e, b), "
    "dio A"
)
_FAULT = gettext_lazy("lo mismo con una falta de B: no cargó pudiendo")
# Example deals of each form of malilla, and their meanings.
DEALS: dict[str, Examples] = {
    "companeros": (("40-32 Ro dA", _DEAL), ("40-32 9c B/cargar", _FAULT)),
    "barrotada": (
        ("30-12-20-10 Ro dA", _DEAL),
        (
            "28-14-20-10 A/servir r-10+4+3+3",
            gettext_lazy("con una falta de A, que no sirvió al palo, y lo que el árbitro reparte"),
        ),
    ),
    "coja": (("30-22-20 Ro dA", _DEAL), ("30-22-20 9c B/cargar", _FAULT)),
    "vistas": (
        ("40-32 Ro dA", _DEAL),
        (
            "72-0 sincapote",
            gettext_lazy("los 72 puntos sin hacer todas las bazas; si se hacen, capote"),
        ),
    ),
    "cubiertas": (
        ("40-27 s5 Ro dA", format_lazy("{}; {}", _DEAL, gettext_lazy("s5, lo que duerme"))),
        ("40-27 s5 9c B/cargar", _FAULT),
    ),
}
# Example tantos of a line, by the number of sides. A match with a target has no losses.
GAINS_AND_LOSSES = {2: "+20-20", 3: "+20-12-8", 4: "+20-10-6-4"}
GAINS = {2: "+20+8", 3: "+20+0+8", 4: "+20+0+8+2"}


def examples(options: Options) -> Examples:
    """Return example lines of a match with these options, and their meanings."""
    gains_and_losses = GAINS_AND_LOSSES[options.sides]
    tantos = GAINS[options.sides] if options.target else gains_and_losses
    match_tantos = tantos.replace("20", str(options.target or 20), 1)
    favorito = (("favorito o", gettext_lazy("el palo favorito, antes del primer reparto")),)
    return (
        *DEALS[options.form],
        (f"vuelta {tantos}", gettext_lazy("una vuelta entera: los tantos de cada uno, por orden")),
        (f"partida {match_tantos}", gettext_lazy("el encuentro entero en una anotación")),
        ("mal", gettext_lazy("cartas mal dadas: no hay alce y pasa la mano")),
        ("baraja", gettext_lazy("la baraja estaba falta: da otra vez el mismo")),
        *(favorito if options.favorito else ()),
        (
            f"arbitro {gains_and_losses}: motivo",
            gettext_lazy("el árbitro pasa tantos de unos a otros"),
        ),
        (
            f"arbitro mano {gains_and_losses}: motivo",
            gettext_lazy("el árbitro dice lo que gana o pierde cada uno en la mano"),
        ),
        ("arbitro da B: motivo", gettext_lazy("el árbitro dice que da B")),
        ("arbitro partida B: motivo", gettext_lazy("el árbitro da el encuentro a B")),
        ("arbitro anula: motivo", gettext_lazy("el árbitro anula la mano")),
        ("pierde A: motivo", gettext_lazy("A se retira o no se presenta")),
    )


EXAMPLES = examples(Options())
_AMOUNT = re.compile(r"[+-][0-9.]+")


def line_in_words(step: Step[State], names: Sequence[str]) -> str:
    """Return the line and its events in sentences that call the sides by `names`."""
    return " ".join(_event_in_words(event, names) for event in step.score.events)


def _event_in_words(event: Event, names: Sequence[str]) -> str:
    """Return the sentence of an event, with the card and the tantos in words."""
    params = dict(event.params)
    if "tantos" in params:
        params["tantos"] = _amounts_text(str(params["tantos"]), event.side)
    if "card" in params:
        params["card"] = card_in_words(str(params["card"]))
    return sentence(event_message(replace(event, params=tuple(params.items())), names))


def _amounts_text(text: str, side: int | None) -> str:
    """Return the tantos of an event as text: «+20 / −20», the event's side first.

    With three or four sides, each number has the letter of its side, A first.

    >>> _amounts_text("-10+10", 1), _amounts_text("+6.5", 0)
    ('+10 / −10', '+6½')
    """
    amounts = [_amount_text(amount) for amount in _AMOUNT.findall(text)]
    if len(amounts) > 2:
        return totals_by_letter(amounts)
    return " / ".join(reversed(amounts) if side == 1 else amounts)


def _amount_text(amount: str) -> str:
    """Return a signed amount with the typographic minus and ½: «+20», «−6½», «0»."""
    if amount == "+0":
        return "0"
    return amount.replace("-", "−").replace(".5", "½").replace("0½", "½")


def card_in_words(card: str) -> str:
    """Return the name of a card: «rey de oros», or «rey» if the suit was not recorded.

    >>> str(card_in_words("Ro")), str(card_in_words("9")), str(card_in_words("5b"))
    ('rey de oros', 'malilla', '5 de bastos')
    """
    rank, suit = str(CARD_NAMES.get(card[0], card[0])), card[1:]
    return gettext("%(rank)s de %(suit)s") % {"rank": rank, "suit": SUITS[suit]} if suit else rank


def tantos_text(number: int, options: Options) -> str:
    """Return the tantos of a tally as text: «+20», «−6½»; in a match with a target, «20».

    >>> options = Options(target=100)
    >>> tantos_text(-13, Options("cubiertas")), tantos_text(20, Options()), tantos_text(20, options)
    ('−6½', '+20', '20')
    """
    return count(number, options.unit, signed=not options.target)


def score_in_words(score: Score[State], options: Options) -> str:
    """Return the score in one line: «Tantos +7 / −7 · vuelta 1, reparto 2».

    With more than two sides, the tantos are «A +10 · B −4 · C −6».
    """
    tantos = [tantos_text(number, options) for number in score.tallies[0]]
    if len(tantos) > 2:
        parts = [totals_by_letter(tantos)]
    else:
        parts = [gettext("Tantos %(score)s") % {"score": " / ".join(tantos)}]
    if not score.over and score.state.begun:
        parts.append(_next_deal(score).rstrip("."))
    return " · ".join(parts)


def _next_deal(score: Score[State]) -> str:
    numbers = {"vuelta": len(score.state.vueltas) + 1, "deal": score.state.deals + 1}
    return gettext("vuelta %(vuelta)s, reparto %(deal)s.") % numbers


def board(score: Score[State], options: Options, names: Sequence[str]) -> dict[str, Any]:
    """Return the context of the board: a column for each side, with its total after each vuelta."""
    return {
        "sides": [_side(score, options, side) for side in range(options.sides)],
        "foot": _foot(score, options, names),
    }


def _side(score: Score[State], options: Options, side: int) -> dict[str, Any]:
    """Return the context of a side; `column` has its total after each vuelta.

    If the match is over, the column omits the last total: the board shows it in large type.
    """
    column, total = [], 0
    for vuelta in score.state.vueltas:
        total += vuelta[side]
        column.append(tantos_text(total, options))
    return {
        "column": column[:-1] if score.over else column,
        "tantos": tantos_text(score.tallies[0][side], options),
        "word": gettext("tantos de %(target)s") % {"target": options.target}
        if options.target
        else gettext("tantos"),
        "vuelta": tantos_text(score.tallies[1][side], options) if score.state.deals else "",
        "winner": score.winner == side,
    }


def _foot(score: Score[State], options: Options, names: Sequence[str]) -> str:
    if score.over:
        return _event_in_words(score.events[-1], names)
    sentences = [sentence(_next_deal(score))]
    if options.favorito and score.state.favorito is None:
        sentences.append(gettext("Elija el palo favorito."))
    elif score.state.favorito:
        sentences.append(
            _event_in_words(Event("malilla.favorito", None, (("by", score.state.favorito),)), names)
        )
    if options.mariperez_times(len(score.state.vueltas)) > 1:
        sentences.append(gettext("Esta vuelta se paga doble (Mari-Pérez)."))
    if score.state.dealer is not None:
        sentences.append(gettext("Da %(side)s.") % {"side": names[score.state.dealer]})
    return " ".join(sentences)


# --- Numbers --------------------------------------------------------------------------------------
# Events counted over all the hands of a day.
NUMBERS = (
    ActaCount("deals", _("manos anotadas"), count_in_lines(Deal)),
    ActaCount("capotes", _("capotes"), count_in_events("malilla.capote")),
    ActaCount("alces", _("alces cobrados"), count_in_events("malilla.alce")),
    ActaCount("doubled", _("manos que pagan doble o más"), count_in_events("malilla.doubled")),
    ActaCount(
        "faults", _("faltas de diez tantos"), count_in_lines(Deal, lambda deal: len(deal.faults))
    ),
    ActaCount("misdeals", _("manos mal dadas"), count_in_lines(Misdeal)),
)
