"""The Spanish order of people by surname. Plain Python.

«Ángel de la Fuente» is under F, as «Fuente, Ángel de la»; «Luis Las Heras» under L; «Dª Pilar Gil»
under G; «El Chato», a nickname, under C.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tournaments.names.people import Person, fold_text, spelling_key, title_length

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


class FiledName(NamedTuple):
    """A person in a list by surname: `first` decides the place in the list, `rest` follows it."""

    first: str
    rest: str

    def __str__(self) -> str:
        return f"{self.first}, {self.rest}" if self.rest else self.first


def filed_name(someone: Person) -> FiledName:
    """Return the person as filed: by surname without its particle, else by name or nickname.

    >>> str(filed_name(Person("Ángel", "de la Fuente")))
    'Fuente, Ángel de la'
    >>> str(filed_name(Person("Luis", "Las Heras")))
    'Las Heras, Luis'
    >>> str(filed_name(Person("El Chato"))), str(filed_name(Person("Dª Pilar", "Gil")))
    ('Chato, El', 'Gil, Dª Pilar')
    """
    if someone.surname:
        words = someone.surname.split()
        prefix_length = particle_length(words)
        rest = " ".join([someone.name, *words[:prefix_length]])
        return FiledName(" ".join(words[prefix_length:]), rest)
    words = someone.name.split()
    prefix_length = title_length(words)
    prefix_length += len(words) > prefix_length + 1 and fold_text(words[prefix_length]) in ARTICLES
    return FiledName(" ".join(words[prefix_length:]), " ".join(words[:prefix_length]))


def filing_key(someone: Person) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the sort key, word by word: ñ after n, «Gil, Zoe» before «Gil Abad, Ana»."""
    return key_of_names(someone.name, someone.surname)


def key_of_names(name: str, surname: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return `filing_key` of a person with this name and this surname ("" for none)."""
    if surname:
        return _surname_key(surname), _name_key(name)
    return _sort_key(filed_name(Person(name)).first), _name_key(name)


# Thousands of people share few names, and every page sorts them again.
@lru_cache(maxsize=20_000)
def _surname_key(surname: str) -> tuple[str, ...]:
    words = surname.split()
    return _sort_key(" ".join(words[particle_length(words) :]))


@lru_cache(maxsize=20_000)
def _name_key(name: str) -> tuple[str, ...]:
    words = name.split()
    return _sort_key(" ".join(words[title_length(words) :]))


def particle_length(words: Sequence[str]) -> int:
    """Return the number of first words of a surname that are a particle, ignored in the order."""
    if not words or fold_text(words[0]) not in FIRST_WORDS:
        return 0
    plain = [fold_text(word) for word in words[:LONGEST]]
    return next(
        (
            len(phrase)
            for phrase in PARTICLES
            if tuple(plain[: len(phrase)]) == phrase and len(words) > len(phrase)
        ),
        0,
    )


def _sort_key(text: str) -> tuple[str, ...]:
    return tuple(spelling_key(text.casefold().replace("ñ", "n~")).split())
