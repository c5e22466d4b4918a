"""Every payment of zanga comes up at the oracle's table."""

from random import Random

import pytest

from rules.core import fold
from rules.zanga import ZANGA
from rules.zanga.codes import BY, CONCEPTS
from tests.rules.zanga.table import partida

ONE_PARTIDA = ZANGA.Options(partidas=1)


@pytest.mark.slow
def test_the_table_meets_every_payment():
    rng, events = Random(1677), set()
    for _ in range(300):
        hands = [ZANGA.parse(hand.line()) for hand in partida(rng)]
        for step in fold(ZANGA, ONE_PARTIDA, hands):
            events |= {(one.code, dict(one.params).get("by")) for one in step.score.events}
    told = {("zanga.paid", concept) for concept in CONCEPTS}
    told |= {("zanga.fianza", by) for by in BY["zanga.fianza"]}
    told |= {("zanga.taken", by) for by in BY["zanga.taken"]}
    assert events >= told
