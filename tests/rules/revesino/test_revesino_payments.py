"""Payments of a hand of revesino: the summary, ties, renuncios, revesinos, four ases, the plate."""

from rules.core import Score, fold
from rules.revesino import REVESINO
from rules.revesino.options import Options
from rules.revesino.settling import partida_result, seat_rank
from tests.rows import case, each

PLAIN = Options()
PAY_CARDS = ("ao", "ac", "ae", "ab", "cc")


def _complete_line(line: str) -> str:
    """Return the line with its missing pay cards asleep, and D as the dealer if it has none."""
    if "/" not in line:
        return line
    asleep = [f"{card}=d" for card in PAY_CARDS if f"{card}=" not in line]
    return " ".join([line, *asleep, *([] if " d" in line else ["dD"])])


def _score(line: str, options: Options = PLAIN, *lines_before: str) -> Score:
    return fold(REVESINO, options, [*lines_before, _complete_line(line)])[-1].score


@each(
    "line, tantos",
    case(
        "as de oros sold: two; asleep ases one each, caballo three; partida four",
        "0/0 3/6 5/14 3/6 ao=AvC",
        (12, 0, -12, 0),
    ),
    case(
        "the as de copas sold is one, paid by the winner of the baza",
        "0/0 3/8 5/14 3/4 ac=AvB",
        (12, -1, -11, 0),
    ),
    case("the as de espadas sold", "0/0 3/8 5/14 3/4 ae=AvB", (12, -1, -11, 0)),
    case("the as de bastos sold", "0/0 3/8 5/14 3/4 ab=AvB", (12, -1, -11, 0)),
    case("the caballo sold is three", "0/0 3/6 5/14 3/4 cc=AvB", (12, -3, -9, 0)),
    case("an as drawn pays the leader of the palo", "0/0 3/4 5/14 3/8 ac=BsD", (11, 1, -11, -1)),
    case("the as de oros drawn", "0/0 3/4 5/14 3/8 ao=BsD", (10, 2, -10, -2)),
    case("the caballo drawn", "0/0 3/4 5/14 3/6 cc=BsD", (9, 3, -9, -3)),
    case(
        "carambola: C pays for his caballo, although B won the baza",
        "0/0 3/10 5/14 3/4 ac=AsB cc=AsC",
        (12, -1, -11, 0),
    ),
    case("an as led pays the winner of the partida", "0/0 3/8 5/14 3/4 ab=Bj", (12, -1, -11, 0)),
    case("the caballo led is paid by its leader", "0/0 3/4 5/14 3/6 cc=Bj", (12, -3, -9, 0)),
    case("the winner who led an as pays nobody (R18)", "1/4 3/6 4/10 3/6 ae=Aj", (11, 0, -11, 0)),
    case(
        "the loser may sell his caballo (Adiciones 35)", "0/0 3/6 5/14 3/4 cc=CvB", (9, -3, -6, 0)
    ),
    case(
        "sold, drawn, led and asleep",
        "0/0 3/9 5/19 3/6 ao=AvC ac=BsD ab=Cj cc=AvC",
        (11, 1, -11, -1),
    ),
)
def test_a_hand_pays_the_partida_and_its_pay_cards(line, tantos):
    assert _score(line).points == tantos


def test_with_sleepers_unpaid_sleeping_cards_pay_nothing():
    line = "0/0 3/6 5/14 3/6 ao=AvC"
    assert _score(line, Options(sleepers_unpaid=True)).points == (6, 0, -6, 0)


def test_the_pie_sits_best_and_the_mano_worst():
    """«Estar bien sentado»: the pie sits best, then the seats to his left in order."""
    assert [[seat_rank(side, dealer) for side in range(4)] for dealer in (0, 3)] == [
        [0, 3, 2, 1],
        [3, 2, 1, 0],
    ]


@each(
    "counts, dealer, winner, loser, criterion",
    case("no baza", "0/0 3/6 5/14 3/6", "D", "A", "C", "bazas_none"),
    case("no baza before no point", "0/0 2/0 6/20 3/6", "D", "A", "C", "bazas_none"),
    case("two without bazas: B is better seated", "0/0 0/0 6/20 5/6", "D", "B", "C", "seat"),
    case("two without bazas: A is the pie", "0/0 0/0 6/20 5/6", "A", "A", "C", "seat"),
    case("fewest points", "1/2 3/6 4/12 3/6", "D", "A", "C", "points"),
    case("equal points, fewer bazas", "3/2 1/2 4/16 3/6", "D", "B", "C", "bazas"),
    case("all equal: B, because A is mano", "2/2 2/2 4/16 3/6", "D", "B", "C", "seat"),
    case("all equal: A is the pie", "2/2 2/2 4/16 3/6", "A", "A", "C", "seat"),
    case("C pays: he has more bazas", "1/2 3/10 4/10 3/4", "D", "A", "C", "points"),
    case("B pays: he sits nearer the mano", "1/2 3/10 3/10 4/4", "D", "A", "B", "points"),
    case("C pays: he is mano", "1/2 3/10 3/10 4/4", "B", "A", "C", "points"),
)
def test_adiciones_18_19_the_winner_and_the_payer_of_the_partida(
    counts, dealer, winner, loser, criterion
):
    hand = REVESINO.parse(_complete_line(f"{counts} ao=AvC"))
    names = "ABCD"
    assert partida_result(hand, names.index(dealer)) == (
        names.index(winner),
        names.index(loser),
        criterion,
    )
    (event, *_) = _score(f"{counts} ao=AvC d{dealer}").events
    assert (event.side, dict(event.params)) == (
        names.index(winner),
        {"by": criterion, "payer": loser, "tantos": 4},
    )


@each(
    "line, tantos",
    case("the offender pays everything", "0/0 3/6 5/14 3/6 ao=AvC rB", (12, -12, 0, 0)),
    case(
        "a renuncio of the winner: D, the next best, gains",
        "0/0 3/6 5/14 3/6 ao=AvC rA",
        (-12, 0, 0, 12),
    ),
    case(
        "a card that the offender sold pays the winner",
        "0/0 3/8 5/14 3/4 ac=DvB rD",
        (12, 0, 0, -12),
    ),
    case("the others keep their drawn cards", "0/0 3/4 5/14 3/8 ac=BsD rC", (11, 1, -12, 0)),
    case(
        "the offender pays for the winner's as too (R9)",
        "1/4 3/6 4/10 3/6 ae=Aj rB",
        (12, -12, 0, 0),
    ),
    case("two offenders pay six each", "0/0 3/6 5/14 3/6 ao=AvC rB rC", (12, -6, -6, 0)),
)
def test_the_author_of_a_renuncio_pays_for_all(line, tantos):
    assert _score(line).points == tantos
    assert _score(line, Options(sleepers_unpaid=True)).points == tantos


@each(
    "line, tantos",
    case("made: eight of each", "revesino A", (24, -8, -8, -8)),
    case("cut in time", "revesino A corta B", (-24, 24, 0, 0)),
    case("the four ases pay for all", "revesino A napolitana C", (24, 0, -24, 0)),
    case("the four ases collect the cut", "revesino A corta C napolitana C", (-24, 0, 24, 0)),
    case(
        "R6: the four ases win the cut baza",
        "revesino A corta B napolitana C levanta",
        (-24, 0, 24, 0),
    ),
    case(
        "R7: the four ases win the other baza",
        "revesino A corta B napolitana C otra",
        (-24, 24, 0, 0),
    ),
    case(
        "the four ases win neither and pay the cutter",
        "revesino A corta B napolitana C",
        (0, 24, -24, 0),
    ),
    case("R10: the author of a renuncio pays", "revesino A rD", (24, 0, 0, -24)),
    case("two authors pay half each", "revesino A rC rD", (24, 0, -12, -12)),
    case("a renuncio by D, and B cut", "revesino A corta B rD", (0, 24, 0, -24)),
    case("a renuncio by the cutter: eight to each", "revesino A corta B rB", (8, -24, 8, 8)),
    case(
        "a renuncio, and the four ases did not cut", "revesino A napolitana C rD", (24, 0, 0, -24)
    ),
    case(
        "a renuncio, and the four ases cut", "revesino A corta C napolitana C rD", (0, 0, 24, -24)
    ),
    case("a renuncio, and B cut", "revesino A corta B napolitana C rD", (0, 24, 0, -24)),
    case(
        "a renuncio by the cutter: half to the four ases, half to two",
        "revesino A corta B napolitana C rB",
        (6, -24, 12, 6),
    ),
)
def test_adiciones_28_32_a_revesino_is_paid(line, tantos):
    assert _score(line).points == tantos


@each(
    "line, options, tantos",
    case("R2: four of each", "napolitana A", PLAIN, (12, -4, -4, -4)),
    case("R3: his first lead left to him", "napolitana A dejada dD", PLAIN, (12, -4, -4, -4)),
    case("R1: four to each", "napolitana A pierde", PLAIN, (-12, 4, 4, 4)),
    case("the same with an introducer", "napolitana A pierde B", PLAIN, (-12, 4, 4, 4)),
    case(
        "option: all to the introducer",
        "napolitana A pierde B",
        Options(introducer_collects=True),
        (-12, 12, 0, 0),
    ),
    case("the author of a renuncio pays for all", "napolitana A rD", PLAIN, (12, 0, 0, -12)),
    case("two authors pay half each", "napolitana A rC rD", PLAIN, (12, 0, -6, -6)),
)
def test_adiciones_25_26_four_ases_are_paid(line, options, tantos):
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
        "drawn with two renuncios: half of all each",
        "0/0 3/4 5/14 3/6 cc=BsD rB rC",
        (12, -14, -14, 0),
        80,
    ),
    case("revesino: the plate is not touched", "revesino A", (24, -8, -8, -8), 64),
    case("four ases: the plate is not touched", "napolitana A", (12, -4, -4, -4), 64),
)
def test_adiciones_34_the_caballo_is_paid_from_or_to_the_plate(line, tantos, plate):
    """Option «platillo» (Rulings R15)."""
    score = _score(line, Options(plate=16), FUNDED)
    assert (score.points, score.state.plate) == (tantos, plate)
    assert sum(score.tallies[0]) + plate == 0
