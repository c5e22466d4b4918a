"""Notation, structured form and schema: round trips, and whatever anybody may send."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from rules.core import RuleError, fold, parse_json
from rules.lines import Forfeit, Stop
from rules.zanga import ZANGA
from rules.zanga.hands import NAIPES, WAYS, Deal, Partida
from rules.zanga.options import Options
from rules.zanga.renuncios import Renuncio
from rules.zanga.rulings import ManoRuling, PartidaRuling, ValesRuling, VoidRuling
from tests.rules.typed import sent, typed

VALID = Draft202012Validator(ZANGA.schema)
SIDES = st.sampled_from([0, 1])
SEATS = st.sampled_from(range(4))
MAYBE = st.sampled_from([None, None, 0, 1])
REASONS = st.text(min_size=1, max_size=150).filter(
    lambda text: " ".join(text.split()) and " ".join(text.split()).isprintable()
)


@st.composite
def deals(draw) -> Deal:
    """Whatever the constructor allows; what it refuses is drawn again, without its extras."""
    cards = draw(st.sampled_from(["propias", "propias", *NAIPES]))
    passes = 3 if cards != "propias" else draw(st.integers(0, 3))
    ways = [way for way in WAYS if way != "obligado" or passes < 3]
    offender = draw(MAYBE)
    renuncios = ()
    a = draw(st.integers(0, 8))
    bazas = (a, 8 - a)
    if offender is not None:
        kinds = [(False, False), (True, False), (True, True)]
        one = st.builds(lambda kind: Renuncio(offender, *kind), st.sampled_from(kinds))
        renuncios = tuple(draw(st.lists(one, min_size=1, max_size=3)))
        bazas = (a, draw(st.integers(0, 8 - a)))
    five = draw(MAYBE)
    told = {
        "bazas": draw(st.sampled_from([None, bazas, bazas, bazas])),
        "five": five,
        "todas": five is not None and draw(st.booleans()),
        "estuche": draw(MAYBE),
        "false_claim": draw(MAYBE),
        "renuncios": renuncios,
    }
    way, mano = draw(st.sampled_from(ways)), draw(st.sampled_from([None, 0, 1, 2, 3]))
    try:
        return Deal(passes, way, cards, mano=mano, **told)
    except RuleError:
        return Deal(passes, way, cards, (a, 8 - a), mano=mano)


@st.composite
def vales(draw) -> ValesRuling:
    a = draw(st.integers(0, 32))
    b = draw(st.integers(0, 32 - a))
    return ValesRuling((a, b), 32 - a - b, draw(REASONS))


HANDS = st.one_of(
    deals(),
    deals(),
    st.builds(Partida, SIDES),
    st.builds(PartidaRuling, SIDES, REASONS),
    st.builds(VoidRuling, REASONS),
    vales(),
    st.builds(ManoRuling, SEATS, REASONS),
    st.builds(Forfeit, SIDES, REASONS),
    st.builds(Stop, REASONS, st.booleans()),
)


@given(HANDS)
def test_notation_hand_and_json_are_the_same_thing(hand):
    assert ZANGA.parse(str(hand)) == hand
    obj = ZANGA.to_json(hand)
    assert ZANGA.from_json(obj) == hand
    assert ZANGA.from_json(parse_json(json.dumps(obj))) == hand
    VALID.validate(obj)


@pytest.mark.parametrize(
    ("written", "line"),
    [
        ("j 5-3 mA1", "j 5-3 mA1"),
        ("  PPJ  4-4   EB ", "ppj 4-4 eB"),
        ("j mb2 ea ca 05-0", "j 5-0 cA eA mB2"),
        ("j 8-0 cA tA", "j 8-0 tA"),
        ("pppzs 3-5", "pppzs 3-5"),
        ("PPPV 3-5", "pppv 3-5"),
        ("m 2-0 RBe8", "m 2-0 rBe8"),
        ("j rb", "j rB"),
        ("Partida b", "partida B"),
        ("pierde a:no  se presenta", "pierde A: no se presenta"),
        ("Árbitro partida b: señas: dos veces", "arbitro partida B: señas: dos veces"),
        ("ARBITRO Vales 020-8-4: dos renuncios", "arbitro vales 20-8-4: dos renuncios"),
        ("arbitro mano a2: dio otro", "arbitro mano A2: dio otro"),
        ("arbitro anula: sin corte", "arbitro anula: sin corte"),
    ],
)
def test_what_people_type_and_how_it_is_kept(written, line):
    assert str(ZANGA.parse(written)) == line


WORDS = st.sampled_from(
    [
        "j",
        "pj",
        "pppz",
        "pppvs",
        "s",
        "m",
        "o",
        "5-3",
        "4-4",
        "8-0",
        "0-8",
        "cA",
        "cB",
        "tA",
        "eA",
        "eB",
        "fA",
        "rA",
        "rBe",
        "rBe8",
        "mA1",
        "mB2",
        "partida",
        "A",
        "pierde",
        "arbitro",
        "anula",
        "vales",
        "20-8-4",
        "mano",
        ":",
        "B:",
        "-",
        "６",
        "А",
        "ſ",
        "\x00",
        "\ud800",
    ]
)


@given(typed("zanga", WORDS))
def test_whatever_is_typed_is_a_line_or_refused(text):
    try:
        hand = ZANGA.parse(text)
    except RuleError as error:
        json.dumps(error.params)
    else:
        assert ZANGA.parse(str(hand)) == hand


KEYS = st.sampled_from(
    [
        "kind",
        "passes",
        "way",
        "naipes",
        "bazas",
        "five",
        "todas",
        "estuche",
        "false_claim",
        "renuncios",
        "mano",
        "winner",
        "ruling",
        "vales",
        "middle",
        "reason",
        "loser",
        "side",
        "matador",
        "eight",
        "x",
    ]
)
LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-1, 9),
    st.just(10**400),
    st.floats(),
    st.text(max_size=5),
    st.sampled_from(["A", "B", "A1", "deal", "partida", "ruling", "forfeit", "stop", "\ud800"]),
    st.sampled_from(["juega", "solo", "obligado", "zanga", "vuelta", "anula", "vales", "mano"]),
    st.binary(max_size=3),
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.one_of(KEYS, LEAVES), inner, max_size=6)
    ),
    max_leaves=12,
)


@given(sent("zanga", VALUES))
def test_whatever_is_sent_is_a_line_or_refused(obj):
    _refused_or_valid(obj)


@given(HANDS, KEYS, st.one_of(LEAVES, VALUES), st.booleans())
def test_a_good_object_with_one_member_spoilt_is_a_line_or_refused(hand, key, value, drop):
    obj = ZANGA.to_json(hand)
    if drop:
        obj.pop(key, None)
    else:
        obj[key] = value
    _refused_or_valid(obj)


def _refused_or_valid(obj) -> None:
    try:
        hand = ZANGA.from_json(obj)
    except RuleError as error:
        json.dumps(error.params)
        str(error).encode()
    else:
        VALID.validate(obj)
        assert ZANGA.parse(str(hand)) == hand


OPTIONS = st.builds(Options, st.integers(1, 4), st.integers(0, 4), st.booleans())


@given(st.lists(HANDS, max_size=40), OPTIONS)
def test_thirty_two_vales_always(hands, options):
    """Whatever lines come, each is refused or leaves 32 between the pairs and the middle."""
    score = ZANGA.start(options)
    for hand in hands:
        try:
            score = ZANGA.play(score, hand, options)
        except RuleError as error:
            json.dumps(error.params)
            continue
        vales = score.tallies[1]
        assert sum(vales) + score.state.middle == 32
        assert min(*vales, score.state.middle) >= 0
        assert 0 <= score.state.acodillado <= score.state.middle
        assert 32 not in vales


@given(st.text(max_size=8), st.integers(0, 200), OPTIONS)
def test_a_fold_never_depends_on_how_it_was_cut(seed, cut, options):
    hands = ZANGA.play_match(options, seed)
    steps = fold(ZANGA, options, hands)
    cut %= len(hands) + 1
    score = fold(ZANGA, options, hands[:cut])[-1].score if cut else ZANGA.start(options)
    for step, hand in zip(steps[cut:], hands[cut:], strict=True):
        score = ZANGA.play(score, hand, options)
        assert score == step.score
