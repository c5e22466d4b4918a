"""A pair as a hand types it: «12. Paco Gil / Luis Sanz (Calamocha)»."""

import re
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
    """A pair still in words; what is not there is "". `extra` counts people beyond two."""

    number: str = ""
    player_1: str = ""
    player_2: str = ""
    town: str = ""
    extra: int = 0


def read_line(text: str) -> Typed:
    """Read one pair written by hand.

    >>> read_line("12. Paco Gil - Luis Sanz (Calamocha)")
    Typed(number='12', player_1='Paco Gil', player_2='Luis Sanz', town='Calamocha', extra=0)
    >>> read_line("Paco y Luis").player_2
    'Luis'
    """
    number = ""
    if found := NUMBER.match(text):
        number, text = found[1], text[found.end() :]
    who, town = text.strip(), ""
    first, *rest = cut(who)
    if rest and (found := TOWN.match(rest[-1])) and not TOWN.match(first):
        rest[-1], town = found["who"], found["town"].strip()
    return Typed(number, first, rest[0] if rest else "", town, max(0, len(rest) - 1))


def cut(text: str) -> list[str]:
    """The people of a text, cut at the strongest mark it holds.

    >>> cut("Gil, Paco / Sanz, Luis"), cut("Ramón y Cajal - Luis e Íñigo")
    (['Gil, Paco', 'Sanz, Luis'], ['Ramón y Cajal', 'Luis e Íñigo'])
    """
    for mark in CUTS:
        parts = [part for part in mark.split(text) if part.strip()]
        if len(parts) > 1:
            return parts
    return [text]


def read_person(text: str) -> Person:
    """One person, the town in brackets if there is one; a name of "" when nothing is written.

    >>> read_person("Pérez Gil, Paco (Luco)")
    Person(name='Paco', surname='Pérez Gil', town='Luco')
    """
    found = TOWN.match(text)
    return person(found["who"], found["town"]) if found and found["who"] else person(text)


def write_person(someone: Person, pair_town: str = "") -> str:
    """A person as `read_person` reads him back; the town only where it is not the pair's.

    >>> write_person(Person("José", "Gil", "Luco"), "Luco"), write_person(Person("Ana", "", "Luco"))
    ('José Gil', 'Ana (Luco)')
    """
    plain = f"{someone.name} {someone.surname}".strip()
    if read_person(plain) != Person(someone.name, someone.surname):
        plain = f"{someone.surname}, {someone.name}" if someone.surname else someone.name
    own = someone.town if someone.town != pair_town else ""
    return f"{plain} ({own})" if own else plain
