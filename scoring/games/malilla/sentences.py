"""Sentences about malilla: its refusals, fields, options and events."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, pgettext_lazy

from tournaments.games.words import GameWords, TiebreakWords
from tournaments.words import Text

SENTENCES: dict[str, Text] = {
    "malilla.form": _("No hay ninguna malilla «%(value)s»; las que hay: %(allowed)s"),
    "malilla.play_off_target": _(
        "Cuando se juega a un número de tantos no puede haber empate: quite la vuelta de desempate"
    ),
    "malilla.mariperez_target": _(
        "Con Mari-Pérez se dobla la primera y la última vuelta, y jugándose a un número de tantos "
        "no se sabe cuál es la última: juegue a un número de vueltas"
    ),
    "malilla.double_once_alone": _("«Doblar una sola vez» necesita palo favorito y Mari-Pérez"),
    "malilla.capote_72_form": _(
        "Que el capote se pague a 72 entre todos es de la barrotada y la coja (%(allowed)s), "
        "no de esta malilla (%(value)s)"
    ),
    "malilla.alce_by_all_form": _(
        "Que todos paguen el alce es una opción de la barrotada (%(allowed)s), "
        "no de esta malilla (%(value)s)"
    ),
    "malilla.points_count": _(
        "Los puntos «%(value)s» no son los de esta malilla: se ponen los de cada bando, "
        "que son %(allowed)s"
    ),
    "malilla.points_range": _("Nadie puede hacer %(value)s puntos: en un reparto hay %(high)s"),
    "malilla.points_sum": _(
        "Los puntos suman %(value)s y en un reparto hay siempre %(allowed)s: "
        "60 en cartas y uno por cada una de las doce bazas"
    ),
    "malilla.points_asleep": _(
        "Los puntos suman %(value)s y tienen que sumar %(allowed)s: los 72 menos los "
        "%(asleep)s que duermen"
    ),
    "malilla.asleep_range": _(
        "No pueden dormir %(value)s puntos: en doce cartas caben de 0 a %(high)s"
    ),
    "malilla.asleep_missing": _(
        "Anote los puntos que duermen: a cartas cubiertas se ponen siempre, aunque sean 0 (s0)"
    ),
    "malilla.asleep_form": _(
        "Aquí no duerme ninguna carta: sobra «s%(value)s», que es de la malilla a cartas cubiertas"
    ),
    "malilla.card_rank": _("«%(value)s» no es una carta; las que hay: %(allowed)s"),
    "malilla.card_suit": _("«%(value)s» no es un palo: %(allowed)s (oros, copas, espadas, bastos)"),
    "malilla.card_out": _(
        "El %(value)s no está en la baraja de esta malilla, que tiene %(allowed)s de cada palo"
    ),
    "malilla.malilla_taken": _(
        "Dio %(side)s y le tocó la malilla de triunfo, que nadie gana: con ella hace al menos "
        "%(low)s puntos, y pone %(value)s"
    ),
    "malilla.capote_points": _(
        "Con %(value)s no puede haber capote: quien lo da se lleva todos los puntos"
    ),
    "malilla.capote_plain": _(
        "Con %(value)s hay capote: quien se lleva todos los puntos hizo todas las bazas"
    ),
    "malilla.capote_unsaid": _(
        "A cartas vistas, %(value)s puede ser capote o no: anote «capote» si hizo todas las "
        "bazas o «sincapote» si el otro hizo una"
    ),
    "malilla.capote_short": _("%(side)s jugó con carta de menos: no puede dar capote"),
    "malilla.fault_many": _("Hay %(value)s faltas y en un reparto caben %(allowed)s"),
    "malilla.fault_twice": _(
        "La falta «%(fault)s» de %(side)s está dos veces: cada género de falta se paga una vez"
    ),
    "malilla.fault_form": _(
        "En esta malilla no existe la falta «%(fault)s»; las que hay: %(allowed)s"
    ),
    "malilla.fault_more_and_less": _(
        "%(side)s es un solo jugador: no puede tener carta de más y carta de menos"
    ),
    "malilla.turno_twice": _("Solo uno dio las cartas: no pudieron dar dos sin tocarles"),
    "malilla.turno_dealer": _(
        "Pone que dio %(value)s y también que dio sin tocarle %(allowed)s: quite una de las dos"
    ),
    "malilla.turno_his": _("A %(side)s le tocaba dar: no dio fuera de turno"),
    "malilla.split_missing": _(
        "Los %(tens)s tantos que paga %(allowed)s no se reparten por igual entre los demás: "
        "ponga lo que decide el árbitro, por ejemplo r-10+4+3+3"
    ),
    "malilla.split_needless": _("Sobra «%(value)s»: aquí no hay nada que repartir a mano"),
    "malilla.split_sides": _(
        "Números en el reparto del árbitro: %(value)s. Hacen falta %(allowed)s, uno por bando"
    ),
    "malilla.split_sum": _(
        "El reparto del árbitro suma %(value)s y tiene que sumar 0: lo que uno paga lo cobran otros"
    ),
    "malilla.split_payer": _(
        "En el reparto del árbitro %(side)s tiene %(value)s y por sus faltas le toca %(allowed)s"
    ),
    "malilla.side_absent": _("En esta malilla no hay bando %(value)s: los que hay son %(allowed)s"),
    "malilla.dealer_missing": _(
        "El alce vale tantos y no se sabe quién dio: póngalo, por ejemplo dA (%(allowed)s)"
    ),
    "malilla.dealer_turn": _(
        "Pone que dio %(value)s y le tocaba a %(allowed)s; si dio sin tocarle, ponga "
        "%(value)s/turno"
    ),
    "malilla.favorito_off": _("En este torneo no se juega con palo favorito"),
    "malilla.favorito_twice": _(
        "El palo favorito ya está sorteado: %(suit)s, y dura todo el encuentro"
    ),
    "malilla.favorito_missing": _(
        "Anote el palo favorito antes del primer reparto, por ejemplo «favorito o» (%(allowed)s)"
    ),
    "malilla.trump_missing": _(
        "Se juega con palo favorito: ponga la carta del alce con su palo, aunque no valga nada (5o)"
    ),
    "malilla.tantos_count": _(
        "Números de tantos: %(value)s. Hacen falta %(allowed)s, uno por bando"
    ),
    "malilla.tantos_range": _("No se admite %(value)s: como mucho %(high)s tantos"),
    "malilla.tantos_sum": _(
        "Los tantos suman %(value)s y tienen que sumar 0: lo que gana uno lo pierden otros"
    ),
    "malilla.tantos_gains": _(
        "Cuando se juega a un número de tantos solo se anotan los ganados: no puede haber %(value)s"
    ),
    "malilla.tantos_half": _("«%(value)s»: aquí no hay medios tantos"),
    "malilla.tantos_most": _(
        "%(side)s no puede tener %(value)s: en ese tiempo se gana o se pierde de %(low)s a %(high)s"
    ),
    "malilla.tantos_doubled": _(
        "Esa vuelta se juega doble por la Mari-Pérez: %(value)s no es múltiplo de %(times)s"
    ),
    "malilla.vuelta_begun": _(
        "Esta vuelta ya está empezada (repartos: %(value)s): siga reparto por reparto, o borre "
        "sus anotaciones para poner solo el resultado"
    ),
    "malilla.partida_begun": _(
        "El encuentro ya está empezado: siga con él, o borre sus anotaciones para poner solo el "
        "resultado"
    ),
    "malilla.partida_short": _(
        "El encuentro no ha acabado: nadie llega a %(allowed)s y pone %(value)s"
    ),
    "malilla.partida_long": _(
        "El encuentro acaba al llegar al límite: con un solo reparto no se pasa de %(allowed)s, "
        "y pone %(value)s"
    ),
    "malilla.partida_both": _(
        "El encuentro acaba cuando llega uno a %(allowed)s: no pueden llegar los dos (%(value)s)"
    ),
    "malilla.partida_tied": _("El encuentro no puede acabar empatado: %(value)s"),
    "malilla.word_twice": _("«%(value)s» está repetido: se escribe una sola vez en cada reparto"),
}

FIELDS: dict[str, Text] = {
    "points": _("Los puntos"),
    "asleep": _("Los puntos que duermen"),
    "card": _("La carta del alce"),
    "capote": _("El capote"),
    "faults": _("Las faltas"),
    "split": _("El reparto del árbitro"),
    "short_pack": _("La baraja falta"),
    "suit": _("El palo"),
    "tantos": _("Los tantos"),
    "form": _("La malilla"),
    "vueltas": _("Las vueltas"),
    "target": _("Los tantos para ganar"),
    "play_off": _("La vuelta de desempate"),
    "favorito": _("El palo favorito"),
    "mariperez": _("La Mari-Pérez"),
    "double_once": _("Doblar una sola vez"),
    "capote_72": _("El capote a 72"),
    "alce_by_all": _("El alce de todos"),
    "bye_tantos": _("Los tantos de quien descansa"),
}

SIDE_PARAMS = ("payers",)  # parameters of an event that name other sides

# A fault has one sentence for each of FAULTS, and the favorito has one sentence for each suit.
EVENTS: dict[str, Text] = {
    "malilla.counted": _("Puntos %(points)s: %(tantos)s"),
    "malilla.capote": _("%(side)s da capote"),
    "malilla.no_capote": _("%(side)s se lleva todos los puntos, pero no hay capote"),
    "malilla.alce": _("%(side)s cobra el alce (%(card)s): %(tantos)s, de %(payers)s"),
    "malilla.alce_lost": _("%(side)s devuelve el alce (%(card)s), por dar sin tocarle"),
    "malilla.doubled": _("La mano se paga multiplicada por %(times)s"),
    "malilla.fault.servir": _("%(side)s no sirvió al palo teniendo: diez tantos"),
    "malilla.fault.cargar": _("%(side)s no cargó pudiendo: diez tantos"),
    "malilla.fault.fallar": _("%(side)s no falló teniendo triunfo: diez tantos"),
    "malilla.fault.contrafallar": _("%(side)s no contrafalló pudiendo: diez tantos"),
    "malilla.fault.mas": _("%(side)s jugó con carta de más: diez tantos"),
    "malilla.fault.menos": _("%(side)s jugó con carta de menos"),
    "malilla.fault.turno": _("%(side)s dio sin tocarle: diez tantos"),
    "malilla.fault.mano": _("%(side)s jugó de mano sin tocarle: diez tantos"),
    "malilla.fault.hablar": _("%(side)s habló de una jugada antes de acabar la mano: diez tantos"),
    "malilla.fault.baza": _("%(side)s alzó una baza que no era suya: diez tantos"),
    "malilla.fault.mostrar": _("%(side)s mostró su juego: diez tantos"),
    "malilla.not_counted": _("%(side)s no cuenta lo que ganaba por sus puntos"),
    "malilla.misdeal": _("Cartas mal dadas: no hay alce y pasa la mano"),
    "malilla.short_pack": _("La baraja estaba falta: da otra vez el mismo"),
    "malilla.favorito.o": _("Palo favorito: oros"),
    "malilla.favorito.c": _("Palo favorito: copas"),
    "malilla.favorito.e": _("Palo favorito: espadas"),
    "malilla.favorito.b": _("Palo favorito: bastos"),
    "malilla.vuelta_over": _("Acaba la vuelta %(number)s: %(tantos)s"),
    "malilla.play_off": _("Hay empate: se juega otra vuelta"),
    "malilla.hand_void": _("La mano se anula y da otra vez el mismo: %(reason)s"),
    "malilla.deal_ruled": _("El árbitro deja la mano en %(tantos)s: %(reason)s"),
    "malilla.tantos_ruled": _("El árbitro mueve %(tantos)s: %(reason)s"),
    "malilla.dealer_ruled": _("El árbitro decide que da %(side)s: %(reason)s"),
    "malilla.match_won": _("%(side)s gana la malilla: %(tantos)s"),
    "malilla.match_drawn": _("Nadie gana la malilla: %(tantos)s"),
    "malilla.match_forfeited": _("%(side)s pierde el encuentro: %(reason)s"),
    "malilla.match_stopped": _("Se para el encuentro: %(reason)s"),
}

PRESETS: dict[str, Text] = {
    "companeros": _("De compañeros, 3 vueltas"),
    "companeros_favorito_mariperez": _("De compañeros, 3 vueltas, con favorito y Mari-Pérez"),
    "companeros_a_100": _("De compañeros, a 100 tantos"),
    "companeros_a_200": _("De compañeros, a 200 tantos"),
    "barrotada": _("Barrotada o cara de perro, 3 vueltas"),
    "barrotada_alce_de_todos": _("Barrotada, 3 vueltas, el alce lo pagan todos"),
    "coja": _("Coja, entre tres, 4 vueltas"),
    "dos_a_cartas_vistas": _("Entre dos a cartas vistas, 6 vueltas"),
    "dos_a_cartas_cubiertas": _("Entre dos a cartas cubiertas, 6 vueltas"),
}

FORMS: dict[str, Text] = {
    "companeros": _("De compañeros"),
    "barrotada": _("Barrotada"),
    "coja": _("Coja, entre tres"),
    "vistas": _("Entre dos a cartas vistas"),
    "cubiertas": _("Entre dos a cartas cubiertas"),
}

CHOICES: dict[str, dict[object, Text]] = {"form": dict(FORMS.items())}

FAULTS: dict[str, Text] = {
    "servir": _("No servir al palo"),
    "cargar": _("No cargar"),
    "fallar": _("No fallar"),
    "contrafallar": _("No contrafallar"),
    "mas": _("Carta de más"),
    "menos": _("Carta de menos"),
    "turno": _("Dar sin tocarle"),
    "mano": _("Jugar de mano sin tocarle"),
    "hablar": _("Hablar de las jugadas"),
    "baza": _("Alzar una baza ajena"),
    "mostrar": _("Mostrar el juego"),
}

OPTION_NAMES: dict[str, Text] = {
    "form": _("Malilla"),
    "vueltas": _("Vueltas"),
    "target": _("A cuántos tantos"),
    "play_off": _("Vuelta de desempate"),
    "favorito": _("Con palo favorito"),
    "mariperez": _("Con Mari-Pérez"),
    "double_once": _("Doblar una sola vez"),
    "capote_72": _("Capote a 72 entre todos"),
    "alce_by_all": _("El alce lo pagan todos"),
    "bye_tantos": _("Tantos de quien descansa"),
}

OPTIONS: dict[str, Text] = {
    "form": _(
        "La de compañeros es de dos parejas; en las demás cada uno juega para sí: cuatro en la "
        "barrotada, tres en la coja, y dos en las otras"
    ),
    "vueltas": _("Cuántas vueltas se juegan; en cada una da una vez cada jugador"),
    "target": _(
        "Gana el primero que llega a este número de tantos ganados. Con 0, se juega por vueltas"
    ),
    "play_off": _("Si hay empate tras la última vuelta se juega otra"),
    "favorito": _("Se sortea un palo, y se paga doble la mano en que sale triunfo"),
    "mariperez": _("La primera y la última vuelta se pagan doble"),
    "double_once": _("Mano de favorito en vuelta doble: se paga por 2 y no por 4"),
    "capote_72": _("Barrotada y coja: el capote vale 72, pagados entre los demás por igual"),
    "alce_by_all": _("Barrotada: el alce lo pagan los tres, y no solo quien cortó"),
    "bye_tantos": _(
        "Tantos que se anotan a quien gana por incomparecencia, si no se juega a un número"
    ),
}

TIEBREAKS: dict[str, TiebreakWords] = {
    "counted_won": TiebreakWords(
        _("Tantos en todos los encuentros"),
        _(
            "Los tantos con que acabó cada encuentro, sumados, también los de los perdidos. Por "
            "vueltas, lo que se pierde resta."
        ),
        _("mismos tantos (%(value)s)"),
        _("menos tantos (%(value)s frente a %(above)s)"),
        short=pgettext_lazy("of malilla", "Tantos"),
    ),
    "counted_diff": TiebreakWords(
        _("Diferencia de tantos"),
        _("Los tantos propios menos los de los rivales."),
        _("misma diferencia de tantos (%(value)s)"),
        _("peor diferencia de tantos (%(value)s frente a %(above)s)"),
        short=_("Diferencia"),
        paper=_("Diferencia de tantos"),
    ),
}
COUNT: Text = _("tantos %(score)s")


def length_in_words(options: Mapping[str, Any]) -> str:
    """Return the form and the length of a match without a preset, from its stored options."""
    form = str(FORMS[options["form"]])
    if options["target"]:
        length = ngettext(
            "%(form)s, a %(target)s tanto", "%(form)s, a %(target)s tantos", options["target"]
        )
        return length % {"form": form, **_length_params(options)}
    length = ngettext(
        "%(form)s, %(vueltas)s vuelta", "%(form)s, %(vueltas)s vueltas", options["vueltas"]
    )
    return length % {"form": form, **_length_params(options)}


def length_explained(options: Mapping[str, Any]) -> str:
    """Return a sentence on who wins a match of this length."""
    if options["target"]:
        sentence = ngettext(
            "Gana el primero que gana %(target)s tanto.",
            "Gana el primero que gana %(target)s tantos.",
            options["target"],
        )
        return sentence % _length_params(options)
    sentence = ngettext(
        "Se juega %(vueltas)s vuelta, un reparto de cada jugador, y gana quien tiene más tantos.",
        "Se juegan %(vueltas)s vueltas, en cada una un reparto de cada jugador, y gana quien "
        "tiene más tantos.",
        options["vueltas"],
    )
    return sentence % _length_params(options)


def _length_params(options: Mapping[str, Any]) -> dict[str, Any]:
    return {"target": options["target"], "vueltas": options["vueltas"]}


WORDS = GameWords(
    sentences=SENTENCES,
    fields=FIELDS,
    events=EVENTS,
    presets=PRESETS,
    option_names=OPTION_NAMES,
    options=OPTIONS,
    tallies={"tantos": _("tantos")},
    tiebreaks=TIEBREAKS,
    count=COUNT,
    length_in_words=length_in_words,
    length_explained=length_explained,
    choices=CHOICES,
    side_params=SIDE_PARAMS,
)
