"""Marcador libre: a free score for any card game whose rules Tapete does not have.

A line of the acta is the points of each side in a mano, the sums of several manos, one or several
juegos with only their winners recorded, the end of a match by time, or a ruling of the judge. The
options define the allowed points of a mano, and what ends and wins a juego and the match:

>>> options = MARCADOR.presets["mus_tres_juegos"]
>>> score = MARCADOR.start(options)
>>> for line in ("40-25", "12-20"):
...     score = MARCADOR.play(score, MARCADOR.parse(line), options)
>>> dict(zip(MARCADOR.tallies, score.tallies))
{'cuenta': (1, 0), 'vacas': (0, 0), 'juegos': (1, 0), 'tantos': (12, 20)}

`cuenta` is the tally that standings add up: the juegos won in the match or, in a match of one
juego, its tantos. These tantos are negative where the lowest total wins, so that more is always
better.
"""

from rules.core import Game
from rules.marcador.codes import CODES, EVENTS, penal
from rules.marcador.hands import CODEC
from rules.marcador.match import award, line_by_chance, overruling_line, play, start
from rules.marcador.notation import parse, shorthands
from rules.marcador.options import LIMITS, MINUTES, PRESETS, Options

MARCADOR = Game(
    key="marcador",
    name="Marcador libre",
    tallies=("cuenta", "vacas", "juegos", "tantos"),
    match_tallies=("cuenta",),
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
    overruling=overruling_line,
    shorthands=shorthands,
)
