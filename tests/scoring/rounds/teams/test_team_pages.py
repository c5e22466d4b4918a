"""Tests of the pages and the API of a league of teams."""

import pytest

from scoring.rounds.selectors.ceremony import balls
from scoring.rounds.services.rounds import open_next_round, publish_round
from tests.costs import count_queries
from tests.crowd import enter_invented
from tests.scoring.rounds.teams import away_of, home_of, line_up, publish_date, win_board
from tournaments.names.audience import EVERYTHING
from tournaments.names.people import Person
from tournaments.people.services.registering import register_entry
from tournaments.site.page_cache import PAGES


def test_the_page_of_a_line_up_saves_it_and_refuses_a_player_twice(league, date, chema, client_as):
    home = home_of(date)
    desk, url = client_as(chema), f"/t/{league.slug}/ronda/1/alineacion/{home.number}/"
    html = desk.get(url).content.decode()
    assert html.count("<select") == 6 and f"{home.name} g" in html
    chairs = [f"board_{board}_{chair}" for board in (1, 2, 3) for chair in (1, 2)]
    refused_answer = desk.post(url, dict.fromkeys(chairs, "1"))
    assert refused_answer.status_code == 400 and "está dos veces" in refused_answer.content.decode()
    assert desk.post(url, {**dict.fromkeys(chairs, "1"), "board_1_1": "99"}).status_code == 400
    assert desk.post(url, {}).status_code == 400
    form = {chair: str(place) for place, chair in enumerate(chairs, 1)}
    assert desk.post(url, form).status_code == 302
    html = desk.get(f"/t/{league.slug}/ronda/1/").content.decode()
    assert f"{home.name} a · {home.name} b" in html and "Alineaciones" in html
    visitor = client_as(None)
    assert visitor.get(url).status_code == 302
    assert "Alineaciones" not in visitor.get(f"/t/{league.slug}/ronda/1/").content.decode()
    assert desk.get(f"/t/{league.slug}/ronda/9/alineacion/1/").status_code == 404


@pytest.mark.slow
def test_the_pages_of_a_league_of_teams_show_ties(league, date, pilar, client_as):
    home, away = home_of(date), away_of(date)
    for board, loser in ((1, away), (2, home), (3, away)):
        win_board(date, board, loser, pilar)
    publish_date(league, pilar)
    visitor, base = client_as(None), f"/t/{league.slug}/"
    for page in (
        "",
        "emparejamientos/",
        "emparejamientos/?por=apellido",
        "clasificacion/",
        "ronda/1/",
        "mesa/?q=1",
        f"inscripcion/{home.number}/",
    ):
        assert visitor.get(base + page).status_code == 200, page
    calendar = " ".join(visitor.get(f"{base}calendario/").content.decode().split())
    assert "2–1" in calendar and calendar.count(f">{home.name}<") > 1
    assert "Mesas ganadas" in visitor.get(f"{base}clasificacion/").content.decode()
    team_page = visitor.get(f"{base}inscripcion/{home.number}/").content.decode()
    assert "Ganó 2–1" in team_page
    organiser = client_as(pilar)
    assert organiser.get(f"{base}control/").status_code == 200
    answer = visitor.get(f"/api/v1/tournaments/{league.slug}/standings/")
    names = {value["key"]: value["name"] for value in answer.json()["results"][0]["values"]}
    assert names["counted_won"] == "Mesas ganadas"


@pytest.mark.slow
def test_more_teams_cost_no_more_queries(league, pilar, client_as):
    organiser, base = client_as(pilar), f"/t/{league.slug}/"
    league.tables = 40  # no match waits, which would cost a query
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
        counts = []
        for page in pages:
            PAGES.clear()
            counts.append(count_queries(organiser, base + page))
        return counts

    def play_date():
        date = publish_date(league, pilar)
        win_board(date, 1, away_of(date), pilar)
        for team in {side.entry for side in date.sides.filter(board__gt=0)}:
            line_up(date, team, pilar)
        return date

    serials = [play_date().serial, play_date().serial]
    serial = next(
        number
        for number in serials
        if league.rounds.get(serial=number).sides.filter(entry__number=2, board=1)
    )
    first_costs = costs(serial)
    for name in ("Sol", "Luna", "Mar", "Sal"):
        people = [Person(f"{name} {letter}") for letter in "abcdefg"]
        register_entry(tournament=league, author=pilar, name=name, players=people)
    serials = [play_date().serial, play_date().serial]
    serial = next(
        number
        for number in serials
        if league.rounds.get(serial=number).sides.filter(entry__number=2, board=1)
    )
    assert costs(serial) == first_costs


def test_the_public_draw_has_one_ball_for_each_team(league, pilar):
    draft = open_next_round(stage=league.stage, author=pilar)
    drawn_balls = balls(draft, EVERYTHING)
    assert sorted(ball.entry.number for ball in drawn_balls) == [1, 2, 3]
    assert {ball.match.board for ball in drawn_balls} == {0, 1}


def test_the_organiser_sees_the_draft_and_forfeits_a_whole_tie(league, pilar, client_as):
    draft, organiser = open_next_round(stage=league.stage, author=pilar), client_as(pilar)
    assert "Enfrentamientos" in organiser.get(f"/t/{league.slug}/rondas/1/").content.decode()
    publish_round(round=draft, author=pilar)
    match = draft.matches.get(board=1)
    url = f"/t/{league.slug}/acta/{match.code}/incomparecencia/"
    assert "enfrentamiento entero" in organiser.get(url).content.decode()
    organiser.post(url, {"loser": home_of(draft).pk, "reason": "no van", "tie": "on"})
    assert draft.matches.filter(state="finished").count() == 3


def test_the_api_sets_a_line_up_and_forfeits_a_whole_tie(league, date, chema, client_as):
    home, desk = home_of(date), client_as(chema)
    address = f"/api/v1/tournaments/{league.slug}/rounds/1/line-ups/{home.number}/"

    def put(boards):
        return desk.put(address, {"boards": boards}, content_type="application/json")

    assert len(desk.get(address).json()["squad"]) == 7
    answer = put([[1, 2], [3, 4], [5, 6]])
    assert answer.status_code == 200, answer.content
    assert [board["people"] for board in answer.json()["boards"]] == [[1, 2], [3, 4], [5, 6]]
    for wrong_boards in (
        [[1, 2], [2, 3], [5, 6]],
        [[1, 2], [3, 9], [5, 6]],
        [[1], [2], [3]],
        [],
        "x",
    ):
        assert put(wrong_boards).status_code == 400, wrong_boards
    match = desk.get(f"/api/v1/tournaments/{league.slug}/matches/").json()["results"][0]
    assert match["board"] == 1 and match["sides"][0]["names"]
    match = date.matches.get(board=2)
    forfeit = desk.post(
        f"/api/v1/tournaments/{league.slug}/matches/{match.code}/forfeit/",
        {"loser": home.number, "reason": "no van", "whole_tie": True},
        content_type="application/json",
    )
    assert forfeit.status_code == 200, forfeit.content
    assert date.matches.filter(state="finished").count() == 3


def test_the_players_of_a_team_without_a_squad_are_typed_on_its_acta(
    make_tournament, pilar, client_as
):
    tournament = make_tournament(squad=4, format="swiss", format_options={"rounds": 2})
    for name in ("Centro A", "Centro B"):
        register_entry(tournament=tournament, author=pilar, name=name, players=[])
    match, desk = publish_date(tournament, pilar).matches.get(), client_as(pilar)
    url = f"/t/{tournament.slug}/acta/{match.code}/"
    assert "Quién juega" in desk.get(url).content.decode()
    desk.post(f"{url}juegan/", {"side": "1", "names": "Eva y Ana"})
    home, away = desk.get(url).context["unnamed"]
    assert home["side"].value() == 0 and home["names"].value() == ""
    assert away["side"].value() == 1 and away["names"].value() == "Eva y Ana"
    assert away["names"].label == f"Quién juega por {match.sides.get(side=1).entry.name}"
    assert (
        "(Eva y Ana)"
        in client_as(None).get(f"/t/{tournament.slug}/partida/{match.code}/").content.decode()
    )
    answer = desk.post(
        f"/api/v1/tournaments/{tournament.slug}/matches/{match.code}/names/",
        {"entry": 1, "names": "Luis"},
        content_type="application/json",
    )
    assert answer.status_code == 200 and "Luis" in answer.content.decode()
    assert desk.post(f"{url}juegan/", {"side": "7", "names": "x"}).status_code == 404


def test_players_are_not_typed_if_every_player_is_an_entry(make_tournament, pilar, client_as):
    tournament = make_tournament(format="melee", format_options={"rounds": 3})
    enter_invented(tournament, pilar, 8, "tapete")
    match = publish_date(tournament, pilar).matches.first()
    url = f"/t/{tournament.slug}/acta/{match.code}/juegan/"
    assert client_as(pilar).post(url, {"side": "0", "names": "Eva"}).status_code == 404


def test_the_api_of_where_lists_every_board_of_the_tie(league, date, pilar, client_as):
    home = home_of(date)
    line_up(date, home, pilar)
    win_board(date, 2, away_of(date), pilar)
    path = f"/api/v1/tournaments/{league.slug}/where/"
    (answer,) = client_as(None).get(path, {"q": home.number}).json()["results"]
    assert (answer["state"], answer["code"], answer["table"]) == ("playing", None, None)
    assert [(board["board"], board["state"]) for board in answer["boards"]] == [
        (1, "playing"),
        (2, "finished"),
        (3, "playing"),
    ]
    assert all(board["code"] and board["playing"] for board in answer["boards"])
    assert [board["table"] is None for board in answer["boards"]] == [False, True, False]
    assert [rival["entry"] for rival in answer["rivals"]] == [away_of(date).number]
    resting_team = league.entries.exclude(number__in=[home.number, away_of(date).number]).get()
    (answer,) = client_as(None).get(path, {"q": resting_team.number}).json()["results"]
    assert (answer["state"], answer["boards"]) == ("bye", [])


def test_an_unfinished_tie_is_not_shown_as_lost(league, date, pilar, client):
    """Show a tie with two lost boards as in play, and later its last board as board 3 of 3."""
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
