"""The seatings and the mêlée come out alike in another process, whatever its hashes."""

from tests.tournaments.formats.elsewhere import prints_alike

PRINT_THE_ROUNDS = """
from tournaments.formats import melee, MELEE, totals, TOTALS
from tournaments.formats.core import Entrant, Situation, Wishes
from tournaments.formats.routes import planned_rounds

entrants = tuple(
    Entrant(n, seed=n % 8, tags=(f"town:{n % 7}", f"family:{n % 5}", f"session:{n % 2}"))
    for n in range(1, 31)
)
wishes = Wishes({"town": 3, "family": 5}, {"session": 1}, frozenset({(1, 2), (7, 9)}))
counted = {n: n * n % 17 for n in range(1, 31)}
hall = Situation(entrants, sides=4, wishes=wishes, counted=counted, table_sizes=(3, 4, 5))
for seating in ("lot", "rotation"):
    options = totals.Options(3, seating, "smaller")
    print(planned_rounds(hall, options, lambda number: f"seed/{number}", TOTALS))
print(TOTALS.next_round(hall, totals.Options(3, "ranking"), "seed"))
grouped = totals.Options(3, "rotation", "smaller", groups=3, seeding="seed")
print(planned_rounds(hall, grouped, lambda number: f"seed/{number}", TOTALS))
print(planned_rounds(hall, melee.Options(3), lambda number: f"seed/{number}", MELEE))
"""


def test_the_same_rounds_in_another_process():
    assert prints_alike(PRINT_THE_ROUNDS)
