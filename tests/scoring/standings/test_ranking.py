"""Compare the standings of random tournaments with the oracle of the tests."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.standings.counting import Counting, CountingError, counting_of
from scoring.standings.field import Extras
from scoring.standings.tiebreaks import TIEBREAKS
from tests.rows import each
from tests.scoring.standings.outcomes import Outcome, book_of, standings
from tournaments.formats.core import Entrant

KEYS = [
    *(
        key
        for key in TIEBREAKS
        if key not in ("survival", "format_order", "bracket_place", "exit_round")
    ),
    "for:cotos",
    "against:cotos",
    "diff:cotos",
    "diff:partidas",
]


def random_tournament(seed, *, tables=False, partners=1, entries=None, rounds=None):
    """Return the entrants and the outcomes of a random tournament."""
    dice = random.Random(seed)
    rest_is_won = dice.random() < 0.5
    count = entries or dice.randrange(1, 14)
    entrants = [Entrant(number, dice.random() < 0.9) for number in range(1, count + 1)]
    outcomes = []
    for round in range(1, (rounds or dice.randrange(0, 6)) + 1):
        waiting = [entrant.number for entrant in entrants if dice.random() < 0.9]
        dice.shuffle(waiting)
        while waiting:
            side_count = dice.randrange(3, 6) if tables else 2
            sides, waiting = waiting[: side_count * partners], waiting[side_count * partners :]
            if dice.random() < 0.85:
                outcomes.append(random_match(dice, round, tuple(sides), partners, rest_is_won))
    return entrants, outcomes


def random_match(dice, round, sides, partners, rest_is_won):
    sides = sides[: max(1, len(sides) // partners) * partners]
    if len(sides) <= partners:
        winner = sides[0] if rest_is_won else None
        tallies = {"partidas": (6, 0), "cotos": (2, 0)} if winner else {}
        return Outcome(round, sides, winner, tallies, "bye", partners=partners)
    side_count = len(sides) // partners
    partidas = tuple(dice.randrange(-2, 5) for _side in range(side_count))
    forfeit, draw = dice.random() < 0.1, dice.random() < 0.2
    winner = dice.randrange(side_count) if forfeit or not draw else None
    return Outcome(
        round,
        sides,
        None if winner is None else sides[winner * partners],
        {"partidas": partidas, "cotos": tuple(dice.randrange(3) for _side in range(side_count))},
        "forfeit" if forfeit else "played",
        dice.choice(["", "", "", "", "final", "third_place", "elsewhere"]),
        partners,
    )


COUNTINGS = st.sampled_from(
    [
        Counting(),
        Counting(win=3, draw=1, best=2),
        Counting(win=2, draw=1, unit=2, cap=2, cap_difference=1),
        Counting(win=2, draw=1, loss=1, forfeit_loss=0, forfeit_counted=4),
        Counting(unit=2, table=(8, 6, 4, 2), bye="mean"),
        Counting(bye="draw", bye_counted=3, bye_in_difference=False, best=3),
        Counting(bye="nothing", forfeit_win=3, table=(4, 3)),
        Counting(bye="win", best=1),
    ]
)
TABLES_AND_PARTNERS = st.sampled_from([(False, 1), (True, 1), (False, 2)])


@pytest.mark.slow
@settings(max_examples=150)
@given(
    st.integers(0, 10**6),
    TABLES_AND_PARTNERS,
    COUNTINGS,
    st.lists(st.sampled_from(KEYS), max_size=6),
    st.booleans(),
)
def test_the_standings_of_a_random_tournament_equal_the_oracle(
    seed, tables_and_partners, counting, chain, one_goes_last
):
    entrants, outcomes = random_tournament(
        seed, tables=tables_and_partners[0], partners=tables_and_partners[1]
    )
    last_entries = frozenset({entrants[0].number} if one_goes_last else ())
    extras = Extras(penalties={1: 2, 3: 1}, last_entries=last_entries)
    chain = list(dict.fromkeys(chain))
    arguments = (entrants, outcomes, chain, "s", "partidas", counting, extras)
    lines, book = standings(*arguments), book_of(*arguments)
    assert [(line.place, line.entrant, dict(line.values)) for line in lines] == book.table()
    places = [line.place for line in lines]
    for line in lines:
        assert line.shared == (places.count(line.place) > 1)
        results = [book.count(line.entrant, outcome) for outcome in ("won", "drawn", "lost")]
        assert [line.won, line.drawn, line.lost] == results
        assert line.played == book.played(line.entrant)


@pytest.mark.parametrize("key", KEYS)
def test_each_tie_break_equals_the_oracle_in_a_larger_tournament(key):
    arguments = (*random_tournament(key, entries=40, rounds=6), ["points", key], "s", "partidas")
    lines = standings(*arguments)
    assert [(line.place, line.entrant, dict(line.values)) for line in lines] == book_of(
        *arguments
    ).table()


def test_a_counting_is_stored_and_read_again():
    counting = Counting(win=3, table=(4, 3, 2, 1), bye_counted=972)
    assert counting.as_json() == {"win": 3, "table": [4, 3, 2, 1], "bye_counted": 972}
    assert counting_of(counting.as_json()) == counting
    assert counting_of({}) == Counting()


@each(
    "values, field",
    ({"win": "3"}, "win"),
    ({"win": True}, "win"),
    ({"elo": 1}, "elo"),
    ({"draw": 5}, "draw"),
    ({"table": [1, 2]}, "table"),
    ({"table": "43"}, "table"),
    ({"bye": "half"}, "bye"),
    ({"unit": 3}, "unit"),
    ({"penalties": "half"}, "penalties"),
    ({"best": -1}, "best"),
    ({"bye_counted": 1.5}, "bye_counted"),
)
def test_an_impossible_counting_is_refused(values, field):
    with pytest.raises(CountingError) as error:
        counting_of(values)
    assert error.value.field == field
