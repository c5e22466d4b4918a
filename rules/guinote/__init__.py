"""Guiñote, as the reglamento of the Casino de Calamocha plays it: four in pairs, or two.

A line of the acta is one deal, or one partida or one coto of which only the result was kept, or
a renuncio or a ruling of the judge. A deal is written as the tantos by cards of A and of B, who
took the last baza, and the cantes:

>>> options = PRESETS["dos_cotos_de_3"]
>>> score = play(start(options), parse("62-58 uA A20o B40e"), options)
>>> dict(zip(TALLIES, score.tallies))
{'cotos': (0, 0), 'partidas': (0, 0), 'partidas_coto': (0, 0), 'tantos': (92, 98)}

Nobody has 101, so it goes de vueltas; A says to have won in the middle of the second deal:

>>> score = play(score, parse("9-31 !A"), options)
>>> dict(zip(TALLIES, score.tallies))
{'cotos': (0, 0), 'partidas': (1, 0), 'partidas_coto': (1, 0), 'tantos': (0, 0)}

With two players nothing is written or counted otherwise: there are as many tantos in the pack.

`options` says how many play and how long a match lasts, `hands` what a line holds and what the
cards forbid, `notation` how it is written, `partida` who wins a partida, `match` what a line does
to the score, `table` plays matches by itself. The words and the articles are in `rules/SOURCES.md`.
"""

from rules.core import MATCHES
from rules.guinote.codes import CODES, EVENTS, WAYS
from rules.guinote.hands import CODEC, Cante, Coto, Deal, Hand, Partida, Renuncio, Ruling
from rules.guinote.match import State, award, play, start
from rules.guinote.notation import parse
from rules.guinote.options import LIMITS, PRESETS, Options, can_draw, people, sides
from rules.guinote.partida import Ida, malas_o_buenas
from rules.guinote.table import play_match
from rules.lines import Forfeit

KEY = "guinote"
NAME = "Guiñote"
SIDES = 2
TALLIES = ("cotos", "partidas", "partidas_coto", "tantos")
COUNTED = "partidas"
LEAGUE_ORDER: tuple[str, ...] = (MATCHES, COUNTED)  # «Quién gana el guiñote»; Rulings G8
LEVELS = ("cotos", "partidas", "deals")
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
    "Cante",
    "Coto",
    "Deal",
    "Forfeit",
    "Hand",
    "Ida",
    "Options",
    "Partida",
    "Renuncio",
    "Ruling",
    "State",
    "award",
    "can_draw",
    "from_json",
    "malas_o_buenas",
    "parse",
    "people",
    "play",
    "play_match",
    "sides",
    "start",
    "to_json",
]
