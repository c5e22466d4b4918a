"""Bad input of any kind raises only `RuleError`, in every game.

The tests spoil valid lines: with look-alike signs, and with JSON members that are missing, extra,
of another type, NaN or huge. If a game accepts a spoilt line, it must play it like any line.
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
from tests.rules.adds_up import check_sums
from tests.rules.pool import lines_of
from tests.sizes import size

KEYS = list(GAMES)


@cache
def schema_of(key):
    return Draft202012Validator(GAMES[key].schema)


@cache
def words_of(key):
    """Return a strategy of texts: one to five words of a game's lines in any order."""
    words = sorted({word for hand in lines_of(key) for word in str(hand).split()})
    return st.lists(st.sampled_from(words), min_size=1, max_size=5).map(" ".join)


# --- Bad input: notation --------------------------------------------------------------------
# Signs that look like the signs of a line, or that a keyboard or a phone inserts.
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
    """Draw a valid line with up to three changes.

    A change is a look-alike, missing, repeated or strange sign, a number or some words.
    """
    text = str(draw(st.sampled_from(lines_of(key))))
    for _ in range(draw(st.integers(0, 3))):
        place = draw(st.integers(0, len(text)))
        sign = text[place : place + 1]
        replacement = draw(
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
        text = text[:place] + replacement + text[place + draw(st.integers(0, 2)) :]
    return text


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
@settings(max_examples=size(50, 150), suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_any_text_is_read_or_raises_a_rule_error(key, data):
    game = GAMES[key]
    text = data.draw(st.one_of(spoilt_lines(key), words_of(key), st.text()))
    options = game.presets[data.draw(st.sampled_from(list(game.presets)))]
    try:
        hand = game.parse(text)
    except RuleError as error:
        _check_error(error)
        return
    assert game.parse(str(hand)) == hand
    assert game.from_json(game.to_json(hand)) == hand
    assert str(hand).isprintable()
    _check_play(game, options, hand)


@pytest.mark.parametrize("key", KEYS)
def test_a_line_with_a_look_alike_sign_is_refused(key):
    """Signs like the Cyrillic А and the wide ６ are refused in place of a side or a digit."""
    game = GAMES[key]
    lines_tried = 0
    for hand in lines_of(key):
        line = str(hand)
        words, reason, _ = line.partition(": ")
        for sign in set(words) & (set("ABCD0123456789")):
            for look_alike in LOOK_ALIKES[sign]:
                with pytest.raises(RuleError):
                    game.parse(words.replace(sign, look_alike) + (reason and line[len(words) :]))
                    pytest.fail(words.replace(sign, look_alike))
                lines_tried += 1
    assert lines_tried


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
    """Return a strategy of the member names in a game's schema, and of the values that it lists."""
    names_and_values = set()

    def collect(schema):
        if isinstance(schema, Mapping):
            names_and_values.update(schema.get("properties", {}), schema.get("enum", []))
            names_and_values.update([schema["const"]] if "const" in schema else [])
            schema = list(schema.values())
        for inner in schema if isinstance(schema, list | tuple) else ():
            collect(inner)

    collect(GAMES[key].schema)
    return st.sampled_from(sorted(names_and_values, key=str))


def _paths(value, path=()):
    """Yield the path of every member inside a JSON value, starting with the value itself."""
    yield path
    if isinstance(value, dict | list):
        inside = value.items() if isinstance(value, dict) else enumerate(value)
        for name, member in inside:
            yield from _paths(member, (*path, name))


@st.composite
def spoilt_objects(draw, key):
    """Draw a valid line in JSON with up to two members replaced, removed or added."""
    obj = deepcopy(GAMES[key].to_json(draw(st.sampled_from(lines_of(key)))))
    for _ in range(draw(st.integers(0, 2))):
        *parents, last = draw(
            st.sampled_from([path for path in _paths(obj) if path] or [("kind",)])
        )
        parent = obj
        for name in parents:
            parent = parent[name]
        match draw(st.sampled_from(["put", "put", "drop", "extra", "again"])):
            case "put":
                parent[last] = draw(st.one_of(ANYTHING, members_of(key)))
            case "drop" if isinstance(parent, dict):
                parent.pop(last, None)  # the member may be absent: an earlier change removed it
            case "drop":
                del parent[last]
            case "extra" if isinstance(parent, dict):
                name = draw(st.one_of(st.text(max_size=6), members_of(key).map(str)))
                parent[name] = draw(ANYTHING)
            case _ if isinstance(parent, list):
                parent.append(draw(ANYTHING))
    return obj


@pytest.mark.slow
@pytest.mark.parametrize("key", KEYS)
@settings(max_examples=size(50, 150), suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_any_json_is_read_or_raises_a_rule_error(key, data):
    game = GAMES[key]
    obj = data.draw(st.one_of(spoilt_objects(key), ANYTHING))
    options = game.presets[data.draw(st.sampled_from(list(game.presets)))]
    try:
        hand = game.from_json(obj)
    except RuleError as error:
        _check_error(error)
        return
    schema_of(key).validate(obj)
    assert game.parse(str(hand)) == hand
    assert game.from_json(game.to_json(hand)) == hand
    _check_play(game, options, hand)


@each(
    "value", "NaN", "Infinity", "-Infinity", "9" * 5000, "[" * 100_000, "", "1 2", "'A'", "\ud800"
)
def test_invalid_json_is_refused(value):
    with pytest.raises(RuleError, match="json_unreadable"):
        parse_json(f'{{"kind": {value}}}')


def _check_play(game, options, hand):
    """Check that the game plays the hand with right sums, or refuses it with a `RuleError`."""
    try:
        score = game.play(game.start(options), hand, options)
    except RuleError as error:
        _check_error(error)
    else:
        check_sums(game.key, options, hand, score)


def _check_error(error):
    """Check that the error has a message in UTF-8, a field, and params that JSON can hold."""
    json.dumps(error.params)
    str(error).encode()
    assert error.field


@pytest.mark.parametrize("key", KEYS)
def test_some_spoilt_lines_are_still_accepted(key):
    """If every spoilt line were refused, the tests above would never play one."""
    accepted_count = Counter()

    @settings(
        max_examples=40,
        derandomize=True,
        database=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
    @given(spoilt_lines(key), spoilt_objects(key))
    def read_spoilt(text, obj):
        for name, reader, spoilt in (
            ("text", GAMES[key].parse, text),
            ("JSON", GAMES[key].from_json, obj),
        ):
            with suppress(RuleError):
                reader(spoilt)
                accepted_count[name] += 1

    read_spoilt()
    assert min(accepted_count["text"], accepted_count["JSON"]) >= 3


@each("read", single_line, clean_reason)
def test_a_value_that_is_no_text_is_refused(read):
    with is_refused("json_type"):
        read(7)


# --- Bad input: options ---------------------------------------------------------------------
@pytest.mark.parametrize("key", KEYS)
@settings(max_examples=size(40, 100), suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_any_options_are_valid_or_refused(key, data):
    game = GAMES[key]
    names = [option.name for option in fields(game.Options)]
    changes = data.draw(st.dictionaries(st.sampled_from([*names, "x"]), LEAVES, max_size=4))
    preset = data.draw(st.sampled_from(["", "no hay", *game.presets]))
    try:
        options = options_of(game, preset, changes)
    except RuleError as error:
        _check_error(error)
    else:
        assert 2 <= options.sides <= 5 and 0 <= options.people <= 3
        assert not game.start(options).over
