"""Copies of one laid-out page, each with its own values stamped on its fields.

A field is an element with `data-field`: a box with its own width, for one line or a drawing. Its
`data-letter` names the typeface, by default regular. WeasyPrint lays the page out with empty
fields, and links that mark their positions. fpdf2 writes the texts on separate pages, and pypdf
puts the laid-out page under each of these. A text that fpdf2 cannot write with the installed fonts
is laid out together with its page.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from html import escape
from io import BytesIO
from pathlib import Path
from typing import Any

from fontTools.ttLib import TTFont
from fpdf import FPDF
from pypdf import PdfReader, PdfWriter
from pypdf.generic import ArrayObject, DictionaryObject, Fit, NameObject, NumberObject, StreamObject

from scoring.games.grid import CellContent, Drawing

# Suffix, after a dot, of a value that is not drawn: the entry of an acta in the document's index.
BOOKMARK = "bookmark"
FIELD = re.compile(
    r'(<(?P<tag>\w+)[^>]*data-field="(?P<name>[^"]+)"(?P<rest>[^>]*)>)(?P<empty>(?=</(?P=tag)>)|)'
)
LETTER = re.compile(r'data-letter="(\w+)"')
FOLDERS = (Path("/usr/share/fonts"), Path("/usr/local/share/fonts"), Path.home() / ".fonts")
# The fonts of each kind of letters, and fallbacks for letters that a font lacks. The first
# installed font of each tuple is used.
REGULAR = ("Lato-Regular", "Carlito-Regular", "DejaVuSansCondensed", "DejaVuSans")
BOLD = ("Lato-Bold", "Carlito-Bold", "DejaVuSansCondensed-Bold", "DejaVuSans-Bold")
LETTERS = {"": REGULAR, "bold": BOLD, "code": ("DejaVuSansMono-Bold",)}
FALLBACKS = (("DejaVuSans",), ("Symbola_hint", "Symbola"))
LETTER_SPACES = {"code": 0.06}  # space between letters in ems, as in print.css
BASE = 0.5  # height in ems of the link on the base line, as in print.css
# Date of the document that has only texts. The final document has the date of its plate.
NO_HOUR = datetime(2000, 1, 1, tzinfo=UTC)
BASELINE = 0.3  # ems from the middle of a line of fpdf2 down to its base line
WIDEST = 1.2  # width in ems that is assumed for a letter that the font lacks
# For each alignment, the fraction of the free width that goes before the text.
SHIFT = {"L": 0.0, "C": 0.5, "R": 1.0}

PageCallback = Callable[[int], object]


@dataclass(frozen=True, slots=True)
class StampBox:
    """The box of a field and the base line (`base`) of its text, in points from the top left."""

    x: float
    top: float
    width: float
    letter: str = ""
    size: float = 0.0  # 0 if the field holds only drawings
    base: float = 0.0
    align: str = "L"


class Plate:
    """A page laid out with its fields empty, or with some of them filled in."""

    def __init__(self, html: str, render: Callable[[str], Any], filled_texts: Mapping[str, str]):
        texts = {name: (text, 1.0) for name, text in filled_texts.items()}
        self._lay_out(html, render, texts)
        scales = {name: self._room(name) for name in filled_texts if self._room(name) < 1}
        if scales:  # a text too long for its field gets a smaller size and is never cut
            texts |= {name: (filled_texts[name], scale) for name, scale in scales.items()}
            self._lay_out(html, render, texts)
        self.filled_names = frozenset(filled_texts)

    def _lay_out(
        self, html: str, render: Callable[[str], Any], texts: Mapping[str, tuple[str, float]]
    ) -> None:
        letters = {
            fields["name"]: (LETTER.findall(fields[1]) or [""])[0]
            for fields in FIELD.finditer(html)
        }
        marked_html = FIELD.sub(lambda field: field[1] + _marks(field, texts), html)
        document = render(marked_html)
        (self.laid_out,) = document.pages
        self.reader = PdfReader(BytesIO(document.write_pdf()))
        (self.page,) = self.reader.pages
        self.height = float(self.page.mediabox.height)
        self.width = float(self.page.mediabox.width)
        self._marks = dict(self._links())
        self.fields = {name: self._field(name, letter) for name, letter in letters.items()}

    def _links(self) -> Iterator[tuple[str, tuple[float, float, float, float]]]:
        """Yield the name, left, top, right and bottom of each mark."""
        for annotation in self.page.get("/Annots", ()):
            link = annotation.get_object()
            x0, y0, x1, y1 = map(float, link["/Rect"])
            bottom, top = sorted((self.height - y0, self.height - y1), reverse=True)
            yield link["/A"]["/URI"], (min(x0, x1), top, max(x0, x1), bottom)

    def _field(self, name: str, letter: str) -> StampBox:
        left, top, right, _bottom = self._marks[f"room:{name}"]
        if f"base:{name}" not in self._marks:
            return StampBox(left, top, right - left)
        text_left, above, _right, base = self._marks[f"base:{name}"]
        align = "L" if text_left - left < 1 else "R" if right - text_left < 1 else "C"
        return StampBox(left, top, right - left, letter, (base - above) / BASE, base, align)

    def _room(self, name: str) -> float:
        """Return the width of the field divided by the width of its text."""
        begins, ends = self._marks[f"base:{name}"][0], self._marks[f"end:{name}"][0]
        return self.fields[name].width / max(ends - begins, 0.01)


def _marks(field: re.Match[str], texts: Mapping[str, tuple[str, float]]) -> str:
    """Return a field's text, with links that mark the positions of the field and of the text."""
    name = field["name"]
    room = f'<a class="room" href="room:{name}"></a>'
    if not field.string.startswith(f"</{field['tag']}>", field.end()):
        return room  # an element inside the field is a guide for drawings, so it has no text
    text, scale = texts.get(name, ("", 1.0))
    base = f'{room}<a class="base" href="base:{name}"></a>'
    if not text:
        return base
    size = f' style="font-size:{scale:.3f}em"' if scale < 1 else ""
    return f'{base}<span{size}>{escape(text)}</span><a class="base" href="end:{name}"></a>'


@dataclass(frozen=True, slots=True)
class StampedPage:
    """A page of a document: a plate, with the values of its fields."""

    plate: Plate
    values: Mapping[str, CellContent]

    def bookmarks(self) -> Iterator[tuple[str, float]]:
        """Yield the entries of the page in the index of the document, with their height."""
        for name, value in self.values.items():
            part, _dot, suffix = name.partition(".")
            if suffix == BOOKMARK:
                fields = self.plate.fields.items()
                top = min(field.top for key, field in fields if key.startswith(f"{part}."))
                yield str(value), self.plate.height - top

    def texts(self) -> Iterator[tuple[StampBox, str]]:
        for name, value in self.values.items():
            is_filled = name.endswith(f".{BOOKMARK}") or name in self.plate.filled_names
            if isinstance(value, str) and value.strip() and not is_filled:
                yield self.plate.fields[name], value

    def drawings(self) -> bytes:
        """Return the drawings as PDF operators."""
        operators = []
        for name, value in self.values.items():
            if isinstance(value, Drawing):
                field = self.plate.fields[name]
                scale, top = field.width / value.width, self.plate.height - field.top
                place = f"{scale:.5f} 0 0 {-scale:.5f} {field.x:.3f} {top:.3f} cm"
                operators.append(f"q {place} 0 g 0 G {value.operators} Q\n")
        return "".join(operators).encode()


def unwritable_texts(values: Mapping[str, CellContent], html: str) -> dict[str, str]:
    """Return the texts that fpdf2 cannot write letter by letter with the installed fonts."""
    letters = {fields["name"]: LETTER.findall(fields[1]) for fields in FIELD.finditer(html)}
    return {
        name: value
        for name, value in values.items()
        if isinstance(value, str) and value.strip() and name in letters
        if not _writable(value, (letters[name] or [""])[0])
    }


def _writable(text: str, letter: str) -> bool:
    if _font(LETTERS[letter]) is None:
        return False
    if text.isascii():
        return True
    return all(
        any(ord(character) in _letters_of(font) for font in _fonts(letter))
        and unicodedata.bidirectional(character) not in ("R", "AL")
        and unicodedata.category(character) not in ("Mn", "Mc", "Me", "Cf")
        for character in text
    )


@lru_cache(maxsize=32)
def _font(names: Sequence[str]) -> Path | None:
    """Return the file of the first of these fonts that is installed."""
    for name in names:
        for folder in FOLDERS:
            if (file := next(folder.rglob(f"{name}.ttf"), None)) is not None:
                return file
    return None


@lru_cache(maxsize=8)
def _fonts(letter: str) -> list[Path]:
    return [font for names in (LETTERS[letter], *FALLBACKS) if (font := _font(names)) is not None]


@lru_cache(maxsize=8)
def _letters_of(font: Path) -> dict[int, float]:
    """Return the width of each letter of a font in ems."""
    with TTFont(font, lazy=True) as file:
        glyphs, em = file["hmtx"].metrics, file["head"].unitsPerEm
        return {letter: glyphs[name][0] / em for letter, name in file.getBestCmap().items()}


def stamp_pages(pages: Sequence[StampedPage], on_page: PageCallback) -> PdfWriter:
    """Return a document of these pages, with the title, language and hour of the first plate.

    `on_page` is called with the number of each page, from 1, when its texts are written.
    """
    writer = PdfWriter(clone_from=PdfReader(BytesIO(_texts(pages, on_page))))
    plates: dict[int, Any] = {}
    for number, (stamped_page, page) in enumerate(zip(pages, writer.pages, strict=True)):
        plate = stamped_page.plate
        if id(plate) not in plates:
            plates[id(plate)] = _add_object(_plate_drawing(plate, writer), writer)
        resources: Any = page["/Resources"].get_object()
        name = f"/Plate{list(plates).index(id(plate))}"
        drawings = resources.setdefault(NameObject("/XObject"), DictionaryObject())
        drawings.get_object()[NameObject(name)] = plates[id(plate)]
        background = StreamObject()
        background.set_data(f"q {name} Do Q\n".encode() + stamped_page.drawings())
        contents = [_add_object(background.flate_encode(), writer), page.raw_get("/Contents")]
        page[NameObject("/Contents")] = ArrayObject(contents)
        for title, top in stamped_page.bookmarks():
            writer.add_outline_item(title=title, page_number=number, fit=Fit.xyz(left=0, top=top))
    for key in ("/OpenAction", "/PageLayout"):  # let the reader choose how to open the document
        writer.root_object.pop(key, None)
    if len(plates) > 1:
        writer.compress_identical_objects()  # each page has its own copy of the logo
    first_reader = pages[0].plate.reader
    writer.add_metadata({**(first_reader.metadata or {})})
    root: Any = first_reader.trailer["/Root"]
    if (language := root.get("/Lang")) is not None:
        writer.root_object[NameObject("/Lang")] = language
    return writer


def _add_object(stream: StreamObject, writer: PdfWriter) -> Any:
    """Add an object to a document and return its reference."""
    stream.indirect_reference = None  # pypdf renumbers an object only if it has the attribute
    return stream.clone(writer).indirect_reference


def _plate_drawing(plate: Plate, writer: PdfWriter) -> StreamObject:
    """Return the page of a plate as a drawing that other pages can include."""
    drawing = StreamObject()
    contents = plate.page.get_contents()
    drawing.set_data(b"" if contents is None else contents.get_data())
    drawing = drawing.flate_encode()
    box = ArrayObject([NumberObject(0), NumberObject(0), *plate.page.mediabox[2:]])
    drawing.update(
        {
            NameObject("/Type"): NameObject("/XObject"),
            NameObject("/Subtype"): NameObject("/Form"),
            NameObject("/BBox"): box,
            NameObject("/Resources"): plate.page["/Resources"].clone(writer),
        }
    )
    return drawing


def _texts(pages: Sequence[StampedPage], on_page: PageCallback) -> bytes:
    """Return a document with only the texts of each page.

    `on_page` is called with the number of each page, from 1.
    """
    pdf = FPDF(unit="pt")
    pdf.set_auto_page_break(False)
    pdf.set_creation_date(NO_HOUR)
    pdf.c_margin = 0
    added_fonts: set[Path] = set()
    for number, stamped_page in enumerate(pages, 1):
        on_page(number)
        pdf.add_page(format=(stamped_page.plate.width, stamped_page.plate.height))
        for field, text in stamped_page.texts():
            _add_fonts(pdf, field.letter, text, added_fonts)
            _write(pdf, field, text)
    return bytes(pdf.output())


def _add_fonts(pdf: FPDF, letter: str, text: str, added_fonts: set[Path]) -> None:
    """Add the font of a text, and fallbacks for the letters that this font lacks.

    `added_fonts` has the fonts that the document already has, and gets the new ones.
    """
    own, *fallbacks = _fonts(letter)
    needed_fonts = [own]
    if not text.isascii():
        missing = {ord(character) for character in text} - _letters_of(own).keys()
        for fallback in fallbacks:
            if missing & _letters_of(fallback).keys():
                needed_fonts.append(fallback)
                missing -= _letters_of(fallback).keys()
    if added_fonts.issuperset(needed_fonts):
        return
    for font in needed_fonts:
        if font not in added_fonts:
            added_fonts.add(font)
            pdf.add_font(font.stem, fname=font)
            pdf.set_font(font.stem)
            pdf.set_text_shaping(True)
    pdf.set_fallback_fonts([font.stem for font in sorted(added_fonts) if font in fallbacks], False)


def _write(pdf: FPDF, field: StampBox, text: str) -> None:
    """Write a text on its base line. A text too long for its field gets smaller, and is never cut.

    Shaping is slow: digits need none, and only a text that may be too long is shaped to measure it.
    """
    own = _fonts(field.letter)[0]
    size = field.size
    space = LETTER_SPACES.get(field.letter, 0.0)
    pdf.set_font(own.stem, size=size)
    pdf.set_char_spacing(space * size)
    letters = _letters_of(own)
    width = size * sum(letters.get(ord(letter), WIDEST) + space for letter in text)
    if width > field.width:
        width = pdf.get_string_width(text)
        size *= min(1.0, field.width / max(width, 0.01))
        pdf.set_font_size(size)
    if field.letter == "code" or (text.isascii() and not any(map(str.isalpha, text))):
        shift = SHIFT[field.align] * max(0.0, field.width - width)
        pdf.text(field.x + shift, field.base, text)
        return
    pdf.set_xy(field.x, field.base - BASELINE * size)
    pdf.cell(field.width, 0, text, align=field.align)
