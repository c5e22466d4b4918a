"""A day of pairs in which web processes, the database and the network are killed.

`./dev test --long` plays a longer day of 120; TAPETE_SEED names another one.
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


def test_nothing_acknowledged_is_lost_or_doubled_whatever_is_killed(hall: Hall):
    asked = size(SHORT, long=LONG)
    ledger, killed = day.run(hall, asked)
    checked = load.check(hall, ledger, options_of(GUINOTE, "", asked.game_options))
    print(f"\nseed {SEED}: {'; '.join(killed)}\n{load.figures(ledger, checked)}")
    assert len(killed) == 3 * asked.kills + asked.rounds
    assert ledger.counts["no answer"] and ledger.counts["resent"]
    assert set(ledger.statuses) <= {200, 302, 409, 503}, "a phone was told something else"
    assert not ledger.conflicts, "a resend was taken for somebody else's line"
    assert checked["truth"]["drawn"] == asked.rounds
