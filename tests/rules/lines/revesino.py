"""Lines of revesino: random hands, and typed lines with their stored form."""

from hypothesis import assume
from hypothesis import strategies as st

from rules.core import RuleError
from rules.lines import End, Forfeit, Stop
from rules.revesino.codes import CARDS
from rules.revesino.hands import Deal, Napolitana, Revesino
from rules.revesino.renuncios import Fate
from rules.revesino.results import Plate, Result
from rules.revesino.rulings import FAULTS, DealerRuling, Fault, Ruling, VoidHand
from tests.rules.lines.reasons import REASONS

SIDES = st.integers(0, 3)


SIDE_OR_NONE = st.sampled_from([None, 0, 1, 2, 3])


RENUNCIOS = st.lists(SIDES, unique=True, max_size=2).map(tuple)


AMOUNTS = st.tuples(*[st.integers(-1000, 1000)] * 4)


def accepted_hands(build):
    """Return a strategy of the hands that `build(draw)` makes and the rules accept."""

    @st.composite
    def strategy(draw):
        try:
            return build(draw)
        except RuleError:
            assume(False)

    return strategy()


def _fate(draw, card: str) -> Fate:
    fate = draw(st.sampled_from(["sold", "drawn", "led", "asleep"]))
    winner = draw(SIDES) if fate in ("sold", "drawn") else None
    return Fate(card, fate, winner, None if fate == "asleep" else draw(SIDES))


def deal(draw) -> Deal:
    first, second, third = sorted(draw(st.tuples(*[st.integers(0, 11)] * 3)))
    bazas = (first, second - first, third - second, 11 - third)
    fates = tuple(_fate(draw, card) for card in CARDS)
    points = [0, 0, 0, 0]
    for fate in fates:
        if fate.pays is not None and (fate.fate == "sold" or fate.card != "cc"):
            points[fate.pays] += 2 if fate.card == "cc" else 4
    richest = max(range(4), key=bazas.__getitem__)
    awake = sum(2 if fate.card == "cc" else 4 for fate in fates if fate.fate != "asleep")
    points[richest] += 22 + awake - sum(points)
    return Deal(bazas, tuple(points), fates, draw(RENUNCIOS), draw(SIDE_OR_NONE))


def _revesino(draw) -> Revesino:
    duty = draw(st.sampled_from(["", "levanta", "otra"]))
    return Revesino(
        draw(SIDES),
        draw(SIDE_OR_NONE),
        draw(SIDE_OR_NONE),
        duty,
        draw(RENUNCIOS),
        draw(SIDE_OR_NONE),
    )


def _napolitana(draw) -> Napolitana:
    lost, left = draw(st.booleans()), draw(st.booleans())
    return Napolitana(
        draw(SIDES), lost, draw(SIDE_OR_NONE), left, draw(RENUNCIOS), draw(SIDE_OR_NONE)
    )


def _ruling(draw) -> Ruling:
    a, b, c, _ = draw(st.tuples(*[st.integers(-300, 300)] * 4))
    return Ruling(draw(st.sampled_from(["mano", "tantos"])), (a, b, c, -a - b - c), draw(REASONS))


HANDS = st.one_of(
    accepted_hands(deal),
    accepted_hands(_revesino),
    accepted_hands(_napolitana),
    accepted_hands(_ruling),
    accepted_hands(
        lambda draw: Fault(draw(st.sampled_from(sorted(FAULTS))), draw(SIDES), draw(SIDE_OR_NONE))
    ),
    st.builds(VoidHand, st.booleans(), SIDE_OR_NONE),
    st.builds(Result, st.sampled_from(["mano", "vuelta"]), AMOUNTS, SIDE_OR_NONE),
    st.builds(Plate, AMOUNTS),
    st.builds(DealerRuling, SIDES, REASONS),
    st.just(End()),
    st.builds(Forfeit, SIDES, REASONS),
    st.builds(Stop, REASONS, st.booleans()),
)

# Each pair: a line as typed, and as the game stores it.
TYPED = [
    (
        "0/0 3/9 5/19 3/6 CC=avc ab=CJ ae=D ac=bsd AO=AvC dd",
        "0/0 3/9 5/19 3/6 ao=AvC ac=BsD ae=d ab=Cj cc=AvC dD",
    ),
    (
        "0/0 03/6 5/14 3/6 rb ao=AvC rC ac=d ae=d ab=d cc=d",
        "0/0 3/6 5/14 3/6 ao=AvC ac=d ae=d ab=d cc=d rB rC",
    ),
    ("REVESINO a  napolitana c corta b OTRA rd", "revesino A corta B napolitana C otra rD"),
    ("napolitana a pierde b", "napolitana A pierde B"),
    ("Napolitana a dejada dd", "napolitana A dejada dD"),
    ("nula pasa db", "nula pasa dB"),
    ("falta Descarte a c", "falta descarte A C"),
    ("mano +8 -4 -4 0 dA", "mano 8 -4 -4 0 dA"),
    ("PLATILLO 16 16 16 16", "platillo 16 16 16 16"),
    ("Fin", "fin"),
    ("árbitro mano 4 4 4 -12:doce  cartas: D", "arbitro mano 4 4 4 -12: doce cartas: D"),
    ("arbitro pie b: dio dos veces", "arbitro pie B: dio dos veces"),
    ("pierde d:no se presenta", "pierde D: no se presenta"),
]
