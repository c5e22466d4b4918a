"""Truco in words: the board, the score, the line."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_lazy as _

from rules.core import Score, Step
from rules.truco.acts import Chant, Mazo, Tantos
from rules.truco.chico import malas_o_buenas
from rules.truco.hands import Deal, Misdeal, Ruling
from rules.truco.options import Options
from rules.truco.score import State, next_seating
from rules.truco.seats import Seating, seat_name, side_at
from scoring.games.numbers import (
    ActaCount,
    count_in_events,
    count_in_lines,
    sentence,
    winner_first_event,
)
from scoring.games.truco.strokes import malas_and_buenas
from tournaments.games.refusals import event_message
from tournaments.words import Text

CHANTS = {
    "e": gettext_lazy("Envido"),
    "re": gettext_lazy("Real envido"),
    "fe": gettext_lazy("Falta envido"),
    "t": gettext_lazy("Truco"),
    "rt": gettext_lazy("Retruco"),
    "v4": gettext_lazy("Vale cuatro"),
}
MISDEALS = {
    "mas": gettext_lazy("Dio cartas de más (Truco 6.4.1)"),
    "menos": gettext_lazy("Dio cartas de menos (Truco 6.4.1)"),
    "vuelta": gettext_lazy("Volvió una carta al dar (Truco 6.3)"),
}
HALVES = {
    "malas": gettext_lazy("malas"),
    "buenas": gettext_lazy("buenas"),
    "tantos": gettext_lazy("tantos"),
}
BOARD = "scoring/games/truco/board.html"
# The faults of `rules.truco.codes`, inside a sentence.
PENAL: dict[str, Text] = {
    "senas_prohibidas": gettext_lazy("hace señas que no son las del reglamento"),
    "tapa_cara": gettext_lazy("se tapa la cara al pasar señas"),
    "cartas_de_mas": gettext_lazy("esconde cartas de más, visto antes de jugar"),
    "cartas_de_mas_tarde": gettext_lazy("tenía cartas de más, visto después de jugar"),
    "cartas_mal_dadas": gettext_lazy("cartas de más o de menos, denunciadas a tiempo"),
    "no_muestra": gettext_lazy("gana el envido y no muestra los tantos"),
    "canta_mal": gettext_lazy("canta mal los tantos del envido"),
    "ayuda_pica_pica": gettext_lazy("ayuda a quien juega el pica-pica"),
}
EXAMPLES = (
    (
        "Ae q 31-27 At q ABA",
        gettext_lazy(
            "una mano: A canta envido, querido, 31 de A y 27 de B; A canta truco, querido; quién "
            "gana cada ronda (p es parda)"
        ),
    ),
    ("Ae Bre n BB", gettext_lazy("envido de A, real envido de B, no querido; B gana dos rondas")),
    (
        "At Be q 20-b n",
        gettext_lazy("el envido está primero; B dice «son buenas»; truco no querido"),
    ),
    ("mB", gettext_lazy("B se va al mazo")),
    ("Ae q 31-27 =A sA", gettext_lazy("A gana el truco (=A) y no mostró el tanto (sA)")),
    ("AA dB2", gettext_lazy("dio el jugador 2 de B (en la primera mano, por sorteo)")),
    ("chico 30-24", gettext_lazy("un chico entero: tantos de A y de B")),
    ("chico A", gettext_lazy("un chico que gana A")),
    ("maldada vuelta A2", gettext_lazy("se dio mal y se da de nuevo: mas, menos o vuelta")),
    (
        "sobra A dB2",
        gettext_lazy("A calló que tenía cartas de más: 2 para B; dio el jugador 2 de B"),
    ),
    ("senas A: motivo", gettext_lazy("señas prohibidas de A")),
    (
        "arbitro tantos A 2: motivo",
        gettext_lazy("el juez da 2 tantos a A (también chico o partido)"),
    ),
    ("arbitro anula: motivo", gettext_lazy("el juez anula la mano y se da de nuevo")),
    ("pierde A: motivo", gettext_lazy("A se retira o no se presenta: gana B")),
)


# --- A line in words ----------------------------------------------------------------------------
def line_in_words(step: Step[State], names: Sequence[str]) -> str:
    """Return the line and its events in sentences that call the sides by `names`."""
    words = [event_message(winner_first_event(event), names) for event in step.score.events]
    return " ".join(sentence(text) for text in (_line_sentence(step), *words) if text)


def _line_sentence(step: Step[State]) -> str:
    """Return the sentence of a line that does not come from its events; "" for most lines.

    It is the chants, the kind of misdeal, or the reason of a ruling for a side.
    """
    match step.hand:
        case Deal() as deal:
            return _chants_text(deal)
        case Misdeal(kind=str(kind)):
            return f"{MISDEALS[kind]}."
        case Ruling(side=int(), reason=reason):
            return gettext("juez: %(reason)s.") % {"reason": reason}
    return ""


def _chants_text(deal: Deal) -> str:
    """Return the chants of a hand, «envido, real envido, 31-27, truco.»; "" without chants."""
    words = []
    for act in deal.acts:
        if isinstance(act, Chant):
            words.append(str(CHANTS[act.chant]).lower())
        elif isinstance(act, Tantos):
            words.append(declared_tantos(act))
    return ", ".join(words) + "." if words else ""


def declared_tantos(act: Tantos) -> str:
    """Return the declared tantos: «31-27», «31 y son buenas»; with three sides «25-buenas-7»."""
    if len(act.declarations) == 2 and None in act.declarations:
        tanto = next(tanto for tanto in act.declarations if tanto is not None)
        return gettext("%(tantos)s y «son buenas»") % {"tantos": tanto.value}
    return "-".join(
        gettext("buenas") if tanto is None else str(tanto.value) for tanto in act.declarations
    )


# --- The score ----------------------------------------------------------------------------------
def score_in_words(score: Score[State], options: Options) -> str:
    """Return the score in one line, A first: «Chicos 1–0 · 12 malas – 3 buenas»."""
    chicos, tantos, tantos_in_play = score.tallies
    parts = []
    if options.chicos > 1:
        parts.append(gettext("chicos %(score)s") % {"score": "–".join(map(str, chicos))})
    if score.over:
        parts.append(gettext("tantos %(score)s") % {"score": "–".join(map(str, tantos))})
    else:
        parts.append(_tantos_in_play(tantos_in_play, options))
    return sentence(" · ".join(parts))


def _tantos_in_play(tantos: Sequence[int], options: Options) -> str:
    """Return the tantos in play: «12–7 malas», «12 malas – 3 buenas».

    In a match without malas, the text is «tantos 12–7».
    """
    if options.no_malas:
        return gettext("tantos %(score)s") % {"score": "–".join(map(str, tantos))}
    counts = [malas_o_buenas(number, options.malas) for number in tantos]
    if len({half for _number, half in counts}) == 1:
        return f"{'–'.join(str(number) for number, _half in counts)} {HALVES[counts[0][1]]}"
    return " – ".join(f"{number} {HALVES[half]}" for number, half in counts)


def board(score: Score[State], options: Options, names: Sequence[str]) -> dict[str, Any]:
    """Return the context of `BOARD`; the caller adds the letter and the title of each side.

    `names` are the names of the sides, as inside a sentence.
    """
    return {
        "sides": [_board_side(score, options, side) for side in range(len(names))],
        "foot": _foot(score, options, names),
    }


def _board_side(score: Score[State], options: Options, side: int) -> dict[str, Any]:
    chicos, all_tantos, tantos_in_play = (tally[side] for tally in score.tallies)
    boxes = options.chicos_to_win if options.chicos > 1 else 0
    shared_context = {
        "chicos": [number < chicos for number in range(boxes)],
        "chicos_label": gettext("%(won)s de %(wanted)s chicos") % {"won": chicos, "wanted": boxes},
        "winner": score.winner == side,
    }
    if score.over:
        return {
            **shared_context,
            "tantos": all_tantos,
            "word": gettext("tantos en total"),
            "strokes": [],
        }
    board_halves = list(malas_and_buenas(tantos_in_play, options.target, options.malas))
    last_half = next((half for half in reversed(board_halves) if half.tantos), board_halves[0])
    return {
        **shared_context,
        "tantos": last_half.tantos,
        "word": HALVES[last_half.name],
        "strokes": [{"word": HALVES[half.name], "squares": half.squares} for half in board_halves],
    }


def _foot(score: Score[State], options: Options, names: Sequence[str]) -> str:
    if score.over and score.winner is not None:
        return sentence(event_message(winner_first_event(score.events[-1]), names))
    sentences = []
    if options.chicos > 1:
        sentences.append(gettext("Chico %(number)s.") % {"number": len(score.state.chicos) + 1})
    if score.state.dealer is not None or not options.rotates:
        sentences.append(turn_sentence(next_seating(score, options)))
    return " ".join(filter(None, sentences))


# --- Who plays --------------------------------------------------------------------------------
def turn_sentence(place: Seating, seat_text: Callable[[int], str] | None = None) -> str:
    """Return a sentence on the dealer, the mano, and the lone player or the duel.

    Without a known dealer, it is only the number of the duel, or "". `seat_text` returns the text
    of a seat; by default it is `seat_name`.
    """
    options = place.options
    if place.dealer is None:
        return (
            gettext("Pica-pica, mano %(number)s de 3.") % {"number": place.duel}
            if place.duel
            else ""
        )
    text_of = seat_text or partial(seat_name, options=options)
    if place.duel:
        mano, rival = map(text_of, place.duelists())
        return gettext(
            "Pica-pica, mano %(number)s de 3: %(mano)s, que es mano, contra %(rival)s."
        ) % {"number": place.duel, "mano": mano, "rival": rival}
    seats = {"dealer": text_of(place.dealer), "mano": text_of(place.mano())}
    if not options.rotates:
        sentence = gettext("Da %(dealer)s, es mano %(mano)s.") % seats
        has_duels = options.players == 6 and options.pica_until
        return " ".join((gettext("Redonda."), sentence)) if has_duels else sentence
    lone_seat = place.bandos.index(0)
    if lone_seat == side_at(place.dealer, options):
        return gettext("Da y juega solo %(dealer)s; es mano %(mano)s.") % seats
    return gettext("Da %(dealer)s y juega solo %(alone)s; es mano %(mano)s.") % {
        **seats,
        "alone": text_of(lone_seat),
    }


# --- Numbers --------------------------------------------------------------------------------------
# Events counted over all the hands of a day.
def _count_chants(chant: str) -> Callable[[Step[object]], int]:
    """Return a function that counts this chant in a hand, wanted or not."""
    return count_in_lines(
        Deal, lambda deal: sum(type(act) is Chant and act.chant == chant for act in deal.acts)
    )


NUMBERS = (
    ActaCount("deals", _("manos anotadas"), count_in_lines(Deal)),
    ActaCount("envidos", _("envidos"), _count_chants("e")),
    ActaCount("real_envidos", _("reales envidos"), _count_chants("re")),
    ActaCount("falta_envidos", _("faltas envido"), _count_chants("fe")),
    ActaCount("trucos", _("trucos"), _count_chants("t")),
    ActaCount("retrucos", _("retrucos"), _count_chants("rt")),
    ActaCount("vale_cuatros", _("vale cuatros"), _count_chants("v4")),
    ActaCount(
        "mazos",
        _("veces al mazo"),
        count_in_lines(Deal, lambda deal: sum(type(act) is Mazo for act in deal.acts)),
    ),
    ActaCount("chicos", _("chicos ganados"), count_in_events("truco.chico_won")),
)
