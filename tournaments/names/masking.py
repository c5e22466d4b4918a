"""Taking names out of what was written: whole names, however they are spelled. Plain Python."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from tournaments.names.people import Person, name_key, titles, words_of

WORD = re.compile(r"[^\W_]+(?:['’.][^\W_]+)*")
SHORTEST = 3  # letters of a word that says somebody by itself: «de» and «la» do not
# Members of the JSON of an audit line, a round or a job whose values are words of the program.
CODES = words_of(
    "state effect role tables game game_options format format_options line lines method seed "
    "commitment chain counting kind language fault follows visibility "
    "announcing public_names announced_at"
)
# Fields, and members of that JSON, that somebody wrote in his own words.
PROSE = frozenset({"reason", "lift_reason", "message", "article", "word"})


class Word(NamedTuple):
    """A word of a text as it is compared, and where it stands."""

    folded: str
    start: int
    end: int


class Mask:
    """Phrases that say somebody, each with what is written instead.

    >>> mask = Mask()
    >>> mask.add("Paco Gil", "pareja 27")
    >>> mask.apply("PÁCO  GIL llegó tarde; Paco Sanz, no")
    'pareja 27 llegó tarde; Paco Sanz, no'
    >>> mask.add("Mª Pilar O'Neill-Gil", "pareja 3")
    >>> mask.apply("MARÍA PILAR O’NEILL GIL ganó")
    'pareja 3 ganó'
    """

    def __init__(self) -> None:
        self._phrases: dict[tuple[str, ...], str | None] = {}
        self._exact: dict[str, str] = {}
        self._longest: dict[str, int] = {}  # by the first word, in words

    def __bool__(self) -> bool:
        return bool(self._phrases or self._exact)

    def add(self, phrase: str, instead: str) -> None:
        """Look for a phrase too. One that is there already keeps what is written instead."""
        if not self._keep(phrase, instead) and phrase.strip():  # an emoji
            self._exact.setdefault(phrase.strip(), instead)

    def protect(self, phrase: str) -> None:
        """Leave a phrase as it is, though part of it is looked for: it says somebody else."""
        self._keep(phrase, None)

    def _keep(self, phrase: str, instead: str | None) -> bool:
        words = tuple(word.folded for word in _words(phrase))
        if words:
            self._phrases.setdefault(words, instead)
            self._longest[words[0]] = max(self._longest.get(words[0], 0), len(words))
        return bool(words)

    def apply(self, text: str) -> str:
        """Return the text with each phrase replaced, the longest first, no mask twice in a row."""
        for phrase, instead in self._exact.items():
            text = text.replace(phrase, instead)
        places = list(self._found(text))
        if not places:
            return text
        pieces: list[str] = []
        at = 0
        for start, end, instead in places:
            between = text[at:start]
            if pieces and pieces[-1] == instead and not between.strip(" ·,/\N{NO-BREAK SPACE}"):
                at = end
                continue
            pieces += [between, instead]
            at = end
        return "".join([*pieces, text[at:]])

    def _found(self, text: str) -> Iterator[tuple[int, int, str]]:
        words, place = _words(text), 0
        while place < len(words):
            longest = self._longest.get(words[place].folded, 0)
            for count in range(min(longest, len(words) - place), 0, -1):
                some = words[place : place + count]
                phrase = tuple(word.folded for word in some)
                if phrase not in self._phrases:
                    continue
                if (instead := self._phrases[phrase]) is not None:
                    start, end = some[0].start, some[-1].end
                    if "(" in text[start:end] and text[end : end + 1] == ")":
                        end += 1
                    yield start, end, instead
                place += count - 1
                break
            place += 1

    def in_json(self, value: Any, prose: "Mask | None" = None, key: str = "") -> Any:
        """Return a JSON value with the phrases replaced wherever a text stands in it.

        Those of `prose` only in the members that are prose; masked players lose their town too.
        """
        if key in CODES:
            return value
        if isinstance(value, str):
            return (prose if prose and key in PROSE else self).apply(value)
        if isinstance(value, list):
            return [self.in_json(item, prose) for item in value]
        if isinstance(value, dict):
            masked = {name: self.in_json(item, prose, name) for name, item in value.items()}
            if masked.get("players") != value.get("players") and "town" in masked:
                masked["town"] = ""
            return masked
        return value


def _words(text: str) -> list[Word]:
    return [
        Word(name_key(match.group()), match.start(), match.end()) for match in WORD.finditer(text)
    ]


def spellings(someone: Person) -> list[str]:
    """Return the ways a list writes a person's whole name, with and without the town.

    >>> spellings(Person("Dª Pilar", "Gil", "Luco"))[:3]
    ['Dª Pilar Gil Luco', 'Dª Pilar Gil', 'Pilar Gil Luco']
    """
    words = someone.full_name.split()
    plain = words[titles(words) :]
    ways = [" ".join(words), " ".join(plain)]
    if someone.surname:
        ways += [f"{someone.surname} {someone.name}", f"{someone.surname} {' '.join(plain)}"]
    town = [f"{way} {someone.town}" for way in ways] if someone.town else ways
    both = [way for pair in zip(town, ways, strict=True) for way in pair]
    return list(dict.fromkeys(both))


def single_words(people: Iterable[Person]) -> list[str]:
    """Return each word of their names that may say somebody by itself."""
    words = (word for one in people for word in _words(one.full_name))
    return [one for one in dict.fromkeys(word.folded for word in words) if len(one) >= SHORTEST]


def renamed_tags(value: Any, instead: Mapping[str, str]) -> Any:
    """Return the JSON of a snapshot with some tags («family:gil») renamed wherever they stand."""
    if isinstance(value, str):
        return instead.get(value, value)
    if isinstance(value, list):
        return [renamed_tags(item, instead) for item in value]
    if isinstance(value, dict):
        return {key: renamed_tags(item, instead) for key, item in value.items()}
    return value
