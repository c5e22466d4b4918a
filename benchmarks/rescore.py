"""Rebuild 10,000 results from their actas, beside the package `mahjong` counting as many hands.

Each way runs in its own process, to measure its memory: `rebuild_results` while all results are
correct, `rebuild_results` after all results are deleted, and the peer, which reads no database and
compares nothing. Every match has its own dealt cards. Times are processor seconds.

    ./dev bench rescore        or        .venv/bin/python benchmarks/rescore.py [GAME] [MATCHES]
"""

import io
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GAME, MATCHES = "guinote", 10_000
MATCHES_OF_A_ROUND = 1_000

Work = Callable[[], object]


# --- The tournament ---------------------------------------------------------------------------
def build(key: str, count: int) -> None:
    """Write a tournament of the game `key` with `count` played matches.

    Print the number of its lines.
    """
    from dataclasses import asdict

    from django.contrib.auth.models import User
    from django.utils import timezone

    import rules
    from tests.rules.self_play import play_match
    from tournaments.models import Entry, Stage, Tournament

    game = rules.game(key)
    options = next(iter(game.presets.values()))
    author = User.objects.create(username="bench")
    tournament = Tournament.objects.create(
        slug="bench", name="Bench", starts_at=timezone.now(), tables=500, game=key
    )
    stage = Stage.objects.create(
        tournament=tournament,
        format="swiss",
        game_options=asdict(options),
        seed="bench",
        format_options={"rounds": -(-count // MATCHES_OF_A_ROUND)},
        chain=["wins"],
    )
    sides = options.sides
    Entry.objects.bulk_create(
        Entry(tournament=tournament, number=number + 1)
        for number in range(sides * MATCHES_OF_A_ROUND)
    )
    lines = 0
    for start in range(0, count, MATCHES_OF_A_ROUND):
        numbers = range(start + 1, min(start + MATCHES_OF_A_ROUND, count) + 1)
        actas = [play_match(game, options, f"bench/{number}", "deals") for number in numbers]
        write_round(stage, author, numbers, actas)
        lines += sum(map(len, actas))
    print(lines)


def write_round(stage, author, numbers, actas) -> None:
    """Write a published round with all its matches played, in bulk instead of by acts."""
    from rules.core import fold
    from scoring.games import GAMES
    from scoring.games.numbers import acta_counts
    from scoring.models import Acta, Hand, Result
    from tournaments.models import Match, MatchSide, Round

    tournament, options = stage.tournament, stage.game_rules()
    game = tournament.rules
    round = Round.objects.create(
        tournament=tournament,
        stage=stage,
        number=numbers[0] // MATCHES_OF_A_ROUND + 1,
        serial=numbers[0] // MATCHES_OF_A_ROUND + 1,
        seed="bench",
        state=Round.State.PUBLISHED,
    )
    matches = Match.objects.bulk_create(
        Match(
            tournament=tournament,
            round=round,
            position=position,
            number=number,
            code=f"B{number}",
            state=Match.State.FINISHED,
        )
        for position, number in enumerate(numbers, 1)
    )
    entries = iter(tournament.entries.order_by("number"))
    MatchSide.objects.bulk_create(
        MatchSide(match=match, round=round, side=side, entry=next(entries))
        for match in matches
        for side in range(options.sides)
    )
    acta_rows = Acta.objects.bulk_create(
        Acta(match=match, author=author, author_name="bench") for match in matches
    )
    Hand.objects.bulk_create(
        Hand(acta=acta, number=number, line=str(hand), author=author, author_name="bench")
        for acta, hands in zip(acta_rows, actas, strict=True)
        for number, hand in enumerate(hands, 1)
    )
    folds = [fold(game, options, hands) for hands in actas]
    Result.objects.bulk_create(
        Result(
            match=acta.match,
            acta=acta,
            winner=steps[-1].score.winner,
            tallies=dict(zip(game.tallies, steps[-1].score.tallies, strict=True)),
            counts=acta_counts(GAMES[game.key].numbers, steps),
        )
        for acta, steps in zip(acta_rows, folds, strict=True)
    )


# --- The ways ---------------------------------------------------------------------------------
def check(_lines: int) -> Work:
    """Return `rebuild_results --check`, which finds every result correct and writes nothing."""
    return partial(rebuild_results, "--check")


def rebuild(_lines: int) -> Work:
    """Delete all results, and return `rebuild_results`, which writes them again."""
    from scoring.models import Result

    Result.objects.all().delete()
    return rebuild_results


def rebuild_results(*arguments: str) -> None:
    from django.core.management import call_command

    call_command("rebuild_results", "--all", "--no-progress", *arguments, stdout=io.StringIO())


def mahjong(lines: int) -> Work:
    from benchmarks.mahjong_hands import counting

    return counting(lines)


WAYS = {"check": check, "rebuild": rebuild, "mahjong": mahjong}
TITLES = {
    "check": "every result as it should be",
    "rebuild": "every result lost and written again",
    "mahjong": "as many hands counted by mahjong",
}


def measure(way: str, lines: int) -> None:
    """Print the processor seconds and the peak memory in megabytes of one way."""
    work = WAYS[way](lines)
    start = time.process_time()
    work()
    seconds = time.process_time() - start
    print(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)


# --- The run ----------------------------------------------------------------------------------
def run(environment: dict[str, str], *arguments: object) -> list[float]:
    """Run this file with these arguments in a process, and return the numbers that it prints."""
    command = [sys.executable, __file__, *map(str, arguments)]
    process = subprocess.run(
        command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True
    )
    return [float(word) for word in process.stdout.split()]


def main(game: str = GAME, matches: str = str(MATCHES)) -> None:
    count = int(matches)
    with tempfile.TemporaryDirectory() as folder:
        database = {"DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3", "TAPETE_VAR": folder}
        environment = {**os.environ, **database}
        tables = [sys.executable, "benchmarks/scratch.py"]
        subprocess.run(tables, cwd=ROOT, env=environment, check=True)
        lines = int(run(environment, "build", game, count)[0])
        print(f"{count} matches of {game}, {lines} lines, one SQLite file")
        rates = {}
        for way in WAYS:
            seconds, peak = run(environment, "measure", way, lines)
            rates[way] = lines / seconds
            print(
                f"{TITLES[way]:36} {seconds:6.1f} s  {count / seconds:8,.0f} matches/s"
                f"  {lines / seconds:8,.0f} lines/s  {peak:4.0f} MB at most"
            )
        ratio = rates["rebuild"] / rates["mahjong"]
        print(f"  written again, {ratio:.2f} times the lines a second that mahjong counts")


def set_up_django() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    match sys.argv[1:]:
        case ["build", game, count]:
            set_up_django()
            build(game, int(count))
        case ["measure", way, lines]:
            if way != "mahjong":
                set_up_django()
            measure(way, int(lines))
        case arguments:
            main(*arguments)
