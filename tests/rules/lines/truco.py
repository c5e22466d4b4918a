"""Lines of truco: random hands, and typed lines with their stored form."""

from hypothesis import strategies as st

from rules.lines import Forfeit, Stop
from rules.truco.acts import (
    CHANTS,
    FAULTS,
    VALID_TANTOS,
    Answer,
    Chant,
    Fault,
    Mazo,
    Round,
    Seat,
    Tanto,
    Tantos,
    TrucoWinner,
)
from rules.truco.hands import Chico, Deal, ExtraCards, Misdeal, Ruling, Signs
from tests.rules.lines.reasons import REASONS

SIDES = st.sampled_from([0, 1, 2])


SIDE_OR_NONE = st.sampled_from([None, 0, 1, 2])


SEATS = st.builds(Seat, SIDES, st.integers(1, 3))


SEAT_OR_NONE = st.one_of(st.none(), SEATS)


ONE_TANTO = st.builds(
    Tanto, st.sampled_from(sorted(VALID_TANTOS)), st.sampled_from([None, 1, 2, 3])
)


TANTOS = st.builds(
    Tantos, st.lists(st.one_of(st.none(), ONE_TANTO), min_size=2, max_size=3).filter(any).map(tuple)
)


ACTS = st.one_of(
    st.builds(Chant, SIDES, st.sampled_from(sorted(CHANTS))),
    st.builds(Answer, st.booleans()),
    st.builds(Round, SIDE_OR_NONE),
    st.builds(Mazo, SIDES),
    st.builds(TrucoWinner, SIDES),
)


@st.composite
def deals(draw) -> Deal:
    """Draw a deal with any acts in any order, and tantos at most once.

    Many of these deals are impossible, and `play` refuses them.
    """
    acts = draw(st.lists(ACTS, min_size=1, max_size=20))
    if draw(st.booleans()):
        acts.insert(draw(st.integers(0, len(acts))), draw(TANTOS))
    faults = draw(st.lists(st.builds(Fault, st.sampled_from(sorted(FAULTS)), SIDES), unique=True))
    return Deal(tuple(acts), tuple(faults), draw(SEAT_OR_NONE), draw(SIDE_OR_NONE))


HANDS = st.one_of(
    deals(),
    st.builds(Misdeal, st.sampled_from([None, "mas", "menos", "vuelta"]), SEAT_OR_NONE),
    st.builds(ExtraCards, SIDES, SEAT_OR_NONE),
    st.builds(Signs, SIDES, REASONS),
    st.builds(Chico, st.lists(st.integers(0, 99), min_size=2, max_size=3).map(tuple), SIDE_OR_NONE),
    st.builds(Chico, st.none(), SIDES),
    st.builds(Ruling, st.just("anula"), st.none(), st.none(), REASONS),
    st.builds(Ruling, st.sampled_from(["chico", "partido"]), SIDES, st.none(), REASONS),
    st.builds(Ruling, st.just("tantos"), SIDES, st.integers(1, 7), REASONS),
    st.builds(Forfeit, SIDES, REASONS),
    st.builds(Stop, REASONS, st.booleans()),
)

# Each pair: a line as typed, and as the game stores it.
TYPED = [
    ("Ae q 31-27 At q ABA", "Ae q 31-27 At q ABA"),
    ("  AE   Q 31-B at quiero a b a ", "Ae q 31-b At q ABA"),
    ("A b A", "ABA"),
    ("AA db2", "AA dB2"),
    ("AA dB1", "AA dB"),
    ("+A AA xb GC", "AA +A xB gC"),
    ("Ae no =a", "Ae n =A"),
    ("07-031 Ae", "7-31 Ae"),
    ("CHICO 30-024", "chico 30-24"),
    ("Chico b", "chico B"),
    ("maldada VUELTA a2", "maldada vuelta A2"),
    ("Sobra a", "sobra A"),
    ("SOBRA a Db2", "sobra A dB2"),
    ("señas a: los pies", "senas A: los pies"),
    ("Árbitro tantos b 2: avisó: dos veces", "arbitro tantos B 2: avisó: dos veces"),
    ("arbitro Partido a:  se  fueron", "arbitro partido A: se fueron"),
    ("pierde c: no se presenta", "pierde C: no se presenta"),
]
