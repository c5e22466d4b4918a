"""People, as a hall knows them: perhaps only a nickname and a village. Plain Python."""

import re
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
# Words of names that people shorten, as `spelled` leaves them: «Mª», «Fco.», «Sta.».
ABBREVIATED = {
    "ma": "maria",
    "fco": "francisco",
    "frco": "francisco",
    "ga": "garcia",
    "sta": "santa",
    "sto": "santo",
}
# Letters that lose their stroke with no help from Unicode; accents are taken off by `fold`.
PLAIN_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe", "ð": "d"}
    | {"þ": "th", "ŋ": "n"}
)
# «'» in all the ways that keyboards write it, and the dot of «Gal·la» in all of its.
DROPPED = str.maketrans(dict.fromkeys("'’‘‛`´ʼ′＇·‧•∙⋅・", ""))
ORDINAL = re.compile(r"\.(?=[ªº])")  # «M.ª» is «Mª»


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


def spelled(text: str) -> str:
    """The text folded, without what two people type otherwise: dashes, apostrophes, ø for o.

    >>> spelled("M.ª José O’Donnell-Łuk"), spelled("Fco.  Gal·la")
    ('ma jose odonnell luk', 'fco galla')
    """
    if text.isascii() and text.replace(" ", "").isalnum():
        return fold(text)
    return " ".join(word for part in text.split() if (word := _spelled(part)))


@lru_cache(maxsize=20_000)
def _spelled(word: str) -> str:
    plain = fold(ORDINAL.sub("", word).translate(DROPPED)).translate(PLAIN_LETTERS)
    letters = (" " if category(c)[0] == "P" or category(c) == "Sk" else c for c in plain)
    return " ".join("".join(letters).split())


def name_key(text: str) -> str:
    """Return what is the same of a name however it is typed: spelled, and no word shortened.

    Where nothing but marks is written, they are the name.

    >>> name_key("Mª Ángeles"), name_key("María-Angeles"), name_key("¿?")
    ('maria angeles', 'maria angeles', '¿?')
    """
    return " ".join(ABBREVIATED.get(word, word) for word in spelled(text).split()) or fold(text)


def search_text(*texts: str) -> str:
    """Return the texts as a search looks at them: as they are typed and with no word shortened.

    >>> search_text("Mª Gil", "Luco")
    'ma gil luco maria gil luco'
    """
    text = " ".join(filter(None, texts))
    typed, whole = spelled(text), name_key(text)
    return typed if typed == whole else f"{typed} {whole}"


def search_words(asked: str) -> list[tuple[str, ...]]:
    """Return the words that somebody looks for, each in the ways it may stand in `search_text`.

    >>> search_words("Fco. GIL")
    [('fco', 'francisco'), ('gil',)]
    """
    words = spelled(asked).split() or fold(asked).split()
    return [tuple(dict.fromkeys((word, ABBREVIATED.get(word, word)))) for word in words]


def odd_mark(name: str) -> str:
    """The first character of a name that no name has: two people in one box, a town left open.

    >>> odd_mark("Paco Gil / Luis"), odd_mark("Ana (Luco"), odd_mark("Ana-Belén O'Donnell")
    ('/', '(', '')
    """
    return next((character for character in name if character in ODD_MARKS), "")


def titles(words: Sequence[str]) -> int:
    """How many words at the beginning of a name are a title: «Dª», «Don», «Mosén».

    >>> titles(["Sr.", "D.", "Luis"]), titles(["Don"]), titles(["Pilar", "Gil"])
    (2, 0, 0)
    """
    before = 0
    while before + 1 < len(words) and fold(words[before]) in TITLES:
        before += 1
    return before


def identity(someone: Person) -> str:
    """Return what makes a person the same within a tournament: name without title, surname and
    town, however they are typed (`name_key`).

    >>> identity(Person("Dª Mª Begoña", "Gil", "Luco"))
    'maria begona gil|luco'
    """
    words = someone.full_name.split()
    return f"{name_key(' '.join(words[titles(words) :]))}|{name_key(someone.town)}"
