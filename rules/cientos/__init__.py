"""Cientos (piquet) by the *Reglas y leyes* and their Adiciones: two players, 32 cards. A line of
the acta is a hand, a juego with only its result recorded, a void hand, or a ruling of the judge. A
hand is written as the bazas of A and B, the side that won the last, and the good announcements:

>>> options = CIENTOS.presets["calidades_un_juego"]
>>> score = CIENTOS.play(CIENTOS.start(options), CIENTOS.parse("8-4 uA pA51 sA5Ao tBS dB"), options)
>>> dict(zip(CIENTOS.tallies, score.tallies)), score.points
({'juegos': (0, 0), 'cuartos': (1, 0), 'tantos': (50, 10)}, (47, 11))

A counts 5 for the punto, 15 for the quinta, 17 for leads and bazas and 10 for having won eight:
47 are marked as 50, and three are lacking. The quinta is a calidad. A deals now; B announces
thirty-six before A has anything, ninety-six with the repique, and comes to a hundred with them; A
has not fifty and loses double:

>>> score = CIENTOS.play(score, CIENTOS.parse("0-0 !B pB60 sB6Ac cBD"), options)
>>> score.events[-2].code, dict(score.events[-2].params)["tantos"], score.tallies
('cientos.juego_won', (47, 106), ((0, 1), (1, 17), (0, 0)))

The points of the play are never written: `carteo` says why. Quarters of the stake are whole
numbers of cuartos, which each side collects.
"""

from rules.cientos.codes import CODES, EVENTS, penal
from rules.cientos.hands import CODEC
from rules.cientos.match import award, line_by_chance, play, start
from rules.cientos.notation import parse, result_ways
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
    result_ways=result_ways,
)
