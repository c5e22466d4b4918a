"""Options of totals."""

from dataclasses import dataclass

from tournaments.formats.core import check_rounds, check_words, in_range
from tournaments.formats.seeds import LOT, MOST_SEEDS, SEED
from tournaments.pairing.seating.sizes import LARGER, SMALLER

ROTATION, RANKING = "rotation", "ranking"
REST = "rest"
TOTAL, TABLE = "total", "table"
CHOICES = {
    "seating": (ROTATION, LOT, RANKING),
    "odd": (REST, SMALLER, LARGER),
    "count": (TOTAL, TABLE),
    "seeding": (LOT, SEED),
}
MOST_GROUPS = 64


@dataclass(frozen=True, slots=True)
class Options:
    """`best` rounds of each count, 0 all; `count`: points (TOTAL) or those of the place (TABLE).

    `groups`: in how many halls everybody is spread, for the whole stage. `seeding`: whether the
    seeded are spread over groups and tables in the first round; `seeds`: how many are, 0 all.
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
        check_rounds(self.rounds)
        check_words(self, CHOICES)
        in_range("best", self.best, 0, self.rounds)
        in_range("groups", self.groups, 1, MOST_GROUPS)
        in_range("seeds", self.seeds, 0, MOST_SEEDS)
