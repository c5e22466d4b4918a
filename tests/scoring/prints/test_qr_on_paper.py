"""QR codes read from the page as a printer draws it."""

import subprocess
from io import BytesIO

import pytest
import zxingcpp
from PIL import Image

from scoring.actas.table_links import link_secret
from tests.rows import cases
from tests.scoring.prints.printed import BASE, sheet_pdf


@pytest.mark.slow
@cases("sheet, count", ("table_cards", 4), ("receipts", 8))
def test_each_qr_of_what_is_cut_out_is_read_from_the_paper(sheet, count, eight):
    """From the first page as a printer of 150 points an inch has it."""
    command = ["pdftoppm", "-r", "150", "-gray", "-f", "1", "-l", "1", "-"]
    drawn = subprocess.run(
        command, input=sheet_pdf(eight, sheet), check=True, capture_output=True
    ).stdout
    read = {found.text for found in zxingcpp.read_barcodes(Image.open(BytesIO(drawn)))}
    of_tables = {f"{BASE}/m/{one.code}/{link_secret(one)}/" for one in eight.matches.all()}
    of_entries = {f"{BASE}/t/{eight.slug}/mesa/?q={one.number}" for one in eight.entries.all()}
    assert read == (of_tables if sheet == "table_cards" else of_entries)
    assert len(read) == count
