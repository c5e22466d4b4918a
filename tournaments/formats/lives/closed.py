"""The closed bracket of the last entries in lives: it is drawn once, and a loser is out."""

from collections.abc import Collection, Sequence

from tournaments.formats.core import FINAL, Situation
from tournaments.formats.costs import costs_in_bracket
from tournaments.formats.history import rounds_not_played
from tournaments.formats.knockout.layout import BracketLayout, complete_rounds, drawn_tie
from tournaments.formats.knockout.options import Options as Fixed
from tournaments.formats.knockout.sections import THE_MAIN
from tournaments.pairing.apart import separate
from tournaments.pairing.byes import bracket_size, spread_order

BRACKET = "bracket"  # a match of the closed bracket

Sides = tuple[tuple[int, ...], ...]


def closed_bracket(situation: Situation) -> tuple[BracketLayout, ...]:
    """Return the closed bracket with its future rounds; () before it is drawn."""
    closed = closed_at(situation)
    if not closed:
        return ()
    drawn = tuple(
        tuple(
            drawn_tie(number, place, match)
            for place, match in enumerate(sorted(matches, key=lambda m: m.position), start=1)
        )
        for number, matches in enumerate(situation.rounds[closed - 1 :], start=closed)
    )
    return (BracketLayout(*THE_MAIN, complete_rounds(THE_MAIN, drawn, Fixed())),)


def closed_at(situation: Situation) -> int:
    """Return the number of the round with which the closed bracket or a final began, or 0."""
    return next(
        (
            number
            for number, matches in enumerate(situation.rounds, start=1)
            if any(match.purpose in (BRACKET, FINAL) for match in matches)
        ),
        0,
    )


def drawn_bracket(situation: Situation, order: Sequence[int]) -> Sides:
    """Return the first round of the closed bracket, in ball order.

    Entries with the fewest byes rest. Entries that should not meet are separated.
    """
    size = bracket_size(len(order))
    byes = rounds_not_played(situation)
    exempt = sorted(order, key=lambda number: byes[number])[: size - len(order)]
    slots = {
        number: 2 * position - 2
        for number, position in zip(exempt, spread_order(size // 2), strict=False)
    }
    resting = {slot // 2 for slot in slots.values()}
    playing = [number for number in order if number not in slots]
    free = (slot for slot in range(size) if slot // 2 not in resting)
    slots |= dict(zip(playing, free, strict=True))
    costs = costs_in_bracket(situation, order)
    slots = separate(slots, (playing, exempt), costs, size.bit_length() - 1)
    at = {slot: number for number, slot in slots.items()}
    return tuple(
        tuple(at[slot] for slot in (first, first + 1) if slot in at) for first in range(0, size, 2)
    )


def next_closed_round(situation: Situation, living: Collection[int]) -> Sides:
    """Return the next round of the closed bracket: the winners of neighbouring positions.

    If one of two such winners has withdrawn, the other rests; if both have, there is no match.
    """
    last = sorted(situation.rounds[-1], key=lambda match: match.position)
    left = [[number for number in match.sides if number in living] for match in last]
    sides = [
        tuple(number for side in left[at : at + 2] for number in side)
        for at in range(0, len(left), 2)
    ]
    return tuple(side for side in sides if side)
