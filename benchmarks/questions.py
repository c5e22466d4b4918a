"""The cost of each public page and each answer of the API on a big day, with empty caches.

2,000 pairs are in round 3 of a Swiss, in a scratch database of PostgreSQL. For each address, the
most expensive one first, the output has:

- the milliseconds of processor of the web process and of the database (the least of three turns);
- the milliseconds of the same request once its job is done and the caches are full;
- the queries, and the bytes before compression.

The peer is «¿Dónde me siento?» without a search, the page with the least work for the database.

    ./dev bench questions      or      .venv/bin/python benchmarks/questions.py [PAIRS]
"""

import gc
import os
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.scratch import database, run

PAIRS, TURNS, WANTED_MS = "2000", 3, 100
QUERIES = {
    "/t/<slug:slug>/mesa/": ["q=gil", "q=7"],
    "/t/<slug:slug>/emparejamientos/": ["por=apellido", "n=7", "page=5"],
    "/t/<slug:slug>/clasificacion/": ["n=7", "page=9"],
    "/t/<slug:slug>/clasificacion/torneo/": ["n=7"],
    "/t/<slug:slug>/ronda/<int:number>/": ["n=7"],
    "/t/<slug:slug>/pantalla/": ["parte=apellidos-2", "parte=jugando-1", "parte=clasificacion-2"],
    "/api/v1/tournaments/<slug:slug>/where/": ["q=gil", "q=7"],
    "/api/v1/tournaments/<slug:slug>/matches/": ["page_size=500", "state=playing"],
    "/api/v1/tournaments/<slug:slug>/standings/": ["page_size=500", "page=9"],
}


def measure(pairs: int) -> None:
    from django.contrib.auth.models import User
    from django.db import connection
    from django.test import Client

    from tests.access.test_roles import ADDRESSES, path_of
    from tests.attacks.crowd import crowd

    day = crowd(User.objects.create_user("pilar"), pairs)
    match = day.tournament.matches.filter(state="finished").order_by("-pk").first()
    places = {
        "slug": day.tournament.slug,
        "number": 3,
        "serial": 3,
        "code": match.code,
        "entry": 7,
        "photo": 1,
        "secret": "x",
        "screen": day.tournament.screens.create(number=1, name="Entrada").number,
        "export": "clasificacion",
    }
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    connection.close_if_unusable_or_obsolete = lambda: None  # type: ignore[method-assign]
    public = [
        address
        for address in ADDRESSES
        if (address.acts or {}).get("GET") == "view_public"
        and ("<slug:slug>" in address.route or "<" not in address.route)
    ]
    gc.collect()
    gc.freeze()  # as a web process does before it forks
    browser = Client(raise_request_exception=False)
    rows = []
    for address in public:
        path = path_of(address, places)
        for query in ("", *QUERIES.get(str(address), [])):
            rows.append(
                (*costs_of_request(browser, f"{path}?{query}"), f"{address}?{query}".rstrip("?"))
            )
    print(f"{pairs} pairs; load {os.getloadavg()[0]:.1f}")
    print("  cold ms (web + database)  again  queries    bytes")
    for web, db, warm, queries, size, status, title in sorted(rows, reverse=True):
        print(
            f"  {web + db:7.0f} ({web:4.0f} + {db:3.0f}) {warm:12.0f} {queries:8} {size:8} "
            f" {status} {title}"
        )
    cheapest = next(row[0] for row in rows if row[-1].endswith("/mesa/"))
    worst_row = max(rows, key=lambda row: row[0] + row[1])
    print(
        f"  the worst takes {worst_row[0] / cheapest:.0f} times what «¿Dónde me siento?» does;"
        f" over {WANTED_MS} ms: {sum(row[0] + row[1] > WANTED_MS for row in rows)}"
    )


def costs_of_request(browser: Any, path: str) -> tuple[float, float, float, int, int, int]:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    browser.get("/sin-red/")
    seconds = []
    for _turn in range(TURNS):
        empty_caches()
        database_seconds, web = server_seconds(connection), time.process_time()
        answer = browser.get(path)
        seconds.append((time.process_time() - web, server_seconds(connection) - database_seconds))
    web, database_seconds = min(seconds)
    run_queued_jobs()
    start = time.process_time()
    browser.get(path)
    warm = time.process_time() - start
    empty_caches()
    with CaptureQueriesContext(connection) as queries:
        browser.get(path)
    size = len(answer.content) if not answer.streaming else 0
    return 1000 * web, 1000 * database_seconds, 1000 * warm, len(queries), size, answer.status_code


def empty_caches() -> None:
    from django.core.cache import caches

    from scoring.rounds.selectors.verification import CHECK
    from tournaments.models import Job
    from tournaments.names import people, surnames
    from tournaments.site import page_cache

    Job.objects.filter(kind=CHECK).delete()
    for cache in caches.all():
        cache.clear()
    page_cache.clear_memory()
    for function in (surnames._surname_key, surnames._name_key, people._folded_word):
        function.cache_clear()


def run_queued_jobs() -> None:
    """Run the queued jobs, as a worker does."""
    from tournaments.models import Job
    from tournaments.tasks import run_job

    for key in Job.objects.filter(state=Job.State.QUEUED).values_list("pk", flat=True):
        run_job(str(key))


def server_seconds(connection: Any) -> float:
    """Return the processor seconds of the database server's process for this connection."""
    connection.ensure_connection()
    stat = Path(f"/proc/{connection.connection.info.backend_pid}/stat").read_text()
    fields = stat.rpartition(")")[2].split()
    return sum(int(field) for field in fields[11:13]) / os.sysconf("SC_CLK_TCK")


def main(pairs: str) -> None:
    settings = {
        "TAPETE_PLAIN_STATIC": "1",
        "TAPETE_HOSTS": "testserver",
        "TAPETE_BROKER_URL": "memory://",
    }
    with database(TAPETE_LOG_LEVEL="CRITICAL", **settings) as environment:
        run(environment, __file__, "measure", pairs)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["measure", pairs]:
            os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
            import django

            django.setup()
            measure(int(pairs))
        case arguments:
            main((*arguments, PAIRS)[0])
