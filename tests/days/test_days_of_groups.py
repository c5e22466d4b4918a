"""Days of groups: Navajas (260 pairs in one day), Mallorca (local stages to a final)."""

import pytest

from tests.days.hall import sizes
from tests.sizes import size
from tournaments.formats.history import count_meetings
from tournaments.models import Match

pytestmark = pytest.mark.django_db
GROUPS = size(13, long=65)
BRACKET = size([10, 8, 4, 2, 2], long=[2, 64, 32, 16, 8, 4, 2, 2])  # matches of each round


@pytest.mark.slow
def test_navajas(begin):
    """G2. 260 pairs (in small 52) in groups of four, two qualify, knockout the same day. Where
    places are level (few different results, many groups at two wins) a lot decides and says so."""
    day = begin("Navajas", "groups", {"size": 4}, tables=65)
    day.plan("Tarde", "knockout", {"third_place": True}, [{"stage": 1, "last": 2}])
    day.enter(4 * GROUPS)
    morning = day.play(in_circles)
    assert sizes(morning) == [2 * GROUPS] * 3
    assert set(count_meetings(day.rounds()).values()) == {1}
    groups = day.groups()
    assert [len(lines) for lines in groups.values()] == [4] * GROUPS
    assert all([line["place"] for line in lines] == [1, 2, 3, 4] for lines in groups.values())
    by_lot = [
        lines for lines in groups.values() if any(one["decided_by"] == "lot" for one in lines)
    ]
    assert by_lot
    assert all(one["reason"] for lines in by_lot for one in lines if one["decided_by"] == "lot")
    firsts = {one["entry"]: name for name, lines in groups.items() for one in lines[:2]}
    qualified = day.open(2)
    assert {place.entry.number for place in qualified} == set(firsts)
    assert len(qualified) == 2 * GROUPS
    assert all(firsts[place.entry.number] == place.group[1:] for place in qualified)
    afternoon = day.play()
    assert sizes(afternoon) == BRACKET
    first = {frozenset(match.sides) for match in day.rounds(2)[0] if not match.rest}
    assert all(len({firsts[one] for one in sides}) == 2 for sides in first)
    assert [line.place for line in day.standings(2)[:4]] == [1, 2, 3, 4]
    day.look("", "clasificacion/", "cuadro/", "clasificacion/?fase=1")


def in_circles(match: Match, numbers: tuple[int, ...]) -> str:
    """Half the groups have three pairs that beat one another by the same, so that only a lot can
    part them; in the others the lower number wins."""
    group = int(match.group, 36) if match.group.isdigit() else sum(map(ord, match.group))
    low, high = min(numbers), max(numbers)
    wins = low if group % 2 or (low + high) % 3 else high
    return "40-30" if numbers[0] == wins else "30-40"
