"""Removal of names from prose: complete names, in any spelling. Plain Python."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tournaments.names.people import Person, name_key, title_length

# A word, with the apostrophes inside it and the dot of «M.ª», or an emoji.
WORD = re.compile(r"[^\W_]+(?:(?:['’]|\.(?=[ªº]))[^\W_]+)*|[\U00010000-\U0010ffff]")
SHORTEST = 3  # letters of the shortest word that may identify a person by itself


class Mask:
    """Names to replace in prose, each with its replacement; names in `kept_names` remain.

    The longest name wins: if «Paco Gil Sanz» is in `kept_names`, its words «Paco Gil» remain too.

    >>> mask = Mask({"Paco Gil": "pareja 27", "Mª Pilar O'Neill-Gil": "pareja 3"})
    >>> mask.apply("PÁCO  GIL llegó tarde; Paco Sanz, no")
    'pareja 27 llegó tarde; Paco Sanz, no'
    >>> mask.apply("MARÍA PILAR O’NEILL GIL ganó")
    'pareja 3 ganó'
    """

    def __init__(self, replacements: Mapping[str, str], kept_names: Iterable[str] = ()) -> None:
        self._replacements: dict[tuple[str, ...], str | None] = {
            _keys(name): None for name in kept_names
        }
        for name, title in replacements.items():
            self._replacements.setdefault(_keys(name), title)
        self._replacements.pop((), None)
        self._longest = max(map(len, self._replacements), default=0)

    def apply(self, text: str) -> str:
        """Return the text with each name replaced.

        Names in a row that share a replacement are replaced together, by a single copy of it.
        """
        words = list(WORD.finditer(text))
        keys = tuple(name_key(word.group()) for word in words)
        pieces: list[str] = []
        place = end = 0
        while place < len(words):
            sizes = range(min(self._longest, len(words) - place), 0, -1)
            size = next(
                (size for size in sizes if keys[place : place + size] in self._replacements), 0
            )
            if title := self._replacements.get(keys[place : place + size]):
                start, previous_end = words[place].start(), end
                end = words[place + size - 1].end()
                if "(" in text[start:end] and text[end : end + 1] == ")":
                    end += 1
                text_between = text[previous_end:start]
                if pieces[-1:] != [title] or text_between.strip(" ·,/\N{NO-BREAK SPACE}"):
                    pieces += [text_between, title]
            place += size or 1
        return "".join([*pieces, text[end:]])

    def replace_in_list(self, text: str) -> str:
        """Return names joined by « · », with each masked name replaced; parts of a name stay.

        >>> Mask({"Paco Gil": "pareja 27"}).replace_in_list("Paco Gil · Paco Gil Sanz")
        'pareja 27 · Paco Gil Sanz'
        """
        names = text.split(" · ")
        return " · ".join(self._replacements.get(_keys(name)) or name for name in names)


def _keys(name: str) -> tuple[str, ...]:
    return tuple(name_key(word) for word in WORD.findall(name))


def change_texts(value: Any, change: Callable[[str, str], str], name: str = "") -> Any:
    """Return a JSON value with each text replaced by `change(text, key of its member)`.

    `name` is the key of the value itself.

    >>> change_texts({"by": ["a"], "seed": "a"}, lambda text, name: "A" if name == "by" else text)
    {'by': ['A'], 'seed': 'a'}
    """
    if isinstance(value, str):
        return change(value, name)
    if isinstance(value, list):
        return [change_texts(item, change, name) for item in value]
    if isinstance(value, dict):
        return {key: change_texts(item, change, key) for key, item in value.items()}
    return value


def spellings(someone: Person) -> list[str]:
    """Return the ways to write a person's full name in a list, with and without the town.

    >>> spellings(Person("Dª Pilar", "Gil", "Luco"))[:3]
    ['Dª Pilar Gil Luco', 'Dª Pilar Gil', 'Pilar Gil Luco']
    """
    words = someone.full_name.split()
    plain = words[title_length(words) :]
    ways = [" ".join(words), " ".join(plain)]
    if someone.surname:
        ways += [f"{someone.surname} {someone.name}", f"{someone.surname} {' '.join(plain)}"]
    with_town = [f"{way} {someone.town}" for way in ways] if someone.town else ways
    all_ways = [way for pair in zip(with_town, ways, strict=True) for way in pair]
    return list(dict.fromkeys(all_ways))


def single_words(names: Iterable[str]) -> set[str]:
    """Return the words of these names that may identify a person by themselves."""
    return {word for name in names for word in _keys(name) if len(word) >= SHORTEST}
