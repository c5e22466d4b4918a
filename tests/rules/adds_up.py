"""Sums that must hold in each game after any line: cards, points, vales, tantos.

The tests call `holds` after every line that a game accepts.
"""

import json

from rules import GAMES
from rules.cientos import hands as cientos
from rules.guinote import hands as guinote
from rules.lines import Stop
from rules.malilla import hands as malilla
from rules.marcador import hands as marcador
from rules.revesino import hands as revesino
from rules.tarot import hands as tarot


def _guinote(options, hand, score):
    """Check for 130 tantos in a finished deal, and at most a hundred more in cantes."""
    if isinstance(hand, guinote.Deal) and hand.last is not None:
        assert sum(hand.cards) == 120 and sum(hand.bare) == 130
        assert sum(hand.tantos) in range(130, 231, 20)
        assert sum(score.points) == sum(hand.tantos)
    assert sum(map(sum, score.state.cotos)) + sum(score.tallies[2]) == sum(score.tallies[1])


def _truco(options, hand, score):
    """Check that no side in play has the target, and that chicos won do not exceed the deciding
    number.
    """
    assert all(0 <= tantos < options.target for tantos in score.tallies[2]) or score.over
    assert max(score.tallies[0]) <= options.chicos_to_win
    decided = max(score.tallies[0]) == options.chicos_to_win
    assert isinstance(hand, Stop) or decided == (score.winner is not None)
    assert min(score.points, default=0) >= 0


def _zanga(options, hand, score):
    """Check for thirty-two vales (art. 10).

    A pair with all of them has won the partida (art. 11).
    """
    vales = score.tallies[1]
    assert sum(vales) + score.state.middle == 32
    assert min(*vales, score.state.middle) >= 0 and 32 not in vales
    assert 0 <= score.state.acodillado <= score.state.middle


def _malilla(options, hand, score):
    """Check for 72 points a deal; gains and losses cancel out, unless only gains are marked."""
    if isinstance(hand, malilla.Deal):
        assert sum(hand.points) + (hand.asleep or 0) == 72
    whole = isinstance(hand, malilla.Partida)
    if not options.target and (whole or isinstance(hand, malilla.Deal | malilla.Vuelta)):
        assert sum(score.points) == 0
    if options.target and not whole:
        assert min(score.points, default=0) >= 0
    if not score.over:
        over = map(sum, score.state.vueltas)
        assert sum(over) + sum(score.tallies[1]) == sum(score.tallies[0])


def _tarot(options, hand, score):
    """Check that each deal and the table sum to zero, and that a deal holds 91 points."""
    assert sum(score.points) == sum(score.tallies[1]) == 0
    if isinstance(hand, tarot.Deal):
        assert 0 <= hand.halves <= 2 * 91


def _revesino(options, hand, score):
    """Check that each hand sums to zero, and the players with the plate."""
    assert sum(score.tallies[0]) + score.state.plate == 0
    assert score.state.plate >= 0
    if not options.plate:
        assert sum(score.points) == 0
    if isinstance(hand, revesino.Deal):
        assert sum(hand.bazas) == 11 and sum(hand.points) <= 40


def _cientos(options, hand, score):
    """Check twelve bazas; tens up to a hundred, with the points missing; the cuartos of finished
    juegos.
    """
    if isinstance(hand, cientos.Deal) and hand.stopped is None:
        assert sum(hand.bazas) == 12
    assert all(tens in range(0, 101, 10) for tens in score.tallies[2])
    assert all(0 <= lacking <= 5 for lacking in score.state.missing)
    stakes = sum(options.stake(double=double) for _, double in score.state.juegos)
    calidades = sum(score.tallies[1]) - stakes
    assert calidades >= 0 and (options.calidades or calidades == 0)
    assert calidades % options.calidad == 0


def _marcador(options, hand, score):
    """Check the sum of a mano, if it is fixed; no side past an exact target; the winner's vacas or
    juegos.
    """
    if isinstance(hand, marcador.Mano) and options.fixed_sum:
        assert sum(hand.points) == options.total * hand.manos
    if options.exact:
        assert max(score.tallies[3]) <= options.target
    if score.state.column and not score.over:
        assert score.state.column[-1] == score.tallies[3]
    if not score.over and not options.play_all:
        assert max(score.tallies[1]) < options.vacas and max(score.tallies[2]) < options.juegos


ADDS_UP = {
    "guinote": _guinote,
    "truco": _truco,
    "zanga": _zanga,
    "malilla": _malilla,
    "tarot": _tarot,
    "revesino": _revesino,
    "cientos": _cientos,
    "marcador": _marcador,
}


def holds(key, options, hand, score):
    """Check the sums of every game, then the sums of this game."""
    sides = options.sides
    assert all(len(tally) == sides for tally in score.tallies)
    assert len(score.tallies) == len(GAMES[key].tallies)
    assert len(score.points) in (0, sides)
    assert score.winner is None or (score.over and 0 <= score.winner < sides)
    for event in score.events:
        assert set(dict(event.params)) <= set(GAMES[key].events[event.code])
        json.dumps(dict(event.params))
    if key in ADDS_UP:
        ADDS_UP[key](options, hand, score)
