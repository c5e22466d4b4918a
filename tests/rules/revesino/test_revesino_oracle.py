"""The points that real cards allow in revesino: the rules against every split of the honours."""

from itertools import combinations_with_replacement

from rules.revesino.checks import can_split
from tests.rows import case, each


@each("caballo_in_bazas", False, True)
def test_can_split_accepts_exactly_the_points_of_possible_splits(caballo_in_bazas):
    """Try every split among three players with enough bazas, with up to four honours asleep.

    With `caballo_in_bazas`, the caballo de copas is in the bazas of some player, and cannot be
    asleep.
    """
    honours = [3, 3, 3, 3, 2, 2, 2, 1, 1, 1, 1]
    splits = {((0, 0, 0), 0)}
    for place, worth in enumerate([*honours, 2] if caballo_in_bazas else honours):
        next_splits = set()
        for points, asleep in splits:
            for player in range(3):
                next_splits.add(
                    (
                        tuple(
                            total + worth * (seat == player) for seat, total in enumerate(points)
                        ),
                        asleep,
                    )
                )
            if asleep < 4 and place < len(honours):
                next_splits.add((points, asleep + 1))
        splits = next_splits
    least_asleep: dict[tuple[int, ...], int] = {}
    for points, asleep in splits:
        least_asleep[points] = min(asleep, least_asleep.get(points, 5))
    for points in combinations_with_replacement(range(25, -1, -1), 3):
        points_and_room = (*((player, 12) for player in points), (0, 0))
        for room in (0, 1, 4):
            assert can_split(points_and_room, room, caballo_in_bazas) == (
                least_asleep.get(points, 5) <= room
            ), (points, room)


@each("caballo_in_bazas", False, True)
def test_can_split_accepts_any_points_of_players_with_enough_bazas(caballo_in_bazas):
    """`check_points` assumes this of any four numbers of points with the right sum."""
    high = 24 if caballo_in_bazas else 22
    for points in combinations_with_replacement(range(high, -1, -1), 4):
        for asleep in range(5):
            if high - 3 * asleep <= sum(points) <= high:
                points_and_room = tuple((player, 12) for player in points)
                assert can_split(points_and_room, asleep, caballo_in_bazas), (points, asleep)


@each(
    "points_and_room, asleep, is_possible",
    case("four reyes in a baza", ((12, 4), (10, 12), (0, 0), (0, 0)), 0, True),
    case("twelve points in three cards", ((12, 3), (10, 12), (0, 0), (0, 0)), 0, False),
    case("two cards make six at most", ((7, 2), (15, 12), (0, 0), (0, 0)), 0, False),
    case("reyes, reyes, caballos, sotas", ((6, 2), (6, 2), (6, 4), (4, 4)), 0, True),
)
def test_can_split_limits_the_points_of_a_number_of_cards(points_and_room, asleep, is_possible):
    assert can_split(points_and_room, asleep, False) == is_possible
