"""Tarot, three to five players with 78 cards, each for himself: who takes plays against the rest.

A line of the acta is one deal, or one or several deals of which only the results were kept, or a
deal annulled, or a ruling of the referee. A deal is written as who took it, for what contract,
the points of his camp and its oudlers, and then the petit, the poignées, the chelem:

>>> options = PRESETS["fft"]
>>> score = play(start(options), parse("B guardia 49 2o p+ B10"), options)
>>> dict(zip(TALLIES, score.tallies))
{'repartos': (1, 1, 1, 1), 'puntos': (-106, 318, -106, -106)}

Forty-one were needed: eight over, with 25 and ten of the petit, times two, and twenty of the
poignée. Of the next deal the record holds the result only; the points of each player add up:

>>> score = play(score, parse("repartos 1 -30 -30 90 -30"), options)
>>> dict(zip(TALLIES, score.tallies))
{'repartos': (2, 2, 2, 2), 'puntos': (-136, 288, -16, -136)}

`options` says by what numbers and how many play, `hands` and `faults` what a line holds, `cards`
and `checks` what the cards and the table forbid, `points` what is counted, `notation` how it is
written, `count` what a deal is worth, `payments` who pays it, `match` what a line does to the
score, `table` (with `tricks`) plays matches by itself. The words and the articles are in
`rules/SOURCES.md`. Points in a hand are half points (`halves`), written and sent as points with .5.
The tallies count points, for half points are rounded to the winner of the contract (Rulings A12);
only with the option `equal_shares` can a payment be a half, and then the tallies count half points:
`options.unit` says how many of their units make a point.
"""

from rules.lines import End, Forfeit
from rules.tarot.cards import CAMPS, POIGNEES, RESERVE, TARGETS, TRICKS, reachable
from rules.tarot.codes import CODES, EVENTS
from rules.tarot.count import Count, count
from rules.tarot.faults import Fault
from rules.tarot.hands import CODEC, Deal, Hand, Passed, PetitAlone, Poignee, Results, Ruling
from rules.tarot.match import State, award, play, start
from rules.tarot.notation import parse
from rules.tarot.options import (
    CONTRACTS,
    LIMITS,
    PRESETS,
    Options,
    at_table,
    can_draw,
    people,
    sides,
    table_sizes,
)
from rules.tarot.payments import Paid, pay, shares
from rules.tarot.points import points_text
from rules.tarot.table import play_match

KEY = "tarot"
NAME = "Tarot"
SIDES = 4  # three or five by the options: `sides`
TALLIES = ("repartos", "puntos")
COUNTED = "puntos"
LEAGUE_ORDER: tuple[str, ...] = ()
LEVELS = ("round", "results", "deals")
SCHEMA, from_json, to_json = CODEC.schema, CODEC.from_json, CODEC.to_json

__all__ = [
    "CAMPS",
    "CODES",
    "CONTRACTS",
    "COUNTED",
    "EVENTS",
    "KEY",
    "LEAGUE_ORDER",
    "LEVELS",
    "LIMITS",
    "NAME",
    "POIGNEES",
    "PRESETS",
    "RESERVE",
    "SCHEMA",
    "SIDES",
    "TALLIES",
    "TARGETS",
    "TRICKS",
    "Count",
    "Deal",
    "End",
    "Fault",
    "Forfeit",
    "Hand",
    "Options",
    "Paid",
    "Passed",
    "PetitAlone",
    "Poignee",
    "Results",
    "Ruling",
    "State",
    "at_table",
    "award",
    "can_draw",
    "count",
    "from_json",
    "parse",
    "pay",
    "people",
    "play",
    "play_match",
    "points_text",
    "reachable",
    "shares",
    "sides",
    "start",
    "table_sizes",
    "to_json",
]
