"""Lines of marcador: as they are, as people type them, and the words that one may write."""

from hypothesis import strategies as st

from rules.lines import Forfeit, Stop
from rules.marcador.hands import End, Juego, Juegos, Mano, Ruling
from tests.rules.typed import REASONS

SIDES = st.sampled_from([0, 1, 2, 3, 4])


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

WORDS = (
    "40-25 3 -1 -1 +5 manos 8 juego juegos tablas A e fin arbitro mano partida aviso A-5 B+5 "
    "pierde : A: - ４０-２５ А ١ \x00 \ud800 ½ 99999999 -99999999"
)

# (typed, as it is kept)
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
