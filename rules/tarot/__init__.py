"""Tarot: three to five players with 78 cards; the taker plays against the others.

A line of the acta is a deal, one or several deals with only their results recorded, an annulled
deal, the end of a match by time, or a ruling of the referee. A deal is written as the taker, the
contract, the points of his camp and its oudlers, and then the petit, the poignées, the chelem:

>>> options = TAROT.presets["fft"]
>>> score = TAROT.play(TAROT.start(options), TAROT.parse("B guardia 49 2o p+ B10"), options)
>>> dict(zip(TAROT.tallies, score.tallies))
{'repartos': (1, 1, 1, 1), 'puntos': (-106, 318, -106, -106)}

The contract needed forty-one points, and the camp has eight more. The sum of these eight, the prima
of 25 and ten for the petit is multiplied by two, and the poignée adds twenty. The next deal has
only its result recorded, and the points of each player add up:

>>> score = TAROT.play(score, TAROT.parse("repartos 1 -30 -30 90 -30"), options)
>>> dict(zip(TAROT.tallies, score.tallies))
{'repartos': (2, 2, 2, 2), 'puntos': (-136, 288, -16, -136)}

A hand stores points as half points (`halves`); the notation and JSON write them as points with .5.
The tallies count points, because half points are rounded to the winner of the contract (Rulings
A12). Only with the option `equal_shares` can a payment have half a point; the tallies then count
half points: `options.unit` is the number of their units in a point.
"""

from rules.core import Game
from rules.tarot.codes import CODES, EVENTS
from rules.tarot.faults import penal
from rules.tarot.hands import CODEC
from rules.tarot.match import award, line_by_chance, play, start
from rules.tarot.notation import parse, shorthands
from rules.tarot.options import LIMITS, MINUTES, PRESETS, Options

TAROT = Game(
    key="tarot",
    name="Tarot",
    tallies=("repartos", "puntos"),
    match_tallies=("puntos",),
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
)
