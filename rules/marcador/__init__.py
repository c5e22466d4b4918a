"""Marcador libre: the score of any card game, for those that have no grammar of their own.

A line of the acta is what each side makes in a mano, or in several of which only the sums were
kept; or a juego of which only who won it was; or the end of the time, or what the judge decides.
What a mano may be, and what ends and wins a juego and the match, is for the options to say:

>>> options = PRESETS["mus_tres_juegos"]
>>> score = start(options)
>>> for line in ("40-25", "12-20"):
...     score = play(score, parse(line), options)
>>> dict(zip(TALLIES, score.tallies))
{'cuenta': (1, 0), 'vacas': (0, 0), 'juegos': (1, 0), 'tantos': (12, 20)}

`cuenta` is what standings add up: the juegos won in the match or, where one juego is the match,
its tantos (below zero where who has least wins, so that more is always better).

`options` says what is counted and when it ends, `hands` what a line holds, `notation` how it is
written, `checks` what the options forbid, `match` what a line does to the score, `table` plays
matches by itself.
"""

from rules.lines import End, Forfeit
from rules.marcador.codes import CODES, EVENTS, WAYS
from rules.marcador.hands import (
    CODEC,
    RULINGS,
    Hand,
    Juego,
    Juegos,
    Mano,
    Ruling,
    numbers_of,
    numbers_text,
)
from rules.marcador.match import State, award, play, standing, start
from rules.marcador.notation import parse
from rules.marcador.options import (
    COUNTS,
    LIMITS,
    PRESETS,
    Options,
    at_table,
    can_draw,
    people,
    sides,
    table_sizes,
)
from rules.marcador.overruling import overruled
from rules.marcador.table import play_match

KEY = "marcador"
NAME = "Marcador libre"
SIDES = 2  # as many as the options say: `sides`
TALLIES = ("cuenta", "vacas", "juegos", "tantos")
COUNTED = "cuenta"
LEAGUE_ORDER: tuple[str, ...] = ()
LEVELS = ("deals", "results")
SCHEMA, from_json, to_json = CODEC.schema, CODEC.from_json, CODEC.to_json

__all__ = [
    "CODES",
    "COUNTED",
    "COUNTS",
    "EVENTS",
    "KEY",
    "LEAGUE_ORDER",
    "LEVELS",
    "LIMITS",
    "NAME",
    "PRESETS",
    "RULINGS",
    "SCHEMA",
    "SIDES",
    "TALLIES",
    "WAYS",
    "End",
    "Forfeit",
    "Hand",
    "Juego",
    "Juegos",
    "Mano",
    "Options",
    "Ruling",
    "State",
    "at_table",
    "award",
    "can_draw",
    "from_json",
    "numbers_of",
    "numbers_text",
    "overruled",
    "parse",
    "people",
    "play",
    "play_match",
    "sides",
    "standing",
    "start",
    "table_sizes",
    "to_json",
]
