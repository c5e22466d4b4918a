"""Parsing of an entry typed on one line: «12. Paco Gil / Luis Sanz (Calamocha)»."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.names.given_names import person
from tournaments.names.people import Person

NUMBER = re.compile(
    r"^\s*(?:n[.ºo°]*\s*)?(\d{1,6})\s*(?:[.)ºª°:·]\s*[-–—]?|[-–—]\s|\s)\s*(?=\S)", re.I
)
TOWN = re.compile(r"^(?P<who>.*?)\s*\((?P<town>[^()]*)\)\s*$", re.S)
TEXT_AFTER_TOWN = re.compile(r"^(?P<who>[^()]*\([^()]*\))[\s.,;:·-]*(?P<left>.*\S)\s*$", re.S)
MARK_AFTER_NAME = re.compile(r"\s+[-–—]+\s+|\s*[+&;]\s*")
# Words after the names in a list, and the field that each ticks.
PAID_WORDS = "pagado pagada pagados pagadas paid pagat bizum payé ordainduta"
TICKS = {
    **dict.fromkeys(PAID_WORDS.split(), "paid"),
    **dict.fromkeys(("presente", "presentes", "present"), "present"),
}
DENIALS = ("no", "sin", "not", "non", "pas", "ez")
DENIED_TICKS = {
    **{f"{denial} {word}": field for denial in DENIALS for word, field in TICKS.items()},
    **dict.fromkeys(("sin pagar", "no ha pagado", "no han pagado", "pendiente de pago"), "paid"),
}
# The lookbehind stops the search from starting again at each mark in a run of marks.
TICK_AT_END = re.compile(
    rf"(?<![\s.,;:·–—-])[\s.,;:·–—-]+\(?(?P<word>{'|'.join([*DENIED_TICKS, *TICKS])})\)?[\s.]*$",
    re.I,
)
# Stronger marks first: the slash separates «Ramón y Cajal / Luis Sanz». Catalan has «i», Basque
# «eta», French «et».
AND = re.compile(r"\s+(?:y|e|and|i|eta|et)\s+", re.I)
COMMA = re.compile(r"\s*,\s*")
CUTS = (
    re.compile(r"\s*(?:/|\n)\s*"),
    re.compile(r"\s+[-–—]+\s+"),
    re.compile(r"\s*[+&]\s*"),
    AND,
    COMMA,
)


@dataclass(frozen=True, slots=True)
class TypedEntry:
    """An entry as unparsed text; missing fields are empty.

    `left` has the texts that fit no field: extra people, words after a town. `ticks` has the words
    after the names that tick a field, such as «pagado».
    """

    number: str = ""
    player_1: str = ""
    player_2: str = ""
    player_3: str = ""
    town: str = ""
    left: tuple[str, ...] = ()
    ticks: tuple[str, ...] = ()

    @classmethod
    def from_people(
        cls, number: str, people: Sequence[str], town: str, size: int, ticks: tuple[str, ...] = ()
    ) -> "TypedEntry":
        """Build an entry from its people, in order.

        `left` gets the people past `size`, and the words after a name.
        """
        parts = [name_and_rest(words) for words in people[:size]]
        names = {f"player_{player}": name for player, (name, _rest) in enumerate(parts, 1)}
        left = (*(rest for _name, rest in parts), *people[size:])
        return cls(
            number=number,
            town=town,
            left=tuple(text for text in left if text),
            ticks=ticks,
            **names,
        )


def tick_of(word: str) -> tuple[str, bool]:
    """Return the field that a word after the names ticks, and whether the word means yes.

    >>> tick_of("Pagado"), tick_of("NO PAGADO")
    (('paid', True), ('paid', False))
    """
    plain = word.lower()
    return (DENIED_TICKS[plain], False) if plain in DENIED_TICKS else (TICKS[plain], True)


def read_line(text: str, size: int = 2) -> TypedEntry:
    """Parse one entry of `size` people from its line.

    >>> entry = read_line("12. Paco Gil - Luis Sanz (Calamocha), pagado")
    >>> entry.number, entry.player_1, entry.player_2, entry.town, entry.ticks, entry.left
    ('12', 'Paco Gil', 'Luis Sanz', 'Calamocha', ('pagado',), ())
    >>> read_line("Paco y Luis (Luco) el viernes").left, read_line("Ana / Eva / Sol").left
    (('el viernes',), ('Sol',))
    >>> read_line("Jordi Puig i Anna Soler").player_2, read_line("Paco / Luis - no pagado").ticks
    ('Anna Soler', ('no pagado',))
    >>> read_line("Paco y Luis").player_2, read_line("Ramón y Cajal", size=1).player_1
    ('Luis', 'Ramón y Cajal')
    """
    number = ""
    ticks: list[str] = []
    while match := TICK_AT_END.search(text):
        text = text[: match.start()]
        ticks.insert(0, match["word"])
    if match := NUMBER.match(text):
        number, text = match[1], text[match.end() :]
    entry = TypedEntry.from_people(number, split_people(text.strip(), size), "", size, tuple(ticks))
    return _take_town(entry, size)


def _take_town(entry: TypedEntry, size: int) -> TypedEntry:
    """Move the town of the last person to the entry, unless the first person has a town too."""
    names = [entry.player_1, entry.player_2, entry.player_3][:size]
    last_place = max((place for place, name in enumerate(names) if name), default=0)
    match = TOWN.match(names[last_place])
    if not match or (size > 1 and (last_place == 0 or TOWN.match(names[0]))):
        return entry
    names[last_place] = match["who"]
    first, second, third = (*names, "", "")[:3]
    town = match["town"].strip()
    return replace(entry, player_1=first, player_2=second, player_3=third, town=town)


def name_and_rest(text: str) -> tuple[str, str]:
    """Return the name of a person, with the town in brackets, and the text after it.

    >>> name_and_rest("Luis Sanz (Bañón) por la tarde"), name_and_rest("Gil, Paco - viernes")
    (('Luis Sanz (Bañón)', 'por la tarde'), ('Gil, Paco', 'viernes'))
    """
    if match := TEXT_AFTER_TOWN.match(text):
        return match["who"], match["left"]
    name, *rest = MARK_AFTER_NAME.split(text, maxsplit=1)
    return (name, rest[0]) if rest and name.strip() and rest[0].strip() else (text, "")


def split_people(text: str, size: int = 2) -> list[str]:
    """Split a text into people at its strongest mark, then at weaker marks until there are `size`.

    With `size` 1, split only at a slash or a line break, which no name has.

    >>> split_people("Gil, Paco / Sanz, Luis"), split_people("Ramón y Cajal - Luis e Íñigo")
    (['Gil, Paco', 'Sanz, Luis'], ['Ramón y Cajal', 'Luis e Íñigo'])
    >>> split_people("Paco, Luis y Ana", 3), split_people("Paco, Luis y Ana")
    (['Paco', 'Luis', 'Ana'], ['Paco', 'Luis', 'Ana'])
    >>> split_people("Gil, Paco", 1)
    ['Gil, Paco']
    """
    people = [text]
    for mark in CUTS if size > 1 else CUTS[:1]:
        if len(people) > 1 and len(people) >= size:
            break
        people = [part for person in people for part in mark.split(person) if part.strip()] or [
            text
        ]
        if mark is AND and 0 < sum("," in person for person in people) < len(people):
            # «Gil, Paco y Sanz, Luis» has the surname first in every name; «Paco, Luis y Ana» is a
            # list.
            people = [part for person in people for part in COMMA.split(person) if part.strip()]
    return people


def joins_people(text: str) -> bool:
    """Return whether a text has a mark between two people, other than a comma.

    >>> joins_people("Ana / Eva"), joins_people("Ana y Eva"), joins_people("Gil, Ana")
    (True, True, False)
    """
    return any(mark.search(text) for mark in CUTS if mark is not COMMA)


def read_person(text: str) -> Person:
    """Parse a person, with the town in brackets if given; the name of an empty text is "".

    >>> read_person("Pérez Gil, Paco (Luco)")
    Person(name='Paco', surname='Pérez Gil', town='Luco')
    """
    match = TOWN.match(text)
    return person(match["who"], match["town"]) if match and match["who"] else person(text)


def write_person(someone: Person, entry_town: str = "") -> str:
    """Return a person as text for `read_person`; the town only if the entry has another town.

    >>> write_person(Person("José", "Gil", "Luco"), "Luco"), write_person(Person("Ana", "", "Luco"))
    ('José Gil', 'Ana (Luco)')
    """
    text = someone.full_name
    surname_first = f"{someone.surname}, {someone.name}"
    person_without_town = Person(someone.name, someone.surname)
    if (
        person_without_town not in (read_person(text), Person(text))
        and read_person(surname_first) == person_without_town
    ):
        text = surname_first
    town = someone.town if someone.town != entry_town else ""
    return f"{text} ({town})" if town else text
