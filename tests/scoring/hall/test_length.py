"""Changing the number of rounds of a stage, with a public reason."""

import pytest

from scoring.forecast.simulation.rehearsal import stage_over
from scoring.rounds.selectors.rounds import recompute_draw
from tests.crowd import enter_invented
from tests.refusals import is_refused
from tests.rows import each
from tests.scoring.played_rounds import play_all, publish
from tests.scoring.rounds.test_round_pages import visible_text
from tournaments.formats.core import DrawError
from tournaments.names.audience import EVERYTHING
from tournaments.refusal import Refused
from tournaments.rounds.selectors.day import phase
from tournaments.rounds.selectors.rounds import drawn_rows
from tournaments.setup.services.stages import change_rounds

ADDRESS = "/t/casino-de-calamocha/"
CHANGE_URL = ADDRESS + "rondas/cuantas/"
SWISS = {"format": "swiss", "format_options": {"rounds": 2}}
TOTALS = {"format": "totals", "format_options": {"rounds": 3, "best": 3}}


def _change(tournament, author, rounds: int, reason: str = "vamos con tiempo"):
    return change_rounds(stage=tournament.stage, author=author, rounds=rounds, reason=reason)


def test_an_added_round_reopens_a_finished_tournament(make_tournament, pairs, pilar):
    tournament = make_tournament(**SWISS)
    pairs(tournament, 4)
    rounds = [publish(tournament, pilar) for _round in range(1)]
    play_all(rounds[0], pilar)
    play_all(publish(tournament, pilar), pilar)
    assert (
        stage_over(tournament.stage, EVERYTHING)
        and phase(tournament, tournament.stage, EVERYTHING) == "finished"
    )
    _change(tournament, pilar, 3)
    assert (
        not stage_over(tournament.stage, EVERYTHING)
        and phase(tournament, tournament.stage, EVERYTHING) == "playing"
    )
    play_all(publish(tournament, pilar), pilar)
    assert phase(tournament, tournament.stage, EVERYTHING) == "finished"


def test_an_undrawn_round_is_dropped_and_a_drawn_one_is_not(make_tournament, pairs, pilar):
    tournament = make_tournament(**TOTALS)
    pairs(tournament, 8)
    play_all(publish(tournament, pilar), pilar)
    play_all(publish(tournament, pilar), pilar)
    with is_refused("rounds_drawn", status=409):
        _change(tournament, pilar, 1)
    assert _change(tournament, pilar, 2).format_options["best"] == 2
    assert stage_over(tournament.stage, EVERYTHING)


@each("rounds, reason", (2, "x"), (3, ""), (3, " "))
def test_a_change_of_rounds_needs_another_number_and_a_reason(
    make_tournament, pilar, rounds, reason
):
    with pytest.raises(Refused):
        _change(make_tournament(**SWISS), pilar, rounds, reason)


def test_a_number_of_rounds_that_the_format_forbids_is_refused(make_tournament, pilar):
    tournament = make_tournament(**TOTALS)
    with pytest.raises(DrawError):
        _change(tournament, pilar, 0)
    tournament.stage.refresh_from_db()
    assert tournament.stage.format_options["rounds"] == 3


def test_a_knockout_has_no_number_of_rounds(casino, pilar):
    with is_refused("no_rounds"):
        _change(casino, pilar, 3)


def test_an_earlier_draw_is_still_reproduced_from_its_seed(make_tournament, pilar):
    tournament = make_tournament(format="melee", format_options={"rounds": 2})
    enter_invented(tournament, pilar, 9, "tapete")
    first_round = publish(tournament, pilar)
    _change(tournament, pilar, 7)
    first_round.refresh_from_db()
    assert drawn_rows(recompute_draw(first_round)) == first_round.report["drawn"]


def test_the_page_changes_the_rounds_and_the_public_reads_the_reason(
    make_tournament, pairs, client, client_as, pilar
):
    tournament = make_tournament(**SWISS)
    pairs(tournament, 4)
    publish(tournament, pilar)
    browser = client_as(pilar)
    assert "Añadir o quitar rondas" in visible_text(browser.get(ADDRESS + "rondas/"))
    assert browser.post(CHANGE_URL, {"rounds": "0", "reason": "x"}).status_code == 400
    assert browser.post(CHANGE_URL, {"rounds": "2", "reason": "x"}).status_code == 400
    assert browser.post(CHANGE_URL, {"rounds": "3", "reason": "hay luz"}).status_code == 302
    for page in ("clasificacion/", "ronda/1/"):
        assert "Rondas: de 2 a 3. Motivo: hay luz" in visible_text(client.get(ADDRESS + page)), page
    assert "Cambió el número de rondas" in visible_text(browser.get(ADDRESS + "historial/"))
