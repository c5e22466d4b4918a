"""Zanga by its reglamento of sixty-four articles: two pairs, thirty-two vales.

A line of the acta is a hand, a partida with only its winner recorded, or a ruling of the judge. A
hand is written as its voice, the bazas of A and B, and its claims, estuche and faults. The mano
(A1) puts in four vales and plays. His pair makes five bazas, and B pays it two vales for the
estuche:

>>> options = ZANGA.presets["primero_a_2"]
>>> score = ZANGA.play(ZANGA.start(options), ZANGA.parse("j 5-3 eA mA1"), options)
>>> dict(zip(ZANGA.tallies, score.tallies)), score.state.middle
({'partidas': (0, 0), 'vales': (18, 14)}, 0)

B1 is now the mano. B1 passes, A2 passes, and B2 plays the hand, which is puesta: six vales were in
the middle, and B adds six more.

>>> score = ZANGA.play(score, ZANGA.parse("ppj 4-4"), options)
>>> dict(zip(ZANGA.tallies, score.tallies)), score.state.middle
({'partidas': (0, 0), 'vales': (17, 3)}, 12)
"""

from rules.core import MATCHES, Game
from rules.zanga.codes import CODES, EVENTS, penal
from rules.zanga.hands import CODEC
from rules.zanga.match import award, line_by_chance, play, start
from rules.zanga.notation import parse, shorthands
from rules.zanga.options import LIMITS, MINUTES, PRESETS, Options

ZANGA = Game(
    key="zanga",
    name="Zanga",
    tallies=("partidas", "vales"),
    match_tallies=("partidas",),
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
    resets={"partidas": {"jornada": 0}},
    league_order=("partidas", MATCHES),  # leagues count zangas won: Rulings, after Z16
    shorthands=shorthands,
)
