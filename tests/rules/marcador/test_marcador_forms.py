"""Lines of a free score: their sums, and unreadable lines."""

from hypothesis import given
from hypothesis import strategies as st

from rules.core import fold
from rules.marcador import MARCADOR
from rules.marcador.hands import Mano, Ruling
from tests.refusals import is_refused
from tests.rows import each
from tests.rules.lines.marcador import OPTIONS
from tests.rules.self_play import play_match


@given(OPTIONS, st.integers(0, 99))
def test_the_score_of_a_match_is_the_sum_of_its_lines(options, seed):
    """Tantos are the sum of all manos and rulings; juegos are the sum of all juegos won."""
    hands = play_match(MARCADOR, options, str(seed))
    score = fold(MARCADOR, options, hands)[-1].score
    if not options.counts_tantos:
        winners = [
            event.side
            for step in fold(MARCADOR, options, hands)
            for event in step.score.events
            if event.code in ("marcador.juego_won", "marcador.juego_written")
        ]
        assert score.tallies[0] == tuple(winners.count(side) for side in range(options.sides))
        return
    sums = [0] * options.sides
    for hand in hands:
        changes = dict(hand.amounts) if isinstance(hand, Ruling) else {}
        if isinstance(hand, Mano):
            changes = dict(enumerate(hand.points))
        for side, number in changes.items():
            sums[side] += number
    assert score.tallies[3] == tuple(sums)
    if options.fixed_sum and not any(isinstance(hand, Ruling) for hand in hands):
        assert sum(sums) == 0


@each(
    "line, code",
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
)
def test_an_unreadable_line_of_marcador_is_refused(line, code):
    with is_refused(code):
        MARCADOR.parse(line)
