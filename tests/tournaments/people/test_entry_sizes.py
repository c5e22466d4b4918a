"""Entries of one person and of three: typed, pasted, refused; with the words they ask for."""

import pytest

from tests.refusals import is_refused
from tests.rows import each
from tests.worlds import world
from tournaments.models import Entry, ImportPreview
from tournaments.names.audience import EVERYTHING
from tournaments.names.people import Person
from tournaments.people.imports.lines import TypedEntry, read_line
from tournaments.people.imports.rows import ExistingEntries, ImportRow, check_rows, read_rows
from tournaments.people.imports.worksheets import read_text
from tournaments.people.services.registering import register_entry
from tournaments.refusal import Refused
from tournaments.setup.services.tournament import edit_tournament

ALONE = {
    "game": "revesino",
    "game_options": {},
    "format": "totals",
    "format_options": {"rounds": 3},
}
DESK = "/t/casino-de-calamocha/inscripciones/"


@world
def alone(make_tournament):
    return make_tournament(**ALONE)


@world
def trios(make_tournament):
    """Guiñote as if three played on each side: the entries are what is tested here."""
    tournament = make_tournament()
    tournament.entry_size = 3
    tournament.save()
    return tournament


# --- Read -----------------------------------------------------------------------------------------
@each(
    "text, size, typed",
    ("12. Paco Gil (Luco)", 1, TypedEntry("12", "Paco Gil", town="Luco")),
    ("Gil, Paco", 1, TypedEntry("", "Gil, Paco")),
    ("Ramón y Cajal", 1, TypedEntry("", "Ramón y Cajal")),
    ("Paco / Luis", 1, TypedEntry("", "Paco", left=("Luis",))),
    ("Paco / Luis / Ana (Luco)", 3, TypedEntry("", "Paco", "Luis", "Ana", "Luco")),
    ("Paco, Luis y Ana", 3, TypedEntry("", "Paco", "Luis", "Ana")),
    ("Paco y Luis", 3, TypedEntry("", "Paco", "Luis")),
    ("Paco / Luis / Ana / Eva", 3, TypedEntry("", "Paco", "Luis", "Ana", left=("Eva",))),
)
def test_a_line_by_hand(text, size, typed):
    assert read_line(text, size) == typed


@each(
    "text, size, row",
    ("7;Paco Gil;Luco;sí", 1, ImportRow(1, "7", "Paco Gil", town="Luco", size=1, paid=True)),
    ("Jugador;Pueblo\nGil, Paco;Luco", 1, ImportRow(2, "", "Gil, Paco", town="Luco", size=1)),
    ("Nombre;Apellidos\nPaco;Gil", 1, ImportRow(2, "", "Gil, Paco", size=1)),
    ("Paco;Luis;Ana;Luco", 3, ImportRow(1, "", "Paco", "Luis", "Ana", "Luco", size=3)),
    (
        "Jugador 1;Jugador 2;Jugador 3;Peña\nPaco;Luis;Ana;El As",
        3,
        ImportRow(2, "", "Paco", "Luis", "Ana", "El As", size=3),
    ),
    (
        "Trío;Pagado\nPaco, Luis y Ana;x",
        3,
        ImportRow(2, "", "Paco", "Luis", "Ana", size=3, paid=True),
    ),
)
def test_a_sheet(text, size, row):
    rows, _remarks = read_rows(read_text(text), size)
    assert rows == [row]


@each(
    "row, faults",
    (ImportRow(1, "", "", size=1), [("nobody", "player_1")]),
    (ImportRow(1, "", "Paco", size=1, left="Luis"), [("left_over", "left")]),
    (ImportRow(1, "", "Paco", "Luis", size=3), [("partner_missing", "player_3")]),
    (ImportRow(1, "", "Ana", "Luis", "ANA", size=3), [("same_person_twice", "player_3")]),
)
def test_a_wrong_row(row, faults):
    (checked,) = check_rows([row], ExistingEntries())
    assert [(one.code, one.field) for one in checked.errors] == faults


# --- At the desk ----------------------------------------------------------------------------------
def test_somebody_alone_is_entered_and_pasted(alone, client_as, chema):
    desk = client_as(chema)
    page = desk.get(DESK).text
    assert 'name="player_1"' in page and 'name="player_2"' not in page
    assert desk.post(f"{DESK}nueva/", {"player_1": "Paco Gil (Luco)"}).status_code == 302
    two = desk.post(f"{DESK}nueva/", {"player_1": "Paco / Luis"})
    assert two.status_code == 400 and "«Luis» no va aquí" in two.text
    preview = desk.post(f"{DESK}importar/", {"text": "Ana Yus (Daroca)\n9. Eva"}, follow=True)
    assert "2 jugadores" in preview.text
    one = ImportPreview.objects.get()
    desk.post(f"{DESK}importar/{one.pk}/aceptar/")
    entries = {
        entry.number: (entry.title_for(EVERYTHING), entry.town) for entry in Entry.objects.all()
    }
    assert entries[1] == ("Paco Gil", "Luco") and entries[9] == ("Eva", "")
    assert ("Ana Yus", "Daroca") in entries.values()


def test_three_are_entered_in_one_line_and_corrected(trios, client_as, chema):
    desk = client_as(chema)
    typed = {"player_1": "Paco Gil / Luis Sanz / Ana (Luco)"}
    assert desk.post(f"{DESK}nueva/", typed).status_code == 302
    entry = Entry.objects.get()
    assert (entry.title_for(EVERYTHING), entry.town) == ("Paco Gil · Luis Sanz · Ana", "Luco")
    page = desk.get(f"{DESK}1/").text
    assert "El trío 1" in page and 'value="Luis Sanz"' in page
    changed = {"player_1": "Paco Gil", "player_2": "Luis Sanz", "player_3": "Eva", "town": "Luco"}
    assert desk.post(f"{DESK}1/", changed).status_code == 302
    assert Entry.objects.get().title_for(EVERYTHING) == "Paco Gil · Luis Sanz · Eva"
    short = desk.post(f"{DESK}nueva/", {"player_1": "Tere", "player_2": "Lola"})
    assert short.status_code == 400 and "Escriba otra persona." in short.text


@pytest.mark.parametrize("count", [0, 2, 4])
def test_the_wrong_number_of_people_is_refused(alone, pilar, count):
    people = [Person(name) for name in ("Ana", "Eva", "Luis", "Paco")][:count]
    with pytest.raises(Refused) as refused:
        register_entry(tournament=alone, author=pilar, players=people)
    assert (refused.value.code, refused.value.field) == ("wrong_people", "players")
    assert "Personas por inscripción: 1" in str(refused.value)


def test_a_game_for_other_entries_is_refused_once_somebody_is_in(alone, pairs, pilar):
    edit_tournament(tournament=alone, author=pilar, **{**ALONE, "game": "tarot"})
    alone.refresh_from_db()
    assert alone.entry_size == 1
    pairs(alone, 1)
    with is_refused("entries_exist", status=409):
        edit_tournament(
            tournament=alone,
            author=pilar,
            game="guinote",
            game_options={},
            format="swiss",
            format_options={"rounds": 3},
        )


# --- What the public reads ------------------------------------------------------------------------
def test_a_table_of_four_from_the_seat_to_the_standings(alone, pairs, pilar, client_as):
    from scoring.forecast.simulation import rehearsal

    pairs(alone, 9)
    rehearsal.play_rounds(alone.stage, pilar, 1, "sizes")
    public, slug = client_as(None), alone.slug
    resting = alone.stage.rounds.get().report["byes"][0]
    assert "No suma ni resta" in public.get(f"/t/{slug}/mesa/", {"q": resting}).text
    entry = next(number for number in range(1, 10) if number != resting)
    day = public.get(f"/t/{slug}/inscripcion/{entry}/").text
    assert "los demás:" in day and "Mesa terminada" in day and " pareja" not in day.lower()
    standings = public.get(f"/t/{slug}/clasificacion/").text
    assert "Tantos" in standings and " pareja" not in standings.lower()
    lines = client_as(None).get(f"/api/v1/tournaments/{slug}/standings/").json()["results"]
    assert sum(line["values"][0]["number"] for line in lines) == 0
    assert {line["entry"]: line["played"] for line in lines}[resting] == 0


def test_a_correction_changes_no_draw_of_totals(alone, pairs, pilar, client_as):
    from scoring.actas.services import correct_acta
    from scoring.forecast.simulation import rehearsal
    from scoring.rounds.services.rounds import open_next_round, publish_round

    pairs(alone, 8)
    rehearsal.play_rounds(alone.stage, pilar, 1, "sizes")
    draft = open_next_round(stage=alone.stage, author=pilar)
    match = alone.matches.filter(round__number=1).first()
    correct_acta(match=match, author=pilar, lines=["pierde A: se va"], reason="era otra")
    publish_round(round=draft, author=pilar)
    page = client_as(None).get(f"/t/{alone.slug}/partida/{match.code}/").text
    assert "Después de este encuentro" not in page
