"""Lines of tarot: random hands, and typed lines with their stored form."""

from hypothesis import strategies as st

from rules.lines import Forfeit, Stop
from rules.tarot.faults import Fault
from rules.tarot.hands import Deal, End, PassedDeal, PetitAlone, Poignee, Results, Ruling
from rules.tarot.options import CONTRACTS
from tests.rules.lines.reasons import REASONS

SIDES = st.integers(0, 4)


SIDE_OR_NONE = st.one_of(st.none(), SIDES)


CAMP_OR_NONE = st.sampled_from([None, "taker", "defence"])


@st.composite
def deals(draw) -> Deal:
    """Draw a deal that a table with three, four or five players may have played."""
    taker, partner = draw(SIDES), draw(SIDE_OR_NONE)
    contract = draw(st.sampled_from(CONTRACTS))
    petit = draw(CAMP_OR_NONE)
    low, high = {None: (0, 3), "taker": (1, 3), "defence": (0, 2)}[petit]
    faults = []
    for side in draw(st.lists(SIDES, unique=True, max_size=4)):
        point = draw(st.integers(1, 5))
        prima = side not in (taker, partner) and draw(st.booleans())
        fault = Fault(side, point, None if point > 3 else "prima" if prima else "void")
        faults += [fault] * draw(st.integers(1, 2))
    if contract in ("tomo", "guardia") and draw(st.booleans()):
        faults.append(Fault(taker, draw(st.sampled_from([6, 7]))))
    poignees = draw(st.sampled_from([(), (8,), (10,), (13,), (15,), (18,), (8, 13), (10, 10)]))
    players = draw(st.permutations(range(5)))
    slam = None if poignees else draw(st.sampled_from([None, petit]))
    return Deal(
        taker,
        contract,
        draw(st.integers(0, 182)),
        draw(st.integers(low, high)),
        petit,
        partner,
        None if partner is None else draw(st.sampled_from([None, "rey", "dama", "jota"])),
        tuple(Poignee(side, trumps) for side, trumps in zip(players, poignees, strict=False)),
        draw(st.booleans()),
        slam,
        tuple(faults),
        draw(SIDE_OR_NONE),
    )


@st.composite
def totals(draw) -> tuple[int, ...]:
    """Draw half points of three to five players, which sum to zero."""
    points = draw(st.lists(st.integers(-1000, 1000), min_size=2, max_size=4))
    return (*points, -sum(points))


HANDS = st.one_of(
    deals(),
    st.builds(PassedDeal, SIDE_OR_NONE),
    st.builds(PetitAlone, SIDES, SIDE_OR_NONE),
    st.builds(Results, st.integers(1, 99), totals(), SIDE_OR_NONE),
    st.builds(End),
    st.builds(Ruling, st.just("redeal"), REASONS),
    st.builds(Ruling, st.just("points"), REASONS.filter(lambda text: len(text) < 100), totals()),
    st.builds(Forfeit, SIDES, REASONS),
    st.builds(Stop, REASONS, st.booleans()),
)

# Each pair: a line as typed, and as the game stores it.
TYPED = [
    ("B guardia 49 2o p+ B10", "B guardia 49 2o p+ B10"),
    ("  b   GARDE 49 2O b10 P+ ", "B guardia 49 2o p+ B10"),
    ("b petite 49 2o", "B tomo 49 2o"),
    ("b prise 49 2o", "B tomo 49 2o"),
    ("b sans 49 2o", "B sin 49 2o"),
    ("b contre 49 2o", "B contra 49 2o"),
    ("b pousse 49 2o", "B subo 49 2o"),
    ("b+d REY tomo 45,5 2o", "B+D rey tomo 45.5 2o"),
    ("B Solo tomo 45.5 2o", "B solo tomo 45.5 2o"),
    ("b+b tomo 45.5 2o", "B solo tomo 45.5 2o"),
    ("b tomo 049 02o", "B tomo 49 2o"),
    ("b guardia 91 3o da CH+ !ch p+", "B guardia 91 3o p+ !ch ch+ dA"),
    ("b guardia 49 2o FC1N fc4", "B guardia 49 2o fC1n fC4"),
    ("d tomo 49 2o d13 dd", "D tomo 49 2o D13 dD"),
    ("PASO", "paso"),
    ("paso db", "paso dB"),
    ("Petit b dA", "petit B dA"),
    ("repartos 1 +75 -25 -25 -25", "repartos 1 75 -25 -25 -25"),
    ("Repartos 1 37,5 37.5 -25 -25 -25 da", "repartos 1 37.5 37.5 -25 -25 -25 dA"),
    ("FIN", "fin"),
    ("Árbitro PUNTOS -10 10 0 0:por  hablar", "arbitro puntos -10 10 0 0: por hablar"),
    ("arbitro anula: carta vista", "arbitro anula: carta vista"),
    ("arbitro fin: se hace tarde", "arbitro fin: se hace tarde"),
    ("pierde e: se marcha", "pierde E: se marcha"),
]
