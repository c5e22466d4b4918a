"""Tests of route cards: the rounds and tables of each entry, and repeated pairings."""

from collections import Counter

import pytest

from scoring.rounds.selectors.calendar import stage_plan
from tests.crowd import enter_invented
from tests.refusals import is_refused
from tests.rows import cases
from tests.scoring.played_rounds import play_all, publish
from tests.scoring.prints.printed import context_of, sheet_pages
from tests.scoring.prints.printed import words as printed
from tests.scoring.rounds.test_round_pages import visible_text
from tournaments.models import Tournament
from tournaments.names.audience import EVERYTHING
from tournaments.people.services.registering import set_fixed_table
from tournaments.refusal import Refused


def _tournament_with_entries(make_tournament, author, count: int, **options):
    tournament = make_tournament(**options)
    enter_invented(tournament, author, count, "tapete")
    return tournament


@pytest.mark.parametrize("format", ["totals", "melee"])
def test_the_planned_rounds_are_drawn_as_planned(make_tournament, pilar, format):
    tournament = _tournament_with_entries(
        make_tournament, pilar, 9, format=format, format_options={"rounds": 3}
    )
    play_all(publish(tournament, pilar), pilar)
    plan = stage_plan(tournament.stage, EVERYTHING)
    assert len(plan.rounds) == 3
    for number in (2, 3):
        drawn_rows = publish(tournament, pilar).report["drawn"]
        assert [list(pairing.sides) for pairing in plan.rounds[number - 1]] == [
            row[1] for row in drawn_rows
        ]
        play_all(tournament.stage.rounds.get(number=number), pilar)


def test_each_entry_has_a_card_with_all_its_rounds(make_tournament, pilar):
    tournament = _tournament_with_entries(
        make_tournament, pilar, 9, format="melee", format_options={"rounds": 3}
    )
    with is_refused("round_not_published", status=409):
        context_of(tournament, "routes")
    set_fixed_table(entry=tournament.entries.get(number=4), author=pilar, table=7)
    publish(tournament, pilar)
    cards = context_of(tournament, "routes")["cards"]
    assert [card["number"] for card in cards] == list(range(1, 10))
    assert {stop["where"][:6] for stop in cards[3]["stops"] if stop["where"]} == {"mesa 7"}
    assert all([stop["round"] for stop in card["stops"]] == [1, 2, 3] for card in cards)
    sheet = printed(sheet_pages(tournament, "routes"))
    assert "Hoja de ruta" in sheet and "descansa" in sheet and "Encuentros que se repiten" in sheet


def test_a_league_with_dates_is_played_home_and_away(make_tournament, pairs, pilar):
    tournament = make_tournament(format="league", format_options={})
    pairs(tournament, 5)
    publish(tournament, pilar)
    cards = context_of(tournament, "routes")["cards"]
    assert {stop["where"] for card in cards for stop in card["stops"]} == {""}
    stage = tournament.stage
    stage.dates = ["2026-05-08T20:00:00+02:00", "2026-05-15T20:00:00+02:00"]
    stage.save()
    tournament = Tournament.objects.get()
    place_of = {
        (card["number"], stop["round"]): stop["where"]
        for card in context_of(tournament, "routes")["cards"]
        for stop in card["stops"]
    }
    fixtures = [date["fixtures"] for date in context_of(tournament, "calendar")["dates"]]
    for number, pairings in enumerate(fixtures, 1):
        for pairing in pairings:
            home, away = pairing["home"].number, pairing["away"].number
            assert (place_of[home, number], place_of[away, number]) == ("en casa", "fuera")
    assert Counter(place_of.values()) == {"en casa": 10, "fuera": 10, "": 5}


@cases("format, options", ("swiss", {"rounds": 3}), ("clock", {}), ("knockout", {}))
def test_formats_whose_draw_depends_on_results_have_no_route_cards(
    make_tournament, pairs, pilar, format, options
):
    tournament = make_tournament(format=format, format_options=options)
    pairs(tournament, 6)
    publish(tournament, pilar)
    with pytest.raises(Refused):
        context_of(tournament, "routes")


def test_the_page_of_a_round_counts_repeated_pairings(make_tournament, pilar, client):
    tournament = _tournament_with_entries(
        make_tournament, pilar, 9, format="melee", format_options={"rounds": 3}
    )
    publish(tournament, pilar)
    page = visible_text(client.get("/t/casino-de-calamocha/ronda/1/"))
    assert "No se repite ningún cruce." in page
    assert "Ningún sorteo" not in page
