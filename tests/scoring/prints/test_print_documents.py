"""Tests of the PDF documents: title, language, index, tags, and reproducible bytes."""

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

PRINT_TIME = datetime(2026, 12, 5, 18, 5, tzinfo=ZoneInfo("Europe/Madrid"))


@pytest.fixture
def fixed_time(monkeypatch):
    """Print every sheet at the time PRINTED_AT."""
    monkeypatch.setattr(ask, "now", lambda: PRINT_TIME)


def read_pdf(tournament, sheet, **options):
    return PdfReader(BytesIO(sheet_pdf(tournament, sheet, **options)))


def index_of(pdf):
    """Return the entries of the index of a document, with their pages."""
    return [(item.title, pdf.get_destination_page_number(item)) for item in pdf.outline]


# The number of sections of each sheet in its index.
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
REPEATED_SHEETS = ("bracket", *size((), long=("actas", "entries", "standings")))


@pytest.mark.slow
@each("sheet", *SECTIONS)
def test_a_sheet_is_a_tagged_document_with_title_language_and_index(
    sheet, eight, fixed_time, caplog
):
    pdf = read_pdf(eight, sheet)
    catalog = pdf.trailer["/Root"]
    assert catalog["/MarkInfo"]["/Marked"] and "/StructTreeRoot" in catalog
    assert catalog["/Lang"] == "es"
    assert pdf.metadata.title.endswith(f" · {eight.name}")
    assert pdf.metadata.creation_date.astimezone(PRINT_TIME.tzinfo) == PRINT_TIME
    assert pdf.metadata.creator == "Tapete"
    assert [page for _title, page in index_of(pdf)] == [0] * SECTIONS[sheet]
    assert "Emparejamientos" not in str(index_of(pdf))
    assert "alt" not in caplog.text  # no warning about a picture without alternative text


def test_a_sheet_printed_in_english_has_english_as_its_language(eight):
    with override("en"):
        assert read_pdf(eight, "entries").trailer["/Root"]["/Lang"] == "en"


def test_the_index_of_the_actas_lists_their_tables(eight):
    pdf = read_pdf(eight, "actas")
    tables = [(match.table, match.entries) for match in eight.matches.order_by("number")]
    assert index_of(pdf) == [
        (f"Mesa {table} · {first.number} – {second.number}", place // 2)
        for place, (table, (first, second)) in enumerate(tables)
    ]
    assert "/StructTreeRoot" not in pdf.trailer["/Root"]  # stamped pages have no tags


@each("sheet", *REPEATED_SHEETS)
def test_the_same_data_at_the_same_time_give_the_same_bytes(sheet, eight, fixed_time):
    assert sheet_pdf(eight, sheet) == sheet_pdf(eight, sheet)


UNNEEDED_MODULES = ("config.urls", "openpyxl", "rustworkx", "requests")


@pytest.mark.slow
def test_a_printing_process_loads_no_unneeded_modules():
    """Make the link of a table and render a sheet without importing UNNEEDED_MODULES."""
    code = (
        "import sys, django; django.setup(); import scoring.prints.jobs\n"
        "from scoring.actas.table_links import table_url; from tournaments.models import Match\n"
        "from scoring.prints.layout.heads import render_sheet\n"
        "print(table_url('', Match(code='R1P001')))\n"
        "assert '</html>' in render_sheet('scoring/prints/sheets/tables/actas.html', {})\n"
        f"print([name for name in {UNNEEDED_MODULES} if name in sys.modules])"
    )
    output = run_python(
        "-c", code, env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"}
    ).stdout.splitlines()
    assert output == [table_url("", Match(code="R1P001")), "[]"]
