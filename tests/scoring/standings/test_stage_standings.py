"""The standings of a stage out of the database, against its matches read one by one."""

from dataclasses import asdict

import pytest

import rules
from scoring.selectors.counting import stage_counting, units
from scoring.selectors.history import entered_of
from scoring.selectors.standings import stage_entrants, stage_extras, stage_standings
from scoring.services.rounds.arrivals import place_late_entry
from scoring.services.rounds.withdrawals import withdraw_entry
from scoring.simulation.rehearsal import play_round, play_rounds
from scoring.standings.counting import Counting
from tests.rows import words
from tests.scoring.days import SWISS, play, publish
from tests.scoring.standings.outcomes import played_outcomes, standings
from tournaments import formats
from tournaments.formats import KNOCKOUT
from tournaments.models import Entry, Stage
from tournaments.refusal import Refused

pytestmark = pytest.mark.each_database

CHAIN = (
    *words(
        "points mini_league buchholz_cut1 diff:cotos counted_diff counted_lost against:cotos", "lot"
    ),
)


def row_by_row(stage):
    """The standings of what is read match by match."""
    tally, entered = stage.game_rules().counted_tally, entered_of(stage)
    told = stage_entrants(stage), played_outcomes(stage), stage.chain, stage.seed, tally
    extras = stage_extras(stage, entered.last)
    return standings(*told, stage_counting(stage), extras, entered.void)


def with_chain(tournament, *chain):
    Stage.objects.filter(tournament=tournament).update(chain=list(chain))
    return Stage.objects.select_related("tournament").get(tournament=tournament)


def test_columns_and_objects_have_the_same_entries(make_tournament, pairs, pilar):
    hall = make_tournament(**SWISS)
    states = [(state, effect) for state in Entry.State for effect in Entry.Effect]
    drawn = pairs(hall, len(states))
    publish(hall, pilar)
    never_drawn = pairs(hall, len(states))
    for entry, (state, effect) in zip((*drawn, *never_drawn), states * 2, strict=True):
        Entry.objects.filter(pk=entry.pk).update(state=state, effect=effect)
    stage = Stage.objects.select_related("tournament").get(tournament=hall)
    entered = entered_of(stage)
    active = dict(zip(entered.numbers.tolist(), entered.active.tolist(), strict=True))
    assert active == {entrant.number: entrant.active for entrant in stage_entrants(stage)}


COUNTINGS = (
    {},
    {"cap": 4, "cap_difference": 1, "bye": "mean"},
    {"win": 3, "bye": "win", "bye_counted": 5, "bye_in_difference": False},
)


@pytest.mark.slow
def test_both_ways_say_the_same_all_through_a_swiss(make_tournament, pairs, pilar):
    hall = make_tournament(**SWISS)
    entries = pairs(hall, 7)

    def told_alike():
        for counting in COUNTINGS:
            Stage.objects.filter(tournament=hall).update(counting=counting)
            stage = with_chain(hall, *CHAIN)
            lines = stage_standings(stage)
            assert lines == row_by_row(stage), counting
        return lines

    told_alike()
    for _round in range(2):
        for match in publish(hall, pilar).matches.exclude(state="bye"):
            told_alike()
            play(match, pilar)
    withdraw_entry(entry=entries[2], author=pilar, reason="se marcha")
    publish(hall, pilar)
    lines = told_alike()
    assert [line.withdrawn for line in lines].count(True) == 1


def test_both_ways_know_a_final_and_a_third_place(casino, pairs, pilar):
    pairs(casino, 5)
    stage = with_chain(casino, *KNOCKOUT.tiebreaks)
    for _round in range(3):
        for match in publish(casino, pilar).matches.exclude(state="bye"):
            play(match, pilar)
    assert stage_standings(stage) == row_by_row(stage)


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
def test_both_ways_say_the_same_however_people_leave(make_tournament, pairs, pilar, way):
    hall = make_tournament(**WAYS[way])
    entries = pairs(hall, 13)
    stage = with_chain(hall, "wins", "points", "counted_won", "best_round", "first_there", "lot")
    play_rounds(stage, pilar, 1, way)
    second = publish(hall, pilar)
    for number, effect in ((3, "lose"), (8, "last"), (6, "void")):
        withdraw_entry(entry=entries[number], author=pilar, reason="se marcha", effect=effect)
        lines = stage_standings(stage)
        assert lines == row_by_row(stage)
    last = {line.entrant for line in lines[-2:]}
    assert last == {entries[8].number, entries[6].number}
    play_round(second, pilar, way)
    assert stage_standings(stage) == row_by_row(stage)


def test_who_came_too_late_for_a_bracket_is_below_who_lost_in_it(casino, pairs, pilar):
    four = pairs(casino, 4)
    first = publish(casino, pilar).matches.order_by("position")
    late = pairs(casino, 1)[0]
    with pytest.raises(Refused, match="Ya no descansa nadie"):
        place_late_entry(entry=late, author=pilar)
    for played, match in enumerate(first, start=1):
        play(match, pilar)
        lines = stage_standings(casino.stage)
        assert lines == row_by_row(casino.stage)
        assert (lines[-1].entrant, dict(lines[-1].values)["exit_round"]) == (late.number, 0)
        assert {line.entrant for line in lines[:-1]} == {entry.number for entry in four}
        assert [line.lost for line in lines[-1 - played : -1]] == [1] * played


def test_who_came_late_and_met_an_exempt_one_stands_where_he_plays(casino, pairs, pilar):
    pairs(casino, 3)
    publish(casino, pilar)
    late = pairs(casino, 1)[0]
    place_late_entry(entry=late, author=pilar)
    assert {line.values[0][1] for line in stage_standings(casino.stage)} == {0}  # nothing decided
    playing = casino.matches.filter(sides__entry=late).get()
    play(casino.matches.exclude(pk=playing.pk).get(), pilar)
    values = {line.entrant: line.values[0][1] for line in stage_standings(casino.stage)}
    assert values[late.number] == 15  # still to play


def test_the_format_says_who_is_alive(make_tournament, pairs, pilar, django_assert_max_num_queries):
    bracket = make_tournament(format_options={"third_place": False})
    pairs(bracket, 4)
    stage = with_chain(bracket, "survival", "wins")
    first = publish(bracket, pilar).matches.order_by("position")[0]
    play(first, pilar)
    with django_assert_max_num_queries(11):
        lines = stage_standings(stage)
    assert lines == row_by_row(stage)
    assert [dict(line.values)["survival"] for line in lines] == [16, 15, 15, 10]


def test_the_format_says_its_own_order(casino, pairs, pilar, monkeypatch):
    pairs(casino, 3)
    stage = with_chain(casino, "format_order")
    format = formats.format("knockout")
    monkeypatch.setattr(format, "order", lambda situation, options: (3, 1, 2))
    assert [line.entrant for line in stage_standings(stage)] == [3, 1, 2]
    places = ((2,), (1, 3))
    stage = with_chain(casino, "bracket_place")
    monkeypatch.setattr(format, "places", lambda situation, options: places)
    assert [(line.place, line.entrant) for line in stage_standings(stage)] == [
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
