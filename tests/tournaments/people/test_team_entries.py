"""Tests of teams and venues: entries with a name and at most as many people as a squad."""

from scoring.public.front import front_page_context
from scoring.rounds.services.rounds import open_next_round, publish_round
from tests.crowd import enter_invented
from tests.refusals import refusal_of
from tests.rows import cases, each
from tests.worlds import world
from tournaments.models import Entry, Player
from tournaments.names.audience import EVERYTHING
from tournaments.names.people import Person
from tournaments.people.imports.rows import ExistingEntries, check_rows, read_rows
from tournaments.people.imports.worksheets import read_text
from tournaments.people.services.imports import accept_import, preview_import
from tournaments.people.services.registering import edit_entry, register_entry, reinstate, withdraw
from tournaments.setup.services.tournament import edit_tournament

PACO, LUIS, ANA = Person("Paco", "Gil"), Person("Luis", "Sanz"), Person("Ana", "Yus")


@world
def league(make_tournament):
    """Teams of up to three people; two of them play at a time."""
    return make_tournament(squad=3)


def _register_team(league, name="Bar Central", *players, **options) -> Entry:
    return register_entry(tournament=league, author=None, name=name, players=players, **options)


def test_team_is_registered_with_its_name_only(league, client_as):
    entry = _register_team(league, town="Monreal")
    assert (entry.title_for(EVERYTHING), entry.town, entry.seats.count()) == (
        "Bar Central",
        "Monreal",
        0,
    )
    assert str(league.unit.count(2)) == "2 equipos"
    page = client_as(None).get(f"/t/{league.slug}/").content.decode()
    assert "1 equipo" in page


def test_people_of_a_team_are_added_later_and_changed(league):
    entry = _register_team(league)
    entry = edit_entry(entry=entry, author=None, players=[PACO, LUIS], town="")
    assert [seat.player.name_for(EVERYTHING) for seat in entry.seats.all()] == [
        "Paco Gil",
        "Luis Sanz",
    ]
    entry = edit_entry(entry=entry, author=None, players=[PACO, ANA], town="", name="Central")
    assert (entry.name, [seat.player.name_for(EVERYTHING) for seat in entry.seats.all()]) == (
        "Central",
        ["Paco Gil", "Ana Yus"],
    )
    assert set(Player.objects.values_list("name", flat=True)) == {"Paco", "Ana"}


@cases(
    "name, players, refusal",
    ("", [PACO], ("text_missing", "name", 400)),
    ("=2+2", [], ("text_formula", "name", 400)),
    ("X" * 61, [], ("text_too_long", "name", 400)),
    ("Otro", [PACO, LUIS, ANA, Person("Eva")], ("wrong_people", "players", 400)),
    ("Otro", [PACO, PACO], ("same_person_twice", "player_2", 400)),
    ("BAR  céntral", [], ("team_taken", "name", 409)),
)
def test_wrong_team_is_refused(league, name, players, refusal):
    _register_team(league)
    assert refusal_of(lambda: _register_team(league, name, *players)) == refusal


def test_player_of_another_squad_is_refused(league):
    _register_team(league, "Bar Central", PACO)
    assert refusal_of(lambda: _register_team(league, "Casino", PACO))[0] == "already_plays"


def test_name_of_a_withdrawn_team_is_free(league):
    withdrawn_team = _register_team(league)
    withdraw(entry=withdrawn_team, author=None, reason="no llegan a tres")
    _register_team(league)
    assert refusal_of(lambda: reinstate(entry=withdrawn_team, author=None))[0] == "team_taken"


def test_pair_with_a_team_name_is_refused(casino):
    assert refusal_of(
        lambda: register_entry(tournament=casino, author=None, name="X", players=[PACO, LUIS])
    ) == ("no_team_names", "name", 400)


def test_ten_teams_without_people_are_drawn(league, pilar):
    for number in range(10):
        _register_team(league, f"Centro {number}")
    round = publish_round(round=open_next_round(stage=league.stage, author=pilar), author=pilar)
    assert round.matches.count() == 8  # 6 of the 8 are byes
    assert front_page_context(league, EVERYTHING)["day"].entries.live == 10


def test_teams_cannot_become_pairs_after_the_first_entry(league, pilar):
    edit_tournament(tournament=league, author=pilar, squad=5)
    _register_team(league)
    refusal = refusal_of(lambda: edit_tournament(tournament=league, author=pilar, squad=0))
    assert refusal == ("entries_exist", "squad", 409)
    edit_tournament(tournament=league, author=pilar, squad=8)


def test_desk_registers_and_corrects_a_team(league, chema, client_as):
    desk = client_as(chema)
    list_page = f"/t/{league.slug}/inscripciones/"
    page = desk.get(list_page).content.decode()
    assert 'name="name"' in page and 'name="people"' in page and 'name="player_1"' not in page
    fields = {"name": "Casino", "people": "Paco Gil\nLuis Sanz (Luco) / Ana", "town": "Daroca"}
    assert desk.post(f"{list_page}nueva/", fields).status_code == 302
    entry = Entry.objects.get()
    assert [(seat.player.name_for(EVERYTHING), seat.player.town) for seat in entry.seats.all()] == [
        ("Paco Gil", "Daroca"),
        ("Luis Sanz", "Luco"),
        ("Ana", "Daroca"),
    ]
    page = desk.get(f"{list_page}1/").content.decode()
    assert "Luis Sanz (Luco)" in page
    assert desk.post(f"{list_page}1/", {"name": "Casino Viejo"}).status_code == 302
    entry.refresh_from_db()
    assert (entry.title_for(EVERYTHING), entry.seats.count()) == ("Casino Viejo", 0)
    too_many = {"name": "Otro", "people": "a/b/c/d"}
    answer = desk.post(f"{list_page}nueva/", too_many)
    assert answer.status_code == 400 and "Ha escrito 4" in answer.content.decode()


# --- Lists --------------------------------------------------------------------------------------
@each(
    "text, row",
    ("Equipo;Pueblo;Jugadores\nCasino;Luco;Ana / Eva", ("", "Casino", "Luco", "Ana / Eva")),
    ("N.º\tCentro\tJugador 1\tJugador 2\n7\tSol\tAna\tEva", ("7", "Sol", "", "Ana / Eva")),
    ("12. Casino (Daroca): Paco / Luis", ("12", "Casino", "Daroca", "Paco / Luis")),
    ("Bar 33", ("", "Bar 33", "", "")),
    ("4;Casino;Daroca;sí", ("4", "Casino", "Daroca", "")),
)
def test_list_of_teams_is_read(text, row):
    rows, _remarks = read_rows(read_text(text), 2, 3)
    assert [
        (team_row.number, team_row.name, team_row.town, team_row.people) for team_row in rows
    ] == [row]


def test_wrong_rows_of_a_list_of_teams_have_faults():
    text = "Equipo;Jugadores\n;Eva\nCasino;Paco/Luis\nPeña;a/b/c/d\ncasino;Ana\nSol;Paco\nLa Peña;"
    rows, _remarks = read_rows(read_text(text), 2, 3)
    existing = ExistingEntries(frozenset({9}), {}, {"la pena": 9})
    assert [
        (row.state, [fault.code for fault in row.errors]) for row in check_rows(rows, existing)
    ] == [
        ("bad", ["team_missing"]),
        ("good", []),
        ("bad", ["too_many_people"]),
        ("already", []),
        ("bad", ["plays_above"]),
        ("already", []),
    ]


def test_list_of_teams_is_registered_with_sessions_and_seeds(league, pilar):
    text = "Equipo;Turno;Cabeza de serie;Jugadores\nCasino;noche;2;Paco Gil\nBar;mañana;x;"
    preview = preview_import(tournament=league, author=pilar, text=text)
    assert accept_import(preview=preview, author=pilar) == 2
    assert list(league.entries.values_list("name", "session", "seed")) == [
        ("Casino", "noche", 2),
        ("Bar", "mañana", 0),
    ]


def test_preview_of_a_list_of_teams_is_corrected(league, chema, client_as):
    desk = client_as(chema)
    page = f"/t/{league.slug}/inscripciones/importar/"
    answer = desk.post(page, {"text": "Equipo;Jugadores\n;Eva\nCasino;Paco"})
    page_text = desk.get(answer.url).content.decode()
    assert "Escriba el nombre del equipo" in page_text
    desk.post(
        f"{answer.url}corregir/",
        {"place": "0", "row-0-name": "Bar", "row-0-people": "Eva", "row-0-town": "Luco"},
    )
    assert "Casino" in desk.get(f"{answer.url}?ver=buenas").content.decode()
    desk.post(f"{answer.url}aceptar/")
    assert list(league.entries.values_list("name", "town")) == [("Bar", "Luco"), ("Casino", "")]


def test_invented_teams_have_names_and_squads(league, pilar):
    enter_invented(league, pilar, 4, "x")
    assert league.entries.exclude(name="").count() == 4
    assert all(entry.seats.count() == 3 for entry in league.entries.all())
