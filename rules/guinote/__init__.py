"""Guiñote by the reglamento of the Casino de Calamocha: four players in pairs, or two players. A
line of the acta is a deal, a partida or a coto with only its result recorded, a renuncio, or a
ruling of the judge. A deal is written as the tantos by cards of A and B, the side that took the
last baza, and the cantes:

>>> options = GUINOTE.presets["dos_cotos_de_3"]
>>> score = GUINOTE.play(GUINOTE.start(options), GUINOTE.parse("62-58 uA A20o B40e"), options)
>>> dict(zip(GUINOTE.tallies, score.tallies))
{'cotos': (0, 0), 'partidas': (0, 0), 'partidas_coto': (0, 0), 'tantos': (92, 98)}

No side has 101, so the partida goes de vueltas. A declares in the middle of the second deal that it
has won:

>>> score = GUINOTE.play(score, GUINOTE.parse("9-31 !A"), options)
>>> dict(zip(GUINOTE.tallies, score.tallies))
{'cotos': (0, 0), 'partidas': (1, 0), 'partidas_coto': (1, 0), 'tantos': (0, 0)}

With two players the lines and the counts are the same, because the pack has the same number of
tantos.
"""

from rules.core import MATCHES, Game
from rules.guinote.codes import CODES, EVENTS, penal
from rules.guinote.hands import CODEC
from rules.guinote.match import award, line_by_chance, play, start
from rules.guinote.notation import parse, shorthands, unstated_tallies
from rules.guinote.options import LIMITS, MINUTES, PRESETS, Options

GUINOTE = Game(
    key="guinote",
    name="Guiñote",
    tallies=("cotos", "partidas", "partidas_coto", "tantos"),
    match_tallies=("cotos", "partidas"),
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
    resets={key: {"best_of": 0, "play_all": False} for key in ("cotos", "partidas")},
    league_order=(MATCHES, "partidas"),  # «Quién gana el guiñote»; Rulings G8
    shorthands=shorthands,
    unstated_tallies=unstated_tallies,
)
