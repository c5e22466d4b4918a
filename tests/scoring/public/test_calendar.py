"""Tests of the calendar: foreseen before the draw, public after it, with dates."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from scoring.rounds.selectors.calendar import calendar_rounds
from tests.rows import each
from tests.scoring.played_rounds import play_all, publish
from tests.scoring.prints.printed import sheet_pages
from tests.scoring.prints.printed import words as printed
from tests.scoring.rounds.test_round_pages import visible_text
from tests.sizes import size
from tests.worlds import world
from tournaments.models import Match
from tournaments.names.audience import EVERYTHING
from tournaments.refusal import Refused
from tournaments.rounds.services.announcing import set_dates

ADDRESS = "/t/casino-de-calamocha/calendario/"
MADRID = ZoneInfo("Europe/Madrid")
FIRST_DATE = datetime(2027, 3, 20, 17, 0, tzinfo=MADRID)


@world
def league(make_tournament, pairs):
    """A league of five pairs."""
    tournament = make_tournament(format="league", format_options={})
    pairs(tournament, 5)
    return tournament


def _fixtures(stage) -> list[list[tuple[int, int]]]:
    return [
        [(fixture.home.number, fixture.away.number) for fixture in date.fixtures]
        for date in calendar_rounds(stage, EVERYTHING, ahead=True)
    ]


@pytest.mark.slow
@pytest.mark.parametrize("format", ["league", "groups", "teams"])
def test_the_rounds_drawn_are_the_foreseen_ones(make_tournament, pairs, pilar, format):
    tournament = make_tournament(format=format, format_options={})
    pairs(tournament, size(5, 7))
    foreseen_fixtures = _fixtures(tournament.stage)
    assert len(foreseen_fixtures) > 2
    for number in range(1, len(foreseen_fixtures) + 1):
        publish(tournament, pilar)
        assert _fixtures(tournament.stage) == foreseen_fixtures, number
    assert [date.serial for date in calendar_rounds(tournament.stage, EVERYTHING, ahead=True)] == [
        *range(1, len(foreseen_fixtures) + 1)
    ]


def test_the_public_calendar_shows_byes_and_dates_after_the_first_draw(
    league, client, client_as, pilar
):
    browser = client_as(pilar)
    assert "Todavía no hay calendario" in visible_text(client.get(ADDRESS))
    assert "Solo lo ve usted" in visible_text(browser.get(ADDRESS))
    form = {"first": "2027-03-20T17:00", "days": "7"}
    assert browser.post(ADDRESS + "cada/", form).status_code == 302
    publish(league, pilar)
    page = visible_text(client.get(ADDRESS))
    assert page.count("Descansan:") == 5
    assert "sábado, 20 de marzo de 2027, 17:00" in page
    assert "sábado, 3 de abril de 2027, 17:00" in page, "the hour stays after the clocks change"
    round = league.stage.rounds.get()
    assert round.scheduled_at == FIRST_DATE


def test_a_postponed_date_moves_its_round(league, client_as, pilar):
    set_dates(stage=league.stage, author=pilar, dates=[FIRST_DATE, FIRST_DATE + timedelta(days=7)])
    publish(league, pilar)
    browser = client_as(pilar)
    page = browser.post(ADDRESS + "fechas/", {"date_1": "2027-04-01T18:00", "date_2": ""})
    assert page.status_code == 302
    league.stage.refresh_from_db()
    assert len(league.stage.dates) == 1
    assert league.stage.rounds.get().scheduled_at == datetime(2027, 4, 1, 18, 0, tzinfo=MADRID)


@each(
    "form",
    {"first": "", "days": "7"},
    {"first": "9999-12-31T10:00", "days": "366"},
    {"first": "mañana", "days": "1"},
    {"first": "2027-03-20T17:00", "days": "0"},
)
def test_impossible_dates_are_refused(league, client_as, pilar, form):
    assert client_as(pilar).post(ADDRESS + "cada/", form).status_code == 400
    league.stage.refresh_from_db()
    assert league.stage.dates == []


def test_too_many_dates_are_refused(league, pilar):
    with pytest.raises(Refused):
        set_dates(stage=league.stage, author=pilar, dates=[FIRST_DATE] * 401)


@pytest.mark.slow
def test_later_rounds_of_a_league_are_drawn_before_the_first_is_played(league, client_as, pilar):
    first_round = publish(league, pilar)
    browser = client_as(pilar)
    assert "Preparar la ronda 2" in visible_text(browser.get("/t/casino-de-calamocha/rondas/"))
    for _round in range(4):
        last_round = publish(league, pilar)
    page = visible_text(browser.get("/t/casino-de-calamocha/rondas/"))
    assert "No quedan rondas. Falta terminar:" in page
    for round in league.stage.rounds.all():
        play_all(round, pilar)
    assert (
        first_round != last_round and not league.matches.filter(state=Match.State.WAITING).exists()
    )
    assert "El torneo ha terminado" in visible_text(browser.get("/t/casino-de-calamocha/rondas/"))


def test_the_printed_calendar_has_every_round(league, pilar):
    publish(league, pilar)
    sheet = printed(sheet_pages(league, "calendar"))
    assert all(f"Ronda {number}" in sheet for number in range(1, 6))


def test_a_marathon_by_the_clock_has_no_calendar(make_tournament, client):
    make_tournament(format="clock", format_options={})
    assert client.get(ADDRESS).status_code == 404
