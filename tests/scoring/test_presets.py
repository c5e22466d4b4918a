"""The orders that halls really use, each on a table small enough to count by hand."""

from pathlib import Path

import pytest

from scoring.standings.counting import Counting
from scoring.standings.field import Extras
from scoring.standings.presets import PRESETS
from scoring.standings.tiebreaks import TIEBREAKS
from scoring.wording import tiebreaks as words
from tests.rows import each
from tests.scoring.few import match, placed, rounds, short, table
from tests.scoring.outcomes import Outcome, book_of, group_tables, standings
from tournaments.formats.core import Entrant

# The tie-breaks that ask nothing of the format.
BY_MATCHES = [key for key in TIEBREAKS if key not in ("survival", "format_order", "bracket_place")]
DOCUMENT = Path(__file__).resolve().parents[2] / "docs/standings.md"


def test_mus_groups_by_points_and_chicos():
    outcomes = [match(1, 1, 2, 4, 3), match(2, 3, 1, 4, 2), match(3, 2, 3, 4, 1)]
    assert short(placed("mus_chicos", 3, outcomes)) == [
        (2, None),
        (1, "counted_won"),
        (3, "counted_won"),
    ]


def test_mus_by_vacas_then_juegos_then_tantos():
    outcomes = [
        match(1, 1, 2, 3, 1, tantos=(140, 90)),
        match(1, 3, 4, 3, 1, tantos=(150, 80)),
        match(1, 5, 6, 3, 2, tantos=(150, 149)),
    ]
    assert short(placed("mus_vacas", 6, outcomes)) == [
        (3, None),
        (1, "diff:tantos"),
        (5, "counted_diff"),
        (6, "wins"),
        (2, "counted_diff"),
        (4, "diff:tantos"),
    ]


def test_mus_league_by_txikos_then_the_matches_among_the_tied():
    ring = [match(1, 1, 2, 3, 0), match(2, 2, 3, 3, 1), match(3, 3, 1, 2, 0)]
    lines = placed("mus_txikos", 4, [*ring, match(4, 4, 3, 1, 0)])
    # Three txikos and a match won each: +1, 0 and −1 among them.
    assert short(lines) == [(1, None), (3, "mini_league"), (2, "mini_league"), (4, "counted_won")]


def test_guinote_groups_with_three_on_the_same_wins():
    ring = [match(1, 1, 2, 6, 1), match(2, 2, 3, 6, 2), match(3, 3, 1, 6, 5)]
    lost = [match(round, one, 4, 6, 0) for round, one in ((1, 3), (2, 1), (3, 2))]
    lines = placed("guinote_groups", 4, [*ring, *lost])
    # In all: 1 has 6 + 5 + 6 partidas, 3 has 2 + 6 + 6, 2 has 1 + 6 + 6 (Rulings G8).
    assert short(lines) == [(1, None), (3, "counted_won"), (2, "counted_won"), (4, "wins")]


def test_guinote_groups_with_three_on_the_same_partidas_look_at_what_they_did_among_them():
    ring = [match(1, 1, 2, 6, 1), match(2, 2, 3, 6, 2), match(3, 3, 1, 6, 5)]
    lost = [match(1, 3, 4, 6, 0), match(2, 1, 4, 3, 0), match(3, 2, 4, 7, 0)]
    lines = placed("guinote_groups", 4, [*ring, *lost])
    # 14 partidas each. Among them 1: +5 −1 = +4; 2: −5 +4 = −1; 3: +1 −4 = −3.
    assert short(lines) == [(1, None), (2, "mini_league"), (3, "mini_league"), (4, "wins")]


def test_botifarra_swiss_with_the_cap_of_121():
    outcomes = [match(1, 1, 2, 190, 80), match(1, 3, 4, 121, 79), match(1, 5, 6, 100, 100)]
    lines = placed("botifarra_swiss", 6, outcomes)
    differences = {line.entrant: dict(line.values)["counted_diff"] for line in lines}
    assert differences == {3: 42, 1: 41, 5: 0, 6: 0, 2: -41, 4: -42}
    order = [line.entrant for line in lines]
    assert (order[:2], set(order[2:4]), order[4:]) == ([3, 1], {5, 6}, [2, 4])
    shown = words.shown("marcador", lines, points_unit=PRESETS["botifarra_swiss"].counting.unit)
    assert [shown[number][0].value for number in (1, 5, 2)] == ["1", "½", "0"]


def test_botifarra_groups_by_points_and_difference():
    outcomes = [match(1, 1, 2, 100, 60), match(2, 2, 3, 100, 90), match(3, 3, 1, 100, 95)]
    assert [line.entrant for line in placed("botifarra_groups", 3, outcomes)] == [1, 3, 2]


def test_botifarra_teams_three_points_then_games_then_each_other():
    outcomes = rounds("2-1 4-2, 3-4 3-3 | 1-3 4-2, 4-2 4-2")
    lines = placed("botifarra_teams", 4, outcomes)
    assert [(line.entrant, line.decided_by, *dict(line.values).values()) for line in lines] == [
        (4, None, 4, 7, 0),
        (2, "points", 3, 6, 1),
        (1, "head_to_head", 3, 6, 0),
        (3, "points", 1, 5, 0),
    ]


def test_belote_pools_a_point_for_losing():
    lines = placed("belote_pools", 3, [match(1, 1, 2, 1200, 744)])
    assert [(line.entrant, dict(line.values)["points"]) for line in lines] == [
        (1, 2),
        (2, 1),
        (3, 0),
    ]


def test_belote_totals_with_half_the_deal_for_the_exempt():
    bye = Outcome(1, (3,), 3, {"count": (1944, 0)}, "bye")
    lines = placed("belote_totals", 3, [match(1, 1, 2, 1000, 944), bye])
    assert [(line.entrant, dict(line.values)["counted_won"]) for line in lines] == [
        (1, 1000),
        (3, 972),
        (2, 944),
    ]
    counting = PRESETS["belote_totals"].counting
    entrants = [Entrant(3)]
    (line,) = standings(entrants, [bye], ["counted_diff"], "s", "count", counting)
    assert line.values == (("counted_diff", 0),)


def test_jass_the_best_three_and_then_the_highest_round():
    rounds = [(600, 500), (400, 500), (500, 500), (100, 450)]
    outcomes = [match(at, 1, 2, one, two) for at, (one, two) in enumerate(rounds, 1)]
    lines = placed("jass_best", 2, outcomes)
    assert [line.values for line in lines] == [
        (("counted_won", 1500), ("best_round", 600)),
        (("counted_won", 1500), ("best_round", 500)),
    ]
    assert short(lines) == [(1, None), (2, "best_round")]


def test_skat_by_performance_then_wins_then_fewer_lost():
    outcomes = [
        table(1, {1: 900, 2: 800, 3: 700}),
        table(2, {1: 800, 2: 900, 3: 1000}),
        table(2, {4: 1700, 5: 0}),
    ]
    lines = placed("skat", 5, outcomes)
    assert [line.decided_by for line in lines] == [None, "lost", "lot", "wins", "counted_won"]
    assert [line.entrant for line in (lines[0], *lines[3:])] == [4, 2, 5]


def test_truco_by_victories_and_chicos():
    outcomes = [match(1, 1, 2, 2, 0), match(1, 3, 4, 2, 1), match(1, 5, 6, 2, 0)]
    lines = placed("truco", 6, outcomes)
    assert [line.entrant for line in lines[2:4]] == [3, 4]
    assert {line.entrant for line in lines[:2]} == {1, 5}
    assert lines[2].decided_by == "counted_diff"


class TestMiniLeague:
    """Dominó and briscola: two by their match, three by a small table among them, then shared."""

    CHAIN = ("points", "mini_league")

    def order(self, outcomes, entries, chain=CHAIN):
        entrants = [Entrant(number) for number in range(1, entries + 1)]
        return standings(entrants, outcomes, chain, "s", "count")

    def test_two_by_their_match(self):
        lines = self.order([match(1, 2, 1, 3, 1), match(2, 1, 3, 3, 0)], 3)
        assert short(lines) == [(2, None), (1, "mini_league"), (3, "points")]

    def test_three_in_a_ring_by_the_difference_then_those_level_by_their_match(self):
        ring = [match(1, 1, 2, 3, 2), match(2, 2, 3, 4, 1), match(3, 3, 1, 3, 1)]
        # 2: −1 +3 = +2. 1: +1 −2 and 3: −3 +2, four in favour each; and 3 beat 1.
        lines = self.order(ring, 3)
        assert short(lines) == [(2, None), (3, "mini_league"), (1, "mini_league")]

    def test_those_left_level_start_again_among_themselves(self):
        # All four tied. Among the four, 2, 3 and 4 have a match won, −2 and four in favour each;
        # without the matches against 1 they have +1, 0 and −1.
        outcomes = rounds("1-2 3-0, 3-4 2-0 | 1-3 3-1, 4-2 2-1 | 1-4 3-2, 2-3 3-1")
        lines = self.order(outcomes, 4, ["mini_league"])
        assert [(line.entrant, line.values[0][1]) for line in lines] == [
            (1, 3),
            (2, 2),
            (3, 1),
            (4, 0),
        ]

    def test_a_total_tie_is_shared_and_nothing_crashes(self):
        ring = [match(1, 1, 2, 3, 2), match(2, 2, 3, 3, 2), match(3, 3, 1, 3, 2)]
        lines = self.order(ring, 3)
        assert [(line.place, line.shared) for line in lines] == [(1, True)] * 3
        assert dict(lines[0].values)["mini_league"] == 0


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_survives_a_total_tie(preset):
    """Nothing played; and everybody with the same."""
    for outcomes in ([], [match(1, 1, 2, 5, 5), match(1, 3, 4, 5, 5)]):
        lines = placed(preset, 4, outcomes)
        assert sorted(line.entrant for line in lines) == [1, 2, 3, 4]
        sharing = "lot" not in PRESETS[preset].chain
        assert len({line.place for line in lines}) == (1 if sharing else 4)


def test_chess_cuts_and_medians_and_sonneborn_berger():
    outcomes = rounds("1-2 1-0, 3-4 1-0 | 1-3 1-0, 2-4 1-0 | 4-1 1-0, 2-3 1-0")
    lines = placed("chess", 4, outcomes)
    values = {line.entrant: dict(line.values) for line in lines}
    # 1 and 2 have two wins, four half points; 3 and 4 one, two.
    assert [values[one]["buchholz_cut1"] for one in (1, 2, 3, 4)] == [6, 6, 8, 8]
    assert [values[one]["median"] for one in (1, 2, 3, 4)] == [2, 2, 4, 4]
    assert [values[one]["sonneborn"] for one in (1, 2)] == [2 * (4 + 2), 2 * (2 + 2)]
    assert short(lines)[:2] == [(1, None), (2, "sonneborn")]
    shown = words.shown("marcador", lines, points_unit=2)
    assert [one.value for one in shown[1]] == ["2", "3", "4", "1", "3", "5"]


def test_tables_of_four_by_ladder_points():
    """Ceuta: 4-3-2-1, and who is level shares."""
    lines = placed("tables", 4, [table(1, {1: 40, 2: 30, 3: 30, 4: 0})])
    points = {line.entrant: dict(line.values)["points"] for line in lines}
    assert points == {1: 8, 2: 5, 3: 5, 4: 2}
    shown = words.shown("marcador", lines, points_unit=2)
    assert [shown[number][0].value for number in (1, 2, 3, 4)] == ["4", "2½", "2½", "1"]


def test_n_ceros_out_later_is_better_and_the_last_alive_wins():
    outcomes = rounds("1-2 3-0, 3-4 3-0 | 1-3 3-0, 2-4 3-1")
    alive = Extras(alive=frozenset({1, 2, 3}))
    lines = placed("lives", 4, outcomes, extras=alive)
    assert lines[-1].entrant == 4
    assert [words.counted("survival", dict(line.values)["survival"]) for line in lines] == [
        "pasa de ronda",
        "pasa de ronda",
        "sigue en juego",
        "fuera en la ronda 2",
    ]
    more = [*outcomes, match(3, 1, 2, 3, 0), match(4, 1, 3, 3, 0)]
    lines = placed("lives", 4, more, extras=Extras(alive=frozenset({1})))
    assert [line.entrant for line in lines] == [1, 3, 2, 4]


def test_the_clock_ranks_by_wins_then_by_wins_per_match():
    outcomes = rounds("1-2 3-0 | 3-4 3-0 | 1-4 3-0 | 3-2 3-0 | 4-3 3-0")
    lines = placed("clock", 4, outcomes)
    assert short(lines)[:3] == [(1, None), (3, "wins_per_match"), (4, "wins")]
    assert words.counted("wins_per_match", dict(lines[1].values)["wins_per_match"]) == "66,7 %"


def test_tarot_who_leaves_goes_last_with_his_points():
    outcomes = [table(1, {1: 90, 2: -30, 3: -60}), table(2, {2: 40, 3: -40, 1: 0})]
    lines = placed("tarot", 3, outcomes, extras=Extras(last=frozenset({1})))
    assert [(line.place, line.entrant, line.decided_by) for line in lines] == [
        (1, 2, None),
        (2, 3, "counted_won"),
        (3, 1, "last"),
    ]
    assert (
        words.reasons("tarot", lines, words.shown("tarot", lines))[1]
        == "Por detrás del 3: va al final de la tabla."
    )


def test_the_first_to_reach_his_points_is_ahead():
    outcomes = [match(1, 2, 3, 3, 0), match(2, 1, 3, 3, 0)]
    lines = standings(
        [Entrant(1), Entrant(2), Entrant(3)], outcomes, ["wins", "first_there"], "s", "count"
    )
    assert short(lines) == [(2, None), (1, "first_there"), (3, "wins")]


def test_fewest_penalties_points_brought_and_the_formats_own_order():
    entrants = [Entrant(1), Entrant(2)]
    extras = Extras(penalties={1: 3}, carried={"points": {2: 5}}, order=((2,), (1,)))
    chain = ["penalties", "points", "format_order"]
    lines = standings(entrants, [match(1, 1, 2, 3, 0)], chain, "s", "count", extras=extras)
    assert [line.values for line in lines] == [
        (("penalties", 0), ("points", 5), ("format_order", 2)),
        (("penalties", -3), ("points", 2), ("format_order", 1)),
    ]


def test_everything_of_a_void_entry_is_left_out():
    outcomes = [match(1, 1, 2, 3, 0), match(2, 2, 3, 3, 0), table(3, {1: 5, 2: 4, 3: 3})]
    entrants, chain = [Entrant(1), Entrant(2), Entrant(3)], ["wins", "counted_won"]
    told = chain, "s", "count"
    assert standings(entrants, outcomes, *told, void={1}) == standings(
        entrants, outcomes[1:], *told
    )
    assert standings(entrants, outcomes, *told, void={1}) != standings(entrants, outcomes, *told)


@each(
    "counting, against, tantos",
    (Counting(), (5, 6, 0), (40, 60, 0)),
    (Counting(cap=4), (4, 4, 0), (4, 4, 0)),  # the match is 4–4 for everything
    (Counting(cap_difference=1), (5, 6, 0), (40, 60, 0)),
    (Counting(bye="mean"), (5, 6, 0), (40, 60, 0)),
    (Counting(bye_counted=6, bye_in_difference=False), (5, 6, 0), (40, 60, 0)),
    (Counting(bye="win", bye_in_difference=False), (5, 6, 0), (40, 60, 0)),
)
def test_conceded_is_what_the_rivals_did_whatever_the_difference_counts(counting, against, tantos):
    """1 beats 2 by 6–5 and 60–40 tantos; 3 rests. Own less difference told 3 a bye's own mean."""
    outcomes = [
        match(1, 1, 2, 6, 5, tantos=(60, 40)),
        Outcome(1, (3,), 3, {"count": (6, 0)}, "bye"),
    ]
    chain = ["counted_lost", "against:tantos"]
    lines = standings([Entrant(n) for n in (1, 2, 3)], outcomes, chain, "s", "count", counting)
    found = {line.entrant: line.values for line in lines}
    assert found == {
        number: (("counted_lost", -against[number - 1]), ("against:tantos", -tantos[number - 1]))
        for number in (1, 2, 3)
    }


def test_at_a_table_of_three_what_the_other_two_did_is_conceded():
    outcome = Outcome(1, (1, 2, 3), 1, {"count": (7, 5, 2)})
    lines = standings([Entrant(n) for n in (1, 2, 3)], [outcome], ["counted_lost"], "s", "count")
    assert {line.entrant: -dict(line.values)["counted_lost"] for line in lines} == {
        1: 7,
        2: 9,
        3: 12,
    }


def test_partners_have_what_their_side_has():
    outcome = Outcome(1, (1, 2, 3, 4), 3, {"count": (40, 60)}, partners=2)
    lines = standings(
        [Entrant(n) for n in (1, 2, 3, 4)], [outcome], ["counted_won", "buchholz"], "s", "count"
    )
    assert [(line.entrant, line.won, line.lost, line.values) for line in lines] == [
        (3, 1, 0, (("counted_won", 60), ("buchholz", 0))),
        (4, 1, 0, (("counted_won", 60), ("buchholz", 0))),
        (1, 0, 1, (("counted_won", 40), ("buchholz", 2))),
        (2, 0, 1, (("counted_won", 40), ("buchholz", 2))),
    ]


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
        name: [(one.place, *short([one])[0]) for one in lines] for name, lines in tables.items()
    } == {"A": [(1, 1, None), (2, 2, "wins")], "B": [(1, 4, None), (2, 3, "wins")]}
    assert group_tables(entrants, outcomes, [], ["wins"], "s", "count") == {}


@each(
    "chain, counting",
    (["wins", "counted_diff", "lot"], Counting()),
    (["points", "progressive"], Counting()),
    (["wins_against_best", "points"], Counting()),
    (["points", "counted_won", "lot"], Counting(bye="mean")),
    (BY_MATCHES, Counting(win=3, cap=3, bye="mean", best=2)),
)
def test_a_table_alone_is_the_same_as_among_others(chain, counting):
    """Groups of three and of five, whose members play as many rounds as their group has."""
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
        inside = [entrant for entrant in entrants if entrant.number in numbers]
        here = [outcome for outcome in outcomes if outcome.group == name]
        ordered = book_of(inside, here, chain, "s", "count", counting).table()
        assert [(one.place, one.entrant, dict(one.values)) for one in tables[name]] == ordered
        assert tables[name] == standings(inside, here, chain, "s", "count", counting)
