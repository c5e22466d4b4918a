"""The meaning of each cell of a worksheet, by its heading or its position."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.names.people import fold_text
from tournaments.people.imports.core import PRIVATE, RawLine, RowFault, SourceSheet, yes_or_no
from tournaments.people.imports.headings import (
    NUMBERED,
    column_of,
    find_header,
    headings,
    is_lone_heading,
    repeats_downwards,
)
from tournaments.people.imports.layout import (
    fields_without_headings,
    header_over_two_lines,
    lines_of_entries,
    split_tables,
)
from tournaments.people.imports.lines import AND, TypedEntry, joins_people, read_line, tick_of


@dataclass(frozen=True, slots=True)
class ParsedLine:
    """A line split into fields: the typed entry, its ticks and its remarks.

    For a team, `name` and `people` hold its name and its people.
    """

    line: int
    typed: TypedEntry
    paid: bool = False
    present: bool = False
    remarks: tuple[RowFault, ...] = ()
    name: str = ""
    people: str = ""
    session: str = ""
    seed: int = 0
    stage: str = ""


def read_columns(sheet: SourceSheet, size: int) -> tuple[list[ParsedLine], tuple[RowFault, ...]]:
    """Return the lines of entries of `size` people, split into fields, and remarks on the list."""
    entries: list[ParsedLine] = []
    remarks = list(sheet.remarks)
    tables = split_tables(sheet.lines)
    if len(tables) > 1:
        remarks.append(RowFault("tables_read", {"count": len(tables)}))
    for table in tables:
        cells, own = _read_table(table, size)
        entries += cells
        remarks += [remark for remark in own if remark not in remarks]
    return entries, tuple(remarks)


def _read_table(
    lines: Sequence[RawLine], size: int
) -> tuple[list[ParsedLine], tuple[RowFault, ...]]:
    """Return the entries of one table, and remarks on it."""
    if is_lone_heading(lines[0].cells):
        skipped = RowFault("heading_skipped", {"text": "".join(lines[0].cells).strip()})
        cells, remarks = _read_by_place(lines[1:], size)
        return cells, (skipped, *remarks)
    header_place = find_header(lines)
    if header_place is None:
        return _read_by_place(lines, size)
    place = header_place[0]
    header, start = header_over_two_lines(lines, place)
    body, skipped_lines = lines_of_entries(lines[start:], header)
    fields, supposed = fields_without_headings(header, headings(header, body, size), body, size)
    body, blank = lines_of_entries(body, (), fields)
    remarks = (*header_remarks(header, place, fields), *supposed, *skipped_lines, *blank)
    if _a_player_a_line(body, fields, size):
        return _join_single_lines(body, fields, size), (*remarks, RowFault("players_paired"))
    return [_by_heading(line, fields, size) for line in body], remarks


def header_remarks(
    header: Sequence[str], above: int, fields: Sequence[str]
) -> tuple[RowFault, ...]:
    """Return remarks on unused headings, on names of entries and on lines above the headings."""
    remarks = []
    headed = list(zip(header, fields, strict=False))
    if unused := [cell for cell, field in headed if cell and not field]:
        remarks.append(RowFault("columns_not_used", {"names": ", ".join(unused)}))
    if names := [cell for cell, field in headed if field == "entry"]:
        remarks.append(RowFault("entry_name_not_kept", {"name": names[0]}))
    if above:
        remarks.append(RowFault("lines_above_header", {"count": above}))
    return tuple(remarks)


# --- By heading ---------------------------------------------------------------------------------
def _cells_of(line: RawLine, fields: Sequence[str]) -> dict[str, str]:
    return {f: " ".join(c.split()) for f, c in zip(fields, line.cells, strict=False) if f}


def _by_heading(line: RawLine, fields: Sequence[str], size: int) -> ParsedLine:
    cell = _cells_of(line, fields)
    number, town = cell.get("number", ""), cell.get("town", "")
    if "pair" in fields and "player_1" not in fields:
        typed = read_line(cell.get("pair", ""), size)
        typed = replace(typed, number=number or typed.number, town=town or typed.town)
    elif cell.get("player_1") and cell.get("surname_1") and "player_2" not in fields:
        typed = TypedEntry.of(number, [_full(cell, 1)], town, size)
    elif "player_2" not in fields and "surname_2" not in fields:
        typed = read_line(_full(cell, 1), size)
        typed = replace(typed, number=number, town=town or typed.town)
    else:
        typed = TypedEntry.of(number, [_full(cell, which) for which in (1, 2, 3)], town, size)
    return read_ticks(line, typed, cell)


def _full(cell: Mapping[str, str], which: int) -> str:
    """Return the cells of player `which` as «Surname, name (town)»."""
    name, surname = cell.get(f"player_{which}", ""), cell.get(f"surname_{which}", "")
    surname = f"{surname} {cell.get(f'second_{which}', '')}".strip()
    full = f"{surname}, {name}" if name and surname else name or surname
    town = cell.get(f"town_{which}", "")
    return f"{full} ({town})" if full and town else full


# --- One player per line --------------------------------------------------------------------------
def _a_player_a_line(body: Sequence[RawLine], fields: Sequence[str], size: int) -> bool:
    """Return whether each line has one person and a number or name joins the lines of an entry.

    The number or name of an entry is repeated in each of its lines, or written once over merged
    cells. At least half of the entries are complete.
    """
    key = _key_place(fields)
    people = {field for field in fields if field.startswith(("player_", "surname_", "pair"))}
    if size < 2 or key is None or not people <= {"player_1", "surname_1"} or not body:
        return False
    if not repeats_downwards(column_of(body, key)):
        return False
    if sum(joins_people(_cells_of(line, fields).get("player_1", "")) for line in body) > 1:
        return False
    groups = _group_lines(body, key)
    return sum(len(group) == size for group in groups) * 2 >= len(groups)


def _key_place(fields: Sequence[str]) -> int | None:
    """Return the position of the column that joins the lines of an entry; None without one."""
    return next((fields.index(field) for field in ("number", "entry") if field in fields), None)


def _group_lines(body: Sequence[RawLine], key: int) -> list[list[RawLine]]:
    """Group the lines by entry; a line without a key joins the line above."""
    groups: dict[str, list[RawLine]] = {}
    name = ""
    for line, text in zip(body, column_of(body, key), strict=True):
        name = fold_text(text) or name
        groups.setdefault(name, []).append(line)
    return list(groups.values())


def _join_single_lines(
    body: Sequence[RawLine], fields: Sequence[str], size: int
) -> list[ParsedLine]:
    """Join the lines of one person each into entries.

    An entry is paid, or present, if every tick in its lines means yes.
    """
    key = _key_place(fields)
    assert key is not None
    return [
        _join_people([_cells_of(line, fields) for line in group], group[0], fields[key], size)
        for group in _group_lines(body, key)
    ]


def _join_people(
    cells: Sequence[dict[str, str]], first: RawLine, key: str, size: int
) -> ParsedLine:
    """Build the entry of these people; each person has a town only if the towns differ."""
    towns = {cell["town"] for cell in cells if cell.get("town")}
    town = towns.pop() if len(towns) == 1 else ""
    people = [_full(cell | ({} if town else {"town_1": cell.get("town", "")}), 1) for cell in cells]
    joined_cells: dict[str, str] = {}
    for cell in cells:
        for field, text in cell.items():
            denied = field in ("paid", "present") and text and not yes_or_no(text)
            if (text and field not in joined_cells) or denied:
                joined_cells[field] = text
    number = re.fullmatch(r"\D{0,12}(\d{1,6})[.ºª°)]?", cells[0].get("number", ""))
    typed = TypedEntry.of(
        number[1] if number else cells[0].get("number", ""),
        [someone for someone in people if someone],
        town,
        size,
    )
    return read_ticks(first, typed, joined_cells)


# --- By place -----------------------------------------------------------------------------------
def _read_by_place(
    lines: Sequence[RawLine], size: int
) -> tuple[list[ParsedLine], tuple[RowFault, ...]]:
    """Read lines without headings: number, people, town, paid, present."""
    body, remarks = lines_of_entries(lines)
    fields = ("number", "player_1", "town")
    width = max((len(line.cells) for line in body), default=0)
    counted = [text for text in column_of(body, 0) if text]
    if 1 < width < 4 and all(NUMBERED.fullmatch(text) for text in counted):
        has_lone_players = width == 2 or _same_in_groups(body)
        if has_lone_players and _a_player_a_line(body, fields, size):
            return _join_single_lines(body, fields, size), (*remarks, RowFault("players_paired"))
    joined = size > 1 and _first_cell_joins(body)
    return [_by_place(line, size, joined) for line in body], remarks


def _same_in_groups(body: Sequence[RawLine]) -> bool:
    """Return whether the third cell, as a town, is equal in all lines of an entry, or empty."""
    return all(
        len({cell for line in group for cell in line.cells[2:3] if cell}) < 2
        for group in _group_lines(body, 0)
    )


def _first_cell_joins(body: Sequence[RawLine]) -> bool:
    """Return whether the first text of a line nearly always has two people: «Ana y Eva».

    A number is not a text, and a line with fewer than two texts does not count.
    """
    firsts = [
        words[0]
        for line in body
        if len(words := [cell for cell in line.cells if not NUMBERED.fullmatch(cell)]) > 1
    ]
    return sum(AND.search(text) is not None for text in firsts) * 5 > len(firsts) * 4


def _by_place(line: RawLine, size: int, joined: bool = False) -> ParsedLine:
    """Read a line as number (optional), players or complete entry, town, paid, present, rest.

    `joined`: the first text is a complete entry.
    """
    cells = [cell for cell in line.cells if not PRIVATE.match(cell)]
    dropped = len(line.cells) - len(cells)
    remarks = (RowFault("private_dropped", {"count": dropped}),) if dropped else ()
    number = ""
    if len(cells) > 1 and NUMBERED.fullmatch(cells[0]):
        number, cells = cells[0].rstrip(".ºª°)-–—"), cells[1:]
    if len(cells) < max(size, 2) or "/" in cells[0] or joined:
        typed = read_line(cells[0] if cells else "", size)
        rest = cells[1:]
    else:
        people = [" ".join(cell.split()) for cell in cells[:size]]
        typed, rest = TypedEntry.of("", people, "", size), cells[size:]
    town, answers, left = _after_people(rest)
    typed = replace(
        typed, number=number or typed.number, town=town or typed.town, left=(*typed.left, *left)
    )
    return read_ticks(line, typed, {"paid": answers[0], "present": answers[1]}, remarks)


def _after_people(cells: Sequence[str]) -> tuple[str, tuple[str, str], tuple[str, ...]]:
    """Return the town, the ticks of paid and present, and the other cells after the people.

    This is the reading of a line without headings.

    >>> _after_people(["Luco", "sí"]), _after_people(["x"]), _after_people(["Luco", "Ana Yus"])
    (('Luco', ('sí', ''), ()), ('', ('x', ''), ()), ('Luco', ('', ''), ('Ana Yus',)))
    """
    cells = [" ".join(cell.split()) for cell in cells]
    if len(cells) == 1 and yes_or_no(cells[0]) is not None:
        return "", (cells[0], ""), ()
    town, *rest = cells or [""]
    answers = [tick if yes_or_no(tick) is not None else "" for tick in (*rest, "", "")[:2]]
    left = [cell for place, cell in enumerate(rest) if place > 1 or not answers[place]]
    return town, (answers[0], answers[1]), tuple(cell for cell in left if cell)


def read_ticks(
    line: RawLine,
    typed: TypedEntry,
    cell: Mapping[str, str],
    remarks: tuple[RowFault, ...] = (),
    *,
    name: str = "",
    people: str = "",
) -> ParsedLine:
    """Return the parsed line with the ticks, session, seed and stage that `cell` has by field."""
    answers = []
    for field in ("paid", "present"):
        text = cell.get(field, "")
        answer = yes_or_no(text)
        if answer is None:
            remarks = (*remarks, RowFault("not_yes_or_no", {"text": text[:40]}, field))
        word = next((word for word in typed.ticks if tick_of(word)[0] == field), "")
        says_yes = bool(word) and tick_of(word)[1]
        if word and answer is not says_yes:
            params = {"text": word}
            own = RowFault("tick_read", params, field)
            remarks = (*remarks, own if says_yes else RowFault("denial_read", params, field))
        answers.append(says_yes if word else bool(answer))
    seed = cell.get("seed", "")
    seeded = seed.rstrip(".ºª°)")
    if seeded and not re.fullmatch("[0-9]{1,4}", seeded):
        remarks, seeded = (*remarks, RowFault("not_a_seed", {"text": seed[:40]}, "seed")), ""
    return ParsedLine(
        line.number,
        typed,
        paid=answers[0],
        present=answers[1],
        remarks=remarks,
        name=name,
        people=people,
        session=cell.get("session", ""),
        seed=int(seeded or 0),
        stage=cell.get("stage", ""),
    )
