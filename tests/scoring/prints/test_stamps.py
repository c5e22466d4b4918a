"""What is stamped on actas: in any script, inside its field, by public parts of the libraries."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from scoring.prints.layout.stamps import Plate, unwritable_texts
from scoring.prints.pdf import Pdf
from tests.rows import case, each
from tests.scoring.days import publish
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
    case("no letter of any font here", "木村", True),
)
def test_a_name_is_stamped_or_its_page_laid_out(name, laid_out):
    values = {"0.name": name, "0.number": "7"}
    assert unwritable_texts(values, HTML) == ({"0.name": name} if laid_out else {})
    said = page_of(values).extract_text().replace("\x00", "")
    assert "7" in said
    if not laid_out:
        assert name in said


@each("name", "Ana " * 30, "محمد " * 30)
def test_a_text_too_long_is_smaller_and_never_cut(name):
    reached = []

    def note(text, cm, tm, _font, size):
        if text.strip():
            reached.append(abs(size * tm[0] * cm[0]))

    page_of({"0.name": name.strip(), "0.number": "7"}).extract_text(visitor_text=note)
    assert min(reached) < 7 < max(reached)


def test_a_text_stands_where_its_style_says():
    pdf = Pdf()
    plate = Plate(HTML, pdf._plate, {})
    left, centre, drawing = (plate.fields[f"0.{name}"] for name in ("name", "number", "qr"))
    assert (left.align, centre.align) == ("L", "C") and (left.letter, centre.letter) == ("", "bold")
    assert left.size == pytest.approx(14, abs=0.1) and left.width == pytest.approx(113.4, abs=0.1)
    assert left.top < left.base < centre.base and drawing.size == 0


@pytest.mark.django_db
def test_the_names_of_an_acta(swiss_of_names, pilar):
    publish(swiss_of_names, pilar)
    said = " ".join(sheet_pages(swiss_of_names, "actas", round=1))
    assert "Иван Петров" in said and "Öztürk Şahin" in said


@pytest.fixture
def swiss_of_names(casino, pairs):
    pairs(casino, 2)
    names = [("Иван", "Петров"), ("Öztürk", "Şahin")]
    for player, (name, surname) in zip(casino.players.order_by("pk"), names, strict=False):
        player.name, player.surname = name, surname
        player.save()
    return casino


def test_nothing_private_of_weasyprint_is_used():
    """Only its documented parts: a change inside it must not change our sheets."""
    public = {"weasyprint", "weasyprint.text.fonts", "weasyprint.urls"}
    imported = re.compile(r"^\s*(?:from|import) ((?:weasyprint|pydyf)[\w.]*)", re.MULTILINE)
    found = set()
    for folder in ("scoring", "tournaments", "config", "rules"):
        for file in (ROOT / folder).rglob("*.py"):
            found |= set(imported.findall(file.read_text(encoding="utf-8")))
    assert found <= public
