"""The PDFs as documents: title, language, index, tags, and the same bytes for the same data."""

import os
from datetime import datetime
from io import BytesIO
from zoneinfo import ZoneInfo

import pytest
from django.utils.translation import override
from pypdf import PdfReader

from scoring.actas.table_links import table_url
from scoring.prints import ask
from tests.programs import run_python
from tests.rows import each
from tests.scoring.prints.printed import sheet_pdf
from tests.sizes import size
from tournaments.models import Match

HOUR = datetime(2026, 12, 5, 18, 5, tzinfo=ZoneInfo("Europe/Madrid"))


@pytest.fixture
def at_six(monkeypatch):
    """Every sheet is printed at the same hour."""
    monkeypatch.setattr(ask, "now", lambda: HOUR)


def read(tournament, sheet, **asked):
    return PdfReader(BytesIO(sheet_pdf(tournament, sheet, **asked)))


def index(pdf):
    """The entries of the index of a document, with their pages."""
    return [(one.title, pdf.get_destination_page_number(one)) for one in pdf.outline]


# How many sections of each sheet are in its index.
SECTIONS = {
    "pairings_surname": 1,
    "pairings_table": 0,
    "entries": 0,
    "bracket": 1,
    "standings": 0,
    "receipts": 0,
    "table_cards": 4,
    "poster": 0,
}
ANEW = ("bracket", *size((), long=("actas", "entries", "standings")))


@pytest.mark.slow
@each("sheet", *SECTIONS)
def test_a_sheet_is_a_tagged_document_with_title_language_and_index(sheet, eight, at_six, caplog):
    pdf = read(eight, sheet)
    catalog = pdf.trailer["/Root"]
    assert catalog["/MarkInfo"]["/Marked"] and "/StructTreeRoot" in catalog
    assert catalog["/Lang"] == "es"
    assert pdf.metadata.title.endswith(f" · {eight.name}")
    assert pdf.metadata.creation_date.astimezone(HOUR.tzinfo) == HOUR
    assert pdf.metadata.creator == "Tapete"
    assert [page for _title, page in index(pdf)] == [0] * SECTIONS[sheet]
    assert "Emparejamientos" not in str(index(pdf))
    assert "alt" not in caplog.text  # every picture says what it is


def test_what_is_printed_in_english_says_so(eight):
    with override("en"):
        assert read(eight, "entries").trailer["/Root"]["/Lang"] == "en"


def test_actas_are_found_by_their_table_in_the_index(eight):
    pdf = read(eight, "actas")
    tables = [(match.table, match.entries) for match in eight.matches.order_by("number")]
    assert index(pdf) == [
        (f"Mesa {table} · {one.number} – {other.number}", at // 2)
        for at, (table, (one, other)) in enumerate(tables)
    ]
    assert "/StructTreeRoot" not in pdf.trailer["/Root"]  # what is stamped has no tags


@each("sheet", *ANEW)
def test_the_same_data_at_the_same_hour_give_the_same_bytes(sheet, eight, at_six):
    assert sheet_pdf(eight, sheet) == sheet_pdf(eight, sheet)


HEAVY = ("config.urls", "openpyxl", "rustworkx", "requests")


@pytest.mark.slow
def test_a_process_that_prints_does_without_what_others_need():
    """The link of a table and every sheet, with neither all the addresses nor what draws."""
    code = (
        "import sys, django; django.setup(); import scoring.prints.jobs\n"
        "from scoring.actas.table_links import table_url; from tournaments.models import Match\n"
        "from scoring.prints.layout.heads import render_sheet\n"
        "print(table_url('', Match(code='R1P001')))\n"
        "assert '</html>' in render_sheet('scoring/prints/sheets/tables/actas.html', {})\n"
        f"print([name for name in {HEAVY} if name in sys.modules])"
    )
    said = run_python(
        "-c", code, env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"}
    ).stdout.splitlines()
    assert said == [table_url("", Match(code="R1P001")), "[]"]
