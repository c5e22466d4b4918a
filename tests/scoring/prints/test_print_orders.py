"""Files that WeasyPrint may open, and the page where the sheets are ordered."""

from io import BytesIO

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pypdf import PdfReader

from scoring.prints.ask import PrintAsk
from scoring.prints.checks import LIBRARIES, check_pango
from scoring.prints.pdf import Pdf, fetcher
from scoring.prints.sheets import SHEETS
from tests.refusals import is_refused
from tests.rows import each
from tests.rows import words as names
from tests.scoring.prints.printed import meet, words
from tests.sizes import size
from tournaments.models import Job, Tournament
from tournaments.refusal import Refused


# --- What WeasyPrint may open -------------------------------------------------------------------
@each(
    "url",
    "file:///etc/passwd",
    "http://127.0.0.1:5432/",
    "https://example.com/a.png",
    "ftp://example.com/a",
    "static:../config/settings.py",
    "static:/etc/passwd",
    "static:img/no-such.svg",
)
def test_nothing_but_our_own_static_files_is_opened(url):
    with pytest.raises(Exception):  # noqa: B017 - ValueError or Django's SuspiciousFileOperation
        fetcher().fetch(url)


def test_our_own_static_files_are_opened():
    answer = fetcher().fetch("static:img/logo.svg")
    assert answer.read().startswith(b"<svg")


def test_a_page_that_asks_for_a_file_is_printed_without_it():
    pdf = Pdf()
    pdf.add('<p>Acta</p><img src="file:///etc/hostname"><link rel=stylesheet href="http://x.test">')
    assert PdfReader(BytesIO(pdf.write())).pages[0].extract_text() == "Acta"


def test_without_pango_printing_is_refused_with_the_line_to_type(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "weasyprint", None)

    class Finder:
        def find_spec(self, name, path=None, target=None):
            if name == "weasyprint":
                raise OSError("cannot load library 'libgobject-2.0-0'")

    monkeypatch.delitem(sys.modules, "weasyprint")
    monkeypatch.setattr(sys, "meta_path", [Finder(), *sys.meta_path])
    with pytest.raises(Refused) as refused:
        Pdf()
    assert refused.value.code == "pdf_unavailable"
    assert "apt-get install --no-install-recommends libpango-1.0-0" in str(refused.value)


def test_the_check_of_the_machine_names_the_library(monkeypatch):
    assert check_pango() == []
    monkeypatch.setattr("scoring.prints.checks._loads", lambda name: False)
    (warning,) = check_pango()
    assert warning.id == "scoring.W001"
    assert all(library in warning.msg for library in LIBRARIES)


# --- The page of sheets -------------------------------------------------------------------------
def prints(tournament, name="prints"):
    return reverse(name, kwargs={"slug": tournament.slug})


def test_every_sheet_is_offered_with_what_it_is_for(eight, pilar, client_as):
    html = client_as(pilar).get(prints(eight)).content.decode()
    for sheet in SHEETS.values():
        assert str(sheet.title) in html and str(sheet.purpose) in html
    waiting = [sheet for sheet in SHEETS.values() if not ready(sheet, eight)]
    assert len(waiting) < len(SHEETS) / 2
    # Each that can be printed, the actas in blank and of one match, and the choice of any.
    assert html.count('name="sheet"') == len(SHEETS) - len(waiting) + 3


def ready(sheet, tournament):
    try:
        sheet.ready(tournament, PrintAsk(sheet.key))
    except Refused:
        return False
    return True


def test_before_the_draw_it_says_what_is_missing(casino, raul, client_as):
    html = client_as(raul).get(prints(casino)).content.decode()
    assert "Esa ronda no está publicada" in html
    assert "El cuadro se podrá imprimir cuando se publique la primera ronda" in html


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_an_order_makes_a_job_and_the_job_a_pdf(eight, chema, client_as):
    browser = client_as(chema)
    answer = browser.post(prints(eight, "print_sheet"), {"sheet": "actas", "round": "1"})
    job = Job.objects.get()
    assert (answer.status_code, answer.url) == (
        302,
        reverse("job", kwargs={"slug": eight.slug, "job": job.pk}),
    )
    assert (job.state, job.done, job.total) == ("done", 5, 5)
    got = browser.get(reverse("job_file", kwargs={"slug": eight.slug, "job": job.pk}))
    assert got.headers["Content-Type"] == "application/pdf"
    assert got.headers["Content-Disposition"] == (
        f'inline; filename="{eight.slug}-ronda-1-actas.pdf"'
    )
    assert "object-src 'self'" in got.headers["Content-Security-Policy"]
    text = words([p.extract_text() for p in PdfReader(BytesIO(b"".join(got))).pages])
    assert eight.matches.get(number=1).code in text


@pytest.mark.django_db(transaction=True)
def test_the_sheet_speaks_the_language_of_whoever_prints_it(eight, chema, client_as):
    browser = client_as(chema)
    browser.cookies["django_language"] = "en"
    browser.post(prints(eight, "print_sheet"), {"sheet": "standings"})
    assert Job.objects.get().params["language"] == "en"


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_the_qr_leads_to_the_public_address_of_the_site(eight, chema, client_as, settings):
    settings.TAPETE_PUBLIC_URL = "https://guinote.example/"
    client_as(chema).post(prints(eight, "print_sheet"), {"sheet": "actas"})
    assert Job.objects.get().params["base_url"] == "https://guinote.example"


MORE_ORDERS = [  # refused as others are
    ({}, 400, "Hoja"),
    ({"sheet": "actas", "blank": "0"}, 400, "Cuántas actas en blanco"),
    ({"sheet": "actas", "blank": "muchas"}, 400, "Cuántas actas en blanco"),
    ({"sheet": "actas", "round": "-1"}, 400, "Ronda"),
]


@pytest.mark.slow
@each(
    "order, status, sentence",
    ({"sheet": "mantel"}, 400, "Hoja"),
    ({"sheet": "actas", "blank": "501"}, 400, "Cuántas actas en blanco"),
    ({"sheet": "actas", "round": "7"}, 409, "Esa ronda no está publicada"),
    ({"sheet": "actas", "round": "9" * 30}, 400, "Ronda"),
    ({"sheet": "actas", "match": "QQQQQQ"}, 409, "No hay ningún encuentro con ese código"),
    ({"sheet": "actas", "match": "../../x"}, 400, "Un código tiene letras y números"),
    ({"sheet": "actas", "match": "A\x00B"}, 400, "Un código tiene letras y números"),
    ({"sheet": "final"}, 409, "El torneo no ha terminado"),
    *size([], long=MORE_ORDERS),
)
def test_an_order_that_cannot_be_is_answered_on_the_page(
    order, status, sentence, eight, chema, client_as
):
    answer = client_as(chema).post(prints(eight, "print_sheet"), order)
    assert answer.status_code == status
    summary = answer.content.decode().split("error-summary")[1].split("</div>")[0]
    assert sentence in summary
    assert not Job.objects.exists()


def test_a_draft_is_not_printed(casino, pairs, pilar, client_as):
    meet(casino, pairs(casino, 4), published=False)
    answer = client_as(pilar).post(prints(casino, "print_sheet"), {"sheet": "actas", "round": "1"})
    assert answer.status_code == 409


LISTS = names(
    "pairings_table pairings_surname call_list draw_acta table_times standings bracket going_on",
    "receipts badges",
)


@pytest.mark.slow
def test_a_list_costs_the_same_queries_with_1_and_14_matches(make_tournament, pairs):
    casino = make_tournament(tables=20)

    def costs(round):
        counts = {}
        for sheet in LISTS:
            with CaptureQueriesContext(connection) as queries:
                SHEETS[sheet].pieces(Tournament.objects.get(), PrintAsk(sheet, round=round))
            counts[sheet] = len(queries)
        return counts

    meet(casino, pairs(casino, 2))
    with_one = costs(1)
    meet(casino, pairs(casino, 28))
    assert costs(2) == with_one


def test_second_brackets_have_sheets_of_their_own(make_tournament, pairs, pilar):
    from scoring.rounds.services.rounds import open_next_round, publish_round

    hall = make_tournament(format_options={"repesca": "double"})
    pairs(hall, 8)
    publish_round(round=open_next_round(stage=hall.stage, author=pilar), author=pilar)
    chunks = SHEETS["bracket"].pieces(hall, PrintAsk("bracket"))
    assert [str(chunk.context["title"]) for chunk in chunks] == [
        "Cuadro de ganadores",
        "Cuadro de perdedores",
    ]
    pages = chunks[1].context["pages"]
    names = [column["head"].lines[0] for page in pages for column in page["columns"]]
    assert names == ["Ronda 2", "Ronda 3", "Ronda 4", "Final", "Gran final"]
    assert [len(page["columns"]) for page in pages] == [5]
    first = pages[0]["columns"][0]["boxes"][0]
    assert [side["text"].lines[0] for side in first["sides"]] == [
        "Perdedor del 1",
        "Perdedor del 2",
    ]


@pytest.mark.slow
def test_lives_have_a_bracket_to_print_once_it_is_closed(make_tournament, pairs, pilar):
    from scoring.forecast.simulation.rehearsal import play_round, play_rounds
    from scoring.rounds.services.rounds import open_next_round, publish_round

    hall = make_tournament(format="lives", format_options={"lives": 2, "bracket_at": 2})
    pairs(hall, 4)
    publish_round(round=open_next_round(stage=hall.stage, author=pilar), author=pilar)
    with is_refused("bracket_not_drawn"):
        SHEETS["bracket"].pieces(hall, PrintAsk("bracket"))
    for round in hall.stage.rounds.all():
        play_round(round, pilar, "tapete")
    play_rounds(hall.stage, pilar, 20, "tapete")
    (chunk,) = SHEETS["bracket"].pieces(hall, PrintAsk("bracket"))
    (column,) = chunk.context["pages"][0]["columns"]
    assert column["head"].lines == (f"{hall.stage.rounds.last()}",)
