"""Tests of the format «by the clock»: calls of free entries, late entries, and the last call."""

import pytest

from scoring.refereeing.services.calls import make_last_call, resume_calls
from scoring.rounds.services.withdrawals import withdraw_entry
from tests.scoring.played_rounds import play, publish
from tests.scoring.rounds.test_round_pages import visible_text
from tests.worlds import world
from tournaments.models import Match, Round
from tournaments.names.audience import EVERYTHING
from tournaments.names.people import Person
from tournaments.people.services.registering import register_entry, reinstate
from tournaments.refusal import Refused
from tournaments.rounds.selectors.day import day, phase

LIST = "/t/casino-de-calamocha/rondas/"
LAST_CALL_URL, TAKE_BACK_URL = LIST + "ultima-llamada/", LIST + "reabrir-llamadas/"


@world
def tournament(make_tournament, pairs, pilar):
    """A tournament by the clock of five pairs: two matches in play, one pair without a rival."""
    tournament = make_tournament(format="clock", format_options={})
    pairs(tournament, 5)
    publish(tournament, pilar)
    return tournament


def _playing(tournament) -> list[Match]:
    return list(tournament.matches.filter(state=Match.State.PLAYING).order_by("number"))


def _numbers(tournament) -> list[int]:
    return sorted(entry.number for match in _playing(tournament) for entry in match.everybody)


def test_entries_that_finish_a_match_are_called_at_once(tournament, pilar):
    play(_playing(tournament)[0], pilar)
    assert len(_playing(tournament)) == 2 and tournament.stage.rounds.count() == 2
    assert not tournament.stage.rounds.filter(state=Round.State.DRAFT).exists()


def test_a_late_or_reinstated_entry_is_called(tournament, pilar):
    late_entry = register_entry(
        tournament=tournament, author=pilar, players=[Person("Ana", "Gil"), Person("Eva", "Sanz")]
    )
    assert _numbers(tournament) == [1, 2, 3, 4, 5, 6]
    withdraw_entry(entry=late_entry, author=pilar, reason="se va")
    assert len(_playing(tournament)) == 2
    reinstate(entry=late_entry, author=pilar)
    assert len(_playing(tournament)) == 2, (
        "the two free pairs have just met: they wait for another rival"
    )
    play(_playing(tournament)[0], pilar)
    assert len(_playing(tournament)) == 3


def test_after_the_last_call_no_match_is_called_and_the_stage_ends(tournament, pilar):
    make_last_call(stage=tournament.stage, author=pilar)
    for match in _playing(tournament):
        assert phase(tournament, tournament.stage, EVERYTHING) == "playing"
        play(match, pilar)
    assert not _playing(tournament) and tournament.stage.rounds.count() == 1
    assert phase(tournament, tournament.stage, EVERYTHING) == "finished"
    with pytest.raises(Refused):
        make_last_call(stage=tournament.stage, author=pilar)


def test_an_even_last_call_gives_all_entries_the_same_number_of_matches(
    make_tournament, pairs, pilar
):
    tournament = make_tournament(format="clock", format_options={"last_call": "even"})
    pairs(tournament, 6)
    publish(tournament, pilar)
    for match in _playing(tournament)[:2]:
        play(match, pilar)
    make_last_call(stage=tournament.stage, author=pilar)
    while playing := _playing(tournament):
        play(playing[0], pilar)
    assert day(tournament, tournament.stage, EVERYTHING).over
    players = [entry for match in tournament.matches.all() for entry in match.everybody]
    assert len({players.count(entry) for entry in players}) == 1


def test_a_last_call_is_taken_back_with_a_reason(tournament, pilar):
    make_last_call(stage=tournament.stage, author=pilar)
    play(_playing(tournament)[0], pilar)
    with pytest.raises(Refused):
        resume_calls(stage=tournament.stage, author=pilar, reason=" ")
    resume_calls(stage=tournament.stage, author=pilar, reason="quedaba media hora")
    assert len(_playing(tournament)) == 2


def test_the_organiser_makes_and_takes_back_the_last_call_on_his_pages(
    tournament, client_as, pilar
):
    browser = client_as(pilar)
    page = visible_text(browser.get(LIST))
    assert "Tanda 1" in page and "Última tanda" in page and "Sin encuentro, 1:" in page
    assert "Última tanda" in visible_text(browser.get("/t/casino-de-calamocha/panel/"))
    answer = browser.post(LAST_CALL_URL)
    assert (answer.status_code, answer.url) == (302, LIST)
    assert "Reabrir las tandas" in visible_text(browser.get(LIST))
    assert browser.post(LAST_CALL_URL).status_code == 409
    assert browser.post(TAKE_BACK_URL, {"reason": ""}).status_code == 400
    assert browser.post(TAKE_BACK_URL, {"reason": "pronto"}).status_code == 302
    assert browser.post(TAKE_BACK_URL, {"reason": "pronto"}).status_code == 409


def test_the_public_pages_show_the_tables_of_all_calls(tournament, client, pilar):
    play(_playing(tournament)[0], pilar)
    page = visible_text(client.get("/t/casino-de-calamocha/emparejamientos/"))
    assert "En las mesas (2)" in page and "Terminados (1)" in page
    assert "Se juega por reloj" in visible_text(client.get("/t/casino-de-calamocha/"))
    free_number = next(number for number in range(1, 6) if number not in _numbers(tournament))
    assert "Esperando rival" in visible_text(
        client.get(f"/t/casino-de-calamocha/inscripcion/{free_number}/")
    )


def test_a_format_without_calls_has_no_last_call(casino, client_as, pilar):
    assert client_as(pilar).post(LAST_CALL_URL).status_code == 409
