"""Splitting of a typed name into given names and surnames. Plain Python.

In «Pérez Gil, Paco» the comma decides. Without a comma, the name is the first word, any title
before it and the given names after it. A given name that is also a surname counts as a name only
if a surname follows. Text in quotes, or with an article as its first word, is a nickname.
"""

import re
from collections.abc import Sequence

from tournaments.names.known_names import (
    ABBREVIATED,
    BEGINNINGS,
    COMMON_SURNAMES,
    FIRST_BEGINNINGS,
    FOR_ANYBODY,
    GIVEN,
    MEN,
    SAINTS,
    SURNAMES,
    SURNAMES_TOO,
    VIRGINS,
    WOMEN,
)
from tournaments.names.people import Person, fold_text, title_length, words_in
from tournaments.names.surnames import ARTICLES

OF = words_in("de del dels do dos da das")
LINKS = OF | ARTICLES | words_in("les")
AND = words_in("y i e")
ALL_SURNAMES = SURNAMES_TOO | SURNAMES | COMMON_SURNAMES
QUOTED = re.compile('\\s*[«"“]([^«»"“”]+)[»"”]\\s*')


def person(text: str, town: str = "") -> Person:
    """Return the person of a typed name.

    >>> someone = person("José Luis Sanz", "Calamocha")
    >>> someone.name, someone.surname, someone.town
    ('José Luis', 'Sanz', 'Calamocha')
    >>> for words in ("Pérez Gil, Paco", "Mª del Carmen de la Fuente", "Paco Gil, el Rubio"):
    ...     print(person(words).surname, "|", person(words).name)
    Pérez Gil | Paco
    de la Fuente | Mª del Carmen
    Gil | Paco «el Rubio»
    """
    text, town = " ".join(text.split()), " ".join(town.split())
    if quoted := QUOTED.search(text):
        return _person_with_nickname(
            f"{text[: quoted.start()]} {text[quoted.end() :]}", quoted[1], town
        )
    if "," in text:
        surname, name = (part.strip() for part in text.split(",", 1))
        if surname and fold_text(name).split()[:1] and fold_text(name).split()[0] in ARTICLES:
            return _person_with_nickname(surname, name, town)
        return Person(name or surname, surname if name else "", town)
    words = text.split()
    length = given_name_length(words)
    return Person(" ".join(words[:length]), " ".join(words[length:]), town)


def given_name_length(words: Sequence[str]) -> int:
    """Return how many words at the beginning are the name and its title; a nickname is all name.

    >>> texts = "Paco Gil", "José Mª Gil", "Don Paco", "La Pilar"
    >>> [given_name_length(text.split()) for text in texts]
    [1, 2, 2, 2]
    """
    before = title_length(words)
    plain = [
        fold_text(word.replace("ª", "ª.")) for word in words[before:]
    ]  # «MªCarmen» is two names
    if len(plain) > 1 and plain[0] in ARTICLES:
        return len(words)
    return before + _given_names(plain)


def _given_names(plain: Sequence[str]) -> int:
    """Return how many of these folded words are given names: at least 1, or 0 without words."""
    first = _names_in(plain[0]) if plain else []
    if not first or not _are_given_names(first):
        return min(1, len(plain))
    length = 1
    while length < len(plain):
        more = _devotion(first[0], plain[length:]) or _second(first[0], plain, length)
        if not more:
            break
        length += more
    return length


def _names_in(word: str) -> list[str]:
    """Return the names in one folded word, written in full: «j.luis» has two names, «j» has one."""
    word = word.replace("m.a", "ma")
    return [ABBREVIATED.get(name, name) for name in re.split(r"[.\-'’]+", word) if name]


def _are_given_names(names: Sequence[str]) -> bool:
    return all(name in GIVEN or len(name) == 1 for name in names)


def _devotion(first: str, rest: Sequence[str]) -> int:
    """Return how many words of `rest` name a Virgin or a saint («de los Ángeles», «de Asís»).

    `rest` follows the given name `first`.
    """
    of = 0
    while of < len(rest) and rest[of] in (LINKS if of else OF):
        of += 1
    if of == len(rest):
        return 0
    name, left = rest[of], _surnames(rest[of + 1 :])
    if name in SAINTS.get(first, ()):
        return of + 1 if left else 0
    if first == "maria" and name in VIRGINS:
        is_devotion = left > 0 or name not in SURNAMES_TOO | COMMON_SURNAMES
    else:
        is_devotion = left > 0 and name in ("pilar", "carmen")
    return of + 1 if of and is_devotion else 0


def _second(first: str, plain: Sequence[str], at: int) -> int:
    """Return 1 if the word of `plain` at index `at` is one more given name after `first`, else 0.

    A name that is also a surname counts only as the second word: with two surnames after it, or
    with one if the first word is an initial or a usual beginning («José», «María»…).
    """
    names, left = _names_in(plain[at]), _surnames(plain[at + 1 :])
    followed = plain[at + 1 : at + 2]
    if not names or not _are_given_names(names) or (followed and followed[0] in AND):
        return 0
    if len(names) == 1 and len(names[0]) == 1:
        return int(left > 0 and plain[at] not in AND)
    if not all(_together(first, name) for name in names):
        return 0
    surname = next((name for name in names if name in ALL_SURNAMES), "")
    if not surname:
        return int(left > 0 or at == 1)
    if left > 1 or at > 1:  # «José Luis Pascual Gil» has two names already
        return int(at == 1)
    begins = first in FIRST_BEGINNINGS or len(first) == 1
    likely = (begins and surname not in COMMON_SURNAMES) or (
        first in BEGINNINGS and surname in SURNAMES_TOO
    )
    return int(left > 0 and likely)


def _together(first: str, second: str) -> bool:
    """Return whether a person may have both names.

    They may be two names of men, two names of women, a name with an initial, or any name followed
    by one of FOR_ANYBODY: «José María», «María José».
    """
    if len(first) == 1 or len(second) == 1 or second in FOR_ANYBODY:
        return True
    return {first, second} <= MEN or {first, second} <= WOMEN


def _surnames(rest: Sequence[str]) -> int:
    """Return how many surnames these words are; «de la Fuente» and «Ramón y Cajal» are one each."""
    names = [word for word in rest if word not in LINKS]
    return sum(
        word not in AND and not (at and names[at - 1] in AND) for at, word in enumerate(names)
    )


def _person_with_nickname(rest: str, nickname: str, town: str) -> Person:
    """Return the person named in `rest` with the nickname, which is the name if `rest` is ""."""
    if not rest.strip():
        return Person(f"«{nickname.strip()}»", "", town)
    someone = person(rest)
    return Person(f"{someone.name} «{nickname.strip()}»", someone.surname, town)
