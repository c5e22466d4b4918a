"""Test of Navajas: groups of 260 pairs and a knockout on the same day."""

import pytest

from tests.days.hall import match_counts
from tests.sizes import size
from tournaments.formats.history import count_meetings
from tournaments.models import Match

pytestmark = pytest.mark.django_db
GROUPS = size(13, long=65)
BRACKET = size([10, 8, 4, 2, 2], long=[2, 64, 32, 16, 8, 4, 2, 2])  # matches of each round


@pytest.mark.slow
def test_navajas_plays_groups_of_four_and_a_knockout(begin):
    """260 pairs (52 in the short run) in groups of four; two of each group qualify.

    Many groups end level on purpose: a lot decides, and each place so decided shows a reason.
    """
    day = begin("Navajas", "groups", {"size": 4}, tables=65)
    day.plan("Tarde", "knockout", {"third_place": True}, [{"stage": 1, "last": 2}])
    day.enter(4 * GROUPS)
    morning = day.play(line_with_ties)
    assert match_counts(morning) == [2 * GROUPS] * 3
    assert set(count_meetings(day.rounds()).values()) == {1}
    groups = day.groups()
    assert [len(lines) for lines in groups.values()] == [4] * GROUPS
    assert all([line["place"] for line in lines] == [1, 2, 3, 4] for lines in groups.values())
    groups_by_lot = [
        lines for lines in groups.values() if any(line["decided_by"] == "lot" for line in lines)
    ]
    assert groups_by_lot
    lines_by_lot = [
        line for lines in groups_by_lot for line in lines if line["decided_by"] == "lot"
    ]
    assert all(line["reason"] for line in lines_by_lot)
    group_of = {line["entry"]: name for name, lines in groups.items() for line in lines[:2]}
    qualified_places = day.open(2)
    assert {place.entry.number for place in qualified_places} == set(group_of)
    assert len(qualified_places) == 2 * GROUPS
    assert all(group_of[place.entry.number] == place.group[1:] for place in qualified_places)
    afternoon = day.play()
    assert match_counts(afternoon) == BRACKET
    first = {frozenset(match.sides) for match in day.rounds(2)[0] if not match.is_bye}
    assert all(len({group_of[number] for number in sides}) == 2 for sides in first)
    assert [line.place for line in day.standings(2)[:4]] == [1, 2, 3, 4]
    day.look("", "clasificacion/", "cuadro/", "clasificacion/?fase=1")


def line_with_ties(match: Match, numbers: tuple[int, ...]) -> str:
    """Return a line by which half of the groups end with three level pairs.

    Each of the three beats another by the same score, so that only a lot can separate them. In the
    other groups the lower number wins every match.
    """
    group = int(match.group, 36) if match.group.isdigit() else sum(map(ord, match.group))
    low, high = min(numbers), max(numbers)
    winner = low if group % 2 or (low + high) % 3 else high
    return "40-30" if numbers[0] == winner else "30-40"
