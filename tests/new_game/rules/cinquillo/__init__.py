"""Cinquillo, as small as a game can be: a line records the side that runs out of cards first.

>>> score = CINQUILLO.start(Options())
>>> for line in ("mano A", "mano B", "mano A"):
...     score = CINQUILLO.play(score, CINQUILLO.parse(line), Options())
>>> score.tallies, score.winner
(((2, 1),), 0)
"""

from rules.cinquillo.lines import CODEC, CODES, EVENTS, NOTATION
from rules.cinquillo.match import award, line_by_chance, play, start
from rules.cinquillo.options import LIMITS, MINUTES, PRESETS, Options
from rules.cinquillo.penal import penal

from rules.core import Game

CINQUILLO = Game(
    key="cinquillo",
    name="Cinquillo",
    tallies=("manos",),
    match_tallies=("manos",),
    codes=CODES,
    events=EVENTS,
    Options=Options,
    presets=PRESETS,
    minutes=MINUTES,
    limits=LIMITS,
    schema=CODEC.schema,
    parse=NOTATION.parse,
    to_json=CODEC.to_json,
    from_json=CODEC.from_json,
    start=start,
    play=play,
    award=award,
    line_by_chance=line_by_chance,
    penal=penal,
)
