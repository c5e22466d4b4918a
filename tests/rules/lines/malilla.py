"""Lines of malilla: random hands, and typed lines with their stored form."""

from itertools import pairwise

from hypothesis import strategies as st

from rules.lines import Forfeit, Stop
from rules.malilla.forms import FAULTS, FORMS, RANKS
from rules.malilla.hands import Card, Deal, Favorito, Misdeal, Partida, Ruling, SideFault, Vuelta
from rules.malilla.options import Options
from tests.rules.lines.reasons import REASONS

SIDES = st.sampled_from([0, 1, 2, 3])


SIDE_OR_NONE = st.one_of(st.none(), SIDES)


SUITS = st.sampled_from("oceb")


@st.composite
def points(draw, total: int) -> tuple[int, ...]:
    """Draw the points of two to four sides, which add up to `total`."""
    cuts = draw(st.lists(st.integers(0, total), min_size=1, max_size=3))
    edges = [0, *sorted(cuts), total]
    return tuple(high - low for low, high in pairwise(edges))


def zero_sums(low: int, high: int) -> st.SearchStrategy[tuple[int, ...]]:
    """Return a strategy of two to four numbers that add up to zero."""
    lists = st.lists(st.integers(low, high), min_size=1, max_size=3)
    return lists.map(lambda numbers: (*numbers, -sum(numbers)))


@st.composite
def deals(draw) -> Deal:
    asleep = draw(st.one_of(st.none(), st.integers(0, 48)))
    points_drawn = draw(points(72 - (asleep or 0)))
    faults = draw(
        st.lists(st.builds(SideFault, SIDES, st.sampled_from([*FAULTS])), unique=True, max_size=3)
    )
    if sum(fault.fault == "turno" for fault in faults) > 1:
        faults = []
    split = draw(st.one_of(st.none(), zero_sums(-20, 20)))
    return Deal(
        points_drawn,
        asleep,
        draw(st.one_of(st.none(), st.builds(Card, st.sampled_from([*RANKS]), SUITS))),
        draw(st.sampled_from([None, True, False])) if sum(points_drawn) in points_drawn else None,
        draw(SIDE_OR_NONE),
        tuple(faults),
        split if split is not None and len(split) == len(points_drawn) else None,
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

# Each pair: a line as typed, and as the game stores it.
TYPED = [
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
]

OPTIONS = st.builds(
    Options,
    form=st.sampled_from([*FORMS]),
    vueltas=st.integers(1, 3),
    favorito=st.booleans(),
    mariperez=st.booleans(),
)
