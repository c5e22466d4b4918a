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
    planned_day = size(SHORT, long=LONG)
    ledger, kills = day.run(hall, planned_day)
    checked_counts = load.check(hall, ledger, options_of(GUINOTE, "", planned_day.game_options))
    print(f"\nseed {SEED}: {'; '.join(kills)}\n{load.figures(ledger, checked_counts)}")
    assert len(kills) == 3 * planned_day.kills + planned_day.rounds
    assert ledger.counts["no answer"] and ledger.counts["resent"]
    assert set(ledger.statuses) <= {200, 302, 409, 503}, "a phone got another status"
    assert not ledger.conflicts, "a resent line was taken for the line of somebody else"
    assert checked_counts["truth"]["drawn"] == planned_day.rounds
