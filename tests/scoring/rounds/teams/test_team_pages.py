"""A league of teams on its pages and in the API."""

import pytest

from scoring.rounds.selectors.ceremony import balls
from scoring.rounds.services.rounds import open_next_round, publish_round
from tests.costs import asked
from tests.crowd import enter_invented
from tests.scoring.rounds.teams import away_of, home_of, line_up, publish_date, win_board
from tournaments.names.audience import EVERYTHING
from tournaments.names.people import Person
from tournaments.people.services.registering import register_entry
from tournaments.site.page_cache import PAGES


# --- Pages and API ------------------------------------------------------------------------------
def test_the_line_up_page(league, date, chema, client_as):
    home = home_of(date)
    desk, page = client_as(chema), f"/t/{league.slug}/ronda/1/alineacion/{home.number}/"
    shown = desk.get(page).content.decode()
    assert shown.count("<select") == 6 and f"{home.name} g" in shown
    chairs = [f"board_{board}_{chair}" for board in (1, 2, 3) for chair in (1, 2)]
    twice = desk.post(page, dict.fromkeys(chairs, "1"))
    assert twice.status_code == 400 and "está dos veces" in twice.content.decode()
    assert desk.post(page, {**dict.fromkeys(chairs, "1"), "board_1_1": "99"}).status_code == 400
    assert desk.post(page, {}).status_code == 400
    typed = {chair: str(place) for place, chair in enumerate(chairs, 1)}
    assert desk.post(page, typed).status_code == 302
    shown = desk.get(f"/t/{league.slug}/ronda/1/").content.decode()
    assert f"{home.name} a · {home.name} b" in shown and "Alineaciones" in shown
    nobody = client_as(None)
    assert nobody.get(page).status_code == 302
    assert "Alineaciones" not in nobody.get(f"/t/{league.slug}/ronda/1/").content.decode()
    assert desk.get(f"/t/{league.slug}/ronda/9/alineacion/1/").status_code == 404


@pytest.mark.slow
def test_the_pages_speak_of_ties(league, date, pilar, client_as):
    home, away = home_of(date), away_of(date)
    for board, loser in ((1, away), (2, home), (3, away)):
        win_board(date, board, loser, pilar)
    publish_date(league, pilar)
    nobody, base = client_as(None), f"/t/{league.slug}/"
    for page in (
        "",
        "emparejamientos/",
        "emparejamientos/?por=apellido",
        "clasificacion/",
        "ronda/1/",
        "mesa/?q=1",
        f"inscripcion/{home.number}/",
    ):
        assert nobody.get(base + page).status_code == 200, page
    calendar = " ".join(nobody.get(f"{base}calendario/").content.decode().split())
    assert "2–1" in calendar and calendar.count(f">{home.name}<") > 1
    assert "Mesas ganadas" in nobody.get(f"{base}clasificacion/").content.decode()
    own = nobody.get(f"{base}inscripcion/{home.number}/").content.decode()
    assert "Ganó 2–1" in own
    mine = client_as(pilar)
    assert mine.get(f"{base}control/").status_code == 200
    answer = nobody.get(f"/api/v1/tournaments/{league.slug}/standings/")
    names = {one["key"]: one["name"] for one in answer.json()["results"][0]["values"]}
    assert names["counted_won"] == "Mesas ganadas"


@pytest.mark.slow
def test_more_teams_ask_the_database_no_more(league, pilar, client_as):
    mine, base = client_as(pilar), f"/t/{league.slug}/"
    league.tables = 40  # nobody waits: the tables that are kept are asked for only then
    league.save()

    def costs(serial):
        pages = (
            "control/",
            "emparejamientos/",
            f"ronda/{serial}/",
            "clasificacion/",
            f"ronda/{serial}/alineacion/2/",
            "inscripcion/2/",
        )
        found = []
        for page in pages:
            PAGES.clear()
            found.append(asked(mine, base + page))
        return found

    def played():
        date = publish_date(league, pilar)
        win_board(date, 1, away_of(date), pilar)
        for team in {side.entry for side in date.sides.filter(board__gt=0)}:
            line_up(date, team, pilar)
        return date

    serials = [played().serial, played().serial]
    with_two = next(
        one
        for one in serials
        if league.rounds.get(serial=one).sides.filter(entry__number=2, board=1)
    )
    few = costs(with_two)
    for name in ("Sol", "Luna", "Mar", "Sal"):
        people = [Person(f"{name} {letter}") for letter in "abcdefg"]
        register_entry(tournament=league, author=pilar, name=name, players=people)
    serials = [played().serial, played().serial]
    with_two = next(
        one
        for one in serials
        if league.rounds.get(serial=one).sides.filter(entry__number=2, board=1)
    )
    assert costs(with_two) == few


def test_the_draw_is_shown_team_by_team(league, pilar):
    draft = open_next_round(stage=league.stage, author=pilar)
    shown = balls(draft, EVERYTHING)
    assert sorted(ball.entry.number for ball in shown) == [1, 2, 3]
    assert {ball.match.board for ball in shown} == {0, 1}


def test_the_draft_and_a_tie_given_up_on_the_page(league, pilar, client_as):
    draft, mine = open_next_round(stage=league.stage, author=pilar), client_as(pilar)
    assert "Enfrentamientos" in mine.get(f"/t/{league.slug}/rondas/1/").content.decode()
    publish_round(round=draft, author=pilar)
    match = draft.matches.get(board=1)
    page = f"/t/{league.slug}/acta/{match.code}/incomparecencia/"
    assert "enfrentamiento entero" in mine.get(page).content.decode()
    mine.post(page, {"loser": home_of(draft).pk, "reason": "no van", "tie": "on"})
    assert draft.matches.filter(state="finished").count() == 3


def test_the_line_up_by_api(league, date, chema, client_as):
    home, desk = home_of(date), client_as(chema)
    address = f"/api/v1/tournaments/{league.slug}/rounds/1/line-ups/{home.number}/"

    def put(boards):
        return desk.put(address, {"boards": boards}, content_type="application/json")

    assert len(desk.get(address).json()["squad"]) == 7
    told = put([[1, 2], [3, 4], [5, 6]])
    assert told.status_code == 200, told.content
    assert [one["people"] for one in told.json()["boards"]] == [[1, 2], [3, 4], [5, 6]]
    for wrong in ([[1, 2], [2, 3], [5, 6]], [[1, 2], [3, 9], [5, 6]], [[1], [2], [3]], [], "x"):
        assert put(wrong).status_code == 400, wrong
    match = desk.get(f"/api/v1/tournaments/{league.slug}/matches/").json()["results"][0]
    assert match["board"] == 1 and match["sides"][0]["names"]
    match = date.matches.get(board=2)
    gone = desk.post(
        f"/api/v1/tournaments/{league.slug}/matches/{match.code}/forfeit/",
        {"loser": home.number, "reason": "no van", "whole_tie": True},
        content_type="application/json",
    )
    assert gone.status_code == 200, gone.content
    assert date.matches.filter(state="finished").count() == 3


def test_names_typed_on_the_acta(make_tournament, pilar, client_as):
    centres = make_tournament(squad=4, format="swiss", format_options={"rounds": 2})
    for name in ("Centro A", "Centro B"):
        register_entry(tournament=centres, author=pilar, name=name, players=[])
    match, desk = publish_date(centres, pilar).matches.get(), client_as(pilar)
    page = f"/t/{centres.slug}/acta/{match.code}/"
    assert "Quién juega" in desk.get(page).content.decode()
    desk.post(f"{page}juegan/", {"side": "1", "names": "Eva y Ana"})
    home, away = desk.get(page).context["unnamed"]
    assert home["side"].value() == 0 and home["names"].value() == ""
    assert away["side"].value() == 1 and away["names"].value() == "Eva y Ana"
    assert away["names"].label == f"Quién juega por {match.sides.get(side=1).entry.name}"
    assert (
        "(Eva y Ana)"
        in client_as(None).get(f"/t/{centres.slug}/partida/{match.code}/").content.decode()
    )
    said = desk.post(
        f"/api/v1/tournaments/{centres.slug}/matches/{match.code}/names/",
        {"entry": 1, "names": "Luis"},
        content_type="application/json",
    )
    assert said.status_code == 200 and "Luis" in said.content.decode()
    assert desk.post(f"{page}juegan/", {"side": "7", "names": "x"}).status_code == 404


def test_names_are_not_typed_for_partners_who_are_entries_of_their_own(
    make_tournament, pilar, client_as
):
    hall = make_tournament(format="melee", format_options={"rounds": 3})
    enter_invented(hall, pilar, 8, "tapete")
    match = publish_date(hall, pilar).matches.first()
    page = f"/t/{hall.slug}/acta/{match.code}/juegan/"
    assert client_as(pilar).post(page, {"side": "0", "names": "Eva"}).status_code == 404


def test_where_says_every_board_of_the_tie(league, date, pilar, client_as):
    home = home_of(date)
    line_up(date, home, pilar)
    win_board(date, 2, away_of(date), pilar)
    path = f"/api/v1/tournaments/{league.slug}/where/"
    (told,) = client_as(None).get(path, {"q": home.number}).json()["results"]
    assert (told["state"], told["code"], told["table"]) == ("playing", None, None)
    assert [(one["board"], one["state"]) for one in told["boards"]] == [
        (1, "playing"),
        (2, "finished"),
        (3, "playing"),
    ]
    assert all(one["code"] and one["playing"] for one in told["boards"])
    assert [one["table"] is None for one in told["boards"]] == [False, True, False]
    assert [rival["entry"] for rival in told["rivals"]] == [away_of(date).number]
    rests = league.entries.exclude(number__in=[home.number, away_of(date).number]).get()
    (told,) = client_as(None).get(path, {"q": rests.number}).json()["results"]
    assert (told["state"], told["boards"]) == ("bye", [])


def test_a_tie_that_goes_on_is_not_told_as_lost(league, date, pilar, client):
    """Nor does an older one, of which only a board is left, count fewer boards than it has."""
    home = home_of(date)
    for board in (1, 2):
        win_board(date, board, away_of(date), pilar)
    card = client.get(f"/t/{league.slug}/mesa/?q={home.number}").content.decode()
    assert "En juego" in card
    assert "Perdió" not in card
    publish_date(league, pilar)
    page = client.get(f"/t/{league.slug}/emparejamientos/").content.decode()
    assert "mesa 3 de 3" in page
    assert "mesa 3 de 1" not in page
