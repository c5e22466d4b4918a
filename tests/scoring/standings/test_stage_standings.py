"""Tests of the standings of a stage in the database; `tests/days/` compares whole tournaments."""

from dataclasses import asdict

import pytest

import rules
from scoring.forecast.simulation.rehearsal import play_round, play_rounds
from scoring.rounds.services.arrivals import place_late_entry
from scoring.rounds.services.withdrawals import withdraw_entry
from scoring.standings.counting import Counting
from scoring.standings.selectors.counting import stage_counting, units
from scoring.standings.selectors.standings import stage_standings
from tests.scoring.played_rounds import play, publish
from tournaments import formats
from tournaments.models import Stage
from tournaments.names.audience import EVERYTHING
from tournaments.refusal import Refused

pytestmark = pytest.mark.each_database


def set_chain(tournament, *chain):
    Stage.objects.filter(tournament=tournament).update(chain=list(chain))
    return Stage.objects.select_related("tournament").get(tournament=tournament)


TOURNAMENTS = {
    "a table of five": {
        "game": "tarot",
        "game_options": asdict(rules.game("tarot").presets["fft"]),
        "format": "totals",
        "format_options": {"rounds": 3, "odd": "larger"},
    },
    "partners drawn": {"format": "melee", "format_options": {"rounds": 3}},
    "somebody rests": {"format": "totals", "format_options": {"rounds": 3}},
}


@pytest.mark.parametrize("name", TOURNAMENTS)
def test_entries_withdrawn_as_last_or_void_rank_below_all_others(
    make_tournament, pairs, pilar, name
):
    tournament = make_tournament(**TOURNAMENTS[name])
    entries = pairs(tournament, 13)
    stage = set_chain(
        tournament, "wins", "points", "counted_won", "best_round", "first_there", "lot"
    )
    play_rounds(stage, pilar, 1, name)
    second_round = publish(tournament, pilar)
    for number, effect in ((3, "lose"), (8, "last"), (6, "void")):
        withdraw_entry(entry=entries[number], author=pilar, reason="se marcha", effect=effect)
    play_round(second_round, pilar, name)
    last_two = {line.entrant for line in stage_standings(stage, EVERYTHING)[-2:]}
    assert last_two == {entries[8].number, entries[6].number}


def test_an_entry_too_late_for_the_bracket_ranks_below_its_losers(casino, pairs, pilar):
    entries = pairs(casino, 4)
    first_matches = publish(casino, pilar).matches.order_by("position")
    late_entry = pairs(casino, 1)[0]
    with pytest.raises(Refused, match="Ya no descansa nadie"):
        place_late_entry(entry=late_entry, author=pilar)
    for match_number, match in enumerate(first_matches, start=1):
        play(match, pilar)
        lines = stage_standings(casino.stage, EVERYTHING)
        assert (lines[-1].entrant, dict(lines[-1].values)["exit_round"]) == (late_entry.number, 0)
        assert {line.entrant for line in lines[:-1]} == {entry.number for entry in entries}
        assert [line.lost for line in lines[-1 - match_number : -1]] == [1] * match_number


def test_a_late_entry_that_meets_an_entry_with_a_bye_ranks_by_its_match(casino, pairs, pilar):
    pairs(casino, 3)
    publish(casino, pilar)
    late_entry = pairs(casino, 1)[0]
    place_late_entry(entry=late_entry, author=pilar)
    # No match is decided.
    assert {line.values[0][1] for line in stage_standings(casino.stage, EVERYTHING)} == {0}
    late_match = casino.matches.filter(sides__entry=late_entry).get()
    play(casino.matches.exclude(pk=late_match.pk).get(), pilar)
    values = {line.entrant: line.values[0][1] for line in stage_standings(casino.stage, EVERYTHING)}
    assert values[late_entry.number] == 15  # its match is not played yet


def test_the_format_decides_which_entries_are_alive(
    make_tournament, pairs, pilar, django_assert_max_num_queries
):
    bracket = make_tournament(format_options={"third_place": False})
    pairs(bracket, 4)
    stage = set_chain(bracket, "survival", "wins")
    first_match = publish(bracket, pilar).matches.order_by("position")[0]
    play(first_match, pilar)
    with django_assert_max_num_queries(11):
        lines = stage_standings(stage, EVERYTHING)
    assert [dict(line.values)["survival"] for line in lines] == [16, 15, 15, 10]


def test_a_chain_may_use_the_order_and_the_places_of_the_format(casino, pairs, pilar, monkeypatch):
    pairs(casino, 3)
    stage = set_chain(casino, "format_order")
    format = formats.format("knockout")
    monkeypatch.setattr(format, "order", lambda situation, options: (3, 1, 2))
    assert [line.entrant for line in stage_standings(stage, EVERYTHING)] == [3, 1, 2]
    places = ((2,), (1, 3))
    stage = set_chain(casino, "bracket_place")
    monkeypatch.setattr(format, "places", lambda situation, options: places)
    assert [(line.place, line.entrant) for line in stage_standings(stage, EVERYTHING)] == [
        (1, 2),
        (2, 1),
        (2, 3),
    ]


def test_the_format_decides_the_value_of_a_bye(casino, monkeypatch):
    stage = casino.stage
    assert stage_counting(stage) == Counting()
    assert units(stage) == (1, 1)
    monkeypatch.setattr(formats.format("knockout"), "bye_value", lambda options: "mean")
    assert stage_counting(stage) == Counting(bye="mean")
