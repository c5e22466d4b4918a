"""Sentences about revesino: its refusals, fields, options and events."""

from collections.abc import Mapping
from typing import Any

from django.utils.text import format_lazy
from django.utils.translation import gettext, ngettext, ngettext_lazy, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.games.words import GameWords, TiebreakWords
from tournaments.words import Text

CARDS: dict[str, Text] = {
    "ao": _("el as de oros"),
    "ac": _("el as de copas"),
    "ae": _("el as de espadas"),
    "ab": _("el as de bastos"),
    "cc": _("el caballo de copas"),
}
VALUES = {"card": CARDS}
SIDE_PARAMS = ("payer", "goer", "to", "sides")  # parameters of an event that name other sides

SENTENCES: dict[str, Text] = {
    "revesino.bazas_range": _(
        "Las bazas de %(side)s no pueden ser %(value)s: van de 0 a %(high)s en cada mano"
    ),
    "revesino.bazas_sum": _("Las bazas suman %(value)s y tienen que sumar %(allowed)s"),
    "revesino.bazas_all": _(
        "Si %(side)s hizo todas las bazas es un revesino: anótelo como revesino"
    ),
    "revesino.points_range": _(
        "Los puntos de %(side)s no pueden ser %(value)s: van de 0 a %(high)s, los de la baraja"
    ),
    "revesino.points_without_baza": _(
        "%(side)s no ha hecho baza y se le anotan puntos (%(value)s): sin baza no hay puntos"
    ),
    "revesino.points_held": _(
        "Puntos de %(side)s: %(value)s; solo los ases y el caballo que hay en sus bazas son ya "
        "%(low)s"
    ),
    "revesino.points_sum": _(
        "Los puntos suman %(value)s; con lo que duerme, la suma no baja de %(low)s ni pasa de "
        "%(high)s (la baraja tiene 40 y duermen cuatro cartas)"
    ),
    "revesino.points_cards": _(
        "Con esas bazas, ningún reparto de reyes, caballos y sotas suma %(value)s: en cada baza "
        "hay cuatro cartas"
    ),
    "revesino.card_missing": _("Elija dónde acabó %(card)s. Si quedó en la baceta, elija «Duerme»"),
    "revesino.card_twice": _("Está dos veces dónde acabó %(card)s"),
    "revesino.asleep_many": _(
        "Duermen %(value)s cartas de pago, y en la baceta no quedan más que %(allowed)s"
    ),
    "revesino.card_to_himself": _("%(side)s no puede venderse ni sacarse a sí mismo %(card)s"),
    "revesino.card_needs_bazas": _(
        "Bazas de %(side)s: %(value)s; por las cartas de pago que levantó tiene %(low)s por lo "
        "menos"
    ),
    "revesino.leads": _(
        "Con bazas %(value)s, %(side)s no pudo salir a jugar tantas veces: para esas cartas "
        "sacadas o jugadas de cabeza necesita %(low)s por lo menos (sale el mano, y después "
        "quien levanta la baza)"
    ),
    "revesino.cut_by_goer": _("%(side)s va a revesino: no puede cortárselo él"),
    "revesino.napolitana_of_goer": _(
        "%(side)s va a revesino: en esa mano su napolitana no se cuenta"
    ),
    "revesino.duty_alone": _(
        "«%(value)s» solo se anota al que tiene los cuatro ases, cuando otro corta el revesino"
    ),
    "revesino.introducer_himself": _("%(side)s no puede introducirse a sí mismo"),
    "revesino.introducer_missing": _(
        "En este torneo cobra quien introduce: anote quién introdujo a %(side)s"
    ),
    "revesino.left_not_mano": _(
        "Solo al mano le pueden dejar la primera salida: el mano es %(allowed)s, no %(side)s"
    ),
    "revesino.left_loses": _(
        "En este torneo, si al mano le dejan la primera salida pierde el privilegio: "
        "%(side)s no puede usar de los cuatro ases"
    ),
    "revesino.renuncio_twice": _("El renuncio de %(side)s está dos veces; se repite con una falta"),
    "revesino.renuncio_third": _(
        "Hay %(value)s renuncios y el reglamento reparte la pena entre %(allowed)s como mucho: "
        "que decida el árbitro"
    ),
    "revesino.renuncio_of_napolitana": _(
        "%(side)s juega los cuatro ases y puede renunciar cuando quiera: no es renuncio"
    ),
    "revesino.renuncio_of_goer": _(
        "%(side)s va a revesino: salió o levantó en todas las bazas y no pudo renunciar"
    ),
    "revesino.renuncio_unmade": _(
        "%(side)s es mano y tiene %(value)s bazas: salió o levantó en todas y no pudo renunciar"
    ),
    "revesino.repeat_unmade": _(
        "En las dos últimas manos no hay renuncio de %(side)s que pudiera repetirse: el primero se "
        "anota en su mano, y cada uno de más después de ella"
    ),
    "revesino.renuncio_lost_napolitana": _(
        "Napolitana introducida y con renuncio: el introducido ya no puede renunciar, y lo que "
        "paga cada uno lo decide el árbitro; se anota así: %(allowed)s"
    ),
    "revesino.fault_to": _(
        "Esa falta la cobra uno de los otros tres, por suerte: anote quién (%(allowed)s)"
    ),
    "revesino.fault_each": _("Esa falta se paga a cada uno de los otros: sobra «%(value)s»"),
    "revesino.word_twice": _("«%(value)s» está repetido: quién dio se escribe una sola vez"),
    "revesino.dealer_missing": _(
        "Anote quién dio las cartas, que decide los empates y si pasa la mano: añada una de "
        "%(allowed)s"
    ),
    "revesino.dealer_turn": _("No daba %(value)s: le tocaba a %(allowed)s"),
    "revesino.amounts_range": _(
        "Los tantos de %(side)s no pueden ser %(value)s: van de %(low)s a %(high)s"
    ),
    "revesino.amounts_sum": _(
        "Los tantos de los cuatro suman %(value)s y tienen que sumar %(allowed)s"
    ),
    "revesino.amounts_hand": _(
        "Ahí cambian de mano %(value)s tantos y no hay forma de que sea así: pueden ser %(allowed)s"
    ),
    "revesino.amounts_doubled": _(
        "Esta vuelta se paga doble: los tantos de %(side)s no pueden ser %(value)s, que es impar"
    ),
    "revesino.vuelta_begun": _(
        "Esta vuelta ya está empezada (manos: %(value)s): siga mano por mano, o borre sus "
        "anotaciones para poner solo el resultado"
    ),
    "revesino.plate_off": _("En este torneo no se juega con platillo"),
    "revesino.plate_short": _(
        "El platillo está en %(value)s y ha de tener %(low)s: anote antes lo que pone cada uno"
    ),
    "revesino.end_by_vueltas": _("Este encuentro acaba por vueltas (%(value)s), no por tiempo"),
    "revesino.end_unplayed": _("No se puede acabar sin haber jugado ninguna mano"),
    "revesino.mari_perez_by_time": _(
        "Por tiempo no se sabe cuál es la última vuelta: la Mari-Pérez pide un número de vueltas"
    ),
}

FIELDS: dict[str, Text] = {
    "bazas": _("Las bazas"),
    "points": _("Los puntos"),
    "fates": _("Las cartas de pago"),
    "goer": _("Quién va a revesino"),
    "cutter": _("Quién corta"),
    "napolitana": _("Quién tiene los cuatro ases"),
    "duty": _("Lo que hizo el de los cuatro ases"),
    "renuncios": _("Los renuncios"),
    "holder": _("Quién tiene los cuatro ases"),
    "introducer": _("Quién lo introduce"),
    "lost": _("Si hizo baza"),
    "left": _("La primera salida dejada"),
    "passes": _("Si pasa la mano"),
    "fault": _("La falta"),
    "to": _("Quién la cobra"),
    "of": _("De qué es el resultado"),
    "amounts": _("Los tantos"),
    "plate": _("El platillo"),
    "vueltas": _("Las vueltas"),
    "by_time": _("Por tiempo"),
    "mari_perez": _("La Mari-Pérez"),
    "introducer_collects": _("Cobra quien introduce"),
    "left_lead_loses": _("La primera salida dejada"),
    "sleepers_unpaid": _("Las cartas que duermen"),
}


def _card_sentences(code: str, sentence: Text) -> dict[str, Text]:
    """Return the sentence of an event for each pay card."""
    return {
        f"revesino.{code}.{key}": format_lazy(sentence, card=card) for key, card in CARDS.items()
    }


EVENTS: dict[str, Text] = {
    "revesino.partida_won.bazas_none": _(
        "%(side)s gana la partida sin hacer baza: %(tantos)s de %(payer)s"
    ),
    "revesino.partida_won.points": _(
        "%(side)s gana la partida por menos puntos: %(tantos)s de %(payer)s"
    ),
    "revesino.partida_won.bazas": _(
        "%(side)s gana la partida por menos bazas: %(tantos)s de %(payer)s"
    ),
    "revesino.partida_won.seat": _(
        "%(side)s gana la partida por mejor sentado: %(tantos)s de %(payer)s"
    ),
    **_card_sentences("sold", _("%(side)s vende {card}: %(tantos)s de %(payer)s")),
    **_card_sentences("drawn", _("%(side)s saca {card}: %(tantos)s de %(payer)s")),
    **_card_sentences("led", _("%(side)s cobra {card}, jugado de cabeza: %(tantos)s de %(payer)s")),
    **_card_sentences(
        "led_by_winner", _("%(side)s jugó de cabeza {card} y ganó la partida: no paga")
    ),
    **_card_sentences("asleep", _("%(side)s cobra {card}, que duerme: %(tantos)s de %(payer)s")),
    **_card_sentences("asleep_unpaid", _("Duerme {card}: no se paga")),
    "revesino.renuncio": _("%(side)s paga %(tantos)s por renuncio"),
    "revesino.made": _("%(side)s da revesino: %(tantos)s tantos"),
    "revesino.cut_with_renuncio": _(
        "%(side)s corta a tiempo el revesino de %(goer)s, pero hizo renuncio: lo que cobraría es "
        "de los demás"
    ),
    "revesino.cut": _("%(side)s corta a tiempo el revesino de %(goer)s: %(tantos)s tantos"),
    "revesino.collected": _(
        "%(side)s, con los cuatro ases, levanta la baza en que se corta el revesino de %(goer)s: "
        "%(tantos)s tantos"
    ),
    "revesino.answers": _("%(side)s, con los cuatro ases, no cumple y paga los %(tantos)s él solo"),
    "revesino.napolitana_won": _("%(side)s gana los cuatro ases: %(tantos)s tantos"),
    "revesino.napolitana_lost": _(
        "%(side)s es introducido y pierde los cuatro ases: paga %(tantos)s"
    ),
    "revesino.plate_taken": _("El caballo toma %(tantos)s del platillo, que queda en %(plate)s"),
    "revesino.plate_paid": _("El caballo paga %(tantos)s al platillo, que queda en %(plate)s"),
    "revesino.plate_funded": ngettext_lazy(
        "En el platillo hay %(plate)s tanto", "En el platillo hay %(plate)s tantos", "plate"
    ),
    "revesino.doubled": _("Vuelta doble"),
    "revesino.null": _("Mano nula: vuelve a dar el mismo"),
    "revesino.null_passes": _("Mano nula: pasa a dar el siguiente"),
    "revesino.fault.descarte": _(
        "%(side)s cambió de descarte: paga %(tantos)s a %(to)s, y la mano es nula"
    ),
    "revesino.fault.doble": _(
        "%(side)s se descartó de más: paga %(tantos)s a cada uno, y la mano es nula"
    ),
    "revesino.fault.repite": _("%(side)s repite el renuncio: paga %(tantos)s a %(to)s"),
    "revesino.result": _("Resultado anotado"),
    "revesino.hand_ruled": _("La mano la decide el árbitro: %(reason)s"),
    "revesino.tantos_ruled": _("El árbitro mueve tantos: %(reason)s"),
    "revesino.dealer_ruled": _("Da %(side)s, por decisión del árbitro: %(reason)s"),
    "revesino.match_won": ngettext_lazy(
        "%(side)s gana el encuentro con %(tantos)s tanto",
        "%(side)s gana el encuentro con %(tantos)s tantos",
        "tantos",
    ),
    "revesino.match_shared": ngettext_lazy(
        "Empatan %(sides)s con %(tantos)s tanto",
        "Empatan %(sides)s con %(tantos)s tantos",
        "tantos",
    ),
    "revesino.match_forfeited": _("%(side)s deja el encuentro: %(reason)s"),
    "revesino.match_stopped": _("Se para el encuentro: %(reason)s"),
    "revesino.match_drawn": _("Nadie gana: queda en tablas"),
}

PRESETS: dict[str, Text] = {
    "cuatro_vueltas": _("Cuatro vueltas"),
    "dos_vueltas": _("Dos vueltas"),
    "mari_perez": _("Cuatro vueltas con Mari-Pérez"),
    "con_caballo": _("Cuatro vueltas con caballo (platillo de 16)"),
    "por_tiempo": _("Por tiempo"),
}

OPTION_NAMES: dict[str, Text] = {
    "vueltas": _("Vueltas"),
    "by_time": _("Por tiempo"),
    "mari_perez": _("Mari-Pérez"),
    "plate": _("Platillo del caballo"),
    "introducer_collects": _("Cobra quien introduce"),
    "left_lead_loses": _("La primera salida dejada quita el privilegio"),
    "sleepers_unpaid": _("No se paga lo que duerme"),
}

OPTIONS: dict[str, Text] = {
    "vueltas": _("Cuántas vueltas se juegan; en cada vuelta da una vez cada jugador"),
    "by_time": _("Se juega hasta que se acaba el tiempo, sin número de vueltas"),
    "mari_perez": _("La primera y la última vuelta se pagan dobles"),
    "plate": _(
        "Tantos que el caballo vendido toma del platillo, o que paga si se lo sacan; "
        "0 es sin platillo"
    ),
    "introducer_collects": _(
        "Los doce tantos de la napolitana perdida son de quien la introduce, y no cuatro "
        "de cada uno"
    ),
    "left_lead_loses": _(
        "Si al mano con cuatro ases le dejan su primera salida, ya no puede usarlos"
    ),
    "sleepers_unpaid": _("Los ases y el caballo que duermen no los paga quien pierde la partida"),
}

# Standings count the tantos won minus the tantos lost.
TIEBREAKS: dict[str, TiebreakWords] = {
    "counted_won": TiebreakWords(
        _("Tantos"),
        _("Tantos ganados menos tantos perdidos en todos los encuentros."),
        _("mismos tantos (%(value)s)"),
        _("menos tantos (%(value)s frente a %(above)s)"),
        short=pgettext_lazy("of revesino", "Tantos"),
        paper=_("Tantos"),
    ),
    "counted_diff": TiebreakWords(
        _("Diferencia de tantos"),
        _("Tantos propios menos tantos de los rivales."),
        _("misma diferencia de tantos (%(value)s)"),
        _("peor diferencia de tantos (%(value)s frente a %(above)s)"),
        short=_("Diferencia"),
        paper=_("Diferencia de tantos"),
    ),
}
COUNT: Text = _("tantos %(score)s")


def length_in_words(options: Mapping[str, Any]) -> str:
    """Return the length of a match without a preset, from its stored options."""
    if options["by_time"]:
        length = gettext("Por tiempo")
    else:
        length = ngettext("%(vueltas)s vuelta", "%(vueltas)s vueltas", options["vueltas"]) % options
    if options["mari_perez"]:
        length += gettext(", con Mari-Pérez")
    if options["plate"]:
        length += gettext(", con platillo de %(plate)s") % options
    return length


def length_explained(options: Mapping[str, Any]) -> str:
    """Return a sentence on who wins a match of this length."""
    if options["by_time"]:
        return gettext("Gana quien más tantos tiene cuando se acaba el tiempo.")
    return ngettext(
        "Se juega %(vueltas)s vuelta, en que da una vez cada uno, y gana quien más tantos tiene.",
        "Se juegan %(vueltas)s vueltas, en que da una vez cada uno, y gana quien más tantos tiene.",
        options["vueltas"],
    ) % {"vueltas": options["vueltas"]}


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
    values=VALUES,
    side_params=SIDE_PARAMS,
)
