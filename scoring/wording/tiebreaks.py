"""The tie-breaks in words: their names, what each counts, and why a line is below another."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.formats import localize
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.standings import LAST, Line
from scoring.tiebreaks import exit_reading, place_reading
from scoring.tiebreaks.own import PERCENT
from scoring.wording.counts import count
from scoring.wording.rounds import in_round, ties_in
from scoring.wording.tally_words import points_explained, words_of
from tournaments.wording.tiebreaks import Words

__all__ = [
    "EXITS", "Line", "Shown", "Words", "columns", "counted", "exit_words", "points_explained",
    "reasons", "shown", "survival_words", "words_of",
]  # fmt: skip

Text = str | Promise
Units = tuple[int, int]
NOTHING = "–"

# By key, or by what stands before the colon: in what the tallies count by, in what points do, in
# halves of those, in ten-thousandths of one per cent; with their sign; the fewer the better, kept
# below nought; told only where they decide.
COUNTED = frozenset(
    {"counted_won", "counted_lost", "counted_diff", "best_round", "for", "against", "diff"}
)
POINTS = frozenset({"points", "rivals_points", "buchholz_cut1", "median", "progressive"})
HALVES = frozenset({"sonneborn"})
PERCENTAGES = frozenset({"wins_per_match", "rivals_percentage"})
SIGNED = frozenset({"counted_diff", "diff"})
FEWER = frozenset({"lost", "counted_lost", "penalties", "against", "first_there"})
DECIDING = frozenset({"head_to_head", "mini_league"})
UNTOLD = frozenset({"format_order"})

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
    game: str,
    lines: tuple[Line, ...],
    first_round: int = 0,
    unit: int = 1,
    points_unit: int = 1,
    *,
    boards: bool = False,
) -> dict[int, tuple[Shown, ...]]:
    """The values of every line as people read them, by entrant, in the order of the chain.

    `first_round` is a knockout's number of first positions, `unit` what the tallies count by and
    `points_unit` what points do (`Counting.unit`); `boards` as in `words_of`.
    """
    units = (unit, points_unit)
    words, balls = words_of(game, boards=boards), _balls(lines)
    return {
        line.entrant: tuple(
            Shown(key, words[key].short, _value(line, key, value, balls, first_round, units))
            for key, value in line.values
        )
        for line in lines
    }


def columns(
    game: str,
    lines: tuple[Line, ...],
    chain: Sequence[str],
    first_round: int = 0,
    *,
    boards: bool = False,
) -> list[str]:
    """The tie-breaks of the chain that say something of some line: a column of dashes tells
    nobody anything."""
    rows = shown(game, lines, first_round, boards=boards).values()
    told = {one.key for row in rows for one in row if one.value != NOTHING}
    return [key for key in chain if key in told]


def reasons(
    game: str,
    lines: tuple[Line, ...],
    first_round: int = 0,
    unit: int = 1,
    points_unit: int = 1,
    *,
    boards: bool = False,
) -> dict[int, str]:
    """Why each line is where it is, in one sentence, by entrant: what was equal to the line above
    and what decided. "" for the first line."""
    values = {
        entrant: {one.key: one.value for one in row}
        for entrant, row in shown(game, lines, first_round, unit, points_unit).items()
    }
    words = words_of(game, boards=boards)
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
    if line.decided_by == LAST:
        return gettext("Por detrás del %(number)s: va al final de la tabla.") % {
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
    line: Line, key: str, value: int, balls: Mapping[int, int], first_round: int, units: Units
) -> str:
    if key == "lot":
        return str(balls[line.entrant]) if line.entrant in balls else NOTHING
    if key in UNTOLD or (key in DECIDING and not value and line.decided_by != key):
        return NOTHING
    if key == "exit_round":
        return exit_words(value, first_round)
    return counted(key, value, *units)


def counted(key: str, value: int, unit: int = 1, points_unit: int = 1) -> str:
    """A value as people read it; `unit` is what the tallies count by, and points by theirs.

    >>> counted("counted_diff", 4), counted("wins", 3), counted("counted_won", -13, unit=2)
    ('+4', '3', '−6½')
    >>> counted("points", 5, points_unit=2), counted("lost", -2), counted("sonneborn", 7)
    ('2½', '2', '3½')
    """
    kind = key.partition(":")[0]
    if kind == "survival":
        return survival_words(value)
    if kind == "bracket_place":
        return place_words(value)
    if kind in PERCENTAGES:
        return gettext("%(number)s %%") % {"number": localize(round(value / PERCENT, 1))}
    if kind in HALVES:
        return _quarters(value, 2 * points_unit)
    units = unit if kind in COUNTED else points_unit if kind in POINTS else 1
    return count(-value if kind in FEWER else value, units, signed=kind in SIGNED)


def place_words(value: int) -> str:
    """A `bracket_place` value.

    >>> place_words(99_949_992), place_words(99_979_998), place_words(0)
    ('5–8', '2', 'sin jugar')
    """
    best, worst = place_reading(value)
    if not best:
        return str(EXITS[""])
    return f"{best}" if best == worst else f"{best}–{worst}"


def survival_words(value: int) -> str:
    """A `survival` value.

    >>> survival_words(30), survival_words(45), survival_words(0)
    ('fuera en la ronda 3', 'sigue en juego', 'sin jugar')
    """
    step, round = exit_reading(value)
    if step == "lost":
        return gettext("fuera %(where)s") % {"where": in_round(round)}
    if step == "champion":
        return gettext("gana el torneo")
    return str(EXITS[step])


def _quarters(value: int, unit: int) -> str:
    """In halves where they are enough, else with decimals."""
    if 2 * value % unit:
        return str(localize(value / unit))
    return count(2 * value // unit, 2)


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
