"""Lines of acta folded in a second, game by game, beside `mahjong` counting hands in the same run.

The actas are whole matches that really dealt cards made. One process, processor time, medians of
five turns taken one after the other.
    ./dev bench rules        or        .venv/bin/python benchmarks/rules.py
"""

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import rules
from benchmarks.mahjong_hands import counting
from rules.core import Game, fold, replay

TURNS, LINES, HANDS = 5, 20_000, 5_000

Work = Callable[[], int]


def matches(game: Game) -> list[tuple[object, list[object]]]:
    """Whole matches, preset after preset, with LINES lines in all or a little more."""
    made: list[tuple[object, list[object]]] = []
    lines, number, presets = 0, 0, list(game.PRESETS.values())
    while lines < LINES:
        options = presets[number % len(presets)]
        hands = game.play_match(options, f"bench/{number}", "deals")
        made.append((options, hands))
        lines, number = lines + len(hands), number + 1
    return made


def folding(game: Game, made: list[tuple[object, list[object]]]) -> Work:
    return lambda: sum(len(fold(game, options, hands)) for options, hands in made)


def reading(game: Game, made: list[tuple[object, list[object]]]) -> Work:
    written = [(options, [str(hand) for hand in hands]) for options, hands in made]
    return lambda: sum(len(replay(game, options, lines)) for options, lines in written)


def per_second(work: Work) -> float:
    start = time.process_time()
    return work() / (time.process_time() - start)


def main() -> None:
    works: dict[str, Work] = {"mahjong, hands": counting(HANDS)}
    for key, game in rules.GAMES.items():
        made = matches(game)
        works[f"{key}, folded"] = folding(game, made)
        works[f"{key}, read and folded"] = reading(game, made)
    turns = [{name: per_second(work) for name, work in works.items()} for _ in range(TURNS)]
    peer = statistics.median(turn["mahjong, hands"] for turn in turns)
    for name in works:
        median = statistics.median(turn[name] for turn in turns)
        print(f"{name:32} {median:>10,.0f} /s   {median / peer:5.1f} × mahjong")


if __name__ == "__main__":
    main()
