"""Every payment that zanga has comes up at the oracle's table."""

from random import Random

from rules import zanga
from rules.core import fold
from tests.rules.zanga_table import partida

ONE_PARTIDA = zanga.Options(partidas=1)


def test_the_table_meets_every_payment():
    rng, events = Random(1677), set()
    for _ in range(300):
        hands = [zanga.parse(hand.line()) for hand in partida(rng)]
        for step in fold(zanga, ONE_PARTIDA, hands):
            events |= {(one.code, dict(one.params).get("by")) for one in step.score.events}
    told = {("zanga.paid", concept) for concept in zanga.CONCEPTS}
    told |= {("zanga.fianza", by) for by in zanga.BY["zanga.fianza"]}
    told |= {("zanga.taken", by) for by in zanga.BY["zanga.taken"]}
    assert events >= told
