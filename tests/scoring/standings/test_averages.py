"""Tests of the averages that compare entries of different groups, with values checked by hand."""

from fractions import Fraction

import pytest

from scoring.standings.averages import comparable_keys, tiebreak_averages
from scoring.standings.counting import PRESETS, Counting
from scoring.standings.tiebreaks import PARTS, TIEBREAKS
from tests.rows import each
from tests.scoring.standings.outcomes import Outcome, field_of
from tests.scoring.standings.small_matches import match
from tournaments.formats import FORMATS
from tournaments.formats.core import Entrant

# Group A has three entries and a bye in every round; group B has four entries.
GROUP_A = [
    match(1, 1, 2, 6, 4, tantos=(60, 40), group="A"),
    match(2, 1, 3, 6, 2, tantos=(50, 50), group="A"),
    match(3, 2, 3, 5, 5, tantos=(30, 30), group="A"),
    *(
        Outcome(round, (number,), None, {"count": (0,)}, "bye", group="A")
        for round, number in enumerate((3, 2, 1), 1)
    ),
]
GROUP_B = [
    match(1, 4, 5, 6, 1, tantos=(60, 10), group="B"),
    match(1, 6, 7, 6, 3, tantos=(60, 30), group="B"),
    match(2, 4, 6, 6, 5, tantos=(60, 50), group="B"),
    match(2, 5, 7, 6, 0, tantos=(60, 0), group="B"),
    match(3, 4, 7, 2, 6, tantos=(20, 60), group="B"),
    match(3, 5, 6, 6, 4, tantos=(60, 40), group="B"),
]


def averages(key, counting=None):
    """Return the average of each of the seven entries for `key`, computed in its own group."""
    average_of = {}
    for name, numbers in (("A", (1, 2, 3)), ("B", (4, 5, 6, 7))):
        field = field_of(
            [Entrant(number) for number in range(1, 8)],
            [*GROUP_A, *GROUP_B],
            "s",
            "count",
            counting,
            inside=(name, numbers),
        )
        average_of |= {
            number: entry_averages[key]
            for number, entry_averages in tiebreak_averages(field, [key]).items()
        }
    return [average_of[number] for number in range(1, 8)]


@each(
    "key, expected",
    ("wins", ["1", "0", "0", "2/3", "2/3", "1/3", "1/3"]),
    ("points", ["2", "1/2", "1/2", "4/3", "4/3", "2/3", "2/3"]),
    ("drawn", ["0", "1/2", "1/2", "0", "0", "0", "0"]),
    ("lost", ["0", "-1/2", "-1/2", "-1/3", "-1/3", "-2/3", "-2/3"]),
    ("counted_won", ["6", "9/2", "7/2", "14/3", "13/3", "5", "3"]),
    ("counted_lost", ["-3", "-11/2", "-11/2", "-4", "-10/3", "-5", "-14/3"]),
    ("counted_diff", ["3", "-1", "-2", "2/3", "1", "0", "-5/3"]),
    ("for:tantos", ["55", "35", "40", "140/3", "130/3", "50", "30"]),
    ("against:tantos", ["-45", "-45", "-40", "-40", "-100/3", "-50", "-140/3"]),
    ("diff:tantos", ["10", "-10", "0", "20/3", "10", "0", "-50/3"]),
    ("best_round", ["6", "5", "5", "6", "6", "6", "6"]),
    ("wins_per_match", ["1000000", "250000", "250000", "666666", "666666", "333333", "333333"]),
    ("first_there", ["-2", "-3", "-3", "-2", "-3", "-1", "-3"]),
    # The sum is divided by the number of times that it adds the points of a match.
    ("progressive", ["2", "1/4", "1/3", "5/3", "1", "1", "1/3"]),
)
def test_sums_are_divided_by_matches_and_rates_and_best_rounds_are_not(key, expected):
    assert averages(key) == [Fraction(text) for text in expected]


@each(
    "key, expected",
    # The rivals' wins and points per match, divided by the number of rivals.
    ("buchholz", ["1/3", "1/3", "1/3", "4/9", "4/9", "5/9", "5/9"]),
    ("rivals_points", ["1", "1", "1", "8/9", "8/9", "10/9", "10/9"]),
    ("buchholz_cut1", ["5/4", "5/4", "5/4", "1", "1", "4/3", "4/3"]),
    ("median", ["1/2", "1/2", "1/2", "2/3", "2/3", "4/3", "4/3"]),
    ("sonneborn", ["1", "1/4", "1/4", "4/3", "8/9", "4/9", "8/9"]),
)
def test_tie_breaks_on_rivals_use_the_rivals_averages_per_match(key, expected):
    assert averages(key) == [Fraction(text) for text in expected]


def test_groups_of_different_sizes_are_compared_as_equals():
    """Give the winner of all matches the same averages in groups of three, four and six."""
    matches_by_size = {
        size: [match(round, 1, round + 1, 6, 2) for round in range(1, size)] for size in (3, 4, 6)
    }
    for key in ("wins", "points", "counted_won", "counted_diff", "progressive", "rivals_points"):
        averages = set()
        for size, outcomes in matches_by_size.items():
            field = field_of(
                [Entrant(number) for number in range(1, size + 1)], outcomes, "s", "count"
            )
            averages.add(tiebreak_averages(field, [key])[1][key])
        assert len(averages) == 1, key


def test_points_of_the_best_matches_are_divided_by_the_best_matches():
    assert averages("points", Counting(best=1))[3:] == [2, 2, 2, 2]
    assert averages("wins", Counting(best=1))[3] == Fraction(2, 3)


def test_every_tie_break_says_whether_it_compares_entries_of_different_groups():
    keys = [*TIEBREAKS, *(f"{part}:cotos" for part in PARTS)]
    for key in keys:
        assert comparable_keys([key]) in ((), (key,))
    within_a_group = {key for key in keys if not comparable_keys([key])}
    assert within_a_group == {
        "head_to_head",
        "mini_league",
        "lot",
        "played",
        "exit_round",
        "survival",
        "bracket_place",
        "format_order",
    }
    for preset in PRESETS.values():
        comparable_keys(preset.chain)
    for format in FORMATS.values():
        comparable_keys(format.tiebreaks)


@each("key", "elegance", "for", "for:", "of:cotos", "wins:cotos")
def test_an_unknown_tie_break_is_not_comparable(key):
    with pytest.raises(KeyError):
        comparable_keys(["wins", key])
