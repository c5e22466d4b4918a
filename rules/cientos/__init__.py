"""Cientos (piquet) by the *Reglas y leyes* and their Adiciones: two players, 32 cards. A line of
the acta is a hand, a juego with only its result recorded, a void hand, or a ruling of the judge. A
hand is written as the bazas of A and B, the side that won the last baza, and the good
announcements:

>>> options = CIENTOS.presets["calidades_un_juego"]
>>> score = CIENTOS.play(CIENTOS.start(options), CIENTOS.parse("8-4 uA pA51 sA5Ao tBS dB"), options)
>>> dict(zip(CIENTOS.tallies, score.tallies)), score.points
({'juegos': (0, 0), 'cuartos': (1, 0), 'tantos': (50, 10)}, (47, 11))

A counts 5 points for the punto, 15 for the quinta, 17 for leads and bazas and 10 for having won
eight bazas. These 47 points are marked as 50, with three points missing. The quinta is a calidad. A
deals the next hand. B announces thirty-six points before A has any point. The repique makes them
ninety-six, and B reaches a hundred. A has not reached fifty and loses the juego double:

>>> score = CIENTOS.play(score, CIENTOS.parse("0-0 !B pB60 sB6Ac cBD"), options)
>>> score.events[-2].code, dict(score.events[-2].params)["tantos"], score.tallies
('cientos.juego_won', (47, 106), ((0, 1), (1, 17), (0, 0)))

A line never states the points of the play: `carteo` explains why. The stake is paid in cuartos,
quarters of the stake, and each side counts the cuartos that it collects.
"""

from rules.cientos.codes import CODES, EVENTS, penal
from rules.cientos.hands import CODEC
from rules.cientos.match import award, line_by_chance, play, start
from rules.cientos.notation import parse, shorthands
from rules.cientos.options import LIMITS, MINUTES, PRESETS, Options
from rules.core import Game

CIENTOS = Game(
    key="cientos",
    name="Cientos",
    tallies=("juegos", "cuartos", "tantos"),
    match_tallies=("juegos", "cuartos"),
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
