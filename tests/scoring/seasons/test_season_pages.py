"""Tests of the pages and the API of a season, for an officer and for the public."""

import pytest

from tests.scoring.seasons.conftest import TABLE_OF_POINTS
from tournaments.models import Season, Tournament

ROOT = "/club/la-nueva/temporadas/"
API = "/api/v1/clubs/la-nueva/seasons/"
SEASON = {
    "name": "Liga 2027",
    "counts": "people",
    "table": TABLE_OF_POINTS,
    "taking_part": "2",
    "best": "5",
}


@pytest.fixture
def officer(client_as, pilar):
    return client_as(pilar)


def answer_text(answer, status=200):
    assert answer.status_code == status
    return answer.content.decode()


# --- Pages ----------------------------------------------------------------------------------------
def test_an_officer_creates_a_season_and_adds_a_tournament(officer, peña, make_tournament):
    answer = officer.post(f"{ROOT}nueva/", SEASON)
    assert answer.headers["Location"] == f"{ROOT}liga-2027/torneos/"
    tournament = make_tournament(name="Enero")
    event = {"tournament": tournament.pk, "weight": "2", "places": "0", "one_in": "0"}
    assert officer.post(f"{ROOT}liga-2027/torneos/", event).status_code == 302
    assert "contará cuando termine" in answer_text(officer.get(f"{ROOT}liga-2027/"))
    assert "Liga 2027" in answer_text(officer.get("/club/la-nueva/"))
    key = Season.objects.get().events.get().pk
    changes = {"weight": "3", "places": "0", "one_in": "0"}
    assert officer.post(f"{ROOT}liga-2027/torneos/{key}/", changes).status_code == 302
    assert Season.objects.get().events.get().weight == 3
    assert officer.post(f"{ROOT}liga-2027/torneos/{key}/quitar/").status_code == 302
    assert not Season.objects.get().events.exists()


def test_a_template_is_not_offered_to_a_season(officer, peña, make_tournament):
    template = make_tournament(name="La de los viernes")
    Tournament.objects.filter(pk=template.pk).update(is_template=True, visibility="private")
    officer.post(f"{ROOT}nueva/", SEASON)
    page = answer_text(officer.get(f"{ROOT}liga-2027/torneos/"))
    assert "La de los viernes" not in page and "Crear un torneo del club" in page


def test_a_refused_form_keeps_its_text_and_shows_the_error(officer, peña):
    answer = officer.post(f"{ROOT}nueva/", {**SEASON, "table": "16 25 18"})
    page = answer_text(answer, 400)
    assert "Línea 1" in page
    assert "16 25 18" in page
    assert 'value="Liga 2027"' in page
    assert not Season.objects.exists()


def test_the_ranking_shows_the_reason_of_the_points(officer, season):
    page = answer_text(officer.get(f"{ROOT}liga-de-invierno/"))
    assert "1.º de 8" in page
    assert "10 por el puesto y 1 por jugar" in page
    assert "Solo la ve la secretaría del club." in page


def test_the_page_of_levels_explains_them(officer, season):
    page = answer_text(officer.get(f"{ROOT}liga-de-invierno/nivel/"))
    assert "No da puntos" in page
    assert "han jugado menos de 8 encuentros" in page


def test_only_a_public_season_is_shown_to_the_public(client, season):
    for address in (ROOT + "liga-de-invierno/", ROOT + "liga-de-invierno/nivel/"):
        assert client.get(address).status_code == 404
    Season.objects.update(public=True)
    page = answer_text(client.get(f"{ROOT}liga-de-invierno/"))
    assert "11" in page
    assert "/torneos/" not in page, "the public does not manage tournaments"


@pytest.mark.parametrize("changes", [{"visibility": "private"}, {"public_names": "numbers"}])
def test_no_name_of_a_hidden_tournament_is_on_a_public_page(client, season, changes):
    Season.objects.update(public=True)
    Tournament.objects.update(**changes)
    surnames = [player.surname for player in Tournament.objects.first().players.all()]
    for address in (f"{ROOT}liga-de-invierno/", f"{ROOT}liga-de-invierno/nivel/"):
        page = answer_text(client.get(address))
        assert not [surname for surname in surnames if surname in page]
        assert "Noviembre" not in page
    for path in ("ranking/", "ratings/"):
        assert client.get(f"{API}liga-de-invierno/{path}").json()["results"] == []


def test_only_an_officer_manages_a_season(client_as, season, vecino):
    browser = client_as(vecino)
    for path in ("nueva/", "liga-de-invierno/ajustes/", "liga-de-invierno/torneos/"):
        assert browser.get(ROOT + path).status_code == 403


def test_the_qualifiers_are_marked_and_entered(officer, season, final):
    event = season.events.get(tournament__name="Noviembre")
    address = f"{ROOT}liga-de-invierno/torneos/{event.pk}/pasan/"
    page = answer_text(officer.get(address))
    assert page.count("checked") == 2
    numbers = [int(line.split('"')[0]) for line in page.split('name="numbers" value="')[1:]]
    assert officer.post(address, {"numbers": numbers[:2]}).status_code == 302
    assert [entry.origin for entry in final.entries.order_by("number")] == [
        "1.º puesto en Noviembre",
        "2.º puesto en Noviembre",
    ]
    entries = answer_text(officer.get(f"/t/{final.slug}/inscripciones/"))
    assert "1.º puesto en Noviembre" in entries
    assert answer_text(officer.get(address)).count("(ya inscrita)") == 2
    assert "Plazas para pasar: 2. Ha elegido 3" in answer_text(
        officer.post(address, {"numbers": numbers[:3]}), 409
    )


def test_a_season_is_deleted_by_its_name(officer, season):
    address = f"{ROOT}liga-de-invierno/borrar/"
    assert "Liga de invierno" in answer_text(officer.post(address, {"name": "no"}), 400)
    assert officer.post(address, {"name": "Liga de invierno"}).status_code == 302
    assert not Season.objects.exists()


# --- API ------------------------------------------------------------------------------------------
def test_the_api_creates_a_season_and_enters_its_qualifiers(officer, client, peña, season, final):
    body = {**SEASON, "taking_part": 2, "best": 5}
    creation_answer = officer.post(API, body, content_type="application/json")
    assert (creation_answer.status_code, creation_answer.json()["table"]) == (201, TABLE_OF_POINTS)
    refused_answer = officer.post(API, {**body, "table": "x"}, content_type="application/json")
    assert (refused_answer.status_code, refused_answer.json()["error"]["code"]) == (
        400,
        "points_not_read",
    )
    assert len(officer.get(API).json()["results"]) == 2
    season_url = f"{API}liga-de-invierno/"
    ranking = officer.get(f"{season_url}ranking/").json()
    assert ranking["count"] == 16
    first = ranking["results"][0]
    assert first["points"] == sum(result["by_place"] + 1 for result in first["results"])
    assert officer.get(f"{season_url}ratings/").json()["count"] == 16
    [phase] = [
        event
        for event in officer.get(f"{season_url}tournaments/").json()["results"]
        if event["feeds"] is not None
    ]
    qualifiers = officer.get(f"{season_url}tournaments/{phase['id']}/qualifiers/").json()["results"]
    numbers_with_place = [row["number"] for row in qualifiers if row["has_place"]]
    answer = officer.post(
        f"{season_url}tournaments/{phase['id']}/qualifiers/",
        {"numbers": numbers_with_place},
        content_type="application/json",
    )
    assert (answer.status_code, answer.json()) == (201, {"numbers": [1, 2]})
    assert officer.delete(f"{season_url}tournaments/{phase['id']}/").status_code == 204
    assert client.get(season_url).status_code == 404, "the season is not public"
    unknown_tournament = {"tournament": "nowhere"}
    not_found = officer.post(
        f"{season_url}tournaments/", unknown_tournament, content_type="application/json"
    )
    assert not_found.status_code == 404


@pytest.mark.parametrize(
    "address",
    [f"{ROOT}liga-de-invierno/descargar/?como=", f"{API}liga-de-invierno/exports/ranking/?format="],
)
def test_the_downloaded_ranking_has_the_tournaments_that_the_reader_may_see(
    address, officer, client, season
):
    assert client.get(f"{address}csv").status_code == 404
    lines = officer.get(f"{address}csv").content.decode("utf-8-sig").splitlines()
    assert lines[0] == "Puesto;Nombre;Puntos;Noviembre;Diciembre" and len(lines) == 1 + 16
    assert all(officer.get(f"{address}{kind}").status_code == 200 for kind in ("xlsx", "ods"))
    assert "descargar/?como=xlsx" in answer_text(officer.get(f"{ROOT}liga-de-invierno/"))
    Season.objects.update(public=True)
    Tournament.objects.filter(name="Diciembre").update(visibility="private")
    public_lines = client.get(f"{address}csv").content.decode("utf-8-sig").splitlines()
    assert public_lines[0] == "Puesto;Nombre;Puntos;Noviembre"
