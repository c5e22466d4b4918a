"""Notation, structured form and schema: round trips, and whatever anybody may send."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core import RuleError, fold
from rules.marcador import MARCADOR
from rules.marcador.hands import Mano, Ruling
from rules.marcador.options import Options
from tests.rules.lines.marcador import HANDS

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
