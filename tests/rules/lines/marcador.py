"""Lines of marcador: random hands, and typed lines with their stored form."""

from hypothesis import strategies as st

from rules.lines import Forfeit, Stop
from rules.marcador.hands import End, Juego, Juegos, Mano, Ruling
from rules.marcador.options import Options
from tests.rules.lines.reasons import REASONS

SIDES = st.sampled_from([0, 1, 2, 3, 4])


def numbers(low: int, high: int) -> st.SearchStrategy[tuple[int, ...]]:
    return st.lists(st.integers(low, high), min_size=2, max_size=5).map(tuple)


AMOUNTS = st.lists(
    st.tuples(SIDES, st.integers(-9999, 9999).filter(bool)),
    min_size=1,
    max_size=5,
    unique_by=lambda amount: amount[0],
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

# Each pair: a line as typed, and as the game stores it.
TYPED = [
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
]

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
def _options(draw) -> Options:
    changes = dict(draw(ENDS))
    if "juegos" not in changes.values() and "ladder" not in changes:
        changes |= {"low": draw(st.sampled_from([-30, -9999]))}
    if changes.keys() & {"target", "manos", "count"}:
        changes["juegos"] = draw(st.integers(1, 3))
    by_time = draw(st.booleans())
    return Options(sides=draw(st.integers(2, 5)), by_time=by_time, **changes)


OPTIONS = _options()
