"""The cost of each seat, by the history and the wishes."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from tournaments.formats.core import Played, Situation
from tournaments.formats.couple_costs import table_of_costs
from tournaments.formats.history import meetings
from tournaments.pairing.seating.prices import Prices

# A meeting repeated, beside wishes from 1 to 9 and a forbidden couple of a million.
REPEATED = 10
# Each time one has sat at an odd table more than who has least.
ODD_AGAIN = 1_000


def prices(
    situation: Situation, scores: Mapping[int, int] | None = None, repeat: int = 1
) -> Prices:
    """Return what a seating of this round costs.

    With `scores`, a unit of spread costs REPEATED, and a repeated meeting a spread of `repeat`.
    """
    together: defaultdict[int, dict[int, int]] = defaultdict(dict)
    for (one, other), times in meetings(situation.rounds).items():
        together[one][other] = together[other][one] = times * REPEATED * repeat
    for (one, other), cost in table_of_costs(situation.wishes, situation.entrants).items():
        together[one][other] = together[one].get(other, 0) + cost * repeat
        together[other][one] = together[one][other]
    turns = odd_turns(situation.rounds, situation.sides)
    playing = [entrant.number for entrant in situation.entrants if entrant.active]
    fewest = min((turns[number] for number in playing), default=0)
    odd = {number: (turns[number] - fewest) * ODD_AGAIN * repeat for number in playing}
    spread = {number: score * REPEATED for number, score in (scores or {}).items()}
    return Prices(dict(together), odd, spread, situation.sides)


def odd_turns(rounds: Sequence[Sequence[Played]], usual: int) -> Counter[int]:
    """Count the times each has sat at a table of another size than the usual one; rests apart."""
    return Counter(
        number
        for matches in rounds
        for match in matches
        if not match.rest and len(match.teams) != usual
        for number in match.counts_for
    )


def tables_of(matches: Sequence[Played]) -> list[tuple[int, ...]]:
    """The tables of a round as they were drawn: without those who rested, caught up or not."""
    return [match.sides for match in matches if not match.rested]
