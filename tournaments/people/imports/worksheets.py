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
from tournaments.people.imports.encodings import mostly_controls, read_old
from tournaments.people.imports.headings import HEADER_WITHIN, find_header
from tournaments.people.imports.lines import AND
from tournaments.people.imports.office import FilledSheet, read_ods, read_xlsx, zip_kind

SEPARATORS = "\t;|,"
AT_ONCE = 200_000  # the most letters of a paste read while the page waits: three thousand pairs
LONGEST_CELL = 5  # lines of a quoted cell: an open quote must not take the rest of the paste
LOST = re.compile("[\x00\ud800-\udfff]")  # characters that no database stores
OLE = b"\xd0\xcf\x11\xe0"
PROTECTED = "EncryptedPackage".encode("utf-16-le")  # the stream of a workbook with a password
WORD = "WordDocument".encode("utf-16-le")
NOT_TABLES = (b"%PDF", b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"{\\rtf", b"\x1f\x8b", b"Rar!")
WEB_PAGE = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)?"
    r"<(?:!doctype\s+html|html|head|meta|style|body|table|div)\b",
    re.I | re.S,
)
MARKUP_WITHIN = 5_000  # letters searched for markup
XML_WORKBOOK = "urn:schemas-microsoft-com:office:spreadsheet"

# A quoted cell, with quotes at its beginning and its end.
QUOTED = r'[ ]*"(?P<inside>(?:[^"]|""){0,3000}+)"[ ]*(?=[%s\n]|\Z)'
ANY_QUOTED = re.compile(r"(?:(?<=[\t;|,\n])|\A)" + QUOTED % "\t;|,")
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
    return sheet(_split(text, separator, start), remarks)


def read_file(content: bytes) -> SourceSheet:
    """Return the rows of a CSV, XLSX or ODS file. Raises SheetError for any other file."""
    refuse_worksheet(content)
    if content.startswith(b"PK"):
        read = {"xlsx": read_xlsx, "ods": read_ods}[zip_kind(content)]
        return _of_workbook(read(content))
    text, remarks = decode(content)
    if mostly_controls(text):
        raise SheetError("not_a_table")
    _refuse_markup(text)
    return read_text(text, remarks)


def refuse_worksheet(content: bytes) -> None:
    """Raise SheetError if the size and the first bytes show that the file is no list."""
    if len(content) > MAX_BYTES:
        raise SheetError("too_big", limit=MAX_BYTES // 1_000_000)
    if not content.strip():
        raise SheetError("empty")
    if content.startswith(OLE):
        if PROTECTED in content:
            raise SheetError("protected")
        raise SheetError("not_a_table") if WORD in content else SheetError("old_excel")
    if content.startswith(NOT_TABLES):
        raise SheetError("not_a_table")
    _refuse_markup(content[:MARKUP_WITHIN].decode("latin-1"))


def _refuse_markup(text: str) -> None:
    """Raise SheetError for a web page, or other XML, saved under a spreadsheet's name."""
    beginning = text.lstrip("\ufeff\xef\xbb\xbf")[:MARKUP_WITHIN]
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
        return read_old(content)


def find_separator(text: str) -> str:
    """Return the character between cells of the whole text: one of tab ; | , or "" for none.

    A separator stands in at least half of the lines, outside of quotes. Among several separators,
    the first that makes headings wins. Without headings the first of `SEPARATORS` wins, unless it
    is missing in over a fifth of the lines and a later separator gives nearly all lines the same
    number of cells. A comma also separates surname and name: see `_commas_are_of_names`.

    >>> find_separator("Gil, Paco / Sanz, Luis"), find_separator("Gil, Paco; Sanz, Luis")
    ('', ';')
    >>> find_separator("1,Ana Gil,Eva Roche,Monreal - Torrijo")
    ','
    """
    bare = ANY_QUOTED.sub(lambda quoted: re.sub("[\t;|,\n/]", " ", quoted[0]), text)
    full = [line for line in bare.split("\n") if line.strip()]
    likely = [mark for mark in SEPARATORS if sum(mark in line for line in full) * 2 >= len(full)]
    for mark in likely:
        if find_header([RawLine(0, tuple(line.split(mark))) for line in full[:HEADER_WITHIN]]):
            return mark
    if "," in likely and _commas_are_of_names(full):
        likely.remove(",")
    if len(likely) < 2 or sum(likely[0] in line for line in full) * 5 >= len(full) * 4:
        return likely[0] if likely else ""
    return next((mark for mark in likely[1:] if _always_as_wide(full, mark)), likely[0])


def _always_as_wide(lines: Sequence[str], mark: str) -> bool:
    """Return whether `mark` cuts nearly all lines into the same number of cells, three or more."""
    width, times = Counter(line.count(mark) + 1 for line in lines).most_common(1)[0]
    return width > 2 and times * 20 >= len(lines) * 19


def _commas_are_of_names(lines: Sequence[str]) -> bool:
    """Return whether at least half of the lines with commas are like «Gil, Ana / Sanz, Eva».

    >>> _commas_are_of_names(["Gil, Ana / Sanz, Eva"]), _commas_are_of_names(["Ana / Eva, Luco"])
    (True, False)
    >>> _commas_are_of_names(["Ana Gil,Peña/Pueblo"])
    False
    """
    with_commas = [line for line in lines if "," in line]
    return sum(map(_joins_turned_names, with_commas)) * 2 >= len(with_commas)


def _joins_turned_names(line: str) -> bool:
    """Return whether a line joins parts with at most one comma each; the first part must have a
    comma.
    """
    commas = [part.count(",") for part in JOIN.split(" ".join(line.split()))]
    if len(commas) < 2 or commas[0] != 1 or max(commas[:-1]) > 1:
        return False
    return commas[-1] == 1 or (commas[-1] < 3 and ", " in line)


def _of_workbook(pages: Sequence[FilledSheet]) -> SourceSheet:
    """Return the sheet with headings, else the first with several columns, else the first sheet.

    Adds a remark if there are other sheets. Raises SheetError if there is no sheet, or if the
    chosen sheet cannot be read.
    """
    if not pages:
        raise SheetError("empty")
    page = max(pages, key=lambda page: _looks_like_a_list(page.lines))
    if page.error:
        raise page.error
    others = [other.name for other in pages if other is not page]
    remarks = [RowFault("other_pages", {"page": page.name, "others": ", ".join(others)[:200]})]
    return sheet(page.lines, tuple(remarks) if others else ())


def _looks_like_a_list(lines: Sequence[RawLine]) -> int:
    """Return 2 for headings with lines under them, 1 for lines of several cells, else 0."""
    header = find_header(lines)
    if header is not None and header[0] + 1 < len(lines):
        return 2
    several = sum(sum(bool(cell.strip()) for cell in line.cells) > 1 for line in lines)
    return int(several > 1 and several * 2 >= len(lines))


def sheet(lines: Iterable[RawLine], remarks: tuple[RowFault, ...] = ()) -> SourceSheet:
    """Build the sheet of the filled lines. Raises SheetError without filled lines, or past the
    limits.
    """
    full: list[RawLine] = []
    letters = 0
    for line in lines:
        cells = [_tidied(replace_lost_characters(cell)) for cell in line.cells]
        while cells and not cells[-1]:
            cells.pop()
        if not cells:
            continue
        if len(cells) > MAX_COLUMNS:
            raise SheetError("too_many_columns", line=line.number, limit=MAX_COLUMNS)
        if len(full) == MAX_LINES:
            raise SheetError("too_many_rows", limit=MAX_ROWS)
        long = sum(map(len, cells))
        letters += long
        if long > LONGEST_LINE:
            raise SheetError("line_too_long", line=line.number, limit=LONGEST_LINE)
        if letters > MAX_BYTES:  # a spreadsheet stores a text once for all its cells
            raise SheetError("too_big", limit=MAX_BYTES // 1_000_000)
        full.append(RawLine(line.number, tuple(cells)))
    if not full:
        raise SheetError("empty")
    return SourceSheet(tuple(full), remarks)


def quick_to_read(text: str) -> bool:
    """Return whether a paste may be read while the page waits.

    >>> quick_to_read("Paco / Luis"), quick_to_read("Paco / Luis" * 100_000)
    (True, False)
    """
    return len(text) <= AT_ONCE


def _tidied(cell: str) -> str:
    """Return the cell without empty lines and repeated spaces, which make a search slow.

    >>> _tidied(" Paco   Gil\\n\\n Luis ")
    'Paco Gil\\nLuis'
    """
    lines = (" ".join(line.split()) for line in cell.split("\n"))
    return "\n".join(line for line in lines if line)


def replace_lost_characters(text: str) -> str:
    """Replace NUL and lone surrogates by U+FFFD, which the checks refuse later."""
    return LOST.sub("\ufffd", text)


def _split(text: str, separator: str, start: int) -> Iterator[RawLine]:
    """Split the text into lines and each line into cells.

    A quoted cell may hold separators, and a few line breaks. A quote that does not close its cell
    is a letter.
    """
    if not separator:
        for place, line in enumerate(text.split("\n")):
            yield RawLine(start + place, _cut(line))
        return
    quoted = re.compile(QUOTED % re.escape(separator))
    plain = re.compile(rf"[^{re.escape(separator)}\n]*")
    cells: list[str] = []
    number, at, place = start, start, 0
    while place <= len(text):
        match = quoted.match(text, place)
        if match and match["inside"].count("\n") < LONGEST_CELL:
            cells.append(match["inside"].replace('""', '"'))
            at += match["inside"].count("\n")
        else:
            match = plain.match(text, place)
            cells.append(match[0] if match else "")
        place = (match.end() if match else place) + 1
        if text[place - 1 : place] != separator:
            is_one_line = len(cells) == 1 and at == number
            yield RawLine(number, _cut(cells[0]) if is_one_line else tuple(cells))
            cells, at = [], at + 1
            number = at


def _cut(line: str) -> tuple[str, ...]:
    """Split a line without the usual separator at its tabs, else at its «;», else at its «|»."""
    for mark in "\t;|":
        if mark in line:
            return tuple(_unquoted(cell) for cell in line.split(mark))
    return (_unquoted(line),)


def _unquoted(cell: str) -> str:
    bare = cell.strip()
    return bare[1:-1] if len(bare) > 1 and bare[0] == bare[-1] == '"' else cell
