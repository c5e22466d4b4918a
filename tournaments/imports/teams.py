"""A sheet of teams or venues: each with its name, its town and, perhaps, its people."""

import re
from collections.abc import Sequence

from tournaments.imports.columns import (
    HEADER_WITHIN,
    Cells,
    base_of,
    header_remarks,
    ticked,
    yes_or_no,
)
from tournaments.imports.core import Fault, Line, Sheet
from tournaments.imports.lines import NUMBER, TOWN, Typed
from tournaments.names.people import fold, words_of

# Headings of the name of a team; the other headings are in `columns.WORDS`.
TEAM = words_of("equipo team centro bar pena club casino nombre name venue sociedad")
PEOPLE = words_of("jugadores jugador plantilla players player componentes integrantes")
TOWN_WORDS = words_of("pueblo localidad poblacion town municipio lugar city")


def squad_of(text: str) -> list[str]:
    """The people of a team, one a line or between bars.

    >>> squad_of("Paco Gil / Luis Sanz\\n\\nAna (Luco)")
    ['Paco Gil', 'Luis Sanz', 'Ana (Luco)']
    """
    return [
        words for line in text.splitlines() for part in line.split("/") if (words := part.strip())
    ]


def read_teams(sheet: Sheet) -> tuple[list[Cells], tuple[Fault, ...]]:
    """Each line with its team: by headings, by place, or «12. Los Royos (Luco): Paco / Luis»."""
    place = next(
        (at for at, field in enumerate(sheet.lines[:HEADER_WITHIN]) if _is_header(field)), -1
    )
    if place < 0:
        return [_by_place(line) for line in sheet.lines], sheet.remarks
    fields = [_field(cell) for cell in sheet.lines[place].cells]
    remarks = header_remarks(sheet, place, fields)
    return [_by_heading(line, fields) for line in sheet.lines[place + 1 :]], remarks


def _field(cell: str) -> str:
    words = set(re.findall(r"[a-z]+", fold(cell)))
    for field, known in (("people", PEOPLE), ("town", TOWN_WORDS), ("name", TEAM)):
        if words & known:
            return field
    base, _which = base_of(cell)
    return base if base in ("number", "paid", "present", "session", "seed", "stage") else ""


def _is_header(line: Line) -> bool:
    """Two headings that are known, one of them the team's; or nothing but «Equipo»."""
    fields = {_field(cell) for cell in line.cells} - {""}
    alone = {fold(cell) for cell in line.cells if cell}
    return "name" in fields and (len(fields) > 1 or alone <= {"equipo", "equipos", "team"})


def _by_heading(line: Line, fields: Sequence[str]) -> Cells:
    cell: dict[str, str] = {}
    people: list[str] = []
    for field, text in zip(fields, line.cells, strict=False):
        words = " ".join(text.split())
        if field == "people" and words:
            people.append(words)
        elif field and field not in cell:
            cell[field] = words
    typed = Typed(number=cell.get("number", ""), town=cell.get("town", ""))
    return ticked(line, typed, cell, name=cell.get("name", ""), people=" / ".join(people))


def _by_place(line: Line) -> Cells:
    cells = [" ".join(cell.split()) for cell in line.cells]
    number = ""
    if len(cells) > 1 and re.fullmatch(r"\d{1,6}[.ºª°)]?", cells[0]):
        number, cells = cells[0].rstrip(".ºª°)"), cells[1:]
    paid = ""
    if len(cells) > 1 and cells[-1] and yes_or_no(cells[-1]) is not None:
        paid, cells = cells[-1], cells[:-1]
    name, town, *people = (*cells, "", "")
    if len(cells) == 1:
        name, _colon, written = name.partition(":")
        people = [written.strip()]
        if match := NUMBER.match(name):
            number, name = match[1], name[match.end() :]
    if not town and (match := TOWN.match(name)):
        name, town = match["who"], match["town"].strip()
    return ticked(
        line,
        Typed(number=number, town=town),
        {"paid": paid},
        name=name.strip(),
        people=" / ".join(person for person in people if person),
    )
