"""Sums that must hold in each game after any line: cards, points, vales, tantos.

The tests call `check_sums` after every line that a game accepts.
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
    """Check that a finished deal has 130 tantos, and at most 100 more in cantes."""
    if isinstance(hand, guinote.Deal) and hand.last is not None:
        assert sum(hand.cards) == 120 and sum(hand.tantos_without_cantes) == 130
        assert sum(hand.tantos) in range(130, 231, 20)
        assert sum(score.points) == sum(hand.tantos)
    assert sum(map(sum, score.state.cotos)) + sum(score.tallies[2]) == sum(score.tallies[1])


def _truco(options, hand, score):
    """Check the tantos and chicos of each side.

    While the match is in play, no side has the target. No side has more chicos than win the match.
    """
    assert all(0 <= tantos < options.target for tantos in score.tallies[2]) or score.over
    assert max(score.tallies[0]) <= options.chicos_to_win
    decided = max(score.tallies[0]) == options.chicos_to_win
    assert isinstance(hand, Stop) or decided == (score.winner is not None)
    assert min(score.points, default=0) >= 0


def _zanga(options, hand, score):
    """Check that there are thirty-two vales (art. 10), and that no pair shows all of them.

    A pair with all vales wins the partida (art. 11), and the next partida starts from sixteen each.
    """
    vales = score.tallies[1]
    assert sum(vales) + score.state.middle == 32
    assert min(*vales, score.state.middle) >= 0 and 32 not in vales
    assert 0 <= score.state.acodillado <= score.state.middle


def _malilla(options, hand, score):
    """Check that a deal has 72 points, and that gains and losses cancel out.

    In a match with a target, sides only gain.
    """
    if isinstance(hand, malilla.Deal):
        assert sum(hand.points) + (hand.asleep or 0) == 72
    is_partida = isinstance(hand, malilla.Partida)
    if not options.target and (is_partida or isinstance(hand, malilla.Deal | malilla.Vuelta)):
        assert sum(score.points) == 0
    if options.target and not is_partida:
        assert min(score.points, default=0) >= 0
    if not score.over:
        finished = map(sum, score.state.vueltas)
        assert sum(finished) + sum(score.tallies[1]) == sum(score.tallies[0])


def _tarot(options, hand, score):
    """Check that the points of each deal and of the match sum to 0, and a deal has at most 91."""
    assert sum(score.points) == sum(score.tallies[1]) == 0
    if isinstance(hand, tarot.Deal):
        assert 0 <= hand.halves <= 2 * 91


def _revesino(options, hand, score):
    """Check that the scores and the plate sum to zero, and each hand too if there is no plate."""
    assert sum(score.tallies[0]) + score.state.plate == 0
    assert score.state.plate >= 0
    if not options.plate:
        assert sum(score.points) == 0
    if isinstance(hand, revesino.Deal):
        assert sum(hand.bazas) == 11 and sum(hand.points) <= 40


def _cientos(options, hand, score):
    """Check the twelve bazas, the tens and missing points of each side, and the cuartos.

    The cuartos are the stakes of the finished juegos plus the calidades.
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
    """Check the fixed sum of a mano, the exact target, and the vacas and juegos.

    A match is over when a side has the vacas or the juegos to win it.
    """
    if isinstance(hand, marcador.Mano) and options.fixed_sum:
        assert sum(hand.points) == options.total * hand.manos
    if options.exact:
        assert max(score.tallies[3]) <= options.target
    if score.state.column and not score.over:
        assert score.state.column[-1] == score.tallies[3]
    if not score.over and not options.play_all:
        assert max(score.tallies[1]) < options.vacas and max(score.tallies[2]) < options.juegos


CHECKS = {
    "guinote": _guinote,
    "truco": _truco,
    "zanga": _zanga,
    "malilla": _malilla,
    "tarot": _tarot,
    "revesino": _revesino,
    "cientos": _cientos,
    "marcador": _marcador,
}


def check_sums(key, options, hand, score):
    """Check the sums of every game, then the sums of this game."""
    sides = options.sides
    assert all(len(tally) == sides for tally in score.tallies)
    assert len(score.tallies) == len(GAMES[key].tallies)
    assert len(score.points) in (0, sides)
    assert score.winner is None or (score.over and 0 <= score.winner < sides)
    for event in score.events:
        assert set(dict(event.params)) <= set(GAMES[key].events[event.code])
        json.dumps(dict(event.params))
    if key in CHECKS:
        CHECKS[key](options, hand, score)
