"""Notation, structured form and schema: round trips, and whatever anybody may send."""

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from rules.core import RuleError, fold, parse_json
from rules.lines import Forfeit, Stop
from rules.malilla import MALILLA
from rules.malilla.forms import FAULTS, FORMS, RANKS
from rules.malilla.hands import Card, Committed, Deal, Favorito, Misdeal, Partida, Ruling, Vuelta
from rules.malilla.options import Options
from tests.rules.typed import sent, typed

VALID = Draft202012Validator(MALILLA.schema)
SIDES = st.sampled_from([0, 1, 2, 3])
SIDE_OR_NONE = st.one_of(st.none(), SIDES)
SUITS = st.sampled_from("oceb")
REASONS = st.text(min_size=1, max_size=150).filter(
    lambda text: " ".join(text.split()) and " ".join(text.split()).isprintable()
)


@st.composite
def points(draw, total: int) -> tuple[int, ...]:
    cuts = draw(st.lists(st.integers(0, total), min_size=1, max_size=3))
    edges = [0, *sorted(cuts), total]
    return tuple(high - low for low, high in pairwise(edges))


def zero_sums(low: int, high: int) -> st.SearchStrategy[tuple[int, ...]]:
    numbers = st.lists(st.integers(low, high), min_size=1, max_size=3)
    return numbers.map(lambda some: (*some, -sum(some)))


@st.composite
def deals(draw) -> Deal:
    asleep = draw(st.one_of(st.none(), st.integers(0, 48)))
    made = draw(points(72 - (asleep or 0)))
    faults = draw(
        st.lists(st.builds(Committed, SIDES, st.sampled_from([*FAULTS])), unique=True, max_size=3)
    )
    if sum(fault.fault == "turno" for fault in faults) > 1:
        faults = []
    split = draw(st.one_of(st.none(), zero_sums(-20, 20)))
    return Deal(
        made,
        asleep,
        draw(st.one_of(st.none(), st.builds(Card, st.sampled_from([*RANKS]), SUITS))),
        draw(st.sampled_from([None, True, False])) if sum(made) in made else None,
        draw(SIDE_OR_NONE),
        tuple(faults),
        split if split is not None and len(split) == len(made) else None,
    )


AMOUNTS = st.lists(st.integers(-199_998, 199_998), min_size=2, max_size=4).map(tuple)
HANDS = st.one_of(
    deals(),
    st.builds(Misdeal, st.booleans(), SIDE_OR_NONE),
    st.builds(Favorito, SUITS),
    st.builds(Vuelta, AMOUNTS),
    st.builds(Partida, AMOUNTS),
    st.builds(Ruling, st.just("anula"), REASONS),
    st.builds(Ruling, st.sampled_from(["da", "partida"]), REASONS, SIDES),
    st.builds(Ruling, st.just("tantos"), REASONS, halves=zero_sums(-9999, 9999)),
    st.builds(Forfeit, SIDES, REASONS),
    st.builds(Stop, REASONS, st.booleans()),
)
OPTIONS = st.builds(
    Options,
    form=st.sampled_from([*FORMS]),
    vueltas=st.integers(1, 3),
    favorito=st.booleans(),
    mariperez=st.booleans(),
)


@given(HANDS)
def test_notation_hand_and_json_are_the_same_thing(hand):
    assert MALILLA.parse(str(hand)) == hand
    obj = MALILLA.to_json(hand)
    assert MALILLA.from_json(obj) == hand
    assert MALILLA.from_json(parse_json(json.dumps(obj))) == hand
    VALID.validate(obj)


@given(OPTIONS, st.lists(HANDS, max_size=4))
def test_any_lines_give_a_score_or_are_refused(options, hands):
    try:
        steps = fold(MALILLA, options, hands)
    except RuleError as error:
        json.dumps(error.params)
        return
    for step in steps:
        assert [len(tally) for tally in step.score.tallies] == [options.sides] * 2
        if not isinstance(step.hand, Forfeit | Ruling):
            assert sum(step.score.points) == 0


@pytest.mark.parametrize(
    ("written", "line"),
    [
        ("  40-32   ro  da  A/CARGAR", "40-32 Ro dA A/cargar"),
        ("40-32 a/cargar Da 12O", "40-32 Ro dA A/cargar"),
        ("040-032 11c", "40-32 Cc"),
        ("40-32 10e", "40-32 Se"),
        ("40-32 s", "40-32 S"),
        ("40-27 S5", "40-27 s5"),
        ("72-0 CAPOTE", "72-0 capote"),
        ("72-0 SinCapote", "72-0 sincapote"),
        ("10-22-20-20 A/servir R-10+4+3+3", "10-22-20-20 A/servir r-10+4+3+3"),
        ("MAL da", "mal dA"),
        ("Baraja", "baraja"),
        ("FAVORITO O", "favorito o"),
        ("vuelta +6,5-6½", "vuelta +6.5-6.5"),
        ("partida +20-20.0", "partida +20-20"),
        ("pierde c:no  viene", "pierde C: no viene"),
        ("Árbitro +10-10: señas: dos veces", "arbitro +10-10: señas: dos veces"),
        ("arbitro ANULA: carta vista", "arbitro anula: carta vista"),
        ("arbitro da d: sorteo", "arbitro da D: sorteo"),
        ("arbitro partida b: señas", "arbitro partida B: señas"),
    ],
)
def test_what_people_type_and_how_it_is_kept(written, line):
    assert str(MALILLA.parse(written)) == line


WORDS = st.sampled_from(
    [
        "40-32",
        "30-12-20-10",
        "24-24-24",
        "Ro",
        "5",
        "s5",
        "capote",
        "sincapote",
        "dA",
        "dE",
        "A/mas",
        "A/",
        "r-10+5+5",
        "r",
        "+20-20",
        "+6.5-6.5",
        "+",
        "vuelta",
        "partida",
        "favorito",
        "o",
        "mal",
        "baraja",
        "pierde",
        "arbitro",
        "anula",
        "da",
        "A",
        ":",
        "B:",
        "-",
        "４０-３２",
        "А",
        "١",
        "\x00",
        "\ud800",
        "½",
        "99999999-1",
        "+99999999-1",
    ]
)


@given(typed("malilla", WORDS))
def test_whatever_is_typed_is_a_line_or_refused(text):
    try:
        hand = MALILLA.parse(text)
    except RuleError as error:
        json.dumps(error.params)
    else:
        assert MALILLA.parse(str(hand)) == hand


KEYS = st.sampled_from(
    [
        "kind",
        "points",
        "asleep",
        "card",
        "capote",
        "dealer",
        "faults",
        "split",
        "side",
        "fault",
        "rank",
        "suit",
        "short_pack",
        "tantos",
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
    st.sampled_from(["A", "E", "deal", "misdeal", "favorito", "vuelta", "partida", "ruling"]),
    st.sampled_from(
        ["forfeit", "stop", "anula", "da", "tantos", "o", "R", "mas", "\ud800", 6.5, 40, 32]
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


@given(sent("malilla", VALUES))
def test_whatever_is_sent_is_a_line_or_refused(obj):
    _refused_or_valid(obj)


@given(HANDS, KEYS, VALUES, st.booleans())
def test_a_good_object_with_one_member_spoilt_is_a_line_or_refused(hand, key, value, drop):
    obj = MALILLA.to_json(hand)
    if drop:
        obj.pop(key, None)
    else:
        obj[key] = value
    _refused_or_valid(obj)


def test_a_line_with_every_fault_there_is_room_for():
    faults = tuple(Committed(side, "contrafallar") for side in range(4))
    faults += tuple(Committed(side, "mostrar") for side in range(4))
    deal = Deal((9, 21, 21, 21), 0, Card("R", "o"), None, 1, faults, (-1200, 400, 400, 400))
    assert MALILLA.parse(str(deal)) == deal
    with pytest.raises(RuleError, match="fault_many"):
        Deal((40, 32), faults=(*faults, Committed(0, "servir")))


def _refused_or_valid(obj) -> None:
    try:
        hand = MALILLA.from_json(obj)
    except RuleError as error:
        json.dumps(error.params)
        str(error).encode()
    else:
        VALID.validate(obj)
        assert MALILLA.parse(str(hand)) == hand
