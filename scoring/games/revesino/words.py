"""Revesino in words: the columns of the four players, the score, the line.

The sentences on the dealer, the mano and the end of the match use the players' names. All other
sentences use the letters of the columns.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext, gettext_lazy, ngettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from rules.core import SIDE_NAMES, Event, Score, Step
from rules.revesino.cards import DECK_POINTS, PAY, SEATS
from rules.revesino.hands import Deal, Napolitana, Revesino
from rules.revesino.match import State
from rules.revesino.options import Options
from scoring.games.figures import count, totals_by_letter
from scoring.games.numbers import ActaCount, count_in_events, count_in_lines
from scoring.games.revesino.sentences import CARDS as CARD_NAMES
from tournaments.games.refusals import event_message
from tournaments.words import Text

BOARD = "scoring/games/revesino/board.html"
# The faults of `rules.revesino.codes`, inside a sentence.
PENAL: dict[str, Text] = {
    "renuncio": gettext_lazy("renuncio"),
    "renuncio_repetido": gettext_lazy("repite el renuncio ya pagado"),
    "descarte_cambiado": gettext_lazy("cambia el descarte o toma carta que no es suya"),
    "descarte_doble": gettext_lazy("se descarta dos veces o de dos cartas"),
    "mal_dado_nula": gettext_lazy("da mal: la mano es nula"),
}

# The events whose sentences name the players. All other sentences use letters.
PLAYER_EVENTS = ("revesino.match_won", "revesino.match_shared", "revesino.match_forfeited")

CARDS: dict[str, Text] = {
    "ao": gettext_lazy("As de oros"),
    "ac": gettext_lazy("As de copas"),
    "ae": gettext_lazy("As de espadas"),
    "ab": gettext_lazy("As de bastos"),
    "cc": gettext_lazy("Caballo de copas"),
}
FATES: dict[str, Text] = {
    "sold": pgettext_lazy("of a card of revesino", "Vendido"),
    "drawn": pgettext_lazy("of a card of revesino", "Sacado"),
    "led": pgettext_lazy("of a card of revesino", "Jugado"),
    "asleep": pgettext_lazy("of a card of revesino", "Duerme"),
}
DUTIES: dict[str, Text] = {
    "levanta": gettext_lazy("Levantó la baza en que se cortó: los veinticuatro son suyos"),
    "otra": gettext_lazy("Levantó la otra de las dos últimas: ha cumplido"),
    "no": gettext_lazy("Ninguna de las dos: paga él solo los veinticuatro"),
}

_DEALING = "Revesino, «Del dar ó repartir los naypes»"
_DISCARD = "Revesino, «Del descarte y robo»"
_RENUNCIOS = "Revesino, «Sobre renuncios»"
_GENERAL = "Revesino, «Reglas generales del Revesino»"


def _with_article(text: Promise, article: str) -> Text:
    return format_lazy("{} ({})", text, article)


# Hands that are dealt again, and faults whose price the reglamento sets.
FAULTS: dict[str, Text] = {
    "nula": _with_article(gettext_lazy("Mano nula: vuelve a dar el mismo"), _DEALING),
    "pasa": _with_article(
        gettext_lazy("Dio mal: la mano es nula y pasa a dar el siguiente"), _DEALING
    ),
    "descarte": _with_article(
        gettext_lazy(
            "Cambió de descarte o tomó carta que no era suya: dos partidas, y la mano es nula"
        ),
        _DISCARD,
    ),
    "doble": _with_article(
        gettext_lazy(
            "Se descartó dos veces o de dos cartas: dos partidas a cada uno, y la mano es nula"
        ),
        _DISCARD,
    ),
    "repite": _with_article(
        gettext_lazy("Repitió el renuncio: una partida más por cada vez"), _RENUNCIOS
    ),
}


class Case(NamedTuple):
    """A case that the referee settles with tantos.

    `act` is the `ruling` of its line. If it has an `article`, its name begins the reason.
    """

    act: str
    name: Text
    article: str
    penalty: Text


CASES: dict[str, Case] = {
    "cartas": Case(
        "mano",
        gettext_lazy("Carta de más o de menos"),
        _DEALING,
        gettext_lazy(
            "Vista después de empezar a jugar: paga los doce que se atraviesan; si son dos, por "
            "mitad. Lo mismo por echar dos naipes en una baza o no echar ninguno."
        ),
    ),
    "cartas_revesino": Case(
        "mano",
        gettext_lazy("Revesino con carta de más o de menos"),
        _DEALING,
        gettext_lazy(
            "Con carta de más no cobra: paga la partida y los ases de sus bazas. Con carta de "
            "menos, o cortado a tiempo, paga los veinticuatro."
        ),
    ),
    "roba": Case(
        "mano",
        gettext_lazy("El que da robó, o vio la carta"),
        _DISCARD,
        gettext_lazy("Paga por todos, como el que tiene carta de más."),
    ),
    "introducida": Case(
        "mano",
        gettext_lazy("Napolitana introducida, y renuncio de otro o suyo"),
        _RENUNCIOS,
        gettext_lazy("Quien renunció paga por todos."),
    ),
    "tiende": Case(
        "mano",
        gettext_lazy("Se tendió sin acabar la mano"),
        _GENERAL,
        gettext_lazy("No saca ya los ases de fuera, y paga aquellos con que se quedó."),
    ),
    "mano": Case(
        "mano", gettext_lazy("Otra cosa que decide la mano"), "", gettext_lazy("Escriba el motivo.")
    ),
    "mezcla": Case(
        "tantos",
        gettext_lazy("Juntó sus bazas antes de estar conformes"),
        _GENERAL,
        gettext_lazy("Paga la duda que haya. La mano se anota aparte."),
    ),
    "tantos": Case(
        "tantos",
        gettext_lazy("Otros tantos, sin tocar la mano"),
        "",
        gettext_lazy("Escriba el motivo."),
    ),
}

EXAMPLES = (
    (
        "0/0 3/9 5/19 3/6 ao=AvC ac=BsD ae=d ab=Cj cc=AvC dD",
        gettext_lazy(
            "una mano: bazas y puntos de A, B, C y D; el as de oros lo vende A a C, el de copas "
            "lo saca B a D, el de espadas duerme, el de bastos lo juega C; dio D"
        ),
    ),
    (
        "0/0 3/9 5/19 3/6 ao=AvC ac=BsD ae=d ab=Cj cc=AvC rB",
        gettext_lazy("lo mismo con renuncio de B"),
    ),
    ("revesino A", gettext_lazy("A da revesino")),
    ("revesino A corta B", gettext_lazy("B le corta a tiempo el revesino a A")),
    (
        "revesino A corta B napolitana C otra",
        gettext_lazy(
            "C tenía los cuatro ases y levantó la otra de las dos últimas bazas; levanta, si fue "
            "la del corte; nada, si ninguna"
        ),
    ),
    ("napolitana A", gettext_lazy("A gana los cuatro ases")),
    ("napolitana A pierde B", gettext_lazy("B introduce a A, que pierde los cuatro ases")),
    ("mano 8 -4 -4 0", gettext_lazy("solo los tantos de una mano, de A a D")),
    ("vuelta 12 -20 8 0", gettext_lazy("solo los tantos de una vuelta entera")),
    ("nula", gettext_lazy("mano nula, y da el mismo; nula pasa, si da el siguiente")),
    ("falta descarte A C", gettext_lazy("A cambió de descarte; lo cobra C, por suerte")),
    ("falta doble A", gettext_lazy("A se descartó dos veces: paga a cada uno")),
    ("platillo 16 16 16 16", gettext_lazy("lo que pone cada uno en el platillo")),
    ("arbitro mano 4 4 4 -12: motivo", gettext_lazy("el árbitro decide la mano")),
    ("arbitro tantos -1 1 0 0: motivo", gettext_lazy("el árbitro mueve tantos")),
    ("arbitro pie B: motivo", gettext_lazy("el árbitro dice que da B")),
    ("fin", gettext_lazy("se acabó el tiempo")),
    ("pierde A: motivo", gettext_lazy("A se retira o no se presenta")),
)


# --- A line in words ----------------------------------------------------------------------------
def line_in_words(step: Step[State], names: Sequence[str]) -> str:
    """Return the sentences of a line: the gains and losses, its events, the end of the match."""
    sentences = [_event_in_words(event, names) for event in step.score.events]
    end_sentences = [sentences.pop()] if step.score.over else []
    if isinstance(step.hand, Deal):
        sleeping_points = DECK_POINTS - sum(step.hand.points)
        if sleeping_points:
            text = ngettext("Duerme %(n)s punto.", "Duermen %(n)s puntos.", sleeping_points)
            sentences.append(text % {"n": sleeping_points})
    gains = [f"{_gains_text(step.score.points)}."] if any(step.score.points) else []
    return " ".join(gains + sentences + end_sentences)


def _gains_text(points: Sequence[int]) -> str:
    """Return the gain or loss of each player as text, and that of the plate if it has one."""
    plate = -sum(points)
    if not plate:
        return totals_by_letter(map(tantos_text, points))
    plate_text = gettext("platillo %(tantos)s") % {"tantos": tantos_text(plate)}
    return f"{totals_by_letter(map(tantos_text, points))} · {plate_text}"


def _event_in_words(event: Event, names: Sequence[str]) -> str:
    text = event_message(event, names if event.code in PLAYER_EVENTS else SIDE_NAMES)
    return text[:1].upper() + text[1:]


def tantos_text(number: int) -> str:
    """Return a number of tantos with its sign: «+11», «−11», «0»."""
    return count(number, signed=True)


def card_worth(card: str) -> str:
    """Return the worth of a pay card: «2 tantos»."""
    return ngettext("%(n)s tanto", "%(n)s tantos", PAY[card]) % {"n": PAY[card]}


def card_in_sentence(card: str) -> Text:
    """Return the name of a pay card inside a sentence: «el as de oros»."""
    return CARD_NAMES[card]


# --- The score ----------------------------------------------------------------------------------
def score_in_words(score: Score[State], options: Options) -> str:
    """Return the score in one line: «A +11 · B −23 · C +13 · D −1 · vuelta 1, mano 3»."""
    parts = [totals_by_letter(map(tantos_text, score.tallies[0]))]
    if options.plate:
        parts.append(gettext("platillo %(tantos)s") % {"tantos": score.state.plate})
    if not score.over and score.state.turn:
        parts.append(_next_hand(score.state).rstrip("."))
    return " · ".join(parts)


def _next_hand(state: State) -> str:
    numbers = {"vuelta": state.vuelta, "mano": state.turn % SEATS + 1}
    return gettext("vuelta %(vuelta)s, mano %(mano)s.") % numbers


def board(score: Score[State], options: Options, names: Sequence[str]) -> dict[str, Any]:
    """Return the context of the board: running totals, dealer, mano and plate."""
    return {
        "sides": [_side(score, side) for side in range(SEATS)],
        "rows": _rows(score),
        "plate": _plate(score.state) if options.plate else "",
        "foot": _foot(score, options, names),
    }


def _side(score: Score[State], side: int) -> dict[str, Any]:
    seat = ""
    if not score.over and side == score.state.dealer:
        seat = pgettext("of revesino", "da")
    elif not score.over and side == score.state.mano:
        seat = pgettext("of revesino", "mano")
    return {
        "tantos": tantos_text(score.tallies[0][side]),
        "seat": seat,
        "winner": score.winner == side,
    }


def _rows(score: Score[State]) -> list[dict[str, Any]]:
    """Return the rows of the board, except a last row that would repeat the large numbers."""
    rows = [
        (gettext("Vuelta %(number)s") % {"number": number}, tantos)
        for number, tantos in enumerate(score.state.vueltas, 1)
    ]
    rows += [
        (gettext("Mano %(number)s") % {"number": number}, tantos)
        for number, tantos in enumerate(score.state.hands, 1)
    ]
    if rows and rows[-1][1] == score.tallies[0]:
        rows.pop()
    return [
        {"head": head, "tantos": [tantos_text(tanto) for tanto in tantos]} for head, tantos in rows
    ]


def _plate(state: State) -> str:
    return ngettext(
        "En el platillo hay %(n)s tanto.", "En el platillo hay %(n)s tantos.", state.plate
    ) % {"n": state.plate}


def _foot(score: Score[State], options: Options, names: Sequence[str]) -> str:
    if score.over:
        return _event_in_words(score.events[-1], names)
    sentences = [_next_hand_sentence(score.state)]
    if options.factor(score.state.turn) > 1:
        sentences.append(gettext("Esta vuelta se paga doble (Mari-Pérez)."))
    dealer, mano = score.state.dealer, score.state.mano
    if dealer is not None and mano is not None:
        sentences.append(
            gettext("Da %(dealer)s; es mano %(mano)s.")
            % {"dealer": names[dealer], "mano": names[mano]}
        )
    return " ".join(sentences)


def _next_hand_sentence(state: State) -> str:
    text = _next_hand(state)
    return text[:1].upper() + text[1:]


# --- Numbers --------------------------------------------------------------------------------------
# Events counted over all the hands of a day.
def _sold_count(deal: Deal, ases: bool) -> int:
    """Return the number of ases sold in the hand or, without `ases`, of caballos de copas sold."""
    return sum(fate.fate == "sold" and fate.card.startswith("a") == ases for fate in deal.fates)


NUMBERS = (
    ActaCount("deals", _("manos de partida"), count_in_lines(Deal)),
    ActaCount(
        "ases", _("ases vendidos"), count_in_lines(Deal, lambda deal: _sold_count(deal, True))
    ),
    ActaCount(
        "caballos",
        _("caballos de copas vendidos"),
        count_in_lines(Deal, lambda deal: _sold_count(deal, False)),
    ),
    ActaCount(
        "made", _("revesinos hechos"), count_in_lines(Revesino, lambda hand: hand.cutter is None)
    ),
    ActaCount(
        "cut",
        _("revesinos cortados"),
        count_in_lines(Revesino, lambda hand: hand.cutter is not None),
    ),
    ActaCount("napolitanas", _("napolitanas ganadas"), count_in_events("revesino.napolitana_won")),
    ActaCount(
        "napolitanas_lost",
        _("napolitanas perdidas"),
        count_in_lines(Napolitana, lambda hand: hand.lost),
    ),
    ActaCount("plates", _("platillos recogidos"), count_in_events("revesino.plate_taken")),
)
