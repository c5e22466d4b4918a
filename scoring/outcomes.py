"""What happened at the tables, as plain values, and the sums every tie-break starts from."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.formats.core import Entrant


@dataclass(frozen=True, slots=True)
class Outcome:
    """A match that is decided; a match still being played is not an outcome.

    `sides` are entry numbers (one alone: a bye), `winner` None is a draw. `tallies` go by the
    game's names ("partidas", "cotos"), one number a side; a bye may carry the idle side's zero
    too. `kind` is "played", "bye" or "forfeit"; the credit of the last two is already in
    `tallies`, so that no tie-break asks for the kind.
    """

    round: int
    sides: tuple[int, ...]
    winner: int | None
    tallies: Mapping[str, tuple[int, ...]]
    kind: str = "played"
    purpose: str = ""

    @property
    def rest(self) -> bool:
        """A bye that brings nothing: neither played nor drawn."""
        return self.kind == "bye" and self.winner is None


@dataclass(frozen=True, slots=True)
class Field:
    """Everything the tie-breaks may look at, with each entrant's outcomes at hand.

    `counted` is the tally that standings add up, by the game's name.
    """

    entrants: Mapping[int, Entrant]
    outcomes: Mapping[int, tuple[Outcome, ...]]
    wins: Mapping[int, int]
    last_round: int
    seed: str
    counted: str

    def won(self, number: int) -> int:
        """What is counted in favour, over all the matches, lost ones included."""
        outcomes = self.outcomes.get(number, ())
        return sum(_of(outcome, number, self.counted) for outcome in outcomes)

    def lost(self, number: int) -> int:
        """The same against."""
        return sum(
            sum(outcome.tallies.get(self.counted, ())) - _of(outcome, number, self.counted)
            for outcome in self.outcomes.get(number, ())
        )

    def drawn(self, number: int) -> int:
        """Matches that ended without a winner."""
        outcomes = self.outcomes.get(number, ())
        return sum(outcome.winner is None and not outcome.rest for outcome in outcomes)

    def points(self, number: int) -> int:
        """Two for each match won, one for each draw."""
        return 2 * self.wins.get(number, 0) + self.drawn(number)


def field_of(
    entrants: Iterable[Entrant], outcomes: Iterable[Outcome], seed: str, counted: str
) -> Field:
    """Gathers the outcomes by entrant; neither order matters."""
    gathered: defaultdict[int, list[Outcome]] = defaultdict(list)
    wins: Counter[int] = Counter()
    last_round = 0
    for outcome in outcomes:
        last_round = max(last_round, outcome.round)
        if outcome.winner is not None:
            wins[outcome.winner] += 1
        for side in outcome.sides:
            gathered[side].append(outcome)
    return Field(
        entrants={entrant.number: entrant for entrant in entrants},
        outcomes={number: tuple(found) for number, found in gathered.items()},
        wins=wins,
        last_round=last_round,
        seed=seed,
        counted=counted,
    )


def _of(outcome: Outcome, number: int, tally: str) -> int:
    numbers = outcome.tallies.get(tally)
    return numbers[outcome.sides.index(number)] if numbers else 0
