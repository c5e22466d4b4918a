"""Tests of days of brackets: Regumiel (107 pairs) and ASCEE (a bracket and a consolation)."""

from collections import Counter

import pytest

from tests.days.hall import match_counts
from tournaments.formats.history import bye_counts

pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_regumiel_plays_a_knockout_of_107_pairs_at_36_tables(begin):
    """The first round has 21 byes and 43 matches. With the match for third place there are 107."""
    day = begin("Regumiel", "knockout", {"third_place": True}, tables=36)
    day.enter(107)
    first = day.draw()
    assert first.matches.filter(state="bye").count() == 21
    assert first.matches.filter(state="playing").count() == 36
    assert first.matches.filter(state="waiting").count() == 7
    assert day.record(first) == 43
    later = day.play()
    assert match_counts([first, *later]) == [43, 32, 16, 8, 4, 2, 2]
    assert set(bye_counts(day.rounds()).values()) == {1}
    lines = day.read_api()["results"]
    assert [line["place"] for line in lines[:4]] == [1, 2, 3, 4]
    assert sorted(line["entry"] for line in lines) == list(range(1, 108))
    assert lines[0]["title"].split(" ")[0] in day.look("", "clasificacion/", "cuadro/")


@pytest.mark.slow
def test_every_team_of_ascee_plays_three_matches_in_its_pool_and_three_in_a_bracket(begin):
    """16 teams in 4 pools: the first two of each go to the main bracket, the rest to a consolation.

    Both brackets decide every place.
    """
    day = begin("ASCEE 2A", "groups", {"size": 4, "groups": 4})
    day.plan("Principal", "knockout", {"placements": True}, [{"stage": 1, "last": 2}])
    day.plan("Consolante", "knockout", {"placements": True}, [{"stage": 1, "per": "rest"}])
    day.enter(16)
    assert match_counts(day.play()) == [8, 8, 8]
    assert set(matches_played(day, 1).values()) == {3}
    lines = day.read_api()["results"]
    best_two = {line["entry"] for line in lines if line["place"] <= 2}
    for number, qualified_numbers in ((2, best_two), (3, set(range(1, 17)) - best_two)):
        assert {place.entry.number for place in day.open(number)} == qualified_numbers
        assert match_counts(day.play(number=number)) == [4, 4, 4]
        assert set(matches_played(day, number).values()) == {3}
        assert [line.place for line in day.standings(number)] == list(range(1, 9))
        day.look("", "clasificacion/", "cuadro/")


def matches_played(day, stage: int) -> Counter[int]:
    """Return the number of matches of each entry in a stage, without rests."""
    return Counter(
        entry
        for matches in day.rounds(stage)
        for match in matches
        if not match.is_bye
        for entry in match.sides
    )
