"""Truco by the reglamento of ASART (2017): two, three, four or six players, forty cards.

A line of the acta is a hand, a chico with only its result recorded, a misdeal, a player's extra
cards, or a ruling of the judge. A hand is written as its acts, in order: the chants and their
answers, the tantos of A and B, the winner of each round:

>>> options = TRUCO.presets["mano_a_mano"]
>>> score = TRUCO.play(TRUCO.start(options), TRUCO.parse("Ae Bre q 31-27 A At q BA dB"), options)
>>> dict(zip(TRUCO.tallies, score.tallies))
{'chicos': (0, 0), 'tantos': (7, 0), 'tantos_chico': (7, 0)}

A wins five tantos with the envido and two with the truco. A deals the next hand; B goes al mazo as
the hand begins, and A wins two tantos. The record holds only the results of the chicos:

>>> for line in ("mB", "chico B", "chico 30-24", "chico 18-31"):
...     score = TRUCO.play(score, TRUCO.parse(line), options)
>>> dict(zip(TRUCO.tallies, score.tallies)), score.winner
({'chicos': (1, 2), 'tantos': (57, 85), 'tantos_chico': (0, 0)}, 1)
"""

from rules.core import Game
from rules.truco.codes import CODES, EVENTS, penal
from rules.truco.hands import CODEC
from rules.truco.match import line_by_chance, play
from rules.truco.notation import parse, shorthands, unstated_tallies
from rules.truco.options import LIMITS, MINUTES, PRESETS, Options
from rules.truco.score import award, start

TRUCO = Game(
    key="truco",
    name="Truco",
    tallies=("chicos", "tantos", "tantos_chico"),
    match_tallies=("chicos", "tantos"),
    codes=CODES,
    events=EVENTS,
    Options=Options,
    presets=PRESETS,
    minutes=MINUTES,
    limits=LIMITS,
    schema=CODEC.schema,
    parse=parse,
    to_json=CODEC.to_json,
    from_json=CODEC.from_json,
    start=start,
    play=play,
    award=award,
    line_by_chance=line_by_chance,
    penal=penal,
    shorthands=shorthands,
    unstated_tallies=unstated_tallies,
)
