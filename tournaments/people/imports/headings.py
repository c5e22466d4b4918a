"""The field of each column of a worksheet, from its heading and the cells under it.

Headings are known in Spanish, English, French, Catalan, Galician and Basque.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from tournaments.names.people import fold_text, words_in
from tournaments.people.imports.core import RawLine

HEADER_LINES = 10  # lines searched for headings: titles and dates may stand above them
LONGEST_HEADING = 120  # the most letters: forms ask long questions
LONGEST_TITLE = 40  # the most letters of a heading that stands alone
LINES_NAMED = 6
NUMBER_CELL = re.compile(r"\d{1,6}[.ºª°)]?[-–—]?")

# Columns that are never read: telephones, identity cards, food.
IGNORED_WORDS = words_in(
    "telefono telefonos telefon telefonoa telephone tel tfno tlf movil mobil mobile phone dni nif "
    "nie cif correo correu courriel email mail whatsapp direccion adreca adresse enderezo helbidea "
    "address nacimiento naixement naissance nacemento jaiotze birth edad edat idade adina age "
    "fecha data date temporal timestamp hora talla camiseta menu comida comer cena alergia "
    "alergias observaciones observacions oharrak remarques comentario comentarios notes firma "
    "acepto bases sexo genero nivel forma metodo modo"
)
SIMPLE_KINDS: tuple[tuple[str, frozenset[str]], ...] = (
    ("", IGNORED_WORDS),
    (
        "paid",
        words_in(
            "pagado pagada pagados pago paga paid cuota abonado abonada cobrado pagat pagada paye "
            "payee regle ordaindu ordainduta ordaindua"
        ),
    ),
    (
        "present",
        words_in("presente presentes present presents asiste asistencia llegado here arrived"),
    ),
    ("session", words_in("turno turnos sesion session horario")),
    ("seed", words_in("cabeza cabezas serie seed")),
    ("stage", words_in("fase fases stage phase")),
)
NAMES = words_in(
    "nombre nombre1 nombre2 nombre3 name nom nome izena izen prenom prenoms apodo nickname mote"
)
SURNAMES = words_in(
    "apellido apellidos apellido1 apellido2 apellidos1 apellidos2 apellidos3 surname surnames "
    "lastname cognom cognoms apelido apelidos abizena abizenak abizen"
)
TOWNS = words_in(
    "pueblo pueblo1 pueblo2 localidad poblacion pena club town village procedencia municipio lugar "
    "city casino bar poble poblacio localitat municipi penya localidade concello parroquia herria "
    "ville commune sociedad sociedade societat elkartea"
)
TEAMS = words_in("equipo equipos team teams equip equipe talde taldea conjunto")
PAIRS = words_in(
    "pareja parejas pair pairs trio trios parella parelles parellas bikote bikotea bikoteak "
    "doublette couple dupla"
)
PEOPLE = words_in(
    "jugador jugadora jugador1 jugador2 jugador3 player player1 player2 player3 participante "
    "participant integrante miembro componente joueur joueuse xogador xogadora jogador jokalari "
    "jokalaria j j1 j2 j3"
)
MATES = words_in(
    "companero companera companeiro companeira company companya partner partenaire coequipier "
    "coequipiere acompanante bikotekidea kidea"
)
MANY = words_in(
    "nombres jugadores jugadors xogadores jokalariak joueurs players names noms nomes participantes"
)
NUMBERS = words_in(
    "numero num n no nº number orden dorsal inscripcion id ordre orde zenbakia zenb zk"
)
YOURS = words_in("tu su vuestra teu teva seva son sa votre zure your")
OF_WORDS = words_in("de del da do d du des la")
LONE_HEADINGS = words_in(
    "nombre nombres jugador jugadora jugadores pareja parejas trio trios player players name names "
    "parella parelles bikotea bikoteak equipe equipes joueur joueurs jokalaria jokalariak xogador "
    "xogadores"
)
THIRD_WORDS = words_in("3 3o 3a 3er tercero tercera third troisieme hirugarren tercer")
SECOND_WORDS = words_in("2 2o 2a 2do 2n segundo segunda second segon segona deuxieme bigarren")
FIRST_WORDS = words_in("1 1er 1o 1a primero primera first primer premier premiere lehen primeiro")
# a letter counts only at the end: «Jugador B»
LETTERS = {"a": 1, "b": 2, "c": 3, "i": 1, "ii": 2, "iii": 3}
# «compañero/a», «jugador(a)»: both genders of one heading.
GENDERS = re.compile(r"(?<=[a-z]{3})[/(](?:a|as|o|os|e|es|na|ra|se|euse)\b\)?")
BRACKETS = re.compile(r"\([^()]{4,}\)")
TOKENS = re.compile(r"[a-z]+\d?|\d+[a-z]*|#")


@dataclass(frozen=True, slots=True)
class Heading:
    """The kind of a heading, the number of the player that it names, and its ordinal.

    The kind is "" for a column that is not read. A number is 0 if the heading has none.
    """

    kind: str = ""
    player: int = 0
    ordinal: int = 0


def find_header(lines: Sequence[RawLine]) -> tuple[int, tuple[str, ...]] | None:
    """Return the position of the header line and the field of each column; None without headings.

    Fields are "number", "player_1", "surname_2"…; a column that is not read has "".

    >>> find_header([RawLine(1, ("Nº", "Jugador 1", "Jugador 2", "Peña/Pueblo", "Móvil"))])
    (0, ('number', 'player_1', 'player_2', 'town', ''))
    """
    for place, line in enumerate(lines[:HEADER_LINES]):
        fields = headings(line.cells)
        read_fields = {field for field in fields if field}
        is_only_heading = read_fields == {"pair"} and all(map(_is_title, line.cells))
        if is_only_heading or (
            len(read_fields) > 1 and read_fields & {"player_1", "pair", "surname_1"}
        ):
            return place, fields
    return None


def _is_title(cell: str) -> bool:
    """Return whether a cell may be the only heading: «Parejas inscritas», not «Total: 30 parejas».

    >>> _is_title("Parejas inscritas"), _is_title("Total parejas"), _is_title("Son 30 parejas")
    (True, False, False)
    """
    plain = fold_text(cell)
    return len(cell) <= LONGEST_TITLE and not re.search(r"\d|\btotal", plain)


def is_lone_heading(cells: Sequence[str]) -> bool:
    """Return whether a line is only «Jugador», «Nombre» or «Pareja», alone or with the number 1.

    >>> [is_lone_heading([cell]) for cell in ("Jugador", "NOMBRE:", "Player 1", "Ana Player")]
    [True, True, True, False]
    """
    texts = [fold_text(cell).strip(" .:") for cell in cells if cell.strip()]
    words = texts[0].split() if len(texts) == 1 else []
    return bool(words) and words[0] in LONE_HEADINGS and set(words[1:]) <= {"1"}


def heading_of(cell: str) -> Heading:
    """Return the kind, player and ordinal of a heading.

    >>> heading_of("Segundo apellido del jugador 1"), heading_of("Nombre del equipo").kind
    (Heading(kind='surname', player=1, ordinal=2), 'entry')
    """
    if len(cell) > LONGEST_HEADING:
        return Heading()
    plain = GENDERS.sub("", fold_text(cell).replace("º", "o"))
    for text in (BRACKETS.sub(" ", plain), plain):
        words = TOKENS.findall(text)
        kind = "number" if words == ["#"] else _kind(words, text)
        if kind:
            return Heading(kind, *_ordinals(words, kind))
    return Heading()


def _kind(words: Sequence[str], text: str) -> str:
    """Return the kind of a heading by its words; "" for an unknown or ignored heading."""
    word_set = set(words)
    for kind, kind_words in SIMPLE_KINDS:
        if kind_words & word_set:
            is_denied = words[0] in ("no", "sin", "falta", "pendiente")
            return "" if kind == "paid" and is_denied else kind
    names = NAMES & word_set
    surnames = SURNAMES & word_set
    towns = TOWNS & word_set
    people = (PEOPLE | MATES) & word_set
    names_two = re.search(r"[/,+&]|\by\b|\bo\b|\bi\b|\beta\b|\bet\b|\be\b", text) is not None
    if names and not people and not surnames:
        if (PAIRS | TEAMS) & word_set and not YOURS & word_set:
            return "entry"
        if towns and OF_WORDS & word_set and not names_two:
            return "town"
    if names:
        if word_set & {"prenom", "prenoms"}:
            return "first_name" if not word_set & {"nom", "noms"} else "name"
        return "nom" if "nom" in word_set and not surnames else "name"
    if surnames:
        return "surname"
    if towns and not (people and names_two):
        return "town"
    for kind, kind_words in (
        ("name", PEOPLE | MATES),
        ("team", TEAMS),
        ("pair", PAIRS | MANY),
        ("number", NUMBERS),
    ):
        if kind_words & word_set:
            return kind
    return ""


def _ordinals(words: Sequence[str], kind: str) -> tuple[int, int]:
    """Return the number of the player and the ordinal: «2º apellido J1» is (1, 2)."""
    ordinals = [
        (place, number)
        for place, word in enumerate(words)
        for number, marks in ((1, FIRST_WORDS), (2, SECOND_WORDS), (3, THIRD_WORDS))
        if word in marks
    ]
    player = 0
    for place, word in enumerate(words):
        if word[-1] in "123" and word[:-1].isalpha() and word[:-1] not in ("o", "a"):
            ordinal_words = SURNAMES if kind == "surname" else frozenset()
            if word in ordinal_words and word[:-1] == "apellido":
                ordinals.append((place, int(word[-1])))
            else:
                player = int(word[-1])
        elif word in PEOPLE and kind == "surname":
            adjacent_numbers = [number for at, number in ordinals if at - place in (1, -1)]
            next_numbers = [number for at, number in ordinals if at == place + 1]
            player = (next_numbers or adjacent_numbers or [0])[0]
            ordinals = [(at, number) for at, number in ordinals if number != player or at < place]
    if not player and len(words) > 1:
        player = LETTERS.get(words[-1], 0)
    if not player and (MATES & set(words) or (PAIRS & set(words) and YOURS & set(words))):
        player = 2
    ordinal = ordinals[0][1] if ordinals else 0
    if kind != "surname":
        return player or ordinal, 0
    return player, ordinal


# --- The whole line -------------------------------------------------------------------------------
def headings(cells: Sequence[str], body: Sequence[RawLine] = (), size: int = 2) -> tuple[str, ...]:
    """Return the field of each heading, for entries of `size` people.

    `body` has the lines under the headings.

    A repeated heading belongs to the next player. If player 1 has two columns of surnames,
    the second column is "second_1".

    >>> headings(["Nombre", "Primer apellido", "Segundo apellido"])
    ('player_1', 'surname_1', 'second_1')
    >>> headings(["Nombre de la pareja", "Jugador 1", "Jugador 2"])
    ('entry', 'player_1', 'player_2')
    """
    columns = _resolve_kinds([heading_of(cell) for cell in cells], body, size)
    people = sum(heading.kind == "name" for heading in columns)
    surnames = sum(heading.kind == "surname" for heading in columns)
    two_surnames = surnames > max(people, 1)
    fields: list[str] = []
    for place, heading in enumerate(columns):
        if heading.kind == "surname":
            fields.append(_surname_field(columns, place, fields, two_surnames))
        else:
            fields.append(
                _field(heading, fields, sum(heading.kind == other.kind for other in columns))
            )
    return tuple(fields)


def _resolve_kinds(columns: list[Heading], body: Sequence[RawLine], size: int) -> list[Heading]:
    """Return the headings, after deciding the kinds that depend on other headings or on cells."""
    kinds = {heading.kind for heading in columns}
    resolved_kinds = {"first_name": "name", "nom": "surname" if "first_name" in kinds else "name"}
    columns = [
        Heading(resolved_kinds.get(heading.kind, heading.kind), heading.player, heading.ordinal)
        for heading in columns
    ]
    people = sum(heading.kind == "name" for heading in columns)
    kinds = {heading.kind for heading in columns}
    has_numbers = any(heading.kind == "number" for heading in columns)
    for place, heading in enumerate(columns):
        column = column_of(body, place)
        is_numeric = all(NUMBER_CELL.fullmatch(text) for text in column if text)
        kind = heading.kind
        if kind == "team":
            kind = "town"
            if any(column) and is_numeric:
                kind = "" if has_numbers and not repeats_downwards(column) else "number"
            elif people == 1 < size and repeats_downwards(column):
                kind = "entry"
        elif kind == "pair" and people:
            kind = "number" if is_numeric else "entry"
            if kind == "entry" and people == 1 < size and not repeats_downwards(column):
                kind, heading = "name", Heading("name", 2)
        elif kind == "pair" and "surname" in kinds:
            kind = "name"
        elif kind == "entry":
            if not people:
                kind = "pair"
            elif people == 1 < size and any(column) and not repeats_downwards(column):
                kind, heading = "name", Heading("name", 2)
        if kind == "number" != heading.kind and repeats_downwards(
            column
        ):  # this column numbers the pairs, so a column of line numbers is not read
            columns = [Heading() if heading.kind == "number" else heading for heading in columns]
        columns[place] = Heading(kind, heading.player, heading.ordinal)
    return columns


def _surname_field(
    columns: Sequence[Heading], place: int, left_fields: Sequence[str], two_surnames: bool
) -> str:
    """Return the field of the surname at `place`; `left_fields` has the fields at its left."""
    heading = columns[place]
    if not two_surnames:
        return _numbered_field("surname", heading.player or heading.ordinal, left_fields)
    follows_surname = place > 0 and left_fields[-1].startswith("surname")
    stem = (
        "second" if heading.ordinal == 2 or (follows_surname and not heading.ordinal) else "surname"
    )
    return _numbered_field(stem, heading.player, left_fields)


def _field(heading: Heading, left_fields: Sequence[str], count: int) -> str:
    """Return the field of a heading.

    `left_fields` has the fields at its left; `count` is the number of headings of its kind.
    """
    kind = heading.kind
    if kind in ("", "number", "paid", "present", "pair", "entry", "session", "seed", "stage"):
        return "" if kind in left_fields else kind
    if kind == "town" and not heading.player and count == 1:
        return "town"
    return _numbered_field("player" if kind == "name" else kind, heading.player, left_fields)


def _numbered_field(stem: str, player: int, left_fields: Sequence[str]) -> str:
    """Return a field of a player (0: the next player); "" if a column already has it."""
    number = player or next(n for n in (1, 2, 3) if n == 3 or f"{stem}_{n}" not in left_fields)
    return "" if f"{stem}_{number}" in left_fields else f"{stem}_{number}"


def column_of(lines: Sequence[RawLine], place: int) -> list[str]:
    """Return the cells of a column, "" for missing cells."""
    return [line.cells[place] if place < len(line.cells) else "" for line in lines]


def repeats_downwards(column: Sequence[str]) -> bool:
    """Return whether the first cell is filled, and a later cell is empty or repeats the cell above.

    >>> repeats_downwards(["1", "1", "2"]), repeats_downwards(["1", "", "2", ""])
    (True, True)
    >>> repeats_downwards(["1", "2"])
    False
    """
    keys = [fold_text(text) for text in column]
    return bool(keys and keys[0]) and any(
        key in ("", key_above) for key_above, key in pairwise(keys)
    )


def lines_in_words(numbers: Sequence[int]) -> dict[str, object]:
    """Return the params of a remark on some lines: their count, and their first numbers as text.

    >>> lines_in_words([4, 7]), lines_in_words(range(1, 20))["lines"]
    ({'count': 2, 'lines': '4, 7'}, '1, 2, 3, 4, 5, 6, …')
    """
    first_numbers = ", ".join(map(str, numbers[:LINES_NAMED]))
    ellipsis = ", …" if len(numbers) > LINES_NAMED else ""
    return {"count": len(numbers), "lines": first_numbers + ellipsis}
