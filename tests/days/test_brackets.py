"""Days of brackets: Regumiel (107 pairs) and ASCEE (a bracket for winners and one for losers)."""

from collections import Counter

import pytest

from tests.days.hall import sizes
from tournaments.formats.history import bye_counts

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_regumiel(begin):
    """G1. 107 pairs and 36 tables: 21 byes, 43 previous matches, 107 in all with third place."""
    day = begin("Regumiel", "knockout", {"third_place": True}, tables=36)
    day.enter(107)
    first = day.draw()
    assert first.matches.filter(state="bye").count() == 21
    assert first.matches.filter(state="playing").count() == 36
    assert first.matches.filter(state="waiting").count() == 7
    assert day.record(first) == 43
    later = day.play()
    assert sizes([first, *later]) == [43, 32, 16, 8, 4, 2, 2]
    assert set(bye_counts(day.rounds()).values()) == {1}
    lines = day.told()["results"]
    assert [line["place"] for line in lines[:4]] == [1, 2, 3, 4]
    assert sorted(line["entry"] for line in lines) == list(range(1, 108))
    assert lines[0]["title"].split(" ")[0] in day.look("", "clasificacion/", "cuadro/")


@pytest.mark.slow
def test_ascee(begin):
    """G8. 16 teams in 4 pools, the first two of each to the main bracket and the others to the
    consolation, both with placements: everybody plays 3 and 3."""
    day = begin("ASCEE 2A", "groups", {"size": 4, "groups": 4})
    day.plan("Principal", "knockout", {"placements": True}, [{"stage": 1, "last": 2}])
    day.plan("Consolante", "knockout", {"placements": True}, [{"stage": 1, "per": "rest"}])
    day.enter(16)
    assert sizes(day.play()) == [8, 8, 8]
    assert set(played_by(day, 1).values()) == {3}
    groups = day.told()["results"]
    firsts = {line["entry"] for line in groups if line["place"] <= 2}
    for number, qualified in ((2, firsts), (3, set(range(1, 17)) - firsts)):
        assert {place.entry.number for place in day.open(number)} == qualified
        assert sizes(day.play(number=number)) == [4, 4, 4]
        assert set(played_by(day, number).values()) == {3}
        assert [line.place for line in day.standings(number)] == list(range(1, 9))
        day.look("", "clasificacion/", "cuadro/")


def played_by(day, number: int) -> Counter[int]:
    return Counter(
        one
        for matches in day.rounds(number)
        for match in matches
        if not match.rest
        for one in match.sides
    )
