"""Sentences about cientos: its refusals, fields, options and events."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from scoring.games.figures import SUITS
from tournaments.games.words import GameWords, TiebreakWords
from tournaments.words import Text

VALUES = {"suit": SUITS}

SENTENCES: dict[str, Text] = {
    "cientos.bazas_range": _(
        "Las bazas de %(side)s no pueden ser %(value)s: cada uno hace de 0 a %(high)s"
    ),
    "cientos.bazas_sum": _("Las bazas suman %(value)s y en una mano hay %(allowed)s"),
    "cientos.last_missing": _("Anote quién ganó la última baza"),
    "cientos.last_without_baza": _("%(side)s no ganó ninguna baza: no puede tener la última"),
    "cientos.last_and_stopped": _(
        "Si alguien llegó a cien y se paró el juego, no hay última baza: quite una de las dos cosas"
    ),
    "cientos.stopped_full": _(
        "Las bazas suman %(value)s: si se jugaron todas, anote quién ganó la última, y no que se "
        "paró el juego"
    ),
    "cientos.short_last": _(
        "A %(side)s le faltaba una carta: la última baza es de %(rival)s, "
        "aunque no le sirvan a ella"
    ),
    "cientos.punto_value": _("No hay ningún punto de %(value)s; puede ser de %(allowed)s"),
    "cientos.punto_below_secansa": _(
        "El punto de %(side)s no puede ser %(value)s: solo su secansa suma %(low)s"
    ),
    "cientos.secansa_length": _("Una secansa tiene de %(low)s a %(high)s cartas, no %(value)s"),
    "cientos.secansa_top": _(
        "Una secansa de %(length)s cartas no puede empezar por «%(value)s»; "
        "puede empezar por %(allowed)s"
    ),
    "cientos.secansa_suit": _(
        "«%(value)s» no es un palo; los palos son %(allowed)s (oros, copas, espadas, bastos)"
    ),
    "cientos.tied_suit": _(
        "Las secansas empatadas son de dos palos: no se escribe ninguno, y pone «%(value)s»"
    ),
    "cientos.secansas_both": _(
        "Las secansas que valen son todas del mismo: de quien tiene la mejor"
    ),
    "cientos.secansa_tied": _(
        "Si la mejor secansa está empatada no vale ninguna: anote solo la empatada"
    ),
    "cientos.secansas_overlap": _(
        "Dos secansas de %(suit)s comparten cartas o van seguidas: serían una sola"
    ),
    "cientos.catorce_cards": _("Un catorce tiene cuatro cartas y un trío tres, no %(value)s"),
    "cientos.catorce_rank": _(
        "De «%(value)s» no hay catorces ni tríos; los hay de %(allowed)s "
        "(ases, reyes, caballos, sotas, dieces)"
    ),
    "cientos.catorce_twice": _("El catorce o el trío de «%(rank)s» está dos veces"),
    "cientos.catorces_both": _(
        "Los catorces y tríos que valen son todos del mismo: de quien tiene el mayor"
    ),
    "cientos.catorce_in_secansa": _(
        "%(side)s no puede tener las cuatro cartas de «%(rank)s»: el otro enseñó una en su secansa"
    ),
    "cientos.too_many_items": _("Hay %(value)s y en doce cartas caben %(high)s como mucho"),
    "cientos.cards_impossible": _(
        "Los acuses no caben en dos manos de doce cartas: repase el punto, las secansas, los "
        "catorces y los tríos"
    ),
    "cientos.fault_cause": _("«%(value)s» no es ninguna de las faltas: %(allowed)s"),
    "cientos.fault_twice": _("La misma falta de %(side)s está dos veces"),
    "cientos.fault_both": _(
        "Los dos con carta de más, o los dos con carta de menos: lo decide el árbitro; anote "
        "«nula ambos» o la decisión del árbitro"
    ),
    "cientos.fault_opposite": _("%(side)s no puede tener carta de más y carta de menos"),
    "cientos.void_counts": _("Las ganancias de %(side)s no valen por su falta: no anote ninguna"),
    "cientos.void_tie": _(
        "Las ganancias de %(side)s no valen por su falta: no empatan, y las del otro valen todas"
    ),
    "cientos.dealer_unknown": _("No se sabe quién dio: anótelo en esta mano, con «dA» o «dB»"),
    "cientos.blancas_figures": _(
        "%(side)s era mano y tuvo cartas blancas: robó de una a cinco cartas, y con ellas no caben "
        "en dos manos estos acuses"
    ),
    "cientos.pique_blocked": _("%(side)s no pudo picar: el otro contó o empató alguna ganancia"),
    "cientos.pique_repique": _(
        "%(side)s ya llegó a treinta con sus acuses (%(value)s): no pica, o repica"
    ),
    "cientos.pique_short": _(
        "%(side)s no pudo picar: con lo que acusó y las bazas que pudo hacer seguidas al empezar "
        "no llega a treinta antes de que el otro levante baza"
    ),
    "cientos.pique_missing": _(
        "%(side)s picó: acusó %(value)s y, con las bazas que hizo seguidas, llegó a treinta "
        "antes de que el otro contara; anote «pique»"
    ),
    "cientos.captures_missing": _(
        "Anote las bazas que cada uno ganó saliendo el otro, sin la última: son las que cuentan"
    ),
    "cientos.captures_option": _(
        "Aquí cuentan todas las bazas, salga quien salga: no hace falta anotar quién salía"
    ),
    "cientos.captures_range": _(
        "Las bazas que %(side)s ganó saliendo el otro no pueden ser %(value)s: son %(high)s "
        "como mucho, sin la última"
    ),
    "cientos.captures_turns": _(
        "Las bazas ganadas saliendo el otro no pueden ser %(value)s: se ganan por turnos, y el pie "
        "es el primero (%(allowed)s)"
    ),
    "cientos.stopped_count": _(
        "Si se paró porque %(side)s llegó a cien, el último tanto que contó, al salir o al "
        "levantar baza, es el que lo hizo; con estas bazas llega a %(value)s"
    ),
    "cientos.stopped_rival": _("%(side)s no fue quien llegó antes: %(rival)s tenía ya %(value)s"),
    "cientos.stopped_order": _(
        "%(side)s no fue quien llegó antes a cien: en los acuses llegó %(rival)s, por su orden"
    ),
    "cientos.stopped_acuses": _(
        "%(side)s llegó a cien en los acuses: se paró sin jugar ninguna baza, y pone %(value)s"
    ),
    "cientos.first_unknown": _(
        "No se sabe quién llegó antes a cien, o si el otro tenía ya cincuenta: "
        "anote las bazas de cada uno hasta entonces y quién llegó, con «!A» o «!B»"
    ),
    "cientos.void_cause": _("«%(value)s» no es ninguna de las causas de nula: %(allowed)s"),
    "cientos.juego_double": _(
        "%(side)s no pudo perder doble: ya tenía hechos %(value)s y el doble es sin cincuenta"
    ),
    "cientos.no_double": _("En este torneo no se juega doble"),
    "cientos.no_calidades": _("En este torneo no se juega con calidades"),
    "cientos.calidades_range": _("Las calidades de un juego van de 0 a %(high)s, no %(value)s"),
    "cientos.points_range": _("Los tantos de una mano van de 0 a %(high)s, no %(value)s"),
    "cientos.word_twice": _("«%(value)s» está repetido: se escribe una sola vez en cada mano"),
    "cientos.calidad_alone": _("El valor de la calidad solo tiene sentido jugando con calidades"),
    "cientos.double_alone": _(
        "Que el doble cuente dos juegos solo tiene sentido si hay doble y el encuentro se juega a "
        "un número de juegos"
    ),
}

FIELDS: dict[str, Text] = {
    "bazas": _("Las bazas"),
    "last": _("La última baza"),
    "low": _("Si la última era baja"),
    "blancas": _("Las cartas blancas"),
    "punto": _("El punto"),
    "secansas": _("Las secansas"),
    "catorces": _("Los catorces y tríos"),
    "pique": _("El pique"),
    "stopped": _("Quién llegó a cien"),
    "captures": _("Las bazas saliendo el otro"),
    "faults": _("Las faltas"),
    "cause": _("La causa"),
    "double": _("Si es doble"),
    "calidades": _("Las calidades"),
    "points": _("Los tantos de la mano"),
    "juegos": _("Los juegos"),
    "doble": _("El doble"),
    "juegos_doble": _("Lo que cuenta el doble"),
    "calidad": _("Lo que vale una calidad"),
    "rival_leads": _("Las bazas que cuentan"),
}

# A won juego, a void hand and void announcements have one sentence for each value of `by`.
EVENTS: dict[str, Text] = {
    "cientos.repique": _("%(side)s repica: sus treinta son noventa"),
    "cientos.pique": _("%(side)s pica: sus treinta son sesenta"),
    "cientos.capote": _("%(side)s da capote"),
    "cientos.announcements_void.mas": _("%(side)s tenía carta de más: no le vale ninguna ganancia"),
    "cientos.announcements_void.falso": _(
        "%(side)s acusó lo que no tenía: no le vale ninguna ganancia"
    ),
    "cientos.announcements_void.tarde": _(
        "%(side)s no enseñó a tiempo: no le vale ninguna ganancia"
    ),
    "cientos.falta": _("%(side)s señala %(shown)s, con %(missing)s todavía por hacer"),
    "cientos.calidades": _("Calidades de la mano: %(calidades)s"),
    "cientos.deal_void.turno": _("Mano nula: dio el jugador al que no le tocaba; da el que toca"),
    "cientos.deal_void.descubierta": _("Mano nula por carta descubierta al dar: se vuelve a dar"),
    "cientos.deal_void.repetida": _("Mano nula por cartas iguales en la baraja: se vuelve a dar"),
    "cientos.deal_void.mas": _("Mano nula por carta de más: se vuelve a dar"),
    "cientos.deal_void.ambos": _(
        "Mano nula por carta de más o de menos en los dos: se vuelve a dar"
    ),
    "cientos.deal_void.monte": _("Mano nula por carta vista del monte: se vuelve a dar"),
    "cientos.juego_won.sencillo": _("%(side)s gana el juego sencillo (%(tantos)s)"),
    "cientos.juego_won.doble": _(
        "%(side)s gana el juego doble: %(rival)s no llega a cincuenta (%(tantos)s)"
    ),
    "cientos.juego_won.written": _("%(side)s gana el juego sencillo"),
    "cientos.juego_won.written_doble": _("%(side)s gana el juego doble"),
    "cientos.juego_won.ruling": _("%(side)s gana el juego sencillo por decisión del árbitro"),
    "cientos.juego_won.ruling_doble": _("%(side)s gana el juego doble por decisión del árbitro"),
    "cientos.juego_void": _("El juego se anula, con sus calidades: %(reason)s"),
    "cientos.hand_ruled": _("El árbitro deja la mano en %(points)s: %(reason)s"),
    "cientos.match_won": _("%(side)s gana el encuentro: juegos %(juegos)s, cuartos %(cuartos)s"),
    "cientos.match_drawn": _("Empate: juegos %(juegos)s, cuartos %(cuartos)s"),
    "cientos.match_forfeited": _("%(side)s pierde el encuentro: %(reason)s"),
    "cientos.match_stopped": _("Se para el encuentro: %(reason)s"),
}

PRESETS: dict[str, Text] = {
    "un_juego": _("Un juego"),
    "dos_juegos": _("A dos juegos"),
    "tres_juegos": _("A tres juegos"),
    "cuatro_juegos_a_cuenta": _("Cuatro juegos, a cuenta"),
    "calidades_un_juego": _("Un juego, con calidades"),
    "calidades_dos_juegos": _("A dos juegos, con calidades"),
    "calidades_cuatro_a_cuenta": _("Cuatro juegos con calidades, a cuenta"),
}

OPTION_NAMES: dict[str, Text] = {
    "juegos": _("Juegos"),
    "play_all": _("Jugarlos todos, a cuenta"),
    "doble": _("Con doble"),
    "juegos_doble": _("Juegos que cuenta el doble"),
    "calidades": _("Con calidades"),
    "calidad": _("Cuartos de una calidad"),
    "rival_leads": _("Solo cuenta la baza saliendo el otro"),
}

OPTIONS: dict[str, Text] = {
    "juegos": _("Gana el encuentro el primero que gana este número de juegos"),
    "play_all": _(
        "Se juegan todos esos juegos y gana quien más cuartos cobra; si son iguales, empate"
    ),
    "doble": _("Quien pierde sin haber llegado a cincuenta pierde doble"),
    "juegos_doble": _("Un juego doble cuenta este número de juegos para ganar el encuentro"),
    "calidades": _("Se pagan las calidades"),
    "calidad": _("Los cuartos de apuesta que vale cada calidad; lo corriente es uno"),
    "rival_leads": _(
        "La baza vale un tanto solo si la gana el que no salía (la última cuenta siempre)"
    ),
}


# Standings count the juegos or, a cuenta, the cuartos (`Options.counted_tally`).
TIEBREAKS: dict[str, TiebreakWords] = {
    "counted_won": TiebreakWords(
        _("Juegos ganados; a cuenta, cuartos"),
        _(
            "Juegos ganados en todos los encuentros, también en los perdidos. A cuenta, los "
            "cuartos cobrados en ellos, que son los que deciden cada encuentro."
        ),
        _("iguales a favor (%(value)s)"),
        _("menos a favor (%(value)s frente a %(above)s)"),
        short=_("A favor"),
    ),
    "counted_diff": TiebreakWords(
        _("Diferencia de juegos; a cuenta, de cuartos"),
        _("Juegos ganados menos juegos perdidos; a cuenta, cuartos cobrados menos pagados."),
        _("misma diferencia (%(value)s)"),
        _("peor diferencia (%(value)s frente a %(above)s)"),
        short=_("Diferencia"),
    ),
}
COUNT: Text = _("cuartos %(score)s")  # pages show cuartos only where standings count them


def length_in_words(options: Mapping[str, Any]) -> str:
    """Return the length of a match without a preset, from its stored options."""
    if options["play_all"]:
        length = ngettext(
            "%(juegos)s juego, a cuenta", "%(juegos)s juegos, a cuenta", options["juegos"]
        )
    else:
        length = ngettext("A %(juegos)s juego", "A %(juegos)s juegos", options["juegos"])
    words = length % options
    return words + gettext(", con calidades") if options["calidades"] else words


def length_explained(options: Mapping[str, Any]) -> str:
    """Return a sentence on who wins a match of this length."""
    if options["play_all"]:
        return ngettext(
            "Se juega %(juegos)s juego y gana quien más cuartos cobra.",
            "Se juegan %(juegos)s juegos y gana quien más cuartos cobra.",
            options["juegos"],
        ) % {"juegos": options["juegos"]}
    return ngettext(
        "Gana el primero que gana %(juegos)s juego.",
        "Gana el primero que gana %(juegos)s juegos.",
        options["juegos"],
    ) % {"juegos": options["juegos"]}


WORDS = GameWords(
    sentences=SENTENCES,
    fields=FIELDS,
    events=EVENTS,
    presets=PRESETS,
    option_names=OPTION_NAMES,
    options=OPTIONS,
    tallies={"juegos": _("juegos"), "cuartos": _("cuartos")},
    tiebreaks=TIEBREAKS,
    count=COUNT,
    length_in_words=length_in_words,
    length_explained=length_explained,
    values=VALUES,
)
