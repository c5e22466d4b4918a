"""Options of totals."""

from dataclasses import dataclass

from tournaments.formats.core import DrawError, in_range, one_of
from tournaments.formats.seeds import LOT, MOST_SEEDS, SEED
from tournaments.pairing.seating import LARGER, SMALLER

ROTATION, RANKING = "rotation", "ranking"
REST = "rest"
TOTAL, TABLE = "total", "table"
CHOICES: dict[str, tuple[str, ...]] = {
    "seating": (ROTATION, LOT, RANKING),
    "odd": (REST, SMALLER, LARGER),
    "count": (TOTAL, TABLE),
    "seeding": (LOT, SEED),
}
MOST_ROUNDS = 100
MOST_GROUPS = 64


@dataclass(frozen=True, slots=True)
class Options:
    """`best` rounds of each count, 0 all of them; `count` what adds up: the points themselves
    (TOTAL) or those of the place at the table (TABLE). Both are for the standings.

    `groups`: in how many everybody is spread, each a hall of its own for the whole stage; 1:
    everybody together. `seeding`: whether the seeded are spread over the groups and sit at
    different tables in the first round; `seeds`: how many are, 0 all those with a number.
    """

    rounds: int
    seating: str = LOT
    odd: str = REST
    best: int = 0
    count: str = TOTAL
    groups: int = 1
    seeding: str = LOT
    seeds: int = 0

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise DrawError(
                "rounds_out_of_range", rounds=self.rounds, minimum=1, maximum=MOST_ROUNDS
            )
        for option, allowed in CHOICES.items():
            one_of(option, getattr(self, option), allowed)
        in_range("best", self.best, 0, self.rounds)
        in_range("groups", self.groups, 1, MOST_GROUPS)
        in_range("seeds", self.seeds, 0, MOST_SEEDS)
