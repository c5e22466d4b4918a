"""Tests of the sums of the standings: the parts of a sum, and their total, in every format."""

from dataclasses import asdict, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rules
from scoring.forecast.simulation import rehearsal
from scoring.refereeing.services.rulings import note_ruling
from scoring.standings.counting import Counting
from scoring.standings.field import Extras
from scoring.standings.selectors.standings import stage_tables
from scoring.standings.selectors.sums import shows_sums, stage_sums
from scoring.standings.services import set_standings
from scoring.standings.table import SUM_AMOUNTS, CountedMatch, sums_of
from tests.api.conftest import Api
from tests.scoring.played_rounds import SWISS, publish
from tests.scoring.prints.printed import sheet_pages, words
from tests.scoring.standings.outcomes import Outcome, field_of, standings
from tests.scoring.standings.test_ranking import COUNTINGS, TABLES_AND_PARTNERS, random_tournament
from tests.sizes import size
from tests.worlds import world
from tournaments.formats.core import Entrant
from tournaments.models import Stage
from tournaments.names.audience import EVERYTHING

PAGE = "/t/casino-de-calamocha/clasificacion/"
TAROT = {"game": "tarot", "game_options": asdict(rules.game("tarot").presets["fft"])}
TOURNAMENTS = {
    "totals": {**TAROT, "format": "totals", "format_options": {"rounds": 4}},
    "the best three of four": {
        **TAROT,
        "format": "totals",
        "format_options": {"rounds": 4, "best": 3},
    },
    "by the places at the table": {
        **TAROT,
        "format": "totals",
        "format_options": {"rounds": 4, "count": "table"},
    },
    "tables in groups": {
        **TAROT,
        "format": "totals",
        "format_options": {"rounds": 4, "best": 2, "groups": 2},
    },
    "partners drawn": {"format": "melee", "format_options": {"rounds": 4, "best": 2}},
}


# --- Sums of plain values -----------------------------------------------------------------------
@settings(max_examples=size(80, 200))
@given(
    st.integers(0, 10**6),
    TABLES_AND_PARTNERS,
    COUNTINGS,
    st.sampled_from(["", "points", "counted"]),
)
def test_every_sum_adds_up_with_byes_caps_penalties_and_carried_points(
    seed, tables_and_partners, counting, reduced_total
):
    entrants, outcomes = random_tournament(
        seed, tables=tables_and_partners[0], partners=tables_and_partners[1]
    )
    counting = replace(counting, penalties=reduced_total)
    penalties = {1: 2, 3: 1} if reduced_total else {}
    keys = {"points": ["points"], "counted": ["counted_won", "counted_diff"]}.get(reduced_total, [])
    carried_values = {key: {1: 10, 2: -4} for key in SUM_AMOUNTS}
    for key in keys:
        carried_values[key] = {
            number: carried_values[key].get(number, 0) - penalties.get(number, 0)
            for number in (1, 2, 3)
        }
    extras = Extras(penalties=penalties, carried_values=carried_values)
    field = field_of(entrants, outcomes, "s", "partidas", counting, extras)
    lines = standings(entrants, outcomes, list(SUM_AMOUNTS), "s", "partidas", counting, extras)
    for key in SUM_AMOUNTS:
        sums = sums_of(field, key, penalties if key in keys else None)
        assert {line.entrant: dict(line.values)[key] for line in lines} == {
            number: row.total for number, row in sums.items()
        }
        for number, row in sums.items():
            assert row.carried == {1: 10, 2: -4}.get(number, 0)
            assert row.taken == (penalties.get(number, 0) if key in keys else 0)
            if counting.best:
                counting_parts = [part for part in row.parts if part.counts]
                valued_parts = [
                    part for part in counting_parts if not (part.rest and not part.value)
                ]
                assert len(valued_parts) <= counting.best


def test_the_later_of_two_equal_rounds_is_left_out():
    outcomes = [
        Outcome(round, (1, 2), 1, {"puntos": (points, 0)})
        for round, points in ((1, 80), (2, 60), (3, 80), (4, 60))
    ]
    field = field_of([Entrant(1), Entrant(2)], outcomes, "s", "puntos", Counting(best=3))
    assert sums_of(field, "counted_won")[1].parts == (
        CountedMatch(1, 80),
        CountedMatch(2, 60),
        CountedMatch(3, 80),
        CountedMatch(4, 60, counts=False),
    )


# --- Sums of a played stage ---------------------------------------------------------------------
@pytest.fixture
def make_played(make_tournament, pairs, pilar):
    """A function that plays four rounds of thirteen entries; entry 2 has a penalty of 3 points."""

    def play(name):
        tournament = make_tournament(**TOURNAMENTS[name])
        pairs(tournament, 13)
        for _round in range(4):
            rehearsal.play_round(publish(tournament, pilar), pilar, name)
        stage = Stage.objects.select_related("tournament").get(tournament=tournament)
        counting = {**stage.counting, "penalties": "counted"}
        set_standings(stage=stage, author=pilar, chain=stage.chain, counting=counting)
        stage = Stage.objects.select_related("tournament").get(pk=stage.pk)
        note_ruling(
            stage=stage,
            entry=tournament.entries.get(number=2),
            author=pilar,
            follows="points",
            points=3,
            reason="habla",
        )
        return stage

    return play


@world
def stage_of_best_three(make_played):
    return make_played("the best three of four")


def check_sums(stage):
    sums = stage_sums(stage, EVERYTHING)
    lines = [line for table in stage_tables(stage, EVERYTHING).values() for line in table]
    assert sums.rounds == (1, 2, 3, 4) and lines
    for line in lines:
        for key, value in line.values:
            if key in SUM_AMOUNTS:
                assert sums.sums_by_key[key][line.entrant].total == value, (line.entrant, key)
    parts = [part for row in next(iter(sums.sums_by_key.values())).values() for part in row.parts]
    assert any(not part.counts for part in parts) == bool(stage.format_rules().best)
    assert any(part.rest for part in parts) or stage.format != "melee"


@pytest.mark.parametrize("name", [name for name in TOURNAMENTS if name != "the best three of four"])
def test_the_sums_of_a_played_stage_equal_its_standings(make_played, name):
    check_sums(make_played(name))


@pytest.mark.slow
def test_the_page_shows_the_rounds_of_a_sum_and_strikes_out_dropped_ones(
    stage_of_best_three, client
):
    check_sums(stage_of_best_three)
    page = client.get(PAGE).text
    assert "de dónde sale la suma" in page and "Entre paréntesis y tachado" in page
    sum_of_entry = stage_sums(stage_of_best_three, EVERYTHING).sums_by_key["counted_won"][1]
    (discarded_part,) = [part for part in sum_of_entry.parts if not part.counts and not part.rest][
        :1
    ]
    assert f"<s>({discarded_part.value})</s>".replace("-", "−") in page and "no cuenta" in page
    assert "Sanción" in page and '<td class="num">−3</td>' in page


@pytest.mark.slow
def test_the_printed_standings_show_the_sums(stage_of_best_three):
    text = words(sheet_pages(stage_of_best_three.tournament, "standings"))
    assert "de dónde sale la suma" in text and "R4" in text and "Sanción" in text


def test_the_api_returns_the_parts_of_each_sum(stage_of_best_three, pilar):
    for line in Api(pilar).get("tournaments/casino-de-calamocha/standings/").json()["results"]:
        for entry_sum in line["sums"]:
            counted_sum = sum(part["number"] for part in entry_sum["parts"] if part["counts"])
            (value,) = [row["number"] for row in line["values"] if row["key"] == entry_sum["key"]]
            assert (
                counted_sum + entry_sum["carried"] - entry_sum["taken"]
                == entry_sum["total"]
                == value
            )
        assert [entry_sum["key"] for entry_sum in line["sums"]] == ["counted_won"]


def test_a_swiss_shows_no_sums_unless_only_the_best_rounds_count(
    make_tournament, pairs, pilar, client
):
    tournament = make_tournament(**SWISS)
    pairs(tournament, 6)
    rehearsal.play_round(publish(tournament, pilar), pilar, "x")
    assert not shows_sums(tournament.stage) and "de dónde sale" not in client.get(PAGE).text
    set_standings(
        stage=tournament.stage, author=pilar, chain=tournament.stage.chain, counting={"best": 1}
    )
    assert "de dónde sale" in client.get(PAGE).text
