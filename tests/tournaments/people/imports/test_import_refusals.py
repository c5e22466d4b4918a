"""Tests of refused imports, of their query counts, and of simultaneous imports."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.at_once import run_at_once
from tests.rows import case, cases
from tests.tournaments.people.imports.test_import_pages import LIST, PAIRS, paste, text_of
from tournaments.models import Entry, EntryPlayer, ImportPreview, Tournament
from tournaments.names.audience import EVERYTHING
from tournaments.people.services.imports import (
    accept_import,
    checked_rows,
    mend_rows,
    preview_import,
)
from tournaments.people.services.registering import register_entry
from tournaments.refusal import Refused


@cases(
    "form, sentence",
    case("nothing", {"text": " \n"}, "No hay nada que leer"),
    case("headings", {"text": "Jugador 1;Jugador 2"}, "No hay nada que leer"),
    case("columns", {"text": "a;" * 30}, "demasiadas columnas"),
    case("rows", {"text": "a;b\n" * 5001}, "demasiadas filas"),
    case("letters", {"text": "a" * 3001}, "La línea 1 es demasiado larga"),
    case("NUL", {"text": "a;b\x00"}, "nul"),
    case("PDF", {"file": b"%PDF-1.7"}, "No es una lista de inscripciones"),
    case("empty file", {"file": b""}, "No hay nada que leer"),
    case("xls", {"file": b"\xd0\xcf\x11\xe0" * 9}, "Excel antiguo"),
    case("file of 2 MB", {"file": b"x" * 2_000_001}, "caben 2 MB"),
    case("file and text", {"file": b"A;B", "text": "A;B"}, "las dos cosas a la vez no"),
)
def test_wrong_list_is_refused_and_no_preview_is_created(desk, casino, form, sentence):
    if "file" in form:
        form = {**form, "file": SimpleUploadedFile("f.csv", form["file"])}
    answer = desk.post(f"{PAIRS}importar/", form)
    assert (answer.status_code, sentence in text_of(answer)) == (400, True)
    assert not ImportPreview.objects.exists()


def test_paste_of_nine_megabytes_is_refused_with_a_message(desk, casino):
    answer = paste(desk, "Paco;Luis\n" * 900_000)
    assert answer.status_code == 400
    assert "demasiado" in text_of(answer).lower()


def test_hostile_names_are_refused_and_unusual_names_accepted(desk, casino):
    page = paste(desk, "=2+2;Luis\n🃏;محمد\nA\u202e;B\n\u0645;דוד").url
    assert desk.get(page).context["counts"] == {"good": 2, "bad": 2, "already": 0, "dropped": 0}
    desk.post(f"{page}aceptar/")
    assert [entry.title_for(EVERYTHING) for entry in Entry.objects.all()] == [
        "🃏 · محمد",
        "م · דוד",
    ]


@pytest.mark.parametrize("place", ["7", "-1", "x", "9" * 40, "٣"])
def test_correction_of_an_unknown_line_is_refused(desk, casino, place):
    page = paste(desk, LIST).url
    answer = desk.post(f"{page}corregir/", {"place": place})
    assert (answer.status_code, "Esa línea ya no está" in text_of(answer)) == (400, True)


def test_registered_line_cannot_be_changed(casino, chema):
    preview = preview_import(tournament=casino, author=chema, text="Paco;Luis")
    accept_import(preview=preview, author=chema)
    mend_rows(preview=preview, author=chema, changes={0: {"player_1": "Otro", "dropped": True}})
    preview.refresh_from_db()
    assert [(row.player_1, row.entry, row.dropped) for row in checked_rows(preview)] == [
        ("Paco", 1, False)
    ]


def test_preview_is_not_found_under_another_tournament(desk, casino, make_tournament, chema):
    other_tournament = make_tournament(name="Otro")
    preview = preview_import(tournament=other_tournament, author=chema, text="Paco;Luis")
    for path in ("", "corregir/", "aceptar/"):
        send = desk.post if path else desk.get
        assert send(f"{PAIRS}importar/{preview.pk}/{path}").status_code == 404
    assert Entry.objects.count() == 0


def test_list_that_needs_numbers_above_9999_is_refused(casino, chema):
    preview = preview_import(tournament=casino, author=chema, text="9999;A;B\nC;D")
    with pytest.raises(Refused, match="van de 1 a 9999"):
        accept_import(preview=preview, author=chema)
    assert Entry.objects.count() == 0


def test_preview_needs_the_same_queries_for_1_row_and_30(desk, casino, chema):
    query_counts = []
    for count in (1, 30):
        text = "\n".join(f"Paco {number};Luis {number}" for number in range(count))
        page = paste(desk, text).url
        with CaptureQueriesContext(connection) as queries:
            assert desk.get(page).status_code == 200
        query_counts.append(len(queries))
    assert query_counts[0] == query_counts[1] < 14


def test_acceptance_needs_the_same_queries_for_3_rows_and_40(casino, chema):
    query_counts = []
    for count, letter in ((3, "a"), (40, "b")):
        text = "\n".join(f"{letter}{number};{letter}{letter}{number}" for number in range(count))
        preview = preview_import(tournament=casino, author=chema, text=text)
        with CaptureQueriesContext(connection) as queries:
            accept_import(preview=preview, author=chema)
        query_counts.append(len(queries))
    assert query_counts[0] == query_counts[1] < 28


@pytest.mark.races
@pytest.mark.django_db(transaction=True)
def test_list_accepted_by_two_desks_at_once_is_registered_once(casino, chema):
    preview = preview_import(tournament=casino, author=chema, text="A;B\nC;D\nE;F")
    counts = run_at_once(*[lambda: accept_import(preview=preview, author=None)] * 2)
    assert sorted(counts) == [0, 3]
    assert Entry.objects.count() == 3


@pytest.mark.races
@pytest.mark.django_db(transaction=True)
def test_person_entered_by_a_list_and_a_desk_at_once_is_registered_once(casino, chema):
    from tournaments.names.people import Person

    preview = preview_import(tournament=casino, author=chema, text="A;B\nC;D")
    results = run_at_once(
        lambda: accept_import(preview=preview, author=None),
        lambda: register_entry(
            tournament=Tournament.objects.get(pk=casino.pk),
            author=None,
            players=[Person("A"), Person("Z")],
        ),
    )
    count, entry_or_refusal = results
    is_registered = isinstance(entry_or_refusal, Entry)
    assert (count, is_registered) in [(1, True), (2, False)]
    assert EntryPlayer.objects.filter(live=True, player__name="A").count() == 1
