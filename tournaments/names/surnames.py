"""The Spanish order of people by surname. Plain Python.

«Ángel de la Fuente» is under F, as «Fuente, Ángel de la»; «Luis Las Heras» under L; «Dª Pilar Gil»
under G; «El Chato», a nickname, under C.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tournaments.names.people import Person, fold, spelled, titles

ARTICLES = frozenset(["el", "la", "los", "las", "lo"])
PARTICLES = (
    ("de", "la"),
    ("de", "las"),
    ("de", "los"),
    ("de", "lo"),
    ("de", "el"),
    ("del",),
    ("de",),
    ("da",),
    ("do",),
    ("dos",),
    ("das",),
)
LONGEST = max(map(len, PARTICLES))
FIRST_WORDS = frozenset(words[0] for words in PARTICLES)


class Filed(NamedTuple):
    """A person in a list by surname: the part used to find the person, and the rest."""

    first: str
    rest: str

    def __str__(self) -> str:
        return f"{self.first}, {self.rest}" if self.rest else self.first


def filed(someone: Person) -> Filed:
    """Return the person as filed: by surname without its particle, else by name or nickname.

    >>> str(filed(Person("Ángel", "de la Fuente"))), str(filed(Person("Luis", "Las Heras")))
    ('Fuente, Ángel de la', 'Las Heras, Luis')
    >>> str(filed(Person("El Chato"))), str(filed(Person("Dª Pilar", "Gil")))
    ('Chato, El', 'Gil, Dª Pilar')
    """
    if someone.surname:
        words = someone.surname.split()
        before = particle(words)
        rest = " ".join([someone.name, *words[:before]])
        return Filed(" ".join(words[before:]), rest)
    words = someone.name.split()
    before = titles(words)
    before += len(words) > before + 1 and fold(words[before]) in ARTICLES
    return Filed(" ".join(words[before:]), " ".join(words[:before]))


def filing_key(someone: Person) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the sort key, word by word: ñ after n, «Gil, Zoe» before «Gil Abad, Ana»."""
    return key_of_names(someone.name, someone.surname)


def key_of_names(name: str, surname: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return `filing_key` of a person with this name and this surname ("" for none)."""
    if surname:
        return _under(surname), _called(name)
    return _sorted_as(filed(Person(name)).first), _called(name)


# Thousands of people share few names, and every page sorts them again.
@lru_cache(maxsize=20_000)
def _under(surname: str) -> tuple[str, ...]:
    words = surname.split()
    return _sorted_as(" ".join(words[particle(words) :]))


@lru_cache(maxsize=20_000)
def _called(name: str) -> tuple[str, ...]:
    words = name.split()
    return _sorted_as(" ".join(words[titles(words) :]))


def particle(words: Sequence[str]) -> int:
    """Return how many words at the beginning of a surname are a particle, ignored in the order."""
    if not words or fold(words[0]) not in FIRST_WORDS:
        return 0
    plain = [fold(word) for word in words[:LONGEST]]
    return next(
        (
            len(phrase)
            for phrase in PARTICLES
            if tuple(plain[: len(phrase)]) == phrase and len(words) > len(phrase)
        ),
        0,
    )


def _sorted_as(text: str) -> tuple[str, ...]:
    return tuple(spelled(text.casefold().replace("ñ", "n~")).split())
