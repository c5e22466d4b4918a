"""Cientos in words: the tens shown, the parts of a hand, the line."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.translation import gettext, gettext_lazy, ngettext, pgettext
from django.utils.translation import gettext_lazy as _

from rules.cientos.account import Part, account
from rules.cientos.deal import Deal
from rules.cientos.hands import JuegoRuling
from rules.cientos.items import Catorce, Punto, Secansa
from rules.cientos.juego import ShownTens
from rules.cientos.match import State
from rules.cientos.options import Options
from rules.core import Event, Score, Step
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
# The faults of `rules.cientos.codes`, inside a sentence.
PENAL: dict[str, Text] = {
    "carta_de_mas": gettext_lazy("tiene una carta de más"),
    "carta_de_menos": gettext_lazy("tiene una carta de menos"),
    "acuse_falso": gettext_lazy("acusa lo que no tiene"),
    "muestra_tarde": gettext_lazy("no muestra a tiempo"),
    "da_sin_tocarle": gettext_lazy("da sin tocarle"),
    "carta_descubierta": gettext_lazy("descubre una carta al dar"),
}
MOST_BOXES = 5  # the most juegos drawn as boxes; more are shown as a number
TENS = 10  # tens in a juego, drawn as pips: the six of a seis, the three of a tres, one more

# Words of the game, the same in every language.
LENGTHS = {3: "tercia", 4: "quarta", 5: "quinta", 6: "sexta", 7: "séptima", 8: "octava"}
TOPS = {
    "A": "al as",
    "R": "al rey",
    "C": "al caballo",
    "S": "a la sota",
    "D": "al diez",
    "9": "al nueve",
}
KINDS = {"A": "ases", "R": "reyes", "C": "caballos", "S": "sotas", "D": "dieces"}

PARTS: dict[str, Text] = {
    "blancas": gettext_lazy("cartas blancas"),
    "punto": gettext_lazy("punto de %(value)s"),
    "catorce": gettext_lazy("catorce de %(cards)s"),
    "trio": gettext_lazy("tres %(cards)s"),
    "repique": gettext_lazy("repique"),
    "carteo": gettext_lazy("carteo"),
    "pique": gettext_lazy("pique"),
    "bazas": gettext_lazy("bazas"),
    "capote": gettext_lazy("capote"),
}
FAULTS: dict[str, Text] = {
    "falso": gettext_lazy("Acusó lo que no tenía: no le vale ninguna ganancia"),
    "tarde": gettext_lazy("No enseñó a tiempo: no le vale ninguna ganancia"),
    "mas": gettext_lazy("Jugó con carta de más: no le vale ninguna ganancia"),
    "menos": gettext_lazy("Jugó con carta de menos: la última baza es del otro"),
}
VOIDS: dict[str, Text] = {
    "turno": gettext_lazy("Dio el jugador al que no le tocaba, y se vio antes del descarte"),
    "descubierta": gettext_lazy("Se descubrió una carta al dar"),
    "repetida": gettext_lazy("Hay dos cartas iguales en la baraja"),
    "mas": gettext_lazy(
        "Carta de más: el mano pide que se dé otra vez, o se vio después del descarte"
    ),
    "ambos": gettext_lazy("Los dos con carta de más, o uno de más y otro de menos"),
    "monte": gettext_lazy("Se vio una carta del monte"),
}
EXAMPLES = (
    ("8-4 uA dB", gettext_lazy("una mano: bazas de A y de B, la última de A, dio B")),
    (
        "8-4 uAm pA51 sA5Ao tAR",
        gettext_lazy(
            "la última con carta menor de diez; punto de A, 51; quinta al as de oros; tres reyes, "
            "o cAR el catorce (cartas: A, R, C, S, D, 9, 8, 7)"
        ),
    ),
    ("6-6 uB p=44 s=3A bB", gettext_lazy("punto y secansa iguales; cartas blancas de B")),
    ("12-0 uA pA51 pique", gettext_lazy("el mano pica")),
    ("8-3 pA50 !A", gettext_lazy("A llega a cien y se para: las bazas, hasta entonces")),
    (
        "6-6 uA xfB",
        gettext_lazy(
            "B acusó lo que no tenía; xt no enseñó a tiempo, x+ carta de más, x- carta de menos"
        ),
    ),
    ("nula repetida", gettext_lazy("mano nula, que se vuelve a dar")),
    ("juego A doble", gettext_lazy("un juego entero que gana A; sin «doble», sencillo")),
    ("juego A 3-1", gettext_lazy("lo mismo con las calidades de A y de B en sus manos")),
    ("arbitro mano 34-12: motivo", gettext_lazy("el árbitro deja la mano en esos tantos")),
    ("arbitro juego A: motivo", gettext_lazy("el árbitro da el juego a A")),
    ("arbitro anula: motivo", gettext_lazy("el árbitro anula el juego en curso")),
    ("pierde A: motivo", gettext_lazy("A se retira o no se presenta: gana B")),
)


# --- A line in words ----------------------------------------------------------------------------
def line_in_words(step: Step[State], names: Sequence[str]) -> str:
    """Return the line and its events in sentences that call the sides by `names`."""
    words = [
        *_line_sentences(step, names),
        *(_event_in_words(event, names) for event in step.score.events),
    ]
    return " ".join(sentence(text) for text in words if text)


def _line_sentences(step: Step[State], names: Sequence[str]) -> Iterator[str]:
    """Yield the sentences of a line that come from no event.

    They are the account of a hand and its ties, or the reason of a referee.
    """
    match step.hand:
        case Deal() as deal:
            yield from _accounts(step, deal, names)
            if deal.punto is not None and deal.punto.side is None:
                yield gettext("Punto igual: no lo cuenta nadie.")
            if deal.secansas and deal.secansas[0].side is None:
                yield gettext("La mejor secansa, igual: no las cuenta nadie.")
        case JuegoRuling(reason=reason):
            yield gettext("árbitro: %(reason)s.") % {"reason": reason}


def _accounts(step: Step[State], deal: Deal, names: Sequence[str]) -> Iterator[str]:
    """Yield a sentence on the points of each side.

    For example «El jugador 1: punto de 51, 5; carteo, 17; bazas, 10. Hace 32 y señala 30.»
    """
    points = step.score.points[0], step.score.points[1]
    mano = step.score.state.dealer  # the mano of this hand deals the next hand
    assert mano is not None
    ends_juego = any(event.code == "cientos.juego_won" for event in step.score.events)
    for name, parts, own_points in zip(names, account(deal, mano, points), points, strict=True):
        values = {
            "side": name,
            "parts": "; ".join(f"{part_name(part)}, {part.worth}" for part in parts),
            "points": own_points,
            "tens": ShownTens().after_hand(own_points).tens,
        }
        if not parts:
            yield gettext("%(side)s no hace ningún tanto.") % values
        elif ends_juego:
            yield gettext("%(side)s: %(parts)s. Hace %(points)s.") % values
        elif not values["tens"]:
            yield (
                gettext("%(side)s: %(parts)s. Hace %(points)s: no llega a señalar una decena.")
                % values
            )
        else:
            yield gettext("%(side)s: %(parts)s. Hace %(points)s y señala %(tens)s.") % values


def part_name(part: Part) -> str:
    """Return the name of a part of a hand: «quinta al rey», «tres sotas», «carteo»."""
    match part.item:
        case Punto(value=value):
            return str(PARTS["punto"]) % {"value": value}
        case Secansa(length=length, top=top):
            return secansa_name(length, top)
        case Catorce(rank=rank, cards=cards):
            return str(PARTS["catorce" if cards == 4 else "trio"]) % {"cards": KINDS[rank]}
    return str(PARTS[part.name])


def secansa_name(length: int, top: str) -> str:
    """Return the name of a secansa: «quinta al rey», or «octava», whose top card is always the as.

    >>> secansa_name(3, "S"), secansa_name(8, "A")
    ('tercia a la sota', 'octava')
    """
    return LENGTHS[length] if length == max(LENGTHS) else f"{LENGTHS[length]} {TOPS[top]}"


def _event_in_words(event: Event, names: Sequence[str]) -> str:
    if event.code != "cientos.calidades":
        return event_message(winner_first_event(event), names)
    calidades = dict(event.params)["calidades"]
    assert isinstance(calidades, tuple)
    return " ".join(
        sentence(
            ngettext("%(side)s gana %(n)s calidad.", "%(side)s gana %(n)s calidades.", number)
            % {"side": name, "n": number}
        )
        for name, number in zip(names, calidades, strict=True)
        if number
    )


# --- The score ----------------------------------------------------------------------------------
def score_in_words(score: Score[State], options: Options) -> str:
    """Return the score in one line, A first: «Juegos 1–0 · cuartos 5–2 · tantos 50–10»."""
    juegos, cuartos, tantos = ("–".join(map(str, tally)) for tally in score.tallies)
    parts = [gettext("juegos %(score)s") % {"score": juegos}]
    if shows_cuartos(options):
        parts.append(gettext("cuartos %(score)s") % {"score": cuartos})
    if not score.over:
        parts.append(gettext("tantos %(score)s") % {"score": tantos})
    return sentence(" · ".join(parts))


def shows_cuartos(options: Options) -> bool:
    """Return whether the score shows cuartos in addition to juegos, because the two can differ."""
    return options.calidades or options.play_all or options.doble


def board(score: Score[State], options: Options, names: Sequence[str]) -> dict[str, Any]:
    """Return the context of `BOARD`; the caller adds the letter and the title of each side.

    `names` are the names of the sides, as inside a sentence.
    """
    return {
        "sides": [_board_side(score, options, side) for side in (0, 1)],
        "foot": _foot(score, options, names),
    }


def _board_side(score: Score[State], options: Options, side: int) -> dict[str, Any]:
    juegos, cuartos, tantos = (tally[side] for tally in score.tallies)
    boxes = options.juegos if 1 < options.juegos <= MOST_BOXES and not options.play_all else 0
    juegos_word = ngettext("juego ganado", "juegos ganados", juegos)
    cuartos_word = ngettext("cuarto", "cuartos", cuartos)
    counts = [(juegos, juegos_word)] if options.juegos > 1 and not (boxes or score.over) else []
    counts += [(cuartos, cuartos_word)] if shows_cuartos(options) else []
    return {
        "cotos": [number < juegos for number in range(boxes)],
        "cotos_label": gettext("%(won)s de %(wanted)s juegos") % {"won": juegos, "wanted": boxes},
        "partidas": juegos if score.over else tantos,
        "partidas_label": juegos_word if score.over else pgettext("of cientos", "tantos"),
        "tantos": None,
        "drawing": "scoring/games/cientos/tens.html",
        "tens": [] if score.over else [number < tantos // TENS for number in range(TENS)],
        "missing": _missing_text(tantos, score.state.missing[side]),
        "counts": counts,
        "winner": score.winner == side,
    }


def _missing_text(tens: int, missing: int) -> str:
    """Return a text on the points that a side lacks for the tens it shows; "" if it lacks none.

    They matter at 50 and 100 (Adiciones 4).
    """
    if not missing:
        return ""
    words = ngettext("le falta %(n)s para %(shown)s", "le faltan %(n)s para %(shown)s", missing)
    return words % {"n": missing, "shown": tens}


def _foot(score: Score[State], options: Options, names: Sequence[str]) -> str:
    if score.over:
        return sentence(_event_in_words(score.events[-1], names))
    sentences = []
    if options.juegos > 1:
        number = len(score.state.juegos) + 1
        sentences.append(pgettext("of cientos", "Juego %(number)s.") % {"number": number})
    dealer = score.state.dealer
    if dealer is None:
        sentences.append(gettext("Es mano quien alce la mayor carta."))
    else:
        sides = {"dealer": names[dealer], "mano": names[1 - dealer]}
        sentences.append(gettext("Da %(dealer)s, es mano %(mano)s.") % sides)
    return " ".join(sentences)


# --- Numbers --------------------------------------------------------------------------------------
# Events counted over all the hands of a day.
NUMBERS = (
    ActaCount("deals", _("manos anotadas"), count_in_lines(Deal)),
    ActaCount("secansas", _("secansas"), count_in_lines(Deal, lambda deal: len(deal.secansas))),
    ActaCount(
        "catorces",
        _("catorces"),
        count_in_lines(Deal, lambda deal: sum(catorce.cards == 4 for catorce in deal.catorces)),
    ),
    ActaCount(
        "trios",
        _("tríos"),
        count_in_lines(Deal, lambda deal: sum(catorce.cards == 3 for catorce in deal.catorces)),
    ),
    ActaCount("repiques", _("repiques"), count_in_events("cientos.repique")),
    ActaCount("piques", _("piques"), count_in_events("cientos.pique")),
    ActaCount("capotes", _("capotes"), count_in_events("cientos.capote")),
    ActaCount(
        "doubles", _("juegos dobles"), count_in_events("cientos.juego_won", way_prefix="doble")
    ),
)
