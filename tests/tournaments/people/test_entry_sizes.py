"""Tests of entries of one person and of three: typed, imported, refused, and shown."""

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

INDIVIDUAL = {
    "game": "revesino",
    "game_options": {},
    "format": "totals",
    "format_options": {"rounds": 3},
}
DESK = "/t/casino-de-calamocha/inscripciones/"


@world
def individual(make_tournament):
    return make_tournament(**INDIVIDUAL)


@world
def trios(make_tournament):
    """Guiñote with entries of three people; only the entries are tested."""
    tournament = make_tournament()
    tournament.entry_size = 3
    tournament.save()
    return tournament


# --- Reading lists --------------------------------------------------------------------------------
@each(
    "text, size, entry",
    ("12. Paco Gil (Luco)", 1, TypedEntry("12", "Paco Gil", town="Luco")),
    ("Gil, Paco", 1, TypedEntry("", "Gil, Paco")),
    ("Ramón y Cajal", 1, TypedEntry("", "Ramón y Cajal")),
    ("Paco / Luis", 1, TypedEntry("", "Paco", left=("Luis",))),
    ("Paco / Luis / Ana (Luco)", 3, TypedEntry("", "Paco", "Luis", "Ana", "Luco")),
    ("Paco, Luis y Ana", 3, TypedEntry("", "Paco", "Luis", "Ana")),
    ("Paco y Luis", 3, TypedEntry("", "Paco", "Luis")),
    ("Paco / Luis / Ana / Eva", 3, TypedEntry("", "Paco", "Luis", "Ana", left=("Eva",))),
)
def test_handwritten_line_of_one_or_three_people_is_read(text, size, entry):
    assert read_line(text, size) == entry


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
def test_list_of_individuals_or_trios_is_read(text, size, row):
    rows, _remarks = read_rows(read_text(text), size)
    assert rows == [row]


@each(
    "row, faults",
    (ImportRow(1, "", "", size=1), [("nobody", "player_1")]),
    (ImportRow(1, "", "Paco", size=1, left="Luis"), [("left_over", "left")]),
    (ImportRow(1, "", "Paco", "Luis", size=3), [("partner_missing", "player_3")]),
    (ImportRow(1, "", "Ana", "Luis", "ANA", size=3), [("same_person_twice", "player_3")]),
)
def test_wrong_row_of_individuals_or_trios_has_faults(row, faults):
    (checked_row,) = check_rows([row], ExistingEntries())
    assert [(fault.code, fault.field) for fault in checked_row.errors] == faults


# --- At the desk ----------------------------------------------------------------------------------
def test_individual_players_are_typed_and_imported(individual, client_as, chema):
    desk = client_as(chema)
    page = desk.get(DESK).text
    assert 'name="player_1"' in page and 'name="player_2"' not in page
    assert desk.post(f"{DESK}nueva/", {"player_1": "Paco Gil (Luco)"}).status_code == 302
    refusal = desk.post(f"{DESK}nueva/", {"player_1": "Paco / Luis"})
    assert refusal.status_code == 400 and "«Luis» no va aquí" in refusal.text
    preview = desk.post(f"{DESK}importar/", {"text": "Ana Yus (Daroca)\n9. Eva"}, follow=True)
    assert "2 jugadores" in preview.text
    stored_preview = ImportPreview.objects.get()
    desk.post(f"{DESK}importar/{stored_preview.pk}/aceptar/")
    entries = {
        entry.number: (entry.title_for(EVERYTHING), entry.town) for entry in Entry.objects.all()
    }
    assert entries[1] == ("Paco Gil", "Luco") and entries[9] == ("Eva", "")
    assert ("Ana Yus", "Daroca") in entries.values()


def test_trio_is_typed_in_one_field_and_corrected(trios, client_as, chema):
    desk = client_as(chema)
    fields = {"player_1": "Paco Gil / Luis Sanz / Ana (Luco)"}
    assert desk.post(f"{DESK}nueva/", fields).status_code == 302
    entry = Entry.objects.get()
    assert (entry.title_for(EVERYTHING), entry.town) == ("Paco Gil · Luis Sanz · Ana", "Luco")
    page = desk.get(f"{DESK}1/").text
    assert "El trío 1" in page and 'value="Luis Sanz"' in page
    corrected_fields = {
        "player_1": "Paco Gil",
        "player_2": "Luis Sanz",
        "player_3": "Eva",
        "town": "Luco",
    }
    assert desk.post(f"{DESK}1/", corrected_fields).status_code == 302
    assert Entry.objects.get().title_for(EVERYTHING) == "Paco Gil · Luis Sanz · Eva"
    refusal = desk.post(f"{DESK}nueva/", {"player_1": "Tere", "player_2": "Lola"})
    assert refusal.status_code == 400 and "Escriba otra persona." in refusal.text


@pytest.mark.parametrize("count", [0, 2, 4])
def test_wrong_number_of_people_is_refused(individual, pilar, count):
    people = [Person(name) for name in ("Ana", "Eva", "Luis", "Paco")][:count]
    with pytest.raises(Refused) as error:
        register_entry(tournament=individual, author=pilar, players=people)
    assert (error.value.code, error.value.field) == ("wrong_people", "players")
    assert "Personas por inscripción: 1" in str(error.value)


def test_game_with_another_entry_size_is_refused_after_the_first_entry(individual, pairs, pilar):
    edit_tournament(tournament=individual, author=pilar, **{**INDIVIDUAL, "game": "tarot"})
    individual.refresh_from_db()
    assert individual.entry_size == 1
    pairs(individual, 1)
    with is_refused("entries_exist", status=409):
        edit_tournament(
            tournament=individual,
            author=pilar,
            game="guinote",
            game_options={},
            format="swiss",
            format_options={"rounds": 3},
        )


# --- Public pages ---------------------------------------------------------------------------------
def test_public_pages_of_an_individual_tournament(individual, pairs, pilar, client_as):
    from scoring.forecast.simulation import rehearsal

    pairs(individual, 9)
    rehearsal.play_rounds(individual.stage, pilar, 1, "sizes")
    public, slug = client_as(None), individual.slug
    resting = individual.stage.rounds.get().report["byes"][0]
    assert "No suma ni resta" in public.get(f"/t/{slug}/mesa/", {"q": resting}).text
    entry = next(number for number in range(1, 10) if number != resting)
    entry_page = public.get(f"/t/{slug}/inscripcion/{entry}/").text
    assert (
        "los demás:" in entry_page
        and "Mesa terminada" in entry_page
        and " pareja" not in entry_page.lower()
    )
    standings = public.get(f"/t/{slug}/clasificacion/").text
    assert "Tantos" in standings and " pareja" not in standings.lower()
    lines = client_as(None).get(f"/api/v1/tournaments/{slug}/standings/").json()["results"]
    assert sum(line["values"][0]["number"] for line in lines) == 0
    assert {line["entry"]: line["played"] for line in lines}[resting] == 0


def test_corrected_result_does_not_affect_a_later_draw_of_totals(
    individual, pairs, pilar, client_as
):
    from scoring.actas.services import correct_acta
    from scoring.forecast.simulation import rehearsal
    from scoring.rounds.services.rounds import open_next_round, publish_round

    pairs(individual, 8)
    rehearsal.play_rounds(individual.stage, pilar, 1, "sizes")
    draft = open_next_round(stage=individual.stage, author=pilar)
    match = individual.matches.filter(round__number=1).first()
    correct_acta(match=match, author=pilar, lines=["pierde A: se va"], reason="era otra")
    publish_round(round=draft, author=pilar)
    page = client_as(None).get(f"/t/{individual.slug}/partida/{match.code}/").text
    assert "Después de este encuentro" not in page
