"""Tests of the QR codes of cards and receipts, read from a page drawn as a printer draws it."""

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
def test_each_qr_of_cards_and_receipts_can_be_read_from_the_paper(sheet, count, eight):
    """Draw the first page with 150 points per inch, like a printer, and decode its QR codes."""
    command = ["pdftoppm", "-r", "150", "-gray", "-f", "1", "-l", "1", "-"]
    picture = subprocess.run(
        command, input=sheet_pdf(eight, sheet), check=True, capture_output=True
    ).stdout
    urls = {barcode.text for barcode in zxingcpp.read_barcodes(Image.open(BytesIO(picture)))}
    table_urls = {f"{BASE}/m/{match.code}/{link_secret(match)}/" for match in eight.matches.all()}
    entry_urls = {f"{BASE}/t/{eight.slug}/mesa/?q={entry.number}" for entry in eight.entries.all()}
    assert urls == (table_urls if sheet == "table_cards" else entry_urls)
    assert len(urls) == count
