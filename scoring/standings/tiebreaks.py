"""Tie-breaks: each gives every entry a whole number, and a higher number is better.

Most depend on the entry and its rivals alone. A `TiedTiebreak` depends on the entries still tied.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from itertools import groupby
from typing import ClassVar, Final

from rules import GAMES
from scoring.standings.counting import PRESETS
from scoring.standings.field import OwnMatch, Standing, StandingsField, sum_of_best
from scoring.standings.worth import Worth
from tournaments.formats import FORMATS
from tournaments.formats.core import FINAL, THIRD_PLACE
from tournaments.pairing.draw import ball_order

PERCENT = 10_000  # a percentage is stored in ten-thousandths of one per cent
ONE_HUNDRED_PERCENT = 100 * PERCENT


def _(sentence: str) -> str:
    """Mark a sentence for the catalogue; the page translates it."""
    return sentence


class ValueUnit(Enum):
    """The unit of a value.

    WHOLE: 1. COUNTED: the unit of the tallies. POINTS: the unit of the points. HALF_POINTS: half a
    unit of the points. PERCENT: a ten-thousandth of one per cent.
    """

    WHOLE = auto()
    COUNTED = auto()
    POINTS = auto()
    HALF_POINTS = auto()
    PERCENT = auto()


class CrossTableComparison(Enum):
    """How a tie-break compares entries of different tables.

    NOTHING: it does not compare them. AS_IT_IS: it compares the values. MATCHES: it compares the
    values divided by `divisor`. RIVALS: it does the same, after each rival's value is divided by
    that rival's matches.
    """

    NOTHING = auto()
    AS_IT_IS = auto()
    MATCHES = auto()
    RIVALS = auto()


@dataclass(frozen=True, slots=True)
class Tiebreak:
    """A tie-break with its texts; `name` is empty if each game has its own texts.

    `same` and `worse` complete the sentence that explains why a line is below another. `signed`:
    the value is shown with its sign. `fewer`: a smaller number is better, so values are negative.
    `short` and `paper`: the headings of its column on pages and on sheets. `cross_table`: how
    entries of different tables are compared. `reads_counted`: the value depends on the tally that
    the stage counts.
    """

    key: ClassVar[str]
    name: ClassVar[str] = ""
    explanation: ClassVar[str] = ""
    same: ClassVar[str] = ""
    worse: ClassVar[str] = ""
    short: ClassVar[str] = ""
    paper: ClassVar[str] = ""
    unit: ClassVar[ValueUnit] = ValueUnit.WHOLE
    signed: ClassVar[bool] = False
    fewer: ClassVar[bool] = False
    cross_table: ClassVar[CrossTableComparison] = CrossTableComparison.MATCHES
    reads_counted: ClassVar[bool] = False

    def values(self, tied: Sequence[Standing], field: StandingsField) -> list[int]:
        """Return the values of these entries, in order. Earlier tie-breaks have left them tied."""
        return [self.value(entry, field) for entry in tied]

    def value(self, entry: Standing, field: StandingsField) -> int:
        raise NotImplementedError

    def divisor(self, entry: Standing, field: StandingsField) -> int:
        """Return the number that divides the value when different tables are compared."""
        return entry.decided


# --- The entry's own matches ------------------------------------------------------------------
class Wins(Tiebreak):
    """Matches won, with won byes and forfeits, and the wins carried over."""

    key = "wins"
    name = _("Victorias")
    explanation = _(
        "Encuentros ganados. La incomparecencia del rival cuenta como encuentro ganado."
    )
    same = _("mismas victorias (%(value)s)")
    worse = _("menos victorias (%(value)s frente a %(above)s)")

    def value(self, entry: Standing, field: StandingsField) -> int:
        return field.wins[entry.number]


class SummedMatches(Tiebreak):
    """A sum over all matches of an entry, or over its best ones, plus the value carried over."""

    def adds(self, worth: Worth) -> int:
        """Return the amount that a match adds."""
        raise NotImplementedError

    def value(self, entry: Standing, field: StandingsField) -> int:
        own = sum_of_best(entry.worths, self.adds, field.best)
        return own + field.carried_value(self.key, entry.number)

    def divisor(self, entry: Standing, field: StandingsField) -> int:
        return match_count(entry, field)


class Points(SummedMatches):
    """Points by the stage's counting, in its units."""

    key = "points"
    name = _("Puntos")
    explanation = _(
        "Dos por cada encuentro ganado y uno por cada empate. La incomparecencia del rival "
        "cuenta como encuentro ganado."
    )
    same = _("mismos puntos (%(value)s)")
    worse = _("menos puntos (%(value)s frente a %(above)s)")
    unit = ValueUnit.POINTS

    def adds(self, worth: Worth) -> int:
        return worth.points

    def value(self, entry: Standing, field: StandingsField) -> int:
        return field.points[entry.number]


class WinsPerMatch(Tiebreak):
    """Share of matches won, a draw as half a win, in millionths; 0 without matches."""

    key = "wins_per_match"
    name = _("Porcentaje de victorias")
    explanation = _("Encuentros ganados por cada cien jugados; un empate es media victoria.")
    same = _("mismo porcentaje de victorias (%(value)s)")
    worse = _("menor porcentaje de victorias (%(value)s frente a %(above)s)")
    short = _("Victorias, %")
    unit = ValueUnit.PERCENT
    cross_table = CrossTableComparison.AS_IT_IS

    def value(self, entry: Standing, field: StandingsField) -> int:
        return ONE_HUNDRED_PERCENT * entry.half_wins // max(2 * entry.decided, 1)


class PlayedMatches(Tiebreak):
    """Decided matches, with forfeits and with byes won or drawn."""

    key = "played"
    name = _("Encuentros jugados")
    explanation = _("Va delante el que ha jugado más encuentros.")
    same = _("mismos encuentros jugados (%(value)s)")
    worse = _("menos encuentros jugados (%(value)s frente a %(above)s)")
    short = _("Jugados")
    cross_table = CrossTableComparison.NOTHING

    def value(self, entry: Standing, field: StandingsField) -> int:
        return entry.decided


class MatchesDrawn(Tiebreak):
    key = "drawn"
    name = _("Empates")
    explanation = _("Encuentros empatados: va delante quien tiene más.")
    same = _("mismos empates (%(value)s)")
    worse = _("menos empates (%(value)s frente a %(above)s)")

    def value(self, entry: Standing, field: StandingsField) -> int:
        return entry.drawn


class MatchesLost(Tiebreak):
    key = "lost"
    name = _("Derrotas")
    explanation = _("Encuentros perdidos: va delante quien tiene menos.")
    same = _("mismas derrotas (%(value)s)")
    worse = _("más derrotas (%(value)s frente a %(above)s)")
    fewer = True

    def value(self, entry: Standing, field: StandingsField) -> int:
        return -entry.lost


class CountedWon(SummedMatches):
    """The sum of the game's counted tally (partidas, chicos), lost matches included."""

    key = "counted_won"
    reads_counted = True
    unit = ValueUnit.COUNTED

    def adds(self, worth: Worth) -> int:
        return worth.own


class CountedLost(Tiebreak):
    """The value carried over, minus the sum of the rivals' counted tally over all matches."""

    key = "counted_lost"
    reads_counted = True
    name = _("En contra")
    explanation = _("Tantos en contra: va delante quien tiene menos.")
    same = _("iguales en contra (%(value)s)")
    worse = _("más en contra (%(value)s frente a %(above)s)")
    unit = ValueUnit.COUNTED
    fewer = True

    def value(self, entry: Standing, field: StandingsField) -> int:
        against = sum(worth.against for worth in entry.worths)
        return field.carried_value(self.key, entry.number) - against


class CountedDiff(SummedMatches):
    """The sum of the game's counted tally, own minus the rivals'."""

    key = "counted_diff"
    reads_counted = True
    unit = ValueUnit.COUNTED
    signed = True

    def adds(self, worth: Worth) -> int:
        return worth.difference


class BestRound(Tiebreak):
    """The highest counted tally in one match, byes excluded; 0 without matches."""

    key = "best_round"
    reads_counted = True
    name = _("La mejor ronda")
    explanation = _("Su mejor resultado en un encuentro.")
    same = _("la misma mejor ronda (%(value)s)")
    worse = _("su mejor ronda es peor (%(value)s frente a %(above)s)")
    short = _("Mejor ronda")
    unit = ValueUnit.COUNTED
    cross_table = CrossTableComparison.AS_IT_IS

    def value(self, entry: Standing, field: StandingsField) -> int:
        return max((worth.own for worth in entry.worths if not worth.bye), default=0)


class Penalties(Tiebreak):
    key = "penalties"
    name = _("Sanciones")
    explanation = _("Va delante quien tiene menos puntos de sanción.")
    same = _("mismas sanciones (%(value)s)")
    worse = _("más sanciones (%(value)s frente a %(above)s)")
    fewer = True
    cross_table = CrossTableComparison.AS_IT_IS

    def value(self, entry: Standing, field: StandingsField) -> int:
        return -field.extras.penalties.get(entry.number, 0)


def match_count(entry: Standing, field: StandingsField) -> int:
    """Return the number of counting matches: not byes worth nothing, at most `best` (0: all)."""
    count = sum(not worth.idle for worth in entry.worths)
    return min(count, field.best) if field.best else count


# --- Any tally of the game --------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class TallyTiebreak(Tiebreak):
    """A sum of one tally, even if the stage counts another. Its key is like «diff:cotos»."""

    tally: str
    unit = ValueUnit.COUNTED


class TallyFor(TallyTiebreak):
    key = "for"

    def value(self, entry: Standing, field: StandingsField) -> int:
        return entry.tally(self.tally)[0]


class TallyAgainst(TallyTiebreak):
    key = "against"
    fewer = True

    def value(self, entry: Standing, field: StandingsField) -> int:
        return -entry.tally(self.tally)[1]


class Difference(TallyTiebreak):
    key = "diff"
    signed = True

    def value(self, entry: Standing, field: StandingsField) -> int:
        return entry.tally(self.tally)[2]


# --- Among tied entries ---------------------------------------------------------------------
class TiedTiebreak(Tiebreak):
    """A tie-break among the entries still tied; 0 for an entry that is tied with no other."""

    cross_table = CrossTableComparison.NOTHING

    def values(self, tied: Sequence[Standing], field: StandingsField) -> list[int]:
        if len(tied) < 2:
            return [0] * len(tied)
        values_by_number = self.split(tied, field)
        return [values_by_number.get(entry.number, 0) for entry in tied]

    def split(self, tied: Sequence[Standing], field: StandingsField) -> Mapping[int, int]:
        """Return the values by entry number. An entry without one has the value 0."""
        raise NotImplementedError


class HeadToHead(TiedTiebreak):
    """The matches won against the other entry if exactly two are tied, else 0."""

    key = "head_to_head"
    name = _("Enfrentamiento directo")
    explanation = _("Si solo dos siguen empatados y se han enfrentado, va delante quien ganó.")
    worse = _("perdió cuando se enfrentaron")
    short = _("Entre sí")

    def split(self, tied: Sequence[Standing], field: StandingsField) -> Mapping[int, int]:
        if len(tied) > 2:
            return {}
        return {
            entry.number: sum(match.worth.won for match in matches)
            for entry, matches in _mutual_matches(tied)
        }


class MiniLeague(TiedTiebreak):
    """The number of tied entries below an entry, by the matches among the tied entries alone.

    The tied entries are ordered by points, then difference, then counted tally. If the group
    splits, each part is ordered again by its own matches, until no part splits.
    """

    key = "mini_league"
    reads_counted = True
    name = _("Liguilla entre los empatados")
    explanation = _(
        "Solo cuentan los encuentros entre los que siguen empatados: puntos, después diferencia, "
        "después a favor. Si unos se separan, los demás vuelven a empezar entre ellos. El número "
        "indica a cuántos deja detrás."
    )
    worse = _("peor en los encuentros entre los empatados")
    short = _("Entre empatados")

    def split(self, tied: Sequence[Standing], field: StandingsField) -> Mapping[int, int]:
        values_by_number: dict[int, int] = {}
        for part in reversed(_league_groups(tied)):
            values_by_number |= dict.fromkeys(
                [entry.number for entry in part], len(values_by_number)
            )
        return values_by_number


class RivalsTiebreak(Tiebreak):
    """A tie-break that adds up values of the rivals, as they stand now.

    A bye counts as a rival with the entry's own value, so that it neither rewards nor punishes.
    """

    cross_table = CrossTableComparison.RIVALS

    def divisor(self, entry: Standing, field: StandingsField) -> int:
        return len(entry.rivals)


class Buchholz(RivalsTiebreak):
    """Sum of the wins of all rivals, once per meeting."""

    key = "buchholz"
    name = _("Victorias de sus rivales (Buchholz)")
    explanation = _("Victorias que suman sus rivales: cuantas más, más difíciles fueron.")
    same = _("mismas victorias de sus rivales (%(value)s)")
    worse = _("menos victorias de sus rivales (%(value)s frente a %(above)s)")
    short = _("Rivales")
    paper = _("Victorias de los rivales")

    def value(self, entry: Standing, field: StandingsField) -> int:
        return sum(map(field.wins.__getitem__, entry.rivals))


class RivalsPoints(RivalsTiebreak):
    """Sum of the points of all rivals, once per meeting; for games with draws."""

    key = "rivals_points"
    name = _("Puntos de sus rivales (Buchholz)")
    explanation = _("Puntos que suman sus rivales: cuantos más, más difíciles fueron.")
    same = _("mismos puntos de sus rivales (%(value)s)")
    worse = _("menos puntos de sus rivales (%(value)s frente a %(above)s)")
    short = _("Rivales")
    paper = _("Puntos de los rivales")
    unit = ValueUnit.POINTS

    def value(self, entry: Standing, field: StandingsField) -> int:
        return sum(map(field.points.__getitem__, entry.rivals))


class BuchholzCut1(RivalsTiebreak):
    """Points of all rivals but the lowest; 0 with fewer than two rivals."""

    key = "buchholz_cut1"
    name = _("Puntos de sus rivales menos el peor (Buchholz corte 1)")
    explanation = _("Puntos que suman sus rivales, sin contar el que menos tiene.")
    same = _("mismos puntos de sus rivales sin el peor (%(value)s)")
    worse = _("menos puntos de sus rivales sin el peor (%(value)s frente a %(above)s)")
    short = _("Rivales −1")
    paper = _("Rivales menos el peor")
    unit = ValueUnit.POINTS

    def value(self, entry: Standing, field: StandingsField) -> int:
        points = [field.points[rival] for rival in entry.rivals]
        return sum(points) - min(points) if len(points) > 1 else 0

    def divisor(self, entry: Standing, field: StandingsField) -> int:
        return len(entry.rivals) - 1


class Median(RivalsTiebreak):
    """Points of all rivals but the highest and the lowest; 0 with fewer than three rivals."""

    key = "median"
    name = _("Puntos de sus rivales menos el mejor y el peor (mediana)")
    explanation = _("Puntos que suman sus rivales, sin contar el que más tiene ni el que menos.")
    same = _("mismos puntos de sus rivales sin el mejor ni el peor (%(value)s)")
    worse = _("menos puntos de sus rivales sin el mejor ni el peor (%(value)s frente a %(above)s)")
    short = _("Mediana")
    paper = _("Rivales, mediana")
    unit = ValueUnit.POINTS

    def value(self, entry: Standing, field: StandingsField) -> int:
        points = [field.points[rival] for rival in entry.rivals]
        return sum(points) - min(points) - max(points) if len(points) > 2 else 0

    def divisor(self, entry: Standing, field: StandingsField) -> int:
        return len(entry.rivals) - 2


class Sonneborn(RivalsTiebreak):
    """Sum of the rivals' points in half points: twice for a beaten rival, once for a draw."""

    key = "sonneborn"
    name = _("Puntos de los rivales vencidos (Sonneborn-Berger)")
    explanation = _(
        "Puntos de los rivales vencidos, más la mitad de los puntos de los rivales con los que "
        "empató."
    )
    same = _("mismo Sonneborn-Berger (%(value)s)")
    worse = _("menor Sonneborn-Berger (%(value)s frente a %(above)s)")
    short = _("S-B")
    paper = _("Sonneborn-Berger")
    unit = ValueUnit.HALF_POINTS

    def value(self, entry: Standing, field: StandingsField) -> int:
        return sum(
            (2 * worth.won + worth.drawn) * field.points[rival]
            for worth, rivals in zip(entry.worths, entry.rivals_by_match, strict=True)
            if not worth.lost
            for rival in rivals
        )

    def divisor(self, entry: Standing, field: StandingsField) -> int:
        return entry.decided


class RivalsPercentage(Tiebreak):
    """Share of all the rivals' matches that the rivals won, a draw as half a win, in millionths."""

    key = "rivals_percentage"
    name = _("Porcentaje de victorias de sus rivales")
    explanation = _("De todos los encuentros de sus rivales, cuántos de cada cien ganaron.")
    same = _("mismo porcentaje de sus rivales (%(value)s)")
    worse = _("menor porcentaje de sus rivales (%(value)s frente a %(above)s)")
    short = _("Rivales, %")
    paper = _("De los rivales, %")
    unit = ValueUnit.PERCENT
    cross_table = CrossTableComparison.AS_IT_IS

    def value(self, entry: Standing, field: StandingsField) -> int:
        rivals = [field.standings[rival] for rival in entry.rivals]
        decided_count = sum(rival.decided for rival in rivals)
        return (
            ONE_HUNDRED_PERCENT
            * sum(rival.half_wins for rival in rivals)
            // max(2 * decided_count, 1)
        )


class WinsAgainstBest(Tiebreak):
    """Matches won against entries of `StandingsField.best_half`."""

    key = "wins_against_best"
    name = _("Victorias contra los mejores")
    explanation = _("Encuentros ganados a rivales de la mitad de arriba de la tabla, por puntos.")
    same = _("mismas victorias contra los mejores (%(value)s)")
    worse = _("menos victorias contra los mejores (%(value)s frente a %(above)s)")
    short = _("Contra mejores")
    paper = _("Contra los mejores")

    def value(self, entry: Standing, field: StandingsField) -> int:
        return sum(
            match.worth.won and not field.best_half.isdisjoint(match.rivals)
            for match in entry.matches
            if entry.number not in match.rivals
        )


# --- When the points came ---------------------------------------------------------------------
class Progressive(Tiebreak):
    """Sum of the running points after each round: early wins are worth more."""

    key = "progressive"
    name = _("Puntos acumulados ronda a ronda (progresivo)")
    explanation = _("Suma de los puntos que llevaba después de cada ronda: ganar pronto vale más.")
    same = _("mismo progresivo (%(value)s)")
    worse = _("menor progresivo (%(value)s frente a %(above)s)")
    short = _("Progresivo")
    unit = ValueUnit.POINTS

    def value(self, entry: Standing, field: StandingsField) -> int:
        return sum(
            match.worth.points * (field.last_round + 1 - match.round) for match in entry.matches
        )

    def divisor(self, entry: Standing, field: StandingsField) -> int:
        """Return the number of times that `value` adds a match; byes worth nothing do not count."""
        return sum(
            field.last_round + 1 - match.round for match in entry.matches if not match.worth.idle
        )


class FirstThere(Tiebreak):
    """The round of the last match that brought points, as a negative number; 0 without points."""

    key = "first_there"
    name = _("Quién llegó antes")
    explanation = _(
        "Va delante el que alcanzó antes los puntos que tiene. El número es la ronda, o el orden "
        "en que acabó ese encuentro."
    )
    same = _("llegó a la vez (%(value)s)")
    worse = _("llegó más tarde (%(value)s frente a %(above)s)")
    short = _("Llegó")
    fewer = True
    cross_table = CrossTableComparison.AS_IT_IS

    def value(self, entry: Standing, field: StandingsField) -> int:
        return -max((match.round for match in entry.matches if match.worth.points > 0), default=0)


# --- How far an entry got, in formats with elimination ----------------------------------------
# `exit_round` is 10 · round + a step of EXIT_STEPS; `exit_reading` reads it back.
EXIT_STEPS = {"lost": 0, "fourth": 1, "third": 2, "yet_to_play": 5, "through": 6, "champion": 9}
NO_PLACE, PLACES = 10**8, 10**4  # `bracket_place` is NO_PLACE − PLACES · best − worst


class ExitRound(Tiebreak):
    """How far an entry got in a knockout: 10 · round + step, read by `exit_reading`.

    Undefeated entries stand above all beaten entries. The loser of a semifinal stands at that
    round, with a higher step once the third-place match is decided. If a correction leaves the
    winner of a round out of the next one, the entry stands as if it had lost there. The value is 0
    if nothing is decided yet, or if the entry was never drawn.
    """

    key = "exit_round"
    name = _("Hasta dónde ha llegado")
    explanation = _(
        "La ronda del cuadro en que queda fuera. El que no ha perdido va delante del que ha "
        "perdido."
    )
    same = _("el mismo camino en el cuadro (%(value)s)")
    worse = _("ha llegado menos lejos (%(value)s; por delante, %(above)s)")
    short = _("Hasta dónde")
    paper = _("Hasta dónde llegó")
    cross_table = CrossTableComparison.NOTHING

    def value(self, entry: Standing, field: StandingsField) -> int:
        bracket = [match for match in entry.matches if match.purpose != THIRD_PLACE]
        lost_rounds = [match.round for match in bracket if match.worth.lost]
        if lost_rounds:
            return 10 * min(lost_rounds) + _third_place_step(entry)
        won_matches = [match for match in bracket if match.worth.won or match.worth.bye]
        last_won_round = max((match.round for match in won_matches), default=0)
        if any(match.purpose == FINAL for match in won_matches):
            return 10 * last_won_round + EXIT_STEPS["champion"]
        # Round r + 1 has the winners of round r; an entry without earlier matches enters in round 1
        # only.
        is_left_out = last_won_round < field.last_round - 1
        is_undrawn = last_won_round == 0 and (is_left_out or not entry.active)
        if is_undrawn or field.last_round == 0 or entry.number in field.extras.undrawn_entries:
            return 0
        if is_left_out:
            return 10 * (last_won_round + 1) + EXIT_STEPS["lost"]
        step = "through" if last_won_round == field.last_round else "yet_to_play"
        return 10 * field.last_round + EXIT_STEPS[step]


class Survival(Tiebreak):
    """How long an entry stayed in if the Nth loss eliminates: 10 · round + step.

    `exit_reading` reads the value. An eliminated entry counts as at the round of its last match.
    An entry that is not out counts as at the current round, above all eliminated entries; it is in
    `Extras.alive` or, if that is None, not withdrawn. If several entries took part, the only entry
    left has the step of the champion. The value is 0 for an
    entry that was never drawn.
    """

    key = "survival"
    name = _("Ronda en que quedó fuera")
    explanation = _(
        "La ronda en que quedó fuera. El que sigue va delante del que ha quedado fuera."
    )
    same = _("el mismo camino (%(value)s)")
    worse = _("ha aguantado menos (%(value)s; por delante, %(above)s)")
    short = _("Hasta cuándo")
    paper = _("Hasta cuándo siguió")
    cross_table = CrossTableComparison.NOTHING

    def value(self, entry: Standing, field: StandingsField) -> int:
        if entry.number not in field.alive:
            rounds = [match.round for match in entry.matches if match.purpose != THIRD_PLACE]
            return 10 * max(rounds) + _third_place_step(entry) if any(rounds) else 0
        if field.last_round == 0:
            return 0
        current_matches = [match for match in entry.matches if match.round == field.last_round]
        is_through = any(match.worth.won or match.worth.bye for match in current_matches)
        step = "through" if is_through else "yet_to_play"
        if len(field.alive) == 1 and len(field.entries) > 1:
            step = "champion"
        return 10 * field.last_round + EXIT_STEPS[step]


class BracketPlace(Tiebreak):
    """The places that brackets leave open to an entry: 10⁸ − 10⁴ · best − worst.

    `place_reading` reads the value. It is 0 if the entry is in no bracket.
    """

    key = "bracket_place"
    name = _("Puesto en los cuadros")
    explanation = _(
        "El puesto, o los puestos, que ya han decidido los cuadros: el principal y los de "
        "segunda oportunidad, consolación y puestos."
    )
    same = _("iguales en los cuadros (%(value)s)")
    worse = _("queda por detrás en los cuadros (%(value)s; por delante, %(above)s)")
    short = _("En los cuadros")
    cross_table = CrossTableComparison.NOTHING

    def value(self, entry: Standing, field: StandingsField) -> int:
        best, worst = field.extras.span_of_places.get(entry.number, (0, 0))
        return NO_PLACE - PLACES * best - worst if best else 0


class FormatOrder(Tiebreak):
    """The number of entries below an entry in the format's own order, plus 1.

    The value is 0 for an entry that is not in that order.
    """

    key = "format_order"
    name = _("El orden del propio sistema")
    explanation = _(
        "El orden que lleva el propio sistema de juego: la mesa en la escalera, la división en "
        "el ascenso y descenso."
    )
    worse = _("por el orden del propio sistema")
    short = _("Orden")
    cross_table = CrossTableComparison.NOTHING

    def value(self, entry: Standing, field: StandingsField) -> int:
        return field.extras.below_in_order.get(entry.number, -1) + 1


class Lot(TiedTiebreak):
    """The order of the tied entries by a lot from the seed. The first has the highest value."""

    key = "lot"
    name = _("Sorteo")
    explanation = _("Si todo es igual, deciden las bolas que salen de la semilla publicada.")
    worse = _("lo decidió el sorteo (bola %(value)s; la otra, la %(above)s)")
    label: Final = "lot"

    def split(self, tied: Sequence[Standing], field: StandingsField) -> Mapping[int, int]:
        balls = ball_order([entry.number for entry in tied], field.seed, self.label)
        return {number: len(balls) - index for index, number in enumerate(balls)}


def place_reading(value: int) -> tuple[int, int]:
    """Return the best and the worst place of a `bracket_place` value; (0, 0) for the value 0.

    >>> place_reading(99_949_992), place_reading(0)
    ((5, 8), (0, 0))
    """
    best, worst = divmod(NO_PLACE - value, PLACES)
    return (best, worst) if value else (0, 0)


def exit_reading(value: int) -> tuple[str, int]:
    """Return the step (of EXIT_STEPS) and the round of an `exit_round` or `survival` value.

    The value 0 gives ("", 0).

    >>> exit_reading(30), exit_reading(62), exit_reading(79), exit_reading(0)
    (('lost', 3), ('third', 6), ('champion', 7), ('', 0))
    """
    if value == 0:
        return "", 0
    number, step = divmod(value, 10)
    return next(name for name, digit in EXIT_STEPS.items() if digit == step), number


def _third_place_step(entry: Standing) -> int:
    """Return the step of an eliminated entry, which a decided third-place match raises."""
    third = [match.worth for match in entry.matches if match.purpose == THIRD_PLACE]
    if any(worth.won for worth in third):
        return EXIT_STEPS["third"]
    return EXIT_STEPS["fourth"] if any(worth.lost for worth in third) else 0


def _mutual_matches(tied: Sequence[Standing]) -> list[tuple[Standing, list[OwnMatch]]]:
    """Return each tied entry with its matches against the other tied entries."""
    numbers = {entry.number for entry in tied}
    return [
        (
            entry,
            [
                match
                for match in entry.matches
                if not numbers.isdisjoint(match.rivals) and entry.number not in match.rivals
            ],
        )
        for entry in tied
    ]


def _league_groups(tied: Sequence[Standing]) -> list[list[Standing]]:
    """Return the tied entries, best first, ordered as in a league of these entries alone.

    Entries that stay tied form one group.
    """
    keys = {entry.number: _league_key(matches) for entry, matches in _mutual_matches(tied)}
    sorted_entries = sorted(tied, key=lambda entry: keys[entry.number], reverse=True)
    parts = [
        list(part) for _key, part in groupby(sorted_entries, key=lambda line: keys[line.number])
    ]
    if len(parts) == 1:
        return parts
    return [
        group for part in parts for group in (_league_groups(part) if len(part) > 1 else [part])
    ]


def _league_key(matches: Sequence[OwnMatch]) -> tuple[int, int, int]:
    """Return the points, the difference and the counted tally of these matches."""
    worths = [match.worth for match in matches]
    return (
        sum(worth.points for worth in worths),
        sum(worth.difference for worth in worths),
        sum(worth.own for worth in worths),
    )


# --- Lookup ---------------------------------------------------------------------------------
TIEBREAKS: Mapping[str, Tiebreak] = {
    tiebreak.key: tiebreak
    for tiebreak in (
        Wins(),
        Points(),
        WinsPerMatch(),
        PlayedMatches(),
        MatchesDrawn(),
        MatchesLost(),
        CountedWon(),
        CountedLost(),
        CountedDiff(),
        BestRound(),
        Penalties(),
        HeadToHead(),
        MiniLeague(),
        Buchholz(),
        RivalsPoints(),
        BuchholzCut1(),
        Median(),
        Sonneborn(),
        RivalsPercentage(),
        WinsAgainstBest(),
        Progressive(),
        FirstThere(),
        ExitRound(),
        Survival(),
        BracketPlace(),
        FormatOrder(),
        Lot(),
    )
}
PARTS: Mapping[str, Callable[[str], Tiebreak]] = {
    tiebreak.key: tiebreak for tiebreak in (TallyFor, TallyAgainst, Difference)
}
SUM_AMOUNTS = {
    key: tiebreak.adds for key, tiebreak in TIEBREAKS.items() if isinstance(tiebreak, SummedMatches)
}


def tally_key(part: str, tally: str) -> str:
    """Return the key of the sum of a tally; `part` is «for», «against» or «diff».

    >>> tally_key("diff", "tantos")
    'diff:tantos'
    """
    return f"{part}:{tally}"


def tallies_in(chain: Mapping[str, object] | tuple[str, ...] | list[str]) -> list[str]:
    """Return the tallies named in the keys of a chain, in alphabetical order.

    >>> tallies_in(["wins", "diff:tantos", "for:tantos", "lot"])
    ['tantos']
    """
    return sorted({key.partition(":")[2] for key in chain if ":" in key})


def tallies_ranked_by(chain: Sequence[str], counted_tally: str) -> frozenset[str]:
    """Return the tallies by which a chain ranks.

    `counted_tally` is the tally that the stage adds up.

    >>> sorted(tallies_ranked_by(["points", "mini_league", "diff:tantos", "lot"], "chicos"))
    ['chicos', 'tantos']
    """
    reads_counted = any(tiebreak(key).reads_counted for key in chain)
    own = {counted_tally} if reads_counted else set()
    return frozenset(own | set(tallies_in([*chain])))


def tiebreak(key: str) -> Tiebreak:
    """Return the tie-break of a key. Raises KeyError for an unknown key."""
    part, colon, tally = key.partition(":")
    return PARTS[part](tally) if colon and tally else TIEBREAKS[key]


# --- The tie-breaks of a format and a game ----------------------------------------------------
def tiebreaks_for(format: str, game: str, *, draws: bool) -> list[str]:
    """Return the keys of the tie-breaks that make sense in a format and a game.

    They are in the order of TIEBREAKS, with the keys of the game's tallies before the last key.
    `draws`: whether a match may end without a winner.
    """
    excluded_keys = FORMATS[format].excluded_tiebreaks
    tally_keys = [tally_key(part, tally) for tally in GAMES[game].match_tallies for part in PARTS]
    keys = [key for key in TIEBREAKS if key not in excluded_keys and (draws or key != "drawn")]
    return [*keys[:-1], *tally_keys, *keys[-1:]]


def chain_for(preset: str, game: str) -> list[str]:
    """Return the chain of a preset, without the tie-breaks of tallies that the game lacks.

    Raises KeyError for an unknown preset.

    >>> chain_for("truco", "guinote")
    ['wins', 'counted_won', 'counted_diff', 'lot']
    """
    return known_keys(PRESETS[preset].chain, game)


def known_keys(chain: Sequence[str], game: str) -> list[str]:
    """Return the keys of a chain that the game has, without repeats."""
    tally_keys = {tally_key(part, tally) for tally in GAMES[game].match_tallies for part in PARTS}
    return [key for key in dict.fromkeys(chain) if key in TIEBREAKS or key in tally_keys]


def unknown_keys(chain: Sequence[str], game: str) -> list[str]:
    """Return the keys of a chain that are not tie-breaks of this game."""
    known_names = known_keys(chain, game)
    return [key for key in chain if key not in known_names]
