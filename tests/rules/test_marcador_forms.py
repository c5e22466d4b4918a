"""Notation, structured form and schema: round trips, and whatever anybody may send."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from rules.core import RuleError, fold, parse_json
from rules.lines import Forfeit, Stop
from rules.marcador import MARCADOR
from rules.marcador.hands import End, Juego, Juegos, Mano, Ruling
from rules.marcador.options import Options
from tests.rules.typed import sent, typed

VALID = Draft202012Validator(MARCADOR.schema)
SIDES = st.sampled_from([0, 1, 2, 3, 4])
REASONS = st.text(min_size=1, max_size=150).filter(
    lambda text: " ".join(text.split()) and " ".join(text.split()).isprintable()
)


def numbers(low: int, high: int) -> st.SearchStrategy[tuple[int, ...]]:
    return st.lists(st.integers(low, high), min_size=2, max_size=5).map(tuple)


AMOUNTS = st.lists(
    st.tuples(SIDES, st.integers(-9999, 9999).filter(bool)),
    min_size=1,
    max_size=5,
    unique_by=lambda told: told[0],
).map(tuple)
HANDS = st.one_of(
    st.builds(Mano, numbers(-9999, 9999)),
    st.builds(Mano, numbers(-99, 99), st.integers(1, 999)),
    st.builds(Juego, st.one_of(st.none(), SIDES)),
    st.builds(Juegos, numbers(0, 99).filter(any)),
    st.just(End()),
    st.builds(Ruling, st.sampled_from(["aviso", "juego", "partida"]), REASONS, SIDES),
    st.builds(Ruling, st.just("mano"), REASONS, points=numbers(-9999, 9999)),
    st.builds(Ruling, st.just("tantos"), REASONS, amounts=AMOUNTS),
    st.builds(Forfeit, SIDES, REASONS),
    st.builds(Stop, REASONS, st.booleans()),
)
ENDS = st.sampled_from(
    [
        {},
        {"target": 40},
        {"target": 40, "exact": True},
        {"manos": 3},
        {"manos": 3, "extra": 2},
        {"target": 60, "lowest": True},
        {"manos": 2, "ladder": True},
        {"manos": 4, "fixed_sum": True, "total": 0},
        {"count": "juegos"},
    ]
)


@st.composite
def options(draw) -> Options:
    chosen = dict(draw(ENDS))
    if "juegos" not in chosen.values() and "ladder" not in chosen:
        chosen |= {"low": draw(st.sampled_from([-30, -9999]))}
    if chosen.keys() & {"target", "manos", "count"}:
        chosen["juegos"] = draw(st.integers(1, 3))
    by_time = draw(st.booleans())
    return Options(sides=draw(st.integers(2, 5)), by_time=by_time, **chosen)


@given(HANDS)
def test_notation_hand_and_json_are_the_same_thing(hand):
    assert MARCADOR.parse(str(hand)) == hand
    obj = MARCADOR.to_json(hand)
    assert MARCADOR.from_json(obj) == hand
    assert MARCADOR.from_json(parse_json(json.dumps(obj))) == hand
    VALID.validate(obj)


@given(options(), st.lists(HANDS, max_size=5))
def test_any_lines_give_a_score_or_are_refused(chosen, hands):
    try:
        steps = fold(MARCADOR, chosen, hands)
    except RuleError as error:
        json.dumps(error.params)
        return
    for step in steps:
        assert [len(tally) for tally in step.score.tallies] == [chosen.sides] * 4


@given(options(), st.data())
def test_what_a_fold_gives_does_not_depend_on_how_it_was_cut(chosen, data):
    hands = MARCADOR.play_match(chosen, str(data.draw(st.integers(0, 99))))
    cut = data.draw(st.integers(0, len(hands)))
    score = MARCADOR.start(chosen)
    for hand in hands[:cut]:
        score = MARCADOR.play(score, hand, chosen)
    for hand in hands[cut:]:
        score = MARCADOR.play(score, hand, chosen)
    assert score == fold(MARCADOR, chosen, hands)[-1].score


@given(options(), st.integers(0, 99))
def test_the_sums_are_those_of_the_lines(chosen, seed):
    """Of a match of one juego: every tanto of the total was written by somebody."""
    hands = MARCADOR.play_match(chosen, str(seed))
    score = fold(MARCADOR, chosen, hands)[-1].score
    if not chosen.counts_tantos:
        won = [
            event.side
            for step in fold(MARCADOR, chosen, hands)
            for event in step.score.events
            if event.code in ("marcador.juego_won", "marcador.juego_written")
        ]
        assert score.tallies[0] == tuple(won.count(side) for side in range(chosen.sides))
        return
    written = [0] * chosen.sides
    for hand in hands:
        moved = dict(hand.amounts) if isinstance(hand, Ruling) else {}
        if isinstance(hand, Mano):
            moved = dict(enumerate(hand.points))
        for side, number in moved.items():
            written[side] += number
    assert score.tallies[3] == tuple(written)
    if chosen.fixed_sum and not any(isinstance(hand, Ruling) for hand in hands):
        assert sum(written) == 0


@pytest.mark.parametrize(
    ("written", "line"),
    [
        ("  40-25 ", "40-25"),
        ("040-025", "40-25"),
        ("40 25", "40-25"),
        ("+3 -1  -1 -1", "3 -1 -1 -1"),
        ("-0 4", "0-4"),
        ("MANOS 8 180-96", "manos 8 180-96"),
        ("manos 1 12-3", "12-3"),
        ("manos 4 -20 20", "manos 4 -20 20"),
        ("Juego a", "juego A"),
        ("JUEGO Tablas", "juego tablas"),
        ("juegos 3 1", "juegos 3-1"),
        ("FIN", "fin"),
        ("arbitro a -5: señas: dos", "arbitro A-5: señas: dos"),
        ("Árbitro A+5 b -5:  señas", "arbitro A+5 B-5: señas"),
        ("árbitro MANO 162-0: renuncio", "arbitro mano 162-0: renuncio"),
        ("árbitro MANOS 12 1000-940: firman", "arbitro manos 12 1000-940: firman"),
        ("arbitro mano -5 5: renuncio", "arbitro mano -5 5: renuncio"),
        ("arbitro juego e: señas", "arbitro juego E: señas"),
        ("arbitro aviso b: tarde", "arbitro aviso B: tarde"),
        ("pierde c:no  viene", "pierde C: no viene"),
    ],
)
def test_what_people_type_and_how_it_is_kept(written, line):
    assert str(MARCADOR.parse(written)) == line


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("40", "line_unreadable"),
        ("40 - 25", "line_unreadable"),
        ("-3-1", "line_unreadable"),
        ("4-3-2-1-0-9", "marcador.sides_count"),
        ("juego F", "not_a_side"),
        ("juego", "line_unreadable"),
        ("manos 0 4-3", "marcador.manos_range"),
        ("manos 1000 4-3", "marcador.manos_range"),
        ("manos 4-3", "line_unreadable"),
        ("10000-0", "marcador.tantos_range"),
        ("juegos 100-0", "marcador.juegos_range"),
        ("juegos -1 3", "marcador.juegos_range"),
        ("juegos 0-0", "marcador.juegos_none"),
        ("fin 3", "line_unreadable"),
        ("arbitro A-5", "reason_missing"),
        ("pierde A", "reason_missing"),
        ("arbitro A-0: señas", "marcador.ruling_zero"),
        ("arbitro A-5 A+5: señas", "marcador.ruling_twice"),
        ("arbitro F-5: señas", "not_a_side"),
        ("arbitro A-99999: señas", "marcador.tantos_range"),
        ("arbitro A5: señas", "line_unreadable"),
        ("arbitro anula: señas", "line_unreadable"),
        (": señas", "line_unreadable"),
        ("４０-２５", "line_unreadable"),
        ("40–25", "line_unreadable"),
    ],
)
def test_what_cannot_be_read(written, code):
    with pytest.raises(RuleError) as refused:
        MARCADOR.parse(written)
    assert refused.value.code == code


WORDS = st.sampled_from(
    [
        "40-25",
        "3 -1 -1",
        "+5",
        "manos",
        "8",
        "juego",
        "juegos",
        "tablas",
        "A",
        "e",
        "fin",
        "arbitro",
        "mano",
        "partida",
        "aviso",
        "A-5",
        "B+5",
        "pierde",
        ":",
        "A:",
        "-",
        "４０-２５",
        "А",
        "١",
        "\x00",
        "\ud800",
        "½",
        "99999999",
        "-99999999",
    ]
)


@given(typed("marcador", WORDS))
def test_whatever_is_typed_is_a_line_or_refused(text):
    try:
        hand = MARCADOR.parse(text)
    except RuleError as error:
        json.dumps(error.params)
    else:
        assert MARCADOR.parse(str(hand)) == hand


KEYS = st.sampled_from(
    [
        "kind",
        "points",
        "manos",
        "winner",
        "juegos",
        "ruling",
        "side",
        "tantos",
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
    st.sampled_from(
        ["A", "E", "mano", "juego", "juegos", "end", "ruling", "forfeit", "stop", "aviso"]
    ),
    st.sampled_from(["tantos", "partida", "\ud800", 40, 25]),
    st.binary(max_size=3),
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.one_of(KEYS, LEAVES), inner, max_size=6)
    ),
    max_leaves=12,
)


@given(sent("marcador", VALUES))
def test_whatever_is_sent_is_a_line_or_refused(obj):
    _refused_or_valid(obj)


@given(HANDS, KEYS, VALUES, st.booleans())
def test_a_good_object_with_one_member_spoilt_is_a_line_or_refused(hand, key, value, drop):
    obj = MARCADOR.to_json(hand)
    if drop:
        obj.pop(key, None)
    else:
        obj[key] = value
    _refused_or_valid(obj)


def _refused_or_valid(obj):
    try:
        hand = MARCADOR.from_json(obj)
    except RuleError as error:
        json.dumps(error.params)
    else:
        assert MARCADOR.parse(str(hand)) == hand
        VALID.validate(MARCADOR.to_json(hand))
