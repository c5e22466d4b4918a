"""The organiser's home: where the day stands, and the one thing to do next."""

from datetime import date, timedelta
from html import unescape

import pytest
from django.utils import timezone

from scoring.actas.services import record_hand
from scoring.refereeing.services.acts import set_refereeing
from scoring.rounds.services.rounds import open_next_round, publish_round
from tests.access.walk import Page
from tests.costs import asked
from tests.rows import cases
from tournaments.models import Match
from tournaments.names.audience import EVERYTHING
from tournaments.people.services.registering import set_paid, set_present, withdraw
from tournaments.rounds.selectors.day import day, phase
from tournaments.setup.selectors.next_step import next_steps

DAY = date(2026, 12, 5)
BEFORE = DAY - timedelta(days=1)
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
    """Side A wins every match there is, by two cotos to none."""

    def play(tournament):
        while match := tournament.matches.filter(state=Match.State.PLAYING).first():
            for number in (1, 2):
                record_hand(match=match, author=pilar, line="coto 3-0", number=number)
            match.refresh_from_db()
            assert match.state == Match.State.FINISHED

    return play


def _steps(tournament, role="organiser", today=DAY):
    now = day(tournament, tournament.stage, EVERYTHING)
    return [step.button for step in next_steps(tournament, now, role, today)]


def test_how_the_day_goes_in_numbers(casino, pairs, pilar, draw):
    entries = pairs(casino, 20)
    set_paid(entry=entries[0], author=pilar, paid=False)
    set_present(entry=entries[1], author=pilar, present=False)
    withdraw(entry=entries[2], author=pilar, reason="se va")
    now = day(casino, casino.stage, EVERYTHING)
    assert (now.entries.live, now.entries.paid, now.entries.present, now.entries.withdrawn) == (
        19,
        18,
        18,
        1,
    )
    assert (now.phase, now.round, now.free) == ("open", None, 8)
    draw(casino)  # 13 exempt, 3 matches
    now = day(casino, casino.stage, EVERYTHING)
    assert (now.phase, now.round.number, now.last_number) == ("playing", 1, 5)
    assert (now.playing, now.waiting, now.free, now.left) == (3, 0, 5, 3)


def test_more_matches_than_tables_wait(make_tournament, pairs, draw):
    casino = make_tournament(tables=3)
    pairs(casino, 16)
    draw(casino)
    now = day(casino, casino.stage, EVERYTHING)
    assert (now.playing, now.waiting, now.free, now.left) == (3, 5, 0, 8)


@pytest.mark.slow
def test_the_next_thing_from_the_first_pair_to_the_final(casino, pairs, draw, finish):
    assert _steps(casino) == ["Inscribir"] * 2
    pairs(casino, 4)
    assert _steps(casino, today=BEFORE) == ["Inscribir"] * 2
    assert _steps(casino) == ["Sortear la ronda 1"] * 2
    draw(casino, publish=False)
    assert _steps(casino) == ["Revisar y publicar las semifinales"] * 2
    casino.stage.rounds.get().matches.all().delete()
    casino.stage.rounds.all().delete()
    draw(casino)
    assert _steps(casino) == ["Anotar resultados"] * 2
    finish(casino)
    assert _steps(casino) == ["Preparar la final"] * 2
    draw(casino)
    assert phase(casino, casino.stage, EVERYTHING) == "playing"
    finish(casino)
    assert phase(casino, casino.stage, EVERYTHING) == "finished"
    assert _steps(casino) == ["Ver la clasificación final"] * 2


@cases(
    "role, can",
    ("organiser", "Sortear la ronda 1"),
    ("desk", "Inscribir"),
    ("referee", "Ver la página del torneo"),
)
def test_each_role_is_offered_what_it_may_do(casino, pairs, role, can):
    pairs(casino, 2)
    assert _steps(casino, role) == ["Sortear la ronda 1", can]


@pytest.mark.slow
def test_a_swiss_is_over_after_its_last_round(make_tournament, pairs, draw, finish):
    casino = make_tournament(format="swiss", format_options={"rounds": 2})
    pairs(casino, 5)
    for expected in ("playing", "finished"):
        draw(casino)
        finish(casino)
        assert phase(casino, casino.stage, EVERYTHING) == expected


def test_the_page_has_one_big_button(casino, client_as, pilar):
    page = client_as(pilar).get(URL).content.decode()
    assert page.count("button--big") == 1
    assert "Inscribir" in page
    assert "Guiñote: Dos cotos de 3 partidas.<br>Eliminatoria con tercer puesto." in page


@pytest.mark.slow
def test_a_round_is_drawn_published_and_printed_from_here(casino, pairs, client_as, pilar, raul):
    pairs(casino, 4)
    casino.starts_at = timezone.now()
    casino.save()
    browser = client_as(pilar)
    page = browser.get(URL).content.decode()
    assert 'action="/t/casino-de-calamocha/rondas/sortear/' in page and 'value="1"' in page
    drawn = browser.post("/t/casino-de-calamocha/rondas/sortear/", {"number": "1"})
    draft = "/t/casino-de-calamocha/rondas/1/"
    assert drawn.url == draft and f'href="{draft}"' in browser.get(URL).content.decode()
    publish_round(round=casino.stage.rounds.get(), author=pilar)
    assert 'name="sheet" value="whole_round"' in browser.get(URL).content.decode()
    asked_for = {"round": "1", "sheet": "whole_round"}
    printed = browser.post("/t/casino-de-calamocha/imprimir/hoja/", asked_for)
    assert "/trabajos/" in printed.url
    assert 'name="sheet"' not in client_as(raul).get(URL).content.decode()


def test_desk_and_referee_see_it_too(casino, pairs, client_as, chema, raul):
    pairs(casino, 2)
    casino.starts_at = timezone.now()
    casino.save()
    for helper in (chema, raul):
        page = client_as(helper).get(URL)
        assert "Sortear la ronda 1. Eso lo hace la organización." in page.content.decode()


def test_the_same_queries_for_two_pairs_and_for_forty(casino, pairs, draw, client_as, pilar):
    pairs(casino, 40)
    draw(casino)
    browser = client_as(pilar)
    assert asked(browser, URL) <= 18


def test_what_waits_is_a_link_to_where_it_is_done(casino, pairs, pilar, draw, client_as):
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


def test_the_forecast_is_a_strip_of_its_rounds(casino, pairs, draw, client_as, pilar, raul):
    pairs(casino, 4)
    draw(casino)
    address = "/t/casino-de-calamocha/hora/"
    assert f"{address}?tira=1" in client_as(pilar).get(URL).content.decode()
    assert client_as(pilar).get(f"{address}?tira=1").content.count(b"<rect") == 4
    assert "?tira=1" not in client_as(raul).get(URL).content.decode()


@pytest.fixture
def second(casino, pairs, draw, finish, client_as, pilar):
    """A browser with the second round to be drawn."""
    pairs(casino, 4)
    draw(casino)
    finish(casino)
    return client_as(pilar)


@pytest.mark.slow
@cases("back, page", ("hoy", URL), ("sala", "/t/casino-de-calamocha/control/"))
def test_a_round_is_drawn_and_published_with_one_press(casino, second, back, page):
    shown = second.get(page).content.decode()
    assert f'name="publicar" value="{back}"' in shown
    assert Page(shown).primary_buttons == 1
    answer = second.post(f"{ROUNDS}sortear/", {"number": "2", "publicar": back})
    assert answer.url == page
    assert casino.stage.rounds.get(number=2).state == "published"


def test_a_draw_that_concedes_something_is_looked_at_before_it_is_published(
    make_tournament, pairs, draw, finish, client_as, pilar
):
    swiss = make_tournament(format="swiss", format_options={"rounds": 2})
    pairs(swiss, 2)
    draw(swiss)
    finish(swiss)
    rounds = f"/t/{swiss.slug}/rondas/"
    answer = client_as(pilar).post(f"{rounds}sortear/", {"number": "2", "publicar": "hoy"})
    assert answer.url == f"{rounds}2/"  # the same two again
    assert swiss.stage.rounds.get(number=2).state == "draft"


def test_who_is_missing_is_named_where_the_round_is_drawn(casino, pairs, client_as, pilar):
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
    drawn = casino.stage.rounds.get().sides.values_list("entry__number", flat=True)
    assert sorted(drawn) == [1, 2, 4, 5]


def test_the_page_asks_by_itself_what_there_is_to_do(casino, pairs, client_as, pilar, draw):
    pairs(casino, 4)
    browser = client_as(pilar)
    again = unescape(browser.get(URL).content.decode()).split('hx-get="')
    again = next(one for one in again if one.startswith(f"{URL}?v=")).split('"')[0]
    assert browser.get(again).status_code == 204
    draw(casino)
    piece = browser.get(again).content.decode()
    assert "Anotar resultados" in piece and "<html" not in piece


def test_a_list_can_be_pasted_as_soon_as_there_is_a_tournament(casino, pairs, client_as, pilar):
    browser, paste = client_as(pilar), "/t/casino-de-calamocha/inscripciones/importar/"
    assert paste in browser.get(URL).content.decode()
    pairs(casino, 1)
    assert paste not in browser.get(URL).content.decode()
