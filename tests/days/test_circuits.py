"""Mallorca: local phases, comarcal, final, as stages that feed one another."""

import pytest

from tests.days.hall import places, sizes
from tournaments.refusal import Refused

pytestmark = pytest.mark.django_db


def test_mallorca(begin):
    """G11, as near as one tournament comes: sixteen local groups of eight, whose winners go to the
    final and whose seconds and thirds to the comarcal, which sends four more."""
    day = begin("Truc Mallorca", "groups", {"groups": 16, "size": 8})
    second_chance = [{"stage": 1, "first": 2, "last": 3}]
    day.plan("Comarcal", "lives", {"lives": 2}, second_chance)
    final = [{"stage": 1}, {"stage": 2, "per": "all", "last": 4}]
    day.plan("Final", "knockout", {"third_place": True}, final)
    day.enter(128)
    assert sizes(day.play()) == [64] * 7
    local = places_by_group(day)
    comarcal = {place.entry.number for place in day.open(2)}
    assert comarcal == {number for number, place in local.items() if place in (2, 3)}
    with pytest.raises(Refused) as early:
        day.open(3)
    assert early.value.code == "stage_unfinished"
    day.play()
    best = {number for number, place in places(day.standings(2)).items() if place <= 4}
    finalists = {place.entry.number for place in day.open(3)}
    assert finalists == best | {number for number, place in local.items() if place == 1}
    assert len(finalists) == 20
    assert sizes(day.play()) == [4, 8, 4, 2, 2]
    day.look("", "clasificacion/", "cuadro/", "clasificacion/?fase=1", "clasificacion/?fase=2")


@pytest.mark.xfail(
    strict=True, raises=Refused,
    reason="G11: only the first stage takes people from outside, and there are 12 stages at most: "
    "sixteen local phases that each enters where it chooses are sixteen tournaments today",
)  # fmt: skip
def test_each_local_phase_is_a_stage(begin):
    day = begin("Truc Mallorca", "knockout", {})
    for number in range(2, 17):
        day.plan(f"Fase local {number}", "knockout", {}, [])


def places_by_group(day) -> dict[int, int]:
    return {line["entry"]: line["place"] for line in day.told()["results"]}
