"""What somebody may type or send: nonsense, words of the game in any order, and good lines, as they
are or spoilt a little. Without the good ones hardly anything is ever read."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from rules import GAMES
from tests.rules.pool import lines_of


def good(key: str) -> SearchStrategy[Any]:
    """A hand of the pool of a game, which is made when the first one is wanted."""
    return st.deferred(lambda: st.sampled_from(lines_of(key)))


def typed(key: str, words: SearchStrategy[str]) -> SearchStrategy[str]:
    """Return a line as it may be typed."""
    lines = good(key).map(str)
    return st.one_of(st.text(), st.lists(words).map(" ".join), lines, _spoilt(lines, words))


def sent(key: str, values: SearchStrategy[Any]) -> SearchStrategy[Any]:
    """Return a line as a program may send it."""
    return st.one_of(values, good(key).map(GAMES[key].to_json))


@st.composite
def _spoilt(draw: Any, lines: SearchStrategy[str], words: SearchStrategy[str]) -> str:
    """A good line with a word more, or with another in the place of one of its own."""
    told = draw(lines).split(" ")
    at = draw(st.integers(0, len(told)))
    return " ".join([*told[:at], draw(words), *told[at + draw(st.integers(0, 1)) :]])
