"""Totals can be checked: what every sum is made of, and every row adds up by hand."""

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
from scoring.standings.table import SUMMED, CountedMatch, sums_of
from tests.api.conftest import Api
from tests.scoring.days import SWISS, publish
from tests.scoring.prints.printed import sheet_pages, words
from tests.scoring.standings.outcomes import Outcome, field_of, standings
from tests.scoring.standings.test_ranking import COUNTINGS, KINDS, hall
from tests.sizes import size
from tests.worlds import world
from tournaments.formats.core import Entrant
from tournaments.models import Stage
from tournaments.names.audience import EVERYTHING

PAGE = "/t/casino-de-calamocha/clasificacion/"
TAROT = {"game": "tarot", "game_options": asdict(rules.game("tarot").presets["fft"])}
WAYS = {
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


# --- The pure part ------------------------------------------------------------------------------
@settings(deadline=None, max_examples=size(80, 200))
@given(st.integers(0, 10**6), KINDS, COUNTINGS, st.sampled_from(["", "points", "counted"]))
def test_every_row_adds_up_whatever_rests_caps_penalties_and_carried_points(
    luck, kind, counting, off
):
    entrants, outcomes = hall(luck, tables=kind[0], partners=kind[1])
    counting = replace(counting, penalties=off)
    taken = {1: 2, 3: 1} if off else {}
    keys = {"points": ["points"], "counted": ["counted_won", "counted_diff"]}.get(off, [])
    brought = {key: {1: 10, 2: -4} for key in SUMMED}
    for key in keys:
        brought[key] = {n: brought[key].get(n, 0) - taken.get(n, 0) for n in (1, 2, 3)}
    extras = Extras(penalties=taken, carried=brought)
    field = field_of(entrants, outcomes, "s", "partidas", counting, extras)
    lines = standings(entrants, outcomes, list(SUMMED), "s", "partidas", counting, extras)
    for key in SUMMED:
        sums = sums_of(field, key, taken if key in keys else None)
        assert {one.entrant: dict(one.values)[key] for one in lines} == {
            number: own.total for number, own in sums.items()
        }
        for number, own in sums.items():
            assert own.carried == {1: 10, 2: -4}.get(number, 0)
            assert own.taken == (taken.get(number, 0) if key in keys else 0)
            if counting.best:
                kept = [part for part in own.parts if part.counts]
                bringing = [part for part in kept if not (part.rest and not part.value)]
                assert len(bringing) <= counting.best


def test_of_two_rounds_alike_the_later_is_left_out():
    played = [
        Outcome(round, (1, 2), 1, {"puntos": (points, 0)})
        for round, points in ((1, 80), (2, 60), (3, 80), (4, 60))
    ]
    field = field_of([Entrant(1), Entrant(2)], played, "s", "puntos", Counting(best=3))
    assert sums_of(field, "counted_won")[1].parts == (
        CountedMatch(1, 80),
        CountedMatch(2, 60),
        CountedMatch(3, 80),
        CountedMatch(4, 60, counts=False),
    )


# --- A day --------------------------------------------------------------------------------------
@pytest.fixture
def played(make_tournament, pairs, pilar):
    """Thirteen people, four rounds, somebody with a sanction of 3 points that counts."""

    def make(way):
        made = make_tournament(**WAYS[way])
        pairs(made, 13)
        for _round in range(4):
            rehearsal.play_round(publish(made, pilar), pilar, way)
        stage = Stage.objects.select_related("tournament").get(tournament=made)
        counting = {**stage.counting, "penalties": "counted"}
        set_standings(stage=stage, author=pilar, chain=stage.chain, counting=counting)
        stage = Stage.objects.select_related("tournament").get(pk=stage.pk)
        note_ruling(
            stage=stage,
            entry=made.entries.get(number=2),
            author=pilar,
            follows="points",
            points=3,
            reason="habla",
        )
        return stage

    return make


@world
def best_three(played):
    return played("the best three of four")


def adds_up(stage):
    told = stage_sums(stage, EVERYTHING)
    lines = [line for table in stage_tables(stage, EVERYTHING).values() for line in table]
    assert told.rounds == (1, 2, 3, 4) and lines
    for line in lines:
        for key, value in line.values:
            if key in SUMMED:
                assert told.by_key[key][line.entrant].total == value, (line.entrant, key)
    some = [part for one in next(iter(told.by_key.values())).values() for part in one.parts]
    assert any(not part.counts for part in some) == bool(stage.format_rules().best)
    assert any(part.rest for part in some) or stage.format != "melee"


@pytest.mark.parametrize("way", [way for way in WAYS if way != "the best three of four"])
def test_every_row_of_the_day_adds_up_to_its_standing(played, way):
    adds_up(played(way))


@pytest.mark.slow
def test_the_page_shows_each_round_beside_the_sum_and_marks_what_is_left_out(best_three, client):
    adds_up(best_three)
    page = client.get(PAGE).text
    assert "de dónde sale la suma" in page and "Entre paréntesis y tachado" in page
    own = stage_sums(best_three, EVERYTHING).by_key["counted_won"][1]
    (out,) = [part for part in own.parts if not part.counts and not part.rest][:1]
    assert f"<s>({out.value})</s>".replace("-", "−") in page and "no cuenta" in page
    assert "Sanción" in page and '<td class="num">−3</td>' in page


@pytest.mark.slow
def test_the_paper_shows_them_too(best_three):
    told = words(sheet_pages(best_three.tournament, "standings"))
    assert "de dónde sale la suma" in told and "R4" in told and "Sanción" in told


def test_a_program_reads_what_each_sum_is_made_of(best_three, pilar):
    for line in Api(pilar).get("tournaments/casino-de-calamocha/standings/").json()["results"]:
        for made in line["sums"]:
            told = sum(part["number"] for part in made["parts"] if part["counts"])
            (value,) = [one["number"] for one in line["values"] if one["key"] == made["key"]]
            assert told + made["carried"] - made["taken"] == made["total"] == value
        assert [made["key"] for made in line["sums"]] == ["counted_won"]


def test_a_swiss_shows_no_sums_unless_only_the_best_rounds_count(
    make_tournament, pairs, pilar, client
):
    made = make_tournament(**SWISS)
    pairs(made, 6)
    rehearsal.play_round(publish(made, pilar), pilar, "x")
    assert not shows_sums(made.stage) and "de dónde sale" not in client.get(PAGE).text
    set_standings(stage=made.stage, author=pilar, chain=made.stage.chain, counting={"best": 1})
    assert "de dónde sale" in client.get(PAGE).text
