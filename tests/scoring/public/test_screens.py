"""The screens of the hall: what each page shows, with few and with many, and when it changes."""

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
from tests.scoring.days import KNOCKOUT, SWISS, finish, play, play_all, publish
from tests.scoring.halls import seat_round
from tests.scoring.public.test_public_pages import text
from tests.worlds import world
from tournaments.models import Announcing, Tournament, Visibility
from tournaments.names.audience import EVERYTHING, NOBODY
from tournaments.refusal import Refused

HOME = "/t/casino-de-calamocha/"
WALL = HOME + "pantalla/"
HTMX = {"HX-Request": "true"}
PAGES = {  # what is asked for: the pages with 3 pairs and with 300
    "apellidos": (1, 25),
    "numeros": (1, 13),
    "mesas": (1, 13),
    "jugando": (1, 13),
    "clasificacion": (1, 13),
}


def hall_of(make_tournament, pairs, count: int) -> Tournament:
    """A round at the tables, where the last one rests if they are odd."""
    tournament = make_tournament(tables=150, **SWISS)
    entries = pairs(tournament, count)
    seat_round(tournament, [entries[at : at + 2] for at in range(0, count, 2)])
    return tournament


@world
def few(make_tournament, pairs):
    return hall_of(make_tournament, pairs, 3)


@world
def many(make_tournament, pairs):
    return hall_of(make_tournament, pairs, 300)


def read(query: str = "") -> str:
    response = Client().get(WALL + query)
    assert response.status_code == 200
    return text(response.content)


def check_pages(tournament: Tournament, which: int) -> None:
    for shows, pages in PAGES.items():
        found = slides_of(tournament.stage, EVERYTHING, [shows])
        assert len(found) == pages[which], shows
        assert all(len(one.rows) <= ROWS * one.columns for one in found), shows


# --- Each page --------------------------------------------------------------------------------
def test_three_pairs_fit_in_a_page_of_each(few):
    check_pages(few, 0)
    said = read()
    assert "Ronda 1 · Quién juega con quién" in said and "Descansa" in said


@pytest.mark.parametrize(
    ("count", "title"),
    [(2, "Quién juega con quién"), (5, "Quién juega con quién"), (6, "Busque su {which}")],
)
@pytest.mark.parametrize(("shows", "which"), [("apellidos", "apellido"), ("numeros", "número")])
def test_few_matches_left_are_said_as_matches(make_tournament, pairs, count, title, shows, which):
    day = hall_of(make_tournament, pairs, count)
    (slide,) = slides_of(day.stage, EVERYTHING, [shows])
    assert slide.title == f"Ronda 1 · {title.format(which=which)}"
    if count == 2:
        (final,) = slide.rows
        assert final.table == "1"
        assert [number for number, _title in final.sides] == ["1", "2"]


# --- Names ------------------------------------------------------------------------------------
LONG = "Francisco Javier Maximiliano Rodríguez de la Fuente y Ortiz-Sáenz"[:59]


@pytest.mark.parametrize("shows", ["apellidos", "numeros", "mesas", "jugando", "clasificacion"])
def test_no_name_is_cut_on_a_screen(make_tournament, pairs, shows):
    day = hall_of(make_tournament, pairs, 8)
    name, _space, surname = LONG.partition(" Rodríguez")
    day.players.update(name=name, surname=f"Rodríguez{surname}")
    told = read(f"?ver={shows}")
    assert "…" not in told
    if shows != "apellidos":
        assert f"{LONG} · {LONG}" in told
    for slide in slides_of(day.stage, EVERYTHING, [shows]):
        assert slide.columns == (2 if shows == "apellidos" else 1)  # a person, not a pair
        assert slide.said["most"] == (6 if shows in ("mesas", "jugando") else ROWS)


def test_a_bracket_of_long_names_has_two_ties_a_page(make_tournament, pairs, pilar):
    day = make_tournament(**KNOCKOUT)
    pairs(day, 8)
    name, _space, surname = LONG.partition(" Rodríguez")
    day.players.update(name=name, surname=f"Rodríguez{surname}")
    publish(day, pilar)
    pages = slides_of(day.stage, EVERYTHING, ["cuadro"])
    assert [len(one.rows[0].ties) for one in pages] == [2, 2]
    assert f"{LONG} · {LONG}" in (told := read("?ver=cuadro")) and "…" not in told


@pytest.mark.slow
def test_of_three_hundred_nobody_is_missing_and_no_page_is_longer(many):
    check_pages(many, 1)
    seats = [row for one in slides_of(many.stage, EVERYTHING, ["apellidos"]) for row in one.rows]
    assert len(seats) == 600 and all(row.table for row in seats)
    numbers = [
        row.number for one in slides_of(many.stage, EVERYTHING, ["numeros"]) for row in one.rows
    ]
    assert numbers == [str(number) for number in range(1, 301)]


def test_a_page_given_while_another_thread_reads_its_people_lacks_nobody(many, monkeypatch):
    page, real, within = slides_of(many.stage, EVERYTHING, ["mesas"])[0], people.meetings_in, []

    def reading(stage, keys, audience):
        monkeypatch.setattr(people, "meetings_in", real)
        within.append(page.rows[0])
        return real(stage, keys, audience)

    monkeypatch.setattr(people, "meetings_in", reading)
    assert page.rows[0] == within[0] and len(within[0].sides) == 2


@pytest.mark.slow
def test_a_large_hall_comes_in_parts_which_follow_one_another_to_everything(many):
    wanted = slides_of(many.stage, EVERYTHING, ["apellidos", "clasificacion"])
    query, told, parts = "?ver=apellidos,clasificacion", [], []
    for _part in range(5):
        response = Client().get(WALL + query)
        assert len(response.content) < 100_000
        told += re.findall(r'<h2 class="slide__title">', response.text)
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
    assert len(told) == len(wanted) == 25 + 13
    assert (
        "?ver=apellidos%2Cclasificacion&amp;parte=apellidos-2"
        in Client().get(f"{WALL}?ver=apellidos,clasificacion&hoja=10").text
    )
    for nonsense in ("nada", "apellidos-99", "apellidos-x", "-", "%00"):
        page = Client().get(f"{WALL}?ver=apellidos,clasificacion&parte={nonsense}")
        assert page.status_code == 200 and "slide__title" in page.text


def test_a_list_that_nobody_would_wait_for_is_not_shown(many, monkeypatch):
    monkeypatch.setattr("scoring.public.slides.MOST_LISTED", 299)
    assert {one.shows for one in slides_of(many.stage, EVERYTHING)} == {Show.PLAYING}
    assert [one.template for one in slides_of(many.stage, EVERYTHING, ["apellidos"])] == ["welcome"]


def test_who_has_played_is_looked_for_no_more(few, pilar):
    play_all(few.rounds.get(), pilar)
    for shows in ("apellidos", "numeros", "mesas", "jugando"):
        assert [one.template for one in slides_of(few.stage, EVERYTHING, [shows])] == ["welcome"], (
            shows
        )


@pytest.mark.slow
def test_a_bracket_in_pages_of_four_ties_from_the_round_in_play_on(make_tournament, pairs, pilar):
    cup = make_tournament(tables=16, **KNOCKOUT)
    pairs(cup, 18)  # fourteen rest in the first round
    play_all(publish(cup, pilar), pilar)
    found = slides_of(cup.stage, EVERYTHING, ["cuadro"])
    assert [[len(column.ties) for column in one.rows] for one in found] == [[4, 2, 1]] * 2
    finish(cup, pilar)
    (last,) = slides_of(cup.stage, EVERYTHING, ["cuadro"])
    assert [len(column.ties) for column in last.rows] == [4, 2, 1]
    assert [len(column.third) for column in last.rows] == [0, 0, 1]
    podium, *_others = slides_of(cup.stage, EVERYTHING)
    assert podium.template == "podium" and [place for place, *_who in podium.rows] == [
        "1",
        "2",
        "3",
    ]


def test_the_line_of_who_goes_on(make_tournament, pairs, pilar):
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
    (page,) = slides_of(tournament.stage, EVERYTHING, ["clasificacion"])
    assert [row.goes_to for row in page.rows if hasattr(row, "goes_to")] == ["Cuadro de 4"]
    assert page.rows[4].goes_to and len(page.rows) == 9
    assert "Hasta aquí pasan a Cuadro de 4" in read()


def test_before_the_draw_every_page_is_that_of_the_tournament(casino, pairs, pilar):
    pairs(casino, 4)
    open_next_round(stage=casino.stage, author=pilar)  # a draft is nobody's business
    for shows in Show.values:
        assert [one.template for one in slides_of(casino.stage, EVERYTHING, [shows])] == [
            "welcome"
        ], shows
    assert "Salón de actos" in (said := read("?ver=mesas")) and "Inscripciones: 4" in said


# --- Scores -----------------------------------------------------------------------------------
def scores(day, audience=EVERYTHING):
    """The notes of the page of the scores, by table; {} without that page."""
    pages = [one for one in slides_of(day.stage, audience, ["tanteo"]) if one.shows == "tanteo"]
    return {row.table: row.note for one in pages for row in one.rows}


def test_the_last_tables_show_their_score_where_somebody_chose_it(make_tournament, pairs, chema):
    day = hall_of(make_tournament, pairs, 5)
    match = day.matches.get(number=1)
    record_hand(match=match, author=chema, line="coto 3-1", number=1)
    record_hand(match=match, author=chema, line="partida B", number=2)
    day = Tournament.objects.get(pk=day.pk)
    assert scores(day) == {"1": "Cotos 1–0 · partidas 0–1", "2": "todavía sin anotar"}
    assert "Cotos 1–0" not in read() and "Cotos 1–0" in read("?ver=tanteo")


def test_with_many_tables_there_are_no_scores(make_tournament, pairs, pilar):
    day = hall_of(make_tournament, pairs, 14)
    assert scores(day) == {}
    play(day.matches.get(number=1), pilar)
    assert len(scores(Tournament.objects.get(pk=day.pk))) == 6


def test_scores_of_six_tables_cost_no_more_than_those_of_one(make_tournament, pairs, chema):
    day = hall_of(make_tournament, pairs, 12)
    for match in day.matches.all():
        record_hand(match=match, author=chema, line="coto 3-1", number=1)
    keys, costs = [match.pk for match in day.matches.all()], []
    for many in (1, 6):
        with CaptureQueriesContext(connection) as queries:
            assert len(scores_now(keys[:many], EVERYTHING)) == many
        costs.append(len(queries))
    assert costs[0] == costs[1]


def test_the_score_of_a_round_that_is_not_announced_is_not_shown(make_tournament, pairs, chema):
    day = hall_of(make_tournament, pairs, 4)
    match = day.matches.get(number=1)
    record_hand(match=match, author=chema, line="coto 3-1", number=1)
    Tournament.objects.update(announcing=Announcing.BY_HAND)
    day.rounds.update(announced_at=None)
    assert scores_now([match.pk], NOBODY) == {}
    assert "Cotos" not in read("?ver=tanteo")
    assert scores_now([match.pk], EVERYTHING) == {match.pk: "Cotos 1–0 · partidas 0–0"}


# --- The page ---------------------------------------------------------------------------------
def test_nothing_of_the_frame_and_the_way_to_the_site(few):
    page = Client().get(WALL).content
    assert b'class="frame"' not in page and b'class="places"' not in page
    assert f"testserver{HOME}" in text(page) and b"<svg" in page


def test_without_script_the_next_page_is_asked_for(few):
    def following(query: str) -> str:
        html = Client().get(WALL + query).content.decode()
        return re.search(r'http-equiv="refresh" content="12; url=([^"]+)"', html)[1]

    assert following("") == f"{WALL}?hoja=2#hoja-2"
    assert following("?ver=mesas,jugando&hoja=2") == f"{WALL}?ver=mesas%2Cjugando&amp;hoja=1#hoja-1"
    assert following("?hoja=x").endswith("#hoja-2")


def test_it_is_asked_again_for_little_while_nothing_happens(few, pilar):
    browser = Client()
    html = browser.get(WALL).content.decode()
    again = re.search(r'hx-get="([^"]+)"', html)[1].replace("&amp;", "&")
    answer = browser.get(again, headers=HTMX)
    assert answer.status_code == 204 and answer.headers["X-Tapete-Now"].isdecimal()
    play_all(few.rounds.get(), pilar)
    answer = browser.get(again, headers=HTMX)
    assert answer.status_code == 200 and "Busque su apellido" not in answer.content.decode()


@each(
    "query, status",
    ("?ver=", 200),
    ("?ver=nada,,<b>", 200),
    ("?ver=" + "mesas," * 500, 200),
    ("7/", 404),
    ("0/", 404),
)
def test_any_address_is_answered(few, query, status):
    assert Client().get(WALL + query).status_code == status


def test_a_private_one_is_shown_to_its_team_alone(few, client_as, raul):
    Tournament.objects.update(visibility=Visibility.PRIVATE)
    assert Client().get(WALL).status_code == 404
    assert client_as(raul).get(WALL).status_code == 200


# --- From the desk ----------------------------------------------------------------------------
@world
def entrance(few, chema):
    return save_screen(
        tournament=few, author=chema, name="Entrada", shows=["mesas"], notice="La cena, a las 22:00"
    )


def test_a_screen_shows_what_the_desk_chose_and_the_first_is_the_usual_address(entrance):
    assert "Quién juega con quién" in (said := read("1/")) and "Busque su apellido" not in said
    assert read() == said
    assert "Clasificación" not in said and "Clasificación" in read("?ver=clasificacion")


def test_sent_now_it_goes_before_everything_until_its_minutes_have_passed(entrance, few, chema):
    show_now(screen=entrance, author=chema, shows="aviso", minutes=5)
    html = Client().get(WALL).content.decode()
    assert html.index("La cena, a las 22:00") < html.index("Quién juega con quién")
    assert 'data-until="' in html
    Screen.objects.update(now_until=timezone.now() - timedelta(seconds=1))
    assert "La cena" not in read() and "Quién juega con quién" in read()


REFUSED = [
    ({"name": ""}, "text_missing", "name"),
    ({"name": "x" * 41}, "text_too_long", "name"),
    ({"name": "Bar", "notice": "x" * 201}, "text_too_long", "notice"),
    ({"name": "Bar", "shows": ["nada"]}, "not_a_show", "shows"),
]


@each("values, code, field", *REFUSED)
def test_a_screen_that_cannot_be_says_which_field(casino, chema, values, code, field):
    with pytest.raises(Refused) as refused:
        save_screen(tournament=casino, author=chema, **values)
    assert (refused.value.code, refused.value.field) == (code, field)


def test_no_more_screens_than_fit(casino, chema):
    for _turn in range(MOST_SCREENS):
        save_screen(tournament=casino, author=chema, name="Bar")
    with pytest.raises(Refused, match="quite una"):
        save_screen(tournament=casino, author=chema, name="Otra")


@pytest.mark.slow
def test_the_desk_sets_up_a_screen_sends_it_a_notice_and_takes_it_away(few, client_as, chema):
    desk, page = client_as(chema), HOME + "pantallas/"
    wrong = desk.post(page, {"name": "", "notice": "La cena"})
    assert wrong.status_code == 400 and 'value="La cena"' in wrong.content.decode()
    desk.post(page, {"name": "Barra", "shows": ["reloj", "podio"]})
    answer = desk.post(page + "1/ahora/", {"shows": "aviso", "minutes": "5"})
    assert answer.status_code == 400 and "no tiene aviso" in text(answer.content)
    desk.post(page + "1/", {"name": "Barra", "notice": "La cena"})
    assert Screen.objects.get().shows == []
    desk.post(page + "1/ahora/", {"shows": "aviso", "minutes": "5"})
    assert "Ahora: El aviso" in text(desk.get(page).content)
    desk.post(page + "1/ahora/", {"volver": "1"})
    assert "Ahora:" not in text(desk.get(page).content)
    desk.post(page + "1/quitar/")
    assert not Screen.objects.exists()
    acts = few.audit.order_by("-id").values_list("act", flat=True)[:5]
    assert [*acts] == ["remove_screen", "show_now", "show_now", "save_screen", "save_screen"]
    assert desk.get("/t/casino-de-calamocha/historial/").status_code == 403


def test_the_history_says_it_in_words(entrance, client_as, pilar):
    said = text(client_as(pilar).get(HOME + "historial/").content)
    assert "Cambió una pantalla de la sala" in said and "La cena, a las 22:00" in said
