"""Sentences about the free score: its refusals, fields, options and events."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, ngettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from rules.marcador.options import Options
from tournaments.games.words import GameWords, TiebreakWords
from tournaments.words import Text

SENTENCES: dict[str, Text] = {
    "marcador.endless": _(
        "Ponga a cuántos tantos o a cuántas manos acaba cada juego, o elija anotar solo quién lo "
        "gana"
    ),
    "marcador.tantos_only": _(
        "%(named)s: déjelo en blanco, porque solo se anota quién gana cada juego; o elija anotar "
        "los tantos"
    ),
    "marcador.needs_target": _("%(named)s: solo vale jugando a un número de tantos, y no lo hay"),
    "marcador.not_lowest": _("%(named)s: déjelo en blanco si gana el que menos tantos tiene"),
    "marcador.not_exact": _("%(named)s: no puede ir con que nadie pase de los tantos del juego"),
    "marcador.cap_low": _(
        "El tope de la clasificación (%(value)s) no puede ser menor que los tantos del juego "
        "(%(low)s)"
    ),
    "marcador.total_alone": _(
        "Ha puesto cuánto suma cada mano (%(value)s): marque también que siempre suma lo mismo"
    ),
    "marcador.sum_reach": _(
        "Cada mano no puede sumar %(value)s: con lo que puede hacer cada uno, de %(step)s en "
        "%(step)s, la suma va de %(low)s a %(high)s y tiene que quedar en medio"
    ),
    "marcador.range_empty": _(
        "Entre el mínimo (%(low)s) y el máximo (%(high)s) de cada mano, de %(step)s en %(step)s, "
        "no hay más que un número"
    ),
    "marcador.target_reach": _(
        "Con manos de %(high)s como mucho, de %(step)s en %(step)s, no se puede llegar a "
        "%(value)s tantos"
    ),
    "marcador.ladder_alone": _(
        "%(named)s: déjelo en blanco; los puestos de la mesa ya fijan los puntos"
    ),
    "marcador.play_all_vacas": _("«Se juegan todos los juegos» solo vale con una vaca"),
    "marcador.sides_count": _(
        "Números escritos: %(value)s. Hacen falta %(allowed)s, uno por bando"
    ),
    "marcador.side_absent": _("No hay bando %(value)s: los que hay son %(allowed)s"),
    "marcador.tantos_range": _("%(value)s es demasiado: el máximo es %(high)s"),
    "marcador.points_range": _(
        "%(side)s no puede hacer %(value)s: se admite de %(low)s a %(high)s"
    ),
    "marcador.points_step": _(
        "%(side)s no puede hacer %(value)s: se cuenta de %(step)s en %(step)s"
    ),
    "marcador.points_sum": _("Los puntos suman %(value)s y tienen que sumar %(allowed)s"),
    "marcador.points_ladder": _(
        "Los puestos son uno de cada (%(allowed)s, en el orden que sea) y pone %(value)s"
    ),
    "marcador.manos_range": _("El número de manos va de 1 a %(high)s y pone %(value)s"),
    "marcador.manos_left": _(
        "Las manos que se ponen son %(value)s, y por jugar no hay más que %(allowed)s"
    ),
    "marcador.past_target": _(
        "%(side)s tendría %(value)s y de %(target)s no se pasa: con %(allowed)s gana el juego"
    ),
    "marcador.both_target": _(
        "El juego acaba cuando llega el primero a %(target)s: no pueden llegar dos (%(value)s)"
    ),
    "marcador.no_tantos": _(
        "En este torneo no se anotan tantos, sino quién gana cada juego: por ejemplo «juego A»"
    ),
    "marcador.tantos_wanted": _(
        "Aquí se cuentan los tantos: ponga los de cada bando, no solo quién gana"
    ),
    "marcador.juego_begun": _(
        "Este juego ya está empezado (%(value)s): siga mano por mano, o borre sus anotaciones "
        "para poner solo el ganador"
    ),
    "marcador.juego_no_draw": _("Un juego no puede quedar en tablas: se juega hasta desempatar"),
    "marcador.juegos_range": _("Los juegos van de 0 a %(high)s y pone %(value)s"),
    "marcador.juegos_none": _("Nadie ha ganado ninguno: no hay nada que anotar"),
    "marcador.juegos_past": _(
        "%(side)s tendría %(value)s juegos y se acaba al llegar a %(allowed)s"
    ),
    "marcador.juegos_both": _(
        "Se acaba cuando el primero llega a %(allowed)s: no pueden llegar dos (%(value)s)"
    ),
    "marcador.juegos_left": _(
        "Los juegos que se ponen son %(value)s, y por jugar no hay más que %(allowed)s"
    ),
    "marcador.fin_off": _("Este torneo no se juega por tiempo: el encuentro acaba por sus tantos"),
    "marcador.fin_unplayed": _("Todavía no se ha anotado nada: el tiempo no puede haber acabado"),
    "marcador.fin_twice": _("Ya se anotó que acabó el tiempo: anote el desempate"),
    "marcador.ruling_zero": _("Los tantos de %(side)s son 0: no hay nada que mover"),
    "marcador.ruling_twice": _("%(side)s está dos veces en la decisión del árbitro"),
}

FIELDS: dict[str, Text] = {
    "points": _("Los puntos"),
    "tantos": _("Los tantos"),
    "manos": _("Las manos"),
    "juegos": _("Los juegos"),
    "winner": _("Quién gana"),
    "ruling": _("La decisión del árbitro"),
    "side": _("El bando"),
    "sides": _("Los bandos"),
    "people": _("Las personas de cada bando"),
    "count": _("Qué se anota"),
    "target": _("Los tantos del juego"),
    "exact": _("No pasar de los tantos del juego"),
    "margin": _("La ventaja"),
    "cap": _("El tope de la clasificación"),
    "by_time": _("Jugar por tiempo"),
    "extra": _("Las manos de desempate"),
    "lowest": _("Gana el que menos tiene"),
    "play_all": _("Jugarlos todos"),
    "vacas": _("Las vacas"),
    "fixed_sum": _("Que cada mano sume lo mismo"),
    "total": _("La suma de cada mano"),
    "low": _("El mínimo de cada mano"),
    "high": _("El máximo de cada mano"),
    "step": _("De cuántos en cuántos se cuenta"),
    "ladder": _("Los puestos de la mesa"),
    "bye_tantos": _("Los tantos de quien descansa"),
}

# A match won or drawn has one sentence for each of `rules.marcador.codes.WAYS`.
EVENTS: dict[str, Text] = {
    "marcador.mano": _("Mano: %(points)s"),
    "marcador.manos": _("Manos jugadas: %(manos)s. En total, %(points)s"),
    "marcador.mano_ruled": _("El árbitro deja la mano en %(points)s: %(reason)s"),
    "marcador.manos_ruled": _("El árbitro deja %(manos)s manos en %(points)s en total: %(reason)s"),
    "marcador.tantos_ruled": _("%(side)s: %(tantos)s por decisión del árbitro: %(reason)s"),
    "marcador.juego_ruled": _("El árbitro da el juego a %(side)s: %(reason)s"),
    "marcador.match_ruled": _("El árbitro da el encuentro a %(side)s: %(reason)s"),
    "marcador.warned": _("El árbitro advierte a %(side)s: %(reason)s"),
    "marcador.juego_won": _("%(side)s gana el juego (%(tantos)s)"),
    "marcador.juego_written": _("%(side)s gana el juego"),
    "marcador.juego_drawn": _("El juego queda en tablas"),
    "marcador.juegos": _("Juegos jugados: %(juegos)s"),
    "marcador.vaca_won": _("%(side)s gana la vaca (%(juegos)s)"),
    "marcador.time_over": _("Se acabó el tiempo"),
    "marcador.extra_manos": _("Hay empate: se desempata con más manos (%(manos)s)"),
    "marcador.extra_juego": _("Hay empate: se juega otro juego"),
    "marcador.match_won.tantos": _("%(side)s gana el encuentro: tantos %(result)s"),
    "marcador.match_won.juegos": _("%(side)s gana el encuentro: juegos %(result)s"),
    "marcador.match_won.vacas": _("%(side)s gana el encuentro: vacas %(result)s"),
    "marcador.match_drawn.tantos": _("Nadie gana el encuentro: tantos %(result)s"),
    "marcador.match_drawn.juegos": _("Nadie gana el encuentro: juegos %(result)s"),
    "marcador.match_drawn.vacas": _("Nadie gana el encuentro: vacas %(result)s"),
    "marcador.match_forfeited": _("%(side)s pierde el encuentro: %(reason)s"),
    "marcador.match_stopped": _("Se para el encuentro: %(reason)s"),
}

MEANING: Text = _("Mus, tute, brisca, botifarra, dominó, chinchón y cualquier otro juego")

PRESETS: dict[str, Text] = {
    "mus_tres_juegos": _("Mus, a 3 juegos de 40 tantos"),
    "mus_cuatro_juegos": _("Mus, a 4 juegos de 40 tantos"),
    "mus_a_30": _("Mus, a 3 juegos de 30 tantos"),
    "mus_vacas": _("Mus, a 2 vacas de 2 juegos de 40 tantos"),
    "mus_solo_juegos": _("Mus, a 3 juegos, sin anotar los tantos"),
    "tute_101": _("Tute, a 101 tantos"),
    "brisca_trios": _("Brisca por tríos, a 7 juegos"),
    "botifarra_101": _("Botifarra, a 101 tantos, 12 manos o por tiempo"),
    "botifarra_ocho_manos": _("Botifarra, a 8 manos, y si hay empate 2 más"),
    "domino_100": _("Dominó, a 100 tantos o por tiempo"),
    "domino_200": _("Dominó, a 200 tantos"),
    "chinchon_100": _("Chinchón entre dos, a 100"),
    "libre_cuatro_manos": _("Libre por parejas, 4 manos"),
    "libre_por_tiempo": _("Libre por parejas, por tiempo"),
    "individual_diez_manos": _("Mesas de 4 jugadores, 10 manos, gana quien menos hace"),
    "individual_puestos": _("Mesas de 4 jugadores, por puestos: 4, 3, 2 y 1"),
}

OPTION_NAMES: dict[str, Text] = {
    "sides": _("Cuántos se enfrentan"),
    "people": _("Quién juega"),
    "count": _("Qué se anota"),
    "target": _("A cuántos tantos"),
    "exact": _("Sin pasarse"),
    "margin": _("Con cuánta ventaja"),
    "cap": _("Tope para la clasificación"),
    "manos": _("A cuántas manos"),
    "by_time": _("Por tiempo"),
    "extra": _("Manos de desempate"),
    "lowest": _("Gana quien menos hace"),
    "juegos": _("Juegos para ganar"),
    "play_all": _("Se juegan todos los juegos"),
    "vacas": _("Vacas para ganar"),
    "fixed_sum": _("Cada mano suma siempre lo mismo"),
    "total": _("Cuánto suma cada mano"),
    "low": _("Lo menos que se hace en una mano"),
    "high": _("Lo más que se hace en una mano"),
    "step": _("De cuántos en cuántos"),
    "ladder": _("Por puestos"),
    "bye_tantos": _("Tantos de quien descansa"),
}

OPTIONS: dict[str, Text] = {
    "sides": _("Cuántos bandos hay en cada mesa, de 2 a 5"),
    "people": _("Cuántas personas hay en cada bando"),
    "count": _("Los tantos de cada mano, o solo quién gana cada juego"),
    "target": _("Tantos con que acaba un juego; 0 es sin límite de tantos"),
    "exact": _("Al llegar a los tantos se deja de contar, como en el mus: nadie tiene más"),
    "margin": _("Para ganar el juego hay que sacar además tantos de ventaja; 0 es sin ventaja"),
    "cap": _(
        "En encuentros de un solo juego, los tantos que pasen de aquí no cuentan en la "
        "clasificación; 0 es sin tope"
    ),
    "manos": _("Manos con que acaba un juego, si no acabó antes; 0 es sin límite de manos"),
    "by_time": _(
        "El encuentro acaba cuando se anota que se acabó el tiempo, como siempre que no hay "
        "tantos ni manos que lo acaben"
    ),
    "extra": _(
        "Manos de desempate que se juegan cada vez, hasta que haya ganador. Con 0, el empate vale"
    ),
    "lowest": _("Los tantos son malos: gana quien tiene menos cuando el juego acaba"),
    "juegos": _("Al mejor de 3 son 2, al mejor de 5 son 3; con vacas, los de cada vaca"),
    "play_all": _("Se juegan justo esos juegos, y gana quien gana más"),
    "vacas": _("Series de juegos que hay que ganar; casi siempre 1"),
    "fixed_sum": _("Para comprobar la cuenta: no se admite una mano que sume otra cosa"),
    "total": _("Lo que suman los puntos de todos: 0 si lo que gana uno lo pierden otros"),
    "low": _("Por debajo de 0 si en una mano se pueden perder tantos"),
    "high": _("Para que una cifra mal escrita no entre"),
    "step": _("5, si se anota de cinco en cinco"),
    "ladder": _("En cada mano se anota el puesto de cada uno: con cuatro, 4, 3, 2 y 1 puntos"),
    "bye_tantos": _(
        "Tantos de quien descansa o gana por incomparecencia, si no se juega a un número; si "
        "gana quien menos hace, no lo deje en 0"
    ),
}

# The options that have a closed set of values, with the words of each value.
CHOICES: dict[str, dict[object, Text]] = {
    "sides": {
        2: _("2: uno contra otro"),
        3: _("3 en cada mesa"),
        4: _("4 en cada mesa"),
        5: _("5 en cada mesa"),
    },
    "people": {1: _("Cada uno para sí"), 2: _("Parejas"), 3: _("Tríos")},
    "count": {"tantos": _("Los tantos de cada mano"), "juegos": _("Solo quién gana cada juego")},
}

TIEBREAKS: dict[str, TiebreakWords] = {
    "counted_won": TiebreakWords(
        _("Juegos o tantos a favor"),
        _(
            "Los juegos ganados en todos los encuentros, también en los perdidos; si el "
            "encuentro es de un solo juego, los tantos. Donde gana quien menos hace, los tantos "
            "restan."
        ),
        _("iguales a favor (%(value)s)"),
        _("menos a favor (%(value)s frente a %(above)s)"),
        short=pgettext_lazy("of marcador", "A favor"),
    ),
    "counted_diff": TiebreakWords(
        _("Diferencia de juegos o de tantos"),
        _("A favor menos en contra."),
        _("misma diferencia (%(value)s)"),
        _("peor diferencia (%(value)s frente a %(above)s)"),
        short=pgettext_lazy("of marcador", "Diferencia"),
    ),
}
COUNT: Text = _("marcador %(score)s")


def length_in_words(options: Mapping[str, Any]) -> str:
    """Return the players and the length of a match without a preset, from its stored options."""
    match_options = Options(**options)
    parts = [_length_text(match_options)]
    if match_options.ladder:
        parts.append(gettext("por puestos"))
    if match_options.lowest:
        parts.append(gettext("gana quien menos hace"))
    if match_options.extra:
        parts.append(gettext("con desempate"))
    length = ", ".join(parts)
    if (match_options.sides, match_options.people) != (2, 2):
        length = gettext("%(who)s: %(length)s") % {
            "who": _sides_text(match_options),
            "length": length,
        }
    return length[:1].upper() + length[1:]


def _sides_text(options: Options) -> str:
    """Return the sides in words: «4 jugadores», «2 tríos»."""
    sides = {
        1: ngettext("%(n)s jugador", "%(n)s jugadores", options.sides),
        2: ngettext("%(n)s pareja", "%(n)s parejas", options.sides),
        3: ngettext("%(n)s trío", "%(n)s tríos", options.sides),
    }
    return sides[options.people] % {"n": options.sides}


def _length_text(options: Options) -> str:
    """Return the length in words.

    For example «a 3 juegos, cada uno a 40 tantos», «a 101 tantos, a 12 manos o por tiempo».
    """
    ends = _ends(options)
    if options.counts_tantos:
        return _join_with_or([*ends, *_time_end(options)])
    length = _juegos(options)
    if ends:
        length = pgettext("of marcador", "%(juegos)s, cada uno %(end)s") % {
            "juegos": length,
            "end": _join_with_or(ends),
        }
    return _join_with_or([length, *_time_end(options)])


def _juegos(options: Options) -> str:
    number = {"n": options.juegos, "vacas": options.vacas}
    if options.vacas > 1:
        length = ngettext(
            "a %(vacas)s vacas de %(n)s juego", "a %(vacas)s vacas de %(n)s juegos", options.juegos
        )
    elif options.play_all:
        length = ngettext(
            "%(n)s juego, se juegan todos", "%(n)s juegos, se juegan todos", options.juegos
        )
    else:
        length = ngettext("a %(n)s juego", "a %(n)s juegos", options.juegos)
    return length % number


def _ends(options: Options) -> list[str]:
    """Return the conditions that end a juego."""
    ends = []
    if options.target:
        tantos = ngettext("a %(n)s tanto", "a %(n)s tantos", options.target)
        ends.append(tantos % {"n": options.target})
    if options.manos:
        hands = ngettext("a %(n)s mano", "a %(n)s manos", options.manos)
        ends.append(hands % {"n": options.manos})
    return ends


def _time_end(options: Options) -> list[str]:
    return [gettext("por tiempo")] if options.clock else []


def _join_with_or(parts: list[str]) -> str:
    """Join the parts in a sentence: «a», «a o b», «a, b o c»."""
    *first_parts, last_part = parts
    if not first_parts:
        return last_part
    return gettext("%(first)s o %(last)s") % {"first": ", ".join(first_parts), "last": last_part}


def length_explained(options: Mapping[str, Any]) -> str:
    """Return a sentence on who wins a match of this length."""
    match_options = Options(**options)
    ends = (
        _join_with_or([*_ends(match_options), *_time_end(match_options)])
        if match_options.by_tantos
        else ""
    )
    if match_options.counts_tantos:
        if match_options.lowest:
            sentence = gettext("Se juega %(end)s, y al acabar gana quien menos tantos tiene.")
        else:
            sentence = gettext("Se juega %(end)s, y al acabar gana quien más tantos tiene.")
    elif match_options.vacas > 1:
        sentence = ngettext(
            "Gana el primero que gana %(vacas)s vacas, y cada vaca el primero que gana en ella "
            "%(juegos)s juego.",
            "Gana el primero que gana %(vacas)s vacas, y cada vaca el primero que gana en ella "
            "%(juegos)s juegos.",
            match_options.juegos,
        )
    elif match_options.play_all:
        sentence = gettext("Se juegan todos los juegos (%(juegos)s), y gana quien gana más.")
    else:
        sentence = ngettext(
            "El ganador del juego gana el encuentro.",
            "Gana el primero que gana %(juegos)s juegos.",
            match_options.juegos,
        )
    return sentence % {"end": ends, "vacas": match_options.vacas, "juegos": match_options.juegos}


WORDS = GameWords(
    sentences=SENTENCES,
    fields=FIELDS,
    events=EVENTS,
    presets=PRESETS,
    option_names=OPTION_NAMES,
    options=OPTIONS,
    tallies={"cuenta": _("cuenta")},
    tiebreaks=TIEBREAKS,
    count=COUNT,
    length_in_words=length_in_words,
    length_explained=length_explained,
    wins_matches={
        "vacas": (_("Vacas"), _("Vacas ganadas y perdidas: con ellas se gana cada encuentro."))
    },
    choices=CHOICES,
    meaning=MEANING,
)
