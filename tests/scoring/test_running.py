"""Standings that follow the results, against the same counted from the beginning."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.standings.counting import Counting
from scoring.standings.field import Extras, field_of
from scoring.standings.running import Running, can_run
from scoring.standings.table import standings
from scoring.standings.tiebreaks import SCOPES, WHOLE
from tests.scoring.test_ranking import KINDS, hall

KEYS = [
    *(key for key in SCOPES if SCOPES[key] != WHOLE and key != "format_order"),
    "for:cotos",
    "against:cotos",
    "diff:cotos",
]
COUNTINGS = [
    Counting(),
    Counting(win=3, best=2),
    Counting(unit=2, table=(4, 3, 2)),
    Counting(cap=3, cap_difference=1),
    Counting(bye_counted=4, bye_in_difference=False),
]


@settings(deadline=None, max_examples=80)
@given(
    st.integers(0, 10**6),
    KINDS,
    st.lists(st.sampled_from(KEYS), min_size=1, max_size=5),
    st.sampled_from(COUNTINGS),
)
def test_following_is_counting_again(luck, kind, chain, counting):
    entrants, outcomes = hall(luck, tables=kind[0], partners=kind[1])
    chain = list(dict.fromkeys(chain))
    extras = Extras(last=frozenset({1}) if luck % 3 == 0 else frozenset())
    known = len(outcomes) // 2
    start = field_of(entrants, outcomes[:known], "s", "partidas", counting, extras, ["cotos"])
    running = Running(start, chain, counting)
    for end, outcome in enumerate(outcomes[known:], known + 1):
        running.add(outcome)
        if (end - known) % 3 == 0:
            running.remove(outcome)
            running.add(outcome)
        told = (entrants, outcomes[:end], chain, "s", "partidas", counting, extras)
        lines = standings(*told)
        assert running.order() == [line.entrant for line in lines]
        assert [running.place(line.entrant) for line in lines] == [line.place for line in lines]
        assert running.lines() == lines


def test_a_chain_that_looks_at_everybody_is_refused():
    assert not can_run(["wins", "progressive"], Counting())
    assert not can_run(["wins"], Counting(bye="mean"))
    with pytest.raises(ValueError, match="progressive"):
        Running(field_of([], [], "s", "partidas"), ["wins", "progressive"], Counting())


def test_a_match_that_was_never_played_is_not_taken_back():
    entrants, outcomes = hall(4, entries=6, rounds=2)
    running = Running(field_of(entrants, outcomes[:-1], "s", "partidas"), ["wins"], Counting())
    with pytest.raises(KeyError):
        running.remove(outcomes[-1])
