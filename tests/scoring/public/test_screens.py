"""Tests of the screens of the hall: their slides for small and large halls, scores, and refresh."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.actas.selectors.actas import scores_now
from scoring.actas.services import record_hand
from scoring.hall.services import save_screen, show_now
from scoring.models import Screen, Show
from scoring.models.screen import MOST_SCREENS
from scoring.public.slides import people, slides_of
from scoring.public.slides.slide import ROWS
from scoring.rounds.services.rounds import open_next_round
from tests.rows import each
from tests.scoring.played_rounds import KNOCKOUT, SWISS, finish, play, play_all, publish
from tests.scoring.public.test_public_pages import visible_text
from tests.scoring.seated_rounds import seat_round
from tests.worlds import world
from tournaments.models import Announcing, Tournament, Visibility
from tournaments.names.audience import EVERYTHING, NOBODY
from tournaments.refusal import Refused

HOME = "/t/casino-de-calamocha/"
SCREEN_URL = HOME + "pantalla/"
HTMX = {"HX-Request": "true"}
SLIDE_COUNTS = {  # number of slides of each list with 3 pairs, and with 300
    "apellidos": (1, 25),
    "numeros": (1, 13),
    "mesas": (1, 13),
    "jugando": (1, 13),
    "clasificacion": (1, 13),
}


def tournament_in_play(make_tournament, pairs, count: int) -> Tournament:
    """Return a tournament with a round in play; an odd last pair has a bye."""
    tournament = make_tournament(tables=150, **SWISS)
    entries = pairs(tournament, count)
    seat_round(tournament, [entries[first : first + 2] for first in range(0, count, 2)])
    return tournament


@world
def small_hall(make_tournament, pairs):
    return tournament_in_play(make_tournament, pairs, 3)


@world
def large_hall(make_tournament, pairs):
    return tournament_in_play(make_tournament, pairs, 300)


def read(query: str = "") -> str:
    response = Client().get(SCREEN_URL + query)
    assert response.status_code == 200
    return visible_text(response.content)


def check_slide_counts(tournament: Tournament, size_index: int) -> None:
    for shows, counts in SLIDE_COUNTS.items():
        slides = slides_of(tournament.stage, EVERYTHING, [shows])
        assert len(slides) == counts[size_index], shows
        assert all(len(slide.rows) <= ROWS * slide.columns for slide in slides), shows


# --- Slides of small halls --------------------------------------------------------------------
def test_each_list_of_three_pairs_is_one_slide(small_hall):
    check_slide_counts(small_hall, 0)
    page = read()
    assert "Ronda 1 · Quién juega con quién" in page and "Descansa" in page


@pytest.mark.parametrize(
    ("count", "title"),
    [(2, "Quién juega con quién"), (5, "Quién juega con quién"), (6, "Busque su {which}")],
)
@pytest.mark.parametrize(("shows", "column"), [("apellidos", "apellido"), ("numeros", "número")])
def test_a_round_with_few_matches_is_shown_by_match(
    make_tournament, pairs, count, title, shows, column
):
    day = tournament_in_play(make_tournament, pairs, count)
    (slide,) = slides_of(day.stage, EVERYTHING, [shows])
    assert slide.title == f"Ronda 1 · {title.format(which=column)}"
    if count == 2:
        (final,) = slide.rows
        assert final.table == "1"
        assert [number for number, _title in final.sides] == ["1", "2"]


# --- Names ------------------------------------------------------------------------------------
LONG_NAME = "Francisco Javier Maximiliano Rodríguez de la Fuente y Ortiz-Sáenz"[:59]


@pytest.mark.parametrize("shows", ["apellidos", "numeros", "mesas", "jugando", "clasificacion"])
def test_no_name_is_cut_on_a_screen(make_tournament, pairs, shows):
    day = tournament_in_play(make_tournament, pairs, 8)
    name, _space, surname = LONG_NAME.partition(" Rodríguez")
    day.players.update(name=name, surname=f"Rodríguez{surname}")
    page = read(f"?ver={shows}")
    assert "…" not in page
    if shows != "apellidos":
        assert f"{LONG_NAME} · {LONG_NAME}" in page
    for slide in slides_of(day.stage, EVERYTHING, [shows]):
        # A list of people has two columns, a list of pairs has one.
        assert slide.columns == (2 if shows == "apellidos" else 1)
        assert slide.values["most"] == (6 if shows in ("mesas", "jugando") else ROWS)


def test_a_bracket_with_long_names_has_two_ties_on_each_slide(make_tournament, pairs, pilar):
    day = make_tournament(**KNOCKOUT)
    pairs(day, 8)
    name, _space, surname = LONG_NAME.partition(" Rodríguez")
    day.players.update(name=name, surname=f"Rodríguez{surname}")
    publish(day, pilar)
    slides = slides_of(day.stage, EVERYTHING, ["cuadro"])
    assert [len(slide.rows[0].ties) for slide in slides] == [2, 2]
    assert f"{LONG_NAME} · {LONG_NAME}" in (page := read("?ver=cuadro")) and "…" not in page


@pytest.mark.slow
def test_the_slides_of_three_hundred_pairs_have_every_person(large_hall):
    check_slide_counts(large_hall, 1)
    seats = [
        row
        for slide in slides_of(large_hall.stage, EVERYTHING, ["apellidos"])
        for row in slide.rows
    ]
    assert len(seats) == 600 and all(row.table for row in seats)
    numbers = [
        row.number
        for slide in slides_of(large_hall.stage, EVERYTHING, ["numeros"])
        for row in slide.rows
    ]
    assert numbers == [str(number) for number in range(1, 301)]


def test_the_rows_of_a_slide_are_complete_if_two_threads_read_them(large_hall, monkeypatch):
    slide = slides_of(large_hall.stage, EVERYTHING, ["mesas"])[0]
    meetings_in = people.meetings_in
    nested_rows = []

    def read_rows_meanwhile(stage, keys, audience):
        monkeypatch.setattr(people, "meetings_in", meetings_in)
        nested_rows.append(slide.rows[0])
        return meetings_in(stage, keys, audience)

    monkeypatch.setattr(people, "meetings_in", read_rows_meanwhile)
    assert slide.rows[0] == nested_rows[0] and len(nested_rows[0].sides) == 2


@pytest.mark.slow
def test_the_page_of_a_large_hall_has_parts_that_lead_to_every_slide(large_hall):
    slides = slides_of(large_hall.stage, EVERYTHING, ["apellidos", "clasificacion"])
    query = "?ver=apellidos,clasificacion"
    titles = []
    parts = []
    for _part in range(5):
        response = Client().get(SCREEN_URL + query)
        assert len(response.content) < 100_000
        titles += re.findall(r'<h2 class="slide__title">', response.text)
        parts += re.findall(r'data-following="([^"]+)"', response.text)
        query = f"?ver=apellidos,clasificacion&parte={parts[-1]}"
        if parts[-1] == "apellidos-1":
            break
    assert parts == [
        "apellidos-2",
        "apellidos-3",
        "clasificacion-1",
        "clasificacion-2",
        "apellidos-1",
    ]
    assert len(titles) == len(slides) == 25 + 13
    assert (
        "?ver=apellidos%2Cclasificacion&amp;parte=apellidos-2"
        in Client().get(f"{SCREEN_URL}?ver=apellidos,clasificacion&hoja=10").text
    )
    for unknown_part in ("nada", "apellidos-99", "apellidos-x", "-", "%00"):
        page = Client().get(f"{SCREEN_URL}?ver=apellidos,clasificacion&parte={unknown_part}")
        assert page.status_code == 200 and "slide__title" in page.text


def test_a_list_with_too_many_entries_is_not_shown(large_hall, monkeypatch):
    monkeypatch.setattr("scoring.public.slides.MOST_LISTED", 299)
    assert {slide.shows for slide in slides_of(large_hall.stage, EVERYTHING)} == {Show.PLAYING}
    assert [slide.template for slide in slides_of(large_hall.stage, EVERYTHING, ["apellidos"])] == [
        "welcome"
    ]


def test_finished_matches_are_not_listed(small_hall, pilar):
    play_all(small_hall.rounds.get(), pilar)
    for shows in ("apellidos", "numeros", "mesas", "jugando"):
        assert [slide.template for slide in slides_of(small_hall.stage, EVERYTHING, [shows])] == [
            "welcome"
        ], shows


@pytest.mark.slow
def test_the_slides_of_a_bracket_have_four_ties_from_the_current_round_on(
    make_tournament, pairs, pilar
):
    cup = make_tournament(tables=16, **KNOCKOUT)
    pairs(cup, 18)  # fourteen byes in the first round
    play_all(publish(cup, pilar), pilar)
    slides = slides_of(cup.stage, EVERYTHING, ["cuadro"])
    assert [[len(column.ties) for column in half.rows] for half in slides] == [[4, 2, 1]] * 2
    finish(cup, pilar)
    (slide,) = slides_of(cup.stage, EVERYTHING, ["cuadro"])
    assert [len(column.ties) for column in slide.rows] == [4, 2, 1]
    assert [len(column.third) for column in slide.rows] == [0, 0, 1]
    podium, *_others = slides_of(cup.stage, EVERYTHING)
    assert podium.template == "podium" and [place for place, *_who in podium.rows] == [
        "1",
        "2",
        "3",
    ]


def test_the_standings_on_a_screen_have_a_line_below_the_qualifiers(make_tournament, pairs, pilar):
    tournament = make_tournament(**SWISS)
    tournament.stages.create(
        number=2,
        format="knockout",
        format_options={"third_place": False},
        game_options=tournament.stage.game_options,
        chain=["lot"],
        seed="2",
        name="Cuadro de 4",
        intake=[{"stage": 1, "first": 1, "last": 4, "per": "all", "best": 0, "fill": 0}],
    )
    pairs(tournament, 8)
    publish(tournament, pilar)
    (slide,) = slides_of(tournament.stage, EVERYTHING, ["clasificacion"])
    assert [row.goes_to for row in slide.rows if hasattr(row, "goes_to")] == ["Cuadro de 4"]
    assert slide.rows[4].goes_to and len(slide.rows) == 9
    assert "Hasta aquí pasan a Cuadro de 4" in read()


def test_before_the_draw_every_screen_shows_the_tournament(casino, pairs, pilar):
    pairs(casino, 4)
    open_next_round(stage=casino.stage, author=pilar)  # a draft is not public
    for shows in Show.values:
        assert [slide.template for slide in slides_of(casino.stage, EVERYTHING, [shows])] == [
            "welcome"
        ], shows
    assert "Salón de actos" in (page := read("?ver=mesas")) and "Inscripciones: 4" in page


# --- Scores -----------------------------------------------------------------------------------
def scores(day, audience=EVERYTHING):
    """Return the score of each table on the slide of scores; {} without that slide."""
    slides = [
        slide for slide in slides_of(day.stage, audience, ["tanteo"]) if slide.shows == "tanteo"
    ]
    return {row.table: row.note for slide in slides for row in slide.rows}


def test_the_slide_of_scores_is_shown_only_if_chosen(make_tournament, pairs, chema):
    day = tournament_in_play(make_tournament, pairs, 5)
    match = day.matches.get(number=1)
    record_hand(match=match, author=chema, line="coto 3-1", number=1)
    record_hand(match=match, author=chema, line="partida B", number=2)
    day = Tournament.objects.get(pk=day.pk)
    assert scores(day) == {"1": "Cotos 1–0 · partidas 0–1", "2": "todavía sin anotar"}
    assert "Cotos 1–0" not in read() and "Cotos 1–0" in read("?ver=tanteo")


def test_scores_are_shown_only_with_six_tables_or_fewer_in_play(make_tournament, pairs, pilar):
    day = tournament_in_play(make_tournament, pairs, 14)
    assert scores(day) == {}
    play(day.matches.get(number=1), pilar)
    assert len(scores(Tournament.objects.get(pk=day.pk))) == 6


def test_scores_of_six_tables_cost_no_more_than_those_of_one(make_tournament, pairs, chema):
    day = tournament_in_play(make_tournament, pairs, 12)
    for match in day.matches.all():
        record_hand(match=match, author=chema, line="coto 3-1", number=1)
    keys, costs = [match.pk for match in day.matches.all()], []
    for count in (1, 6):
        with CaptureQueriesContext(connection) as queries:
            assert len(scores_now(keys[:count], EVERYTHING)) == count
        costs.append(len(queries))
    assert costs[0] == costs[1]


def test_the_score_of_a_round_that_is_not_announced_is_not_shown(make_tournament, pairs, chema):
    day = tournament_in_play(make_tournament, pairs, 4)
    match = day.matches.get(number=1)
    record_hand(match=match, author=chema, line="coto 3-1", number=1)
    Tournament.objects.update(announcing=Announcing.BY_HAND)
    day.rounds.update(announced_at=None)
    assert scores_now([match.pk], NOBODY) == {}
    assert "Cotos" not in read("?ver=tanteo")
    assert scores_now([match.pk], EVERYTHING) == {match.pk: "Cotos 1–0 · partidas 0–0"}


# --- Page of a screen -------------------------------------------------------------------------
def test_a_screen_has_no_menu_and_shows_the_address_of_the_site(small_hall):
    page = Client().get(SCREEN_URL).content
    assert b'class="frame"' not in page and b'class="places"' not in page
    assert f"testserver{HOME}" in visible_text(page) and b"<svg" in page


def test_without_javascript_a_screen_loads_its_next_slide(small_hall):
    def following(query: str) -> str:
        html = Client().get(SCREEN_URL + query).content.decode()
        return re.search(r'http-equiv="refresh" content="12; url=([^"]+)"', html)[1]

    assert following("") == f"{SCREEN_URL}?hoja=2#hoja-2"
    assert (
        following("?ver=mesas,jugando&hoja=2")
        == f"{SCREEN_URL}?ver=mesas%2Cjugando&amp;hoja=1#hoja-1"
    )
    assert following("?hoja=x").endswith("#hoja-2")


def test_a_refresh_of_an_unchanged_screen_is_empty(small_hall, pilar):
    browser = Client()
    html = browser.get(SCREEN_URL).content.decode()
    live_url = re.search(r'hx-get="([^"]+)"', html)[1].replace("&amp;", "&")
    answer = browser.get(live_url, headers=HTMX)
    assert answer.status_code == 204 and answer.headers["X-Tapete-Now"].isdecimal()
    play_all(small_hall.rounds.get(), pilar)
    answer = browser.get(live_url, headers=HTMX)
    assert answer.status_code == 200 and "Busque su apellido" not in answer.content.decode()


@each(
    "query, status",
    ("?ver=", 200),
    ("?ver=nada,,<b>", 200),
    ("?ver=" + "mesas," * 500, 200),
    ("7/", 404),
    ("0/", 404),
)
def test_a_wrong_address_of_a_screen_never_crashes(small_hall, query, status):
    assert Client().get(SCREEN_URL + query).status_code == status


def test_the_screen_of_a_private_tournament_is_shown_to_its_team_only(small_hall, client_as, raul):
    Tournament.objects.update(visibility=Visibility.PRIVATE)
    assert Client().get(SCREEN_URL).status_code == 404
    assert client_as(raul).get(SCREEN_URL).status_code == 200


# --- Screens set up by the desk ---------------------------------------------------------------
@world
def entrance(small_hall, chema):
    return save_screen(
        tournament=small_hall,
        author=chema,
        name="Entrada",
        shows=["mesas"],
        notice="La cena, a las 22:00",
    )


def test_screen_1_has_the_usual_address_and_shows_the_lists_chosen_by_the_desk(entrance):
    assert "Quién juega con quién" in (page := read("1/")) and "Busque su apellido" not in page
    assert read() == page
    assert "Clasificación" not in page and "Clasificación" in read("?ver=clasificacion")


def test_a_notice_sent_now_is_shown_first_for_some_minutes(entrance, small_hall, chema):
    show_now(screen=entrance, author=chema, shows="aviso", minutes=5)
    html = Client().get(SCREEN_URL).content.decode()
    assert html.index("La cena, a las 22:00") < html.index("Quién juega con quién")
    assert 'data-until="' in html
    Screen.objects.update(now_until=timezone.now() - timedelta(seconds=1))
    assert "La cena" not in read() and "Quién juega con quién" in read()


REFUSED_SCREENS = [
    ({"name": ""}, "text_missing", "name"),
    ({"name": "x" * 41}, "text_too_long", "name"),
    ({"name": "Bar", "notice": "x" * 201}, "text_too_long", "notice"),
    ({"name": "Bar", "shows": ["nada"]}, "not_a_show", "shows"),
]


@each("values, code, field", *REFUSED_SCREENS)
def test_a_wrong_screen_is_refused_with_its_field(casino, chema, values, code, field):
    with pytest.raises(Refused) as refused_answer:
        save_screen(tournament=casino, author=chema, **values)
    assert (refused_answer.value.code, refused_answer.value.field) == (code, field)


def test_too_many_screens_are_refused(casino, chema):
    for _turn in range(MOST_SCREENS):
        save_screen(tournament=casino, author=chema, name="Bar")
    with pytest.raises(Refused, match="quite una"):
        save_screen(tournament=casino, author=chema, name="Otra")


@pytest.mark.slow
def test_the_desk_creates_a_screen_sends_it_a_notice_and_removes_it(small_hall, client_as, chema):
    desk, url = client_as(chema), HOME + "pantallas/"
    refused_answer = desk.post(url, {"name": "", "notice": "La cena"})
    assert (
        refused_answer.status_code == 400 and 'value="La cena"' in refused_answer.content.decode()
    )
    desk.post(url, {"name": "Barra", "shows": ["reloj", "podio"]})
    answer = desk.post(url + "1/ahora/", {"shows": "aviso", "minutes": "5"})
    assert answer.status_code == 400 and "no tiene aviso" in visible_text(answer.content)
    desk.post(url + "1/", {"name": "Barra", "notice": "La cena"})
    assert Screen.objects.get().shows == []
    desk.post(url + "1/ahora/", {"shows": "aviso", "minutes": "5"})
    assert "Ahora: El aviso" in visible_text(desk.get(url).content)
    desk.post(url + "1/ahora/", {"volver": "1"})
    assert "Ahora:" not in visible_text(desk.get(url).content)
    desk.post(url + "1/quitar/")
    assert not Screen.objects.exists()
    acts = small_hall.audit.order_by("-id").values_list("act", flat=True)[:5]
    assert [*acts] == ["remove_screen", "show_now", "show_now", "save_screen", "save_screen"]
    assert desk.get("/t/casino-de-calamocha/historial/").status_code == 403


def test_the_history_describes_the_change_of_a_screen(entrance, client_as, pilar):
    history = visible_text(client_as(pilar).get(HOME + "historial/").content)
    assert "Cambió una pantalla de la sala" in history and "La cena, a las 22:00" in history
