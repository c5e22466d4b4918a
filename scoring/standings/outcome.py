"""Results of the tables, as plain values."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

PLAYED, BYE, FORFEIT = "played", "bye", "forfeit"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A match that is decided; a match still being played is not an outcome.

    `sides` are entry numbers, `partners` of them, one after another, on each side; one side
    alone is a bye. 0 is nobody: who sat down for another to catch up, and neither wins nor loses
    anything by it. `winner` is the first number of the side that won, None a draw. `tallies` go
    by the game's names ("partidas", "cotos"), one number a side; a bye may carry the idle side's
    zero too. `kind` is PLAYED, BYE or FORFEIT. `group` is the one it was played in, "" for none.
    `order` is when it ended among all those decided (1 the first), 0 where nobody asks.
    """

    round: int
    sides: tuple[int, ...]
    winner: int | None
    tallies: Mapping[str, tuple[int, ...]]
    kind: str = PLAYED
    purpose: str = ""
    partners: int = 1
    group: str = ""
    order: int = 0

    @property
    def rest(self) -> bool:
        """A bye that brings nothing: neither played nor drawn."""
        return self.kind == BYE and self.winner is None


def without(outcomes: Iterable[Outcome], numbers: Collection[int]) -> list[Outcome]:
    """The outcomes that count once everything of these entries is void.

    Their matches against one other side are left out, whoever won. At a table of three sides or
    more what the others did stands.
    """
    void = frozenset(numbers)
    return [
        outcome
        for outcome in outcomes
        if len(outcome.sides) > 2 * outcome.partners or void.isdisjoint(outcome.sides)
    ]
