"""Two hundred tables write at once, each on one phone or two, and the desk types some too.

`./dev test --long` plays the eight thousand lines; without it, a share of them.
"""

import pytest

from rules.core import options_of
from tests.faults import load
from tests.faults.hall import Hall
from tests.faults.pens import GUINOTE
from tests.sizes import size

pytestmark = pytest.mark.faults

SHARE = load.Load(tables=24, game_options={"cotos": 2, "partidas": 3}, watched=12)
LONG = load.Load(tables=200, game_options={"cotos": 4, "partidas": 5}, watched=200)


def test_every_line_that_was_acknowledged_is_there_once(hall: Hall):
    asked = size(SHARE, long=LONG)
    ledger = load.run(hall, asked)
    checked = load.check(hall, ledger, options_of(GUINOTE, "", asked.game_options))
    print(f"\n{asked.tables} tables, without a pause:\n{load.figures(ledger, checked)}")
    assert ledger.counts["sent twice"] and ledger.conflicts
    assert set(ledger.statuses) <= {200, 302, 409}
    assert checked["lines"] >= (8000 if asked is LONG else 180)
