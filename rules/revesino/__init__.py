"""Revesino, as the reglamento of 1807 and its Adiciones have it: four players, each for himself.

A line of the acta is one hand, or one hand or one vuelta of which only the tantos were kept, or a
void hand, a fault or a ruling of the referee. An ordinary hand is written as the bazas and points
of each, and what became of the four ases and the caballo de copas:

>>> options = PRESETS["cuatro_vueltas"]
>>> line = "0/0 3/9 5/19 3/6 ao=AvC ac=BsD ae=d ab=Cj cc=AvC dD"
>>> score = play(start(options), parse(line), options)
>>> dict(zip(TALLIES, score.tallies))
{'tantos': (11, 1, -11, -1)}

A, with no baza, won the partida: C, who has most points, pays him its four tantos, the as de
espadas that sleeps and the as de bastos that he led, besides the two cards A sold him. In the
next hand B makes nine bazas and C cuts the tenth:

>>> score = play(score, parse("revesino B corta C"), options)
>>> dict(zip(TALLIES, score.tallies))
{'tantos': (11, -23, 13, -1)}

`options` says how long a match lasts and which conventions there are, `cards` what the cards are
worth, `fates` and `hands` what a line holds, `checks` what the cards forbid, `notation` how it is
written, `settling` who pays whom, `match` what a line does to the score, `table` plays matches by
itself. The words and the articles are in `rules/SOURCES.md`.
"""

from rules.lines import End, Forfeit
from rules.revesino.cards import NAPOLITANA, PARTIDA, PAY, REVESINO, STAKES
from rules.revesino.codes import BY, CARDS, CODES, EVENTS, WAYS
from rules.revesino.fates import FATES, Fate
from rules.revesino.hands import CODEC, DUTIES, Deal, Hand, Napolitana, Revesino
from rules.revesino.match import State, award, play, start
from rules.revesino.notation import parse
from rules.revesino.options import LIMITS, PRESETS, Options, can_draw, people, sides
from rules.revesino.results import RESULTS, Plate, Result
from rules.revesino.rulings import FAULTS, DealerRuling, Fault, Null, Ruling
from rules.revesino.settling import Paid, partida, seated
from rules.revesino.table import play_match

KEY = "revesino"
NAME = "Revesino"
SIDES = 4
TALLIES = ("tantos",)
COUNTED = "tantos"
LEAGUE_ORDER: tuple[str, ...] = ()
LEVELS = ("deals", "results", "vueltas")
SCHEMA, from_json, to_json = CODEC.schema, CODEC.from_json, CODEC.to_json

__all__ = [
    "BY",
    "CARDS",
    "CODES",
    "COUNTED",
    "DUTIES",
    "EVENTS",
    "FATES",
    "FAULTS",
    "KEY",
    "LEAGUE_ORDER",
    "LEVELS",
    "LIMITS",
    "NAME",
    "NAPOLITANA",
    "PARTIDA",
    "PAY",
    "PRESETS",
    "RESULTS",
    "REVESINO",
    "SCHEMA",
    "SIDES",
    "STAKES",
    "TALLIES",
    "WAYS",
    "Deal",
    "DealerRuling",
    "End",
    "Fate",
    "Fault",
    "Forfeit",
    "Hand",
    "Napolitana",
    "Null",
    "Options",
    "Paid",
    "Plate",
    "Result",
    "Revesino",
    "Ruling",
    "State",
    "award",
    "can_draw",
    "from_json",
    "parse",
    "partida",
    "people",
    "play",
    "play_match",
    "seated",
    "sides",
    "start",
    "to_json",
]
