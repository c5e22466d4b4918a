"""Pages that are alike but for some fields: laid out once, and the fields stamped on each.

A field is an element with `data-field`: a box with a width of its own, for one line or a drawing.
WeasyPrint lays the page out and draws it once, its fields empty; on each page its own Pango shapes
the texts, in whatever script, and it writes the document with the letters that all of them need.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from weasyprint.draw.text import draw_emojis, draw_first_line
from weasyprint.formatting_structure import boxes
from weasyprint.matrix import Matrix
from weasyprint.text.line_break import Layout, line_size

from scoring.games.grid import Drawing, Written

MARK = "data-field"
# After the dot of the name of a value that is not drawn: its acta in the index.
BOOKMARK = "bookmark"
SHIFT = {"center": 0.5, "right": 1.0, "end": 1.0}  # how much of the room left goes before the text
ANY_LETTER = "0"  # with none, a field would have no line


def mark_fields(html: Any) -> None:
    """Write a letter in each field of a page that is to be laid out."""
    for element in html.iter():
        if element.get(MARK) and not len(element):
            element.text = ANY_LETTER


class Plate:
    """A page whose fields are empty, as WeasyPrint has laid it out."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.fields = {name: Field(box) for name, box in _marked(page._page_box)}
        self._drawing = ""

    def draw(self, stream: Any, scale: float) -> None:
        """Draw what is the same on each page, once for all of a document."""
        if not self._drawing:
            group = stream.add_group(0, 0, self.page.width * scale, self.page.height * scale)
            self.page.paint(group, scale)
            self._drawing = group.id
        stream.draw_x_object(self._drawing)


class Stamped:
    """A page of a document: a plate, with the values of its fields."""

    def __init__(self, plate: Plate, values: Mapping[str, Written]) -> None:
        self._plate, self._values = plate, values

    def __getattr__(self, name: str) -> Any:
        return getattr(self._plate.page, name)

    @property
    def bookmarks(self) -> list[tuple[int, str, tuple[float, float], str]]:
        """The entries of the page in the index of the document, as WeasyPrint writes its own."""
        found = []
        for name, value in self._values.items():
            part, _dot, what = name.partition(".")
            if what == BOOKMARK:
                top = min(
                    field.y for key, field in self._plate.fields.items() if key.startswith(part)
                )
                found.append((1, str(value), (0.0, top), "open"))
        return found

    def paint(self, stream: Any, scale: float = 1) -> None:
        """Draw the page on a stream of WeasyPrint's, as its own pages do."""
        self._plate.draw(stream, scale)
        with stream.stacked():
            stream.transform(a=scale, d=scale)
            for name, value in self._values.items():
                if not name.endswith(f".{BOOKMARK}"):
                    self._plate.fields[name].stamp(stream, value)
        stream.stream[:] = [b"\n".join(stream.stream)]  # hundreds of pages wait to be written


class Field:
    """The box of a field, and the letters of its line."""

    def __init__(self, box: Any) -> None:
        self._x, self.y, self._width = box.content_box_x(), box.content_box_y(), box.width
        self._shift = SHIFT.get(box.style["text_align_all"], 0.0)
        self._line = next(_texts(box), None)
        if self._line is None:  # for drawings alone
            return
        self._base = self._line.position_y + self._line.baseline
        self._line.text = self._line.pango_layout.text = ""  # the plate is drawn without it
        self._layout = Layout(self._line.style)

    def stamp(self, stream: Any, value: Written) -> None:
        """Draw the value. A text too long for its field is set smaller, never cut."""
        if isinstance(value, Drawing):
            self._draw(stream, value)
        elif value.strip():
            self._write(stream, value)

    def _draw(self, stream: Any, drawing: Drawing) -> None:
        scale = self._width / drawing.width
        with stream.stacked():
            stream.transform(a=scale, d=scale, e=self._x, f=self.y)
            stream.set_color_rgb(0, 0, 0)
            stream.set_color_rgb(0, 0, 0, stroke=True)
            stream.stream.append(drawing.operators.encode())

    def _write(self, stream: Any, text: str) -> None:
        line = self._line
        self._layout.set_text(text)
        width, _height = line_size(self._layout.get_first_line()[0], line.style)
        scale = min(1.0, self._width / width)
        line.text, line.pango_layout = text, self._layout
        x = self._x + self._shift * (self._width - width * scale)
        stream.set_color(line.style["color"])
        stream.begin_text()
        place = Matrix(a=scale, d=-scale, e=x, f=self._base)
        emojis = draw_first_line(stream, line, "clip", "none", place)
        stream.end_text()
        if emojis:
            with stream.stacked():
                stream.transform(a=scale, d=scale, e=x, f=self._base)
                draw_emojis(stream, line.style, 0, 0, emojis)


def _marked(page: Any) -> Iterator[tuple[str, Any]]:
    for box in page.descendants():
        name = box.element is not None and box.element.get(MARK)
        if name and not isinstance(box, (boxes.LineBox, boxes.InlineBox, boxes.TextBox)):
            yield name, box


def _texts(box: Any) -> Iterator[Any]:
    return (inner for inner in box.descendants() if isinstance(inner, boxes.TextBox))
