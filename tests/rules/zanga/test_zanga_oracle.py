"""The oracle's table of zanga makes every payment."""

from random import Random

import pytest

from rules.core import fold
from rules.zanga import ZANGA
from rules.zanga.codes import CONCEPTS, EVENT_WORDS
from tests.rules.zanga.table import partida

ONE_PARTIDA = ZANGA.Options(partidas=1)


@pytest.mark.slow
def test_the_table_makes_every_payment_of_zanga():
    rng, events = Random(1677), set()
    for _ in range(300):
        hands = [ZANGA.parse(hand.line()) for hand in partida(rng)]
        for step in fold(ZANGA, ONE_PARTIDA, hands):
            events |= {(event.code, dict(event.params).get("by")) for event in step.score.events}
    expected = {("zanga.paid", concept) for concept in CONCEPTS}
    expected |= {("zanga.fianza", by) for by in EVENT_WORDS["zanga.fianza"]}
    expected |= {("zanga.taken", by) for by in EVENT_WORDS["zanga.taken"]}
    assert events >= expected
