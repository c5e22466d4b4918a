"""Tests of the files that WeasyPrint may open, and of the page that orders sheets."""

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
from tests.scoring.prints.printed import seat_in_twos, words
from tests.sizes import size
from tournaments.models import Job, Tournament
from tournaments.refusal import Refused


# --- Files opened by WeasyPrint -----------------------------------------------------------------
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
def test_weasyprint_opens_no_file_but_static_files(url):
    with pytest.raises(Exception):  # noqa: B017 - ValueError or Django's SuspiciousFileOperation
        fetcher().fetch(url)


def test_weasyprint_opens_static_files():
    answer = fetcher().fetch("static:img/logo.svg")
    assert answer.read().startswith(b"<svg")


def test_a_page_that_refers_to_another_file_is_printed_without_it():
    pdf = Pdf()
    pdf.add('<p>Acta</p><img src="file:///etc/hostname"><link rel=stylesheet href="http://x.test">')
    assert PdfReader(BytesIO(pdf.write())).pages[0].extract_text() == "Acta"


def test_without_pango_a_print_is_refused_with_the_command_to_install_it(monkeypatch):
    import sys

    monkeypatch.setitem(sys.modules, "weasyprint", None)

    class Finder:
        def find_spec(self, name, path=None, target=None):
            if name == "weasyprint":
                raise OSError("cannot load library 'libgobject-2.0-0'")

    monkeypatch.delitem(sys.modules, "weasyprint")
    monkeypatch.setattr(sys, "meta_path", [Finder(), *sys.meta_path])
    with pytest.raises(Refused) as refusal:
        Pdf()
    assert refusal.value.code == "pdf_unavailable"
    assert "apt-get install --no-install-recommends libpango-1.0-0" in str(refusal.value)


def test_the_system_check_names_the_missing_libraries(monkeypatch):
    assert check_pango() == []
    monkeypatch.setattr("scoring.prints.checks._loads", lambda name: False)
    (warning,) = check_pango()
    assert warning.id == "scoring.W001"
    assert all(library in warning.msg for library in LIBRARIES)


# --- The page that lists the sheets -------------------------------------------------------------
def prints_url(tournament, name="prints"):
    return reverse(name, kwargs={"slug": tournament.slug})


def test_every_sheet_is_listed_with_its_purpose(eight, pilar, client_as):
    html = client_as(pilar).get(prints_url(eight)).content.decode()
    for sheet in SHEETS.values():
        assert str(sheet.title) in html and str(sheet.purpose) in html
    unavailable = [sheet for sheet in SHEETS.values() if not is_ready(sheet, eight)]
    assert len(unavailable) < len(SHEETS) / 2
    # The available sheets, and three more: blank actas, the acta of one match, the chosen sheet.
    assert html.count('name="sheet"') == len(SHEETS) - len(unavailable) + 3


def is_ready(sheet, tournament):
    try:
        sheet.refuse(tournament, PrintAsk(sheet.key))
    except Refused:
        return False
    return True


def test_before_the_draw_the_page_explains_which_sheets_are_missing(casino, raul, client_as):
    html = client_as(raul).get(prints_url(casino)).content.decode()
    assert "Esa ronda no está publicada" in html
    assert "El cuadro se podrá imprimir cuando se publique la primera ronda" in html


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_an_order_makes_a_job_and_the_job_a_pdf(eight, chema, client_as):
    browser = client_as(chema)
    answer = browser.post(prints_url(eight, "print_sheet"), {"sheet": "actas", "round": "1"})
    job = Job.objects.get()
    assert (answer.status_code, answer.url) == (
        302,
        reverse("job", kwargs={"slug": eight.slug, "job": job.pk}),
    )
    assert (job.state, job.done, job.total) == ("done", 5, 5)
    file = browser.get(reverse("job_file", kwargs={"slug": eight.slug, "job": job.pk}))
    assert file.headers["Content-Type"] == "application/pdf"
    assert file.headers["Content-Disposition"] == (
        f'inline; filename="{eight.slug}-ronda-1-actas.pdf"'
    )
    assert "object-src 'self'" in file.headers["Content-Security-Policy"]
    text = words([page.extract_text() for page in PdfReader(BytesIO(b"".join(file))).pages])
    assert eight.matches.get(number=1).code in text


@pytest.mark.django_db(transaction=True)
def test_a_sheet_is_printed_in_the_language_of_its_user(eight, chema, client_as):
    browser = client_as(chema)
    browser.cookies["django_language"] = "en"
    browser.post(prints_url(eight, "print_sheet"), {"sheet": "standings"})
    assert Job.objects.get().params["language"] == "en"


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_qr_codes_lead_to_the_public_address_of_the_site(eight, chema, client_as, settings):
    settings.TAPETE_PUBLIC_URL = "https://guinote.example/"
    client_as(chema).post(prints_url(eight, "print_sheet"), {"sheet": "actas"})
    assert Job.objects.get().params["base_url"] == "https://guinote.example"


MORE_WRONG_ORDERS = [  # similar errors, for a long run
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
    *size([], long=MORE_WRONG_ORDERS),
)
def test_a_wrong_order_is_refused_on_the_page(order, status, sentence, eight, chema, client_as):
    answer = client_as(chema).post(prints_url(eight, "print_sheet"), order)
    assert answer.status_code == status
    summary = answer.content.decode().split("error-summary")[1].split("</div>")[0]
    assert sentence in summary
    assert not Job.objects.exists()


def test_a_draft_is_not_printed(casino, pairs, pilar, client_as):
    seat_in_twos(casino, pairs(casino, 4), published=False)
    answer = client_as(pilar).post(
        prints_url(casino, "print_sheet"), {"sheet": "actas", "round": "1"}
    )
    assert answer.status_code == 409


LIST_SHEETS = names(
    "pairings_table pairings_surname call_list draw_acta table_times standings bracket going_on",
    "receipts badges",
)


@pytest.mark.slow
def test_a_list_costs_the_same_queries_with_1_and_14_matches(make_tournament, pairs):
    casino = make_tournament(tables=20)

    def query_counts_of(round):
        counts = {}
        for sheet in LIST_SHEETS:
            with CaptureQueriesContext(connection) as queries:
                SHEETS[sheet].pieces(Tournament.objects.get(), PrintAsk(sheet, round=round))
            counts[sheet] = len(queries)
        return counts

    seat_in_twos(casino, pairs(casino, 2))
    first_costs = query_counts_of(1)
    seat_in_twos(casino, pairs(casino, 28))
    assert query_counts_of(2) == first_costs


def test_each_bracket_of_a_double_knockout_has_its_own_sheet(make_tournament, pairs, pilar):
    from scoring.rounds.services.rounds import open_next_round, publish_round

    tournament = make_tournament(format_options={"repesca": "double"})
    pairs(tournament, 8)
    publish_round(round=open_next_round(stage=tournament.stage, author=pilar), author=pilar)
    chunks = SHEETS["bracket"].pieces(tournament, PrintAsk("bracket"))
    assert [str(chunk.context["title"]) for chunk in chunks] == [
        "Cuadro de ganadores",
        "Cuadro de perdedores",
    ]
    pages = chunks[1].context["pages"]
    heads = [column["head"].lines[0] for page in pages for column in page["columns"]]
    assert heads == ["Ronda 2", "Ronda 3", "Ronda 4", "Final", "Gran final"]
    assert [len(page["columns"]) for page in pages] == [5]
    first_box = pages[0]["columns"][0]["boxes"][0]
    assert [side["text"].lines[0] for side in first_box["sides"]] == [
        "Perdedor del 1",
        "Perdedor del 2",
    ]


@pytest.mark.slow
def test_a_tournament_of_lives_prints_its_bracket_once_it_is_drawn(make_tournament, pairs, pilar):
    from scoring.forecast.simulation.rehearsal import play_round, play_rounds
    from scoring.rounds.services.rounds import open_next_round, publish_round

    tournament = make_tournament(format="lives", format_options={"lives": 2, "bracket_at": 2})
    pairs(tournament, 4)
    publish_round(round=open_next_round(stage=tournament.stage, author=pilar), author=pilar)
    with is_refused("bracket_not_drawn"):
        SHEETS["bracket"].pieces(tournament, PrintAsk("bracket"))
    for round in tournament.stage.rounds.all():
        play_round(round, pilar, "tapete")
    play_rounds(tournament.stage, pilar, 20, "tapete")
    (chunk,) = SHEETS["bracket"].pieces(tournament, PrintAsk("bracket"))
    (column,) = chunk.context["pages"][0]["columns"]
    assert column["head"].lines == (f"{tournament.stage.rounds.last()}",)
