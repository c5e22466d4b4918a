"""The lines of a worksheet that are entries.

Totals, titles and empty places are left out; tables side by side are read one after the other.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import takewhile

from tournaments.names.people import fold_text
from tournaments.people.imports.core import MONEY, NO, PRIVATE, RawLine, RowFault, yes_or_no
from tournaments.people.imports.headings import (
    NUMBER_CELL,
    column_of,
    find_header,
    heading_of,
    headings,
    lines_in_words,
)
from tournaments.people.imports.lines import split_people

GROUP = re.compile(
    r"(?:grupo|grup|group|groupe|taldea|multzoa|zona|serie|pool|poule|turno|sesion|jornada|"
    r"categoria|sector|cuadro)\W{1,3}(?:[a-z]|\d{1,2}|[ivx]{1,4}|unico|unica)"
    r"(?:\W.{0,30})?|lista de espera|reservas?|suplentes?"
)
TOTAL = re.compile(
    r"(?:sub)?totale?s?\b[^/]*|suma(?:\s+total)?\W*|recaudad[oa]\b[^/]*|recaudacion\b[^/]*|"
    r"guztira\b[^/]*"
)
COUNT = re.compile(r"\d{1,5}\s*[a-z]{0,12}")


def split_tables(lines: Sequence[RawLine]) -> list[tuple[RawLine, ...]]:
    """Split a worksheet into its tables: one table, or several side by side.

    >>> cells = ("Nº", "Jugador 1", "Jugador 2", "", "Nº", "Jugador 1", "Jugador 2")
    >>> [table[0].cells for table in split_tables([RawLine(1, cells)])]
    [('Nº', 'Jugador 1', 'Jugador 2'), ('Nº', 'Jugador 1', 'Jugador 2')]
    """
    header = find_header(lines)
    width = max((len(line.cells) for line in lines), default=0)
    starts = _starts_by_heading(lines[header[0]].cells) if header else _starts_by_gap(lines, width)
    if len(starts) < 2:
        return [tuple(lines)]
    ends = [*starts[1:], width]
    tables = []
    for start, end in zip(starts, ends, strict=True):
        table_lines = [RawLine(line.number, _strip_end(line.cells[start:end])) for line in lines]
        tables.append(tuple(line for line in table_lines if line.cells))
    return [table for table in tables if table]


def _strip_end(cells: Sequence[str]) -> tuple[str, ...]:
    """Return the cells without the empty cells at the end."""
    last_filled = max((place for place, cell in enumerate(cells) if cell), default=-1)
    return tuple(cells[: last_filled + 1])


def _starts_by_heading(cells: Sequence[str]) -> list[int]:
    """Return the column where each table begins; [] if the headings do not repeat a whole table."""
    names = [fold_text(cell) for cell in cells]
    first_filled = next((place for place, name in enumerate(names) if name), 0)
    starts = [place for place, name in enumerate(names) if name == names[first_filled]]
    ends = [*starts[1:], len(names)]
    blocks = [
        [name for name in names[start:end] if name] for start, end in zip(starts, ends, strict=True)
    ]
    if any(block != blocks[0] for block in blocks[1:]):
        return []
    kinds = {field.split("_")[0] for field in headings(blocks[0])}
    has_entries = "number" in kinds or "pair" in kinds or "player_2" in headings(blocks[0])
    people = kinds & {"player", "pair"}
    return starts if has_entries and people else []


def _starts_by_gap(lines: Sequence[RawLine], width: int) -> list[int]:
    """Return the column where each table without headings begins; [] for a single table.

    Each table begins with a column of numbers, and each table after the first stands after an empty
    column.
    """
    empty_columns = [place for place in range(width) if not any(column_of(lines, place))]
    starts = [0, *(place + 1 for place in empty_columns if place + 1 < width)]
    ends = [*starts[1:], width]
    are_wide = all(end - start > 1 for start, end in zip(starts, ends, strict=True))
    are_numbered = all(
        any(column) and all(NUMBER_CELL.fullmatch(text) for text in column if text)
        for column in (column_of(lines, start) for start in starts)
    )
    return starts if empty_columns and are_wide and are_numbered else []


def header_over_two_lines(lines: Sequence[RawLine], place: int) -> tuple[tuple[str, ...], int]:
    """Return the headings, and the position of the first line under them.

    Headings may take two lines: «Jugador 1» over «Nombre» and «Apellidos».
    """
    upper = lines[place].cells
    lower = lines[place + 1].cells if place + 1 < len(lines) else ()
    kinds = [heading_of(cell).kind for cell in lower if cell]
    names_people = {"name", "surname", "nom", "first_name"} & set(kinds)
    if len(kinds) < 2 or not all(kinds) or not names_people:
        return upper, place + 1
    width = max(len(upper), len(lower))
    upper_cells = [*upper, *[""] * (width - len(upper))]
    lower_cells = [*lower, *[""] * (width - len(lower))]
    return tuple(
        lower_cell or upper_cell
        for upper_cell, lower_cell in zip(upper_cells, lower_cells, strict=True)
    ), place + 2


def lines_of_entries(
    lines: Sequence[RawLine], header: Sequence[str] = (), fields: Sequence[str] = ()
) -> tuple[list[RawLine], tuple[RowFault, ...]]:
    """Return the lines that may be entries, and a remark for each kind of other line."""
    has_wide_lines = sum(sum(map(bool, line.cells)) > 1 for line in lines) * 2 >= len(lines)
    header_texts = [fold_text(cell) for cell in header]
    kinds: tuple[tuple[RowFault, Callable[[RawLine], bool]], ...] = (
        (
            RowFault("headings_repeated"),
            lambda line: bool(header_texts) and _repeats_header(line, header_texts),
        ),
        (RowFault("totals_skipped"), _is_total),
        (RowFault("titles_skipped"), lambda line: _is_group(line, has_wide_lines)),
        (RowFault("blank_lines_skipped"), lambda line: _is_blank(line, fields)),
    )
    entries: list[RawLine] = []
    skipped_lines: dict[str, list[int]] = {remark.code: [] for remark, _is_kind in kinds}
    for line in lines:
        code = next((remark.code for remark, is_kind in kinds if is_kind(line)), "")
        if code:
            skipped_lines[code].append(line.number)
        else:
            entries.append(line)
    return entries, tuple(
        replace(remark, params=lines_in_words(skipped_lines[remark.code]))
        for remark, _is_kind in kinds
        if skipped_lines[remark.code]
    )


def _repeats_header(line: RawLine, header: Sequence[str]) -> bool:
    cells = [fold_text(cell) for cell in line.cells]
    return cells == list(header[: len(cells)]) and not any(header[len(cells) :])


def _is_total(line: RawLine) -> bool:
    """Return whether a line totals the lines above."""
    texts = [fold_text(cell) for cell in line.cells if cell.strip()]
    words = [text for text in texts if not (MONEY.fullmatch(text) or COUNT.fullmatch(text))]
    return len(words) == 1 and TOTAL.fullmatch(words[0]) is not None


def _is_group(line: RawLine, has_wide_lines: bool) -> bool:
    """Return whether a line is the title of the next lines.

    `has_wide_lines`: other lines have several cells.
    """
    texts = [fold_text(cell).strip(" .:-") for cell in line.cells if cell.strip()]
    if len(texts) != 1 or GROUP.fullmatch(texts[0]) is None:
        return False
    return has_wide_lines or "/" not in texts[0]


def _is_blank(line: RawLine, fields: Sequence[str]) -> bool:
    """Return whether a line is an empty place: it has only a number and cells that say no."""
    for place, cell in enumerate(line.cells):
        field = fields[place] if place < len(fields) else ""
        if not cell or field == "number":
            continue
        if not fields and place == 0 and NUMBER_CELL.fullmatch(cell):
            continue
        if field in ("player_1", "pair", "entry") and NUMBER_CELL.fullmatch(cell):
            continue
        is_denial = field in ("paid", "present") and yes_or_no(cell) is False
        if not is_denial and (field or fold_text(cell) not in NO):
            return False
    return True


# --- Columns without a heading --------------------------------------------------------------------
def fields_without_headings(
    cells: Sequence[str], headed_fields: Sequence[str], body: Sequence[RawLine], size: int
) -> tuple[tuple[str, ...], tuple[RowFault, ...]]:
    """Return the field of every column, and remarks on the columns without a heading.

    Columns with a heading keep their field in `headed_fields`. The first column without a heading
    is the number of the entry if it has only numbers and no other column is the number. A column
    belongs to the heading at its left if that heading stands over several columns. A column of
    words after the people is the town if no other column is the town. Any other column without a
    heading is not read.
    """
    width = max((len(line.cells) for line in body), default=0)
    cells = [*cells, *[""] * (width - len(cells))]
    fields = [*headed_fields, *[""] * (width - len(headed_fields))]
    untitled_places = [place for place, cell in enumerate(cells) if not cell.strip()]
    filled_places = [place for place in untitled_places if any(column_of(body, place))]
    remarks: list[RowFault] = []
    for place in filled_places:
        if fields[place]:
            continue
        column = [text for text in column_of(body, place) if text]
        start = place
        while start and not cells[start].strip():
            start -= 1
        adjacent_places = list(takewhile(filled_places.__contains__, range(place, width)))
        if place == 0 and "number" not in fields and all(map(NUMBER_CELL.fullmatch, column)):
            fields[0] = "number"
        elif start == place - 1 and _share_heading(fields, start, adjacent_places, body, size):
            pass
        elif _may_be_town(fields, place, column):
            fields[place] = "town"
            remarks.append(RowFault("town_supposed", {"column": place + 1}))
        else:
            lines = [line.number for line in body if any(line.cells[place : place + 1])]
            params = {"column": place + 1, **lines_in_words(lines)}
            remarks.append(RowFault("column_untitled", params))
    return tuple(fields), tuple(remarks)


def _share_heading(
    fields: list[str],
    start: int,
    untitled_places: Sequence[int],
    body: Sequence[RawLine],
    size: int,
) -> bool:
    """Share the heading at `start` with the untitled columns at its right.

    Return whether it was shared.
    """
    heading_texts = [text for text in column_of(body, start) if text]
    words = [text for place in untitled_places for text in column_of(body, place) if text]
    if not all(_is_words(text) for text in words):
        return False
    people = [field for field in fields if field.startswith("player_")]
    if fields[start] in ("pair", "number") and not people and size > 1:
        if all(map(NUMBER_CELL.fullmatch, heading_texts)):
            fields[start] = "number" if fields[start] == "pair" else fields[start]
            if len(untitled_places) < size:
                fields[untitled_places[0]] = "pair"
                return True
            places = untitled_places[:size]
        elif fields[start] == "pair" and any(
            len(split_people(text, size)) < 2 for text in heading_texts
        ):
            places = [start, *untitled_places][:size]
        else:
            return False
        for player, place in enumerate(places, 1):
            fields[place] = f"player_{player}"
        return True
    if people == ["player_1"] and size > 1 and fields[start] == "player_1":
        for player, place in enumerate([start, *untitled_places][:size], 1):
            fields[place] = f"player_{player}"
        return True
    surname = fields[start].replace("player", "surname")
    if surname in fields or not fields[start].startswith("player_"):
        return False
    places = [fields.index(field) + 1 for field in people]
    right_fields = [fields[place] for place in places if place < len(fields)]
    surname_fits = all(field == "" or field.startswith("surname") for field in right_fields)
    if surname_fits and (len(people) > 1 or any(field.startswith("town") for field in fields)):
        fields[untitled_places[0]] = surname
        return True
    return False


def _may_be_town(fields: Sequence[str], place: int, column: Sequence[str]) -> bool:
    """Return whether a column has words after the people and no other column is the town."""
    if any(field.startswith("town") for field in fields):
        return False
    left_kinds = {field.split("_")[0] for field in fields[:place]}
    right_kinds = {field.split("_")[0] for field in fields[place + 1 :]}
    people = {"player", "pair", "surname"}
    return bool(left_kinds & people) and not right_kinds & people and all(map(_is_words, column))


def _is_words(text: str) -> bool:
    """Return whether a cell may be a name: not a tick, a number or a telephone."""
    return not PRIVATE.match(text) and yes_or_no(text) is None and not any(map(str.isdigit, text))
