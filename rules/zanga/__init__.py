"""Zanga, as its reglamento in sixty-four articles plays it: two pairs, thirty-two vales.

A line of the acta is one hand, or one partida of which only the winner was kept, or a ruling of
the judge. A hand is written as its voice, the bazas of A and of B, and what was asked, held and
found. The mano (A1) puts in four vales, plays, and his pair makes five bazas:

>>> options = PRESETS["primero_a_2"]
>>> score = play(start(options), parse("j 5-3 eA mA1"), options)
>>> dict(zip(TALLIES, score.tallies)), score.state.middle
({'partidas': (0, 0), 'vales': (18, 14)}, 0)

B1 is mano now; he passes, A2 passes, B2 plays and it is puesta: six were in the middle.

>>> score = play(score, parse("ppj 4-4"), options)
>>> dict(zip(TALLIES, score.tallies)), score.state.middle
({'partidas': (0, 0), 'vales': (17, 3)}, 12)

`options` says how long a match lasts, `hands` what a line holds and what the cards forbid,
`renuncios` how many there can be, `checks` what is known once the mano is, `rulings` what the judge
can write, `notation` how it is written, `bidding` what is put in, `settling` what is paid, `match`
what a line does to the score, `table` plays matches by itself. The words and the articles are in
`rules/SOURCES.md`.
"""

from rules.core import MATCHES
from rules.lines import Forfeit
from rules.zanga.bidding import most_passes, zanga_is_open
from rules.zanga.codes import BY, CODES, CONCEPTS, EVENTS, WAYS
from rules.zanga.hands import CODEC, Deal, Hand, Partida
from rules.zanga.match import State, award, play, start
from rules.zanga.notation import parse
from rules.zanga.options import LIMITS, PRESETS, Options, can_draw, people, sides
from rules.zanga.renuncios import Renuncio
from rules.zanga.rulings import ManoRuling, PartidaRuling, ValesRuling, VoidRuling
from rules.zanga.seats import SEATS, VALES
from rules.zanga.table import play_match

KEY = "zanga"
NAME = "Zanga"
SIDES = 2
TALLIES = ("partidas", "vales")
COUNTED = "partidas"
LEAGUE_ORDER: tuple[str, ...] = (COUNTED, MATCHES)  # leagues count zangas won: Rulings, after Z16
LEVELS = ("deals", "partidas")
SCHEMA, from_json, to_json = CODEC.schema, CODEC.from_json, CODEC.to_json

__all__ = [
    "BY",
    "CODES",
    "CONCEPTS",
    "COUNTED",
    "EVENTS",
    "KEY",
    "LEAGUE_ORDER",
    "LEVELS",
    "LIMITS",
    "NAME",
    "PRESETS",
    "SCHEMA",
    "SEATS",
    "SIDES",
    "TALLIES",
    "VALES",
    "WAYS",
    "Deal",
    "Forfeit",
    "Hand",
    "ManoRuling",
    "Options",
    "Partida",
    "PartidaRuling",
    "Renuncio",
    "State",
    "ValesRuling",
    "VoidRuling",
    "award",
    "can_draw",
    "from_json",
    "most_passes",
    "parse",
    "people",
    "play",
    "play_match",
    "sides",
    "start",
    "to_json",
    "zanga_is_open",
]
