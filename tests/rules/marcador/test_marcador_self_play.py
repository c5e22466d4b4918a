"""The self-play table of the free score: it writes every kind of line."""

from rules.marcador import MARCADOR
from rules.marcador.hands import End, Juego, Juegos, Mano, Ruling
from tests.rules.self_play import levels
from tests.rules.self_play.marcador import play_match
from tests.rules.test_self_play import options_to_play


def test_the_table_of_marcador_writes_every_kind_of_line():
    hands = [
        hand
        for options in options_to_play("marcador")
        for level in levels(MARCADOR)
        for seed in ("mesa 1", "mesa 2", "mesa 3")
        for hand in play_match(options, seed, level)
    ]
    assert {type(hand) for hand in hands} == {Mano, Juego, Juegos, End, Ruling}
    assert any(isinstance(hand, Mano) and hand.manos > 1 for hand in hands)
    assert Juego(None) in hands
