"""`./dev oracle [game …] [--deals N] …`: judge the rules by any number of random deals."""

import secrets
import sys
from argparse import ArgumentParser
from multiprocessing import Pool, cpu_count
from time import perf_counter

from tqdm import tqdm

from tests.rules.oracles import ORACLES
from tests.rules.oracles.judge import Contradiction, Tally, judge_many

CHUNK = 1_000  # deals in a chunk; each process judges one chunk at a time
HEAD = ("game", "deals", "lines", "made false", "refused", "figures moved", "refused", "deals/s")
WIDTHS = (9, 11, 11, 12, 12, 13, 12, 8)


def parser() -> ArgumentParser:
    """Return the parser of the arguments of `./dev oracle`."""
    parser = ArgumentParser(prog="./dev oracle", description="Judge the rules by dealing cards.")
    parser.add_argument("games", nargs="*", metavar="game", help=f"of {', '.join(ORACLES)}")
    parser.add_argument("--deals", type=_positive, default=1_000_000, help="of each game")
    parser.add_argument("--seed", default=None, help="any text; else one by chance")
    parser.add_argument("--processes", type=_positive, default=cpu_count())
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Judge the games and print a row for each.

    Return the exit code: 1 if the rules and a table disagree, else 0.
    """
    reader = parser()
    settings = reader.parse_args(arguments)
    for game in settings.games:
        if game not in ORACLES:
            reader.error(f"no oracle of {game}: {', '.join(ORACLES)}")
    seed = settings.seed or secrets.token_hex(4)
    print(f"seed {seed}")
    _print_row(HEAD)
    contradictions = [
        _judge_game(game, settings.deals, f"{seed}/{game}", settings.processes)
        for game in settings.games or ORACLES
    ]
    return int(any(contradictions))


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def _judge_game(game: str, deals: int, seed: str, processes: int) -> bool:
    """Judge deals of a game until a contradiction. Print it, and return whether one was found."""
    full_chunks, rest = divmod(deals, CHUNK)
    chunks = [(game, f"{seed}/{number}", CHUNK) for number in range(full_chunks)]
    chunks += [(game, f"{seed}/{full_chunks}", rest)] if rest else []
    tally, start = Tally(), perf_counter()
    with Pool(processes) as pool, tqdm(total=deals, desc=game, unit=" deals", leave=False) as bar:
        for chunk_tally, contradiction in pool.imap_unordered(_judge_chunk, chunks):
            if contradiction:
                bar.close()
                print(f"{game}: {contradiction}", file=sys.stderr)
                print(
                    "As a test: that triple in REGRESSIONS, tests/rules/test_oracles.py",
                    file=sys.stderr,
                )
                return True
            tally.add(chunk_tally)
            bar.update(chunk_tally.deals)
    false = tally.refused_by_kind.total()  # a false line that is not refused is a contradiction
    speed = tally.deals / (perf_counter() - start)
    _print_row(
        (
            game,
            tally.deals,
            tally.lines,
            false,
            false,
            tally.changed_lines,
            tally.refused_changed_lines,
            speed,
        )
    )
    return False


def _judge_chunk(chunk: tuple[str, str, int]) -> tuple[Tally, str]:
    """Return the tally of a chunk, and the contradiction in words or ""."""
    game, seed, deals = chunk
    try:
        return judge_many(ORACLES[game], seed, deals), ""
    except Contradiction as contradiction:
        return Tally(), str(contradiction)


def _print_row(cells) -> None:
    """Print a row of the table, its numbers with thousands separators."""
    name, *numbers = (f"{cell:,.0f}" if isinstance(cell, int | float) else cell for cell in cells)
    columns = zip(numbers, WIDTHS[1:], strict=True)
    print(name.ljust(WIDTHS[0]) + "".join(f" {cell:>{width}}" for cell, width in columns))


if __name__ == "__main__":
    sys.exit(main())
