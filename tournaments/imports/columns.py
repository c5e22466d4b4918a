"""The meaning of each cell of a sheet, by its heading or its place."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.imports.core import Fault, Line, Sheet
from tournaments.imports.lines import TICKS, Typed, read_line
from tournaments.names.people import fold, words_of

HEADER_WITHIN = 10  # lines: titles and dates may stand above it
LONGEST_HEADING = 40


# The first with a word of the heading wins. Telephones and identity cards are never kept.
WORDS: tuple[tuple[str, frozenset[str]], ...] = (
    (
        "private",
        words_of(
            "telefono tel tfno tlf movil phone dni nif nie correo email mail whatsapp direccion "
            "address nacimiento edad fecha"
        ),
    ),
    ("paid", words_of("pagado pagada pagados pago paga paid cuota abonado abonada cobrado")),
    ("present", words_of("presente presentes present asiste asistencia llegado here arrived")),
    ("session", words_of("turno turnos sesion session horario")),
    ("seed", words_of("cabeza cabezas serie seed")),
    ("stage", words_of("fase fases stage phase")),
    (
        "name",
        words_of(
            "nombre jugador jugadora player name apodo participante integrante miembro companero "
            "companera partner nickname j j1 j2 j3 jugador1 jugador2 jugador3 player1 player2 "
            "player3 nombre1 nombre2 nombre3"
        ),
    ),
    (
        "surname",
        words_of("apellido apellidos surname surnames apellidos1 apellidos2 apellidos3 lastname"),
    ),
    (
        "town",
        words_of(
            "pueblo localidad poblacion pena club town village procedencia municipio lugar city "
            "equipo casino bar team pueblo1 pueblo2"
        ),
    ),
    ("pair", words_of("pareja parejas pair pairs trio trios nombres jugadores players names")),
    ("number", words_of("numero num n no number orden dorsal inscripcion id")),
)
LONE = words_of(
    "nombre nombres jugador jugadora jugadores pareja parejas trio trios player players name names"
)
THIRD = words_of("3 3o 3a 3er c iii tercero tercera third")
SECOND = words_of("2 2o 2a 2do b ii segundo segunda second companero companera partner")
FIRST = words_of("1 a i primero primera first 1er 1o 1a")
YES = words_of("si s x 1 true yes y ok v verdadero pagado pagada paid presente present")
NO = words_of("no n 0 false falso pendiente")
MONEY = re.compile(r"^\d{1,4}([.,]\d{1,2})?\s*(€|eur|euros?)?$")
PRIVATE = re.compile(r"^(\+?[\d .-]{9,16}|[\d.]{7,10}\W?[a-zA-Z]|\S+@\S+\.\S+)$")
CHECK_MARKS = "✓✔☑"


@dataclass(frozen=True, slots=True)
class Cells:
    """One line read: the entry in words, its ticks and remarks; of a team, `name` and `people`."""

    line: int
    typed: Typed
    paid: bool = False
    present: bool = False
    remarks: tuple[Fault, ...] = ()
    name: str = ""
    people: str = ""
    session: str = ""
    seed: int = 0
    stage: str = ""


def read_columns(sheet: Sheet, size: int) -> tuple[list[Cells], tuple[Fault, ...]]:
    """Each line under its header with its cells in their places, and remarks about the whole."""
    first = sheet.lines[0].cells if sheet.lines else ()
    if _is_lone_heading(first):
        skipped = Fault("heading_skipped", {"text": "".join(first).strip()})
        return [_by_place(line, size) for line in sheet.lines[1:]], (*sheet.remarks, skipped)
    header = find_header(sheet.lines)
    if header is None:
        return [_by_place(line, size) for line in sheet.lines], sheet.remarks
    place, fields = header
    remarks = header_remarks(sheet, place, fields)
    return [_by_heading(line, fields, size) for line in sheet.lines[place + 1 :]], remarks


def header_remarks(sheet: Sheet, place: int, fields: Sequence[str]) -> tuple[Fault, ...]:
    """Those of the sheet, and the headings without a field and the lines above them."""
    remarks = list(sheet.remarks)
    unused = [c for c, f in zip(sheet.lines[place].cells, fields, strict=True) if c and not f]
    if unused:
        remarks.append(Fault("columns_not_used", {"names": ", ".join(unused)}))
    if place:
        remarks.append(Fault("lines_above_header", {"count": place}))
    return tuple(remarks)


def find_header(lines: Sequence[Line]) -> tuple[int, tuple[str, ...]] | None:
    """Where the headings are and the field of each: "player_1", "surname_2", "" for not used.

    >>> find_header([Line(1, ("Nº", "Jugador 1", "Jugador 2", "Peña/Pueblo", "Móvil"))])
    (0, ('number', 'player_1', 'player_2', 'town', ''))
    """
    for place, line in enumerate(lines[:HEADER_WITHIN]):
        fields = headings(line.cells)
        named = {field for field in fields if field}
        if named == {"pair"} or (len(named) > 1 and named & {"player_1", "pair", "surname_1"}):
            return place, fields
    return None


def _is_lone_heading(cells: Sequence[str]) -> bool:
    """Whether a line says nothing but «Jugador», «Nombre» or «Pareja», with or without a number.

    >>> [_is_lone_heading([cell]) for cell in ("Jugador", "NOMBRE:", "Player 1", "Ana Player")]
    [True, True, True, False]
    """
    written = [fold(cell).strip(" .:") for cell in cells if cell.strip()]
    words = written[0].split() if len(written) == 1 else []
    return bool(words) and words[0] in LONE and set(words[1:]) <= {"1"}


def headings(cells: Sequence[str]) -> tuple[str, ...]:
    """The field each heading names; the same heading again belongs to the next player."""
    bases = [base_of(cell) for cell in cells]
    with_players = any(base == "name" for base, _which in bases)
    fields: list[str] = []
    for base, which in bases:
        if base == "pair" and with_players:
            base = "number"
        fields.append(_field(base, which, fields, sum(base == other for other, _w in bases)))
    return tuple(fields)


def base_of(cell: str) -> tuple[str, int]:
    """The kind of a heading and the player it names: 1, 2, 3, or 0 for unsaid."""
    if len(cell) > LONGEST_HEADING:
        return "", 0
    words = re.findall(r"[a-z]+\d?|\d+[a-z]*|#", fold(cell).replace("º", "o"))
    marks = ((3, THIRD), (2, SECOND), (1, FIRST))
    which = next((number for number, names in marks if names & set(words)), 0)
    if words and words[-1][-1:] in "123" and not words[-1].isdigit():
        which = int(words[-1][-1])
    if words == ["#"]:
        return "number", 0
    for base, known in WORDS:
        if known & set(words):
            return base, which
    return "", which


def _field(base: str, which: int, before: Sequence[str], times: int) -> str:
    """The field of a heading, given those to its left and how often its kind appears."""
    if base in ("", "private"):
        return ""
    if base in ("number", "paid", "present", "pair", "session", "seed", "stage"):
        return "" if base in before else base
    stem = "player" if base == "name" else base
    if base == "town" and not which and times == 1:
        return "town"
    number = which or next(n for n in (1, 2, 3) if n == 3 or f"{stem}_{n}" not in before)
    return "" if f"{stem}_{number}" in before else f"{stem}_{number}"


# --- Lines ------------------------------------------------------------------------------------
def _by_heading(line: Line, fields: Sequence[str], size: int) -> Cells:
    cell = {f: " ".join(c.split()) for f, c in zip(fields, line.cells, strict=False) if f}
    number, town = cell.get("number", ""), cell.get("town", "")
    if "pair" in fields and "player_1" not in fields:
        typed = read_line(cell.get("pair", ""), size)
        typed = replace(typed, number=number or typed.number, town=town or typed.town)
    elif "player_2" not in fields and "surname_2" not in fields:
        typed = read_line(_full(cell, 1), size)
        typed = replace(typed, number=number, town=town or typed.town)
    else:
        typed = Typed.of(number, [_full(cell, which) for which in (1, 2, 3)], town, size)
    return ticked(line, typed, cell)


def _full(cell: dict[str, str], which: int) -> str:
    """«Surname, name (town)» out of the cells of one player."""
    name, surname = cell.get(f"player_{which}", ""), cell.get(f"surname_{which}", "")
    full = f"{surname}, {name}" if name and surname else name or surname
    town = cell.get(f"town_{which}", "")
    return f"{full} ({town})" if full and town else full


def _by_place(line: Line, size: int) -> Cells:
    """Number if it is one, players or the whole entry, town, paid, present; the rest is left."""
    cells = [cell for cell in line.cells if not PRIVATE.match(cell)]
    dropped = len(line.cells) - len(cells)
    remarks = (Fault("private_dropped", {"count": dropped}),) if dropped else ()
    number = ""
    if len(cells) > 1 and re.fullmatch(r"\d{1,6}[.ºª°)]?", cells[0]):
        number, cells = cells[0].rstrip(".ºª°)"), cells[1:]
    if len(cells) < max(size, 2) or "/" in cells[0]:
        typed = read_line(cells[0] if cells else "", size)
        rest = cells[1:]
    else:
        people = [" ".join(cell.split()) for cell in cells[:size]]
        typed, rest = Typed.of("", people, "", size), cells[size:]
    town, answers, left = _after_people(rest)
    typed = replace(
        typed, number=number or typed.number, town=town or typed.town, left=(*typed.left, *left)
    )
    return ticked(line, typed, {"paid": answers[0], "present": answers[1]}, remarks)


def _after_people(cells: Sequence[str]) -> tuple[str, tuple[str, str], tuple[str, ...]]:
    """The town, the ticks of paid and present, and what is none of them, of the cells that follow
    the people where no heading says what each is.

    >>> _after_people(["Luco", "sí"]), _after_people(["x"]), _after_people(["Luco", "Ana Yus"])
    (('Luco', ('sí', ''), ()), ('', ('x', ''), ()), ('Luco', ('', ''), ('Ana Yus',)))
    """
    cells = [" ".join(cell.split()) for cell in cells]
    if len(cells) == 1 and yes_or_no(cells[0]) is not None:
        return "", (cells[0], ""), ()
    town, *rest = cells or [""]
    answers = [one if yes_or_no(one) is not None else "" for one in (*rest, "", "")[:2]]
    left = [one for place, one in enumerate(rest) if place > 1 or not answers[place]]
    return town, (answers[0], answers[1]), tuple(one for one in left if one)


def ticked(
    line: Line,
    typed: Typed,
    cell: Mapping[str, str],
    remarks: tuple[Fault, ...] = (),
    *,
    name: str = "",
    people: str = "",
) -> Cells:
    """The line with the ticks, the session, the seed and the stage of its cells, by field."""
    answers = []
    for field in ("paid", "present"):
        text = cell.get(field, "")
        answer = yes_or_no(text)
        if answer is None:
            remarks = (*remarks, Fault("not_yes_or_no", {"text": text[:40]}, field))
        word = next((word for word in typed.ticks if TICKS[word.lower()] == field), "")
        if word and not answer:
            remarks = (*remarks, Fault("tick_read", {"text": word}, field))
        answers.append(bool(answer or word))
    seed = cell.get("seed", "")
    seeded = seed.rstrip(".ºª°)")
    if seeded and not re.fullmatch("[0-9]{1,4}", seeded):
        remarks, seeded = (*remarks, Fault("not_a_seed", {"text": seed[:40]}, "seed")), ""
    return Cells(
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


def yes_or_no(text: str) -> bool | None:
    """Return what a tick says, None when it cannot be told. An amount of money is a yes.

    >>> [yes_or_no(text) for text in ("Sí", "x", "20 €", "", "0", "mañana")]
    [True, True, True, False, False, None]
    """
    plain = fold(text).strip(" .-")
    if not plain or plain in NO:
        return False
    if plain in YES or plain[0] in CHECK_MARKS:
        return True
    if MONEY.match(plain):
        return float(re.sub(r"[^\d.]", "", plain.replace(",", ".")) or 0) > 0
    return None
