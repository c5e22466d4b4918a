"""Lines of cientos: random hands, and typed lines with their stored form."""

from hypothesis import strategies as st

from rules.cientos.cards import PUNTOS, RANKS
from rules.cientos.codes import VOIDS
from rules.cientos.deal import Deal
from rules.cientos.hands import HandRuling, Juego, JuegoRuling, JuegoVoidRuling, VoidHand
from rules.cientos.items import Catorce, Fault, Punto, Secansa
from rules.cientos.options import Options
from rules.core import RuleError
from rules.lines import Forfeit, Stop
from tests.rules.lines.reasons import REASONS

SIDES = st.sampled_from([0, 1])


SIDE_OR_NONE = st.sampled_from([None, 0, 1])


PAIRS = st.tuples(st.integers(0, 99), st.integers(0, 99))


@st.composite
def deals(draw) -> Deal:
    """Draw a deal with few announced cards, which nearly any two hands can hold.

    If the rules refuse the announcements, the deal has none.
    """
    a = draw(st.integers(0, 12))
    end = {"bazas": (a, 12 - a), "last": int(a == 0) if a in (0, 12) else draw(SIDES)}
    end["low"] = draw(st.booleans())
    if draw(st.booleans()):
        b = draw(st.integers(0, 11))
        end = {"bazas": (min(a, 11 - b), b), "stopped": draw(SIDES)}
    side, faults = draw(SIDES), ()
    if draw(st.booleans()):
        faults = (Fault(1 - side, draw(st.sampled_from(["mas", "falso", "tarde"]))),)
    length = draw(st.integers(3, 5))
    top = draw(st.sampled_from(RANKS[: 9 - length]))
    secansa = Secansa(side, length, top, draw(st.sampled_from([None, *"oceb"])))
    ranks = draw(st.lists(st.sampled_from("ARCSD"), unique=True, max_size=2))
    try:
        return Deal(
            **end,
            punto=draw(
                st.none() | st.builds(Punto, st.just(side), st.sampled_from(sorted(PUNTOS)))
            ),
            secansas=draw(st.sampled_from([(), (secansa,)])),
            catorces=tuple(Catorce(side, rank, 3) for rank in ranks),
            pique=draw(st.booleans()),
            captures=draw(st.none() | st.just((0, 0))),
            faults=faults,
            dealer=draw(SIDE_OR_NONE),
        )
    except RuleError as error:
        assert error.code in ("cientos.cards_impossible", "cientos.punto_below_secansa")
        return Deal(**end)


HANDS = st.one_of(
    deals(),
    st.builds(VoidHand, st.sampled_from(VOIDS)),
    st.builds(Juego, SIDES, st.booleans(), PAIRS),
    st.builds(JuegoRuling, SIDES, st.booleans(), REASONS),
    st.builds(JuegoVoidRuling, REASONS),
    st.builds(HandRuling, PAIRS, PAIRS, REASONS),
    st.builds(Forfeit, SIDES, REASONS),
    st.builds(Stop, REASONS, st.booleans()),
)

# Each pair: a line as typed, and as the game stores it.
TYPED = [
    ("8-4 uA pA51 sA5Ao cAS tAR dB", "8-4 uA pA51 sA5Ao cAS tAR dB"),
    (" 8-4  DB taR CAs sa5aO PA51   UA ", "8-4 uA pA51 sA5Ao tAR cAS dB"),
    ("08-04 uam", "8-4 uAm"),
    ("7-2 !b Pique", "7-2 pique !B"),
    ("8-4 ua s=39 p=44 bb", "8-4 uA bB p=44 s=39"),
    ("8-4 ub r2-2 X+a xfB", "8-4 uB r2-2 x+A xfB"),
    ("JUEGO b DOBLE 0-3", "juego B doble 0-3"),
    ("juego a 0-0", "juego A"),
    ("NULA Repetida", "nula repetida"),
    ("Árbitro JUEGO a Doble: señas: dos", "arbitro juego A doble: señas: dos"),
    ("arbitro mano 30-12: x", "arbitro mano 30-12: x"),
    ("arbitro anula:  baraja  corta", "arbitro anula: baraja corta"),
    ("pierde A:no se presenta", "pierde A: no se presenta"),
]

OPTIONS = st.just(Options(rival_leads=True))
