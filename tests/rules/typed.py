"""What somebody may type or send: nonsense, words of the game in any order, and good lines, as they
are or spoilt a little. Without the good ones hardly anything is ever read."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from jsonschema import Draft202012Validator

from rules import GAMES
from rules.core import RuleError
from tests.rules.pool import lines_of

REASONS = st.text(min_size=1, max_size=150).filter(
    lambda text: " ".join(text.split()) and " ".join(text.split()).isprintable()
)


@cache
def good(key: str) -> SearchStrategy[Any]:
    """A hand of the pool of a game, which is made when the first one is wanted."""
    return st.deferred(lambda: st.sampled_from(lines_of(key)))


@cache
def typed(key: str, words: str) -> SearchStrategy[str]:
    """Return a line as it may be typed."""
    lines, word = good(key).map(str), st.sampled_from(words.split(" "))
    longer = st.tuples(lines, st.lists(word, max_size=5).map(" ".join)).map(" ".join)
    return st.one_of(st.text(), st.lists(word).map(" ".join), lines, longer, _spoilt(lines, word))


@cache
def sent(key: str, values: SearchStrategy[Any]) -> SearchStrategy[Any]:
    """Return a line as a program may send it."""
    return st.one_of(values, good(key).map(GAMES[key].to_json))


@cache
def members(key: str) -> SearchStrategy[str]:
    """A name that the schema of the game gives to some member, or none of them."""
    return st.sampled_from(sorted({*_named(GAMES[key].schema), "x"}))


@cache
def values(key: str) -> SearchStrategy[Any]:
    """Return what a program may send in the place of anything, with the words of the schema."""
    words = sorted({*_constants(GAMES[key].schema)}, key=str)
    leaves = st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.integers(-1, 60),
        st.just(10**400),
        st.floats(),
        st.text(max_size=5),
        st.sampled_from([*words, "\ud800"]),
        st.binary(max_size=3),
    )
    names = st.one_of(members(key), leaves)
    return st.recursive(
        leaves,
        lambda inner: st.one_of(
            st.lists(inner, max_size=6), st.dictionaries(names, inner, max_size=6)
        ),
        max_leaves=12,
    )


@cache
def schema_of(key: str) -> Draft202012Validator:
    return Draft202012Validator(GAMES[key].schema)


def check_refused_or_valid(key: str, obj: Any) -> None:
    """An object is refused, in words that can be sent, or is a line of the game."""
    game = GAMES[key]
    try:
        hand = game.from_json(obj)
    except RuleError as error:
        json.dumps(error.params)
        str(error).encode()
    else:
        schema_of(key).validate(obj)
        assert game.parse(str(hand)) == hand


@st.composite
def _spoilt(draw: Any, lines: SearchStrategy[str], words: SearchStrategy[str]) -> str:
    """A good line with a word more, or with another in the place of one of its own."""
    told = draw(lines).split(" ")
    at = draw(st.integers(0, len(told)))
    return " ".join([*told[:at], draw(words), *told[at + draw(st.integers(0, 1)) :]])


def _named(schema: Any) -> set[str]:
    own = schema.get("properties", {}) if isinstance(schema, Mapping) else {}
    return {*own}.union(*map(_named, _inner(schema)))


def _constants(schema: Any) -> set[Any]:
    own = [] if not isinstance(schema, Mapping) else [*schema.get("enum", [])]
    if isinstance(schema, Mapping) and "const" in schema:
        own.append(schema["const"])
    return {one for one in own if isinstance(one, str | int)}.union(
        *map(_constants, _inner(schema))
    )


def _inner(schema: Any) -> list[Any]:
    if isinstance(schema, Mapping):
        return list(schema.values())
    return list(schema) if isinstance(schema, list | tuple) else []
