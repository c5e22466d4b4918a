"""The tie-breaks in words: their names, what each counts, and why a line is below another."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.standings import Line
from scoring.tiebreaks import exit_reading
from scoring.wording.counts import count
from scoring.wording.rounds import in_round, ties_in
from tournaments.wording.games import tiebreak_words
from tournaments.wording.tiebreaks import Words

Text = str | Promise
NOTHING = "–"
COUNTED = frozenset({"counted_won", "counted_diff"})  # in what the tallies count by
SIGNED = frozenset({"counted_diff"})

# Those that every game shares; the others are said by the game (`words_of`).
SHARED: dict[str, Words] = {
    "wins": Words(
        _("Victorias"),
        _("Victorias"),
        _("Victorias"),
        _("Enfrentamientos ganados. Descansar, o que el rival no se presente, cuenta como ganado."),
        _("mismas victorias (%(value)s)"),
        _("menos victorias (%(value)s frente a %(above)s)"),
    ),
    "points": Words(
        _("Puntos"),
        _("Puntos"),
        _("Puntos"),
        _(
            "Dos por cada enfrentamiento ganado y uno por cada empate. Descansar, o que el rival "
            "no se presente, cuenta como ganado."
        ),
        _("mismos puntos (%(value)s)"),
        _("menos puntos (%(value)s frente a %(above)s)"),
    ),
    "head_to_head": Words(
        _("Lo que hicieron entre sí"),
        _("Entre sí"),
        _("Entre sí"),
        _("Si solo dos siguen empatados y se han enfrentado, va delante quien ganó."),
        "",
        _("perdió cuando se enfrentaron"),
    ),
    "buchholz": Words(
        _("Victorias de sus rivales (Buchholz)"),
        _("Rivales"),
        _("Victorias de los rivales"),
        _("Victorias que suman sus rivales: cuantas más, más difíciles fueron."),
        _("mismas victorias de sus rivales (%(value)s)"),
        _("menos victorias de sus rivales (%(value)s frente a %(above)s)"),
    ),
    "rivals_points": Words(
        _("Puntos de sus rivales (Buchholz)"),
        _("Rivales"),
        _("Puntos de los rivales"),
        _("Puntos que suman sus rivales: cuantos más, más difíciles fueron."),
        _("mismos puntos de sus rivales (%(value)s)"),
        _("menos puntos de sus rivales (%(value)s frente a %(above)s)"),
    ),
    "lot": Words(
        _("Sorteo"),
        _("Sorteo"),
        _("Sorteo"),
        _("Si todo lo demás es igual, deciden las bolas que salen de la semilla publicada."),
        "",
        _("lo decidió el sorteo (bola %(value)s; la otra, la %(above)s)"),
    ),
    "exit_round": Words(
        _("Hasta dónde ha llegado"),
        _("Hasta dónde"),
        _("Hasta dónde llegó"),
        _("La ronda del cuadro en que cae. Quien no ha perdido va delante de quien ha perdido."),
        _("el mismo camino en el cuadro (%(value)s)"),
        _("ha llegado menos lejos (%(value)s; por delante, %(above)s)"),
    ),
}

# What `exit_reading` answers, as a column and a sentence read it; "lost" is said by its round.
EXITS: dict[str, Text] = {
    "": _("sin jugar"),
    "fourth": _("cuarto puesto"),
    "third": _("tercer puesto"),
    "yet_to_play": _("sigue en juego"),
    "through": _("pasa de ronda"),
    "champion": _("gana la final"),
}


@dataclass(frozen=True, slots=True)
class Shown:
    """One tie-break's value on a line: what is read, and the head of its column."""

    key: str
    short: Text
    value: str


def words_of(game: str) -> dict[str, Words]:
    """The words of every tie-break for this game, by its key."""
    return {**SHARED, **tiebreak_words(game)}


def exit_words(value: int, first_round: int) -> str:
    """An `exit_round` value, when the first round has so many positions.

    >>> exit_words(10, 4), exit_words(30, 4), exit_words(39, 4)
    ('cae en cuartos de final', 'finalista', 'gana la final')
    """
    step, round = exit_reading(value)
    if step != "lost":
        return str(EXITS[step])
    ties = ties_in(round, first_round)
    if ties == 1:
        return gettext("finalista")
    return gettext("cae %(where)s") % {"where": in_round(round, ties)}


def shown(
    game: str, lines: tuple[Line, ...], first_round: int = 0, unit: int = 1
) -> dict[int, tuple[Shown, ...]]:
    """The values of every line as people read them, by entrant, in the order of the chain.

    `first_round` is a knockout's number of first positions, `unit` what the tallies count by.
    """
    words, balls = words_of(game), _balls(lines)
    return {
        line.entrant: tuple(
            Shown(key, words[key].short, _value(line, key, value, balls, first_round, unit))
            for key, value in line.values
        )
        for line in lines
    }


def columns(
    game: str, lines: tuple[Line, ...], chain: Sequence[str], first_round: int = 0
) -> list[str]:
    """The tie-breaks of the chain that say something of some line: a column of dashes tells
    nobody anything."""
    rows = shown(game, lines, first_round).values()
    told = {one.key for row in rows for one in row if one.value != NOTHING}
    return [key for key in chain if key in told]


def reasons(
    game: str, lines: tuple[Line, ...], first_round: int = 0, unit: int = 1
) -> dict[int, str]:
    """Why each line is where it is, in one sentence, by entrant: what was equal to the line above
    and what decided. "" for the first line."""
    values = {
        entrant: {one.key: one.value for one in row}
        for entrant, row in shown(game, lines, first_round, unit).items()
    }
    words = words_of(game)
    above = (None, *lines[:-1])
    return {
        line.entrant: _reason(words, line, before, values)
        for before, line in zip(above, lines, strict=bool(lines))
    }


def _reason(
    words: Mapping[str, Words],
    line: Line,
    above: Line | None,
    values: Mapping[int, Mapping[str, str]],
) -> str:
    if above is None:
        return ""
    if line.decided_by is None:
        return gettext("Igual en todo que el %(number)s: comparten el puesto.") % {
            "number": above.entrant
        }
    own, others = values[line.entrant], values[above.entrant]
    parts = []
    for key, value in own.items():
        said = {"value": value, "above": others[key]}
        if key == line.decided_by:
            parts.append(str(words[key].worse) % said)
            break
        if words[key].same:
            parts.append(str(words[key].same) % said)
    return gettext("Por detrás del %(number)s: %(reasons)s.") % {
        "number": above.entrant,
        "reasons": ", ".join(parts),
    }


def _value(
    line: Line, key: str, value: int, balls: Mapping[int, int], first_round: int, unit: int
) -> str:
    if key == "exit_round":
        return exit_words(value, first_round)
    if key == "lot":
        return str(balls[line.entrant]) if line.entrant in balls else NOTHING
    if key == "head_to_head" and not value and line.decided_by != key:
        return NOTHING
    return counted(key, value, unit)


def counted(key: str, value: int, unit: int = 1) -> str:
    """A value that is a number, as people read it.

    >>> counted("counted_diff", 4), counted("wins", 3), counted("counted_won", -13, unit=2)
    ('+4', '3', '−6½')
    """
    return count(value, unit if key in COUNTED else 1, signed=key in SIGNED)


def _balls(lines: tuple[Line, ...]) -> dict[int, int]:
    """The order in which the tied came out, where a lot was needed: its values count down."""
    balls: dict[int, int] = {}
    most = 0
    for line in lines:
        value = dict(line.values).get("lot", 0)
        if value:
            # Those drawn together are together, and the first of them has the highest value.
            most = value if line.decided_by != "lot" else most
            balls[line.entrant] = most - value + 1
    return balls
