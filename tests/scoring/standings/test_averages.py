"""Tie-breaks that compare entries of different tables, on groups small enough to count by hand."""

from fractions import Fraction

import pytest

from scoring.standings.averages import averages_of, comparable_keys
from scoring.standings.counting import PRESETS, Counting
from scoring.standings.tiebreaks import PARTS, TIEBREAKS
from tests.rows import each
from tests.scoring.standings.few import match
from tests.scoring.standings.outcomes import Outcome, field_of
from tournaments.formats import FORMATS
from tournaments.formats.core import Entrant

# Group A has three entries, of whom one rests in every round; group B has four.
GROUP_A = [
    match(1, 1, 2, 6, 4, tantos=(60, 40), group="A"),
    match(2, 1, 3, 6, 2, tantos=(50, 50), group="A"),
    match(3, 2, 3, 5, 5, tantos=(30, 30), group="A"),
    *(
        Outcome(n, (one,), None, {"count": (0,)}, "bye", group="A")
        for n, one in enumerate((3, 2, 1), 1)
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
    """What each of the seven has of a key, each group by itself."""
    found = {}
    for name, numbers in (("A", (1, 2, 3)), ("B", (4, 5, 6, 7))):
        field = field_of(
            [Entrant(number) for number in range(1, 8)],
            [*GROUP_A, *GROUP_B],
            "s",
            "count",
            counting,
            inside=(name, numbers),
        )
        found |= {number: one[key] for number, one in averages_of(field, [key]).items()}
    return [found[number] for number in range(1, 8)]


@each(
    "key, told",
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
    # Of the points that each round adds to those after it, as if all had been won alike.
    ("progressive", ["2", "1/4", "1/3", "5/3", "1", "1", "1/3"]),
)
def test_a_sum_goes_a_match_and_a_rate_or_a_best_as_it_is(key, told):
    assert averages(key) == [Fraction(one) for one in told]


@each(
    "key, told",
    # Each rival by its own wins and points a match, and as many of them as are added up.
    ("buchholz", ["1/3", "1/3", "1/3", "4/9", "4/9", "5/9", "5/9"]),
    ("rivals_points", ["1", "1", "1", "8/9", "8/9", "10/9", "10/9"]),
    ("buchholz_cut1", ["5/4", "5/4", "5/4", "1", "1", "4/3", "4/3"]),
    ("median", ["1/2", "1/2", "1/2", "2/3", "2/3", "4/3", "4/3"]),
    ("sonneborn", ["1", "1/4", "1/4", "4/3", "8/9", "4/9", "8/9"]),
)
def test_rivals_count_by_what_they_have_a_match(key, told):
    assert averages(key) == [Fraction(one) for one in told]


def test_a_group_of_three_and_one_of_four_are_compared_as_equals():
    """The winner of everything has the same everywhere, whatever the matches there were."""
    everything = {size: [match(r, 1, r + 1, 6, 2) for r in range(1, size)] for size in (3, 4, 6)}
    for key in ("wins", "points", "counted_won", "counted_diff", "progressive", "rivals_points"):
        told = set()
        for size, outcomes in everything.items():
            field = field_of([Entrant(n) for n in range(1, size + 1)], outcomes, "s", "count")
            told.add(averages_of(field, [key])[1][key])
        assert len(told) == 1, key


def test_only_the_best_matches_divide_the_sums_that_keep_them():
    assert averages("points", Counting(best=1))[3:] == [2, 2, 2, 2]
    assert averages("wins", Counting(best=1))[3] == Fraction(2, 3)


def test_every_key_of_every_chain_is_understood_between_tables():
    keys = [*TIEBREAKS, *(f"{part}:cotos" for part in PARTS)]
    for key in keys:
        assert comparable_keys([key]) in ((), (key,))
    inside = {key for key in keys if not comparable_keys([key])}
    assert inside == {
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
def test_a_key_of_which_nobody_has_said_how_it_compares_is_refused(key):
    with pytest.raises(KeyError):
        comparable_keys(["wins", key])
