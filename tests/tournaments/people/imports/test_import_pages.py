"""Importing through the site: nothing is registered before it is accepted, nothing good is lost."""

import io
from hashlib import sha256

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook

from tests.rows import case, cases
from tests.scoring.text import one_line
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
    book, box = Workbook(), io.BytesIO()
    book.active.append(["Jugador 1", "Jugador 2", "Pueblo", "Pagado"])
    for number in range(count):
        digest = sha256(str(number).encode()).hexdigest()  # so that it does not zip to nothing
        words = digest.translate(str.maketrans("0123456789", "ghijklmnop"))
        two = [f"Paco {words[:32]}", f"Luis {words[32:]}"]
        book.active.append([*two, "Luco", "sí"])
    book.save(box)
    return box.getvalue()


# In small: more than a worker registers at once, a paste longer than is read while the page waits.
MANY = size(510, long=2000)
ROWS = size(100, long=5000)
LINES, SURNAMES = size((1550, 48), long=(4500, 5))


def registered(entries) -> list[tuple[int, str, str, bool]]:
    return [
        (entry.number, entry.title_for(EVERYTHING), entry.town, entry.paid) for entry in entries
    ]


# --- The way it goes --------------------------------------------------------------------------
def test_a_paste_is_shown_mended_and_accepted(desk, casino):
    shown = desk.get(paste(desk, LIST).url)
    assert shown.context["counts"] == {"good": 2, "bad": 1, "already": 0, "dropped": 0}
    assert "Jugador 2: Pilar Lahoz aparece dos veces" in text_of(shown)
    assert "Inscribir 2 parejas" in text_of(shown)
    assert Entry.objects.count() == 0

    preview = ImportPreview.objects.get()
    page = f"{PAIRS}importar/{preview.pk}/"
    assert desk.post(f"{page}aceptar/").url == page
    assert registered(Entry.objects.all()) == [
        (1, "Paco Gil · Luis Sanz", "Luco", True),
        (2, "Chema · Ana", "Daroca", False),
    ]

    mended = {
        "place": "1",
        "row-1-player_1": "Pilar Lahoz",
        "row-1-player_2": "Begoña",
        "row-1-town": "Monreal",
        "row-1-number": "40",
    }
    assert desk.post(f"{page}corregir/", mended).url == page
    assert desk.get(page).context["counts"] == {"good": 1, "bad": 0, "already": 2, "dropped": 0}
    assert desk.post(f"{page}aceptar/").url == PAIRS
    assert registered(Entry.objects.filter(number=40)) == [
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


def test_who_comes_alone_is_said_and_looks_for_a_partner(desk, casino):
    page = paste(desk, "Paco Gil;Luis Sanz;Luco\nPilar Lahoz;;Monreal\nBegoña (Daroca)").url
    shown = desk.get(page)
    assert shown.context["counts"]["good"] == 3 and shown.context["counts"]["bad"] == 0
    assert "En 2 líneas hay una sola persona (2, 3)" in text_of(shown)
    assert "Inscribir 1 pareja, 2 personas sin pareja" in text_of(shown)
    assert "Viene sin pareja: quedará como «Busca pareja»." in text_of(shown)
    mended = {
        "place": "1",
        "row-1-player_1": "Pilar Lahoz",
        "row-1-player_2": "Íñigo",
        "row-1-town": "Monreal",
    }
    desk.post(f"{page}corregir/", mended)
    assert "En la línea 3 hay una sola persona" in text_of(desk.get(page))
    desk.post(f"{page}aceptar/")
    assert [
        (one.number, one.title_for(EVERYTHING), one.state)
        for one in Entry.objects.order_by("number")
    ] == [
        (1, "Paco Gil · Luis Sanz", "entered"),
        (2, "Pilar Lahoz · Íñigo", "entered"),
        (3, "Begoña", "single"),
    ]
    again = desk.get(paste(desk, "Begoña (Daroca)").url)
    assert again.context["counts"]["already"] == 1


def test_who_comes_alone_takes_no_place_from_the_pairs(desk, casino):
    Tournament.objects.filter(pk=casino.pk).update(capacity=2)
    desk.post(
        f"{paste(desk, 'Ana;;Luco|A;B;Luco|C;D;Luco|E;F;Luco'.replace('|', chr(10))).url}aceptar/"
    )
    states = list(Entry.objects.order_by("number").values_list("state", flat=True))
    assert states == ["single", "entered", "entered", "waiting"]


def test_accepting_twice_registers_once(desk, casino):
    page = paste(desk, LIST).url
    answers = [desk.post(f"{page}aceptar/", follow=True) for _time in range(2)]
    assert "2 inscripciones hechas." in text_of(answers[0])
    assert "No había nada nuevo que inscribir." in text_of(answers[1])
    assert Entry.objects.count() == 2


def test_pasting_the_same_list_again_finds_them_registered(desk, casino):
    desk.post(f"{paste(desk, LIST).url}aceptar/")
    shown = desk.get(paste(desk, LIST).url + "?ver=inscritas")
    assert shown.context["counts"] == {"good": 0, "bad": 1, "already": 2, "dropped": 0}
    assert "Ya tiene el número 1." in text_of(shown)


def test_what_was_registered_meanwhile_is_seen(desk, casino):
    page = paste(desk, LIST).url
    desk.post(f"{PAIRS}nueva/", {"player_1": "Ana", "player_2": "Eva", "town": "Daroca"})
    desk.post(f"{page}aceptar/")
    shown = text_of(desk.get(page))
    assert "Ana ya juega con el número 1 (Ana · Eva)" in shown
    assert registered(Entry.objects.all()) == [
        (1, "Ana · Eva", "Daroca", False),
        (2, "Paco Gil · Luis Sanz", "Luco", True),
    ]


def test_a_line_may_be_dropped_and_taken_back(desk, casino):
    page = paste(desk, LIST).url
    line = {"place": "0", "row-0-player_1": "Paco Gil", "row-0-player_2": "Luis Sanz"}
    desk.post(f"{page}corregir/", {**line, "row-0-dropped": "on"})
    assert desk.get(page).context["counts"]["dropped"] == 1
    desk.post(f"{page}aceptar/")
    assert Entry.objects.count() == 1
    desk.post(f"{page}corregir/", line)
    assert desk.get(page).context["counts"]["good"] == 1


def test_a_good_line_may_be_changed_too(desk, casino):
    page = paste(desk, LIST).url
    assert 'name="row-0-player_1"' in text_of(desk.get(f"{page}?ver=buenas&linea=0"))


def test_numbers_of_the_list_are_kept_and_the_others_follow_them(desk, casino):
    page = paste(desk, "7;A;B\nC;D\n3;E;F\nG;H").url
    desk.post(f"{page}aceptar/")
    assert registered(Entry.objects.all()) == [
        (3, "E · F", "", False),
        (7, "A · B", "", False),
        (8, "C · D", "", False),
        (9, "G · H", "", False),
    ]


def test_somebody_withdrawn_comes_back_in_a_list(casino, chema):
    from tournaments.names.people import Person

    gone = register_entry(tournament=casino, author=chema, players=[Person("Paco"), Person("Luis")])
    withdraw(entry=gone, author=chema, reason="Se marchan")
    preview = preview_import(tournament=casino, author=chema, text="Paco;Chema")
    assert accept_import(preview=preview, author=chema) == 1
    assert Player.objects.count() == 3
    assert EntryPlayer.objects.filter(player__name="Paco").count() == 2


def test_only_the_chosen_lines_are_registered(casino, chema):
    preview = preview_import(tournament=casino, author=chema, text="A;B\nC;D\nE;F")
    assert accept_import(preview=preview, author=chema, only=[0, 2]) == 2
    preview.refresh_from_db()
    assert [row.state for row in checked_rows(preview)] == ["already", "good", "already"]


# --- Files ------------------------------------------------------------------------------------
@cases(
    "name, content",
    case("Windows CSV", "parejas.csv", "Begoña;Íñigo".encode("cp1252")),
    case("UTF-16 with tabs", "parejas.csv", "Begoña\tÍñigo".encode("utf-16")),
    case("by hand", "parejas.txt", "Begoña / Íñigo".encode()),
)
def test_a_file_is_read_whatever_it_was_saved_as(
    desk, casino, name, content, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        answer = upload(desk, name, content)
    waited = desk.get(answer.url)  # the page of the job, which leads to the list once it is read
    desk.post(f"{waited.url}aceptar/")
    assert [entry.title_for(EVERYTHING) for entry in Entry.objects.all()] == ["Begoña · Íñigo"]
    assert ImportPreview.objects.get().source == name


@pytest.mark.slow
def test_many_rows_are_accepted_by_a_worker(desk, casino, django_capture_on_commit_callbacks):
    text = "\n".join(f"Paco {n};Luis {n};Luco" for n in range(MANY))
    page = paste(desk, text).url
    assert f"Inscribir {MANY} parejas" in text_of(desk.get(page))
    with django_capture_on_commit_callbacks(execute=True):
        answer = desk.post(f"{page}aceptar/")
    job = Job.objects.get()
    assert answer.url.endswith(f"/trabajos/{job.pk}/")
    told = (job.kind, job.state, job.done, job.total, job.message)
    assert told == ("import", "done", MANY, MANY, "")
    numbers = list(Entry.objects.values_list("number", flat=True))
    assert numbers == list(range(1, MANY + 1))
    assert page in text_of(desk.get(answer.url))


def test_a_job_taken_up_again_goes_on_where_it_was_left(casino, chema):
    from tournaments.jobs.services.jobs import start_job
    from tournaments.tasks import run_job

    text = "\n".join(f"Paco {n};Luis {n}" for n in range(50))
    preview = preview_import(tournament=casino, author=chema, text=text)
    accept_import(preview=preview, author=chema, only=range(20))  # and then the light went out
    params = {"preview": str(preview.pk)}
    job = start_job(tournament=casino, owner=chema, kind="import", params=params, total=50)
    run_job(str(job.pk))
    job.refresh_from_db()
    assert (job.state, Entry.objects.count()) == ("done", 50)


@pytest.mark.slow
def test_a_big_spreadsheet_is_read_by_a_worker(desk, casino, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        answer = upload(desk, "parejas.xlsx", spreadsheet(ROWS))
    preview, job = ImportPreview.objects.get(), Job.objects.get()
    assert answer.url.endswith(f"/trabajos/{job.pk}/")
    assert (job.kind, job.state) == ("import_read", "done")
    assert (preview.state, len(preview.rows), job.upload.name) == ("ready", ROWS, "")
    assert f"Inscribir {ROWS} parejas" in text_of(desk.get(answer.url, follow=True))
    piece = desk.get(answer.url, headers={"HX-Request": "true"})
    assert piece.headers["HX-Redirect"] == f"{PAIRS}importar/{preview.pk}/"


@pytest.mark.slow
def test_a_paste_of_many_thousand_lines_is_read_by_a_worker(
    desk, casino, django_capture_on_commit_callbacks
):
    long = ("Martínez García " * 4)[:SURNAMES].strip()
    text = "\n".join(f"Paco {long} Ibáñez {n} / Luis {long} Fernández {n}" for n in range(LINES))
    with django_capture_on_commit_callbacks(execute=True):
        answer = paste(desk, text)
    assert Job.objects.get().kind == "import_read"
    assert f"Inscribir {LINES} parejas" in text_of(desk.get(answer.url, follow=True))
    assert ImportPreview.objects.get().source == "Lista pegada"


def test_a_preview_still_being_read_leads_to_its_job(desk, casino, chema):
    upload(desk, "parejas.xlsx", spreadsheet(ROWS))  # nobody takes the job: the test never commits
    preview, job = ImportPreview.objects.get(), Job.objects.get()
    page = f"{PAIRS}importar/{preview.pk}/"
    assert desk.get(page).url.endswith(f"/trabajos/{job.pk}/")
    answer = desk.post(f"{page}corregir/", {"place": "0"})
    assert (answer.status_code, "se está leyendo" in text_of(answer)) == (409, True)


def test_a_big_file_that_cannot_be_read_fails_with_a_sentence(
    desk, casino, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        answer = upload(desk, "parejas.xlsx", spreadsheet(ROWS)[:-300])
    assert (Job.objects.get().state, Job.objects.get().code) == ("failed", "unreadable")
    shown = text_of(desk.get(answer.url))
    assert "El archivo está estropeado" in shown and "Traer otra lista" in shown
    assert "Volver a intentarlo" not in shown  # the file is not kept
    assert "Ese archivo ya no se guarda" in text_of(desk.post(f"{answer.url}otra-vez/"))


# --- Warnings, and the way back -----------------------------------------------------------------
def test_the_one_warning_stands_apart_from_the_notes(desk, casino):
    many = "\n".join(f"Paco {n};Luis {n};Luco;600 11 22 {n:02}" for n in range(10, 33))
    shown = desk.get(paste(desk, f"Ana Gil;Eva;Luco\nAna Gil;Sol;Odón\n{many}").url)
    (warning,) = shown.context["line_warnings"]
    assert warning["lines"] == "2" and "Ana Gil" in warning["sentence"]
    assert warning["link"] == "?ver=buenas&page=1#linea-1"
    text = text_of(shown)
    assert text.count("Se ha quitado lo que parece un teléfono") == 1
    assert "Cómo se ha leído la lista" in text
    assert "3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, …" in text


def test_changing_a_good_line_leads_back_to_it(desk, casino):
    names = "\n".join(f"Paco {n};Luis {n};Luco" for n in range(105))
    page = paste(desk, f"Ana;Ana\n{names}").url
    form = text_of(desk.get(f"{page}?ver=buenas&page=2&linea=104"))
    assert '<input type="hidden" name="ver" value="buenas">' in form
    line = {"place": "104", "row-104-player_1": "Pepe", "row-104-player_2": "Luis 103"}
    answer = desk.post(f"{page}corregir/", {**line, "ver": "buenas", "page": "2"})
    assert answer.url == f"{page}?ver=buenas&page=2#linea-104"
    assert '<li id="linea-104">' in text_of(desk.get(answer.url))
    wrong = {**line, "row-104-player_2": "Pepe", "ver": "buenas", "page": "2"}
    assert desk.post(f"{page}corregir/", wrong).url == f"{page}?ver=errores&page=1#linea-104"


def test_mending_some_wrong_lines_leads_back_to_the_others(desk, casino):
    page = paste(desk, "Ana;Ana\nEva;Eva").url
    line = {"place": "0", "row-0-player_1": "Ana", "row-0-player_2": "Sol", "ver": "errores"}
    answer = desk.post(f"{page}corregir/", {**line, "page": "1"})
    assert answer.url == f"{page}?ver=errores&page=1&desde=0"
    last = {"place": "1", "row-1-player_1": "Eva", "row-1-player_2": "Mar", "ver": "errores"}
    assert desk.post(f"{page}corregir/", last).url == page
