"""Names of people, as a hall writes them. Plain Python.

A person may be a nickname and a village. «Pérez Gil, Paco» says which part is the surname;
without a comma the first word (two for the compound names everybody knows) is the name.
"""

import unicodedata
from dataclasses import dataclass

COMPOUND = {
    ("jose", "luis"), ("jose", "antonio"), ("jose", "manuel"), ("jose", "maria"),
    ("jose", "ramon"), ("jose", "miguel"), ("jose", "angel"), ("jose", "ignacio"),
    ("juan", "carlos"), ("juan", "jose"), ("juan", "antonio"), ("juan", "luis"),
    ("juan", "manuel"), ("juan", "ramon"), ("luis", "miguel"), ("miguel", "angel"),
    ("francisco", "javier"), ("francisco", "jose"), ("jesus", "maria"), ("angel", "luis"),
    ("maria", "jose"), ("maria", "jesus"), ("maria", "carmen"), ("maria", "luisa"),
    ("maria", "pilar"), ("maria", "dolores"), ("maria", "angeles"), ("ana", "maria"),
    ("ana", "belen"), ("ana", "isabel"), ("rosa", "maria"), ("luis", "alberto"),
}  # fmt: skip


ODD_MARKS = "/\\|()[]{}<>"


@dataclass(frozen=True, slots=True)
class Person:
    """A person before being registered: `name` is never empty, the rest may be."""

    name: str
    surname: str = ""
    town: str = ""


def fold(text: str) -> str:
    """The text without case, accents or double spaces: how two spellings are compared.

    >>> fold("  José  Á. Núñez ")
    'jose a. nunez'
    """
    plain = unicodedata.normalize("NFKD", text.casefold())
    seen = (c for c in plain if not unicodedata.combining(c) and unicodedata.category(c) != "Cf")
    return " ".join("".join(seen).split())


def odd_mark(name: str) -> str:
    """The first character of a name that no name has: two people in one box, a town left open.

    >>> odd_mark("Paco Gil / Luis"), odd_mark("Ana (Luco"), odd_mark("Ana-Belén O'Donnell")
    ('/', '(', '')
    """
    return next((character for character in name if character in ODD_MARKS), "")


def person(text: str, town: str = "") -> Person:
    """Read one person's name as people type it.

    >>> person("Pérez Gil, Paco")
    Person(name='Paco', surname='Pérez Gil', town='')
    >>> person("José Luis Sanz", "Calamocha")
    Person(name='José Luis', surname='Sanz', town='Calamocha')
    """
    text, town = " ".join(text.split()), " ".join(town.split())
    if "," in text:
        surname, name = (part.strip() for part in text.split(",", 1))
        return Person(name or surname, surname if name else "", town)
    words = text.split()
    taken = 2 if len(words) > 2 and (fold(words[0]), fold(words[1])) in COMPOUND else 1
    return Person(" ".join(words[:taken]), " ".join(words[taken:]), town)


def identity(someone: Person) -> str:
    """What makes a person the same within a tournament: name, surname and town, folded."""
    return f"{fold(someone.name + ' ' + someone.surname)}|{fold(someone.town)}"
