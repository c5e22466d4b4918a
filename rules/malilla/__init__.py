"""Malilla by the *Reglas y leyes* and their Adiciones, in five forms.

A line of the acta is a deal, a whole vuelta (a deal by each player) or match with only its tantos
recorded, a misdeal, the favorito, or a ruling of the judge. A deal is written as the points of each
side, 72 in all, the card turned up, the dealer, and the faults:

>>> options = MALILLA.presets["companeros"]
>>> score = MALILLA.play(MALILLA.start(options), MALILLA.parse("40-32 Rc dB"), options)
>>> dict(zip(MALILLA.tallies, score.tallies))
{'tantos': (1, -1), 'tantos_vuelta': (1, -1)}

A made four points over the 36, and pays B three for the rey turned up. A deals the next hand and
makes a capote, which pays 72. In the hand after that, B does not beat a card that he could beat:

>>> for line in ("72-0", "33-39 B/cargar"):
...     score = MALILLA.play(score, MALILLA.parse(line), options)
>>> dict(zip(MALILLA.tallies, score.tallies))
{'tantos': (83, -83), 'tantos_vuelta': (83, -83)}
"""

from rules.core import Game
from rules.malilla.codes import CODES, EVENTS, penal
from rules.malilla.hands import CODEC
from rules.malilla.match import award, line_by_chance, overruling_line, play, start
from rules.malilla.notation import parse, shorthands
from rules.malilla.options import LIMITS, MINUTES, PRESETS, Options

MALILLA = Game(
    key="malilla",
    name="Malilla",
    tallies=("tantos", "tantos_vuelta"),
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
    overruling=overruling_line,
    shorthands=shorthands,
)
