"""Truco, as the reglamento of ASART (2017) plays it: two, three, four or six, forty cards.

A line of the acta is one hand, or a chico of which only the result was kept, or a misdeal, or a
ruling of the judge. A hand is written as what happened in it, in order: who chanted, whether it
was wanted, the tantos of A and of B, who won each round:

>>> options = PRESETS["mano_a_mano"]
>>> score = play(start(options), parse("Ae Bre q 31-27 A At q BA dB"), options)
>>> dict(zip(TALLIES, score.tallies))
{'chicos': (0, 0), 'tantos': (7, 0), 'tantos_chico': (7, 0)}

Five of the envido and two of the truco. A deals now; B goes al mazo as the hand begins, and
loses two; of the next chicos the record holds the results:

>>> for line in ("mB", "chico B", "chico 30-24", "chico 18-31"):
...     score = play(score, parse(line), options)
>>> dict(zip(TALLIES, score.tallies)), score.winner
({'chicos': (1, 2), 'tantos': (57, 85), 'tantos_chico': (0, 0)}, 1)

`options` says how many play and how long, `acts` what happens in a hand and `hands` what a line
holds, `notation` how it is written, `seats` who plays with whom and who is mano, `mano` what a hand
comes to, `faults` what its faults cost, `chico` what it adds, `score` what the match remembers,
`match` what a line does to it, `table` plays matches by itself. The words and the articles are in
`rules/SOURCES.md`.
"""

from rules.lines import Forfeit
from rules.truco.acts import Answer, Chant, Fault, Mazo, Round, Seat, Tanto, Tantos, Won
from rules.truco.chico import malas_o_buenas
from rules.truco.codes import CODES, EVENTS, WAYS
from rules.truco.hands import CODEC, Chico, Deal, ExtraCards, Hand, Misdeal, Ruling, Signs
from rules.truco.match import play
from rules.truco.notation import parse
from rules.truco.options import LIMITS, PRESETS, Options, can_draw, people, sides
from rules.truco.score import State, award, next_acts, seated, start
from rules.truco.seats import Seating
from rules.truco.table import play_match

KEY = "truco"
NAME = "Truco"
SIDES = 2  # three in the gallo that rotates: `sides`
TALLIES = ("chicos", "tantos", "tantos_chico")
COUNTED = "chicos"
LEAGUE_ORDER: tuple[str, ...] = ()
LEVELS = ("deals", "chicos")
SCHEMA, from_json, to_json = CODEC.schema, CODEC.from_json, CODEC.to_json

__all__ = [
    "CODES",
    "COUNTED",
    "EVENTS",
    "KEY",
    "LEAGUE_ORDER",
    "LEVELS",
    "LIMITS",
    "NAME",
    "PRESETS",
    "SCHEMA",
    "SIDES",
    "TALLIES",
    "WAYS",
    "Answer",
    "Chant",
    "Chico",
    "Deal",
    "ExtraCards",
    "Fault",
    "Forfeit",
    "Hand",
    "Mazo",
    "Misdeal",
    "Options",
    "Round",
    "Ruling",
    "Seat",
    "Seating",
    "Signs",
    "State",
    "Tanto",
    "Tantos",
    "Won",
    "award",
    "can_draw",
    "from_json",
    "malas_o_buenas",
    "next_acts",
    "parse",
    "people",
    "play",
    "play_match",
    "seated",
    "sides",
    "start",
    "to_json",
]
