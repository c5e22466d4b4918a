"""Lines of actas folded a second, for each game, beside `mahjong` counting hands in the same run.

The actas are whole matches with dealt cards, new in each turn, so a game's cache of parsed lines
helps as much as in a tournament. Another process deals them. Rates are of processor time, medians
of five turns.

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


def actas(key: str, turn: int, least_lines: int = LINES) -> list[Acta]:
    """Return finished matches, one of each preset in turn, with at least `least_lines` in all."""
    game, matches = rules.game(key), []
    lines = 0
    number = 0
    presets = list(game.presets)
    while lines < least_lines:
        name = presets[number % len(presets)]
        hands = play_match(game, game.presets[name], f"bench/{turn}/{number}", "deals")
        matches.append((name, [str(hand) for hand in hands]))
        lines, number = lines + len(hands), number + 1
    return matches


def per_second(work: Callable[[], int]) -> float:
    start = time.process_time()
    return work() / (time.process_time() - start)


def rates_of(game: Game, matches: list[Acta]) -> tuple[float, float]:
    """Return two rates in lines a second: parsed and folded, and folded only."""
    matches_as_text = [(game.presets[name], lines) for name, lines in matches]
    rate_of_both = per_second(
        lambda: sum(len(fold(game, options, lines)) for options, lines in matches_as_text)
    )
    parsed_matches = [
        (options, [game.parse(line) for line in lines]) for options, lines in matches_as_text
    ]
    return rate_of_both, per_second(
        lambda: sum(len(fold(game, options, hands)) for options, hands in parsed_matches)
    )


def main(keys: Sequence[str], turns: int = TURNS, least_lines: int = LINES) -> None:
    with ProcessPoolExecutor(1) as dealer:
        futures_of_game = {
            key: [dealer.submit(actas, key, turn, least_lines) for turn in range(turns)]
            for key in keys or rules.GAMES
        }
        mahjong = counting(HANDS)
        for key, futures in futures_of_game.items():
            turns_of_game = [future.result() for future in futures]
            rates = [
                (*rates_of(rules.game(key), matches), per_second(mahjong))
                for matches in turns_of_game
            ]
            both_rate, fold_rate, peer_rate = map(statistics.median, zip(*rates, strict=True))
            print(
                f"{key:10} read and folded {both_rate:8,.0f} /s   folded {fold_rate:8,.0f} /s"
                f"   mahjong {peer_rate:8,.0f} hands/s   {both_rate / peer_rate:4.1f} times as fast"
            )


if __name__ == "__main__":
    if sys.argv[1:] == ["small"]:  # only to test that the benchmark runs
        main((), turns=1, least_lines=200)
    else:
        main(sys.argv[1:])
