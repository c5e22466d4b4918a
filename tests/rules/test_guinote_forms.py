"""Notation, structured form and schema: round trips, and whatever anybody may send."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from rules.core import RuleError, parse_json
from rules.guinote import GUINOTE
from rules.guinote.hands import Cante, Coto, Deal, Partida, Renuncio, Ruling
from rules.lines import Forfeit, Stop
from tests.rules.typed import sent, typed

VALID = Draft202012Validator(GUINOTE.schema)
SIDES = st.sampled_from([0, 1])
REASONS = st.text(min_size=1, max_size=150).filter(
    lambda text: " ".join(text.split()) and " ".join(text.split()).isprintable()
)


@st.composite
def cantes(draw) -> tuple[Cante, ...]:
    """Each suit once, at most one of them the trump; a veinte may hide its suit."""
    suits = draw(st.lists(st.sampled_from("oceb"), unique=True, max_size=4))
    trump = suits[0] if len(suits) == 4 or (suits and draw(st.booleans())) else None
    sung = []
    for suit in suits:
        told = suit if suit == trump or draw(st.booleans()) else None
        sung.append(Cante(draw(SIDES), 40 if suit == trump else 20, told))
    return tuple(draw(st.permutations(sung)))


@st.composite
def deals(draw) -> Deal:
    dealer = draw(st.sampled_from([None, 0, 1]))
    one = st.integers(0, 120).filter(lambda tantos: tantos not in (1, 119))
    a = draw(one)
    if draw(st.booleans()):
        return Deal((a, 120 - a), draw(SIDES), draw(cantes()), None, dealer)
    b = draw(st.integers(0, 120 - a).filter(lambda b: 1 not in (b, 120 - a - b) and b != 119))
    return Deal((a, b), None, draw(cantes()), draw(SIDES), dealer)


HANDS = st.one_of(
    deals(),
    st.builds(Renuncio, SIDES, st.integers(1, 6)),
    st.builds(Partida, SIDES),
    st.builds(Coto, st.tuples(st.integers(0, 99), st.integers(0, 99))),
    st.builds(Ruling, st.sampled_from([None, 0, 1]), REASONS),
    st.builds(Forfeit, SIDES, REASONS),
    st.builds(Stop, REASONS, st.booleans()),
)


@given(HANDS)
def test_notation_hand_and_json_are_the_same_thing(hand):
    assert GUINOTE.parse(str(hand)) == hand
    obj = GUINOTE.to_json(hand)
    assert GUINOTE.from_json(obj) == hand
    assert GUINOTE.from_json(parse_json(json.dumps(obj))) == hand
    VALID.validate(obj)


@pytest.mark.parametrize(
    ("written", "line"),
    [
        ("62-58 uA A20o B40e", "62-58 uA A20o B40e"),
        ("  62-58   b40E a20O ua ", "62-58 uA B40e A20o"),
        ("9-31 !a", "9-31 !A"),
        ("60-60 dB uA", "60-60 uA dB"),
        ("062-058 uA", "62-58 uA"),
        ("RENUNCIO a 5", "renuncio A 5"),
        ("Partida b", "partida B"),
        ("COTO 3-1", "coto 3-1"),
        ("pierde a:no  se presenta", "pierde A: no se presenta"),
        ("Árbitro partida b: señas: dos veces", "arbitro partida B: señas: dos veces"),
        ("arbitro anula: renuncio de los dos", "arbitro anula: renuncio de los dos"),
    ],
)
def test_what_people_type_and_how_it_is_kept(written, line):
    assert str(GUINOTE.parse(written)) == line


WORDS = st.sampled_from(
    [
        "62-58",
        "uA",
        "A20o",
        "B40e",
        "!A",
        "dB",
        "renuncio",
        "A",
        "5",
        "coto",
        "3-1",
        "partida",
        "pierde",
        "arbitro",
        "anula",
        ":",
        "B:",
        "-",
        "0-0",
        "６",
        "А",
        "١",
        "\x00",
        "\ud800",
    ]
)


@given(typed("guinote", WORDS))
def test_whatever_is_typed_is_a_line_or_refused(text):
    try:
        hand = GUINOTE.parse(text)
    except RuleError as error:
        json.dumps(error.params)
    else:
        assert GUINOTE.parse(str(hand)) == hand


KEYS = st.sampled_from(
    [
        "kind",
        "cards",
        "last",
        "cantes",
        "declared",
        "dealer",
        "side",
        "point",
        "winner",
        "partidas",
        "ruling",
        "reason",
        "loser",
        "value",
        "suit",
        "x",
    ]
)
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.just(10**400),
    st.floats(),
    st.text(max_size=5),
    st.sampled_from(["A", "B", "deal", "renuncio", "partida", "coto", "ruling", "forfeit", "stop"]),
    st.sampled_from(["anula", "o", "\ud800", 20, 40, 60]),
    st.binary(max_size=3),
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.one_of(KEYS, LEAVES), inner, max_size=6)
    ),
    max_leaves=12,
)


@given(sent("guinote", VALUES))
def test_whatever_is_sent_is_a_line_or_refused(obj):
    _refused_or_valid(obj)


@given(HANDS, KEYS, LEAVES, st.booleans())
def test_a_good_object_with_one_member_spoilt_is_a_line_or_refused(hand, key, value, drop):
    obj = GUINOTE.to_json(hand)
    if drop:
        obj.pop(key, None)
    else:
        obj[key] = value
    _refused_or_valid(obj)


def _refused_or_valid(obj) -> None:
    try:
        hand = GUINOTE.from_json(obj)
    except RuleError as error:
        json.dumps(error.params)
        str(error).encode()
    else:
        VALID.validate(obj)
        assert GUINOTE.parse(str(hand)) == hand


@pytest.mark.parametrize(
    "text", ["", "{", "NaN", '{"point": Infinity}', "[" * 100_000, "9" * 5000, "\ud800"]
)
def test_json_that_cannot_be_read(text):
    with pytest.raises(RuleError, match="json_unreadable"):
        parse_json(text)
