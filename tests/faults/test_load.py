"""Test of many tables that write at once, on one phone or two, while the desk types some actas.

`./dev test --long` plays 200 tables and 8,000 lines; otherwise 24 tables play shorter matches.
"""

import pytest

from rules.core import options_of
from tests.faults import load
from tests.faults.hall import Hall
from tests.faults.pens import GUINOTE
from tests.sizes import size

pytestmark = pytest.mark.faults

SHORT = load.Load(tables=24, game_options={"cotos": 2, "partidas": 3}, watched_tables=12)
LONG = load.Load(tables=200, game_options={"cotos": 4, "partidas": 5}, watched_tables=200)


def test_every_acknowledged_line_is_stored_once(hall: Hall):
    planned_load = size(SHORT, long=LONG)
    ledger = load.run(hall, planned_load)
    checked_counts = load.check(hall, ledger, options_of(GUINOTE, "", planned_load.game_options))
    print(
        f"\n{planned_load.tables} tables, without a pause:\n{load.figures(ledger, checked_counts)}"
    )
    assert ledger.counts["sent twice"] and ledger.conflicts
    assert set(ledger.statuses) <= {200, 302, 409}
    assert checked_counts["lines"] >= (8000 if planned_load is LONG else 180)
