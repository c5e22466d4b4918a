"""Lines of guiñote: random hands, and typed lines with their stored form."""

from hypothesis import strategies as st

from rules.guinote.hands import Cante, Coto, Deal, Partida, Renuncio, Ruling
from rules.lines import Forfeit, Stop
from tests.rules.lines.reasons import REASONS

SIDES = st.sampled_from([0, 1])


@st.composite
def cantes(draw) -> tuple[Cante, ...]:
    """Draw cantes of different suits, at most one of them in trumps; a veinte may omit its suit."""
    suits = draw(st.lists(st.sampled_from("oceb"), unique=True, max_size=4))
    trump = suits[0] if len(suits) == 4 or (suits and draw(st.booleans())) else None
    cantes_drawn = []
    for suit in suits:
        named_suit = suit if suit == trump or draw(st.booleans()) else None
        cantes_drawn.append(Cante(draw(SIDES), 40 if suit == trump else 20, named_suit))
    return tuple(draw(st.permutations(cantes_drawn)))


@st.composite
def deals(draw) -> Deal:
    dealer = draw(st.sampled_from([None, 0, 1]))
    cards = st.integers(0, 120).filter(lambda tantos: tantos not in (1, 119))
    a = draw(cards)
    if draw(st.booleans()):
        return Deal((a, 120 - a), draw(SIDES), draw(cantes()), None, dealer)
    b = draw(st.integers(0, 120 - a).filter(lambda b: 1 not in (b, 120 - a - b) and b != 119))
    return Deal((a, b), None, draw(cantes()), draw(SIDES), dealer)


HANDS = st.one_of(
    deals(),
    st.builds(Renuncio, SIDES, st.integers(1, 6)),
    st.builds(Partida, SIDES),
    st.builds(Coto, st.tuples(st.integers(0, 99), st.integers(0, 99))),
    st.builds(Ruling, st.sampled_from([None, 0, 1]), REASONS),
    st.builds(Forfeit, SIDES, REASONS),
    st.builds(Stop, REASONS, st.booleans()),
)

# Each pair: a line as typed, and as the game stores it.
TYPED = [
    ("62-58 uA A20o B40e", "62-58 uA A20o B40e"),
    ("  62-58   b40E a20O ua ", "62-58 uA B40e A20o"),
    ("9-31 !a", "9-31 !A"),
    ("60-60 dB uA", "60-60 uA dB"),
    ("062-058 uA", "62-58 uA"),
    ("RENUNCIO a 5", "renuncio A 5"),
    ("Partida b", "partida B"),
    ("COTO 3-1", "coto 3-1"),
    ("pierde a:no  se presenta", "pierde A: no se presenta"),
    ("Árbitro partida b: señas: dos veces", "arbitro partida B: señas: dos veces"),
    ("arbitro anula: renuncio de los dos", "arbitro anula: renuncio de los dos"),
]
