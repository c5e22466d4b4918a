"""Texts of the tie-breaks: names, explanations and why a line is below another."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache

from django.utils.formats import localize, number_format
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from rules import GAMES
from scoring.games import GAMES as FACES
from scoring.games.figures import count, minus
from scoring.standings.counting import Counting
from scoring.standings.table import LAST, StandingsLine
from scoring.standings.tiebreaks import (
    PERCENT,
    TIEBREAKS,
    CrossTableComparison,
    Tiebreak,
    ValueUnit,
    exit_reading,
    place_reading,
    tally_key,
    tiebreak,
)
from tournaments.formats.words import boxes
from tournaments.games.words import TiebreakWords
from tournaments.rounds.words.phases import UNNAMED_ROUNDS, RoundNames, ties_in
from tournaments.words import Text

# Texts of the tie-breaks that all games share; each game has its own texts for the others.
SHARED_WORDS: dict[str, TiebreakWords] = {
    key: TiebreakWords(
        *(
            text and _(text)
            for text in (
                tiebreak.name,
                tiebreak.explanation,
                tiebreak.same,
                tiebreak.worse,
                tiebreak.short,
                tiebreak.paper,
            )
        )
    )
    for key, tiebreak in TIEBREAKS.items()
    if tiebreak.name
}

# Names of the match tallies of all games, as they stand inside a sentence.
TALLIES: dict[str, Text] = {
    **{tally: name for game in FACES.values() for tally, name in game.sentences.tallies.items()},
    "boards": _("mesas de enfrentamiento"),
}
WINS_MATCHES = {
    tally: words for game in FACES.values() for tally, words in game.sentences.wins_matches.items()
}

# Between teams the counted tally is the boards won, whatever the game.
BOARD_WORDS: dict[str, TiebreakWords] = {
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


def tiebreak_words(
    game: str, counting: Counting | None = None, *, boards: bool = False
) -> dict[str, TiebreakWords]:
    """Return the texts of every tie-break of this game, by key.

    If the `counting` is not the default, the text of the points states the worth of each result.
    If only the best matches count, the texts of the sums say so.
    `boards`: the stage has ties of teams, which count boards.
    """
    tallies = (*GAMES[game].match_tallies, "boards") if boards else GAMES[game].match_tallies
    own = {
        tally_key(part, tally): words(str(TALLIES[tally]))
        for tally in tallies
        for part, words in PARTS.items()
    }
    words_by_key = {
        **SHARED_WORDS,
        **FACES[game].sentences.tiebreaks,
        **own,
        **(BOARD_WORDS if boards else {}),
    }
    if counting is None or counting == Counting():
        return words_by_key
    words_by_key["points"] = replace(words_by_key["points"], explanation=points_explained(counting))
    for key in ("counted_won", "counted_diff") if counting.best else ():
        explanation = f"{words_by_key[key].explanation} {best_explained(counting)}"
        words_by_key[key] = replace(words_by_key[key], explanation=explanation)
    return words_by_key


def points_explained(counting: Counting) -> str:
    """Return the points of each result, as one or two sentences."""
    if counting.table:
        points_text = "-".join(count(points, counting.unit) for points in counting.table)
        sentence = gettext("Puntos por el puesto en la mesa: %(points)s.") % {"points": points_text}
    else:
        sentence = gettext(
            "Por cada encuentro: ganado, %(win)s; empatado, %(draw)s; perdido, %(loss)s."
        ) % {
            "win": count(counting.win, counting.unit),
            "draw": count(counting.draw, counting.unit),
            "loss": count(counting.loss, counting.unit),
        }
    return f"{sentence} {best_explained(counting)}" if counting.best else sentence


def best_explained(counting: Counting) -> str:
    """Return the sentence about how many matches of each entry count."""
    sentence = ngettext(
        "Solo cuenta el mejor.", "Solo cuentan los %(best)s mejores.", counting.best
    )
    return sentence % {"best": counting.best}


def _won_words(tally: str) -> TiebreakWords:
    values = {"tally": tally}
    return TiebreakWords(
        gettext("A favor: %(tally)s") % values,
        gettext("A favor en todos los encuentros, en %(tally)s.") % values,
        _equal_text(tally),
        gettext("menos %(tally)s a favor (%%(value)s frente a %%(above)s)") % values,
        short=gettext("%(tally)s a favor") % values,
    )


def _lost_words(tally: str) -> TiebreakWords:
    values = {"tally": tally}
    return TiebreakWords(
        gettext("En contra: %(tally)s") % values,
        gettext("En contra en todos los encuentros, en %(tally)s. Cuantos menos, mejor.") % values,
        _equal_text(tally),
        gettext("más en contra, en %(tally)s (%%(value)s frente a %%(above)s)") % values,
        short=gettext("%(tally)s en contra") % values,
    )


def _difference_words(tally: str) -> TiebreakWords:
    values = {"tally": tally}
    return TiebreakWords(
        gettext("Diferencia: %(tally)s") % values,
        gettext("A favor menos en contra, en %(tally)s.") % values,
        _equal_text(tally),
        gettext("peor diferencia, en %(tally)s (%%(value)s frente a %%(above)s)") % values,
        short=gettext("Diferencia de %(tally)s") % values,
    )


def _equal_text(tally: str) -> str:
    return gettext("iguales en %(tally)s (%%(value)s)") % {"tally": tally}


PARTS = {"for": _won_words, "against": _lost_words, "diff": _difference_words}


# --- Tiebreaks ------------------------------------------------------------------------------------
__all__ = [
    "EXITS",
    "Reckoning",
    "StandingsLine",
    "Texts",
    "TiebreakWords",
    "average_in_words",
    "exit_words",
    "match_tally_column",
    "match_tally_text",
    "points_explained",
    "reasons",
    "survival_words",
    "tally_in_words",
    "texts_of",
    "tiebreak_words",
]

NOTHING = "–"

DECIDING = frozenset({"head_to_head", "mini_league"})  # pages show 0 only if it decides
VALUELESS = frozenset({"format_order"})  # tie-breaks that pages show without a value, but explain
ROUND_TIEBREAKS = frozenset({"exit_round", "survival"})  # tie-breaks with words instead of numbers

# The texts of the steps of `exit_reading`; "lost" has the name of its round instead.
EXITS: dict[str, Text] = {
    "": _("sin jugar"),
    "fourth": _("cuarto puesto"),
    "third": _("tercer puesto"),
    "yet_to_play": _("sigue en juego"),
    "through": _("pasa de ronda"),
    "champion": _("gana la final"),
}


Texts = Mapping[str, str]  # the text of each tie-break on a line, in chain order
# By entrant, the numbers behind the format's own order, as pairs (name, value).
Reckoning = Mapping[int, Sequence[tuple[str, int]]]


def exit_words(value: int, rounds: RoundNames) -> str:
    """Return the text of an `exit_round` value, with the names of `rounds`.

    >>> four = RoundNames(4)
    >>> exit_words(10, four), exit_words(30, four), exit_words(39, four)
    ('cae en cuartos de final', 'finalista', 'gana la final')
    """
    step, round = exit_reading(value)
    if step != "lost":
        return str(EXITS[step])
    if ties_in(round, rounds.positions) == 1:
        return gettext("finalista")
    return gettext("cae %(where)s") % {"where": rounds.exit_in_words(round)}


def texts_of(
    lines: Sequence[StandingsLine],
    rounds: RoundNames = UNNAMED_ROUNDS,
    unit: int = 1,
    points_unit: int = 1,
    *,
    printed: bool = False,
) -> dict[int, Texts]:
    """Return the values of the lines of a table as text, by entrant.

    `rounds` names the rounds of elimination. `unit` is the unit of the tallies, and `points_unit`
    the unit of the points (`Counting.unit`). On paper (`printed`) the text of a round begins with a
    capital letter, and a tie-break of DECIDING shows its value even if it decides nothing.
    """
    balls = _balls(lines)

    @cache  # hundreds of lines share a few dozen values
    def text(key: str, value: int) -> str:
        if key in VALUELESS:
            return NOTHING
        if key not in ROUND_TIEBREAKS:
            return tally_in_words(key, value, unit, points_unit)
        words = exit_words if key == "exit_round" else survival_words
        return capfirst(words(value, rounds)) if printed else words(value, rounds)

    def text_on_line(line: StandingsLine, key: str, value: int) -> str:
        if key == "lot":
            return str(balls.get(line.entrant, NOTHING))
        if not value and line.decided_by != key and not printed:
            return NOTHING
        return text(key, value)

    line_keys = DECIDING | {"lot"}  # the text of any other tie-break depends on its value alone
    return {
        line.entrant: {
            key: text_on_line(line, key, value) if key in line_keys else text(key, value)
            for key, value in line.values
        }
        for line in lines
    }


def reasons(
    game: str,
    lines: Sequence[StandingsLine],
    texts: Mapping[int, Texts],
    *,
    boards: bool = False,
    reckoning: Reckoning | None = None,
    unit: int = 1,
) -> dict[int, str]:
    """Return why each line is in its place, as one sentence by entrant.

    The sentence names the tie-breaks on which the line equals the line above, and the tie-break
    that decided. It is "" for the first line. It is also "" where the format's own order decides
    first and has no numbers, because the legend explains that order.

    `texts` come from `texts_of`; `reckoning` has the numbers of the format's own order, with
    tallies in units of `unit`.
    """
    sentences = _sentences(tiebreak_words(game, boards=boards), lines)
    lines_above = (None, *lines[:-1])
    numbers = reckoning or {}
    return {
        line.entrant: _own_order(
            sentences, numbers[line.entrant], numbers[line_above.entrant], line_above, unit
        )
        if line_above and _has_numbers(numbers, line, line_above)
        else _reason(sentences, line, line_above, texts)
        for line_above, line in zip(lines_above, lines, strict=bool(lines))
    }


def _has_numbers(numbers: Reckoning, line: StandingsLine, above: StandingsLine) -> bool:
    """Return whether the format has the numbers that put a line below the line `above`."""
    are_known = line.entrant in numbers and above.entrant in numbers
    return are_known and line.decided_by == "format_order"


def _own_order(
    sentences: "_Sentences",
    line_numbers: Sequence[tuple[str, int]],
    numbers_above: Sequence[tuple[str, int]],
    above: StandingsLine,
    unit: int,
) -> str:
    """Return the sentence with the format's own numbers, up to the first that differs."""
    parts: list[str] = []
    for (key, value), (_key, value_above) in zip(line_numbers, numbers_above, strict=True):
        equal_text, worse_text = boxes.RECKONING[key]
        values = {
            "value": _reckoning_text(key, value, unit),
            "above": _reckoning_text(key, value_above, unit),
        }
        if value != value_above:
            parts.append(str(worse_text) % values)
            break
        if equal_text:
            parts.append(str(equal_text) % values)
    else:
        parts.append(str(boxes.NUMBER_REASON))
    return sentences.behind % {"number": above.entrant, "reasons": ", ".join(parts)}


def _reckoning_text(key: str, value: int, unit: int) -> str:
    tiebreak_key = {"diff": "counted_diff", "won": "counted_won"}.get(key, "points")
    return tally_in_words(tiebreak_key, value, unit=unit)


@dataclass(frozen=True, slots=True)
class _Sentences:
    """The texts of the reasons in the active language, translated once for all lines.

    `shared_place` is for a shared place, `end_of_table` for an entry placed last, and `behind` for
    any other place. `same` and `worse` have the parts of `behind` by tie-break.
    """

    shared_place: str
    end_of_table: str
    behind: str
    same: Mapping[str, str]
    worse: Mapping[str, str]


def _sentences(words: Mapping[str, TiebreakWords], lines: Sequence[StandingsLine]) -> _Sentences:
    chain = [key for key, _value in lines[0].values] if lines else []
    return _Sentences(
        shared_place=gettext("Empatado en todo con el número %(number)s: comparten el puesto."),
        end_of_table=gettext("Por detrás del %(number)s: va al final de la tabla."),
        behind=gettext("Por detrás del %(number)s: %(reasons)s."),
        same={key: str(words[key].same) for key in chain},
        worse={key: str(words[key].worse) for key in chain},
    )


def _reason(
    sentences: _Sentences,
    line: StandingsLine,
    above: StandingsLine | None,
    texts: Mapping[int, Texts],
) -> str:
    if above is None:
        return ""
    if line.decided_by is None:
        return sentences.shared_place % {"number": above.entrant}
    if line.decided_by == LAST:
        return sentences.end_of_table % {"number": above.entrant}
    parts: list[str] = []
    above_texts = texts[above.entrant]
    for key, text in texts[line.entrant].items():
        values = {"value": text, "above": above_texts[key]}
        if key == line.decided_by:
            if key in VALUELESS and not parts:
                return ""
            parts.append(sentences.worse[key] % values)
            break
        if sentences.same[key]:
            parts.append(sentences.same[key] % values)
    return sentences.behind % {"number": above.entrant, "reasons": ", ".join(parts)}


def tally_in_words(key: str, value: int, unit: int = 1, points_unit: int = 1) -> str:
    """Return a value as text, in units of the tallies (`unit`) or of the points (`points_unit`).

    >>> tally_in_words("counted_diff", 4), tally_in_words("counted_won", -13, unit=2)
    ('+4', '−6½')
    >>> tally_in_words("points", 5, points_unit=2), tally_in_words("lost", -2)
    ('2½', '2')
    >>> tally_in_words("wins", 3), tally_in_words("sonneborn", 7)
    ('3', '3½')
    """
    if key == "survival":
        return survival_words(value)
    if key == "bracket_place":
        return bracket_place_words(value)
    criterion = tiebreak(key)
    if criterion.unit is ValueUnit.PERCENT:
        return gettext("%(number)s %%") % {"number": localize(round(value / PERCENT, 1))}
    units = _units(criterion, unit, points_unit)
    if criterion.unit is ValueUnit.HALF_POINTS:
        return _quarters(value, units)
    return count(-value if criterion.fewer else value, units, signed=criterion.signed)


def average_in_words(key: str, value: Fraction, unit: int = 1, points_unit: int = 1) -> str:
    """Return as text a value of `standings.averages`, which compares entries of different tables.

    A value per match has two decimals. A value compared as it is (a percentage, a best match, a
    round or a penalty) has the same text as in its own table.

    >>> average_in_words("points", Fraction(2, 3)), average_in_words("lost", Fraction(-1, 2))
    ('0,67', '0,50')
    >>> average_in_words("counted_diff", Fraction(-2), unit=2)
    '−1,00'
    >>> average_in_words("best_round", Fraction(6))
    '6'
    """
    criterion = tiebreak(key)
    if criterion.cross_table is CrossTableComparison.AS_IT_IS:
        return tally_in_words(key, int(value), unit, points_unit)
    units = _units(criterion, unit, points_unit)
    return minus(number_format(round(float(-value if criterion.fewer else value) / units, 2), 2))


def _units(tiebreak: Tiebreak, unit: int, points_unit: int) -> int:
    """Return the number of units of the value that make 1 in its text."""
    return {
        ValueUnit.COUNTED: unit,
        ValueUnit.POINTS: points_unit,
        ValueUnit.HALF_POINTS: 2 * points_unit,
    }.get(tiebreak.unit, 1)


def match_tally_column(columns: Sequence[str]) -> int:
    """Return the index of the column for the tally that wins the matches.

    The column comes after the counted tally; without one, it is the last column.

    >>> match_tally_column(["points", "counted_won", "lot"]), match_tally_column(["wins"])
    (2, 1)
    """
    return columns.index("counted_won") + 1 if "counted_won" in columns else len(columns)


def match_tally_text(line: StandingsLine) -> str:
    """Return the tally that wins the matches, as won and lost: «4–1»."""
    return "{}–{}".format(*(line.match_tally or (0, 0)))


def bracket_place_words(value: int) -> str:
    """Return the text of a `bracket_place` value.

    >>> bracket_place_words(99_949_992), bracket_place_words(99_979_998), bracket_place_words(0)
    ('5–8', '2', 'sin jugar')
    """
    best, worst = place_reading(value)
    if not best:
        return str(EXITS[""])
    return f"{best}" if best == worst else f"{best}–{worst}"


def survival_words(value: int, rounds: RoundNames = UNNAMED_ROUNDS) -> str:
    """Return the text of a `survival` value, with the names of `rounds`.

    >>> survival_words(30), survival_words(45), survival_words(0)
    ('fuera en la ronda 3', 'sigue en juego', 'sin jugar')
    """
    step, round = exit_reading(value)
    if step == "lost":
        return gettext("fuera %(where)s") % {"where": rounds.exit_in_words(round)}
    if step == "champion":
        return gettext("gana el torneo")
    return str(EXITS[step])


def _quarters(value: int, unit: int) -> str:
    """Return the value divided by `unit`, with «½» if that is exact, else with decimals."""
    if 2 * value % unit:
        return str(localize(value / unit))
    return count(2 * value // unit, 2)


def _balls(lines: Sequence[StandingsLine]) -> dict[int, int]:
    """Return, by entry, the place in which its ball was drawn in its lot. The first is 1."""
    balls: dict[int, int] = {}
    highest_value = 0
    for line in lines:
        value = dict(line.values).get("lot", 0)
        if value:
            # The entries of one lot are consecutive, and the first has the highest value.
            highest_value = value if line.decided_by != "lot" else highest_value
            balls[line.entrant] = highest_value - value + 1
    return balls
