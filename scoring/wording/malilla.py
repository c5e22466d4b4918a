"""Malilla as the pages say it: the column of tantos, the score after a line, the line in words."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.core import Event, Score, Step
from rules.malilla import Options, State
from tournaments.wording.rules import event_message

CARDS = {
    "9": gettext_lazy("Malilla, el 9 · vale 5"),
    "1": gettext_lazy("As · vale 4"),
    "R": gettext_lazy("Rey · vale 3"),
    "C": gettext_lazy("Caballo · vale 2"),
    "S": gettext_lazy("Sota · vale 1"),
    **{rank: format_lazy("{} · {}", rank, gettext_lazy("blanca")) for rank in "8765432"},
}
# The faults under the section of the reglamento that punishes each.
ARTICLES = {
    "Malilla, «Explicacion de algunos terminos»": ("servir", "cargar", "fallar", "contrafallar"),
    "Malilla, «Del orden y valor de los naypes»": ("mas", "menos", "turno", "mano"),
    "Malilla, «Modo de jugar la Malilla»": ("hablar", "baza", "mostrar"),
}
BOARD = "scoring/games/malilla_board.html"
EXAMPLES = (
    (
        "40-32 Ro dA",
        gettext_lazy(
            "un reparto: puntos de A y de B, el alce es el rey de oros (palos: o, c, e, b), dio A"
        ),
    ),
    ("40-32 9c B/cargar", gettext_lazy("lo mismo con una falta de B: no cargó pudiendo")),
    ("vuelta +20-20", gettext_lazy("una vuelta entera: lo que gana A y lo que pierde B")),
    ("partida +55-55", gettext_lazy("la partida entera en una línea")),
    ("mal", gettext_lazy("cartas mal dadas: no hay alce y pasa la mano")),
    ("baraja", gettext_lazy("la baraja estaba falta: da otra vez el mismo")),
    ("favorito o", gettext_lazy("el palo favorito, antes del primer reparto")),
    ("arbitro +10-10: motivo", gettext_lazy("el árbitro da diez tantos a A, que paga B")),
    ("arbitro da B: motivo", gettext_lazy("el árbitro dice que da B")),
    ("arbitro anula: motivo", gettext_lazy("el árbitro anula la mano")),
    ("pierde A: motivo", gettext_lazy("A se retira o no se presenta: gana B")),
)
_AMOUNT = re.compile(r"[+-][0-9.]+")


def said(step: Step, names: Sequence[str]) -> str:
    """What a line says and brings, in sentences. `names` as inside one: "la pareja 12"."""
    return " ".join(_told(event, names) for event in step.score.events)


def _told(event: Event, names: Sequence[str]) -> str:
    """The event with its tantos apart, those of its own side first: «+20 / −20»."""
    params = {
        name: _apart(str(value), reverse=event.side == 1) if name == "tantos" else value
        for name, value in event.params
    }
    return _sentence(event_message(replace(event, params=tuple(params.items())), names))


def _apart(amounts: str, *, reverse: bool) -> str:
    found = ["0" if one == "+0" else one for one in _AMOUNT.findall(amounts)]
    return " / ".join(reversed(found) if reverse else found).replace("-", "−")


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def signed(number: int, options: Options) -> str:
    """«+20», «−20»; to a target, where nobody has less than nothing, «20»."""
    return str(number) if options.target else f"{number:+}".replace("-", "−").replace("+0", "0")


def short(score: Score[State], options: Options) -> str:
    """The score in one line, A first: «Tantos +7 / −7 · vuelta 1, reparto 2»."""
    tantos = " / ".join(signed(number, options) for number in score.tallies[0])
    told = [_("Tantos %(score)s") % {"score": tantos}]
    if not score.over and score.state.begun:
        told.append(_next_deal(score).rstrip("."))
    return " · ".join(told)


def _next_deal(score: Score[State]) -> str:
    place = {"vuelta": len(score.state.vueltas) + 1, "deal": score.state.deals + 1}
    return _("vuelta %(vuelta)s, reparto %(deal)s.") % place


def board(score: Score[State], options: Options, names: Sequence[str]) -> dict[str, Any]:
    """What the board wants: the column of each side, a number under another after each vuelta;
    `names` as inside a sentence, the sides' own come later."""
    return {
        "sides": [_side(score, options, side) for side in (0, 1)],
        "foot": _foot(score, options, names),
    }


def _side(score: Score[State], options: Options, side: int) -> dict[str, Any]:
    """The totals after each vuelta that is over but the one that ends the match, which is the
    large number. What the judge moves between vueltas goes with the vuelta that follows."""
    column, total = [], 0
    for vuelta in score.state.vueltas:
        total += vuelta[side]
        column.append(signed(total, options))
    return {
        "column": column[:-1] if score.over else column,
        "tantos": signed(score.tallies[0][side], options),
        "word": _("tantos de %(target)s") % {"target": options.target}
        if options.target
        else _("tantos"),
        "vuelta": signed(score.tallies[1][side], options) if score.state.deals else "",
        "winner": score.winner == side,
    }


def _foot(score: Score[State], options: Options, names: Sequence[str]) -> str:
    if score.over:
        return _told(score.events[-1], names)
    told = [_sentence(_next_deal(score))]
    if options.favorito and score.state.favorito is None:
        told.append(_("Falta el palo favorito."))
    elif score.state.favorito:
        told.append(_told(Event("malilla.favorito", None, (("by", score.state.favorito),)), names))
    if options.mariperez_times(len(score.state.vueltas)) > 1:
        told.append(_("Esta vuelta se paga doble (Mari-Pérez)."))
    if score.state.dealer is not None:
        told.append(_("Da %(side)s.") % {"side": names[score.state.dealer]})
    return " ".join(told)
