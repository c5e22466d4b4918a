"""The points that revesino accepts, against every split of the honours."""

from itertools import combinations_with_replacement

from rules.revesino.checks import can_split
from tests.rows import case, each


@each("loose", False, True)
def test_the_points_accepted_are_those_that_some_split_of_the_honours_makes(loose):
    """Three players with enough bazas, and up to four honours asleep: every way is tried."""
    honours = [3, 3, 3, 3, 2, 2, 2, 1, 1, 1, 1]
    held = {((0, 0, 0), 0)}
    for place, worth in enumerate([*honours, 2] if loose else honours):
        after = set()
        for points, asleep in held:
            for player in range(3):
                after.add((tuple(p + worth * (s == player) for s, p in enumerate(points)), asleep))
            if asleep < 4 and place < len(honours):
                after.add((points, asleep + 1))
        held = after
    least: dict[tuple[int, ...], int] = {}
    for points, asleep in held:
        least[points] = min(asleep, least.get(points, 5))
    for points in combinations_with_replacement(range(25, -1, -1), 3):
        wanted = (*((player, 12) for player in points), (0, 0))
        for room in (0, 1, 4):
            assert can_split(wanted, room, loose) == (least.get(points, 5) <= room), (points, room)


@each("loose", False, True)
def test_where_there_is_room_the_honours_can_be_shared_in_any_way(loose):
    """`check_points` assumes it for every four counts that add up."""
    high = 24 if loose else 22
    for points in combinations_with_replacement(range(high, -1, -1), 4):
        for asleep in range(5):
            if high - 3 * asleep <= sum(points) <= high:
                wanted = tuple((player, 12) for player in points)
                assert can_split(wanted, asleep, loose), (points, asleep)


@each(
    "wanted, asleep, may",
    case("four reyes in a baza", ((12, 4), (10, 12), (0, 0), (0, 0)), 0, True),
    case("nor in three cards", ((12, 3), (10, 12), (0, 0), (0, 0)), 0, False),
    case("two cards make six at most", ((7, 2), (15, 12), (0, 0), (0, 0)), 0, False),
    case("reyes, reyes, caballos, sotas", ((6, 2), (6, 2), (6, 4), (4, 4)), 0, True),
)
def test_the_cards_of_a_baza_are_four(wanted, asleep, may):
    assert can_split(wanted, asleep, False) == may
