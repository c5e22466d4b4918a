"""Presets with caps, penalties, groups or void entries; `test_usual_order.py` has plain chains."""

from pathlib import Path

from scoring.standings.counting import PRESETS, Counting
from scoring.standings.field import Extras
from scoring.standings.tiebreaks import TIEBREAKS
from scoring.standings.words import tiebreaks as words
from tests.rows import each
from tests.scoring.standings.outcomes import Outcome, book_of, group_tables, standings
from tests.scoring.standings.small_matches import (
    match,
    order_with_reasons,
    rank_by_preset,
    read_matches,
    table_match,
)
from tournaments.formats.core import Entrant

# Tie-breaks that do not depend on the format.
MATCH_TIEBREAKS = [
    key for key in TIEBREAKS if key not in ("survival", "format_order", "bracket_place")
]
DOCUMENT = Path(__file__).resolve().parents[3] / "docs/standings/orders.md"


def test_botifarra_swiss_with_the_cap_of_121():
    outcomes = [match(1, 1, 2, 190, 80), match(1, 3, 4, 121, 79), match(1, 5, 6, 100, 100)]
    lines = rank_by_preset("botifarra_swiss", 6, outcomes)
    differences = {line.entrant: dict(line.values)["counted_diff"] for line in lines}
    assert differences == {3: 42, 1: 41, 5: 0, 6: 0, 2: -41, 4: -42}
    order = [line.entrant for line in lines]
    assert (order[:2], set(order[2:4]), order[4:]) == ([3, 1], {5, 6}, [2, 4])
    texts = words.texts_of(lines, points_unit=PRESETS["botifarra_swiss"].counting.unit)
    assert [texts[number]["points"] for number in (1, 5, 2)] == ["1", "½", "0"]


@each("preset", *PRESETS)
def test_every_preset_ranks_entries_that_are_equal_in_everything(preset):
    """Rank entries without matches, and entries with equal results."""
    for outcomes in ([], [match(1, 1, 2, 5, 5), match(1, 3, 4, 5, 5)]):
        lines = rank_by_preset(preset, 4, outcomes)
        assert sorted(line.entrant for line in lines) == [1, 2, 3, 4]
        places_are_shared = "lot" not in PRESETS[preset].chain
        assert len({line.place for line in lines}) == (1 if places_are_shared else 4)


def test_the_values_of_the_tie_breaks_of_chess():
    outcomes = read_matches("1-2 1-0, 3-4 1-0 | 1-3 1-0, 2-4 1-0 | 4-1 1-0, 2-3 1-0")
    lines = rank_by_preset("chess", 4, outcomes)
    values = {line.entrant: dict(line.values) for line in lines}
    # In half points: entries 1 and 2 have four (two wins), 3 and 4 have two (one win).
    assert [values[number]["buchholz_cut1"] for number in (1, 2, 3, 4)] == [6, 6, 8, 8]
    assert [values[number]["median"] for number in (1, 2, 3, 4)] == [2, 2, 4, 4]
    assert [values[number]["sonneborn"] for number in (1, 2)] == [2 * (4 + 2), 2 * (2 + 2)]
    assert order_with_reasons(lines)[:2] == [(1, None), (2, "sonneborn")]
    texts = words.texts_of(lines, points_unit=2)
    assert [*texts[1].values()] == ["2", "3", "4", "1", "3", "5"]


def test_tables_of_four_give_points_by_place():
    """In Ceuta, the places give 4, 3, 2 and 1 points; tied entries share their points."""
    lines = rank_by_preset("tables", 4, [table_match(1, {1: 40, 2: 30, 3: 30, 4: 0})])
    points = {line.entrant: dict(line.values)["points"] for line in lines}
    assert points == {1: 8, 2: 5, 3: 5, 4: 2}
    texts = words.texts_of(lines, points_unit=2)
    assert [texts[number]["points"] for number in (1, 2, 3, 4)] == ["4", "2½", "2½", "1"]


def test_in_n_ceros_a_later_exit_is_better_and_the_last_alive_wins():
    outcomes = read_matches("1-2 3-0, 3-4 3-0 | 1-3 3-0, 2-4 3-1")
    alive = Extras(alive=frozenset({1, 2, 3}))
    lines = rank_by_preset("lives", 4, outcomes, extras=alive)
    assert lines[-1].entrant == 4
    assert [words.tally_in_words("survival", dict(line.values)["survival"]) for line in lines] == [
        "pasa de ronda",
        "pasa de ronda",
        "sigue en juego",
        "fuera en la ronda 2",
    ]
    all_outcomes = [*outcomes, match(3, 1, 2, 3, 0), match(4, 1, 3, 3, 0)]
    lines = rank_by_preset("lives", 4, all_outcomes, extras=Extras(alive=frozenset({1})))
    assert [line.entrant for line in lines] == [1, 3, 2, 4]


def test_the_clock_ranks_by_wins_then_by_wins_per_match():
    outcomes = read_matches("1-2 3-0 | 3-4 3-0 | 1-4 3-0 | 3-2 3-0 | 4-3 3-0")
    lines = rank_by_preset("clock", 4, outcomes)
    assert order_with_reasons(lines)[:3] == [(1, None), (3, "wins_per_match"), (4, "wins")]
    assert (
        words.tally_in_words("wins_per_match", dict(lines[1].values)["wins_per_match"]) == "66,7 %"
    )


def test_in_tarot_a_withdrawn_player_goes_last_with_his_points():
    outcomes = [table_match(1, {1: 90, 2: -30, 3: -60}), table_match(2, {2: 40, 3: -40, 1: 0})]
    lines = rank_by_preset("tarot", 3, outcomes, extras=Extras(last_entries=frozenset({1})))
    assert [(line.place, line.entrant, line.decided_by) for line in lines] == [
        (1, 2, None),
        (2, 3, "counted_won"),
        (3, 1, "last"),
    ]
    assert (
        words.reasons("tarot", lines, words.texts_of(lines))[1]
        == "Por detrás del 3: va al final de la tabla."
    )


def test_penalties_carried_points_and_the_order_of_the_format_are_tie_breaks():
    entrants = [Entrant(1), Entrant(2)]
    extras = Extras(penalties={1: 3}, carried_values={"points": {2: 5}}, order=((2,), (1,)))
    chain = ["penalties", "points", "format_order"]
    lines = standings(entrants, [match(1, 1, 2, 3, 0)], chain, "s", "count", extras=extras)
    assert [line.values for line in lines] == [
        (("penalties", 0), ("points", 5), ("format_order", 2)),
        (("penalties", -3), ("points", 2), ("format_order", 1)),
    ]


def test_the_matches_of_a_void_entry_are_left_out():
    outcomes = [match(1, 1, 2, 3, 0), match(2, 2, 3, 3, 0), table_match(3, {1: 5, 2: 4, 3: 3})]
    entrants, chain = [Entrant(1), Entrant(2), Entrant(3)], ["wins", "counted_won"]
    arguments = chain, "s", "count"
    assert standings(entrants, outcomes, *arguments, void={1}) == standings(
        entrants, outcomes[1:], *arguments
    )
    assert standings(entrants, outcomes, *arguments, void={1}) != standings(
        entrants, outcomes, *arguments
    )


def test_each_group_has_its_own_table():
    outcomes = [
        match(1, 1, 2, 3, 0, group="A"),
        match(1, 4, 3, 3, 0, group="B"),
        match(2, 1, 4, 0, 3),
    ]
    entrants = [Entrant(number) for number in range(1, 6)]
    groups = [("A", (1, 2)), ("B", (3, 4, 9))]
    tables = group_tables(entrants, outcomes, groups, ["wins", "counted_diff"], "s", "count")
    assert {
        name: [(line.place, *order_with_reasons([line])[0]) for line in lines]
        for name, lines in tables.items()
    } == {"A": [(1, 1, None), (2, 2, "wins")], "B": [(1, 4, None), (2, 3, "wins")]}
    assert group_tables(entrants, outcomes, [], ["wins"], "s", "count") == {}


@each(
    "chain, counting",
    (["wins", "counted_diff", "lot"], Counting()),
    (["points", "progressive"], Counting()),
    (["wins_against_best", "points"], Counting()),
    (["points", "counted_won", "lot"], Counting(bye="mean")),
    (MATCH_TIEBREAKS, Counting(win=3, cap=3, bye="mean", best=2)),
)
def test_the_table_of_a_group_is_the_same_alone_and_among_others(chain, counting):
    """Compare groups of three and of five entries with the oracle and with each group alone."""
    groups = {"A": (1, 2, 3), "B": (4, 5, 6, 7, 8)}
    outcomes = [
        match(1, 1, 2, 3, 1, group="A"),
        match(2, 3, 1, 3, 2, group="A"),
        match(3, 2, 3, 3, 0, group="A"),
        match(1, 4, 5, 3, 0, group="B"),
        match(1, 6, 7, 3, 1, group="B"),
        match(2, 4, 8, 3, 2, group="B"),
        match(2, 5, 7, 4, 3, group="B"),
        match(3, 8, 5, 1, 3, group="B"),
        match(4, 6, 4, 3, 2, group="B"),
        match(5, 7, 8, 0, 3, group="B"),
        *(
            Outcome(round, (number,), None, {}, "bye", group=group)
            for round, number, group in ((1, 3, "A"), (2, 2, "A"), (1, 8, "B"), (2, 6, "B"))
        ),
    ]
    entrants = [Entrant(number) for number in range(1, 9)]
    tables = group_tables(entrants, outcomes, list(groups.items()), chain, "s", "count", counting)
    for name, numbers in groups.items():
        members = [entrant for entrant in entrants if entrant.number in numbers]
        group_outcomes = [outcome for outcome in outcomes if outcome.group == name]
        expected = book_of(members, group_outcomes, chain, "s", "count", counting).table()
        assert [(line.place, line.entrant, dict(line.values)) for line in tables[name]] == expected
        assert tables[name] == standings(members, group_outcomes, chain, "s", "count", counting)
