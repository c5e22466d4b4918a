"""Tests of the panel: the state of the day, and the next step for each role."""

from datetime import date, timedelta
from html import unescape

import pytest
from django.utils import timezone

from scoring.actas.services import record_hand
from scoring.refereeing.services.acts import set_refereeing
from scoring.rounds.services.rounds import open_next_round, publish_round
from tests.access.walk import Page
from tests.costs import count_queries
from tests.rows import cases
from tournaments.models import Match
from tournaments.names.audience import EVERYTHING
from tournaments.people.services.registering import set_paid, set_present, withdraw
from tournaments.rounds.selectors.day import day, phase
from tournaments.setup.selectors.next_step import next_steps

DAY = date(2026, 12, 5)
DAY_BEFORE = DAY - timedelta(days=1)
URL = "/t/casino-de-calamocha/panel/"
ROUNDS = "/t/casino-de-calamocha/rondas/"


@pytest.fixture
def draw(pilar):
    def open_round(tournament, publish=True):
        round = open_next_round(stage=tournament.stage, author=pilar)
        return publish_round(round=round, author=pilar) if publish else round

    return open_round


@pytest.fixture
def finish(pilar):
    """Return a function that lets side A win every match in play by two cotos to none."""

    def play(tournament):
        while match := tournament.matches.filter(state=Match.State.PLAYING).first():
            for number in (1, 2):
                record_hand(match=match, author=pilar, line="coto 3-0", number=number)
            match.refresh_from_db()
            assert match.state == Match.State.FINISHED

    return play


def _next_buttons(tournament, role="organiser", today=DAY):
    state_of_day = day(tournament, tournament.stage, EVERYTHING)
    return [step.button for step in next_steps(tournament, state_of_day, role, today)]


def test_day_counts_entries_matches_and_tables(casino, pairs, pilar, draw):
    entries = pairs(casino, 20)
    set_paid(entry=entries[0], author=pilar, paid=False)
    set_present(entry=entries[1], author=pilar, present=False)
    withdraw(entry=entries[2], author=pilar, reason="se va")
    state_of_day = day(casino, casino.stage, EVERYTHING)
    assert (
        state_of_day.entries.live,
        state_of_day.entries.paid,
        state_of_day.entries.present,
        state_of_day.entries.withdrawn,
    ) == (19, 18, 18, 1)
    assert (state_of_day.phase, state_of_day.round, state_of_day.free) == ("open", None, 8)
    draw(casino)  # 13 byes and 3 matches
    state_of_day = day(casino, casino.stage, EVERYTHING)
    assert (state_of_day.phase, state_of_day.round.number, state_of_day.last_number) == (
        "playing",
        1,
        5,
    )
    assert (state_of_day.playing, state_of_day.waiting, state_of_day.free, state_of_day.left) == (
        3,
        0,
        5,
        3,
    )


def test_matches_without_a_table_wait(make_tournament, pairs, draw):
    casino = make_tournament(tables=3)
    pairs(casino, 16)
    draw(casino)
    state_of_day = day(casino, casino.stage, EVERYTHING)
    assert (state_of_day.playing, state_of_day.waiting, state_of_day.free, state_of_day.left) == (
        3,
        5,
        0,
        8,
    )


@pytest.mark.slow
def test_next_step_from_the_first_entry_to_the_final_standings(casino, pairs, draw, finish):
    assert _next_buttons(casino) == ["Inscribir"] * 2
    pairs(casino, 4)
    assert _next_buttons(casino, today=DAY_BEFORE) == ["Inscribir"] * 2
    assert _next_buttons(casino) == ["Sortear la ronda 1"] * 2
    draw(casino, publish=False)
    assert _next_buttons(casino) == ["Revisar y publicar las semifinales"] * 2
    casino.stage.rounds.get().matches.all().delete()
    casino.stage.rounds.all().delete()
    draw(casino)
    assert _next_buttons(casino) == ["Anotar resultados"] * 2
    finish(casino)
    assert _next_buttons(casino) == ["Preparar la final"] * 2
    draw(casino)
    assert phase(casino, casino.stage, EVERYTHING) == "playing"
    finish(casino)
    assert phase(casino, casino.stage, EVERYTHING) == "finished"
    assert _next_buttons(casino) == ["Ver la clasificación final"] * 2


@cases(
    "role, button",
    ("organiser", "Sortear la ronda 1"),
    ("desk", "Inscribir"),
    ("referee", "Ver la página del torneo"),
)
def test_next_step_of_each_role(casino, pairs, role, button):
    pairs(casino, 2)
    assert _next_buttons(casino, role) == ["Sortear la ronda 1", button]


@pytest.mark.slow
def test_swiss_is_finished_after_its_last_round(make_tournament, pairs, draw, finish):
    casino = make_tournament(format="swiss", format_options={"rounds": 2})
    pairs(casino, 5)
    for expected_phase in ("playing", "finished"):
        draw(casino)
        finish(casino)
        assert phase(casino, casino.stage, EVERYTHING) == expected_phase


def test_panel_has_one_big_button(casino, client_as, pilar):
    page = client_as(pilar).get(URL).content.decode()
    assert page.count("button--big") == 1
    assert "Inscribir" in page
    assert "Guiñote: Dos cotos de 3 partidas.<br>Eliminatoria con tercer puesto." in page


@pytest.mark.slow
def test_round_is_drawn_and_printed_from_the_panel(casino, pairs, client_as, pilar, raul):
    pairs(casino, 4)
    casino.starts_at = timezone.now()
    casino.save()
    browser = client_as(pilar)
    page = browser.get(URL).content.decode()
    assert 'action="/t/casino-de-calamocha/rondas/sortear/' in page and 'value="1"' in page
    answer = browser.post("/t/casino-de-calamocha/rondas/sortear/", {"number": "1"})
    draft = "/t/casino-de-calamocha/rondas/1/"
    assert answer.url == draft and f'href="{draft}"' in browser.get(URL).content.decode()
    publish_round(round=casino.stage.rounds.get(), author=pilar)
    assert 'name="sheet" value="whole_round"' in browser.get(URL).content.decode()
    order = {"round": "1", "sheet": "whole_round"}
    print_answer = browser.post("/t/casino-de-calamocha/imprimir/hoja/", order)
    assert "/trabajos/" in print_answer.url
    assert 'name="sheet"' not in client_as(raul).get(URL).content.decode()


def test_desk_and_referee_see_the_step_of_the_organiser(casino, pairs, client_as, chema, raul):
    pairs(casino, 2)
    casino.starts_at = timezone.now()
    casino.save()
    for helper in (chema, raul):
        page = client_as(helper).get(URL)
        assert "Sortear la ronda 1. Eso lo hace la organización." in page.content.decode()


def test_panel_with_forty_pairs_needs_at_most_18_queries(casino, pairs, draw, client_as, pilar):
    pairs(casino, 40)
    draw(casino)
    browser = client_as(pilar)
    assert count_queries(browser, URL) <= 18


def test_pending_matters_are_links_on_the_panel(casino, pairs, pilar, draw, client_as):
    entries = pairs(casino, 4)
    set_present(entry=entries[0], author=pilar, present=False)
    browser = client_as(pilar)
    assert "Por llegar: 1 pareja" in browser.get(URL).content.decode()
    draw(casino)
    set_refereeing(stage=casino.stage, author=pilar, options={"minutes": 45})
    casino.matches.filter(number=1).update(called_at=timezone.now() - timedelta(hours=1))
    page = browser.get(URL).content.decode()
    assert "Por llegar" not in page
    assert "control/?mesa=1" in page and "control/?mesa=2" not in page


def test_panel_shows_the_forecast_to_the_organiser_only(
    casino, pairs, draw, client_as, pilar, raul
):
    pairs(casino, 4)
    draw(casino)
    address = "/t/casino-de-calamocha/hora/"
    assert f"{address}?tira=1" in client_as(pilar).get(URL).content.decode()
    assert client_as(pilar).get(f"{address}?tira=1").content.count(b"<rect") == 4
    assert "?tira=1" not in client_as(raul).get(URL).content.decode()


@pytest.fixture
def second_round_browser(casino, pairs, draw, finish, client_as, pilar):
    """Browser of the organiser when the second round can be drawn."""
    pairs(casino, 4)
    draw(casino)
    finish(casino)
    return client_as(pilar)


@pytest.mark.slow
@cases("origin, page", ("hoy", URL), ("sala", "/t/casino-de-calamocha/control/"))
def test_round_is_drawn_and_published_with_one_button(casino, second_round_browser, origin, page):
    html = second_round_browser.get(page).content.decode()
    assert f'name="publicar" value="{origin}"' in html
    assert Page(html).primary_buttons == 1
    answer = second_round_browser.post(f"{ROUNDS}sortear/", {"number": "2", "publicar": origin})
    assert answer.url == page
    assert casino.stage.rounds.get(number=2).state == "published"


def test_draw_with_a_concession_stays_a_draft(
    make_tournament, pairs, draw, finish, client_as, pilar
):
    swiss = make_tournament(format="swiss", format_options={"rounds": 2})
    pairs(swiss, 2)
    draw(swiss)
    finish(swiss)
    rounds = f"/t/{swiss.slug}/rondas/"
    answer = client_as(pilar).post(f"{rounds}sortear/", {"number": "2", "publicar": "hoy"})
    assert answer.url == f"{rounds}2/"  # the only two pairs meet again
    assert swiss.stage.rounds.get(number=2).state == "draft"


def test_absent_entries_are_named_and_can_be_left_out_of_the_draw(casino, pairs, client_as, pilar):
    entries = pairs(casino, 5)
    casino.starts_at = timezone.now()
    casino.save()
    set_present(entry=entries[2], author=pilar, present=False)
    browser = client_as(pilar)
    page = browser.get(URL).content.decode()
    assert "Sortear la ronda 1 sin los ausentes" in page and "Sortear con todos" in page
    assert (
        entries[2].full_title_for(EVERYTHING) in page.split('id="ahora"')[1].split("</section>")[0]
    )
    browser.post(f"{ROUNDS}sortear/", {"number": "1", "ausentes": "fuera"})
    numbers = casino.stage.rounds.get().sides.values_list("entry__number", flat=True)
    assert sorted(numbers) == [1, 2, 4, 5]


def test_panel_refreshes_its_next_step(casino, pairs, client_as, pilar, draw):
    pairs(casino, 4)
    browser = client_as(pilar)
    refresh_url = unescape(browser.get(URL).content.decode()).split('hx-get="')
    refresh_url = next(part for part in refresh_url if part.startswith(f"{URL}?v=")).split('"')[0]
    assert browser.get(refresh_url).status_code == 204
    draw(casino)
    fragment = browser.get(refresh_url).content.decode()
    assert "Anotar resultados" in fragment and "<html" not in fragment


def test_panel_links_to_the_import_until_the_first_entry(casino, pairs, client_as, pilar):
    browser, import_url = client_as(pilar), "/t/casino-de-calamocha/inscripciones/importar/"
    assert import_url in browser.get(URL).content.decode()
    pairs(casino, 1)
    assert import_url not in browser.get(URL).content.decode()
