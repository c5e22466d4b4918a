"""Payments at revesino: every row of the summary, every tie, renuncios, the great hands."""

from rules.core import Score, fold
from rules.revesino import REVESINO
from rules.revesino.options import Options
from rules.revesino.settling import partida, seat_rank
from tests.rows import case, each

PLAIN = Options()
PAY_CARDS = ("ao", "ac", "ae", "ab", "cc")


def _whole(line: str) -> str:
    """Return the line of a mano with its other pay cards asleep, dealt by D."""
    if "/" not in line:
        return line
    asleep = [f"{card}=d" for card in PAY_CARDS if f"{card}=" not in line]
    return " ".join([line, *asleep, *([] if " d" in line else ["dD"])])


def _score(line: str, options: Options = PLAIN, *before: str) -> Score:
    return fold(REVESINO, options, [*before, _whole(line)])[-1].score


@each(
    "line, tantos",
    case(
        "the as de oros sold: two; asleep, ases one, caballo three; partida four",
        "0/0 3/6 5/14 3/6 ao=AvC",
        (12, 0, -12, 0),
    ),
    case(
        "the as de copas sold is one, of who lifts it", "0/0 3/8 5/14 3/4 ac=AvB", (12, -1, -11, 0)
    ),
    case("the as de espadas sold", "0/0 3/8 5/14 3/4 ae=AvB", (12, -1, -11, 0)),
    case("the as de bastos sold", "0/0 3/8 5/14 3/4 ab=AvB", (12, -1, -11, 0)),
    case("the caballo sold is three", "0/0 3/6 5/14 3/4 cc=AvB", (12, -3, -9, 0)),
    case("an as drawn pays who led the palo", "0/0 3/4 5/14 3/8 ac=BsD", (11, 1, -11, -1)),
    case("the as de oros drawn", "0/0 3/4 5/14 3/8 ao=BsD", (10, 2, -10, -2)),
    case("the caballo drawn", "0/0 3/4 5/14 3/6 cc=BsD", (9, 3, -9, -3)),
    case(
        "carambola: C pays his caballo, though B lifted it",
        "0/0 3/10 5/14 3/4 ac=AsB cc=AsC",
        (12, -1, -11, 0),
    ),
    case("an as led is of the partida", "0/0 3/8 5/14 3/4 ab=Bj", (12, -1, -11, 0)),
    case("the caballo led is of who led it", "0/0 3/4 5/14 3/6 cc=Bj", (12, -3, -9, 0)),
    case("the winner who led an as pays nobody (R18)", "1/4 3/6 4/10 3/6 ae=Aj", (11, 0, -11, 0)),
    case(
        "who loses may sell his caballo (Adiciones 35)", "0/0 3/6 5/14 3/4 cc=CvB", (9, -3, -6, 0)
    ),
    case("one of each", "0/0 3/9 5/19 3/6 ao=AvC ac=BsD ab=Cj cc=AvC", (11, 1, -11, -1)),
)
def test_resumen_de_los_pagos(line, tantos):
    assert _score(line).points == tantos


def test_the_cards_asleep_are_not_paid_where_that_is_the_custom():
    line = "0/0 3/6 5/14 3/6 ao=AvC"
    assert _score(line, Options(sleepers_unpaid=True)).points == (6, 0, -6, 0)


def test_estar_bien_sentado():
    """The pie sits best, then the seats to his left; the mano, at his right, sits worst."""
    assert [[seat_rank(side, dealer) for side in range(4)] for dealer in (0, 3)] == [
        [0, 3, 2, 1],
        [3, 2, 1, 0],
    ]


@each(
    "counts, dealer, winner, loser, by",
    case("no baza", "0/0 3/6 5/14 3/6", "D", "A", "C", "bazas_none"),
    case("no baza before no point", "0/0 2/0 6/20 3/6", "D", "A", "C", "bazas_none"),
    case("two: B better seated", "0/0 0/0 6/20 5/6", "D", "B", "C", "seat"),
    case("two with none: A is the pie", "0/0 0/0 6/20 5/6", "A", "A", "C", "seat"),
    case("fewest points", "1/2 3/6 4/12 3/6", "D", "A", "C", "points"),
    case("equal points, fewer bazas", "3/2 1/2 4/16 3/6", "D", "B", "C", "bazas"),
    case("A is mano, so B", "2/2 2/2 4/16 3/6", "D", "B", "C", "seat"),
    case("A is the pie", "2/2 2/2 4/16 3/6", "A", "A", "C", "seat"),
    case("pays who has more bazas", "1/2 3/10 4/10 3/4", "D", "A", "C", "points"),
    case("pays B, nearer the mano", "1/2 3/10 3/10 4/4", "D", "A", "B", "points"),
    case("pays C, who is mano", "1/2 3/10 3/10 4/4", "B", "A", "C", "points"),
)
def test_adiciones_18_19_who_wins_and_who_pays_the_partida(counts, dealer, winner, loser, by):
    hand = REVESINO.parse(_whole(f"{counts} ao=AvC"))
    named = "ABCD"
    assert partida(hand, named.index(dealer)) == (named.index(winner), named.index(loser), by)
    (event, *_) = _score(f"{counts} ao=AvC d{dealer}").events
    assert (event.side, dict(event.params)) == (
        named.index(winner),
        {"by": by, "payer": loser, "tantos": 4},
    )


@each(
    "line, tantos",
    case("pays all that there is", "0/0 3/6 5/14 3/6 ao=AvC rB", (12, -12, 0, 0)),
    case("the winner's: all is of the next, D", "0/0 3/6 5/14 3/6 ao=AvC rA", (-12, 0, 0, 12)),
    case("what he sold is of the partida", "0/0 3/8 5/14 3/4 ac=DvB rD", (12, 0, 0, -12)),
    case("the others keep what they drew", "0/0 3/4 5/14 3/8 ac=BsD rC", (11, 1, -12, 0)),
    case("the as that the winner led, too (R9)", "1/4 3/6 4/10 3/6 ae=Aj rB", (12, -12, 0, 0)),
    case("two, six each", "0/0 3/6 5/14 3/6 ao=AvC rB rC", (12, -6, -6, 0)),
)
def test_sobre_renuncios(line, tantos):
    assert _score(line).points == tantos
    assert _score(line, Options(sleepers_unpaid=True)).points == tantos


@each(
    "line, tantos",
    case("made: eight of each", "revesino A", (24, -8, -8, -8)),
    case("cut in time", "revesino A corta B", (-24, 24, 0, 0)),
    case("the four ases pay for all", "revesino A napolitana C", (24, 0, -24, 0)),
    case("and collect the cut", "revesino A corta C napolitana C", (-24, 0, 24, 0)),
    case("R6: lifts that baza", "revesino A corta B napolitana C levanta", (-24, 0, 24, 0)),
    case("R7: takes the other one", "revesino A corta B napolitana C otra", (-24, 24, 0, 0)),
    case("takes neither: pays who cut", "revesino A corta B napolitana C", (0, 24, -24, 0)),
    case("R10: a renuncio answers", "revesino A rD", (24, 0, 0, -24)),
    case("two, by halves", "revesino A rC rD", (24, 0, -12, -12)),
    case("a renuncio, and another cut", "revesino A corta B rD", (0, 24, 0, -24)),
    case("who cut made it: eight to each", "revesino A corta B rB", (8, -24, 8, 8)),
    case("the four ases let it through", "revesino A napolitana C rD", (24, 0, 0, -24)),
    case("the four ases cut", "revesino A corta C napolitana C rD", (0, 0, 24, -24)),
    case("any other cut", "revesino A corta B napolitana C rD", (0, 24, 0, -24)),
    case(
        "he cut: half to the four ases, half to the two",
        "revesino A corta B napolitana C rB",
        (6, -24, 12, 6),
    ),
)
def test_adiciones_28_32_revesino(line, tantos):
    assert _score(line).points == tantos


@each(
    "line, options, tantos",
    case("R2: four of each", "napolitana A", PLAIN, (12, -4, -4, -4)),
    case("R3: lead left to him", "napolitana A dejada dD", PLAIN, (12, -4, -4, -4)),
    case("R1: four to each", "napolitana A pierde", PLAIN, (-12, 4, 4, 4)),
    case("whoever introduced him", "napolitana A pierde B", PLAIN, (-12, 4, 4, 4)),
    case(
        "option: to who introduced him",
        "napolitana A pierde B",
        Options(introducer_collects=True),
        (-12, 12, 0, 0),
    ),
    case("a renuncio pays for all", "napolitana A rD", PLAIN, (12, 0, 0, -12)),
    case("two, by halves", "napolitana A rC rD", PLAIN, (12, 0, -6, -6)),
)
def test_adiciones_25_26_cuatro_ases(line, options, tantos):
    assert _score(line, options).points == tantos


FUNDED = "platillo 16 16 16 16"


@each(
    "line, tantos, plate",
    case("sold: sixteen of the plate too", "0/0 3/6 5/14 3/4 cc=AvB", (28, -3, -9, 0), 48),
    case("drawn: sixteen to the plate too", "0/0 3/4 5/14 3/6 cc=BsD", (9, 3, -9, -19), 80),
    case("led or locked in: only the three", "0/0 3/4 5/14 3/6 cc=Bj", (12, -3, -9, 0), 64),
    case("asleep: only the three", "0/0 3/6 5/14 3/6 ao=AvC", (12, 0, -12, 0), 64),
    case(
        "sold with a renuncio: the sixteen too", "0/0 3/6 5/14 3/4 cc=DvB rD", (28, 0, 0, -12), 48
    ),
    case(
        "drawn with two: each half of all", "0/0 3/4 5/14 3/6 cc=BsD rB rC", (12, -14, -14, 0), 80
    ),
    case("revesino: the plate is not touched", "revesino A", (24, -8, -8, -8), 64),
    case("nor with four ases", "napolitana A", (12, -4, -4, -4), 64),
)
def test_adiciones_34_the_plate(line, tantos, plate):
    """Option «platillo» (Rulings R15)."""
    score = _score(line, Options(plate=16), FUNDED)
    assert (score.points, score.state.plate) == (tantos, plate)
    assert sum(score.tallies[0]) + plate == 0
