"""Notation, structured form and schema of revesino: round trips, and whatever anybody may send."""

import json

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from rules.core import RuleError, parse_json
from rules.lines import End, Forfeit, Stop
from rules.revesino import REVESINO
from rules.revesino.codes import CARDS
from rules.revesino.fates import Fate
from rules.revesino.hands import Deal, Napolitana, Revesino
from rules.revesino.results import Plate, Result
from rules.revesino.rulings import FAULTS, DealerRuling, Fault, Null, Ruling
from tests.rules.typed import sent, typed

VALID = Draft202012Validator(REVESINO.schema)
SIDES = st.integers(0, 3)
MAYBE = st.sampled_from([None, 0, 1, 2, 3])
RENUNCIOS = st.lists(SIDES, unique=True, max_size=2).map(tuple)
AMOUNTS = st.tuples(*[st.integers(-1000, 1000)] * 4)
REASONS = st.text(min_size=1, max_size=150).filter(
    lambda text: " ".join(text.split()) and " ".join(text.split()).isprintable()
)


def _or_not(build):
    """What `build` makes of drawn values, leaving out those that the rules refuse."""

    @st.composite
    def strategy(draw):
        try:
            return build(draw)
        except RuleError:
            assume(False)

    return strategy()


def _fate(draw, card: str) -> Fate:
    fate = draw(st.sampled_from(["sold", "drawn", "led", "asleep"]))
    gains = draw(SIDES) if fate in ("sold", "drawn") else None
    return Fate(card, fate, gains, None if fate == "asleep" else draw(SIDES))


def _deal(draw) -> Deal:
    first, second, third = sorted(draw(st.tuples(*[st.integers(0, 11)] * 3)))
    bazas = (first, second - first, third - second, 11 - third)
    cards = tuple(_fate(draw, card) for card in CARDS)
    held = [0, 0, 0, 0]
    for fate in cards:
        if fate.pays is not None and (fate.fate == "sold" or fate.card != "cc"):
            held[fate.pays] += 2 if fate.card == "cc" else 4
    richest = max(range(4), key=bazas.__getitem__)
    awake = sum(2 if fate.card == "cc" else 4 for fate in cards if fate.fate != "asleep")
    held[richest] += 22 + awake - sum(held)
    return Deal(bazas, tuple(held), cards, draw(RENUNCIOS), draw(MAYBE))


def _revesino(draw) -> Revesino:
    duty = draw(st.sampled_from(["", "levanta", "otra"]))
    return Revesino(draw(SIDES), draw(MAYBE), draw(MAYBE), duty, draw(RENUNCIOS), draw(MAYBE))


def _napolitana(draw) -> Napolitana:
    lost, left = draw(st.booleans()), draw(st.booleans())
    return Napolitana(draw(SIDES), lost, draw(MAYBE), left, draw(RENUNCIOS), draw(MAYBE))


def _ruling(draw) -> Ruling:
    a, b, c, _ = draw(st.tuples(*[st.integers(-300, 300)] * 4))
    return Ruling(draw(st.sampled_from(["mano", "tantos"])), (a, b, c, -a - b - c), draw(REASONS))


HANDS = st.one_of(
    _or_not(_deal),
    _or_not(_revesino),
    _or_not(_napolitana),
    _or_not(_ruling),
    _or_not(lambda draw: Fault(draw(st.sampled_from(sorted(FAULTS))), draw(SIDES), draw(MAYBE))),
    st.builds(Null, st.booleans(), MAYBE),
    st.builds(Result, st.sampled_from(["mano", "vuelta"]), AMOUNTS, MAYBE),
    st.builds(Plate, AMOUNTS),
    st.builds(DealerRuling, SIDES, REASONS),
    st.just(End()),
    st.builds(Forfeit, SIDES, REASONS),
    st.builds(Stop, REASONS, st.booleans()),
)


@given(HANDS)
def test_notation_hand_and_json_are_the_same_thing(hand):
    assert REVESINO.parse(str(hand)) == hand
    obj = REVESINO.to_json(hand)
    assert REVESINO.from_json(obj) == hand
    assert REVESINO.from_json(parse_json(json.dumps(obj))) == hand
    VALID.validate(obj)


@pytest.mark.parametrize(
    ("written", "line"),
    [
        (
            "0/0 3/9 5/19 3/6 CC=avc ab=CJ ae=D ac=bsd AO=AvC dd",
            "0/0 3/9 5/19 3/6 ao=AvC ac=BsD ae=d ab=Cj cc=AvC dD",
        ),
        (
            "0/0 03/6 5/14 3/6 rb ao=AvC rC ac=d ae=d ab=d cc=d",
            "0/0 3/6 5/14 3/6 ao=AvC ac=d ae=d ab=d cc=d rB rC",
        ),
        ("REVESINO a  napolitana c corta b OTRA rd", "revesino A corta B napolitana C otra rD"),
        ("napolitana a pierde b", "napolitana A pierde B"),
        ("Napolitana a dejada dd", "napolitana A dejada dD"),
        ("nula pasa db", "nula pasa dB"),
        ("falta Descarte a c", "falta descarte A C"),
        ("mano +8 -4 -4 0 dA", "mano 8 -4 -4 0 dA"),
        ("PLATILLO 16 16 16 16", "platillo 16 16 16 16"),
        ("Fin", "fin"),
        ("árbitro mano 4 4 4 -12:doce  cartas: D", "arbitro mano 4 4 4 -12: doce cartas: D"),
        ("arbitro pie b: dio dos veces", "arbitro pie B: dio dos veces"),
        ("pierde d:no se presenta", "pierde D: no se presenta"),
    ],
)
def test_what_people_type_and_how_it_is_kept(written, line):
    assert str(REVESINO.parse(written)) == line


@pytest.mark.parametrize(
    "line",
    [
        "0/0 3/9 5/19",
        "revesino",
        "revesino A corta",
        "revesino A corta B corta C",
        "napolitana",
        "napolitana A gana",
        "nula B",
        "nula rA",
        "falta A",
        "falta mesa A B",
        "mano 4 -4 0",
        "mano 4 -4 0 cero",
        "fin ya",
        "arbitro mano 4 -4 0 0",
        "arbitro: x",
        "pierde A",
        "arbitro pie E: x",
        "revesino E",
        "vuelta 1 2 3 4 5",
    ],
)
def test_what_cannot_be_read(line):
    with pytest.raises(RuleError):
        REVESINO.parse(line)


WORDS = st.sampled_from(
    [
        "0/0",
        "3/9",
        "5/19",
        "3/6",
        "ao=AvC",
        "ac=BsD",
        "ae=d",
        "ab=Cj",
        "cc=AvC",
        "rB",
        "dD",
        "revesino",
        "A",
        "corta",
        "B",
        "napolitana",
        "C",
        "levanta",
        "otra",
        "pierde",
        "dejada",
        "nula",
        "pasa",
        "falta",
        "descarte",
        "mano",
        "vuelta",
        "8",
        "-4",
        "0",
        "platillo",
        "fin",
        "arbitro",
        "tantos",
        "pie",
        ":",
        "-",
        "６",
        "А",
        "١/١",
        "ſ",
        "\x00",
        "\ud800",
    ]
)


@given(typed("revesino", WORDS))
def test_whatever_is_typed_is_a_line_or_refused(text):
    try:
        hand = REVESINO.parse(text)
    except RuleError as error:
        json.dumps(error.params)
    else:
        assert REVESINO.parse(str(hand)) == hand


KEYS = st.sampled_from(
    [
        "kind",
        "bazas",
        "points",
        "fates",
        "renuncios",
        "dealer",
        "goer",
        "cutter",
        "napolitana",
        "duty",
        "holder",
        "lost",
        "introducer",
        "left",
        "passes",
        "fault",
        "side",
        "to",
        "of",
        "amounts",
        "ruling",
        "reason",
        "loser",
        "card",
        "fate",
        "gains",
        "pays",
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
    st.sampled_from(["A", "D", "E", "deal", "revesino", "napolitana", "null", "fault", "result"]),
    st.sampled_from(
        ["plate", "ruling", "end", "forfeit", "stop", "ao", "sold", "mano", "otra", "\ud800"]
    ),
    st.binary(max_size=3),
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=6), st.dictionaries(st.one_of(KEYS, LEAVES), inner, max_size=6)
    ),
    max_leaves=12,
)


@given(sent("revesino", VALUES))
def test_whatever_is_sent_is_a_line_or_refused(obj):
    _refused_or_valid(obj)


@given(HANDS, KEYS, VALUES, st.booleans())
def test_a_good_object_with_one_member_spoilt_is_a_line_or_refused(hand, key, value, drop):
    obj = REVESINO.to_json(hand)
    if drop:
        obj.pop(key, None)
    else:
        obj[key] = value
    _refused_or_valid(obj)


@given(_or_not(_deal), st.integers(0, 4), KEYS, LEAVES)
def test_a_deal_with_a_fate_spoilt_is_a_line_or_refused(hand, place, key, value):
    obj = REVESINO.to_json(hand)
    obj["fates"][place][key] = value
    _refused_or_valid(obj)


def _refused_or_valid(obj) -> None:
    try:
        hand = REVESINO.from_json(obj)
    except RuleError as error:
        json.dumps(error.params)
        str(error).encode()
    else:
        VALID.validate(obj)
        assert REVESINO.parse(str(hand)) == hand
