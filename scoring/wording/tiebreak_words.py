"""The words of every tie-break of a game: those all share, its own, and one for each tally."""

from dataclasses import replace

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from rules import GAMES
from scoring.standings.counting import Counting
from scoring.standings.tiebreaks import tally_key
from scoring.wording.numbers import count
from tournaments.games import GAMES as GAME_WORDS
from tournaments.games.words import TiebreakWords

# Those that every game shares; the others are said by the game.
SHARED: dict[str, TiebreakWords] = {
    "wins": TiebreakWords(
        _("Victorias"),
        _("Enfrentamientos ganados. Que el rival no se presente cuenta como ganado."),
        _("mismas victorias (%(value)s)"),
        _("menos victorias (%(value)s frente a %(above)s)"),
    ),
    "points": TiebreakWords(
        _("Puntos"),
        _(
            "Dos por cada enfrentamiento ganado y uno por cada empate. Que el rival no se presente "
            "cuenta como ganado."
        ),
        _("mismos puntos (%(value)s)"),
        _("menos puntos (%(value)s frente a %(above)s)"),
    ),
    "head_to_head": TiebreakWords(
        _("Lo que hicieron entre sí"),
        _("Si solo dos siguen empatados y se han enfrentado, va delante quien ganó."),
        "",
        _("perdió cuando se enfrentaron"),
        short=_("Entre sí"),
    ),
    "buchholz": TiebreakWords(
        _("Victorias de sus rivales (Buchholz)"),
        _("Victorias que suman sus rivales: cuantas más, más difíciles fueron."),
        _("mismas victorias de sus rivales (%(value)s)"),
        _("menos victorias de sus rivales (%(value)s frente a %(above)s)"),
        short=_("Rivales"),
        paper=_("Victorias de los rivales"),
    ),
    "rivals_points": TiebreakWords(
        _("Puntos de sus rivales (Buchholz)"),
        _("Puntos que suman sus rivales: cuantos más, más difíciles fueron."),
        _("mismos puntos de sus rivales (%(value)s)"),
        _("menos puntos de sus rivales (%(value)s frente a %(above)s)"),
        short=_("Rivales"),
        paper=_("Puntos de los rivales"),
    ),
    "lot": TiebreakWords(
        _("Sorteo"),
        _("Si todo lo demás es igual, deciden las bolas que salen de la semilla publicada."),
        "",
        _("lo decidió el sorteo (bola %(value)s; la otra, la %(above)s)"),
    ),
    "exit_round": TiebreakWords(
        _("Hasta dónde ha llegado"),
        _("La ronda del cuadro en que cae. Quien no ha perdido va delante de quien ha perdido."),
        _("el mismo camino en el cuadro (%(value)s)"),
        _("ha llegado menos lejos (%(value)s; por delante, %(above)s)"),
        short=_("Hasta dónde"),
        paper=_("Hasta dónde llegó"),
    ),
    "wins_per_match": TiebreakWords(
        _("Porcentaje de victorias"),
        _("Enfrentamientos ganados por cada cien jugados; un empate es media victoria."),
        _("mismo porcentaje de victorias (%(value)s)"),
        _("menor porcentaje de victorias (%(value)s frente a %(above)s)"),
        short=_("Victorias, %"),
    ),
    "played": TiebreakWords(
        _("Enfrentamientos jugados"),
        _("Va delante quien ha jugado más enfrentamientos."),
        _("mismos enfrentamientos jugados (%(value)s)"),
        _("menos enfrentamientos jugados (%(value)s frente a %(above)s)"),
        short=_("Jugados"),
    ),
    "drawn": TiebreakWords(
        _("Empates"),
        _("Enfrentamientos empatados: va delante quien tiene más."),
        _("mismos empates (%(value)s)"),
        _("menos empates (%(value)s frente a %(above)s)"),
    ),
    "lost": TiebreakWords(
        _("Derrotas"),
        _("Enfrentamientos perdidos: va delante quien tiene menos."),
        _("mismas derrotas (%(value)s)"),
        _("más derrotas (%(value)s frente a %(above)s)"),
    ),
    "counted_lost": TiebreakWords(
        _("En contra"),
        _("Lo que los rivales han hecho en contra: va delante quien ha recibido menos."),
        _("lo mismo en contra (%(value)s)"),
        _("más en contra (%(value)s frente a %(above)s)"),
    ),
    "best_round": TiebreakWords(
        _("La mejor ronda"),
        _("Lo más que ha hecho en un solo enfrentamiento."),
        _("la misma mejor ronda (%(value)s)"),
        _("su mejor ronda es peor (%(value)s frente a %(above)s)"),
        short=_("Mejor ronda"),
    ),
    "penalties": TiebreakWords(
        _("Sanciones"),
        _("Va delante quien tiene menos puntos de sanción."),
        _("mismas sanciones (%(value)s)"),
        _("más sanciones (%(value)s frente a %(above)s)"),
    ),
    "mini_league": TiebreakWords(
        _("Liguilla entre quienes empatan"),
        _(
            "Solo cuentan los enfrentamientos entre quienes siguen empatados: puntos, después "
            "diferencia, después lo hecho a favor. Si unos se separan, los demás vuelven a "
            "empezar entre ellos. El número dice a cuántos deja detrás."
        ),
        "",
        _("peor en los enfrentamientos entre quienes empatan"),
        short=_("Entre empatados"),
    ),
    "buchholz_cut1": TiebreakWords(
        _("Puntos de sus rivales menos el peor (Buchholz corte 1)"),
        _("Puntos que suman sus rivales, sin contar el que menos tiene."),
        _("mismos puntos de sus rivales sin el peor (%(value)s)"),
        _("menos puntos de sus rivales sin el peor (%(value)s frente a %(above)s)"),
        short=_("Rivales −1"),
        paper=_("Rivales menos el peor"),
    ),
    "median": TiebreakWords(
        _("Puntos de sus rivales menos el mejor y el peor (mediana)"),
        _("Puntos que suman sus rivales, sin contar el que más tiene ni el que menos."),
        _("mismos puntos de sus rivales sin el mejor ni el peor (%(value)s)"),
        _("menos puntos de sus rivales sin el mejor ni el peor (%(value)s frente a %(above)s)"),
        short=_("Mediana"),
        paper=_("Rivales, mediana"),
    ),
    "sonneborn": TiebreakWords(
        _("Puntos de los rivales a quienes ganó (Sonneborn-Berger)"),
        _(
            "Puntos de los rivales a quienes ganó, más la mitad de los puntos de aquellos con "
            "quienes empató."
        ),
        _("mismo Sonneborn-Berger (%(value)s)"),
        _("menor Sonneborn-Berger (%(value)s frente a %(above)s)"),
        short=_("S-B"),
        paper=_("Sonneborn-Berger"),
    ),
    "rivals_percentage": TiebreakWords(
        _("Porcentaje de victorias de sus rivales"),
        _("De todos los enfrentamientos de sus rivales, cuántos de cada cien ganaron."),
        _("mismo porcentaje de sus rivales (%(value)s)"),
        _("menor porcentaje de sus rivales (%(value)s frente a %(above)s)"),
        short=_("Rivales, %"),
        paper=_("De los rivales, %"),
    ),
    "wins_against_best": TiebreakWords(
        _("Victorias contra los mejores"),
        _("Enfrentamientos ganados a rivales de la mitad de arriba de la tabla, por puntos."),
        _("mismas victorias contra los mejores (%(value)s)"),
        _("menos victorias contra los mejores (%(value)s frente a %(above)s)"),
        short=_("Contra mejores"),
        paper=_("Contra los mejores"),
    ),
    "progressive": TiebreakWords(
        _("Puntos acumulados ronda a ronda (progresivo)"),
        _("Suma de los puntos que llevaba después de cada ronda: ganar pronto vale más."),
        _("mismo progresivo (%(value)s)"),
        _("menor progresivo (%(value)s frente a %(above)s)"),
        short=_("Progresivo"),
    ),
    "first_there": TiebreakWords(
        _("Quién llegó antes"),
        _(
            "Va delante quien alcanzó antes los puntos que tiene. El número dice en qué ronda, o "
            "por qué orden acabó ese enfrentamiento."
        ),
        _("llegó a la vez (%(value)s)"),
        _("llegó más tarde (%(value)s frente a %(above)s)"),
        short=_("Llegó"),
    ),
    "survival": TiebreakWords(
        _("Hasta cuándo ha seguido"),
        _("La ronda en que quedó fuera. Quien sigue va delante de quien ha quedado fuera."),
        _("el mismo camino (%(value)s)"),
        _("ha aguantado menos (%(value)s; por delante, %(above)s)"),
        short=_("Hasta cuándo"),
        paper=_("Hasta cuándo siguió"),
    ),
    "bracket_place": TiebreakWords(
        _("Puesto en los cuadros"),
        _(
            "El puesto, o los puestos, que ya han decidido los cuadros: el principal y los de "
            "repesca, consolación y puestos."
        ),
        _("lo mismo en los cuadros (%(value)s)"),
        _("queda por detrás en los cuadros (%(value)s; por delante, %(above)s)"),
        short=_("En los cuadros"),
    ),
    "format_order": TiebreakWords(
        _("El orden del propio sistema"),
        _(
            "El orden que lleva el propio sistema de juego: la mesa en la escalera, la división en "
            "el ascenso y descenso."
        ),
        "",
        _("por el orden del propio sistema"),
        short=_("Orden"),
    ),
}


Text = str | Promise

# The tallies that have tie-breaks of their own, and those that win matches, of all games.
TALLIES: dict[str, Text] = {
    **{tally: name for words in GAME_WORDS.values() for tally, name in words.tallies.items()},
    "boards": _("mesas de enfrentamiento"),
}
WINS_MATCHES = {
    tally: words for game in GAME_WORDS.values() for tally, words in game.wins_matches.items()
}

# Where teams play a tie on several boards, what is counted is boards, whatever the game.
OF_BOARDS: dict[str, TiebreakWords] = {
    "counted_won": TiebreakWords(
        _("Mesas ganadas"),
        _("Mesas ganadas en todos los enfrentamientos, también en los perdidos."),
        _("mismas mesas ganadas (%(value)s)"),
        _("menos mesas ganadas (%(value)s frente a %(above)s)"),
        paper=_("Mesas a favor"),
    ),
    "counted_diff": TiebreakWords(
        _("Diferencia de mesas"),
        _("Mesas ganadas menos mesas perdidas."),
        _("misma diferencia de mesas (%(value)s)"),
        _("peor diferencia de mesas (%(value)s frente a %(above)s)"),
        short=_("Diferencia"),
        paper=_("Diferencia de mesas"),
    ),
}


def words_of(
    game: str, counting: Counting | None = None, *, boards: bool = False
) -> dict[str, TiebreakWords]:
    """The words of every tie-break for this game, by its key; those of the points say how many
    each result brings where the stage counts in its own way. `boards`: in a stage of ties between
    teams, where boards are counted."""
    kept = (*GAMES[game].match_tallies, "boards") if boards else GAMES[game].match_tallies
    own = {
        tally_key(part, tally): words(str(TALLIES[tally]))
        for tally in kept
        for part, words in PARTS.items()
    }
    found = {**SHARED, **GAME_WORDS[game].tiebreaks, **own, **(OF_BOARDS if boards else {})}
    if counting is None or counting == Counting():
        return found
    found["points"] = replace(found["points"], explanation=points_explained(counting))
    for key in ("counted_won", "counted_diff") if counting.best else ():
        said = f"{found[key].explanation} {best_explained(counting)}"
        found[key] = replace(found[key], explanation=said)
    return found


def points_explained(counting: Counting) -> str:
    """How many points each result brings, in one sentence or two."""
    if counting.table:
        told = "-".join(count(points, counting.unit) for points in counting.table)
        said = gettext("Puntos por el puesto en la mesa: %(points)s.") % {"points": told}
    else:
        said = gettext(
            "Por cada enfrentamiento: ganado, %(win)s; empatado, %(draw)s; perdido, %(loss)s."
        ) % {
            "win": count(counting.win, counting.unit),
            "draw": count(counting.draw, counting.unit),
            "loss": count(counting.loss, counting.unit),
        }
    return f"{said} {best_explained(counting)}" if counting.best else said


def best_explained(counting: Counting) -> str:
    """How many of the matches of each count."""
    sentence = ngettext(
        "Solo cuenta el mejor.", "Solo cuentan los %(best)s mejores.", counting.best
    )
    return sentence % {"best": counting.best}


def _for(tally: str) -> TiebreakWords:
    values = {"tally": tally}
    return TiebreakWords(
        gettext("A favor: %(tally)s") % values,
        gettext("Lo hecho en todos los enfrentamientos, contado en %(tally)s.") % values,
        _same(tally),
        gettext("menos a favor, en %(tally)s (%%(value)s frente a %%(above)s)") % values,
        short=gettext("%(tally)s a favor") % values,
    )


def _against(tally: str) -> TiebreakWords:
    values = {"tally": tally}
    return TiebreakWords(
        gettext("En contra: %(tally)s") % values,
        gettext(
            "Lo recibido en todos los enfrentamientos, contado en %(tally)s: cuanto menos, mejor."
        )
        % values,
        _same(tally),
        gettext("más en contra, en %(tally)s (%%(value)s frente a %%(above)s)") % values,
        short=gettext("%(tally)s en contra") % values,
    )


def _difference(tally: str) -> TiebreakWords:
    values = {"tally": tally}
    return TiebreakWords(
        gettext("Diferencia: %(tally)s") % values,
        gettext("Lo hecho menos lo recibido, contado en %(tally)s.") % values,
        _same(tally),
        gettext("peor diferencia, en %(tally)s (%%(value)s frente a %%(above)s)") % values,
        short=gettext("Diferencia de %(tally)s") % values,
    )


def _same(tally: str) -> str:
    return gettext("lo mismo en %(tally)s (%%(value)s)") % {"tally": tally}


PARTS = {"for": _for, "against": _against, "diff": _difference}
