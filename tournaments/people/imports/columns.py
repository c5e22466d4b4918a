"""The meaning of each cell of a worksheet, by its heading or its position."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.names.people import fold_text
from tournaments.people.imports.core import PRIVATE, RawLine, RowFault, SourceSheet, yes_or_no
from tournaments.people.imports.headings import (
    NUMBER_CELL,
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
    """A line split into fields: the entry, its ticks and the remarks on it.

    For a team, `name` and `people` hold its name and its people.
    """

    line: int
    entry: TypedEntry
    paid: bool = False
    present: bool = False
    remarks: tuple[RowFault, ...] = ()
    name: str = ""
    people: str = ""
    session: str = ""
    seed: int = 0
    stage: str = ""


def read_columns(sheet: SourceSheet, size: int) -> tuple[list[ParsedLine], tuple[RowFault, ...]]:
    """Return the entries of `size` people, and remarks on the list."""
    entries: list[ParsedLine] = []
    remarks = list(sheet.remarks)
    tables = split_tables(sheet.lines)
    if len(tables) > 1:
        remarks.append(RowFault("tables_read", {"count": len(tables)}))
    for table in tables:
        table_entries, table_remarks = _read_table(table, size)
        entries += table_entries
        remarks += [remark for remark in table_remarks if remark not in remarks]
    return entries, tuple(remarks)


def _read_table(
    lines: Sequence[RawLine], size: int
) -> tuple[list[ParsedLine], tuple[RowFault, ...]]:
    """Return the entries of one table, and remarks on the table."""
    if is_lone_heading(lines[0].cells):
        skipped_remark = RowFault("heading_skipped", {"text": "".join(lines[0].cells).strip()})
        entries, remarks = _read_by_place(lines[1:], size)
        return entries, (skipped_remark, *remarks)
    header_place = find_header(lines)
    if header_place is None:
        return _read_by_place(lines, size)
    place = header_place[0]
    header, start = header_over_two_lines(lines, place)
    body, skip_remarks = lines_of_entries(lines[start:], header)
    fields, heading_remarks = fields_without_headings(
        header, headings(header, body, size), body, size
    )
    body, blank_remarks = lines_of_entries(body, (), fields)
    remarks = (
        *header_remarks(header, place, fields),
        *heading_remarks,
        *skip_remarks,
        *blank_remarks,
    )
    if _has_player_per_line(body, fields, size):
        return _join_single_lines(body, fields, size), (*remarks, RowFault("players_paired"))
    return [_parse_by_heading(line, fields, size) for line in body], remarks


def header_remarks(
    header: Sequence[str], lines_above: int, fields: Sequence[str]
) -> tuple[RowFault, ...]:
    """Return remarks on unused headings, on names of entries and on lines above the headings."""
    remarks = []
    columns = list(zip(header, fields, strict=False))
    if unused_names := [cell for cell, field in columns if cell and not field]:
        remarks.append(RowFault("columns_not_used", {"names": ", ".join(unused_names)}))
    if names := [cell for cell, field in columns if field == "entry"]:
        remarks.append(RowFault("entry_name_not_kept", {"name": names[0]}))
    if lines_above:
        remarks.append(RowFault("lines_above_header", {"count": lines_above}))
    return tuple(remarks)


# --- By heading ---------------------------------------------------------------------------------
def _cells_of(line: RawLine, fields: Sequence[str]) -> dict[str, str]:
    return {f: " ".join(c.split()) for f, c in zip(fields, line.cells, strict=False) if f}


def _parse_by_heading(line: RawLine, fields: Sequence[str], size: int) -> ParsedLine:
    cells = _cells_of(line, fields)
    number, town = cells.get("number", ""), cells.get("town", "")
    if "pair" in fields and "player_1" not in fields:
        entry = read_line(cells.get("pair", ""), size)
        entry = replace(entry, number=number or entry.number, town=town or entry.town)
    elif cells.get("player_1") and cells.get("surname_1") and "player_2" not in fields:
        entry = TypedEntry.from_people(number, [_person_text(cells, 1)], town, size)
    elif "player_2" not in fields and "surname_2" not in fields:
        entry = read_line(_person_text(cells, 1), size)
        entry = replace(entry, number=number, town=town or entry.town)
    else:
        entry = TypedEntry.from_people(
            number, [_person_text(cells, player) for player in (1, 2, 3)], town, size
        )
    return parsed_line(line, entry, cells)


def _person_text(cells: Mapping[str, str], player: int) -> str:
    """Return the cells of a player as «Surname, name (town)»."""
    name, surname = cells.get(f"player_{player}", ""), cells.get(f"surname_{player}", "")
    surname = f"{surname} {cells.get(f'second_{player}', '')}".strip()
    full_name = f"{surname}, {name}" if name and surname else name or surname
    town = cells.get(f"town_{player}", "")
    return f"{full_name} ({town})" if full_name and town else full_name


# --- One player per line --------------------------------------------------------------------------
def _has_player_per_line(body: Sequence[RawLine], fields: Sequence[str], size: int) -> bool:
    """Return whether each line has one person, and the lines of an entry share a number or name.

    The number or name of an entry is repeated in each of its lines, or written once in a merged
    cell. At least half of the entries must be complete.
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
    cells: Sequence[dict[str, str]], first_line: RawLine, key: str, size: int
) -> ParsedLine:
    """Build the entry of these people; if all have one town, it becomes the town of the entry."""
    towns = {cell["town"] for cell in cells if cell.get("town")}
    town = towns.pop() if len(towns) == 1 else ""
    people = [
        _person_text(cell | ({} if town else {"town_1": cell.get("town", "")}), 1) for cell in cells
    ]
    joined_cells: dict[str, str] = {}
    for cell in cells:
        for field, text in cell.items():
            is_denial = field in ("paid", "present") and text and not yes_or_no(text)
            if (text and field not in joined_cells) or is_denial:
                joined_cells[field] = text
    number_match = re.fullmatch(r"\D{0,12}(\d{1,6})[.ºª°)]?", cells[0].get("number", ""))
    entry = TypedEntry.from_people(
        number_match[1] if number_match else cells[0].get("number", ""),
        [someone for someone in people if someone],
        town,
        size,
    )
    return parsed_line(first_line, entry, joined_cells)


# --- By place -----------------------------------------------------------------------------------
def _read_by_place(
    lines: Sequence[RawLine], size: int
) -> tuple[list[ParsedLine], tuple[RowFault, ...]]:
    """Read lines without headings: number, people, town, paid, present."""
    body, remarks = lines_of_entries(lines)
    fields = ("number", "player_1", "town")
    width = max((len(line.cells) for line in body), default=0)
    numbers = [text for text in column_of(body, 0) if text]
    if 1 < width < 4 and all(NUMBER_CELL.fullmatch(text) for text in numbers):
        has_lone_players = width == 2 or _towns_agree(body)
        if has_lone_players and _has_player_per_line(body, fields, size):
            return _join_single_lines(body, fields, size), (*remarks, RowFault("players_paired"))
    has_joined_people = size > 1 and _first_cell_joins(body)
    return [_parse_by_place(line, size, has_joined_people) for line in body], remarks


def _towns_agree(body: Sequence[RawLine]) -> bool:
    """Return whether the lines of each entry have the same third cell, the town, or none."""
    return all(
        len({cell for line in group for cell in line.cells[2:3] if cell}) < 2
        for group in _group_lines(body, 0)
    )


def _first_cell_joins(body: Sequence[RawLine]) -> bool:
    """Return whether the first text of nearly every line has two people: «Ana y Eva».

    A number is not a text. A line with fewer than two texts does not count.
    """
    firsts = [
        words[0]
        for line in body
        if len(words := [cell for cell in line.cells if not NUMBER_CELL.fullmatch(cell)]) > 1
    ]
    return sum(AND.search(text) is not None for text in firsts) * 5 > len(firsts) * 4


def _parse_by_place(line: RawLine, size: int, has_joined_people: bool = False) -> ParsedLine:
    """Read a line by position: number (optional), players, town, paid, present, other texts.

    `has_joined_people`: the first text has all the players.
    """
    cells = [cell for cell in line.cells if not PRIVATE.match(cell)]
    private_count = len(line.cells) - len(cells)
    remarks = (RowFault("private_dropped", {"count": private_count}),) if private_count else ()
    number = ""
    if len(cells) > 1 and NUMBER_CELL.fullmatch(cells[0]):
        number, cells = cells[0].rstrip(".ºª°)-–—"), cells[1:]
    if len(cells) < max(size, 2) or "/" in cells[0] or has_joined_people:
        entry = read_line(cells[0] if cells else "", size)
        other_cells = cells[1:]
    else:
        people = [" ".join(cell.split()) for cell in cells[:size]]
        entry, other_cells = TypedEntry.from_people("", people, "", size), cells[size:]
    town, answers, other_texts = _cells_after_people(other_cells)
    entry = replace(
        entry,
        number=number or entry.number,
        town=town or entry.town,
        left=(*entry.left, *other_texts),
    )
    return parsed_line(line, entry, {"paid": answers[0], "present": answers[1]}, remarks)


def _cells_after_people(cells: Sequence[str]) -> tuple[str, tuple[str, str], tuple[str, ...]]:
    """Return the town, the ticks of paid and present, and the other cells after the people.

    >>> cells = ["Luco", "sí"], ["x"], ["Luco", "Ana Yus"]
    >>> tuple(map(_cells_after_people, cells))
    (('Luco', ('sí', ''), ()), ('', ('x', ''), ()), ('Luco', ('', ''), ('Ana Yus',)))
    """
    cells = [" ".join(cell.split()) for cell in cells]
    if len(cells) == 1 and yes_or_no(cells[0]) is not None:
        return "", (cells[0], ""), ()
    town, *texts = cells or [""]
    answers = [tick if yes_or_no(tick) is not None else "" for tick in (*texts, "", "")[:2]]
    other_texts = [cell for place, cell in enumerate(texts) if place > 1 or not answers[place]]
    return town, (answers[0], answers[1]), tuple(cell for cell in other_texts if cell)


def parsed_line(
    line: RawLine,
    entry: TypedEntry,
    cells: Mapping[str, str],
    remarks: tuple[RowFault, ...] = (),
    *,
    name: str = "",
    people: str = "",
) -> ParsedLine:
    """Return the line of an entry with the ticks, session, seed and stage in `cells`, by field."""
    answers = []
    for field in ("paid", "present"):
        text = cells.get(field, "")
        answer = yes_or_no(text)
        if answer is None:
            remarks = (*remarks, RowFault("not_yes_or_no", {"text": text[:40]}, field))
        word = next((word for word in entry.ticks if tick_of(word)[0] == field), "")
        says_yes = bool(word) and tick_of(word)[1]
        if word and answer is not says_yes:
            params = {"text": word}
            remark = RowFault("tick_read", params, field)
            remarks = (*remarks, remark if says_yes else RowFault("denial_read", params, field))
        answers.append(says_yes if word else bool(answer))
    seed = cells.get("seed", "")
    seed_digits = seed.rstrip(".ºª°)")
    if seed_digits and not re.fullmatch("[0-9]{1,4}", seed_digits):
        remarks, seed_digits = (*remarks, RowFault("not_a_seed", {"text": seed[:40]}, "seed")), ""
    return ParsedLine(
        line.number,
        entry,
        paid=answers[0],
        present=answers[1],
        remarks=remarks,
        name=name,
        people=people,
        session=cells.get("session", ""),
        seed=int(seed_digits or 0),
        stage=cells.get("stage", ""),
    )
