"""Tests of stamped actas: names in any script, places of the fields, interface of WeasyPrint."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from scoring.prints.layout.stamps import Plate, unwritable_texts
from scoring.prints.pdf import Pdf
from tests.rows import case, each
from tests.scoring.played_rounds import publish
from tests.scoring.prints.printed import sheet_pages

ROOT = Path(__file__).resolve().parents[3]
HTML = """<html lang="es"><head><title>Hoja</title><style>
@page { size: A5; margin: 10mm } p { width: 40mm; font-size: 14pt; white-space: nowrap; margin: 0 }
</style></head><body><p data-field="0.name"></p><p style="text-align:center" data-field="0.number"
data-letter="bold"></p><div data-field="0.qr"><svg width="10" height="10"></svg></div>
</body></html>"""


def page_of(values):
    pdf = Pdf()
    pdf.stamp(HTML, [values])
    (page,) = PdfReader(BytesIO(pdf.write())).pages
    return page


@each(
    "name, laid_out",
    case("accents", "Ángel Ñíguez", False),
    case("Turkish", "Öztürk Şahin", False),
    case("Cyrillic", "Иван Петров", False),
    case("emoji", "Ana 🎉", False),
    case("Arabic, from right to left", "محمد علي", True),
    case("a mark over another letter", "Ana x\u0323", True),
    case("letters of no installed font", "木村", True),
)
def test_a_name_that_cannot_be_stamped_is_laid_out(name, laid_out):
    values = {"0.name": name, "0.number": "7"}
    assert unwritable_texts(values, HTML) == ({"0.name": name} if laid_out else {})
    text = page_of(values).extract_text().replace("\x00", "")
    assert "7" in text
    if not laid_out:
        assert name in text


@each("name", "Ana " * 30, "محمد " * 30)
def test_a_text_too_long_for_its_field_is_made_smaller(name):
    sizes = []

    def note_size(text, cm, tm, _font, size):
        if text.strip():
            sizes.append(abs(size * tm[0] * cm[0]))

    page_of({"0.name": name.strip(), "0.number": "7"}).extract_text(visitor_text=note_size)
    assert min(sizes) < 7 < max(sizes)


def test_a_field_has_the_place_and_the_letter_of_its_style():
    pdf = Pdf()
    plate = Plate(HTML, pdf._lay_out_plate, {})
    name_field, number_field, qr_field = (
        plate.fields[f"0.{field}"] for field in ("name", "number", "qr")
    )
    assert (name_field.align, number_field.align) == ("L", "C") and (
        name_field.letter,
        number_field.letter,
    ) == ("", "bold")
    assert name_field.size == pytest.approx(14, abs=0.1) and name_field.width == pytest.approx(
        113.4, abs=0.1
    )
    assert name_field.top < name_field.base < number_field.base and qr_field.size == 0


@pytest.mark.django_db
def test_an_acta_has_names_in_other_alphabets(swiss_of_names, pilar):
    publish(swiss_of_names, pilar)
    text = " ".join(sheet_pages(swiss_of_names, "actas", round=1))
    assert "Иван Петров" in text and "Öztürk Şahin" in text


@pytest.fixture
def swiss_of_names(casino, pairs):
    pairs(casino, 2)
    names = [("Иван", "Петров"), ("Öztürk", "Şahin")]
    for player, (name, surname) in zip(casino.players.order_by("pk"), names, strict=False):
        player.name, player.surname = name, surname
        player.save()
    return casino


def test_only_the_public_interface_of_weasyprint_is_used():
    """Use only documented modules, so that an internal change does not break the sheets."""
    public_modules = {"weasyprint", "weasyprint.text.fonts", "weasyprint.urls"}
    import_line = re.compile(r"^\s*(?:from|import) ((?:weasyprint|pydyf)[\w.]*)", re.MULTILINE)
    modules = set()
    for folder in ("scoring", "tournaments", "config", "rules"):
        for file in (ROOT / folder).rglob("*.py"):
            modules |= set(import_line.findall(file.read_text(encoding="utf-8")))
    assert modules <= public_modules
