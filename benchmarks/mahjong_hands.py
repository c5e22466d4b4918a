"""The peer of the benchmarks: the PyPI package `mahjong` counting hands.

The four closed hands are won by the player's own draw. Counting gives their yaku, fu and points.
"""

from collections.abc import Callable

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig
from mahjong.tile import TilesConverter

WINNING = [  # the tiles of the suits man, pin and sou, and the winning tile
    ("22444", "333567", "444", ("sou", "4")),
    ("234567", "345", "22678", ("sou", "8")),
    ("123456", "789", "11555", ("sou", "5")),
    ("222", "555888", "33444", ("sou", "4")),
]


def counting(count: int) -> Callable[[], int]:
    """Return a function that counts `count` hands, whose tiles are prepared beforehand."""
    calculator, config = HandCalculator(), HandConfig(is_tsumo=True)
    hands = []
    for man, pin, sou, (suit, value) in WINNING:
        tiles = TilesConverter.string_to_136_array(man=man, pin=pin, sou=sou)
        hands.append((tiles, TilesConverter.string_to_136_array(**{suit: value})[0]))

    def work() -> int:
        for number in range(count):
            tiles, winning = hands[number % len(hands)]
            answer = calculator.estimate_hand_value(tiles, winning, config=config)
            assert answer.error is None, answer.error
        return count

    return work
