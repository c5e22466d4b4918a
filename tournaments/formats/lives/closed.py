"""The closed bracket of the last entries in lives: it is drawn once, and a loser is out."""

from collections.abc import Collection, Sequence

from tournaments.formats.core import FINAL, Situation
from tournaments.formats.costs import costs_in_bracket
from tournaments.formats.history import rounds_not_played
from tournaments.formats.knockout.layout import BracketLayout, complete_rounds, drawn_tie
from tournaments.formats.knockout.options import Options as KnockoutOptions
from tournaments.formats.knockout.sections import THE_MAIN
from tournaments.pairing.apart import separate
from tournaments.pairing.byes import bracket_size, spread_order

BRACKET = "bracket"  # a match of the closed bracket

Sides = tuple[tuple[int, ...], ...]


def closed_bracket(situation: Situation) -> tuple[BracketLayout, ...]:
    """Return the closed bracket with its future rounds; () before it is drawn."""
    first_round = closed_bracket_round(situation)
    if not first_round:
        return ()
    rounds = tuple(
        tuple(
            drawn_tie(number, place, match)
            for place, match in enumerate(sorted(matches, key=lambda m: m.position), start=1)
        )
        for number, matches in enumerate(situation.rounds[first_round - 1 :], start=first_round)
    )
    return (BracketLayout(*THE_MAIN, complete_rounds(THE_MAIN, rounds, KnockoutOptions())),)


def closed_bracket_round(situation: Situation) -> int:
    """Return the number of the round with which the closed bracket or a final began, or 0."""
    return next(
        (
            number
            for number, matches in enumerate(situation.rounds, start=1)
            if any(match.purpose in (BRACKET, FINAL) for match in matches)
        ),
        0,
    )


def first_closed_round(situation: Situation, order: Sequence[int]) -> Sides:
    """Return the first round of the closed bracket, in ball order.

    Entries with the fewest byes rest. Entries that should not meet are separated.
    """
    size = bracket_size(len(order))
    byes = rounds_not_played(situation)
    bye_entries = sorted(order, key=lambda number: byes[number])[: size - len(order)]
    slots = {
        number: 2 * position - 2
        for number, position in zip(bye_entries, spread_order(size // 2), strict=False)
    }
    bye_positions = {slot // 2 for slot in slots.values()}
    playing = [number for number in order if number not in slots]
    free_slots = (slot for slot in range(size) if slot // 2 not in bye_positions)
    slots |= dict(zip(playing, free_slots, strict=True))
    costs = costs_in_bracket(situation, order)
    slots = separate(slots, (playing, bye_entries), costs, size.bit_length() - 1)
    number_in_slot = {slot: number for number, slot in slots.items()}
    return tuple(
        tuple(number_in_slot[slot] for slot in (first, first + 1) if slot in number_in_slot)
        for first in range(0, size, 2)
    )


def next_closed_round(situation: Situation, living: Collection[int]) -> Sides:
    """Return the next round of the closed bracket: the winners of neighbouring positions.

    If one of two such winners has withdrawn, the other rests; if both have, there is no match.
    """
    last_matches = sorted(situation.rounds[-1], key=lambda match: match.position)
    winners = [[number for number in match.sides if number in living] for match in last_matches]
    sides = [
        tuple(number for numbers in winners[start : start + 2] for number in numbers)
        for start in range(0, len(winners), 2)
    ]
    return tuple(side for side in sides if side)
