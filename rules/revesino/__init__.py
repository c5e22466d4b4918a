"""Revesino by the *Reglas y leyes* and their Adiciones: four players, each for himself. A line of
the acta is a hand, a hand or a vuelta with only its tantos recorded, a void hand, a fault, the sums
put in the plate, the end of a match by time, or a ruling of the referee. An ordinary hand is
written as the bazas and points of each player, and the fates of the four ases and the caballo de
copas:

>>> options = REVESINO.presets["cuatro_vueltas"]
>>> line = "0/0 3/9 5/19 3/6 ao=AvC ac=BsD ae=d ab=Cj cc=AvC dD"
>>> score = REVESINO.play(REVESINO.start(options), REVESINO.parse(line), options)
>>> dict(zip(REVESINO.tallies, score.tallies))
{'tantos': (11, 1, -11, -1)}

A made no baza and won the partida. C, who has most points, pays A five amounts: the four tantos of
the partida, the as de espadas, which sleeps, the as de bastos, which C led, and the two cards that
A sold to C. In the next hand B makes nine bazas and C cuts the tenth:

>>> score = REVESINO.play(score, REVESINO.parse("revesino B corta C"), options)
>>> dict(zip(REVESINO.tallies, score.tallies))
{'tantos': (11, -23, 13, -1)}
"""

from rules.core import Game
from rules.revesino.codes import CODES, EVENTS, penal
from rules.revesino.hands import CODEC
from rules.revesino.match import award, line_by_chance, play, start
from rules.revesino.notation import parse, shorthands
from rules.revesino.options import LIMITS, MINUTES, PRESETS, Options

REVESINO = Game(
    key="revesino",
    name="Revesino",
    tallies=("tantos",),
    match_tallies=("tantos",),
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
