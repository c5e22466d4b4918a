"""Notation, structured form and schema: round trips, and whatever anybody may send."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from rules.core import RuleError, parse_json, replay
from rules.lines import Forfeit, Stop
from rules.truco import TRUCO
from rules.truco.acts import (
    CHANTS,
    FAULTS,
    VALID_TANTOS,
    Answer,
    Chant,
    Fault,
    Mazo,
    Round,
    Seat,
    Tanto,
    Tantos,
    Won,
)
from rules.truco.hands import Chico, Deal, ExtraCards, Misdeal, Ruling, Signs
from tests.rules.typed import sent, typed

VALID = Draft202012Validator(TRUCO.schema)
SIDES = st.sampled_from([0, 1, 2])
SIDES_OR_NONE = st.sampled_from([None, 0, 1, 2])
REASONS = st.text(min_size=1, max_size=150).filter(
    lambda text: " ".join(text.split()) and " ".join(text.split()).isprintable()
)
SEATS = st.builds(Seat, SIDES, st.integers(1, 3))
SEATS_OR_NONE = st.one_of(st.none(), SEATS)
ONE_TANTO = st.builds(
    Tanto, st.sampled_from(sorted(VALID_TANTOS)), st.sampled_from([None, 1, 2, 3])
)
TANTOS = st.builds(
    Tantos, st.lists(st.one_of(st.none(), ONE_TANTO), min_size=2, max_size=3).filter(any).map(tuple)
)
ACTS = st.one_of(
    st.builds(Chant, SIDES, st.sampled_from(sorted(CHANTS))),
    st.builds(Answer, st.booleans()),
    st.builds(Round, SIDES_OR_NONE),
    st.builds(Mazo, SIDES),
    st.builds(Won, SIDES),
)


@st.composite
def deals(draw) -> Deal:
    """Any acts in any order, with the tantos once at most: whether they can be is for `play`."""
    acts = draw(st.lists(ACTS, min_size=1, max_size=20))
    if draw(st.booleans()):
        acts.insert(draw(st.integers(0, len(acts))), draw(TANTOS))
    faults = draw(st.lists(st.builds(Fault, st.sampled_from(sorted(FAULTS)), SIDES), unique=True))
    return Deal(tuple(acts), tuple(faults), draw(SEATS_OR_NONE), draw(SIDES_OR_NONE))


HANDS = st.one_of(
    deals(),
    st.builds(Misdeal, st.sampled_from([None, "mas", "menos", "vuelta"]), SEATS_OR_NONE),
    st.builds(ExtraCards, SIDES, SEATS_OR_NONE),
    st.builds(Signs, SIDES, REASONS),
    st.builds(
        Chico, st.lists(st.integers(0, 99), min_size=2, max_size=3).map(tuple), SIDES_OR_NONE
    ),
    st.builds(Chico, st.none(), SIDES),
    st.builds(Ruling, st.just("anula"), st.none(), st.none(), REASONS),
    st.builds(Ruling, st.sampled_from(["chico", "partido"]), SIDES, st.none(), REASONS),
    st.builds(Ruling, st.just("tantos"), SIDES, st.integers(1, 7), REASONS),
    st.builds(Forfeit, SIDES, REASONS),
    st.builds(Stop, REASONS, st.booleans()),
)


@given(HANDS)
def test_notation_hand_and_json_are_the_same_thing(hand):
    assert TRUCO.parse(str(hand)) == hand
    obj = TRUCO.to_json(hand)
    assert TRUCO.from_json(obj) == hand
    assert TRUCO.from_json(parse_json(json.dumps(obj))) == hand
    VALID.validate(obj)


@pytest.mark.parametrize(
    ("written", "line"),
    [
        ("Ae q 31-27 At q ABA", "Ae q 31-27 At q ABA"),
        ("  AE   Q 31-B at quiero a b a ", "Ae q 31-b At q ABA"),
        ("A b A", "ABA"),
        ("AA db2", "AA dB2"),
        ("AA dB1", "AA dB"),
        ("+A AA xb GC", "AA +A xB gC"),
        ("Ae no =a", "Ae n =A"),
        ("07-031 Ae", "7-31 Ae"),
        ("CHICO 30-024", "chico 30-24"),
        ("Chico b", "chico B"),
        ("maldada VUELTA a2", "maldada vuelta A2"),
        ("Sobra a", "sobra A"),
        ("SOBRA a Db2", "sobra A dB2"),
        ("señas a: los pies", "senas A: los pies"),
        ("Árbitro tantos b 2: avisó: dos veces", "arbitro tantos B 2: avisó: dos veces"),
        ("arbitro Partido a:  se  fueron", "arbitro partido A: se fueron"),
        ("pierde c: no se presenta", "pierde C: no se presenta"),
    ],
)
def test_what_people_type_and_how_it_is_kept(written, line):
    assert str(TRUCO.parse(written)) == line


WORDS = st.sampled_from(
    [
        "Ae",
        "Be",
        "Are",
        "Bfe",
        "At",
        "Brt",
        "Av4",
        "q",
        "n",
        "31-27",
        "31.2-b",
        "12-3",
        "ABA",
        "p",
        "A",
        "B",
        "C",
        "mB",
        "=A",
        "sA",
        "xB",
        "+A",
        "iC",
        "dA2",
        "gB",
        "chico",
        "30-24",
        "maldada",
        "vuelta",
        "sobra",
        "senas",
        "pierde",
        "arbitro",
        "anula",
        "tantos",
        "2",
        ":",
        "B:",
        "-",
        "６",
        "А",
        "١",
        "\x00",
        "\ud800",
    ]
)
OPTIONS = st.sampled_from(list(TRUCO.presets.values()))


@given(typed("truco", WORDS))
def test_whatever_is_typed_is_a_line_or_refused(text):
    try:
        hand = TRUCO.parse(text)
    except RuleError as error:
        json.dumps(error.params)
    else:
        assert TRUCO.parse(str(hand)) == hand


@given(OPTIONS, st.lists(st.one_of(HANDS.map(str), st.lists(WORDS).map(" ".join)), max_size=4))
def test_whatever_is_played_is_a_score_or_refused(options, lines):
    try:
        steps = replay(TRUCO, options, lines)
    except RuleError as error:
        json.dumps(error.params)
        str(error).encode()
    else:
        for step in steps:
            assert all(len(tally) == options.sides for tally in step.score.tallies)
            assert max(step.score.tallies[2]) < options.target


KEYS = st.sampled_from(
    [
        "kind",
        "acts",
        "act",
        "side",
        "chant",
        "querido",
        "tantos",
        "value",
        "seat",
        "winner",
        "faults",
        "fault",
        "dealer",
        "gallo",
        "points",
        "cards",
        "ruling",
        "reason",
        "loser",
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
    st.sampled_from(["A", "C", "deal", "chico", "misdeal", "extra_cards", "signs", "ruling"]),
    st.sampled_from(
        ["forfeit", "stop", "round", "mazo", "won", "answer", "anula", "partido", "\ud800"]
    ),
    st.binary(max_size=3),
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.one_of(KEYS, LEAVES), inner, max_size=6)
    ),
    max_leaves=12,
)


@given(sent("truco", VALUES))
def test_whatever_is_sent_is_a_line_or_refused(obj):
    _refused_or_valid(obj)


@given(HANDS, KEYS, VALUES, st.booleans())
def test_a_good_object_with_one_member_spoilt_is_a_line_or_refused(hand, key, value, drop):
    obj = TRUCO.to_json(hand)
    if drop:
        obj.pop(key, None)
    else:
        obj[key] = value
    _refused_or_valid(obj)


@given(deals(), st.integers(0, 20), KEYS, VALUES)
def test_a_good_hand_with_one_act_spoilt_is_a_line_or_refused(hand, place, key, value):
    obj = TRUCO.to_json(hand)
    acts = obj["acts"]
    acts[place % len(acts)][key] = value
    _refused_or_valid(obj)


def _refused_or_valid(obj) -> None:
    try:
        hand = TRUCO.from_json(obj)
    except RuleError as error:
        json.dumps(error.params)
        str(error).encode()
    else:
        VALID.validate(obj)
        assert TRUCO.parse(str(hand)) == hand


def test_a_hand_of_a_million_acts_is_refused():
    obj = {"kind": "deal", "acts": [{"act": "round", "winner": "A"}] * 1_000_000}
    with pytest.raises(RuleError, match="acts_many"):
        TRUCO.from_json(obj)
