"""Tests of `Refereeing`: what a late entry loses, what each warning costs, and the clock."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.refereeing.ladders import (
    LADDER,
    TIME_UP,
    LatenessPrice,
    Refereeing,
    RefereeingError,
    refereeing_of,
)
from scoring.refereeing.words import time_up_sentence, usual_consequence_sentence
from tests.rows import each

# What an entry loses by the minutes it is late, in the written rules of real tournaments.
COLMENAR = Refereeing(grace=15, step=5, forfeit=35, score=(4, 0))
QUARTER_HOUR_STEPS = Refereeing(grace=10, step=15)
ONE_NIL = Refereeing(grace=10)
FORTY_TWENTY = Refereeing(forfeit=15, score=(40, 20))
THREE_NIL = Refereeing(forfeit=10, score=(3, 0))
FIRST_ROUND = Refereeing(grace=15, later=5, step=5)
CASES = [
    (COLMENAR, 1, {14: 0, 15: 0, 19: 0, 20: 1, 25: 2, 30: 3, 34: 3}),
    (QUARTER_HOUR_STEPS, 1, {9: 0, 10: 0, 24: 0, 25: 1, 39: 1, 40: 2, 55: 3}),
    (ONE_NIL, 1, {9: 0, 10: 1, 60: 1}),
    (FIRST_ROUND, 1, {19: 0, 20: 1}),
    (FIRST_ROUND, 2, {4: 0, 9: 0, 10: 1}),
    (Refereeing(), 1, {600: 0}),
]


@each("options, round, units", *CASES)
def test_a_late_entry_loses_units_by_the_minutes(options, round, units):
    assert {minutes: options.lateness_price(minutes, round).units for minutes in units} == units
    assert not any(options.lateness_price(minutes, round).forfeit for minutes in units)


@each(
    "options, minutes, score",
    (COLMENAR, 35, (4, 0)),
    (FORTY_TWENTY, 15, (40, 20)),
    (THREE_NIL, 10, (3, 0)),
)
def test_a_very_late_entry_loses_the_match(options, minutes, score):
    assert not options.lateness_price(minutes - 1, 1).forfeit
    assert options.lateness_price(minutes, 1) == LatenessPrice(forfeit=True, score=score)


ANY_REFEREEING = st.builds(
    Refereeing,
    grace=st.integers(0, 30),
    later=st.integers(0, 30),
    step=st.integers(0, 30),
    forfeit=st.sampled_from([0, *range(30, 90)]),
)


@given(ANY_REFEREEING, st.integers(0, 200), st.integers(0, 60), st.integers(1, 3))
def test_a_later_arrival_never_loses_less(options, minutes, extra_minutes, round):
    earlier = options.lateness_price(minutes, round)
    later = options.lateness_price(minutes + extra_minutes, round)
    assert later.forfeit >= earlier.forfeit
    assert later.forfeit or later.units >= earlier.units
    assert not options.lateness_price(options.courtesy(round) - 1, round).units


@given(
    st.integers(0, 600),
    st.sampled_from(TIME_UP),
    st.lists(st.sampled_from(LADDER), min_size=1, max_size=5),
    ANY_REFEREEING,
)
def test_refereeing_options_survive_a_round_trip_through_json(
    minutes, time_up, warnings, other_options
):
    options = {
        **other_options.as_json(),
        "minutes": minutes,
        "time_up": time_up,
        "warnings": warnings,
    }
    refereeing = refereeing_of(options)
    assert refereeing_of(refereeing.as_json()) == refereeing
    assert (refereeing.minutes, refereeing.time_up, list(refereeing.warnings)) == (
        minutes,
        time_up,
        warnings,
    )


@each(
    "options, field",
    ({"minutes": -1}, "minutes"),
    ({"minutes": "45"}, "minutes"),
    ({"minutes": True}, "minutes"),
    ({"time_up": "nunca"}, "time_up"),
    ({"warnings": []}, "warnings"),
    ({"warnings": ["grito"]}, "warnings"),
    ({"warnings": [["out"]]}, "warnings"),
    ({"warnings": "out"}, "warnings"),
    ({"forfeit": 5, "grace": 10}, "forfeit"),
    ({"forfeit": 5, "score": [0, 4]}, "score"),
    ({"forfeit": 5, "score": [4]}, "score"),
    ({"score": [4, 0]}, "forfeit"),
    ({"reloj": 5}, "reloj"),
)
def test_impossible_options_are_refused_with_their_field(options, field):
    with pytest.raises(RefereeingError) as error:
        refereeing_of(options)
    assert error.value.field == field


def test_the_usual_consequence_grows_with_the_warnings():
    options = Refereeing(warnings=("warning", "unit", "match", "out"))
    assert [options.usual_consequence(count) for count in (1, 2, 3, 4, 7)] == [
        "warning",
        "unit",
        "match",
        "out",
        "out",
    ]
    assert usual_consequence_sentence(1, "warning") == "Es su primer apercibimiento."
    assert "2 apercibimientos" in usual_consequence_sentence(2, "unit")
    assert "perder una partida" in usual_consequence_sentence(2, "unit")


@each("rule", *TIME_UP)
@each("draws", True, False)
def test_every_rule_for_time_up_has_a_sentence_for_the_referee(rule, draws):
    options = Refereeing(minutes=45, time_up=rule)
    assert time_up_sentence(options, level=False, draws=draws)
    tied_sentence = time_up_sentence(options, level=True, draws=draws)
    assert ("tiene que ganar alguien" in tied_sentence) == (not draws)
    if not draws:
        assert "en tablas" not in tied_sentence
