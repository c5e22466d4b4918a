"""An entry as a hand types it: «12. Paco Gil / Luis Sanz (Calamocha)»."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.people import Person, person

NUMBER = re.compile(
    r"^\s*(?:n[.ºo°]*\s*)?(\d{1,6})\s*(?:[.)ºª°:·]\s*[-–—]?|[-–—]\s|\s)\s*(?=\S)", re.I
)
TOWN = re.compile(r"^(?P<who>.*?)\s*\((?P<town>[^()]*)\)\s*$", re.S)
# Stronger marks first: «Ramón y Cajal / Luis Sanz» is cut at the slash.
CUTS = (
    re.compile(r"\s*(?:/|\n)\s*"),
    re.compile(r"\s+[-–—]+\s+"),
    re.compile(r"\s*[+&]\s*"),
    re.compile(r"\s+(?:y|e|and)\s+", re.I),
    re.compile(r"\s*,\s*"),
)


@dataclass(frozen=True, slots=True)
class Typed:
    """An entry still in words; what is not there is "". `extra` counts the people too many."""

    number: str = ""
    player_1: str = ""
    player_2: str = ""
    player_3: str = ""
    town: str = ""
    extra: int = 0

    @classmethod
    def of(cls, number: str, people: Sequence[str], town: str, extra: int = 0) -> "Typed":
        """From its people in order, three at most."""
        named = {f"player_{which}": words for which, words in enumerate(people, 1)}
        return cls(number=number, town=town, extra=extra, **named)


def read_line(text: str, size: int = 2) -> Typed:
    """Read one entry of `size` people written by hand.

    >>> typed = read_line("12. Paco Gil - Luis Sanz (Calamocha)")
    >>> typed.number, typed.player_1, typed.player_2, typed.town, typed.extra
    ('12', 'Paco Gil', 'Luis Sanz', 'Calamocha', 0)
    >>> read_line("Paco y Luis").player_2, read_line("Ramón y Cajal", size=1).player_1
    ('Luis', 'Ramón y Cajal')
    """
    number, town = "", ""
    if found := NUMBER.match(text):
        number, text = found[1], text[found.end() :]
    people = cut(text.strip(), size)
    alone = len(people) == size == 1
    if (found := TOWN.match(people[-1])) and (
        alone or (len(people) > 1 and not TOWN.match(people[0]))
    ):
        people[-1], town = found["who"], found["town"].strip()
    return Typed.of(number, people[:size], town, max(0, len(people) - size))


def cut(text: str, size: int = 2) -> list[str]:
    """The people of a text, cut at the strongest mark it holds, and at the next while fewer than
    `size`; one alone only at a mark that no name has.

    >>> cut("Gil, Paco / Sanz, Luis"), cut("Ramón y Cajal - Luis e Íñigo")
    (['Gil, Paco', 'Sanz, Luis'], ['Ramón y Cajal', 'Luis e Íñigo'])
    >>> cut("Paco, Luis y Ana", 3), cut("Gil, Paco", 1)
    (['Paco', 'Luis', 'Ana'], ['Gil, Paco'])
    """
    people = [text]
    for mark in CUTS if size > 1 else CUTS[:1]:
        if len(people) > 1 and len(people) >= size:
            break
        people = [part for one in people for part in mark.split(one) if part.strip()] or [text]
    return people


def read_person(text: str) -> Person:
    """One person, the town in brackets if there is one; a name of "" when nothing is written.

    >>> read_person("Pérez Gil, Paco (Luco)")
    Person(name='Paco', surname='Pérez Gil', town='Luco')
    """
    found = TOWN.match(text)
    return person(found["who"], found["town"]) if found and found["who"] else person(text)


def write_person(someone: Person, entry_town: str = "") -> str:
    """A person as `read_person` reads him back; the town only where it is not the entry's.

    >>> write_person(Person("José", "Gil", "Luco"), "Luco"), write_person(Person("Ana", "", "Luco"))
    ('José Gil', 'Ana (Luco)')
    """
    plain = f"{someone.name} {someone.surname}".strip()
    if read_person(plain) != Person(someone.name, someone.surname):
        plain = f"{someone.surname}, {someone.name}" if someone.surname else someone.name
    own = someone.town if someone.town != entry_town else ""
    return f"{plain} ({own})" if own else plain
