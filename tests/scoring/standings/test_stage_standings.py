"""The standings of a stage out of the database; `tests/days/` adds the actas up by hand."""

from dataclasses import asdict

import pytest

import rules
from scoring.forecast.simulation.rehearsal import play_round, play_rounds
from scoring.rounds.services.arrivals import place_late_entry
from scoring.rounds.services.withdrawals import withdraw_entry
from scoring.standings.counting import Counting
from scoring.standings.selectors.counting import stage_counting, units
from scoring.standings.selectors.standings import stage_standings
from tests.scoring.days import play, publish
from tournaments import formats
from tournaments.models import Stage
from tournaments.names.audience import EVERYTHING
from tournaments.refusal import Refused

pytestmark = pytest.mark.each_database


def with_chain(tournament, *chain):
    Stage.objects.filter(tournament=tournament).update(chain=list(chain))
    return Stage.objects.select_related("tournament").get(tournament=tournament)


WAYS = {
    "a table of five": {
        "game": "tarot",
        "game_options": asdict(rules.game("tarot").presets["fft"]),
        "format": "totals",
        "format_options": {"rounds": 3, "odd": "larger"},
    },
    "partners drawn": {"format": "melee", "format_options": {"rounds": 3}},
    "somebody rests": {"format": "totals", "format_options": {"rounds": 3}},
}


@pytest.mark.parametrize("way", WAYS)
def test_who_leaves_last_or_void_goes_below_everybody(make_tournament, pairs, pilar, way):
    hall = make_tournament(**WAYS[way])
    entries = pairs(hall, 13)
    stage = with_chain(hall, "wins", "points", "counted_won", "best_round", "first_there", "lot")
    play_rounds(stage, pilar, 1, way)
    second = publish(hall, pilar)
    for number, effect in ((3, "lose"), (8, "last"), (6, "void")):
        withdraw_entry(entry=entries[number], author=pilar, reason="se marcha", effect=effect)
    play_round(second, pilar, way)
    last = {line.entrant for line in stage_standings(stage, EVERYTHING)[-2:]}
    assert last == {entries[8].number, entries[6].number}


def test_who_came_too_late_for_a_bracket_is_below_who_lost_in_it(casino, pairs, pilar):
    four = pairs(casino, 4)
    first = publish(casino, pilar).matches.order_by("position")
    late = pairs(casino, 1)[0]
    with pytest.raises(Refused, match="Ya no descansa nadie"):
        place_late_entry(entry=late, author=pilar)
    for played, match in enumerate(first, start=1):
        play(match, pilar)
        lines = stage_standings(casino.stage, EVERYTHING)
        assert (lines[-1].entrant, dict(lines[-1].values)["exit_round"]) == (late.number, 0)
        assert {line.entrant for line in lines[:-1]} == {entry.number for entry in four}
        assert [line.lost for line in lines[-1 - played : -1]] == [1] * played


def test_who_came_late_and_met_an_exempt_one_stands_where_he_plays(casino, pairs, pilar):
    pairs(casino, 3)
    publish(casino, pilar)
    late = pairs(casino, 1)[0]
    place_late_entry(entry=late, author=pilar)
    assert {line.values[0][1] for line in stage_standings(casino.stage, EVERYTHING)} == {
        0
    }  # nothing decided
    playing = casino.matches.filter(sides__entry=late).get()
    play(casino.matches.exclude(pk=playing.pk).get(), pilar)
    values = {line.entrant: line.values[0][1] for line in stage_standings(casino.stage, EVERYTHING)}
    assert values[late.number] == 15  # still to play


def test_the_format_says_who_is_alive(make_tournament, pairs, pilar, django_assert_max_num_queries):
    bracket = make_tournament(format_options={"third_place": False})
    pairs(bracket, 4)
    stage = with_chain(bracket, "survival", "wins")
    first = publish(bracket, pilar).matches.order_by("position")[0]
    play(first, pilar)
    with django_assert_max_num_queries(11):
        lines = stage_standings(stage, EVERYTHING)
    assert [dict(line.values)["survival"] for line in lines] == [16, 15, 15, 10]


def test_the_format_says_its_own_order(casino, pairs, pilar, monkeypatch):
    pairs(casino, 3)
    stage = with_chain(casino, "format_order")
    format = formats.format("knockout")
    monkeypatch.setattr(format, "order", lambda situation, options: (3, 1, 2))
    assert [line.entrant for line in stage_standings(stage, EVERYTHING)] == [3, 1, 2]
    places = ((2,), (1, 3))
    stage = with_chain(casino, "bracket_place")
    monkeypatch.setattr(format, "places", lambda situation, options: places)
    assert [(line.place, line.entrant) for line in stage_standings(stage, EVERYTHING)] == [
        (1, 2),
        (2, 1),
        (2, 3),
    ]


def test_a_rest_counts_as_the_format_says(casino, monkeypatch):
    stage = casino.stage
    assert stage_counting(stage) == Counting()
    assert units(stage) == (1, 1)
    monkeypatch.setattr(formats.format("knockout"), "rest", lambda options: "mean")
    assert stage_counting(stage) == Counting(bye="mean")
