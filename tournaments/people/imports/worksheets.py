"""Reading of a paste or a file into rows of cells, within limits.

Text may be separated by tabs, semicolons, bars, commas or nothing. The content of a file decides
its type, not its name.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from tournaments.people.imports.core import (
    LONGEST_LINE,
    MAX_BYTES,
    MAX_COLUMNS,
    MAX_LINES,
    MAX_ROWS,
    RawLine,
    RowFault,
    SheetError,
    SourceSheet,
)
from tournaments.people.imports.encodings import mostly_controls, read_old_encoding
from tournaments.people.imports.headings import HEADER_LINES, find_header
from tournaments.people.imports.lines import AND
from tournaments.people.imports.office import FilledSheet, read_ods, read_xlsx, zip_kind

SEPARATORS = "\t;|,"
SHORT_PASTE = 200_000  # the most letters of a paste read while the page waits: three thousand pairs
LONGEST_CELL = 5  # lines of a quoted cell: an open quote must not take the rest of the paste
LOST_CHARACTERS = re.compile("[\x00\ud800-\udfff]")  # characters that no database stores
OLE = b"\xd0\xcf\x11\xe0"
# Names of streams inside an OLE file: of a workbook with a password, and of a Word document.
ENCRYPTED_STREAM = "EncryptedPackage".encode("utf-16-le")
WORD_STREAM = "WordDocument".encode("utf-16-le")
NOT_TABLES = (b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"{\\rtf", b"\x1f\x8b", b"Rar!")
WEB_PAGE = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)?"
    r"<(?:!doctype\s+html|html|head|meta|style|body|table|div)\b",
    re.I | re.S,
)
MARKUP_LETTERS = 5_000  # letters searched for markup
XML_WORKBOOK = "urn:schemas-microsoft-com:office:spreadsheet"

# A quoted cell, with quotes at its beginning and its end.
QUOTED_CELL = r'[ ]*"(?P<inside>(?:[^"]|""){0,3000}+)"[ ]*(?=[%s\n]|\Z)'
ANY_QUOTED_CELL = re.compile(r"(?:(?<=[\t;|,\n])|\A)" + QUOTED_CELL % "\t;|,")
# A mark between two people; a slash between figures is part of a date.
JOIN = re.compile(rf"(?<!\d)\s*/\s*(?!\d)|\s+[-–—]+\s+|\s*[+&]\s*|{AND.pattern}", re.I)


def read_text(text: str, remarks: tuple[RowFault, ...] = ()) -> SourceSheet:
    """Return the rows of a paste. Raises SheetError when it is empty or too big.

    >>> [line.cells for line in read_text("Paco;Luis;Luco\\nChema / Pilar").lines]
    [('Paco', 'Luis', 'Luco'), ('Chema / Pilar',)]
    """
    if len(text.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        raise SheetError("too_big", limit=MAX_BYTES // 1_000_000)
    text = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    start = 1
    separator = ""
    if text[:4].lower() == "sep=" and text[4:5].strip(" \n"):
        separator, start = text[4], 2
        text = text.partition("\n")[2]
    separator = separator or find_separator(text)
    return sheet(_split_text(text, separator, start), remarks)


def read_file(content: bytes) -> SourceSheet:
    """Return the rows of a CSV, XLSX or ODS file. Raises SheetError for any other file."""
    refuse_worksheet(content)
    if content.startswith(b"PK"):
        read_workbook = {"xlsx": read_xlsx, "ods": read_ods}[zip_kind(content)]
        return _chosen_sheet(read_workbook(content))
    text, remarks = decode(content)
    if mostly_controls(text):
        raise SheetError("not_a_table")
    _refuse_markup(text)
    return read_text(text, remarks)


def refuse_worksheet(content: bytes) -> None:
    """Raise SheetError if its size, its first bytes or its markup show that a file is no list."""
    if len(content) > MAX_BYTES:
        raise SheetError("too_big", limit=MAX_BYTES // 1_000_000)
    if not content.strip():
        raise SheetError("empty")
    if content.startswith(OLE):
        if ENCRYPTED_STREAM in content:
            raise SheetError("protected")
        raise SheetError("not_a_table") if WORD_STREAM in content else SheetError("old_excel")
    if content.startswith(NOT_TABLES):
        raise SheetError("not_a_table")
    _refuse_markup(content[:MARKUP_LETTERS].decode("latin-1"))


def _refuse_markup(text: str) -> None:
    """Raise SheetError for a web page or an XML workbook that has the name of a spreadsheet."""
    beginning = text.lstrip("\ufeff\xef\xbb\xbf")[:MARKUP_LETTERS]
    if XML_WORKBOOK in beginning:
        raise SheetError("other_program", program="Excel 2003 (XML)")
    if WEB_PAGE.match(beginning) or beginning[:13].lower() == "mime-version:":
        raise SheetError("web_page")


def decode(content: bytes) -> tuple[str, tuple[RowFault, ...]]:
    """Return the text of a file: UTF-8 or UTF-16, else an old alphabet, with a remark.

    >>> decode("Begoña Ibáñez".encode("cp1252"))
    ('Begoña Ibáñez', (RowFault(code='read_as_windows', params={}, field=''),))
    """
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", "replace"), ()
    if content[1:400:2].count(0) * 3 > len(content[1:400:2]):
        return content.decode("utf-16-le", "replace"), ()
    if content[0:400:2].count(0) * 3 > len(content[0:400:2]):
        return content.decode("utf-16-be", "replace"), ()
    try:
        return content.decode("utf-8-sig"), ()
    except UnicodeDecodeError:
        return read_old_encoding(content)


def find_separator(text: str) -> str:
    """Return the character that separates the cells of a text: tab ; | , or "" for none.

    A separator stands in at least half of the lines, outside of quotes. Of several separators, the
    first in `SEPARATORS` that makes headings is chosen. Without headings, the first is chosen. But
    if that one is missing in over a fifth of the lines, and a later separator cuts nearly all lines
    into the same number of cells, the later one is chosen. A comma also separates surname and name:
    see `_commas_are_of_names`.

    >>> find_separator("Gil, Paco / Sanz, Luis"), find_separator("Gil, Paco; Sanz, Luis")
    ('', ';')
    >>> find_separator("1,Ana Gil,Eva Roche,Monreal - Torrijo")
    ','
    """
    text_without_quotes = ANY_QUOTED_CELL.sub(lambda cell: re.sub("[\t;|,\n/]", " ", cell[0]), text)
    filled_lines = [line for line in text_without_quotes.split("\n") if line.strip()]
    candidates = [
        mark
        for mark in SEPARATORS
        if sum(mark in line for line in filled_lines) * 2 >= len(filled_lines)
    ]
    for mark in candidates:
        if find_header(
            [RawLine(0, tuple(line.split(mark))) for line in filled_lines[:HEADER_LINES]]
        ):
            return mark
    if "," in candidates and _commas_are_of_names(filled_lines):
        candidates.remove(",")
    if (
        len(candidates) < 2
        or sum(candidates[0] in line for line in filled_lines) * 5 >= len(filled_lines) * 4
    ):
        return candidates[0] if candidates else ""
    return next(
        (mark for mark in candidates[1:] if _cuts_evenly(filled_lines, mark)), candidates[0]
    )


def _cuts_evenly(lines: Sequence[str], mark: str) -> bool:
    """Return whether `mark` cuts nearly all lines into the same number of cells, three or more."""
    width, count = Counter(line.count(mark) + 1 for line in lines).most_common(1)[0]
    return width > 2 and count * 20 >= len(lines) * 19


def _commas_are_of_names(lines: Sequence[str]) -> bool:
    """Return whether at least half of the lines with commas are like «Gil, Ana / Sanz, Eva».

    >>> _commas_are_of_names(["Gil, Ana / Sanz, Eva"]), _commas_are_of_names(["Ana / Eva, Luco"])
    (True, False)
    >>> _commas_are_of_names(["Ana Gil,Peña/Pueblo"])
    False
    """
    comma_lines = [line for line in lines if "," in line]
    return sum(map(_joins_turned_names, comma_lines)) * 2 >= len(comma_lines)


def _joins_turned_names(line: str) -> bool:
    """Return whether a line joins names such as «Gil, Ana»: the first name must have a comma."""
    commas = [part.count(",") for part in JOIN.split(" ".join(line.split()))]
    if len(commas) < 2 or commas[0] != 1 or max(commas[:-1]) > 1:
        return False
    return commas[-1] == 1 or (commas[-1] < 3 and ", " in line)


def _chosen_sheet(sheets: Sequence[FilledSheet]) -> SourceSheet:
    """Return the first sheet with headings, else the first with several columns, else the first.

    Adds a remark if there are other sheets. Raises SheetError if there is no sheet, or if the
    chosen sheet cannot be read.
    """
    if not sheets:
        raise SheetError("empty")
    chosen_sheet = max(sheets, key=lambda filled_sheet: _list_rank(filled_sheet.lines))
    if chosen_sheet.error:
        raise chosen_sheet.error
    other_names = [other.name for other in sheets if other is not chosen_sheet]
    remarks = [
        RowFault("other_pages", {"page": chosen_sheet.name, "others": ", ".join(other_names)[:200]})
    ]
    return sheet(chosen_sheet.lines, tuple(remarks) if other_names else ())


def _list_rank(lines: Sequence[RawLine]) -> int:
    """Return 2 for headings with lines under them, 1 for lines of several cells, else 0."""
    header = find_header(lines)
    if header is not None and header[0] + 1 < len(lines):
        return 2
    wide_line_count = sum(sum(bool(cell.strip()) for cell in line.cells) > 1 for line in lines)
    return int(wide_line_count > 1 and wide_line_count * 2 >= len(lines))


def sheet(lines: Iterable[RawLine], remarks: tuple[RowFault, ...] = ()) -> SourceSheet:
    """Return the sheet of the filled lines, with tidy cells.

    Raises SheetError if every line is empty, or past a limit.
    """
    filled_lines: list[RawLine] = []
    letters = 0
    for line in lines:
        cells = [_tidy_cell(replace_lost_characters(cell)) for cell in line.cells]
        while cells and not cells[-1]:
            cells.pop()
        if not cells:
            continue
        if len(cells) > MAX_COLUMNS:
            raise SheetError("too_many_columns", line=line.number, limit=MAX_COLUMNS)
        if len(filled_lines) == MAX_LINES:
            raise SheetError("too_many_rows", limit=MAX_ROWS)
        line_length = sum(map(len, cells))
        letters += line_length
        if line_length > LONGEST_LINE:
            raise SheetError("line_too_long", line=line.number, limit=LONGEST_LINE)
        if letters > MAX_BYTES:  # a spreadsheet stores a text once for all its cells
            raise SheetError("too_big", limit=MAX_BYTES // 1_000_000)
        filled_lines.append(RawLine(line.number, tuple(cells)))
    if not filled_lines:
        raise SheetError("empty")
    return SourceSheet(tuple(filled_lines), remarks)


def quick_to_read(text: str) -> bool:
    """Return whether a paste may be read while the page waits.

    >>> quick_to_read("Paco / Luis"), quick_to_read("Paco / Luis" * 100_000)
    (True, False)
    """
    return len(text) <= SHORT_PASTE


def _tidy_cell(cell: str) -> str:
    """Return the cell without empty lines and repeated spaces, because they slow down a search.

    >>> _tidy_cell(" Paco   Gil\\n\\n Luis ")
    'Paco Gil\\nLuis'
    """
    lines = (" ".join(line.split()) for line in cell.split("\n"))
    return "\n".join(line for line in lines if line)


def replace_lost_characters(text: str) -> str:
    """Replace NUL and lone surrogates by U+FFFD, which the checks refuse later."""
    return LOST_CHARACTERS.sub("\ufffd", text)


def _split_text(text: str, separator: str, start: int) -> Iterator[RawLine]:
    """Split the text into lines and each line into cells.

    A quoted cell may hold separators, and a few line breaks. A quote that does not close its cell
    is a letter.
    """
    if not separator:
        for place, line in enumerate(text.split("\n")):
            yield RawLine(start + place, _split_line(line))
        return
    quoted_cell = re.compile(QUOTED_CELL % re.escape(separator))
    plain_cell = re.compile(rf"[^{re.escape(separator)}\n]*")
    cells: list[str] = []
    number = start
    current_line = start
    place = 0
    while place <= len(text):
        match = quoted_cell.match(text, place)
        if match and match["inside"].count("\n") < LONGEST_CELL:
            cells.append(match["inside"].replace('""', '"'))
            current_line += match["inside"].count("\n")
        else:
            match = plain_cell.match(text, place)
            cells.append(match[0] if match else "")
        place = (match.end() if match else place) + 1
        if text[place - 1 : place] != separator:
            is_one_line = len(cells) == 1 and current_line == number
            yield RawLine(number, _split_line(cells[0]) if is_one_line else tuple(cells))
            cells, current_line = [], current_line + 1
            number = current_line


def _split_line(line: str) -> tuple[str, ...]:
    """Split a line at its tabs, else at its «;», else at its «|»; without them it is one cell."""
    for mark in "\t;|":
        if mark in line:
            return tuple(_unquote(cell) for cell in line.split(mark))
    return (_unquote(line),)


def _unquote(cell: str) -> str:
    text = cell.strip()
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else cell
