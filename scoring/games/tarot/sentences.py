"""Sentences about tarot: its refusals, fields, options and events."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.games.words import GameWords, TiebreakWords
from tournaments.words import Text

SENTENCES: dict[str, Text] = {
    # the points of the taker's camp
    "tarot.points_range": _(
        "El bando del tomador no puede tener %(value)s puntos: van de 0 a %(high)s"
    ),
    "tarot.points_half": _("%(value)s no puede ser: los puntos son enteros o con medio punto"),
    "tarot.points_whole": _(
        "A %(players)s jugadores los puntos son enteros, y pone %(value)s: las cartas de cada "
        "bando son siempre un número par"
    ),
    "tarot.points_sum": _(
        "Los puntos de los dos bandos suman %(value)s y en la baraja hay %(high)s"
    ),
    "tarot.points_cards": _(
        "En este contrato, con los oudlers que pone (%(oudlers)s), las cartas no pueden sumar "
        "%(value)s; lo más cercano: %(allowed)s"
    ),
    "tarot.oudlers_range": _("Los oudlers no pueden ser %(value)s: van de 0 a %(high)s"),
    "tarot.contract_unused": _(
        "En este torneo no se juega el contrato «%(value)s»; los que hay: %(allowed)s"
    ),
    "tarot.partner_missing": _(
        "Anote quién tenía la carta nombrada: B+D si era D, o «B solo» si la tenía el tomador o "
        "estaba en la reserva"
    ),
    "tarot.partner_extra": _("A %(players)s jugadores el tomador juega solo: no nombra aliado"),
    "tarot.called_alone": _("La carta nombrada solo se anota cuando se nombra aliado, a cinco"),
    "tarot.called_card": _("No se puede nombrar «%(value)s»; se nombra: %(allowed)s"),
    "tarot.petit_oudlers": _(
        "El bando que gana la pequeña la cuenta entre sus oudlers. Con la pequeña en la última "
        "baza, los oudlers del tomador pueden ser %(allowed)s, no %(value)s"
    ),
    "tarot.slam_petit": _(
        "Un bando hizo todas las bazas: la última, con la pequeña, no pudo ser del otro"
    ),
    "tarot.slam_missing": _(
        "Con esos puntos (%(value)s) un bando hizo todas las bazas: anote el chelem (%(allowed)s)"
    ),
    "tarot.slam_points": _(
        "Con esos puntos (%(value)s) no puede haber ese chelem; los que lo permiten con estos "
        "oudlers: %(allowed)s"
    ),
    "tarot.slam_oudlers": _(
        "Con los oudlers que pone (%(value)s) no puede haber ese chelem; los que lo permiten: "
        "%(allowed)s"
    ),
    "tarot.slam_trumps": _(
        "Con la poignée %(value)s el otro bando no hizo todas las bazas: a cada triunfo le hace "
        "falta otro mayor, y no los hay"
    ),
    "tarot.poignee_range": _(
        "Triunfos de la poignée: %(value)s. En esta mesa se enseñan %(allowed)s"
    ),
    "tarot.poignee_twice": _("%(side)s tiene dos poignées: cada jugador enseña una"),
    "tarot.poignee_trumps": _(
        "Entre todas las poignées hay %(value)s triunfos y en la baraja, con la excusa, %(allowed)s"
    ),
    # faults
    "tarot.fault_point": _(
        "La falta %(value)s no existe: los puntos del apartado 14 van del %(low)s al %(high)s"
    ),
    "tarot.fault_twice": _(
        "La falta %(value)s está dos veces: el tomador se descarta una sola vez"
    ),
    "tarot.faults_many": _("El reparto lleva %(value)s faltas y se anotan %(allowed)s como mucho"),
    "tarot.fault_effect_missing": _(
        "Anote lo que decidió el árbitro del renuncio %(value)s: n (nula si gana el culpable) o "
        "p (la prima)"
    ),
    "tarot.fault_effect_extra": _(
        "La falta %(value)s tiene su propia penalización: no lleva n ni p"
    ),
    "tarot.fault_prima": _(
        "%(side)s es del bando del tomador: por su renuncio no se cobra la prima, solo puede "
        "anularse el reparto (n)"
    ),
    "tarot.fault_taker": _(
        "La falta %(value)s es del descarte, y solo se descarta el tomador (%(allowed)s)"
    ),
    "tarot.fault_discard": _(
        "La falta %(value)s es del descarte, y solo hay descarte con %(allowed)s"
    ),
    # the table
    "tarot.not_at_table": _("%(side)s no está en esta mesa; los jugadores son %(allowed)s"),
    "tarot.dealer_missing": _(
        "Si en la mesa descansa el que da, anote en el primer reparto quién dio: %(allowed)s"
    ),
    "tarot.dealer_rests": _("%(side)s da en este reparto y descansa: no tiene cartas"),
    # results
    "tarot.results_players": _("Jugadores con puntos: %(value)s. Ponga los de %(allowed)s"),
    "tarot.results_range": _(
        "Nadie puede ganar ni perder %(value)s puntos en tan pocos repartos: como mucho %(high)s"
    ),
    "tarot.results_half": _(
        "%(value)s no puede ser: los medios puntos se redondean y todo se paga entero"
    ),
    "tarot.results_sum": _("Los puntos de todos tienen que sumar 0 y suman %(value)s"),
    "tarot.results_rest": _(
        "Estos totales no pueden ser (%(value)s): divididos por %(players)s, todos dejan el mismo "
        "resto. Las multas del árbitro se anotan aparte"
    ),
    "tarot.results_deal": _(
        "Ningún reparto se paga así (%(value)s): cada adversario paga lo mismo al tomador, y hay "
        "un contrato que lo vale. Las multas del árbitro se anotan aparte"
    ),
    "tarot.deals_range": _("El número de repartos va de %(low)s a %(high)s y pone %(value)s"),
    "tarot.deals_left": _("Se anotan %(value)s repartos de una vez; por jugar: %(allowed)s"),
    "tarot.end_by_deals": _(
        "Aquí no se juega por tiempo (repartos del encuentro: %(value)s). Si se deja antes, lo "
        "decide el árbitro y escribe el motivo"
    ),
    "tarot.end_unplayed": _("Todavía no se ha jugado ningún reparto"),
    "tarot.word_twice": _("«%(value)s» está repetido: se escribe una sola vez en cada reparto"),
    "tarot.resting_table": _(
        "A %(value)s jugadores no puede descansar nadie: hace falta una mesa de %(allowed)s"
    ),
    "tarot.coefficients": _(
        "Los coeficientes no pueden bajar de un contrato al siguiente: %(value)s"
    ),
}

FIELDS: dict[str, Text] = {
    "taker": _("El tomador"),
    "contract": _("El contrato"),
    "points": _("Los puntos"),
    "oudlers": _("Los oudlers"),
    "petit": _("La pequeña en la última baza"),
    "partner": _("El aliado"),
    "called": _("La carta nombrada"),
    "poignees": _("Las poignées"),
    "announced": _("El chelem anunciado"),
    "slam": _("El chelem"),
    "faults": _("Las faltas"),
    "player": _("El jugador"),
    "deals": _("Los repartos"),
    "players": _("Los jugadores"),
    "resting_dealer": _("El que da descansa"),
    "by_time": _("Por tiempo"),
    "naipes": _("La manera de contar"),
    "equal_shares": _("El reparto entre aliados"),
    "annulled_count": _("Los repartos anulados"),
    "guardia": _("Los coeficientes"),
}

SIDE_PARAMS = ("sides",)  # parameters of an event that name sides

EVENTS: dict[str, Text] = {
    "tarot.made": _(
        "%(side)s cumple su contrato («%(contract)s»): hace %(points)s y necesitaba %(target)s. "
        "Se anota %(gain)s"
    ),
    "tarot.made_level": _(
        "%(side)s cumple su contrato («%(contract)s»): hace %(points)s y necesitaba %(target)s. "
        "Nadie paga"
    ),
    "tarot.lost": _(
        "%(side)s no cumple su contrato («%(contract)s»): hace %(points)s y necesitaba "
        "%(target)s. Se anota %(gain)s"
    ),
    "tarot.lost_level": _(
        "%(side)s no cumple su contrato («%(contract)s»): hace %(points)s y necesitaba "
        "%(target)s. Nadie paga"
    ),
    "tarot.saved": _(
        "%(side)s no cumple su contrato («%(contract)s»: hace %(points)s y necesitaba "
        "%(target)s), pero no paga: se anota %(gain)s"
    ),
    "tarot.void": _("El reparto es nulo: %(side)s cometió la falta %(point)s y lo ganaba su bando"),
    "tarot.fined": _("%(side)s comete la falta %(point)s: paga %(amount)s a cada adversario"),
    "tarot.prima": _("%(side)s comete la falta %(point)s: se paga la prima (%(amount)s)"),
    "tarot.passed": _("Todos pasan: el reparto se anula y da el siguiente"),
    "tarot.passed_again": _(
        "Todos pasan: el reparto se anula, y vuelve a dar y a descansar el mismo"
    ),
    "tarot.petit_alone": _("%(side)s tiene sola la pequeña: el reparto se anula"),
    "tarot.results": _("Repartos anotados por su resultado: %(deals)s"),
    "tarot.redealt": _("Se vuelve a dar: %(reason)s"),
    "tarot.adjusted": _("El árbitro cambia puntos: %(reason)s"),
    "tarot.match_won": _("%(side)s gana el encuentro con un total de %(points)s"),
    "tarot.match_shared": _("%(sides)s empatan en cabeza con un total de %(points)s"),
    "tarot.match_forfeited": _("%(side)s deja el encuentro: %(reason)s"),
    "tarot.match_stopped": _("Se para el encuentro: %(reason)s"),
    "tarot.match_drawn": _("Nadie gana: queda en tablas"),
}

CONTRACTS: dict[str, Text] = {
    "tomo": _("tomo"),
    "subo": _("subo"),
    "guardia": _("en guardia"),
    "sin": _("en guardia sin la reserva"),
    "contra": _("en guardia contra la reserva"),
}
# The faults of Tarot 14, by point.
FAULTS: dict[int, Text] = {
    1: _("no sirve al palo o al triunfo pudiendo"),
    2: _("no corta"),
    3: _("no mata el triunfo"),
    4: _("juega antes de turno"),
    5: _("hace un anuncio falso"),
    6: _("se descarta de un número incorrecto de cartas"),
    7: _("se descarta de oudlers o de reyes"),
}

PRESETS: dict[str, Text] = {
    "fft": _("Federación francesa, cuatro jugadores, 4 repartos"),
    "fft_tres": _("Federación francesa, tres jugadores, 3 repartos"),
    "fft_cinco": _("Federación francesa, cinco jugadores, 5 repartos"),
    "fft_mesa_de_cinco": _("Federación francesa, mesa de cinco: descansa el que da, 5 repartos"),
    "naipes": _("Naipes, cuatro jugadores, 4 repartos"),
    "naipes_tres": _("Naipes, tres jugadores, 3 repartos"),
    "naipes_cinco": _("Naipes, cinco jugadores, 5 repartos"),
}

OPTION_NAMES: dict[str, Text] = {
    "naipes": _("Contar a la manera de «naipes»"),
    "players": _("Jugadores de la mesa"),
    "resting_dealer": _("El que da descansa"),
    "deals": _("Repartos"),
    "by_time": _("Por tiempo, sin número de repartos"),
    "tomo": _("Coeficiente de «tomo»"),
    "subo": _("Coeficiente de «subo»"),
    "guardia": _("Coeficiente de «en guardia»"),
    "sin": _("Coeficiente de «sin la reserva»"),
    "contra": _("Coeficiente de «contra la reserva»"),
    "prima": _("Prima del contrato"),
    "petit": _("Premio de la pequeña"),
    "poignee": _("Poignée sencilla"),
    "double_poignee": _("Poignée doble"),
    "triple_poignee": _("Poignée triple"),
    "slam": _("Chelem sin anunciar"),
    "slam_announced": _("Chelem anunciado y hecho"),
    "slam_failed": _("Chelem anunciado y fallado"),
    "fine": _("Multa de las faltas 4 y 5"),
    "equal_shares": _("Tomador y aliado, a medias"),
    "annulled_count": _("Los repartos anulados cuentan"),
}

OPTIONS: dict[str, Text] = {
    "naipes": _(
        "Todos los premios se multiplican y un contrato perdido paga solo la diferencia; si no, "
        "se cuenta como la federación francesa"
    ),
    "players": _("Cuántos se sientan a la mesa: 3, 4 o 5"),
    "resting_dealer": _("Mesa con uno más de los que juegan: quien da no tiene cartas"),
    "deals": _("Repartos de cada encuentro; gana quien suma más puntos"),
    "by_time": _("El encuentro acaba cuando se escribe «fin», no por número de repartos"),
    "tomo": _("Por cuánto se multiplica el contrato más bajo (petite)"),
    "subo": _("Por cuánto se multiplica «subo»; 0 es que no se usa"),
    "guardia": _("Por cuánto se multiplica «en guardia» (garde)"),
    "sin": _("Por cuánto se multiplica «en guardia sin la reserva» (garde sans)"),
    "contra": _("Por cuánto se multiplica «en guardia contra la reserva» (garde contre)"),
    "prima": _("Lo que vale un contrato además de la diferencia, antes de multiplicar"),
    "petit": _("Por ganar la última baza con la pequeña, antes de multiplicar"),
    "poignee": _("10 triunfos enseñados (13 a tres jugadores, 8 a cinco)"),
    "double_poignee": _("13 triunfos enseñados (15 a tres jugadores, 10 a cinco)"),
    "triple_poignee": _("15 triunfos enseñados (18 a tres jugadores, 13 a cinco)"),
    "slam": _("Por hacer todas las bazas sin haberlo anunciado"),
    "slam_announced": _("Por hacer todas las bazas habiéndolo anunciado"),
    "slam_failed": _("Lo que cuesta anunciar el chelem y no hacerlo"),
    "fine": _("Lo que paga a cada adversario quien juega antes de turno o anuncia en falso"),
    "equal_shares": _(
        "A cinco jugadores, tomador y aliado se reparten a partes iguales; si no, dos partes y una"
    ),
    "annulled_count": _(
        "Un reparto anulado que pasa el turno de dar cuenta como uno de los del encuentro"
    ),
}


def length_in_words(options: Mapping[str, Any]) -> str:
    """Return the players and the length of a match without a preset, from its stored options."""
    length = gettext("por tiempo")
    if not options["by_time"]:
        length = ngettext("%(deals)s reparto", "%(deals)s repartos", options["deals"]) % options
    rests = gettext(", descansa el que da") if options["resting_dealer"] else ""
    return gettext("Mesa de %(players)s%(rests)s, %(length)s") % {
        "players": options["players"],
        "rests": rests,
        "length": length,
    }


def length_explained(options: Mapping[str, Any]) -> str:
    """Return a sentence on who wins a match of this length."""
    if options["by_time"]:
        return gettext("Gana quien tiene más puntos cuando se acaba el tiempo.")
    return ngettext(
        "Gana quien tiene más puntos después de %(deals)s reparto.",
        "Gana quien tiene más puntos después de %(deals)s repartos.",
        options["deals"],
    ) % {"deals": options["deals"]}


TIEBREAKS: dict[str, TiebreakWords] = {
    "counted_won": TiebreakWords(
        _("Puntos en todas las rondas"),
        _("Los puntos de cada reparto, sumados: los que se pierden restan."),
        _("mismos puntos (%(value)s)"),
        _("menos puntos (%(value)s frente a %(above)s)"),
        short=pgettext_lazy("of tarot", "Puntos"),
    ),
    "counted_diff": TiebreakWords(
        _("Diferencia de puntos"),
        _("Los puntos propios menos los de los demás de la mesa."),
        _("misma diferencia de puntos (%(value)s)"),
        _("peor diferencia de puntos (%(value)s frente a %(above)s)"),
        short=_("Diferencia"),
        paper=_("Diferencia de puntos"),
    ),
}
COUNT: Text = _("puntos %(score)s")

WORDS = GameWords(
    sentences=SENTENCES,
    fields=FIELDS,
    events=EVENTS,
    presets=PRESETS,
    option_names=OPTION_NAMES,
    options=OPTIONS,
    tallies={"puntos": _("puntos")},
    tiebreaks=TIEBREAKS,
    count=COUNT,
    length_in_words=length_in_words,
    length_explained=length_explained,
    side_params=SIDE_PARAMS,
)
