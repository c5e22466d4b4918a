"""A chico: how the awards of a line count, the winner, and the tantos with which a chico can
end.
"""

from typing import NamedTuple

from rules.core import Event, Side
from rules.reading import Tally, dashed_text
from rules.truco.codes import refuse
from rules.truco.hands import MOST_AT_ONCE, Chico
from rules.truco.mano import Award
from rules.truco.options import Options
from rules.truco.seats import Seating, check_side

PICA_FALTA = 6  # tantos of a falta envido in the pica-pica, whatever was chanted before (10.3)


class Count(NamedTuple):
    """The tantos that a line adds to each side, and the winner if the chico is over."""

    gains: Tally
    winner: Side | None
    events: tuple[Event, ...]

    @property
    def over(self) -> bool:
        return self.winner is not None


def count_awards(chico_tantos: Tally, awards: list[Award], seating: Seating) -> Count:
    """Return the count of the awards, added in order until an award ends the chico (Rulings T3)."""
    totals = list(chico_tantos)
    events: list[Event] = []
    winner: Side | None = None
    for number, award in enumerate(awards, 1):
        tantos_before = tuple(totals)
        bando_sides = [side for side, bando in enumerate(seating.bandos) if bando == award.bando]
        points = award.points if award.points is not None else falta(chico_tantos, seating)
        for side in bando_sides:
            lacking = seating.options.target - tantos_before[side]
            tantos = lacking if points is None else points
            totals[side] += tantos
            events.append(Event("truco.points", side, (("by", award.way), ("points", tantos))))
        winner = _chico_winner(tantos_before, totals, bando_sides, seating)
        if winner is not None:
            if number < len(awards):
                events.append(Event("truco.rest_not_counted"))
            break
    if winner is None:
        events += _buenas_events(chico_tantos, totals, seating.options)
    gains = tuple(
        total - tantos_had for total, tantos_had in zip(totals, chico_tantos, strict=True)
    )
    return Count(gains, winner, tuple(events))


def falta(chico_tantos: Tally, seating: Seating) -> int | None:
    """Return the tantos of an accepted («querido») falta envido; None if the falta wins the chico
    (4.3.2; Rulings T1).

    If every side is in malas, the falta wins the chico. If a side is in buenas, the falta is worth
    the tantos that the leader lacks. In the pica-pica it is worth 6 (10.3).
    """
    if seating.duel:
        return PICA_FALTA
    leader_tantos = max(chico_tantos)
    if leader_tantos <= seating.options.malas:
        return None
    return seating.options.target - leader_tantos


def _chico_winner(
    tantos_before: Tally, totals: list[int], bando_sides: list[Side], seating: Seating
) -> Side | None:
    """Return the side that won the chico, or None.

    `tantos_before` and `totals` are the tantos before and after an award to the sides
    `bando_sides`. If the same award takes two sides to the target, the winner is the side that had
    more tantos before; if both had equal tantos, it is the side that sits nearer the mano.
    """
    sides_at_target = [side for side in bando_sides if totals[side] >= seating.options.target]
    if (
        len(sides_at_target) == 2
        and tantos_before[sides_at_target[0]] == tantos_before[sides_at_target[1]]
    ):
        return min(sides_at_target, key=seating.distance)
    return max(sides_at_target, key=lambda side: tantos_before[side], default=None)


def _buenas_events(chico_tantos: Tally, totals: list[int], options: Options) -> list[Event]:
    """Return an event for each side that has just entered buenas; in a chico to 30, buenas begin at
    16 tantos (11.1.III).
    """
    malas = options.malas
    return [
        Event("truco.buenas", side)
        for side, (tantos_before, tantos_now) in enumerate(zip(chico_tantos, totals, strict=True))
        if malas and tantos_before <= malas < tantos_now
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
    sides_at_target = [side for side, tantos in enumerate(points) if tantos >= options.target]
    if top > high or not 1 <= len(sides_at_target) <= options.sides - 1:
        value, target = dashed_text(points), options.target
        code = "truco.chico_result_gallo" if options.rotates else "truco.chico_result"
        raise refuse(code, "chico", value=value, target=target, high=high)
    top_sides = [side for side in sides_at_target if points[side] == top]
    if chico.winner is None:
        if len(top_sides) > 1:
            raise refuse("truco.chico_tied", "chico", value=dashed_text(points))
        return top_sides[0]
    check_side(chico.winner, options, "chico")
    if chico.winner not in top_sides:
        raise refuse("truco.chico_winner", "chico", value=dashed_text(points))
    return chico.winner
