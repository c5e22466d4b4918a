"""Helpers that lay out printed sheets and read their pages, fields and rows."""

import re
from io import BytesIO

from pypdf import PdfReader

from scoring.actas.services import record_hand
from scoring.prints.ask import PrintAsk
from scoring.prints.pdf import Pdf
from scoring.prints.sheets import SHEETS
from tests.scoring.seated_rounds import LINES, seat_round

BASE = "https://casino.example"


def lay_out_sheet(tournament, sheet, **options):
    """Lay out a sheet and return its PDF object."""
    ask = PrintAsk(sheet, **{"base_url": BASE, **options})
    kind = SHEETS[sheet]
    pdf = Pdf()
    for chunk in kind.pieces(tournament, ask):
        chunk.lay_out(pdf)
    return pdf


def texts_of_pages(pdf):
    """Return the text of each page, without the zeros that pypdf leaves in lines with an emoji."""
    pages = PdfReader(BytesIO(pdf.write())).pages
    return [page.extract_text().replace("\x00", "") for page in pages]


def sheet_pages(tournament, sheet, **options):
    """Return the text of each page of a sheet."""
    return texts_of_pages(lay_out_sheet(tournament, sheet, **options))


def first_pages(tournament, sheet, **options):
    """Return the text of each page of the first piece of a sheet."""
    pdf = Pdf()
    SHEETS[sheet].pieces(tournament, PrintAsk(sheet, **{"base_url": BASE, **options}))[0].lay_out(
        pdf
    )
    return texts_of_pages(pdf)


def sheet_pdf(tournament, sheet, **options):
    return lay_out_sheet(tournament, sheet, **options).write()


def pages_of(pdf):
    """Return the laid-out pages; for a stamped page, the page below the stamp."""
    return [page.plate.laid_out if hasattr(page, "plate") else page for page in pdf._pages]


def cut_lines(pdf):
    """Return the lines of text outside their page, or outside a box that hides its overflow."""
    lines = []

    def visit(box, left, top, right, bottom):
        if type(box).__name__ == "TextBox" and box.text.strip():
            inside = left <= box.position_x + 1 and box.position_x + box.width <= right + 1
            middle = box.position_y + box.height / 2
            if not (inside and top <= middle - 2 and middle + 2 <= bottom):
                lines.append(box.text)
        if getattr(box, "style", None) and box.style["overflow"] == "hidden":
            x, y = box.padding_box_x(), box.padding_box_y()
            left, right = max(left, x), min(right, x + box.padding_width())
            top, bottom = max(top, y), min(bottom, y + box.padding_height())
        for child in getattr(box, "children", ()):
            visit(child, left, top, right, bottom)

    for page in pages_of(pdf):
        visit(page._page_box, 0, 0, page.width, page.height)
    return lines


def actas(tournament, **options):
    """Return the stamped text of each acta by the name of its field."""
    return [
        {name[2:]: value for name, value in stamp.items() if name[0] == place}
        for chunk in SHEETS["actas"].pieces(tournament, PrintAsk("actas", base_url=BASE, **options))
        for stamp in chunk.stamps
        for place in "01"[: len(chunk.context["actas"])]
    ]


def all_rows(acta):
    """Return the rows of an acta, each a label and then its boxes."""
    places = [tuple(map(int, name.split("."))) for name in acta if re.match(r"\d+\.\d", name)]
    rows, columns = (range(max(place) + 1) for place in zip(*places, strict=True))
    return [[acta.get(f"{row}.{column}", "") for column in columns] for row in rows]


def written_rows(acta):
    """Return the rows with more than a label."""
    return [row for row in all_rows(acta) if any(row[1:])]


def tally_counts(acta):
    """Return the count of each side that the acta shows."""
    return [acta[f"{letter}.count"] for letter in "ABCDE" if f"{letter}.count" in acta]


def context_of(tournament, sheet, **options):
    """Return the template context of the first piece of a sheet."""
    return (
        SHEETS[sheet]
        .pieces(tournament, PrintAsk(sheet, **{"base_url": BASE, **options}))[0]
        .context
    )


def words(pages):
    return " ".join(" ".join(pages).split())


def seat_in_twos(tournament, entries, **options):
    """Seat a round in which the entries meet two by two; an odd entry has a bye."""
    pairings = [entries[first : first + 2] for first in range(0, len(entries), 2)]
    return seat_round(tournament, pairings, **options)


def write_acta(match, author, lines=LINES):
    for number, line in enumerate(lines, 1):
        match.refresh_from_db()
        record_hand(match=match, author=author, line=line, number=number)
