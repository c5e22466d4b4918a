"""The printed sheets, as a test reads them."""

from io import BytesIO

from django.template.loader import render_to_string
from pypdf import PdfReader

from scoring.pdf import Pdf
from scoring.prints.ask import Ask
from scoring.prints.sheets import SHEETS
from scoring.services.actas import record_hand
from tests.scoring.halls import LINES, seat_round

BASE = "https://casino.example"


def sheet_pages(tournament, sheet, **asked):
    """The text of each page of a sheet."""
    ask, kind = Ask(sheet, base_url=BASE, **asked), SHEETS[sheet]
    pdf = Pdf()
    for chunk in kind.chunks(tournament, ask):
        pdf.add(render_to_string(kind.template, chunk.context), chunk.css)
    return [page.extract_text() for page in PdfReader(BytesIO(pdf.write())).pages]


def context_of(tournament, sheet, **asked):
    """Return what the first piece of a sheet shows, as plain values."""
    return SHEETS[sheet].chunks(tournament, Ask(sheet, base_url=BASE, **asked))[0].context


def words(pages):
    return " ".join(" ".join(pages).split())


def meet(tournament, entries, **options):
    """A round in which they meet two by two; an odd one rests."""
    meetings = [entries[first : first + 2] for first in range(0, len(entries), 2)]
    return seat_round(tournament, meetings, **options)


def record(match, author, lines=LINES):
    for number, line in enumerate(lines, 1):
        match.refresh_from_db()
        record_hand(match=match, author=author, line=line, number=number)
