"""A league of teams: squads, line-ups, boards that make ties, home and away, and who rests."""

import pytest

from scoring.public.crosses import cross_table
from scoring.public.pairings import pairings
from scoring.selectors.draws.ceremony import balls
from scoring.selectors.matches.meetings import competitors_of, meetings
from scoring.selectors.matches.ties import as_ties
from scoring.selectors.standings import stage_standings
from scoring.services.actas import forfeit_match, forfeit_tie, record_hand
from scoring.services.draws.rounds import open_next_round, publish_round
from scoring.services.rounds.arrivals import place_late_entry
from tests.costs import asked
from tests.worlds import world
from tournaments.formats.core import DrawError
from tournaments.kept import PAGES
from tournaments.models import Match, MatchSide
from tournaments.names.people import Person
from tournaments.refusal import Refused, refused_from
from tournaments.services.draws.drafts import swap_entries
from tournaments.services.draws.line_ups import name_players, set_line_up
from tournaments.services.entries.registering import register_entry
from tournaments.services.setup.stages import add_stage
from tournaments.services.setup.tournament import edit_tournament

TEAMS = ("Casa Paco", "Peña Oro", "Bar Sol")
OPTIONS = {"legs": 2, "boards": 3, "count": "ties"}


@world
def league(make_tournament, pilar):
    """Three teams of seven, ties of three boards of two; one rests each date."""
    made = make_tournament(
        game="marcador",
        game_options={"target": 3},
        format="teams",
        format_options=OPTIONS,
        squad=7,
        tables=6,
    )
    for team in TEAMS:
        people = [Person(f"{team} {letter}") for letter in "abcdefg"]
        register_entry(tournament=made, author=pilar, name=team, players=people)
    return made


def _date(league, author):
    return publish_round(round=open_next_round(stage=league.stage, author=author), author=author)


@world
def date(league, pilar):
    return _date(league, pilar)


def _home(date):
    return date.sides.filter(board=1, side=0).order_by("match__position")[0].entry


def _away(date):
    return date.sides.filter(board=1, side=1).order_by("match__position")[0].entry


def _people(entry, *places):
    seats = list(entry.seats.select_related("player"))
    return [seats[place].player for place in places]


def _lined(date, entry, author):
    boards = [_people(entry, 0, 1), _people(entry, 2, 3), _people(entry, 4, 5)]
    return set_line_up(round=date, entry=entry, author=author, boards=boards)


def _win(date, board, loser, author):
    match = date.matches.filter(board=board).order_by("position")[0]
    forfeit_match(match=match, loser=loser, author=author, reason="se marchan")


def _refused(act):
    with pytest.raises((Refused, DrawError)) as caught:
        act()
    refused = refused_from(caught.value)
    return refused.code, refused.field, refused.status


# --- Setting up ---------------------------------------------------------------------------------
def test_a_league_of_teams_is_of_teams_without_saying_so(make_tournament):
    made = make_tournament(format="teams", format_options={"boards": 1})
    assert made.squad == 4
    assert make_tournament(name="Otro", format="teams", format_options=OPTIONS).squad == 6


@pytest.mark.parametrize(
    ("changes", "wanted"),
    [
        ({"squad": 5}, ("squad_too_small", "squad", 400)),
        ({"format_options": {"boards": 12}}, ("too_many_boards", "boards", 400)),
        (
            {"format": "melee", "format_options": {"rounds": 3}, "squad": 4},
            ("teams_without_partners", "squad", 400),
        ),
    ],
)
def test_what_contradicts_itself_is_not_saved(make_tournament, changes, wanted):
    plan = {"format": "teams", "format_options": OPTIONS, **changes}
    assert _refused(lambda: make_tournament(**plan)) == wanted


def test_a_squad_never_shrinks_below_a_team_or_a_tie(league, pilar):
    for squad, code in ((6, "squad_overflows"), (5, "squad_too_small")):
        refused = _refused(
            lambda s=squad: edit_tournament(tournament=league, author=pilar, squad=s)
        )
        assert refused[0] == code
    edit_tournament(tournament=league, author=pilar, squad=8)


def test_people_do_not_go_on_to_a_league_of_teams(casino, pilar):
    refused = _refused(
        lambda: add_stage(
            tournament=casino,
            author=pilar,
            name="Liga",
            format="teams",
            format_options=OPTIONS,
            game_options={"cotos": 1, "partidas": 3},
            intake=[{"stage": 1, "per": "all", "first": 1, "last": 4}],
        )
    )
    assert refused == ("people_not_teams", "format", 400)


# --- Line-ups -----------------------------------------------------------------------------------
def test_a_line_up_is_on_its_boards(date, pilar):
    sides = _lined(date, _home(date), pilar)
    assert sides[0].names == f"{_home(date).name} a · {_home(date).name} b"
    match = date.matches.get(board=1)
    assert str(match.entries[0]).endswith(f"({sides[0].names})")
    team = _home(date).name  # on a sheet each has a line
    assert match.entries[0].names == [team, f"{team} a", f"{team} b"]
    _lined(date, _home(date), pilar)  # the same again changes nothing


def test_who_may_not_sit_down(date, pilar):
    home, away = _home(date), _away(date)
    whole = [_people(home, 0, 1), _people(home, 2, 3), _people(home, 4, 5)]
    wrong = {
        "line_up_unlisted": [_people(away, 0, 1), *whole[1:]],
        "line_up_twice": [whole[0], _people(home, 0, 2), whole[2]],
        "line_up_size": [_people(home, 0), *whole[1:]],
        "line_up_boards": whole[:2],
    }
    for code, boards in wrong.items():
        refused = _refused(
            lambda b=boards: set_line_up(round=date, entry=home, author=pilar, boards=b)
        )
        assert refused == (code, "boards", 400)
    resting = date.matches.get(state=Match.State.BYE).everybody[0]
    assert _refused(lambda: _lined(date, resting, pilar))[0] == "not_in_draw"
    assert not MatchSide.objects.exclude(names="").exists()


def test_a_board_begun_keeps_its_people(date, pilar):
    home = _home(date)
    _lined(date, home, pilar)
    match = date.matches.get(board=1)
    line = next(iter(match.tournament.rules.play_match(match.game_rules(), "x", "par")), None)
    record_hand(match=match, author=pilar, line=str(line), number=1)
    changed = [_people(home, 6, 1), _people(home, 2, 3), _people(home, 4, 5)]
    refused = _refused(lambda: set_line_up(round=date, entry=home, author=pilar, boards=changed))
    assert refused == ("board_begun", "boards", 409)
    others = [_people(home, 0, 1), _people(home, 2, 6), _people(home, 4, 5)]
    set_line_up(round=date, entry=home, author=pilar, boards=others)
    # Said late, it can still be said for the first time.
    _lined(date, _away(date), pilar)


def test_who_plays_for_a_venue_without_names(make_tournament, pilar):
    centres = make_tournament(squad=4, format="swiss", format_options={"rounds": 2})
    for name in ("Centro A", "Centro B"):
        register_entry(tournament=centres, author=pilar, name=name, players=[])
    match = _date(centres, pilar).matches.get()
    side = match.sides.get(side=0)
    name_players(side=side, author=pilar, names="  Paco y  Luis ")
    assert str(Match.objects.get(pk=match.pk).entries[0]).endswith("(Paco y Luis)")


def test_who_is_listed_is_lined_up_and_not_typed(date, pilar):
    side = date.sides.filter(board=1).select_related("match__tournament", "entry").first()
    assert _refused(lambda: name_players(side=side, author=pilar, names="X"))[0] == "has_squad"


# --- Ties ---------------------------------------------------------------------------------------
def test_a_tie_is_one_meeting_won_by_boards(league, date, pilar):
    home, away = _home(date), _away(date)
    _win(date, 1, away, pilar)
    [tie] = [one for one in as_ties(meetings(league.stage, competitors_of(league))) if one.boards]
    assert (tie.tallies, tie.winner, tie.is_finished) == ({"boards": (1, 0)}, None, False)
    _win(date, 2, home, pilar)
    _win(date, 3, away, pilar)
    played = meetings(league.stage, competitors_of(league))
    tie = next(one for one in as_ties(played) if one.boards)
    assert (tie.tallies, tie.winner, tie.is_finished) == ({"boards": (2, 1)}, 0, True)
    assert [pair.title for pair in tie.sides] == [home.name, away.name]
    first = stage_standings(league.stage)[0]
    assert (first.entrant, dict(first.values)["points"], first.played) == (home.number, 3, 1)
    rows = cross_table(league.stage, list(competitors_of(league).values()), played)
    cells = {row.competitor.number: [m.text for c in row.cells for m in c or ()] for row in rows}
    assert cells[home.number] == ["2–1"] and cells[away.number] == ["1–2"]


def test_a_drawn_tie_and_the_boards_that_count(make_tournament, pilar):
    made = make_tournament(
        format="teams", format_options={"legs": 1, "boards": 2, "count": "boards"}
    )
    for name in TEAMS[:2]:
        register_entry(tournament=made, author=pilar, name=name, players=[])
    date = _date(made, pilar)
    _win(date, 1, _home(date), pilar)
    _win(date, 2, _away(date), pilar)
    lines = stage_standings(made.stage)
    assert [dict(line.values)["counted_won"] for line in lines] == [1, 1]
    assert [line.drawn for line in lines] == [1, 1]


def test_a_whole_tie_given_up_in_one_act(date, pilar):
    home, away = _home(date), _away(date)
    _win(date, 1, away, pilar)
    boards = forfeit_tie(match=date.matches.get(board=2), loser=home, author=pilar, reason="no van")
    assert [match.board for match in boards] == [2, 3]
    assert not date.matches.filter(state__in=["playing", "waiting"]).exists()
    again = date.matches.get(board=2)
    refused = _refused(lambda: forfeit_tie(match=again, loser=home, author=pilar, reason="x"))
    assert refused[2] == 409


def test_a_swap_moves_every_board(league, pilar):
    draft = open_next_round(stage=league.stage, author=pilar)
    home = _home(draft)
    resting = draft.matches.get(state=Match.State.BYE)
    rested = resting.everybody[0]
    swap_entries(round=draft, author=pilar, first=home, second=rested, reason="viajan")
    sides = draft.sides.filter(entry=rested).order_by("board").values_list("board", flat=True)
    assert list(sides) == [1, 2, 3]
    assert draft.sides.get(entry=home).match_id == resting.pk
    assert publish_round(round=draft, author=pilar).matches.filter(state="playing").count() == 3


def test_who_comes_late_plays_a_whole_tie(league, date, pilar):
    late = register_entry(tournament=league, author=pilar, name="Casino", players=[])
    match = place_late_entry(entry=late, author=pilar)
    boards = date.matches.filter(position=match.position).order_by("board")
    assert [one.board for one in boards] == [1, 2, 3]
    assert [one.number for one in boards] == [4, 5, 6]
    assert {side.entry_id for one in boards for side in one.sides.all()} >= {late.pk}


def test_a_postponed_date_does_not_hold_the_next(league, date, pilar):
    second = _date(league, pilar)
    assert date.matches.filter(state__in=["playing", "waiting"]).count() == 3
    shown = pairings(league, by_surname=False)
    assert {tie["serial"] for tie in shown["ties"]} == {date.serial, second.serial}


# --- Pages and API ------------------------------------------------------------------------------
def test_the_line_up_page(league, date, chema, client_as):
    home = _home(date)
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


def test_the_pages_speak_of_ties(league, date, pilar, client_as):
    home, away = _home(date), _away(date)
    for board, loser in ((1, away), (2, home), (3, away)):
        _win(date, board, loser, pilar)
    _date(league, pilar)
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


def test_more_teams_ask_the_database_no_more(league, pilar, client_as):
    mine, base = client_as(pilar), f"/t/{league.slug}/"

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
        date = _date(league, pilar)
        _win(date, 1, _away(date), pilar)
        for team in {side.entry for side in date.sides.filter(board__gt=0)}:
            _lined(date, team, pilar)
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
    shown = balls(draft)
    assert sorted(ball.entry.number for ball in shown) == [1, 2, 3]
    assert {ball.match.board for ball in shown} == {0, 1}


def test_the_draft_and_a_tie_given_up_on_the_page(league, pilar, client_as):
    draft, mine = open_next_round(stage=league.stage, author=pilar), client_as(pilar)
    assert "Enfrentamientos" in mine.get(f"/t/{league.slug}/rondas/1/").content.decode()
    publish_round(round=draft, author=pilar)
    match = draft.matches.get(board=1)
    page = f"/t/{league.slug}/acta/{match.code}/incomparecencia/"
    assert "enfrentamiento entero" in mine.get(page).content.decode()
    mine.post(page, {"loser": _home(draft).pk, "reason": "no van", "tie": "on"})
    assert draft.matches.filter(state="finished").count() == 3


def test_the_line_up_by_api(league, date, chema, client_as):
    home, desk = _home(date), client_as(chema)
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
    match, desk = _date(centres, pilar).matches.get(), client_as(pilar)
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


def test_where_says_every_board_of_the_tie(league, date, pilar, client_as):
    home = _home(date)
    _lined(date, home, pilar)
    _win(date, 2, _away(date), pilar)
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
    assert [rival["entry"] for rival in told["rivals"]] == [_away(date).number]
    rests = league.entries.exclude(number__in=[home.number, _away(date).number]).get()
    (told,) = client_as(None).get(path, {"q": rests.number}).json()["results"]
    assert (told["state"], told["boards"]) == ("bye", [])
