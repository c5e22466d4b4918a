"""Sentences about guiñote: its refusals, fields, options and events."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.games.figures import SUITS
from tournaments.games.words import GameWords, TiebreakWords
from tournaments.words import Text

VALUES = {"suit": SUITS}  # parameters of an error that are shown as words

SENTENCES: dict[str, Text] = {
    "guinote.cards_range": _(
        "Los tantos por cartas de %(side)s no pueden ser %(value)s: van de 0 a %(high)s, "
        "sin últimas ni cantes"
    ),
    "guinote.cards_one": _(
        "Nadie puede hacer %(value)s por cartas: ninguna carta ni grupo de cartas vale 1 tanto "
        "(se admiten 0, de 2 a 118 y 120)"
    ),
    "guinote.cards_sum": _(
        "Los tantos por cartas suman %(value)s y tienen que sumar %(allowed)s, "
        "sin últimas ni cantes"
    ),
    "guinote.cards_over": _("Los tantos por cartas suman %(value)s y en la baraja hay %(allowed)s"),
    "guinote.cards_rest": _(
        "Los tantos por cartas suman %(value)s y dejarían en juego 1 tanto: "
        "ninguna carta ni grupo de cartas vale 1"
    ),
    "guinote.last_missing": _(
        "Anote quién hizo las diez de últimas; si alguien cantó haber ganado, anote quién"
    ),
    "guinote.last_and_declared": _(
        "Si alguien cantó haber ganado, el juego se paró y no hay diez de últimas: "
        "quite una de las dos cosas"
    ),
    "guinote.declared_in_ida": _(
        "En el primer reparto no se canta haber ganado: se juega hasta el final y se cuenta"
    ),
    "guinote.cante_value": _("Un cante vale 20 o 40, no %(value)s"),
    "guinote.cante_suit": _(
        "«%(value)s» no es un palo; los palos de un cante son %(allowed)s "
        "(oros, copas, espadas, bastos)"
    ),
    "guinote.forty_without_suit": _(
        "Anote el palo de las cuarenta, que es el triunfo: %(allowed)s (oros, copas, espadas, "
        "bastos)"
    ),
    "guinote.forty_twice": _("Las cuarenta solo se cantan una vez en cada reparto"),
    "guinote.twenty_fourth": _(
        "Hay %(value)s veintes y en un reparto caben %(allowed)s: el otro palo es el triunfo"
    ),
    "guinote.suit_twice": _(
        "El cante de %(suit)s está dos veces: cada palo se canta una vez en cada reparto, "
        "y el de las cuarenta no puede ser de veinte"
    ),
    "guinote.renuncio_point": _(
        "El renuncio %(value)s no existe: los puntos del reglamento van del %(low)s al %(high)s"
    ),
    "guinote.partidas_range": _(
        "Las partidas de un coto no pueden ser %(value)s: van de 0 a %(high)s"
    ),
    "guinote.coto_result": _(
        "Un coto no puede acabar %(value)s; gane quien gane, puede acabar %(allowed)s"
    ),
    "guinote.coto_begun": _(
        "Este coto ya está empezado (%(value)s): siga partida por partida, o borre sus "
        "anotaciones para poner solo el resultado"
    ),
    "guinote.coto_partidas": _(
        "Con un solo coto no basta el ganador: escriba las partidas (%(allowed)s)"
    ),
    "guinote.word_twice": _("«%(value)s» está repetido: se escribe una sola vez en cada reparto"),
    "guinote.players": _("El guiñote se juega de %(allowed)s, no de %(value)s"),
    "guinote.best_of_even": _(
        "«Al mejor de» tiene que ser un número impar (13, 15, 17…) y pone %(value)s"
    ),
    "guinote.play_all_alone": _(
        "Jugar todas las partidas solo tiene sentido «al mejor de» un número de partidas"
    ),
}

FIELDS: dict[str, Text] = {
    "cards": _("Los tantos por cartas"),
    "last": _("Las diez de últimas"),
    "cantes": _("Los cantes"),
    "declared": _("Quién cantó haber ganado"),
    "dealer": _("Quién repartió"),
    "side": _("Quién hizo el renuncio"),
    "point": _("El punto de «El renuncio»"),
    "winner": _("Quién gana la partida"),
    "partidas": _("Las partidas"),
    "ruling": _("La decisión del árbitro"),
    "players": _("Los jugadores"),
    "cotos": _("Los cotos"),
    "best_of": _("Al mejor de"),
    "play_all": _("Jugarlas todas"),
}

# A won partida has one sentence for each way to win it.
EVENTS: dict[str, Text] = {
    "guinote.vueltas": _("Nadie llega a 101: van de vueltas con %(tantos)s"),
    "guinote.partida_won.reached": _("%(side)s gana la partida por %(tantos)s"),
    "guinote.partida_won.ultimas": _(
        "%(side)s gana la partida: los dos bandos llegan a 101 y hace las diez de últimas "
        "(%(tantos)s)"
    ),
    "guinote.partida_won.thirty": _(
        "%(side)s gana la partida: los dos bandos llegan a 101, pero %(rival)s no tiene 30 tantos "
        "sin cantes (%(tantos)s)"
    ),
    "guinote.partida_won.declared": _(
        "%(side)s gana la partida: cantó haber ganado y era cierto (%(tantos)s)"
    ),
    "guinote.partida_won.false_declaration": _(
        "%(side)s gana la partida: %(rival)s cantó haber ganado y no llegaba a 101 (%(tantos)s)"
    ),
    "guinote.partida_won.renuncio": _("%(side)s gana la partida por renuncio de %(rival)s"),
    "guinote.partida_won.ruling": _("%(side)s gana la partida por decisión del árbitro"),
    "guinote.partida_won.written": _("%(side)s gana la partida"),
    "guinote.partida_void": _("La partida se anula y se vuelve a jugar: %(reason)s"),
    "guinote.coto_won": _("%(side)s gana el coto (%(partidas)s)"),
    "guinote.coto_written": _("%(side)s gana el coto (no consta por cuánto; cuenta %(partidas)s)"),
    "guinote.match_won": _("%(side)s gana el encuentro: cotos %(cotos)s, partidas %(partidas)s"),
    "guinote.match_forfeited": _("%(side)s pierde el encuentro: %(reason)s"),
    "guinote.match_stopped": _("Se para el encuentro: %(reason)s"),
    "guinote.match_drawn": _("Nadie gana el encuentro: cotos %(cotos)s, partidas %(partidas)s"),
}

PRESETS: dict[str, Text] = {
    "dos_cotos_de_3": _("Dos cotos de 3 partidas"),
    "dos_cotos_de_4": _("Dos cotos de 4 partidas"),
    "un_coto_de_4": _("Un coto de 4 partidas"),
    "un_coto_de_5": _("Un coto de 5 partidas"),
    "mejor_de_13": _("Al mejor de 13 partidas"),
    "mejor_de_15": _("Al mejor de 15 partidas"),
    "mejor_de_17": _("Al mejor de 17 partidas"),
    "mano_a_mano_dos_cotos_de_3": _("Mano a mano, dos cotos de 3 partidas"),
    "mano_a_mano_un_coto_de_4": _("Mano a mano, un coto de 4 partidas"),
    "mano_a_mano_mejor_de_13": _("Mano a mano, al mejor de 13 partidas"),
}

OPTION_NAMES: dict[str, Text] = {
    "players": _("Jugadores"),
    "cotos": _("Cotos"),
    "partidas": _("Partidas de cada coto"),
    "best_of": _("Al mejor de"),
    "play_all": _("Jugar todas las partidas"),
}

OPTIONS: dict[str, Text] = {
    "players": _("Cuántos se sientan a la mesa: 4, por parejas, o 2, mano a mano"),
    "cotos": _("Cotos necesarios para ganar el encuentro"),
    "partidas": _("Gana un coto el primero que gana este número de partidas"),
    "best_of": _(
        "Al mejor de este número impar de partidas, en lugar de por cotos; 0 es por cotos"
    ),
    "play_all": _("Al mejor de X: se juegan todas aunque el ganador ya esté decidido"),
}

# Standings count the partidas.
TIEBREAKS: dict[str, TiebreakWords] = {
    "counted_won": TiebreakWords(
        _("Partidas ganadas"),
        _(
            "Partidas ganadas en todos los encuentros, también en los perdidos. Es el desempate "
            "del reglamento (Guiñote, «Quién gana el guiñote»)."
        ),
        _("mismas partidas ganadas (%(value)s)"),
        _("menos partidas ganadas (%(value)s frente a %(above)s)"),
        short=pgettext_lazy("of guiñote", "Partidas"),
        paper=_("Partidas a favor"),
    ),
    "counted_diff": TiebreakWords(
        _("Diferencia de partidas"),
        _("Partidas ganadas menos partidas perdidas."),
        _("misma diferencia de partidas (%(value)s)"),
        _("peor diferencia de partidas (%(value)s frente a %(above)s)"),
        short=_("Diferencia"),
        paper=_("Diferencia de partidas"),
    ),
}
COUNT: Text = _("partidas %(score)s")


def length_in_words(options: Mapping[str, Any]) -> str:
    """Return the length of a match without a preset, from its stored options."""
    length = _length(options)
    if options["players"] == 2:
        return gettext("Mano a mano: %(length)s") % {"length": length[:1].lower() + length[1:]}
    return length


def _length(options: Mapping[str, Any]) -> str:
    if options["best_of"]:
        length = (
            ngettext(
                "Al mejor de %(best_of)s partida",
                "Al mejor de %(best_of)s partidas",
                options["best_of"],
            )
            % options
        )
        return length + gettext(", jugándolas todas") if options["play_all"] else length
    cotos = ngettext("%(cotos)s coto", "%(cotos)s cotos", options["cotos"]) % options
    partidas = ngettext("de %(partidas)s partida", "de %(partidas)s partidas", options["partidas"])
    return f"{cotos} {partidas % options}"


def length_explained(options: Mapping[str, Any]) -> str:
    """Return a sentence on who wins a match of this length."""
    if options["best_of"] > 1 and options["play_all"]:
        return gettext("Se juegan las %(best_of)s partidas y gana quien gana más.") % options
    partidas = options["best_of"] // 2 + 1 if options["best_of"] else options["partidas"]
    if options["best_of"] or options["cotos"] == 1:
        return ngettext(
            "Gana el primero que gana %(partidas)s partida.",
            "Gana el primero que gana %(partidas)s partidas.",
            partidas,
        ) % {"partidas": partidas}
    return ngettext(
        "Gana el coto el primero que gana %(partidas)s partida; gana el encuentro el primero que "
        "gana %(cotos)s cotos.",
        "Gana el coto el primero que gana %(partidas)s partidas; gana el encuentro el primero "
        "que gana %(cotos)s cotos.",
        partidas,
    ) % {"partidas": partidas, "cotos": options["cotos"]}


WORDS = GameWords(
    sentences=SENTENCES,
    fields=FIELDS,
    events=EVENTS,
    presets=PRESETS,
    option_names=OPTION_NAMES,
    options=OPTIONS,
    tallies={"cotos": _("cotos"), "partidas": _("partidas")},
    tiebreaks=TIEBREAKS,
    count=COUNT,
    length_in_words=length_in_words,
    length_explained=length_explained,
    wins_matches={
        "cotos": (_("Cotos"), _("Cotos ganados y perdidos: con ellos se gana cada encuentro."))
    },
    values=VALUES,
)
