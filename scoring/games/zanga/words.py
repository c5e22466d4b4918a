"""Zanga in words: the stones on the board, the score, the line."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext, gettext_lazy, ngettext, pgettext
from django.utils.translation import gettext_lazy as _

from rules.core import Score, Step
from rules.zanga.hands import Deal
from rules.zanga.match import State
from rules.zanga.options import Options
from rules.zanga.rulings import PartidaRuling
from rules.zanga.seats import pie, seat_name
from scoring.games.numbers import (
    ActaCount,
    count_in_events,
    count_in_lines,
    sentence,
    winner_first_event,
)
from tournaments.games.refusals import event_message
from tournaments.words import Text

BOARD = "parts/boards/board.html"
# The faults of `rules.zanga.codes` in words, as inside a sentence.
PENAL: dict[str, Text] = {
    "renuncio": gettext_lazy("renuncio"),
    "renuncio_matador": gettext_lazy("renuncio con una pieza de estuche"),
    "renuncio_ocho": gettext_lazy("renuncio con estuche ante un juego para las ocho"),
    "levanta_carta": gettext_lazy("levanta de la mesa una carta jugada"),
    "pide_en_falso": gettext_lazy("pide un renuncio que no hubo"),
    "sin_corte": gettext_lazy("reparte sin ofrecer el corte, o mira antes las cartas"),
}
MOST_BOXES = 5  # the most partidas drawn as boxes; more are shown as a number

# The player who plays the hand, by the number of passes before him.
PLAYERS: tuple[Text, ...] = (
    gettext_lazy("El mano"),
    gettext_lazy("El segundo"),
    gettext_lazy("El tercero"),
    gettext_lazy("El pie"),
)
WAYS: dict[str, Text] = {
    "juega": gettext_lazy("%(who)s juega"),
    "solo": gettext_lazy("%(who)s juega solo"),
    "mandado": gettext_lazy("%(who)s juega solo, mandado por un contrario"),
    "obligado": gettext_lazy("%(who)s iba a jugar y un contrario le quita el juego y va solo"),
}
NAIPES: dict[str, Text] = {
    "propias": "",
    "zanga": gettext_lazy(", con las cartas de la zanga"),
    "vuelta": gettext_lazy(", con las suyas después de ver las de la zanga"),
}
EXAMPLES = (
    ("j 5-3 mA1", gettext_lazy("es mano A1, juega y hace cinco bazas; B, tres")),
    ("ppj 4-4", gettext_lazy("pasan dos, juega el tercero: puesta")),
    ("pppz 3-5 eB", gettext_lazy("el pie coge las cartas de la zanga; B tenía el estuche")),
    ("pppvs 5-3", gettext_lazy("el pie mira las de la zanga, vuelve a las suyas y va solo")),
    ("s 5-3", gettext_lazy("juega solo; m si lo mandan, o si un contrario le quita el juego")),
    ("j 5-0 cA", gettext_lazy("A pide cinco y las hace; tA si además fue a todas")),
    ("j 5-3 fB", gettext_lazy("B pidió un renuncio que no había")),
    ("j 3-2 rAe", gettext_lazy("renuncio de A con pieza de estuche; rAe8 si B enseñó las ocho")),
    ("partida A", gettext_lazy("una partida que gana A")),
    ("arbitro vales 20-8-4: motivo", gettext_lazy("el árbitro deja así los vales: A, B y medio")),
    ("arbitro mano A2: motivo", gettext_lazy("la mano siguiente es de A2")),
    ("arbitro anula: motivo", gettext_lazy("la mano se vuelve a dar")),
    ("pierde A: motivo", gettext_lazy("A se retira o no se presenta: gana B")),
)


def line_in_words(step: Step[State], names: Sequence[str]) -> str:
    """Return the line and its events in sentences that call the sides by `names`."""
    words = [event_message(winner_first_event(event), names) for event in step.score.events]
    return " ".join(sentence(text) for text in (_line_sentence(step), *words) if text)


def _line_sentence(step: Step[State]) -> str:
    """Return the sentence of a line that does not come from its events; "" for most lines.

    It is the voice and the bazas of a hand, or the reason of a ruling that awards the partida.
    """
    match step.hand:
        case Deal() as deal:
            return voice_sentence(deal) + _bazas(deal)
        case PartidaRuling(reason=reason):
            return gettext("árbitro: %(reason)s.") % {"reason": reason}
    return ""


def voice_sentence(deal: Deal) -> str:
    """Return a sentence on the player who plays, how, and with what cards: «El pie juega solo»."""
    way = str(WAYS[deal.way]) % {"who": PLAYERS[deal.passes]}
    return way + str(NAIPES[deal.naipes])


def _bazas(deal: Deal) -> str:
    if deal.bazas is None:
        return "."
    return gettext(": bazas %(a)s–%(b)s.") % dict(zip("ab", deal.bazas, strict=True))


def score_in_words(score: Score[State], options: Options) -> str:
    """Return the score in one line, A first: «Partidas 1–0 · vales 18–10 · en medio 4»."""
    partidas, vales = (f"{a}–{b}" for a, b in score.tallies)
    parts = [gettext("partidas %(score)s") % {"score": partidas}]
    if not score.over:
        parts.append(gettext("vales %(score)s") % {"score": vales})
        parts.append(gettext("en medio %(vales)s") % {"vales": score.state.middle})
    return sentence(" · ".join(parts))


def board(score: Score[State], options: Options, names: Sequence[str]) -> dict[str, Any]:
    """Return the context of `parts/boards/board.html`; the caller adds each side's title."""
    return {
        "sides": [_board_side(score, options, side) for side in (0, 1)],
        "middle": None if score.over else _middle(score.state),
        "foot": _foot(score, names),
    }


def _board_side(score: Score[State], options: Options, side: int) -> dict[str, Any]:
    partidas, vales = (tally[side] for tally in score.tallies)
    partidas_needed = options.jornada or options.partidas
    boxes = partidas_needed if 1 < partidas_needed <= MOST_BOXES else 0
    word = ngettext("partida ganada", "partidas ganadas", partidas)
    shared_context = {
        "cotos": [number < partidas for number in range(boxes)],
        "cotos_label": gettext("%(won)s de %(wanted)s partidas")
        % {"won": partidas, "wanted": partidas_needed},
        "winner": score.winner == side,
    }
    if score.over:
        return {**shared_context, "partidas": partidas, "partidas_label": word, "tantos": None}
    return {
        **shared_context,
        "partidas": vales,
        "partidas_label": ngettext("vale", "vales", vales),
        "stones": range(vales),
        "drawing": "scoring/games/zanga/side.html",
        "tantos": None if boxes or partidas_needed == 1 else partidas,
        "half": word,
    }


def _middle(state: State) -> dict[str, Any]:
    """Return the context of the vales in the middle: plain `stones`, and `acodillados`."""
    plain = state.middle - state.acodillado
    label = ngettext("%(n)s vale en medio", "%(n)s vales en medio", state.middle)
    if state.acodillado:
        apart = ngettext("%(n)s acodillado", "%(n)s acodillados", state.acodillado)
        label = f"{label}, {apart % {'n': state.acodillado}}"
    return {
        "label": label % {"n": state.middle},
        "drawing": "scoring/games/zanga/middle.html",
        "stones": range(plain),
        "acodillados": range(state.acodillado),
    }


def _foot(score: Score[State], names: Sequence[str]) -> str:
    if score.over and score.winner is not None:
        return sentence(event_message(winner_first_event(score.events[-1]), names))
    if score.over:
        return gettext("Empate.")
    number = sum(score.tallies[0]) + 1
    sentences = [pgettext("of zanga", "Partida %(number)s.") % {"number": number}]
    mano = score.state.mano
    if mano is None:
        sentences.append(gettext("Es mano quien tenga el siete de espadas."))
    else:
        sentences.append(
            gettext("Es mano %(mano)s; da y es pie %(pie)s.")
            % {"mano": seat_name(mano), "pie": seat_name(pie(mano))}
        )
    return " ".join(sentences)


# --- Numbers --------------------------------------------------------------------------------------
# Events counted over all the hands of a day.
NUMBERS = (
    ActaCount("deals", _("manos anotadas"), count_in_lines(Deal)),
    ActaCount("alone", _("manos jugadas a solas"), count_in_lines(Deal, lambda deal: deal.alone)),
    ActaCount(
        "zangas",
        _("veces con las cartas de la zanga"),
        count_in_lines(Deal, lambda deal: deal.naipes == "zanga"),
    ),
    ActaCount("puestas", _("puestas"), count_in_events("zanga.left", way_prefix="puesta")),
    ActaCount("codillos", _("codillos"), count_in_events("zanga.left", way_prefix="codillo")),
    ActaCount(
        "fives", _("cincos hechos"), count_in_lines(Deal, lambda deal: deal.five_made is True)
    ),
    ActaCount(
        "todas", _("todas hechas"), count_in_lines(Deal, lambda deal: deal.todas_made is True)
    ),
    ActaCount(
        "estuches", _("estuches"), count_in_lines(Deal, lambda deal: deal.estuche is not None)
    ),
    ActaCount("renuncios", _("renuncios"), count_in_lines(Deal, lambda deal: len(deal.renuncios))),
)
