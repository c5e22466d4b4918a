"""A round drawn anew among those left: what breaks a wish or repeats a meeting, in one number."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.formats.core import Situation
from tournaments.formats.history import meetings
from tournaments.formats.wishes import FORBIDDEN, HEAVIEST, table_of_costs
from tournaments.pairing.couples import Couple

# In a bracket, meeting again weighs more than any wish that is not a prohibition.
REMATCH = 100 * HEAVIEST


@dataclass(frozen=True, slots=True)
class Costs:
    """`couples` has what each couple costs, if anything; `rest` is more than all of them.

    A forbidden couple weighs more than every rematch of the round together, and a rematch (each
    earlier meeting of the two) more than every other wish.
    """

    couples: Mapping[Couple, int]
    rest: int


def costs_among(
    situation: Situation, numbers: Iterable[int], more: Mapping[Couple, int] | None = None
) -> Costs:
    """Return what it would cost to draw each two of these numbers; `more` adds to the wishes."""
    living = frozenset(numbers)
    matches = len(living) // 2 + 1
    people = [entrant for entrant in situation.entrants if entrant.number in living]
    found = table_of_costs(situation.wishes, people)
    wishes = {couple: cost % FORBIDDEN for couple, cost in found.items()}
    for couple, cost in (more or {}).items():
        wishes[couple] = wishes.get(couple, 0) + cost
    met = {
        couple: times
        for couple, times in meetings(situation.rounds).items()
        if couple[0] in living and couple[1] in living
    }
    per_meeting = matches * max(wishes.values(), default=0) + 1
    per_forbidden = per_meeting * (matches * max(met.values(), default=0) + 1)
    costs = dict.fromkeys((*wishes, *met), 0)
    for couple in costs:
        costs[couple] = wishes.get(couple, 0) + met.get(couple, 0) * per_meeting
        if found.get(couple, 0) >= FORBIDDEN:
            costs[couple] += per_forbidden
    return Costs(
        {couple: cost for couple, cost in costs.items() if cost}, per_forbidden * (matches + 1)
    )


def costs_in_bracket(situation: Situation, numbers: Iterable[int]) -> dict[Couple, int]:
    """Return what it costs that each two of these can meet in a bracket drawn now
    (`pairing.apart`)."""
    inside = frozenset(numbers)
    people = [entrant for entrant in situation.entrants if entrant.number in inside]
    costs = dict(table_of_costs(situation.wishes, people))
    for couple in meetings(situation.rounds):
        if inside.issuperset(couple):
            costs[couple] = costs.get(couple, 0) + REMATCH
    return costs
