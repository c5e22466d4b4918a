"""Tests of the import pages: preview, corrections, acceptance, and large lists in a job."""

import io
from hashlib import sha256

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook

from tests.rows import case, cases
from tests.scoring.page_text import one_line
from tests.sizes import size
from tournaments.models import AuditLine, Entry, EntryPlayer, ImportPreview, Job, Player, Tournament
from tournaments.names.audience import EVERYTHING
from tournaments.people.services.imports import accept_import, checked_rows, preview_import
from tournaments.people.services.registering import register_entry, withdraw

PAIRS = "/t/casino-de-calamocha/inscripciones/"
LIST = "Paco Gil;Luis Sanz;Luco;sí\nPilar Lahoz;Pilar Lahoz;Monreal\nChema / Ana (Daroca)\n"


def text_of(response) -> str:
    return one_line(response.text)


def paste(desk, text: str):
    return desk.post(f"{PAIRS}importar/", {"text": text})


def upload(desk, name: str, content: bytes):
    return desk.post(f"{PAIRS}importar/", {"file": SimpleUploadedFile(name, content)})


def spreadsheet(count: int) -> bytes:
    workbook, buffer = Workbook(), io.BytesIO()
    workbook.active.append(["Jugador 1", "Jugador 2", "Pueblo", "Pagado"])
    for number in range(count):
        digest = sha256(str(number).encode()).hexdigest()  # compresses badly: a large file
        words = digest.translate(str.maketrans("0123456789", "ghijklmnop"))
        players = [f"Paco {words[:32]}", f"Luis {words[32:]}"]
        workbook.active.append([*players, "Luco", "sí"])
    workbook.save(buffer)
    return buffer.getvalue()


# Sizes of lists that need a job.
ACCEPTED_ENTRIES = size(510, long=2000)
SPREADSHEET_ROWS = size(100, long=5000)
PASTED_LINES, SURNAME_LETTERS = size((1550, 48), long=(4500, 5))


def entry_rows(entries) -> list[tuple[int, str, str, bool]]:
    return [
        (entry.number, entry.title_for(EVERYTHING), entry.town, entry.paid) for entry in entries
    ]


# --- Preview and acceptance -------------------------------------------------------------------
def test_pasted_list_is_previewed_corrected_and_accepted(desk, casino):
    answer = desk.get(paste(desk, LIST).url)
    assert answer.context["counts"] == {"good": 2, "bad": 1, "already": 0, "dropped": 0}
    assert "Jugador 2: Pilar Lahoz aparece dos veces" in text_of(answer)
    assert "Inscribir 2 parejas" in text_of(answer)
    assert Entry.objects.count() == 0

    preview = ImportPreview.objects.get()
    page = f"{PAIRS}importar/{preview.pk}/"
    assert desk.post(f"{page}aceptar/").url == page
    assert entry_rows(Entry.objects.all()) == [
        (1, "Paco Gil · Luis Sanz", "Luco", True),
        (2, "Chema · Ana", "Daroca", False),
    ]

    correction = {
        "place": "1",
        "row-1-player_1": "Pilar Lahoz",
        "row-1-player_2": "Begoña",
        "row-1-town": "Monreal",
        "row-1-number": "40",
    }
    assert desk.post(f"{page}corregir/", correction).url == page
    assert desk.get(page).context["counts"] == {"good": 1, "bad": 0, "already": 2, "dropped": 0}
    assert desk.post(f"{page}aceptar/").url == PAIRS
    assert entry_rows(Entry.objects.filter(number=40)) == [
        (40, "Pilar Lahoz · Begoña", "Monreal", False)
    ]
    preview.refresh_from_db()
    assert preview.state == "accepted"
    assert list(
        AuditLine.objects.filter(act="accept_import").order_by("id").values_list("subject", "after")
    ) == [
        ("Lista pegada", {"pairs": 2, "first": 1, "last": 2}),
        ("Lista pegada", {"pairs": 1, "first": 40, "last": 40}),
    ]


def test_single_players_of_a_list_look_for_a_partner(desk, casino):
    page = paste(desk, "Paco Gil;Luis Sanz;Luco\nPilar Lahoz;;Monreal\nBegoña (Daroca)").url
    answer = desk.get(page)
    assert answer.context["counts"]["good"] == 3 and answer.context["counts"]["bad"] == 0
    assert "En 2 líneas hay una sola persona (2, 3)" in text_of(answer)
    assert "Inscribir 1 pareja, 2 personas sin pareja" in text_of(answer)
    assert "Viene sin pareja: quedará como «Busca pareja»." in text_of(answer)
    correction = {
        "place": "1",
        "row-1-player_1": "Pilar Lahoz",
        "row-1-player_2": "Íñigo",
        "row-1-town": "Monreal",
    }
    desk.post(f"{page}corregir/", correction)
    assert "En la línea 3 hay una sola persona" in text_of(desk.get(page))
    desk.post(f"{page}aceptar/")
    assert [
        (entry.number, entry.title_for(EVERYTHING), entry.state)
        for entry in Entry.objects.order_by("number")
    ] == [
        (1, "Paco Gil · Luis Sanz", "entered"),
        (2, "Pilar Lahoz · Íñigo", "entered"),
        (3, "Begoña", "single"),
    ]
    second_preview = desk.get(paste(desk, "Begoña (Daroca)").url)
    assert second_preview.context["counts"]["already"] == 1


def test_single_player_of_a_list_takes_no_place_from_the_pairs(desk, casino):
    Tournament.objects.filter(pk=casino.pk).update(capacity=2)
    desk.post(
        f"{paste(desk, 'Ana;;Luco|A;B;Luco|C;D;Luco|E;F;Luco'.replace('|', chr(10))).url}aceptar/"
    )
    states = list(Entry.objects.order_by("number").values_list("state", flat=True))
    assert states == ["single", "entered", "entered", "waiting"]


def test_list_accepted_twice_is_registered_once(desk, casino):
    page = paste(desk, LIST).url
    answers = [desk.post(f"{page}aceptar/", follow=True) for _time in range(2)]
    assert "2 inscripciones hechas." in text_of(answers[0])
    assert "No había nada nuevo que inscribir." in text_of(answers[1])
    assert Entry.objects.count() == 2


def test_list_pasted_again_shows_the_registered_entries(desk, casino):
    desk.post(f"{paste(desk, LIST).url}aceptar/")
    answer = desk.get(paste(desk, LIST).url + "?ver=inscritas")
    assert answer.context["counts"] == {"good": 0, "bad": 1, "already": 2, "dropped": 0}
    assert "Ya tiene el número 1." in text_of(answer)


def test_person_registered_since_the_preview_is_not_registered_twice(desk, casino):
    page = paste(desk, LIST).url
    desk.post(f"{PAIRS}nueva/", {"player_1": "Ana", "player_2": "Eva", "town": "Daroca"})
    desk.post(f"{page}aceptar/")
    text = text_of(desk.get(page))
    assert "Ana ya juega con el número 1 (Ana · Eva)" in text
    assert entry_rows(Entry.objects.all()) == [
        (1, "Ana · Eva", "Daroca", False),
        (2, "Paco Gil · Luis Sanz", "Luco", True),
    ]


def test_line_of_a_list_can_be_dropped_and_restored(desk, casino):
    page = paste(desk, LIST).url
    line = {"place": "0", "row-0-player_1": "Paco Gil", "row-0-player_2": "Luis Sanz"}
    desk.post(f"{page}corregir/", {**line, "row-0-dropped": "on"})
    assert desk.get(page).context["counts"]["dropped"] == 1
    desk.post(f"{page}aceptar/")
    assert Entry.objects.count() == 1
    desk.post(f"{page}corregir/", line)
    assert desk.get(page).context["counts"]["good"] == 1


def test_good_line_of_a_list_can_be_edited(desk, casino):
    page = paste(desk, LIST).url
    assert 'name="row-0-player_1"' in text_of(desk.get(f"{page}?ver=buenas&linea=0"))


def test_numbers_of_a_list_are_used_and_other_lines_get_the_next_numbers(desk, casino):
    page = paste(desk, "7;A;B\nC;D\n3;E;F\nG;H").url
    desk.post(f"{page}aceptar/")
    assert entry_rows(Entry.objects.all()) == [
        (3, "E · F", "", False),
        (7, "A · B", "", False),
        (8, "C · D", "", False),
        (9, "G · H", "", False),
    ]


def test_withdrawn_player_can_be_imported_with_another_partner(casino, chema):
    from tournaments.names.people import Person

    withdrawn_entry = register_entry(
        tournament=casino, author=chema, players=[Person("Paco"), Person("Luis")]
    )
    withdraw(entry=withdrawn_entry, author=chema, reason="Se marchan")
    preview = preview_import(tournament=casino, author=chema, text="Paco;Chema")
    assert accept_import(preview=preview, author=chema) == 1
    assert Player.objects.count() == 3
    assert EntryPlayer.objects.filter(player__name="Paco").count() == 2


def test_only_chosen_lines_of_a_list_are_registered(casino, chema):
    preview = preview_import(tournament=casino, author=chema, text="A;B\nC;D\nE;F")
    assert accept_import(preview=preview, author=chema, positions=[0, 2]) == 2
    preview.refresh_from_db()
    assert [row.state for row in checked_rows(preview)] == ["already", "good", "already"]


# --- Files ------------------------------------------------------------------------------------
@cases(
    "name, content",
    case("Windows CSV", "parejas.csv", "Begoña;Íñigo".encode("cp1252")),
    case("UTF-16 with tabs", "parejas.csv", "Begoña\tÍñigo".encode("utf-16")),
    case("by hand", "parejas.txt", "Begoña / Íñigo".encode()),
)
def test_uploaded_file_is_read_in_any_encoding(
    desk, casino, name, content, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        answer = upload(desk, name, content)
    job_answer = desk.get(answer.url)  # the page of the job redirects to the preview
    desk.post(f"{job_answer.url}aceptar/")
    assert [entry.title_for(EVERYTHING) for entry in Entry.objects.all()] == ["Begoña · Íñigo"]
    assert ImportPreview.objects.get().source == name


@pytest.mark.slow
def test_large_list_is_accepted_in_a_job(desk, casino, django_capture_on_commit_callbacks):
    text = "\n".join(f"Paco {number};Luis {number};Luco" for number in range(ACCEPTED_ENTRIES))
    page = paste(desk, text).url
    assert f"Inscribir {ACCEPTED_ENTRIES} parejas" in text_of(desk.get(page))
    with django_capture_on_commit_callbacks(execute=True):
        answer = desk.post(f"{page}aceptar/")
    job = Job.objects.get()
    assert answer.url.endswith(f"/trabajos/{job.pk}/")
    job_fields = (job.kind, job.state, job.done, job.total, job.message)
    assert job_fields == ("import", "done", ACCEPTED_ENTRIES, ACCEPTED_ENTRIES, "")
    numbers = list(Entry.objects.values_list("number", flat=True))
    assert numbers == list(range(1, ACCEPTED_ENTRIES + 1))
    assert page in text_of(desk.get(answer.url))


def test_restarted_import_job_registers_the_remaining_lines(casino, chema):
    from tournaments.jobs.services.jobs import start_job
    from tournaments.tasks import run_job

    text = "\n".join(f"Paco {number};Luis {number}" for number in range(50))
    preview = preview_import(tournament=casino, author=chema, text=text)
    accept_import(preview=preview, author=chema, positions=range(20))  # interrupted after 20 lines
    params = {"preview": str(preview.pk)}
    job = start_job(tournament=casino, owner=chema, kind="import", params=params, total=50)
    run_job(str(job.pk))
    job.refresh_from_db()
    assert (job.state, Entry.objects.count()) == ("done", 50)


@pytest.mark.slow
def test_large_spreadsheet_is_read_in_a_job(desk, casino, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        answer = upload(desk, "parejas.xlsx", spreadsheet(SPREADSHEET_ROWS))
    preview, job = ImportPreview.objects.get(), Job.objects.get()
    assert answer.url.endswith(f"/trabajos/{job.pk}/")
    assert (job.kind, job.state) == ("import_read", "done")
    assert (preview.state, len(preview.rows), job.upload.name) == ("ready", SPREADSHEET_ROWS, "")
    assert f"Inscribir {SPREADSHEET_ROWS} parejas" in text_of(desk.get(answer.url, follow=True))
    fragment = desk.get(answer.url, headers={"HX-Request": "true"})
    assert fragment.headers["HX-Redirect"] == f"{PAIRS}importar/{preview.pk}/"


@pytest.mark.slow
def test_large_paste_is_read_in_a_job(desk, casino, django_capture_on_commit_callbacks):
    surnames = ("Martínez García " * 4)[:SURNAME_LETTERS].strip()
    text = "\n".join(
        f"Paco {surnames} Ibáñez {number} / Luis {surnames} Fernández {number}"
        for number in range(PASTED_LINES)
    )
    with django_capture_on_commit_callbacks(execute=True):
        answer = paste(desk, text)
    assert Job.objects.get().kind == "import_read"
    assert f"Inscribir {PASTED_LINES} parejas" in text_of(desk.get(answer.url, follow=True))
    assert ImportPreview.objects.get().source == "Lista pegada"


def test_preview_that_is_still_being_read_redirects_to_its_job(desk, casino, chema):
    # The job never starts, because the test does not commit.
    upload(desk, "parejas.xlsx", spreadsheet(SPREADSHEET_ROWS))
    preview, job = ImportPreview.objects.get(), Job.objects.get()
    page = f"{PAIRS}importar/{preview.pk}/"
    assert desk.get(page).url.endswith(f"/trabajos/{job.pk}/")
    answer = desk.post(f"{page}corregir/", {"place": "0"})
    assert (answer.status_code, "se está leyendo" in text_of(answer)) == (409, True)


def test_job_of_an_unreadable_spreadsheet_fails_with_a_message(
    desk, casino, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        answer = upload(desk, "parejas.xlsx", spreadsheet(SPREADSHEET_ROWS)[:-300])
    assert (Job.objects.get().state, Job.objects.get().code) == ("failed", "unreadable")
    text = text_of(desk.get(answer.url))
    assert "El archivo está estropeado" in text and "Traer otra lista" in text
    assert "Volver a intentarlo" not in text  # the file is already deleted
    assert "Ese archivo ya no se guarda" in text_of(desk.post(f"{answer.url}otra-vez/"))


# --- Warnings and redirects ---------------------------------------------------------------------
def test_warning_is_shown_apart_from_the_notes(desk, casino):
    lines_with_phones = "\n".join(
        f"Paco {number};Luis {number};Luco;600 11 22 {number:02}" for number in range(10, 33)
    )
    answer = desk.get(paste(desk, f"Ana Gil;Eva;Luco\nAna Gil;Sol;Odón\n{lines_with_phones}").url)
    (warning,) = answer.context["line_warnings"]
    assert warning["lines"] == "2" and "Ana Gil" in warning["sentence"]
    assert warning["link"] == "?ver=buenas&page=1#linea-1"
    text = text_of(answer)
    assert text.count("Se ha quitado lo que parece un teléfono") == 1
    assert "Cómo se ha leído la lista" in text
    assert "3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, …" in text


def test_correction_of_a_good_line_returns_to_the_line(desk, casino):
    names = "\n".join(f"Paco {number};Luis {number};Luco" for number in range(105))
    page = paste(desk, f"Ana;Ana\n{names}").url
    form = text_of(desk.get(f"{page}?ver=buenas&page=2&linea=104"))
    assert '<input type="hidden" name="ver" value="buenas">' in form
    line = {"place": "104", "row-104-player_1": "Pepe", "row-104-player_2": "Luis 103"}
    answer = desk.post(f"{page}corregir/", {**line, "ver": "buenas", "page": "2"})
    assert answer.url == f"{page}?ver=buenas&page=2#linea-104"
    assert '<li id="linea-104">' in text_of(desk.get(answer.url))
    wrong_line = {**line, "row-104-player_2": "Pepe", "ver": "buenas", "page": "2"}
    assert desk.post(f"{page}corregir/", wrong_line).url == f"{page}?ver=errores&page=1#linea-104"


def test_correction_of_a_wrong_line_returns_to_the_remaining_wrong_lines(desk, casino):
    page = paste(desk, "Ana;Ana\nEva;Eva").url
    line = {"place": "0", "row-0-player_1": "Ana", "row-0-player_2": "Sol", "ver": "errores"}
    answer = desk.post(f"{page}corregir/", {**line, "page": "1"})
    assert answer.url == f"{page}?ver=errores&page=1&desde=0"
    last_line = {"place": "1", "row-1-player_1": "Eva", "row-1-player_2": "Mar", "ver": "errores"}
    assert desk.post(f"{page}corregir/", last_line).url == page
