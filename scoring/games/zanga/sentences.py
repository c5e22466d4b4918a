"""Sentences about zanga: its refusals, fields, options and events."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, ngettext, ngettext_lazy, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.games.words import GameWords, TiebreakWords
from tournaments.words import Text

SENTENCES: dict[str, Text] = {
    "zanga.mano_missing": _(
        "Anote quién es mano en la primera mano de la partida: quien tiene el siete de espadas "
        "(%(allowed)s)"
    ),
    "zanga.mano_turn": _(
        "La mano no es de %(value)s: pasa a la derecha y ahora le toca a %(allowed)s"
    ),
    "zanga.not_a_seat": _("«%(value)s» no es un asiento; los asientos son %(allowed)s"),
    "zanga.passes_range": _(
        "No pueden pasar %(value)s jugadores: pasan %(high)s como mucho y el pie juega por fuerza"
    ),
    "zanga.pass_without_vales": _(
        "%(value)s no puede pasar: a su pareja no le queda ningún vale y tiene que jugar"
    ),
    "zanga.obliged_by_nobody": _(
        "Si han pasado tres, el pie habla el último: nadie puede quitarle el juego para ir solo"
    ),
    "zanga.naipes_not_pie": _(
        "Las cartas de la zanga solo las puede coger el pie, cuando han pasado los otros "
        "%(allowed)s. Pases anotados: %(value)s"
    ),
    "zanga.naipes_obliged": _(
        "El que quita el juego a otro para ir solo juega con sus propias cartas"
    ),
    "zanga.fianza_short": _(
        "Para coger las cartas de la zanga hacen falta %(allowed)s vales, y la pareja del pie "
        "tiene %(value)s"
    ),
    "zanga.bazas_missing": _("Anote las bazas de cada pareja"),
    "zanga.bazas_range": _(
        "Las bazas de %(side)s no pueden ser %(value)s: en una mano van de 0 a %(high)s"
    ),
    "zanga.bazas_sum": _("Las bazas suman %(value)s y en una mano hay %(allowed)s"),
    "zanga.bazas_undecided": _(
        "Con %(value)s la mano no está decidida: acaba cuando una pareja tiene cinco bazas o "
        "cuando se han jugado las ocho"
    ),
    "zanga.both_ask": _(
        "Cinco solo lo puede pedir una pareja, la que gana las dos primeras bazas; si las dos lo "
        "han pedido, decide el árbitro"
    ),
    "zanga.five_bazas": _(
        "%(side)s no ha podido pedir cinco (bazas: %(value)s): se pide después de ganar las "
        "%(low)s primeras"
    ),
    "zanga.five_played_on": _(
        "La pareja que pide cinco, las hace y sigue jugando va a todas: con %(value)s anote todas "
        "en lugar de cinco"
    ),
    "zanga.todas_alone": _("Antes de ir a todas hay que pedir cinco: anote qué pareja"),
    "zanga.todas_bazas": _(
        "%(side)s no ha podido ir a todas (bazas: %(value)s): antes hace las %(low)s primeras"
    ),
    "zanga.todas_unplayed": _(
        "La pareja que va a todas las hace o pierde alguna baza: con %(value)s no ha pasado "
        "ninguna de las dos cosas"
    ),
    "zanga.todas_against": _(
        "%(side)s ha ido a todas en contra y no las ha hecho: lo que se paga lo decide el árbitro "
        "(anote los vales con que queda la mesa)"
    ),
    "zanga.estuche_bazas": _(
        "%(side)s no ha podido tener el estuche (bazas: %(value)s): sus piezas ganan por lo menos "
        "%(low)s"
    ),
    "zanga.estuche_solo": _(
        "%(side)s, que juega solo, no ha podido tener el estuche (bazas: %(value)s): sus piezas "
        "ganan por lo menos %(low)s, y el estuche repartido con quien deja las cartas no cuenta"
    ),
    "zanga.renuncio_both": _("Si las dos parejas han hecho renuncio, decide el árbitro"),
    "zanga.estuche_both": _(
        "El estuche son las tres piezas juntas: no puede tenerlo más que una pareja, y se ha "
        "anotado a las dos"
    ),
    "zanga.renuncios_many": _(
        "Renuncios anotados: %(value)s. En esas bazas el máximo es %(high)s: uno en cada baza por "
        "cada jugador que no sale en ella, y ninguno en la octava"
    ),
    "zanga.renuncio_unled": _(
        "%(side)s juega solo y salió en todas las bazas: no pudo hacer renuncio"
    ),
    "zanga.matador_of_rivals": _(
        "%(side)s no pudo renunciar con una pieza de estuche: las tres las tenía la otra pareja"
    ),
    "zanga.matador_undemanded": _(
        "%(side)s juega solo con el estuche entero: nadie puede pedirle una pieza, porque ninguna "
        "de fuera es mayor"
    ),
    "zanga.matadores_many": _(
        "Renuncios de %(side)s con pieza de estuche: %(value)s. El máximo es %(high)s: una pieza "
        "solo la pide otra mayor que juega otro"
    ),
    "zanga.renuncios_without_five": _(
        "Hay %(value)s renuncios: más de uno solo se cobra cuando la otra pareja ha hecho las "
        "cinco o las ocho bazas; anote uno, o deje que decida el árbitro"
    ),
    "zanga.eight_alone": _(
        "El juego para hacer las ocho bazas solo cuenta si el renuncio es con una pieza de estuche"
    ),
    "zanga.eight_lost": _(
        "No se pudo enseñar un juego para hacer las ocho bazas: %(side)s ya tenía %(value)s"
    ),
    "zanga.two_faults": _(
        "Una mano tiene una sola falta: o un renuncio, o uno pedido sin haberlo; si hay más, "
        "decide el árbitro"
    ),
    "zanga.vales_range": _("Los vales no pueden ser %(value)s: van de 0 a %(high)s"),
    "zanga.vales_sum": _(
        "Los vales de las dos parejas y los del medio suman %(value)s y son siempre %(allowed)s"
    ),
    "zanga.word_twice": _("«%(value)s» ya está anotado en esta mano"),
}

FIELDS: dict[str, Text] = {
    "passes": _("Los pases"),
    "way": _("Cómo se juega"),
    "naipes": _("Las cartas con que juega"),
    "bazas": _("Las bazas"),
    "five": _("Quién pide cinco"),
    "todas": _("Ir a todas"),
    "estuche": _("El estuche"),
    "false_claim": _("Quién pide un renuncio que no hay"),
    "renuncios": _("Los renuncios"),
    "mano": _("Quién es mano"),
    "side": _("La pareja"),
    "winner": _("Quién gana la partida"),
    "ruling": _("La decisión del árbitro"),
    "vales": _("Los vales"),
    "middle": _("Los vales del medio"),
    "partidas": _("Las partidas"),
    "jornada": _("Las partidas de la jornada"),
    "codillo_stays": _("El codillo se queda en medio"),
}

# One sentence for each way to take, leave, pay and win (`rules.zanga.codes.EVENT_WORDS`).
EVENTS: dict[str, Text] = {
    "zanga.taken.hecha": ngettext_lazy(
        "%(side)s hace la mano y se lleva %(vales)s vale del medio",
        "%(side)s hace la mano y se lleva %(vales)s vales del medio",
        "vales",
    ),
    "zanga.taken.codillo": ngettext_lazy(
        "%(side)s da codillo y se lleva %(vales)s vale del medio",
        "%(side)s da codillo y se lleva %(vales)s vales del medio",
        "vales",
    ),
    "zanga.taken.renuncio": ngettext_lazy(
        "%(side)s se lleva %(vales)s vale del medio por renuncio de %(rival)s",
        "%(side)s se lleva %(vales)s vales del medio por renuncio de %(rival)s",
        "vales",
    ),
    "zanga.left.puesta": ngettext_lazy(
        "Puesta: %(side)s pone %(vales)s vale, y en medio hay %(middle)s",
        "Puesta: %(side)s pone %(vales)s vales, y en medio hay %(middle)s",
        "vales",
    ),
    "zanga.left.codillo": ngettext_lazy(
        "Codillo: %(side)s pone %(vales)s vale, y acodillado en medio hay %(middle)s",
        "Codillo: %(side)s pone %(vales)s vales, y acodillado en medio hay %(middle)s",
        "vales",
    ),
    "zanga.left.puesta_none": _("Puesta: a %(side)s no le queda ningún vale que poner"),
    "zanga.left.codillo_none": _("Codillo: a %(side)s no le queda ningún vale que poner"),
    "zanga.fianza.won": _("%(side)s se lleva también la fianza: %(vales)s vales"),
    "zanga.fianza.lost": _("La fianza, %(vales)s vales, es para %(side)s"),
    "zanga.fianza.returned": _(
        "%(rival)s vuelve a sus cartas: la fianza, %(vales)s vales, es para %(side)s"
    ),
    "zanga.renuncio": _("Renuncio de %(side)s"),
    "zanga.paid.matador": _(
        "%(side)s cobra %(vales)s por el renuncio con pieza de estuche (art. %(article)s)"
    ),
    "zanga.paid.renuncio": _(
        "%(side)s cobra %(vales)s por el renuncio, además de sus bazas (art. %(article)s)"
    ),
    "zanga.paid.false_claim": _(
        "%(side)s cobra %(vales)s: %(rival)s pidió un renuncio que no había (art. %(article)s)"
    ),
    "zanga.paid.five": _("%(side)s cobra %(vales)s por las cinco (art. %(article)s)"),
    "zanga.paid.todas": _("%(side)s cobra %(vales)s por todas (art. %(article)s)"),
    "zanga.paid.estuche": _("%(side)s cobra %(vales)s por el estuche (art. %(article)s)"),
    "zanga.paid.solo": _("%(side)s cobra %(vales)s por ir solo (art. %(article)s)"),
    "zanga.paid.five_lost": _(
        "%(side)s cobra %(vales)s: %(rival)s pidió cinco y no las hizo (art. %(article)s)"
    ),
    "zanga.paid.estuche_lost": _(
        "%(side)s cobra %(vales)s por el estuche, que paga quien jugaba (art. %(article)s)"
    ),
    "zanga.paid.solo_lost": _(
        "%(side)s cobra %(vales)s: %(rival)s iba solo y no sacó el juego (art. %(article)s)"
    ),
    "zanga.unpaid.held_none": _(
        "%(side)s no cobra lo del artículo %(article)s: antes de jugar no tenía vales (art. 64)"
    ),
    "zanga.unpaid.has_none": _(
        "%(side)s no cobra lo del artículo %(article)s: a %(rival)s no le queda ningún vale"
    ),
    "zanga.even.five_for_todas": _(
        "%(side)s no hace todas: las de cinco por las de todas (art. %(article)s)"
    ),
    "zanga.even.five_for_solo": _(
        "%(side)s no hace las cinco: las de cinco por las de solo (art. %(article)s)"
    ),
    "zanga.void": _("La mano se anula y se vuelve a dar: %(reason)s"),
    "zanga.vales_ruled": _(
        "El árbitro deja los vales en %(vales)s y %(middle)s en medio: %(reason)s"
    ),
    "zanga.mano_ruled": _("El árbitro dice que es mano %(seat)s: %(reason)s"),
    "zanga.partida_won.vales": _("%(side)s gana la partida: tiene los treinta y dos vales"),
    "zanga.partida_won.ruling": _("%(side)s gana la partida por decisión del árbitro"),
    "zanga.partida_won.written": _("%(side)s gana la partida"),
    "zanga.match_won": _("%(side)s gana el encuentro: partidas %(partidas)s"),
    "zanga.match_drawn": _("Nadie gana el encuentro: partidas %(partidas)s"),
    "zanga.match_forfeited": _("%(side)s pierde el encuentro: %(reason)s"),
    "zanga.match_stopped": _("Se para el encuentro: %(reason)s"),
}

PRESETS: dict[str, Text] = {
    "una_partida": _("Una partida"),
    "primero_a_2": _("Al primero que gane 2 partidas"),
    "primero_a_3": _("Al primero que gane 3 partidas"),
    "jornada_de_3": _("3 partidas, se juegan todas"),
    "jornada_de_4": _("Jornada de 4 partidas"),
    "jornada_de_5": _("Jornada de 5 partidas"),
}

OPTION_NAMES: dict[str, Text] = {
    "partidas": _("Partidas para ganar"),
    "jornada": _("Partidas de la jornada"),
    "codillo_stays": _("El codillo se queda en medio"),
}

OPTIONS: dict[str, Text] = {
    "partidas": _("Gana el encuentro el primero que gana este número de partidas"),
    "jornada": _(
        "Se juegan todas estas partidas y cada una cuenta; pueden empatar. 0 es al primero que gane"
    ),
    "codillo_stays": _(
        "En el codillo nadie se lleva los vales del medio: se quedan ahí, con los que pone la "
        "pareja que jugaba"
    ),
}

# Standings count the partidas, which leagues call zangas.
TIEBREAKS: dict[str, TiebreakWords] = {
    "counted_won": TiebreakWords(
        _("Partidas ganadas"),
        _("Partidas ganadas en todos los encuentros, también en los perdidos."),
        _("mismas partidas ganadas (%(value)s)"),
        _("menos partidas ganadas (%(value)s frente a %(above)s)"),
        short=pgettext_lazy("of zanga", "Partidas"),
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
    if options["jornada"]:
        length = ngettext(
            "Jornada de %(jornada)s partida", "Jornada de %(jornada)s partidas", options["jornada"]
        )
    else:
        length = ngettext(
            "Al primero que gane %(partidas)s partida",
            "Al primero que gane %(partidas)s partidas",
            options["partidas"],
        )
    ending = gettext("; el codillo se queda en medio") if options["codillo_stays"] else ""
    return length % options + ending


def length_explained(options: Mapping[str, Any]) -> str:
    """Return a sentence on who wins a match of this length."""
    if options["jornada"]:
        return ngettext(
            "Se juega %(jornada)s sola partida.",
            "Se juegan %(jornada)s partidas, cada una cuenta, y gana quien gana más.",
            options["jornada"],
        ) % {"jornada": options["jornada"]}
    return ngettext(
        "Gana el primero que gana %(partidas)s partida.",
        "Gana el primero que gana %(partidas)s partidas.",
        options["partidas"],
    ) % {"partidas": options["partidas"]}


WORDS = GameWords(
    sentences=SENTENCES,
    fields=FIELDS,
    events=EVENTS,
    presets=PRESETS,
    option_names=OPTION_NAMES,
    options=OPTIONS,
    tallies={"partidas": _("partidas")},
    tiebreaks=TIEBREAKS,
    count=COUNT,
    length_in_words=length_in_words,
    length_explained=length_explained,
)
