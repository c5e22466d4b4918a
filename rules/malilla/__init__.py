"""Malilla, as the reglamento of 1807 and its Adiciones play it, in five forms.

A line of the acta is one deal, or a whole vuelta (a deal by each player) or match of which only
the tantos were kept, or a misdeal, or a ruling of the judge. A deal is written as the points of
each side, which are always 72, the card turned up, who dealt, and the faults:

>>> options = PRESETS["companeros"]
>>> score = play(start(options), parse("40-32 Rc dB"), options)
>>> dict(zip(TALLIES, score.tallies))
{'tantos': (1, -1), 'tantos_vuelta': (1, -1)}

A made four over the 36 and pays B three for the rey turned up. A deals now and gives a capote,
which pays 72; then B does not beat a card that he could beat:

>>> for line in ("72-0", "33-39 B/cargar"):
...     score = play(score, parse(line), options)
>>> dict(zip(TALLIES, score.tallies))
{'tantos': (83, -83), 'tantos_vuelta': (83, -83)}

`options` says which form and how long, `forms` what each form is, `hands` what a line holds,
`notation` how it is written, `checks` what the cards forbid, `settling` what a deal pays, `amounts`
tantos gained and lost, `match` what a line does to the score, `table` plays matches by itself. The
words and the articles are in `rules/SOURCES.md`.
"""

from rules.lines import Forfeit
from rules.malilla.amounts import tantos_text
from rules.malilla.codes import CODES, EVENTS
from rules.malilla.forms import FAULTS, FORMS, RANKS
from rules.malilla.hands import (
    CODEC,
    Card,
    Committed,
    Deal,
    Favorito,
    Hand,
    Misdeal,
    Partida,
    Ruling,
    Vuelta,
)
from rules.malilla.match import State, award, play, start, times_now
from rules.malilla.notation import parse
from rules.malilla.options import LIMITS, PRESETS, Options, can_draw, people, sides
from rules.malilla.overruling import overruled
from rules.malilla.table import play_match

KEY = "malilla"
NAME = "Malilla"
SIDES = 2  # more where each plays for himself: `sides`
TALLIES = ("tantos", "tantos_vuelta")
COUNTED = "tantos"
LEAGUE_ORDER: tuple[str, ...] = ()
LEVELS = ("partida", "vueltas", "deals")
SCHEMA, from_json, to_json = CODEC.schema, CODEC.from_json, CODEC.to_json

__all__ = [
    "CODES",
    "COUNTED",
    "EVENTS",
    "FAULTS",
    "FORMS",
    "KEY",
    "LEAGUE_ORDER",
    "LEVELS",
    "LIMITS",
    "NAME",
    "PRESETS",
    "RANKS",
    "SCHEMA",
    "SIDES",
    "TALLIES",
    "Card",
    "Committed",
    "Deal",
    "Favorito",
    "Forfeit",
    "Hand",
    "Misdeal",
    "Options",
    "Partida",
    "Ruling",
    "State",
    "Vuelta",
    "award",
    "can_draw",
    "from_json",
    "overruled",
    "parse",
    "people",
    "play",
    "play_match",
    "sides",
    "start",
    "tantos_text",
    "times_now",
    "to_json",
]
