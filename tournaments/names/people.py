"""People and the comparison of their names; a person may have only a nickname and a town.

Plain Python.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from unicodedata import category, combining, normalize


def words_in(text: str) -> frozenset[str]:
    """Return the different words of a text."""
    return frozenset(text.split())


TITLES = words_in(
    "d d. da d.a dna dna. don dona sr sr. sra sra. srta srta. dr dr. dra dra. mosen sor fray"
)
ODD_MARKS = "/\\|()[]{}"
# Abbreviated words of names, after `spelling_key`: «Mª», «Fco.», «Sta.».
ABBREVIATIONS = {
    "ma": "maria",
    "fco": "francisco",
    "frco": "francisco",
    "ga": "garcia",
    "sta": "santa",
    "sto": "santo",
}
# Letters that Unicode does not decompose, such as «ø»; `fold_text` removes accents.
PLAIN_LETTERS = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ħ": "h", "ŧ": "t", "ı": "i", "æ": "ae", "œ": "oe", "ð": "d"}
    | {"þ": "th", "ŋ": "n"}
)
# Apostrophes and the dots of «Gal·la», in all the forms that keyboards write.
DROPPED_MARKS = str.maketrans(dict.fromkeys("'’‘‛`´ʼ′＇·‧•∙⋅・", ""))
ORDINAL = re.compile(r"\.(?=[ªº])")  # «M.ª» is «Mª»


@dataclass(frozen=True, slots=True)
class Person:
    """A person before registration: `name` is never empty, the other fields may be."""

    name: str
    surname: str = ""
    town: str = ""

    @property
    def full_name(self) -> str:
        return f"{self.name} {self.surname}".strip()


def fold_text(text: str) -> str:
    """Return the text without case, accents or double spaces, to compare two spellings.

    >>> fold_text("  José  Á. Núñez ")
    'jose a. nunez'
    """
    if text.isascii():
        return " ".join(text.lower().split())
    # Split again at the end: a mark alone («´») has become a space.
    return " ".join(" ".join(map(_folded_word, text.split())).split())


@lru_cache(maxsize=20_000)  # thousands of names are made of a few hundred words
def _folded_word(word: str) -> str:
    decomposed_word = normalize("NFKD", word.casefold())
    return "".join(c for c in decomposed_word if not combining(c) and category(c) != "Cf")


def spelling_key(text: str) -> str:
    """Return the folded text in plain letters (ø is o), without apostrophes or punctuation.

    >>> spelling_key("M.ª José O’Donnell-Łuk"), spelling_key("Fco.  Gal·la")
    ('ma jose odonnell luk', 'fco galla')
    """
    if text.isascii() and text.replace(" ", "").isalnum():
        return fold_text(text)
    return " ".join(word for part in text.split() if (word := _word_key(part)))


@lru_cache(maxsize=20_000)
def _word_key(word: str) -> str:
    folded_word = fold_text(ORDINAL.sub("", word).translate(DROPPED_MARKS)).translate(PLAIN_LETTERS)
    letters = (" " if category(c)[0] == "P" or category(c) == "Sk" else c for c in folded_word)
    return " ".join("".join(letters).split())


def name_key(text: str) -> str:
    """Return the key of a name, equal for all its spellings and abbreviations.

    A name of marks only is its own key.

    >>> name_key("Mª Ángeles"), name_key("María-Angeles"), name_key("¿?")
    ('maria angeles', 'maria angeles', '¿?')
    """
    return " ".join(
        ABBREVIATIONS.get(word, word) for word in spelling_key(text).split()
    ) or fold_text(text)


def search_text(*texts: str) -> str:
    """Return the text that a search reads: `texts` as typed and, if it differs, unabbreviated.

    >>> search_text("Mª Gil", "Luco")
    'ma gil luco maria gil luco'
    """
    text = " ".join(filter(None, texts))
    key, full_key = spelling_key(text), name_key(text)
    return key if key == full_key else f"{key} {full_key}"


def search_words(text: str) -> list[tuple[str, ...]]:
    """Return the words of a search, each as typed and, if it is an abbreviation, in full.

    >>> search_words("Fco. GIL")
    [('fco', 'francisco'), ('gil',)]
    """
    words = spelling_key(text).split() or fold_text(text).split()
    return [tuple(dict.fromkeys((word, ABBREVIATIONS.get(word, word)))) for word in words]


def odd_mark(name: str) -> str:
    """Return the first mark that no name has (a slash between two people, a bracket), or "".

    >>> odd_mark("Paco Gil / Luis"), odd_mark("Ana (Luco"), odd_mark("Ana-Belén O'Donnell")
    ('/', '(', '')
    """
    return next((character for character in name if character in ODD_MARKS), "")


def title_length(words: Sequence[str]) -> int:
    """Return the number of first words of a name that are a title: «Dª», «Don», «Mosén».

    >>> title_length(["Sr.", "D.", "Luis"]), title_length(["Don"]), title_length(["Pilar", "Gil"])
    (2, 0, 0)
    """
    length = 0
    while length + 1 < len(words) and fold_text(words[length]) in TITLES:
        length += 1
    return length


def identity(someone: Person) -> str:
    """Return the key that identifies a person in a tournament.

    It has the name without title, the surname and the town, in any spelling (`name_key`).

    >>> identity(Person("Dª Mª Begoña", "Gil", "Luco"))
    'maria begona gil|luco'
    """
    words = someone.full_name.split()
    return f"{name_key(' '.join(words[title_length(words) :]))}|{name_key(someone.town)}"
