"""Notation, structured form and schema: round trips, and whatever anybody may send."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from rules.core import RuleError, parse_json
from rules.lines import Forfeit, Stop
from rules.tarot import TAROT
from rules.tarot.faults import Fault
from rules.tarot.hands import Deal, End, Passed, PetitAlone, Poignee, Results, Ruling
from rules.tarot.options import CONTRACTS, Options
from tests.rules.typed import sent, typed

VALID = Draft202012Validator(TAROT.schema)
SIDES = st.integers(0, 4)
SIDE_OR_NONE = st.one_of(st.none(), SIDES)
CAMP_OR_NONE = st.sampled_from([None, "taker", "defence"])
REASONS = st.text(min_size=1, max_size=150).filter(
    lambda text: " ".join(text.split()) and " ".join(text.split()).isprintable()
)


@st.composite
def deals(draw) -> Deal:
    """A deal that some table may have played."""
    taker, partner = draw(SIDES), draw(SIDE_OR_NONE)
    contract = draw(st.sampled_from(CONTRACTS))
    petit = draw(CAMP_OR_NONE)
    low, high = {None: (0, 3), "taker": (1, 3), "defence": (0, 2)}[petit]
    faults = []
    for side in draw(st.lists(SIDES, unique=True, max_size=4)):
        point = draw(st.integers(1, 5))
        prima = side not in (taker, partner) and draw(st.booleans())
        fault = Fault(side, point, None if point > 3 else "prima" if prima else "void")
        faults += [fault] * draw(st.integers(1, 2))
    if contract in ("tomo", "guardia") and draw(st.booleans()):
        faults.append(Fault(taker, draw(st.sampled_from([6, 7]))))
    shown = draw(st.sampled_from([(), (8,), (10,), (13,), (15,), (18,), (8, 13), (10, 10)]))
    players = draw(st.permutations(range(5)))
    slam = None if shown else draw(st.sampled_from([None, petit]))
    return Deal(
        taker,
        contract,
        draw(st.integers(0, 182)),
        draw(st.integers(low, high)),
        petit,
        partner,
        None if partner is None else draw(st.sampled_from([None, "rey", "dama", "jota"])),
        tuple(Poignee(side, trumps) for side, trumps in zip(players, shown, strict=False)),
        draw(st.booleans()),
        slam,
        tuple(faults),
        draw(SIDE_OR_NONE),
    )


@st.composite
def totals(draw) -> tuple[int, ...]:
    """Half points of three to five players, which sum to zero."""
    some = draw(st.lists(st.integers(-1000, 1000), min_size=2, max_size=4))
    return (*some, -sum(some))


HANDS = st.one_of(
    deals(),
    st.builds(Passed, SIDE_OR_NONE),
    st.builds(PetitAlone, SIDES, SIDE_OR_NONE),
    st.builds(Results, st.integers(1, 99), totals(), SIDE_OR_NONE),
    st.builds(End),
    st.builds(Ruling, st.just("redeal"), REASONS),
    st.builds(Ruling, st.just("points"), REASONS.filter(lambda text: len(text) < 100), totals()),
    st.builds(Forfeit, SIDES, REASONS),
    st.builds(Stop, REASONS, st.booleans()),
)


@given(HANDS)
def test_notation_hand_and_json_are_the_same_thing(hand):
    assert TAROT.parse(str(hand)) == hand
    obj = TAROT.to_json(hand)
    assert TAROT.from_json(obj) == hand
    assert TAROT.from_json(parse_json(json.dumps(obj))) == hand
    VALID.validate(obj)


@pytest.mark.parametrize(
    ("written", "line"),
    [
        ("B guardia 49 2o p+ B10", "B guardia 49 2o p+ B10"),
        ("  b   GARDE 49 2O b10 P+ ", "B guardia 49 2o p+ B10"),
        ("b petite 49 2o", "B tomo 49 2o"),
        ("b prise 49 2o", "B tomo 49 2o"),
        ("b sans 49 2o", "B sin 49 2o"),
        ("b contre 49 2o", "B contra 49 2o"),
        ("b pousse 49 2o", "B subo 49 2o"),
        ("b+d REY tomo 45,5 2o", "B+D rey tomo 45.5 2o"),
        ("B Solo tomo 45.5 2o", "B solo tomo 45.5 2o"),
        ("b+b tomo 45.5 2o", "B solo tomo 45.5 2o"),
        ("b tomo 049 02o", "B tomo 49 2o"),
        ("b guardia 91 3o da CH+ !ch p+", "B guardia 91 3o p+ !ch ch+ dA"),
        ("b guardia 49 2o FC1N fc4", "B guardia 49 2o fC1n fC4"),
        ("d tomo 49 2o d13 dd", "D tomo 49 2o D13 dD"),
        ("PASO", "paso"),
        ("paso db", "paso dB"),
        ("Petit b dA", "petit B dA"),
        ("repartos 1 +75 -25 -25 -25", "repartos 1 75 -25 -25 -25"),
        ("Repartos 1 37,5 37.5 -25 -25 -25 da", "repartos 1 37.5 37.5 -25 -25 -25 dA"),
        ("FIN", "fin"),
        ("Árbitro PUNTOS -10 10 0 0:por  hablar", "arbitro puntos -10 10 0 0: por hablar"),
        ("arbitro anula: carta vista", "arbitro anula: carta vista"),
        ("arbitro fin: se hace tarde", "arbitro fin: se hace tarde"),
        ("pierde e: se marcha", "pierde E: se marcha"),
    ],
)
def test_what_people_type_and_how_it_is_kept(written, line):
    assert str(TAROT.parse(written)) == line


def test_points_are_numbers_with_a_half():
    deal = TAROT.parse("B+D tomo 45.5 2o")
    assert TAROT.to_json(deal)["points"] == 45.5
    assert TAROT.from_json({**TAROT.to_json(deal), "points": 46.0}).halves == 92
    results = TAROT.parse("repartos 1 37.5 37.5 -25 -25 -25")
    assert TAROT.to_json(results)["points"] == [37.5, 37.5, -25, -25, -25]


WORDS = st.sampled_from(
    [
        "B",
        "B+D",
        "solo",
        "rey",
        "guardia",
        "tomo",
        "49",
        "45.5",
        "2o",
        "3o",
        "p+",
        "p-",
        "C10",
        "D13",
        "!ch",
        "ch+",
        "ch-",
        "fC1n",
        "fB7",
        "dA",
        "paso",
        "petit",
        "repartos",
        "1",
        "75",
        "-25",
        "fin",
        "arbitro",
        "anula:",
        "puntos",
        ":",
        "pierde",
        "-",
        "0",
        "６",
        "А",
        "\x00",
        "\ud800",
    ]
)
DEAL_WORDS = st.lists(WORDS, max_size=5).map(lambda words: " ".join(["B tomo 49 2o", *words]))


@given(st.one_of(typed("tarot", WORDS), DEAL_WORDS))
def test_whatever_is_typed_is_a_line_or_refused(text):
    try:
        hand = TAROT.parse(text)
    except RuleError as error:
        json.dumps(error.params)
    else:
        assert TAROT.parse(str(hand)) == hand


@given(st.lists(HANDS, max_size=6), st.sampled_from(list(TAROT.presets.values())))
def test_whatever_line_comes_is_played_or_refused(hands, options):
    score = TAROT.start(options)
    for hand in hands:
        try:
            score = TAROT.play(score, hand, options)
        except RuleError as error:
            json.dumps(error.params)
        assert sum(score.tallies[1]) == 0


def test_equal_shares_read_half_points():
    options = Options(players=5, equal_shares=True)
    hand = TAROT.parse("repartos 1 37.5 37.5 -25 -25 -25")
    assert TAROT.play(TAROT.start(options), hand, options).tallies[1] == (75, 75, -50, -50, -50)


KEYS = st.sampled_from(
    [
        "kind",
        "taker",
        "contract",
        "points",
        "oudlers",
        "petit",
        "partner",
        "called",
        "poignees",
        "announced",
        "slam",
        "faults",
        "dealer",
        "side",
        "trumps",
        "point",
        "effect",
        "deals",
        "ruling",
        "reason",
        "loser",
        "player",
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
    st.sampled_from(
        ["A", "E", "deal", "passed", "petit", "results", "end", "ruling", "forfeit", "stop"]
    ),
    st.sampled_from(["taker", "defence", "rey", "tomo", "void", "points", "\ud800", 10, 45.5]),
    st.binary(max_size=3),
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.one_of(KEYS, LEAVES), inner, max_size=6)
    ),
    max_leaves=12,
)


@given(sent("tarot", VALUES))
def test_whatever_is_sent_is_a_line_or_refused(obj):
    _refused_or_valid(obj)


@given(HANDS, KEYS, st.one_of(LEAVES, VALUES), st.booleans())
def test_a_good_object_with_one_member_spoilt_is_a_line_or_refused(hand, key, value, drop):
    obj = TAROT.to_json(hand)
    if drop:
        obj.pop(key, None)
    else:
        obj[key] = value
    _refused_or_valid(obj)


def _refused_or_valid(obj) -> None:
    try:
        hand = TAROT.from_json(obj)
    except RuleError as error:
        json.dumps(error.params)
        str(error).encode()
    else:
        VALID.validate(obj)
        assert TAROT.parse(str(hand)) == hand
