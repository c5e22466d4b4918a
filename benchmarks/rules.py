"""Lines of acta folded in a second, game by game, beside `mahjong` counting hands in the same run.

The actas are whole matches that really dealt cards made, other ones each turn: what a game keeps
of the lines it has read helps it as it does in a tournament, and no more. They are dealt in
another process. Processor time, medians of five turns taken one after the other.

    ./dev bench rules [GAME…]   or   .venv/bin/python benchmarks/rules.py [GAME…]
"""

import statistics
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import rules
from benchmarks.mahjong_hands import counting
from rules.core import Game, fold
from tests.rules.self_play import play_match

TURNS, LINES, HANDS = 5, 15_000, 5_000

Acta = tuple[str, Sequence[str]]  # the preset's name, and the lines


def actas(key: str, turn: int, least: int = LINES) -> list[Acta]:
    """Return whole matches, preset after preset, with so many lines in all or a little more."""
    game, made = rules.game(key), []
    lines, number, presets = 0, 0, list(game.presets)
    while lines < least:
        name = presets[number % len(presets)]
        hands = play_match(game, game.presets[name], f"bench/{turn}/{number}", "deals")
        made.append((name, [str(hand) for hand in hands]))
        lines, number = lines + len(hands), number + 1
    return made


def per_second(work: Callable[[], int]) -> float:
    start = time.process_time()
    return work() / (time.process_time() - start)


def measured(game: Game, made: list[Acta]) -> tuple[float, float]:
    """Lines a second: read and folded, and folded once they are read."""
    written = [(game.presets[name], lines) for name, lines in made]
    reading = per_second(lambda: sum(len(fold(game, options, lines)) for options, lines in written))
    read = [(options, [game.parse(line) for line in lines]) for options, lines in written]
    return reading, per_second(
        lambda: sum(len(fold(game, options, hands)) for options, hands in read)
    )


def main(keys: Sequence[str], turns: int = TURNS, least: int = LINES) -> None:
    with ProcessPoolExecutor(1) as dealer:
        dealt = {
            key: [dealer.submit(actas, key, turn, least) for turn in range(turns)]
            for key in keys or rules.GAMES
        }
        mahjong = counting(HANDS)
        for key, waited in dealt.items():
            made = [one.result() for one in waited]
            rates = [(*measured(rules.game(key), one), per_second(mahjong)) for one in made]
            read, folded, peer = map(statistics.median, zip(*rates, strict=True))
            print(
                f"{key:10} read and folded {read:8,.0f} /s   folded {folded:8,.0f} /s"
                f"   mahjong {peer:8,.0f} hands/s   {read / peer:4.1f} times as fast"
            )


if __name__ == "__main__":
    if sys.argv[1:] == ["small"]:  # that it still runs
        main((), turns=1, least=200)
    else:
        main(sys.argv[1:])
