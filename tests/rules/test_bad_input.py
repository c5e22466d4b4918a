"""Bad input of any kind raises only `RuleError`, in every game.

Good lines are spoilt: look-alike signs; members that are missing, extra, of another type, NaN or
huge. An accepted line is a line like any other.
"""

import json
import math
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from copy import deepcopy
from dataclasses import fields
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from rules import GAMES
from rules.core import RuleError, options_of, parse_json
from rules.reading import clean_reason, single_line
from tests.refusals import is_refused
from tests.rows import each
from tests.rules.adds_up import holds
from tests.rules.pool import lines_of
from tests.sizes import size

KEYS = list(GAMES)


@cache
def schema_of(key):
    return Draft202012Validator(GAMES[key].schema)


@cache
def words_of(key):
    """Return the words of a game's lines, one alone or several in any order."""
    words = sorted({word for hand in lines_of(key) for word in str(hand).split()})
    return st.lists(st.sampled_from(words), min_size=1, max_size=5).map(" ".join)


# --- Bad input: notation -------------------------------------------------------------------- Signs
# that look like those of the lines, or that a keyboard or a phone inserts.
LOOK_ALIKES = {
    "A": "АΑＡ",
    "B": "ВΒＢ",
    "C": "СϹＣ",
    "D": "Ｄ",
    "e": "еｅ",
    "o": "оοｏ",
    "c": "сｃ",
    "p": "р",
    "-": "‐‑–—−",
    "/": "∕⁄／",
    "+": "＋﬩",
    " ": "\u00a0\u2003\u200b\t",
    ":": "：∶",
    "!": "！ǃ",
    "=": "＝",
    ".": "․．,",
}
LOOK_ALIKES |= {str(digit): chr(0xFF10 + digit) + chr(0x660 + digit) for digit in range(10)}
STRANGE = st.sampled_from(
    [
        "\x00",
        "\u200b",
        "\ufeff",
        "\u202e",
        "\ud800",
        "ß",
        "ſ",
        "½",
        "²",
        "①",
        "０",
        "١",
        "é",
        "é",
        "\n",
        "\r",
        "\u2028",
        "\U0001f0a1",
        "99999999999",
        "-",
        "--",
        "٠",
        "A" * 300,
    ]
)


@st.composite
def spoilt_lines(draw, key):
    """Draw a good line, or one with look-alike, missing, repeated or strange signs; or words."""
    text = str(draw(st.sampled_from(lines_of(key))))
    for _ in range(draw(st.integers(0, 3))):
        place = draw(st.integers(0, len(text)))
        sign = text[place : place + 1]
        instead = draw(
            st.one_of(
                st.sampled_from(LOOK_ALIKES.get(sign, "?")),
                STRANGE,
                st.text(max_size=3),
                st.just(sign * 2),
                st.sampled_from([sign.upper(), sign.lower(), ""]),
                st.integers(-2, 200).map(str),
                words_of(key).map(lambda words: f" {words} "),
            )
        )
        text = text[:place] + instead + text[place + draw(st.integers(0, 2)) :]
    return text


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
@settings(max_examples=size(50, 150), suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_no_text_makes_anything_but_a_rule_error(key, data):
    game = GAMES[key]
    text = data.draw(st.one_of(spoilt_lines(key), words_of(key), st.text()))
    options = game.presets[data.draw(st.sampled_from(list(game.presets)))]
    try:
        hand = game.parse(text)
    except RuleError as error:
        _can_be_told(error)
        return
    assert game.parse(str(hand)) == hand
    assert game.from_json(game.to_json(hand)) == hand
    assert str(hand).isprintable()
    _plays_or_refuses(game, options, hand)


@pytest.mark.parametrize("key", KEYS)
def test_no_look_alike_is_read_as_what_it_looks_like(key):
    """А, ６ and the like are refused: nobody could know which player or number was meant."""
    game = GAMES[key]
    read = 0
    for hand in lines_of(key):
        line = str(hand)
        told, reason, _ = line.partition(": ")
        for sign in set(told) & (set("ABCD0123456789")):
            for other in LOOK_ALIKES[sign]:
                with pytest.raises(RuleError):
                    game.parse(told.replace(sign, other) + (reason and line[len(told) :]))
                    pytest.fail(told.replace(sign, other))
                read += 1
    assert read


# --- Bad input: JSON ------------------------------------------------------------------------
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 140),
    st.floats(),
    st.text(max_size=4),
    st.sampled_from([10**400, -(10**400), 2**63, 1e400, -0.0, math.nan, 3.0, "3", "A", "\ud800"]),
    st.just([]),
    st.just({}),
    st.binary(max_size=2),
    st.just("many").map(lambda _: [0] * 1000),
    st.just(object()),
)
ANYTHING = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.text(max_size=6), inner, max_size=4)
    ),
    max_leaves=6,
)


@cache
def members_of(key):
    """Return the names of members in a game's schema, and the values it lists."""
    found = set()

    def look(schema):
        if isinstance(schema, Mapping):
            found.update(schema.get("properties", {}), schema.get("enum", []))
            found.update([schema["const"]] if "const" in schema else [])
            schema = list(schema.values())
        for inner in schema if isinstance(schema, list | tuple) else ():
            look(inner)

    look(GAMES[key].schema)
    return st.sampled_from(sorted(found, key=str))


def _places(value, path=()):
    """Yield the path of every member inside a JSON value, starting with the value itself."""
    yield path
    if isinstance(value, dict | list):
        inside = value.items() if isinstance(value, dict) else enumerate(value)
        for name, member in inside:
            yield from _places(member, (*path, name))


@st.composite
def spoilt_objects(draw, key):
    """Draw a good line in JSON, or one with a member of another type, missing, extra or huge."""
    obj = deepcopy(GAMES[key].to_json(draw(st.sampled_from(lines_of(key)))))
    for _ in range(draw(st.integers(0, 2))):
        *way, last = draw(st.sampled_from([path for path in _places(obj) if path] or [("kind",)]))
        inside = obj
        for name in way:
            inside = inside[name]
        match draw(st.sampled_from(["put", "put", "drop", "extra", "again"])):
            case "put":
                inside[last] = draw(st.one_of(ANYTHING, members_of(key)))
            case "drop" if isinstance(inside, dict):
                inside.pop(last, None)  # an object that has lost its members may be drawn again
            case "drop":
                del inside[last]
            case "extra" if isinstance(inside, dict):
                name = draw(st.one_of(st.text(max_size=6), members_of(key).map(str)))
                inside[name] = draw(ANYTHING)
            case _ if isinstance(inside, list):
                inside.append(draw(ANYTHING))
    return obj


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
@settings(max_examples=size(50, 150), suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_no_json_makes_anything_but_a_rule_error(key, data):
    game = GAMES[key]
    obj = data.draw(st.one_of(spoilt_objects(key), ANYTHING))
    options = game.presets[data.draw(st.sampled_from(list(game.presets)))]
    try:
        hand = game.from_json(obj)
    except RuleError as error:
        _can_be_told(error)
        return
    schema_of(key).validate(obj)
    assert game.parse(str(hand)) == hand
    assert game.from_json(game.to_json(hand)) == hand
    _plays_or_refuses(game, options, hand)


@each(
    "value", "NaN", "Infinity", "-Infinity", "9" * 5000, "[" * 100_000, "", "1 2", "'A'", "\ud800"
)
def test_what_is_no_json_is_refused(value):
    with pytest.raises(RuleError, match="json_unreadable"):
        parse_json(f'{{"kind": {value}}}')


def _plays_or_refuses(game, options, hand):
    try:
        score = game.play(game.start(options), hand, options)
    except RuleError as error:
        _can_be_told(error)
    else:
        holds(game.key, options, hand, score)


def _can_be_told(error):
    """Check that the error has a sentence, and that it can be sent as JSON."""
    json.dumps(error.params)
    str(error).encode()
    assert error.field


@pytest.mark.parametrize("key", KEYS)
def test_of_what_is_spoilt_enough_is_read(key):
    """Nonsense alone is always refused, and would test nothing."""
    read = Counter()

    @settings(
        max_examples=40,
        derandomize=True,
        database=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
    @given(spoilt_lines(key), spoilt_objects(key))
    def reading(text, obj):
        for name, reader, spoilt in (
            ("text", GAMES[key].parse, text),
            ("JSON", GAMES[key].from_json, obj),
        ):
            with suppress(RuleError):
                reader(spoilt)
                read[name] += 1

    reading()
    assert min(read["text"], read["JSON"]) >= 3


@each("read", single_line, clean_reason)
def test_what_is_no_text_is_refused(read):
    with is_refused("json_type"):
        read(7)


# --- Bad input: options ---------------------------------------------------------------------
@pytest.mark.parametrize("key", KEYS)
@settings(max_examples=size(40, 100), suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_any_options_are_options_or_refused(key, data):
    game = GAMES[key]
    names = [option.name for option in fields(game.Options)]
    asked = data.draw(st.dictionaries(st.sampled_from([*names, "x"]), LEAVES, max_size=4))
    preset = data.draw(st.sampled_from(["", "no hay", *game.presets]))
    try:
        options = options_of(game, preset, asked)
    except RuleError as error:
        _can_be_told(error)
    else:
        assert 2 <= options.sides <= 5 and 0 <= options.people <= 3
        assert not game.start(options).over
