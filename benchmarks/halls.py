"""Many tournaments watched at once beside one: how many polls a web process answers.

A PostgreSQL of its own and one web process. Telephones ask whether something has happened, and
nothing has: those of one tournament, and those of all of them, tournament after tournament, in the
same run. The versions of all are asked of the database in one question, so that there should be
about as many answers. Fifty telephones of a tournament that ask every two seconds are 25 polls a
second: the figures say how many such tournaments a process has room for, and nginx before it.

    ./dev bench halls      or      .venv/bin/python benchmarks/halls.py [TOURNAMENTS [SECONDS]]
"""

import os
import sys
from html import unescape
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import psutil
import psycopg

from benchmarks.phones import LIVE, processor
from benchmarks.stampede import ask_once, flood, through_nginx
from tests.deploy.machine import nginx

TOURNAMENTS, SECONDS, TURNS = 300, 5.0, 3
WANTED = 0.7  # of the polls of one
POLLS = 25  # a second, of a tournament of fifty telephones


def main(tournaments: int = TOURNAMENTS, seconds: float = SECONDS) -> bool:
    """Print the figures; whether they are as good as is wanted."""
    from tests.faults.hall import Hall

    hall = Hall(TAPETE_QUOTA_TOURNAMENTS_DAY="0", TAPETE_QUOTA_TOURNAMENTS="0")
    del hall.webs[1:]
    try:
        hall.open()
        slugs, asked = [], []
        for number in range(int(tournaments)):
            hall.build(f"Sala {number}", pairs=2, tables=1, rounds=1, game_options={})
            slugs.append(hall.slug)
        for slug in slugs:  # all within the minute that a tournament is watched
            body = ask_once(hall.urls[0], f"/t/{slug}/clasificacion/")[1]
            asked.append(unescape(LIVE.search(body)[1].decode()))  # type: ignore[index]
        print(f"{len(asked)} tournaments, one web process; load {os.getloadavg()[0]:.1f}")
        sides = (asked[:1], asked)
        rates = [_polls(hall, paths, seconds) for _turn in range(TURNS) for paths in sides]
        through, load = 0.0, _load(hall)
        if nginx() is not None:
            headers = ("HX-Request: true",)
            through = through_nginx(hall.webs[0].port, asked, headers, 204, seconds)
    finally:
        hall.close()
    (one, least), (every, cost) = (
        [sum(figures) / TURNS for figures in zip(*rates[which::2], strict=True)] for which in (0, 1)
    )
    print(
        f"  polls of one {one:.0f} a second, of all {every:.0f}: {every / one:.2f} of it; processor"
        f" of an answer {1e6 * least:.0f} and {1e6 * cost:.0f} µs; wanted {WANTED}"
    )
    print(f"  tournaments of fifty telephones: {every / POLLS:.0f} by this process; {load}")
    if through:
        print(f"  through nginx {through:.0f} a second, {through / POLLS:.0f} such tournaments")
    return every >= WANTED * one


def _load(hall: object) -> str:
    """The memory of the process, and its connections to the database."""
    process = hall.webs[0].process  # type: ignore[attr-defined]
    memory = psutil.Process(process.pid).memory_info().rss / 1e6
    with psycopg.connect(hall.cluster.url) as database:  # type: ignore[attr-defined]
        counted = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"
        connections = database.execute(counted).fetchone()[0] - 2  # type: ignore[index]
    return f"memory {memory:.0f} MB, connections to the database {connections}"


def _polls(hall: object, paths: list[str], seconds: float) -> tuple[float, float]:
    """Answers a second, and the seconds of processor of each."""
    server = hall.webs[0]  # type: ignore[attr-defined]
    before = processor(server.process.pid)
    rate = flood(server.url, paths, ("HX-Request: true",), 204, seconds)
    return rate, (processor(server.process.pid) - before) / (rate * seconds)


if __name__ == "__main__":
    if sys.argv[1:] == ["small"]:  # that it still runs
        main(3, 0.2)
    else:
        main(*(float(one) for one in sys.argv[1:3]))
