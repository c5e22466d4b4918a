"""Tables of two to five people: how many, who sits with whom, in which chair, and the bounds."""

from tournaments.pairing.seating.bounds import repeated_in_all, repeated_in_round
from tournaments.pairing.seating.chairs import chairs
from tournaments.pairing.seating.odd import odd_groups, slots_of
from tournaments.pairing.seating.plans import planned, planned_length
from tournaments.pairing.seating.prices import Prices, Tables
from tournaments.pairing.seating.search import scatter, seat_apart, seat_by_rank
from tournaments.pairing.seating.sizes import LARGER, SMALLER, table_sizes

__all__ = [
    "LARGER",
    "SMALLER",
    "Prices",
    "Tables",
    "chairs",
    "odd_groups",
    "planned",
    "planned_length",
    "repeated_in_all",
    "repeated_in_round",
    "scatter",
    "seat_apart",
    "seat_by_rank",
    "slots_of",
    "table_sizes",
]
