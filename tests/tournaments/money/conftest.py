"""A tournament with a fee of 20 € and six pairs that have not paid."""

from decimal import Decimal

from tests.worlds import world
from tournaments.money.services.prices import set_prices


@world
def till(casino, pairs, pilar):
    pairs(casino, 6)
    casino.entries.update(paid=False)
    return set_prices(tournament=casino, author=pilar, fee=Decimal(20))
