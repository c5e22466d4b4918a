"""Reading of a worksheet of teams or venues: name, town and, optionally, people."""

import re
from collections.abc import Sequence
from dataclasses import replace

from tournaments.names.people import fold_text, words_in
from tournaments.people.imports.columns import ParsedLine, header_remarks, parsed_line
from tournaments.people.imports.core import RawLine, RowFault, SourceSheet, yes_or_no
from tournaments.people.imports.headings import (
    HEADER_LINES,
    IGNORED_WORDS,
    NUMBER_CELL,
    column_of,
    heading_of,
    lines_in_words,
    repeats_downwards,
)
from tournaments.people.imports.layout import lines_of_entries
from tournaments.people.imports.lines import NUMBER, TOWN, TypedEntry

# Headings of a team's name, people and town; `headings` has all other headings.
TEAM = words_in(
    "equipo equipos team centro bar pena club casino nombre name venue sociedad equip equipe "
    "taldea penya nom izena"
)
PEOPLE = words_in(
    "jugadores jugador plantilla players player componentes integrantes jugadors joueurs joueur "
    "jokalariak jokalaria xogadores xogador"
)
TOWN_WORDS = words_in(
    "pueblo localidad poblacion town municipio lugar city poble poblacio localitat ville commune "
    "herria localidade"
)


def read_squad(text: str) -> list[str]:
    """Return the people of a team from text with one person per line, or with bars between people.

    >>> read_squad("Paco Gil / Luis Sanz\\n\\nAna (Luco)")
    ['Paco Gil', 'Luis Sanz', 'Ana (Luco)']
    """
    return [
        words for line in text.splitlines() for part in line.split("/") if (words := part.strip())
    ]


def read_teams(sheet: SourceSheet) -> tuple[list[ParsedLine], tuple[RowFault, ...]]:
    """Return the teams, read by headings, by position or as «12. Los Royos (Luco): Paco / Luis».

    A team may have a line for each person. Its name is then repeated in each line, or written once
    in a merged cell.
    """
    place = next((at for at, line in enumerate(sheet.lines[:HEADER_LINES]) if _is_header(line)), -1)
    if place < 0:
        body, skip_remarks = lines_of_entries(sheet.lines)
        return [_parse_by_place(line) for line in body], (*sheet.remarks, *skip_remarks)
    header = sheet.lines[place].cells
    fields = [_field(cell) for cell in header]
    body, skip_remarks = lines_of_entries(sheet.lines[place + 1 :], header, fields)
    remarks = (
        *sheet.remarks,
        *header_remarks(header, place, fields),
        *_untitled_remarks(header, body),
        *skip_remarks,
    )
    names = column_of(body, fields.index("name"))
    if "people" not in fields or not repeats_downwards([fold_text(name) for name in names]):
        return [_parse_by_heading(line, fields) for line in body], remarks
    groups: dict[str, list[RawLine]] = {}
    team_key = ""
    for line, name in zip(body, names, strict=True):
        team_key = fold_text(name) or team_key
        groups.setdefault(team_key, []).append(line)
    teams = [
        _join_lines([_parse_by_heading(line, fields) for line in group])
        for group in groups.values()
    ]
    return teams, (*remarks, RowFault("players_paired"))


def _join_lines(lines: Sequence[ParsedLine]) -> ParsedLine:
    """Return the team of these lines, with all their people."""
    people = " / ".join(line.people for line in lines if line.people)
    return replace(lines[0], people=people)


def _untitled_remarks(header: Sequence[str], body: Sequence[RawLine]) -> list[RowFault]:
    """Return a remark on each filled column without a heading, which is not read."""
    remarks = []
    for place in range(max((len(line.cells) for line in body), default=0)):
        if place < len(header) and header[place]:
            continue
        lines = [line.number for line in body if any(line.cells[place : place + 1])]
        if lines:
            params = {"column": place + 1, **lines_in_words(lines)}
            remarks.append(RowFault("column_untitled", params))
    return remarks


def _field(cell: str) -> str:
    words = set(re.findall(r"[a-z]+", fold_text(cell)))
    if words & IGNORED_WORDS:
        return ""
    for field, field_words in (("people", PEOPLE), ("town", TOWN_WORDS), ("name", TEAM)):
        if words & field_words:
            return field
    kind = heading_of(cell).kind
    return kind if kind in ("number", "paid", "present", "session", "seed", "stage") else ""


def _is_header(line: RawLine) -> bool:
    """Return whether a line has the heading of a team and another heading, or only «Equipo»."""
    fields = {_field(cell) for cell in line.cells} - {""}
    texts = {fold_text(cell) for cell in line.cells if cell}
    return "name" in fields and (len(fields) > 1 or texts <= {"equipo", "equipos", "team"})


def _parse_by_heading(line: RawLine, fields: Sequence[str]) -> ParsedLine:
    cells: dict[str, str] = {}
    people: list[str] = []
    for field, text in zip(fields, line.cells, strict=False):
        cell_text = " ".join(text.split())
        if field == "people" and cell_text:
            people.append(cell_text)
        elif field and field not in cells:
            cells[field] = cell_text
    entry = TypedEntry(number=cells.get("number", ""), town=cells.get("town", ""))
    return parsed_line(line, entry, cells, name=cells.get("name", ""), people=" / ".join(people))


def _parse_by_place(line: RawLine) -> ParsedLine:
    cells = [" ".join(cell.split()) for cell in line.cells]
    number = ""
    if len(cells) > 1 and NUMBER_CELL.fullmatch(cells[0]):
        number, cells = cells[0].rstrip(".ºª°)-–—"), cells[1:]
    paid_text = ""
    if len(cells) > 1 and cells[-1] and yes_or_no(cells[-1]) is not None:
        paid_text, cells = cells[-1], cells[:-1]
    name, town, *people = (*cells, "", "")
    if len(cells) == 1:
        name, _colon, names = name.partition(":")
        people = [names.strip()]
        if match := NUMBER.match(name):
            number, name = match[1], name[match.end() :]
    if not town and (match := TOWN.match(name)):
        name, town = match["who"], match["town"].strip()
    return parsed_line(
        line,
        TypedEntry(number=number, town=town),
        {"paid": paid_text},
        name=name.strip(),
        people=" / ".join(person for person in people if person),
    )
