"""Test of a day of 30 pairs in which web processes, the database and the network are killed.

`./dev test --long` plays a longer day of 120 pairs. TAPETE_SEED changes the seed.
"""

import os

import pytest

from rules.core import options_of
from tests.faults import day, load
from tests.faults.hall import Hall
from tests.faults.pens import GUINOTE
from tests.sizes import size

pytestmark = pytest.mark.faults

SEED = os.environ.get("TAPETE_SEED", "santa-orosia")
SHORT = day.Day(pairs=30, rounds=2, game_options={"cotos": 1, "partidas": 2}, kills=2, seed=SEED)
LONG = day.Day(pairs=120, rounds=4, game_options={"cotos": 2, "partidas": 3}, kills=6, seed=SEED)


def test_a_day_of_kills_loses_and_doubles_no_acknowledged_line(hall: Hall):
    planned = size(SHORT, long=LONG)
    ledger, killed = day.run(hall, planned)
    checked = load.check(hall, ledger, options_of(GUINOTE, "", planned.game_options))
    print(f"\nseed {SEED}: {'; '.join(killed)}\n{load.figures(ledger, checked)}")
    assert len(killed) == 3 * planned.kills + planned.rounds
    assert ledger.counts["no answer"] and ledger.counts["resent"]
    assert set(ledger.statuses) <= {200, 302, 409, 503}, "a phone got another status"
    assert not ledger.conflicts, "a resent line was taken for the line of somebody else"
    assert checked["truth"]["drawn"] == planned.rounds
