"""Lines of zanga: random hands, and typed lines with their stored form."""

from hypothesis import strategies as st

from rules.core import RuleError
from rules.lines import Forfeit, Stop
from rules.zanga.hands import NAIPES, WAYS, Deal, Partida
from rules.zanga.options import Options
from rules.zanga.renuncios import Renuncio
from rules.zanga.rulings import ManoRuling, PartidaRuling, ValesRuling, VoidRuling
from tests.rules.lines.reasons import REASONS

SIDES = st.sampled_from([0, 1])


SEATS = st.sampled_from(range(4))


MOSTLY_NONE = st.sampled_from([None, None, 0, 1])


@st.composite
def deals(draw) -> Deal:
    """Draw a hand; if the rules refuse it, a hand of eight bazas without claims, estuche and
    renuncios.
    """
    cards = draw(st.sampled_from(["propias", "propias", *NAIPES]))
    passes = 3 if cards != "propias" else draw(st.integers(0, 3))
    ways = [way for way in WAYS if way != "obligado" or passes < 3]
    offender = draw(MOSTLY_NONE)
    renuncios = ()
    a = draw(st.integers(0, 8))
    bazas = (a, 8 - a)
    if offender is not None:
        kinds = [(False, False), (True, False), (True, True)]
        renuncio = st.builds(lambda kind: Renuncio(offender, *kind), st.sampled_from(kinds))
        renuncios = tuple(draw(st.lists(renuncio, min_size=1, max_size=3)))
        bazas = (a, draw(st.integers(0, 8 - a)))
    five = draw(MOSTLY_NONE)
    extras = {
        "bazas": draw(st.sampled_from([None, bazas, bazas, bazas])),
        "five": five,
        "todas": five is not None and draw(st.booleans()),
        "estuche": draw(MOSTLY_NONE),
        "false_claim": draw(MOSTLY_NONE),
        "renuncios": renuncios,
    }
    way, mano = draw(st.sampled_from(ways)), draw(st.sampled_from([None, 0, 1, 2, 3]))
    try:
        return Deal(passes, way, cards, mano=mano, **extras)
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

# Each pair: a line as typed, and as the game stores it.
TYPED = [
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
]

OPTIONS = st.builds(Options, st.integers(1, 4), st.integers(0, 4), st.booleans())
