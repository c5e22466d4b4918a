"""A chico: how the awards of a line count, the winner, and the tantos with which a chico can
end.
"""

from typing import NamedTuple

from rules.core import Event, Side
from rules.reading import Tally, dashed
from rules.truco.codes import refuse
from rules.truco.hands import MOST_AT_ONCE, Chico
from rules.truco.mano import Award
from rules.truco.options import Options
from rules.truco.seats import Seating, check_side

PICA_FALTA = 6  # tantos of a falta envido in the pica-pica, whatever was chanted before (10.3)


class Count(NamedTuple):
    """The tantos that a line adds to each side, and the winner if the chico is over."""

    gained: Tally
    winner: Side | None
    events: tuple[Event, ...]

    @property
    def over(self) -> bool:
        return self.winner is not None


def count(in_play: Tally, awards: list[Award], place: Seating) -> Count:
    """Return the count of the awards, added in order until an award ends the chico (Rulings T3)."""
    totals = list(in_play)
    events: list[Event] = []
    winner: Side | None = None
    for number, award in enumerate(awards, 1):
        before = tuple(totals)
        members = [side for side, bando in enumerate(place.bandos) if bando == award.bando]
        points = award.points if award.points is not None else falta(in_play, place)
        for side in members:
            lacking = place.options.target - before[side]
            gained = lacking if points is None else points
            totals[side] += gained
            events.append(Event("truco.points", side, (("by", award.by), ("points", gained))))
        winner = _reached(before, totals, members, place)
        if winner is not None:
            if number < len(awards):
                events.append(Event("truco.rest_not_counted"))
            break
    if winner is None:
        events += _buenas(in_play, totals, place.options)
    gained_by = tuple(after - had for after, had in zip(totals, in_play, strict=True))
    return Count(gained_by, winner, tuple(events))


def falta(in_play: Tally, place: Seating) -> int | None:
    """Return the tantos of an accepted («querido») falta envido; None if the falta wins the chico
    (4.3.2; Rulings T1).

    If every side is in malas, the falta wins the chico. If a side is in buenas, the falta is worth
    the tantos that the leader lacks. In the pica-pica it is worth 6 (10.3).
    """
    if place.duel:
        return PICA_FALTA
    ahead = max(in_play)
    if ahead <= place.options.malas:
        return None
    return place.options.target - ahead


def _reached(before: Tally, totals: list[int], members: list[Side], place: Seating) -> Side | None:
    """Return the side that won the chico, or None.

    `before` and `totals` are the tantos before and after an award to the sides `members`.
    If the same award takes two sides to the target, the winner is the side that had more tantos
    before; if both had equal tantos, it is the side that sits nearer the mano.
    """
    reached = [side for side in members if totals[side] >= place.options.target]
    if len(reached) == 2 and before[reached[0]] == before[reached[1]]:
        return min(reached, key=place.distance)
    return max(reached, key=lambda side: before[side], default=None)


def _buenas(in_play: Tally, totals: list[int], options: Options) -> list[Event]:
    """Return an event for each side that has just entered buenas; in a chico to 30, buenas begin at
    16 tantos (11.1.III).
    """
    malas = options.malas
    return [
        Event("truco.buenas", side)
        for side, (had, has) in enumerate(zip(in_play, totals, strict=True))
        if malas and had <= malas < has
    ]


def malas_o_buenas(tantos: int, malas: int = 15) -> tuple[int, str]:
    """Return tantos as players say them: up to `malas`, they are malas; above, the excess is
    buenas.

    >>> malas_o_buenas(15), malas_o_buenas(16), malas_o_buenas(30)
    ((15, 'malas'), (1, 'buenas'), (15, 'buenas'))
    """
    return (tantos, "malas") if tantos <= malas else (tantos - malas, "buenas")


def check_result(chico: Chico, points: Tally, options: Options) -> Side:
    """Return the winner of a chico that ended with these tantos; raises `RuleError` if no chico can
    end with them.

    The winner has the target or up to 6 tantos more: a side that lacks one tanto may win the 7 of
    envido, envido, real envido (Rulings T2). No other side has reached the target, with one
    exception: in the gallo, the winner's partner in the last hand may have reached it with equal or
    fewer tantos.
    """
    if len(points) != options.sides:
        raise refuse("truco.chico_sides", "chico", value=len(points), allowed=options.sides)
    top = max(points)
    high = options.target + MOST_AT_ONCE - 1
    reached = [side for side, tantos in enumerate(points) if tantos >= options.target]
    if top > high or not 1 <= len(reached) <= options.sides - 1:
        value, target = dashed(points), options.target
        code = "truco.chico_result_gallo" if options.rotates else "truco.chico_result"
        raise refuse(code, "chico", value=value, target=target, high=high)
    best = [side for side in reached if points[side] == top]
    if chico.winner is None:
        if len(best) > 1:
            raise refuse("truco.chico_tied", "chico", value=dashed(points))
        return best[0]
    check_side(chico.winner, options, "chico")
    if chico.winner not in best:
        raise refuse("truco.chico_winner", "chico", value=dashed(points))
    return chico.winner
