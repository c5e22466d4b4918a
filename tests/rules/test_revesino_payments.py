"""Payments at revesino: every row of the summary, every tie, renuncios, the great hands."""

import pytest

from rules.core import Score, fold
from rules.revesino import REVESINO
from rules.revesino.options import Options
from rules.revesino.settling import partida, seated
from tests.rows import each

PLAIN = Options()
SLEEP = "ac=d ae=d ab=d cc=d"


def _score(line: str, options: Options = PLAIN, *before: str) -> Score:
    return fold(REVESINO, options, [*before, line])[-1].score


@each(
    "line, tantos",
    pytest.param(
        "0/0 3/6 5/14 3/6 ao=AvC ac=d ae=d ab=d cc=d dD",
        (12, 0, -12, 0),
        id="the as de oros sold is two; asleep, ases one and the caballo three; partida four",
    ),
    pytest.param(
        "0/0 3/8 5/14 3/4 ao=d ac=AvB ae=d ab=d cc=d dD",
        (12, -1, -11, 0),
        id="the as de copas sold is one, of who lifts it",
    ),
    pytest.param(
        "0/0 3/8 5/14 3/4 ao=d ac=d ae=AvB ab=d cc=d dD",
        (12, -1, -11, 0),
        id="the as de espadas sold",
    ),
    pytest.param(
        "0/0 3/8 5/14 3/4 ao=d ac=d ae=d ab=AvB cc=d dD",
        (12, -1, -11, 0),
        id="the as de bastos sold",
    ),
    pytest.param(
        "0/0 3/6 5/14 3/4 ao=d ac=d ae=d ab=d cc=AvB dD",
        (12, -3, -9, 0),
        id="the caballo sold is three",
    ),
    pytest.param(
        "0/0 3/4 5/14 3/8 ao=d ac=BsD ae=d ab=d cc=d dD",
        (11, 1, -11, -1),
        id="an as drawn pays who led the palo",
    ),
    pytest.param(
        "0/0 3/4 5/14 3/8 ao=BsD ac=d ae=d ab=d cc=d dD",
        (10, 2, -10, -2),
        id="the as de oros drawn",
    ),
    pytest.param(
        "0/0 3/4 5/14 3/6 ao=d ac=d ae=d ab=d cc=BsD dD", (9, 3, -9, -3), id="the caballo drawn"
    ),
    pytest.param(
        "0/0 3/10 5/14 3/4 ao=d ac=AsB ae=d ab=d cc=AsC dD",
        (12, -1, -11, 0),
        id="carambola: C pays the caballo that he put, though B lifted it with the as",
    ),
    pytest.param(
        "0/0 3/8 5/14 3/4 ao=d ac=d ae=d ab=Bj cc=d dD",
        (12, -1, -11, 0),
        id="an as led is of the partida",
    ),
    pytest.param(
        "0/0 3/4 5/14 3/6 ao=d ac=d ae=d ab=d cc=Bj dD",
        (12, -3, -9, 0),
        id="the caballo led is of who led it, whoever lifts it",
    ),
    pytest.param(
        "1/4 3/6 4/10 3/6 ao=d ac=d ae=Aj ab=d cc=d dD",
        (11, 0, -11, 0),
        id="the winner of the partida who led an as pays nobody (R18)",
    ),
    pytest.param(
        "0/0 3/6 5/14 3/4 ao=d ac=d ae=d ab=d cc=CvB dD",
        (9, -3, -6, 0),
        id="who loses the partida may sell his caballo (Adiciones 35)",
    ),
    pytest.param(
        "0/0 3/9 5/19 3/6 ao=AvC ac=BsD ae=d ab=Cj cc=AvC dD", (11, 1, -11, -1), id="one of each"
    ),
)
def test_resumen_de_los_pagos(line, tantos):
    assert _score(line).points == tantos


def test_the_cards_asleep_are_not_paid_where_that_is_the_custom():
    line = "0/0 3/6 5/14 3/6 ao=AvC ac=d ae=d ab=d cc=d dD"
    assert _score(line, Options(sleepers_unpaid=True)).points == (6, 0, -6, 0)


def test_estar_bien_sentado():
    """The pie sits best, then to his left; the mano, at his right, worst."""
    assert [[seated(side, dealer) for side in range(4)] for dealer in (0, 3)] == [
        [0, 3, 2, 1],
        [3, 2, 1, 0],
    ]


@each(
    "counts, dealer, winner, loser, by",
    pytest.param("0/0 3/6 5/14 3/6", "D", "A", "C", "bazas_none", id="no baza"),
    pytest.param("0/0 2/0 6/20 3/6", "D", "A", "C", "bazas_none", id="no baza before no point"),
    pytest.param("0/0 0/0 6/20 5/6", "D", "B", "C", "seat", id="two: B better seated"),
    pytest.param("0/0 0/0 6/20 5/6", "A", "A", "C", "seat", id="two with none: A is the pie"),
    pytest.param("1/2 3/6 4/12 3/6", "D", "A", "C", "points", id="fewest points"),
    pytest.param("3/2 1/2 4/16 3/6", "D", "B", "C", "bazas", id="equal points, fewer bazas"),
    pytest.param("2/2 2/2 4/16 3/6", "D", "B", "C", "seat", id="A is mano, so B"),
    pytest.param("2/2 2/2 4/16 3/6", "A", "A", "C", "seat", id="A is the pie"),
    pytest.param("1/2 3/10 4/10 3/4", "D", "A", "C", "points", id="pays who has more bazas"),
    pytest.param("1/2 3/10 3/10 4/4", "D", "A", "B", "points", id="pays B, nearer the mano"),
    pytest.param("1/2 3/10 3/10 4/4", "B", "A", "C", "points", id="pays C, who is mano"),
)
def test_adiciones_18_19_who_wins_and_who_pays_the_partida(counts, dealer, winner, loser, by):
    hand = REVESINO.parse(f"{counts} ao=AvC {SLEEP}")
    named = "ABCD"
    assert partida(hand, named.index(dealer)) == (named.index(winner), named.index(loser), by)
    (event, *_) = _score(f"{counts} ao=AvC {SLEEP} d{dealer}").events
    assert (event.side, dict(event.params)) == (
        named.index(winner),
        {"by": by, "payer": loser, "tantos": 4},
    )


@each(
    "line, tantos",
    pytest.param(
        f"0/0 3/6 5/14 3/6 ao=AvC {SLEEP} rB dD", (12, -12, 0, 0), id="pays all that there is"
    ),
    pytest.param(
        f"0/0 3/6 5/14 3/6 ao=AvC {SLEEP} rA dD",
        (-12, 0, 0, 12),
        id="the winner's: all he won is of the next, D better seated than B",
    ),
    pytest.param(
        "0/0 3/8 5/14 3/4 ao=d ac=DvB ae=d ab=d cc=d rD dD",
        (12, 0, 0, -12),
        id="what he sold is of the partida",
    ),
    pytest.param(
        "0/0 3/4 5/14 3/8 ao=d ac=BsD ae=d ab=d cc=d rC dD",
        (11, 1, -12, 0),
        id="the others keep what they drew",
    ),
    pytest.param(
        "1/4 3/6 4/10 3/6 ao=d ac=d ae=Aj ab=d cc=d rB dD",
        (12, -12, 0, 0),
        id="the as that the winner led, too: always twelve (R9)",
    ),
    pytest.param(f"0/0 3/6 5/14 3/6 ao=AvC {SLEEP} rB rC dD", (12, -6, -6, 0), id="two, six each"),
)
def test_sobre_renuncios(line, tantos):
    assert _score(line).points == tantos
    assert _score(line, Options(sleepers_unpaid=True)).points == tantos


@each(
    "line, tantos",
    pytest.param("revesino A", (24, -8, -8, -8), id="made: eight of each"),
    pytest.param("revesino A corta B", (-24, 24, 0, 0), id="cut in time"),
    pytest.param("revesino A napolitana C", (24, 0, -24, 0), id="the four ases pay for all"),
    pytest.param("revesino A corta C napolitana C", (-24, 0, 24, 0), id="and collect the cut"),
    pytest.param(
        "revesino A corta B napolitana C levanta", (-24, 0, 24, 0), id="R6: lifts that baza"
    ),
    pytest.param(
        "revesino A corta B napolitana C otra", (-24, 24, 0, 0), id="R7: takes the other one"
    ),
    pytest.param(
        "revesino A corta B napolitana C", (0, 24, -24, 0), id="takes neither: pays who cut"
    ),
    pytest.param("revesino A rD", (24, 0, 0, -24), id="R10: a renuncio answers"),
    pytest.param("revesino A rC rD", (24, 0, -12, -12), id="two, by halves"),
    pytest.param("revesino A corta B rD", (0, 24, 0, -24), id="a renuncio, and another cut"),
    pytest.param("revesino A corta B rB", (8, -24, 8, 8), id="who cut made it: eight to each"),
    pytest.param("revesino A napolitana C rD", (24, 0, 0, -24), id="the four ases let it through"),
    pytest.param("revesino A corta C napolitana C rD", (0, 0, 24, -24), id="the four ases cut"),
    pytest.param("revesino A corta B napolitana C rD", (0, 24, 0, -24), id="any other cut"),
    pytest.param(
        "revesino A corta B napolitana C rB",
        (6, -24, 12, 6),
        id="he himself cut: half to the four ases, half to the other two",
    ),
)
def test_adiciones_28_32_revesino(line, tantos):
    assert _score(line).points == tantos


@each(
    "line, options, tantos",
    pytest.param("napolitana A", PLAIN, (12, -4, -4, -4), id="R2: four of each"),
    pytest.param("napolitana A dejada dD", PLAIN, (12, -4, -4, -4), id="R3: lead left to him"),
    pytest.param("napolitana A pierde", PLAIN, (-12, 4, 4, 4), id="R1: four to each"),
    pytest.param("napolitana A pierde B", PLAIN, (-12, 4, 4, 4), id="whoever introduced him"),
    pytest.param(
        "napolitana A pierde B",
        Options(introducer_collects=True),
        (-12, 12, 0, 0),
        id="option: twelve to who introduced him",
    ),
    pytest.param("napolitana A rD", PLAIN, (12, 0, 0, -12), id="a renuncio pays for all"),
    pytest.param("napolitana A rC rD", PLAIN, (12, 0, -6, -6), id="two, by halves"),
)
def test_adiciones_25_26_cuatro_ases(line, options, tantos):
    assert _score(line, options).points == tantos


FUNDED = "platillo 16 16 16 16"


@each(
    "line, tantos, plate",
    pytest.param(
        "0/0 3/6 5/14 3/4 ao=d ac=d ae=d ab=d cc=AvB dD",
        (28, -3, -9, 0),
        48,
        id="sold: three of who lifts it and sixteen of the plate",
    ),
    pytest.param(
        "0/0 3/4 5/14 3/6 ao=d ac=d ae=d ab=d cc=BsD dD",
        (9, 3, -9, -19),
        80,
        id="drawn: three to who draws it and sixteen to the plate",
    ),
    pytest.param(
        "0/0 3/4 5/14 3/6 ao=d ac=d ae=d ab=d cc=Bj dD",
        (12, -3, -9, 0),
        64,
        id="led or locked in: only the three",
    ),
    pytest.param(
        f"0/0 3/6 5/14 3/6 ao=AvC {SLEEP} dD", (12, 0, -12, 0), 64, id="asleep: only the three"
    ),
    pytest.param(
        "0/0 3/6 5/14 3/4 ao=d ac=d ae=d ab=d cc=DvB rD dD",
        (28, 0, 0, -12),
        48,
        id="sold with a renuncio: his sixteen pass with the three",
    ),
    pytest.param(
        "0/0 3/4 5/14 3/6 ao=d ac=d ae=d ab=d cc=BsD rB rC dD",
        (12, -14, -14, 0),
        80,
        id="drawn with two: each half of all, and of the sixteen",
    ),
    pytest.param("revesino A", (24, -8, -8, -8), 64, id="revesino: the plate is not touched"),
    pytest.param("napolitana A", (12, -4, -4, -4), 64, id="nor with four ases"),
)
def test_adiciones_34_the_plate(line, tantos, plate):
    """Option «platillo» (Rulings R15)."""
    score = _score(line, Options(plate=16), FUNDED)
    assert (score.points, score.state.plate) == (tantos, plate)
    assert sum(score.tallies[0]) + plate == 0
