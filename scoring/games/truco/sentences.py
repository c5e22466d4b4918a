"""Sentences about truco: its refusals, fields, options and events."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.games.words import GameWords, TiebreakWords
from tournaments.words import Text

SENTENCES: dict[str, Text] = {
    # the envido
    "truco.tanto_value": _("Nadie puede tener %(value)s de envido: se admiten %(allowed)s"),
    "truco.tantos_count": _(
        "Tantos de envido: %(value)s; se esperan %(allowed)s, uno por bando: un número, o b de "
        "«son buenas»"
    ),
    "truco.tantos_all_buenas": _(
        "Alguien tiene que decir su tanto: no pueden decir todos «son buenas»"
    ),
    "truco.tantos_missing": _("El envido se quiso y faltan los tantos, como 31-27 o 31-b"),
    "truco.tantos_unasked": _(
        "Sobran los tantos %(value)s: van detrás del «quiero» a un canto de envido"
    ),
    "truco.tantos_twice": _("Los tantos están dos veces (%(value)s): vale el primer número dicho"),
    "truco.envido_raise": _(
        "No se puede cantar %(value)s: se sube siempre; aquí se puede subir con: %(allowed)s"
    ),
    "truco.envido_top": _("%(value)s: a la falta envido no se le sube"),
    "truco.envido_turn": _("%(value)s: contesta el otro bando, nadie sube su propio canto"),
    "truco.envido_closed": _("%(value)s: el envido de esta mano ya se ha jugado"),
    "truco.envido_after_round": _("%(value)s: terminada la primera ronda ya no se canta el envido"),
    "truco.envido_after_truco": _("%(value)s: querido el truco ya no se canta el envido"),
    "truco.envido_own_truco": _(
        "%(value)s: «el envido está primero» es de los rivales de quien cantó truco"
    ),
    # the truco
    "truco.truco_order": _(
        "%(value)s no se canta aquí: el orden es truco, retruco, vale cuatro (ahora: %(allowed)s)"
    ),
    "truco.truco_top": _("%(value)s: después del vale cuatro no hay más cantos"),
    "truco.quiero_right": _(
        "%(value)s: sube quien tiene el quiero, y ningún bando canta dos veces seguidas"
    ),
    "truco.answer_missing": _(
        "Anote la respuesta a «%(value)s»: q (quiero), n (no quiero) o una subida"
    ),
    "truco.answer_unasked": _("«%(value)s» no contesta a nada: no hay ningún canto pendiente"),
    "truco.won_and_rounds": _(
        "%(value)s: las rondas anotadas ya muestran quién gana; quite una de las dos cosas"
    ),
    "truco.hand_over": _("%(value)s: la mano ya había terminado"),
    "truco.hand_unfinished": _(
        "La mano no ha terminado: faltan rondas, un «no quiero», irse al mazo, o quién gana (=A)"
    ),
    # the line
    "truco.hand_empty": _("Anote qué pasó en la mano"),
    "truco.acts_many": _("La mano tiene %(value)s jugadas y no puede tener más de %(allowed)s"),
    "truco.word_twice": _("«%(value)s» está repetido: se escribe una sola vez en cada mano"),
    # seats, dealer, lone player
    "truco.seat_unknown": _("No hay ningún jugador «%(value)s»; los que hay: %(allowed)s"),
    "truco.seat_not_in_duel": _("%(value)s no juega este pica-pica: lo juegan %(allowed)s"),
    "truco.dealer_missing": _(
        "En el acta no consta quién dio, y aquí hace falta: escríbalo al final, como dA (en una "
        "mala dada, como maldada A)"
    ),
    "truco.gallo_missing": _(
        "No se sabe quién juega solo: escriba quién dio (dA) o quién es el gallo (gA)"
    ),
    "truco.gallo_not_played": _("g%(value)s: aquí no hay gallo que cambie cada mano"),
    # faults
    "truco.shown_unasked": _("%(value)s: solo tiene que mostrar su tanto quien gana el envido"),
    "truco.wrong_undeclared": _("%(value)s: el que no dijo ningún tanto no pudo cantar mal"),
    "truco.faults_both": _(
        "Si los dos bandos hacen la misma falta, decide el juez: quite las dos faltas y anote su "
        "decisión"
    ),
    "truco.infraction_outside": _("%(value)s: la infracción del pica-pica es de una mano de él"),
    # chicos and the match
    "truco.chico_sides": _("Tanteos del chico: %(value)s; tiene que llevar %(allowed)s"),
    "truco.chico_result": _(
        "Un chico no puede acabar %(value)s: el ganador tiene de %(target)s a %(high)s tantos y "
        "el perdedor no llega a %(target)s"
    ),
    "truco.chico_result_gallo": _(
        "Un chico no puede acabar %(value)s: el ganador tiene de %(target)s a %(high)s tantos y "
        "al menos uno de los otros dos no llega a %(target)s"
    ),
    "truco.chico_winner": _("Con %(value)s el chico es de quien tiene más tantos"),
    "truco.chico_tied": _(
        "Con %(value)s llegan dos a la vez: anote quién gana, como chico 30-30-12 B"
    ),
    "truco.chico_begun": _(
        "Este chico ya está empezado (%(value)s): siga mano por mano, ciérrelo con el ganador "
        "(chico A), o borre sus anotaciones para poner solo el resultado"
    ),
    "truco.ruling_points": _(
        "El juez da de %(low)s a %(high)s tantos en una anotación, no %(value)s; también puede "
        "dar el chico o el partido"
    ),
    "truco.rivals_tied": _(
        "Los otros dos van empatados (%(value)s). El juez decide quién gana: «arbitro partido A: "
        "motivo»"
    ),
    # options
    "truco.players": _("El truco se juega de %(allowed)s, no de %(value)s"),
    "truco.target_odd": _(
        "Con malas y buenas los tantos del chico son un número par, y pone %(value)s"
    ),
    "truco.chicos_even": _("«Al mejor de» tiene que ser un número impar (1, 3, 5…), no %(value)s"),
    "truco.fixed_gallo_alone": _("El gallo fijo es de tres jugadores y pone %(value)s"),
    "truco.signs_both": _("Las señas prohibidas cuestan la mano o el chico, no las dos cosas"),
    "truco.pica_order": _(
        "El pica-pica va de menos a más tantos y no pasa de %(allowed)s: pone %(value)s"
    ),
}

FIELDS: dict[str, Text] = {
    "acts": _("La mano"),
    "act": _("La jugada"),
    "chant": _("El canto"),
    "envido": _("El envido"),
    "truco": _("El truco"),
    "answer": _("La contestación"),
    "tantos": _("Los tantos del envido"),
    "rounds": _("Las rondas"),
    "mazo": _("Quién se va al mazo"),
    "faults": _("Las faltas"),
    "gallo": _("El gallo"),
    "misdeal": _("Cómo se dio mal"),
    "chico": _("El chico"),
    "players": _("Los jugadores"),
    "target": _("Los tantos del chico"),
    "no_malas": _("Sin malas ni buenas"),
    "chicos": _("Los chicos"),
    "fixed_gallo": _("El gallo fijo"),
    "pica_from": _("El comienzo del pica-pica"),
    "pica_until": _("El final del pica-pica"),
    "signs_lose_mano": _("Las señas prohibidas"),
    "signs_lose_chico": _("Las señas prohibidas"),
}

# Tantos have one sentence for each way to score them.
EVENTS: dict[str, Text] = {
    "truco.points.envido": _("%(side)s se anota %(points)s del envido"),
    "truco.points.envido_unwanted": _("%(side)s se anota %(points)s del envido no querido"),
    "truco.points.falta": _("%(side)s se anota %(points)s de la falta envido"),
    "truco.points.truco": _("%(side)s se anota %(points)s del truco"),
    "truco.points.truco_unwanted": _("%(side)s se anota %(points)s del truco no querido"),
    "truco.points.mazo": _("%(side)s se anota %(points)s porque el rival se va al mazo"),
    "truco.points.not_shown": _(
        "%(side)s se anota %(points)s de lo que ganó el rival, por tanto no mostrado o mal cantado"
    ),
    "truco.points.cards": _("%(side)s se anota %(points)s porque el rival tenía cartas de más"),
    "truco.points.infraction": _("%(side)s se anota %(points)s por infracción en el pica-pica"),
    "truco.points.signs": _("%(side)s se anota %(points)s por señas prohibidas del rival"),
    "truco.points.ruling": _("%(side)s se anota %(points)s por decisión del juez"),
    "truco.buenas": _("%(side)s entra en buenas"),
    "truco.round_ignored": _("La tercera ronda no cuenta: con dos ya estaba decidido"),
    "truco.rest_not_counted": _("El chico ya estaba ganado: lo demás de la mano no cuenta"),
    "truco.deal_again": _("Se reparte de nuevo: %(dealer)s dio mal"),
    "truco.dealer_skipped": _(
        "%(dealer)s da mal por segunda vez o más: pierde su turno y da el siguiente"
    ),
    "truco.misdeal_counted": _(
        "Las cartas de más cuentan como mala dada de %(dealer)s, que repartió"
    ),
    "truco.hand_void": _("La mano se anula y se vuelve a dar: %(reason)s"),
    "truco.pica_pica": _("La próxima es de pica-pica: tres manos mano a mano"),
    "truco.redonda": _("La próxima es redonda: juegan todos"),
    "truco.chico_won": _("%(side)s gana el chico (%(points)s)"),
    "truco.match_won": _("%(side)s gana el partido: chicos %(chicos)s, tantos %(tantos)s"),
    "truco.match_forfeited": _("%(side)s pierde el partido: %(reason)s"),
    "truco.match_stopped": _("Se para el encuentro: %(reason)s"),
    "truco.match_drawn": _("Nadie gana el partido: chicos %(chicos)s"),
    "truco.disqualified": _("%(side)s hizo señas prohibidas: %(reason)s"),
}

PRESETS: dict[str, Text] = {
    "parejas": _("Parejas, al mejor de 3 chicos a 30"),
    "mano_a_mano": _("Mano a mano, al mejor de 3 chicos a 30"),
    "gallo": _("Gallo: tres jugadores, quien da juega solo; al mejor de 3 chicos a 30"),
    "gallo_fijo": _("Gallo fijo: una pareja contra uno, al mejor de 3 chicos a 30"),
    "pica_pica": _("De seis, con pica-pica, al mejor de 3 chicos a 30"),
    "parejas_un_chico": _("Parejas, un chico a 30"),
    "mano_a_mano_un_chico": _("Mano a mano, un chico a 30"),
    "parejas_a_24": _("Parejas, al mejor de 3 chicos a 24"),
    "parejas_a_15": _("Parejas, al mejor de 3 chicos a 15, sin malas ni buenas"),
    "mano_a_mano_a_15": _("Mano a mano, al mejor de 3 chicos a 15, sin malas ni buenas"),
    "parejas_a_40": _("Parejas, al mejor de 3 chicos a 40"),
}

OPTION_NAMES: dict[str, Text] = {
    "players": _("Jugadores"),
    "target": _("Tantos del chico"),
    "no_malas": _("Sin malas ni buenas"),
    "chicos": _("Al mejor de (chicos)"),
    "fixed_gallo": _("Gallo fijo"),
    "pica_from": _("Pica-pica desde"),
    "pica_until": _("Pica-pica hasta"),
    "signs_lose_mano": _("Las señas prohibidas cuestan la mano"),
    "signs_lose_chico": _("Las señas prohibidas cuestan el chico"),
}

OPTIONS: dict[str, Text] = {
    "players": _("Cuántos se sientan a la mesa: 2, 3 (gallo), 4 o 6"),
    "target": _("Gana un chico el primero que llega a estos tantos"),
    "no_malas": _(
        "Los tantos son todos iguales, y la falta envido vale lo que le falta al que va ganando"
    ),
    "chicos": _("Al mejor de este número impar de chicos"),
    "fixed_gallo": _("De tres, siempre la misma pareja (A) contra el mismo jugador (B)"),
    "pica_from": _("De seis: desde estos tantos se intercalan redondas y pica-pica"),
    "pica_until": _("De seis: desde estos tantos todas son redondas; 0 es sin pica-pica"),
    "signs_lose_mano": _("Por las señas prohibidas se pierde la mano, y no el partido"),
    "signs_lose_chico": _("Por las señas prohibidas se pierde el chico, y no el partido"),
}

# Standings count the chicos or, in a match of one chico, the tantos (`Options.counted_tally`).
TIEBREAKS: dict[str, TiebreakWords] = {
    "counted_won": TiebreakWords(
        _("Chicos ganados; si es uno solo, tantos"),
        _(
            "Chicos ganados en todos los partidos, también en los perdidos. Si cada partido es un "
            "solo chico, los tantos hechos en ellos."
        ),
        _("iguales a favor (%(value)s)"),
        _("menos a favor (%(value)s frente a %(above)s)"),
        short=_("A favor"),
    ),
    "counted_diff": TiebreakWords(
        _("Diferencia de chicos; si es uno solo, de tantos"),
        _("Chicos ganados menos chicos perdidos; si es uno solo, tantos hechos menos recibidos."),
        _("misma diferencia (%(value)s)"),
        _("peor diferencia (%(value)s frente a %(above)s)"),
        short=_("Diferencia"),
    ),
}
COUNT: Text = _("chicos %(score)s")

_TABLES: dict[int, Text] = {2: _("Mano a mano"), 3: _("Gallo"), 4: _("Parejas"), 6: _("De seis")}


def length_in_words(options: Mapping[str, Any]) -> str:
    """Return the players and the length of a match without a preset, from its stored options."""
    length = ngettext(
        "%(table)s, un chico a %(target)s",
        "%(table)s, al mejor de %(chicos)s chicos a %(target)s",
        options["chicos"],
    )
    return length % {**options, "table": _TABLES[options["players"]]}


def length_explained(options: Mapping[str, Any]) -> str:
    """Return a sentence on who wins a match of this length."""
    if options["chicos"] == 1:
        return gettext("Gana el primero que llega a %(target)s tantos.") % options
    return gettext(
        "Gana un chico el primero que llega a %(target)s tantos; el partido, el primero que gana "
        "%(most)s chicos."
    ) % {"target": options["target"], "most": options["chicos"] // 2 + 1}


WORDS = GameWords(
    sentences=SENTENCES,
    fields=FIELDS,
    events=EVENTS,
    presets=PRESETS,
    option_names=OPTION_NAMES,
    options=OPTIONS,
    tallies={"chicos": _("chicos"), "tantos": _("tantos")},
    tiebreaks=TIEBREAKS,
    count=COUNT,
    length_in_words=length_in_words,
    length_explained=length_explained,
)
