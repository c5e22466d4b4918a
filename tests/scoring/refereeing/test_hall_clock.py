"""Tests of the hall clock: its signal, its stop and its added minutes count for all tables."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from scoring.actas.table_links import table_url
from scoring.models import RoundClock
from scoring.refereeing.selectors.clock import clock_of, hall_clock, round_ends_at
from scoring.refereeing.services.acts import give_time, set_refereeing
from scoring.refereeing.services.hall_clock import (
    add_minutes,
    resume_clock,
    start_clock,
    stop_clock,
)
from tests.rows import each
from tests.scoring.public.test_public_pages import visible_text
from tests.scoring.seated_rounds import seat_round
from tests.worlds import world
from tournaments.models import Match
from tournaments.names.audience import EVERYTHING
from tournaments.refusal import Refused

HOME = "/t/casino-de-calamocha/"
MINUTES = timedelta(minutes=1)


@world
def stage(casino, pairs, pilar):
    """Three matches of 45 minutes, called twelve minutes ago."""
    set_refereeing(stage=casino.stage, author=pilar, options={"minutes": 45})
    entries = pairs(casino, 6)
    seat_round(casino, [entries[first : first + 2] for first in (0, 2, 4)])
    casino.matches.update(called_at=timezone.now() - 12 * MINUTES)
    return casino.stages.get()


def minutes_left(stage) -> list[int]:
    """Return the minutes left at each table."""
    now = timezone.now()
    matches = Match.objects.filter(round__stage=stage).order_by("table")
    return [clock_of(match, now).minutes_left for match in matches.select_related("round__stage")]


def test_without_a_signal_each_table_counts_from_its_call(stage):
    assert minutes_left(stage) == [33, 33, 33]
    clock = hall_clock(stage, EVERYTHING)
    assert clock.started_at is None and clock.playing == 3 and clock.other_ends == ()


def test_the_signal_starts_all_tables_together(stage, chema):
    start_clock(stage=stage, author=chema)
    assert minutes_left(stage) == [45, 45, 45]
    assert hall_clock(stage, EVERYTHING).started_at is not None


def test_a_stopped_clock_keeps_the_minutes_left_at_each_table(stage, chema, raul):
    give_time(match=stage.tournament.matches.get(number=2), author=raul, minutes=5, reason="cartas")
    stop_clock(stage=stage, author=chema)
    RoundClock.objects.update(stopped_at=timezone.now() - 10 * MINUTES)
    assert minutes_left(stage) == [43, 48, 43]
    assert round_ends_at(stage.rounds.get()) is None
    resume_clock(stage=stage, author=chema)
    assert minutes_left(stage) == [43, 48, 43]
    clock = hall_clock(stage, EVERYTHING)
    assert [table for table, _end in clock.other_ends] == [2] and clock.stopped_at is None


def test_a_table_called_while_the_clock_is_stopped_has_all_its_minutes(stage, chema):
    stop_clock(stage=stage, author=chema)
    now = timezone.now()
    RoundClock.objects.update(stopped_at=now - 10 * MINUTES)
    stage.tournament.matches.filter(table=2).update(called_at=now - 4 * MINUTES)
    assert minutes_left(stage) == [43, 45, 43]
    resume_clock(stage=stage, author=chema)
    assert minutes_left(stage) == [43, 45, 43]


def test_minutes_for_all_tables_add_to_the_minutes_of_one_table(stage, chema, raul):
    give_time(match=stage.tournament.matches.get(number=3), author=raul, minutes=5, reason="cartas")
    assert add_minutes(stage=stage, author=chema, minutes=10) == 3
    assert minutes_left(stage) == [43, 43, 48]
    add_minutes(stage=stage, author=chema, minutes=-10)
    assert minutes_left(stage) == [33, 33, 38]


@each("minutes", 0, -1, 241, True)
def test_impossible_minutes_are_refused(stage, chema, minutes):
    with pytest.raises(Refused) as refused_answer:
        add_minutes(stage=stage, author=chema, minutes=minutes)
    assert refused_answer.value.code == "minutes_out_of_range" and minutes_left(stage) == [
        33,
        33,
        33,
    ]


def test_each_act_on_the_clock_is_refused_in_the_wrong_state(stage, chema):
    with pytest.raises(Refused, match="no está parado"):
        resume_clock(stage=stage, author=chema)
    stop_clock(stage=stage, author=chema)
    with pytest.raises(Refused, match="ya está parado"):
        stop_clock(stage=stage, author=chema)
    stage.tournament.matches.update(state=Match.State.FINISHED)
    with pytest.raises(Refused, match="no hay ningún encuentro"):
        start_clock(stage=stage, author=chema)
    stage.refereeing = {}
    stage.save()
    with pytest.raises(Refused, match="se juega sin reloj"):
        start_clock(stage=stage, author=chema)


# --- Pages --------------------------------------------------------------------------------------
@pytest.mark.slow
def test_the_desk_runs_the_clock_and_every_screen_shows_the_same_end(stage, client_as, chema):
    desk, screens_page = client_as(chema), HOME + "pantallas/"
    assert "cada mesa desde que se la llamó" in visible_text(desk.get(screens_page).content)
    desk_text = visible_text(desk.post(HOME + "reloj/empezar/", follow=True).content)
    assert "Señal dada" in desk_text and "con la señal a" in desk_text
    end_attribute = f'data-ends="{hall_clock(stage, EVERYTHING).ends_at.timestamp():.0f}"'
    for screen in ("reloj/", "pantalla/"):
        assert end_attribute in Client().get(HOME + screen).content.decode(), screen
    desk_text = visible_text(desk.post(HOME + "reloj/parar/", follow=True).content)
    assert "Reloj parado en todas las mesas" in desk_text
    assert "data-stopped=" in Client().get(HOME + "reloj/").content.decode()
    acta_text = visible_text(desk.get(f"{HOME}acta/R1P001/").content)
    assert "Reloj parado: quedan 45 minutos" in acta_text
    assert "El reloj sigue" in visible_text(desk.post(HOME + "reloj/seguir/", follow=True).content)
    refused_answer = desk.post(HOME + "reloj/minutos/", {"minutes": "999"})
    assert refused_answer.status_code == 400 and 'value="999"' in refused_answer.content.decode()
    assert "Hecho en 3 mesas" in visible_text(
        desk.post(HOME + "reloj/minutos/", {"minutes": "5"}, follow=True).content
    )


def test_without_a_clock_the_pages_say_so(casino, client_as, pilar):
    assert "se juega sin reloj" in visible_text(client_as(pilar).get(HOME + "pantallas/").content)
    assert "Salón de actos" in visible_text(Client().get(HOME + "reloj/").content)


def test_the_phone_of_the_players_shows_the_end_of_their_match(stage, raul):
    match = stage.tournament.matches.get(number=1)
    give_time(match=match, author=raul, minutes=5, reason="cartas")
    phone = Client()
    phone.get(table_url("", match))
    phone.post(f"{HOME}mesa/{match.code}/lado/", {"side": "0"})
    ends_at = clock_of(match.__class__.objects.get(pk=match.pk), timezone.now()).ends_at
    html = phone.get(f"{HOME}mesa/{match.code}/").content.decode()
    assert f'data-ends="{int(ends_at.timestamp())}"' in html
    refresh_answer = Client().get(f"{HOME}reloj/?v=99999999999", headers={"HX-Request": "true"})
    assert refresh_answer.status_code == 204 and refresh_answer.headers["X-Tapete-Now"].isdecimal()


def test_the_desk_runs_the_clock_from_its_own_page(stage, desk, client_as, raul):
    html = desk.get(f"{HOME}control/").content.decode()
    assert [
        button in html for button in ("Dar la señal", "Parar el reloj", "5 minutos más")
    ] == 3 * [True]
    answer = desk.post(f"{HOME}reloj/minutos/", {"minutes": 5, "desde": "sala"})
    assert (answer.url, minutes_left(stage)) == (f"{HOME}control/", [38, 38, 38])
    desk.post(f"{HOME}reloj/parar/", {"desde": "sala"})
    html = desk.get(f"{HOME}control/").content.decode()
    assert ("Seguir" in html, "Parar el reloj" in html) == (True, False)
    assert "Parar el reloj" not in client_as(raul).get(f"{HOME}control/").content.decode()


def test_the_home_page_and_the_panel_show_the_end_of_the_round(stage, chema, client_as, pilar):
    pages = [(Client(), HOME), (client_as(pilar), f"{HOME}panel/")]
    hour = timezone.localtime(hall_clock(stage, EVERYTHING).ends_at).strftime("%H:%M")
    for browser, address in pages:
        assert re.search(f"Se juega hasta las? {hour}", visible_text(browser.get(address).content))
    stop_clock(stage=stage, author=chema)
    for browser, address in pages:
        assert "Reloj parado" in visible_text(browser.get(address).content)
