"""People, as a hall knows them: perhaps only a nickname and a village. Plain Python."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from unicodedata import category, combining, normalize


def words_of(text: str) -> frozenset[str]:
    """The different words of a text."""
    return frozenset(text.split())


TITLES = words_of(
    "d d. da d.a dna dna. don dona sr sr. sra sra. srta srta. dr dr. dra dra. mosen sor fray"
)
ODD_MARKS = "/\\|()[]{}"


@dataclass(frozen=True, slots=True)
class Person:
    """A person before being registered: `name` is never empty, the rest may be."""

    name: str
    surname: str = ""
    town: str = ""

    @property
    def full_name(self) -> str:
        return f"{self.name} {self.surname}".strip()


def fold(text: str) -> str:
    """The text without case, accents or double spaces: how two spellings are compared.

    >>> fold("  José  Á. Núñez ")
    'jose a. nunez'
    """
    if text.isascii():
        return " ".join(text.lower().split())
    # Once more at the end: a mark alone («´») is a space without it.
    return " ".join(" ".join(map(_plain, text.split())).split())


@lru_cache(maxsize=20_000)  # the names of thousands are made of a few hundred words
def _plain(word: str) -> str:
    spelled = normalize("NFKD", word.casefold())
    return "".join(c for c in spelled if not combining(c) and category(c) != "Cf")


def odd_mark(name: str) -> str:
    """The first character of a name that no name has: two people in one box, a town left open.

    >>> odd_mark("Paco Gil / Luis"), odd_mark("Ana (Luco"), odd_mark("Ana-Belén O'Donnell")
    ('/', '(', '')
    """
    return next((character for character in name if character in ODD_MARKS), "")


def titles(words: Sequence[str]) -> int:
    """How many words at the beginning of a name are a title: «Dª», «Don», «Mosén».

    >>> titles(["Dª", "Pilar"]), titles(["Don"]), titles(["Pilar", "Gil"])
    (1, 0, 0)
    """
    return int(len(words) > 1 and fold(words[0]) in TITLES)


def identity(someone: Person) -> str:
    """Return what makes a person the same within a tournament: name without title, surname and
    town, folded.

    >>> identity(Person("Dª Begoña", "Gil", "Luco"))
    'begona gil|luco'
    """
    words = someone.full_name.split()
    return f"{fold(' '.join(words[titles(words) :]))}|{fold(someone.town)}"
