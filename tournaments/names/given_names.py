"""Splitting of a typed name into given names and surnames. Plain Python.

In «Pérez Gil, Paco» the comma decides. Without a comma, the name is the first word, any title
before it and the given names after it. A given name that is also a surname counts as a name only
if a surname follows. Text in quotes, or with an article as its first word, is a nickname.
"""

import re
from collections.abc import Sequence

from tournaments.names.known_names import (
    ABBREVIATIONS,
    BEGINNINGS,
    COMMON_SURNAMES,
    FIRST_BEGINNINGS,
    GIVEN_NAMES,
    MEN,
    SAINTS,
    SURNAMES,
    SURNAMES_TOO,
    UNISEX_NAMES,
    VIRGINS,
    WOMEN,
)
from tournaments.names.people import Person, fold_text, title_length, words_in
from tournaments.names.surnames import ARTICLES

OF_WORDS = words_in("de del dels do dos da das")
LINK_WORDS = OF_WORDS | ARTICLES | words_in("les")
AND_WORDS = words_in("y i e")
ALL_SURNAMES = SURNAMES_TOO | SURNAMES | COMMON_SURNAMES
QUOTED_NICKNAME = re.compile('\\s*[«"“]([^«»"“”]+)[»"”]\\s*')


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
    if nickname_match := QUOTED_NICKNAME.search(text):
        return _person_with_nickname(
            f"{text[: nickname_match.start()]} {text[nickname_match.end() :]}",
            nickname_match[1],
            town,
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
    """Return the number of first words that are the name and its title; a nickname is all name.

    >>> texts = "Paco Gil", "José Mª Gil", "Don Paco", "La Pilar"
    >>> [given_name_length(text.split()) for text in texts]
    [1, 2, 2, 2]
    """
    title_word_count = title_length(words)
    # «MªCarmen» is two names.
    folded_words = [fold_text(word.replace("ª", "ª.")) for word in words[title_word_count:]]
    if len(folded_words) > 1 and folded_words[0] in ARTICLES:
        return len(words)
    return title_word_count + _given_name_count(folded_words)


def _given_name_count(folded_words: Sequence[str]) -> int:
    """Return the number of given names in these folded words: at least 1, or 0 without words."""
    first_names = _names_in(folded_words[0]) if folded_words else []
    if not first_names or not _are_given_names(first_names):
        return min(1, len(folded_words))
    length = 1
    while length < len(folded_words):
        added_count = _devotion_length(first_names[0], folded_words[length:]) or _second_name_count(
            first_names[0], folded_words, length
        )
        if not added_count:
            break
        length += added_count
    return length


def _names_in(word: str) -> list[str]:
    """Split a folded word into names, without abbreviations: «j.luis» is two names, «j» is one."""
    word = word.replace("m.a", "ma")
    return [ABBREVIATIONS.get(name, name) for name in re.split(r"[.\-'’]+", word) if name]


def _are_given_names(names: Sequence[str]) -> bool:
    return all(name in GIVEN_NAMES or len(name) == 1 for name in names)


def _devotion_length(first: str, words: Sequence[str]) -> int:
    """Return the number of words that name a Virgin or a saint («de los Ángeles», «de Asís»).

    `words` follows the given name `first`.
    """
    link_count = 0
    while link_count < len(words) and words[link_count] in (LINK_WORDS if link_count else OF_WORDS):
        link_count += 1
    if link_count == len(words):
        return 0
    name, surnames_left = words[link_count], _surname_count(words[link_count + 1 :])
    if name in SAINTS.get(first, ()):
        return link_count + 1 if surnames_left else 0
    if first == "maria" and name in VIRGINS:
        is_devotion = surnames_left > 0 or name not in SURNAMES_TOO | COMMON_SURNAMES
    else:
        is_devotion = surnames_left > 0 and name in ("pilar", "carmen")
    return link_count + 1 if link_count and is_devotion else 0


def _second_name_count(first: str, folded_words: Sequence[str], index: int) -> int:
    """Return 1 if the word at `index` is one more given name after the name `first`, else 0.

    A name that is also a surname counts only as the second word: with two surnames after it, or
    with one if the first word is an initial or a usual beginning («José», «María»…).
    """
    names, surnames_left = _names_in(folded_words[index]), _surname_count(folded_words[index + 1 :])
    next_words = folded_words[index + 1 : index + 2]
    if not names or not _are_given_names(names) or (next_words and next_words[0] in AND_WORDS):
        return 0
    if len(names) == 1 and len(names[0]) == 1:
        return int(surnames_left > 0 and folded_words[index] not in AND_WORDS)
    if not all(_may_go_together(first, name) for name in names):
        return 0
    surname = next((name for name in names if name in ALL_SURNAMES), "")
    if not surname:
        return int(surnames_left > 0 or index == 1)
    if surnames_left > 1 or index > 1:  # «José Luis Pascual Gil» has two names already
        return int(index == 1)
    is_beginning = first in FIRST_BEGINNINGS or len(first) == 1
    is_likely = (is_beginning and surname not in COMMON_SURNAMES) or (
        first in BEGINNINGS and surname in SURNAMES_TOO
    )
    return int(surnames_left > 0 and is_likely)


def _may_go_together(first: str, second: str) -> bool:
    """Return whether a person may have both names.

    They may be two names of men, two names of women, a name with an initial, or any name followed
    by one of UNISEX_NAMES: «José María», «María José».
    """
    if len(first) == 1 or len(second) == 1 or second in UNISEX_NAMES:
        return True
    return {first, second} <= MEN or {first, second} <= WOMEN


def _surname_count(words: Sequence[str]) -> int:
    """Return the number of surnames; «de la Fuente» and «Ramón y Cajal» are one each."""
    names = [word for word in words if word not in LINK_WORDS]
    return sum(
        word not in AND_WORDS and not (index and names[index - 1] in AND_WORDS)
        for index, word in enumerate(names)
    )


def _person_with_nickname(text: str, nickname: str, town: str) -> Person:
    """Return the person named in `text` with the nickname, which is the name if `text` is ""."""
    if not text.strip():
        return Person(f"«{nickname.strip()}»", "", town)
    someone = person(text)
    return Person(f"{someone.name} «{nickname.strip()}»", someone.surname, town)
