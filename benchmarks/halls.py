"""Polls a second that a web process answers if many tournaments are polled, beside only one.

The site has its own PostgreSQL and one web process. In the same run, telephones poll one tournament
and then all tournaments in turn, and nothing changes. One query reads the versions of all
tournaments, so both rates should be about equal. Fifty telephones that poll every two seconds make
25 polls a second: the figures show how many such tournaments a process can serve, with and without
nginx.

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
WANTED_SHARE = 0.7  # the goal, as a share of the polls of one tournament
POLLS = 25  # polls a second of a tournament with fifty telephones


def main(tournaments: int = TOURNAMENTS, seconds: float = SECONDS) -> bool:
    """Print the figures; return whether they reach the goal."""
    from tests.faults.hall import Hall

    hall = Hall(TAPETE_QUOTA_TOURNAMENTS_DAY="0", TAPETE_QUOTA_TOURNAMENTS="0")
    del hall.webs[1:]
    try:
        hall.open()
        slugs, polls = [], []
        for number in range(int(tournaments)):
            hall.build(f"Sala {number}", pairs=2, tables=1, rounds=1, game_options={})
            slugs.append(hall.slug)
        for slug in slugs:  # a tournament is watched for a minute after a request
            body = ask_once(hall.urls[0], f"/t/{slug}/clasificacion/")[1]
            polls.append(unescape(LIVE.search(body)[1].decode()))  # type: ignore[index]
        print(f"{len(polls)} tournaments, one web process; load {os.getloadavg()[0]:.1f}")
        path_lists = (polls[:1], polls)
        rates = [
            _measure_polls(hall, paths, seconds) for _turn in range(TURNS) for paths in path_lists
        ]
        nginx_rate, load = 0.0, _memory_and_connections(hall)
        if nginx() is not None:
            headers = ("HX-Request: true",)
            nginx_rate = through_nginx(hall.webs[0].port, polls, headers, 204, seconds)
    finally:
        hall.close()
    (rate_of_one, cost_of_one), (rate_of_all, cost_of_all) = (
        [sum(figures) / TURNS for figures in zip(*rates[turn::2], strict=True)] for turn in (0, 1)
    )
    print(
        f"  polls of one {rate_of_one:.0f} a second, of all {rate_of_all:.0f}:"
        f" {rate_of_all / rate_of_one:.2f} of it; processor of an answer"
        f" {1e6 * cost_of_one:.0f} and {1e6 * cost_of_all:.0f} µs; wanted {WANTED_SHARE}"
    )
    print(f"  tournaments of fifty telephones: {rate_of_all / POLLS:.0f} by this process; {load}")
    if nginx_rate:
        print(
            f"  through nginx {nginx_rate:.0f} a second, {nginx_rate / POLLS:.0f} such tournaments"
        )
    return rate_of_all >= WANTED_SHARE * rate_of_one


def _memory_and_connections(hall: object) -> str:
    """Return the memory of the web process and the number of database connections, as text."""
    process = hall.webs[0].process  # type: ignore[attr-defined]
    memory = psutil.Process(process.pid).memory_info().rss / 1e6
    with psycopg.connect(hall.cluster.url) as database:  # type: ignore[attr-defined]
        query = "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'"
        connections = database.execute(query).fetchone()[0] - 2  # type: ignore[index]
    return f"memory {memory:.0f} MB, connections to the database {connections}"


def _measure_polls(hall: object, paths: list[str], seconds: float) -> tuple[float, float]:
    """Poll for some seconds; return the answers a second, and the processor time of an answer."""
    server = hall.webs[0]  # type: ignore[attr-defined]
    seconds_before = processor(server.process.pid)
    rate = flood(server.url, paths, ("HX-Request: true",), 204, seconds)
    return rate, (processor(server.process.pid) - seconds_before) / (rate * seconds)


if __name__ == "__main__":
    if sys.argv[1:] == ["small"]:  # only to test that the benchmark runs
        main(3, 0.2)
    else:
        main(*(float(argument) for argument in sys.argv[1:3]))
