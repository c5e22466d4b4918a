"""The cost of each public page and each answer of the API on a big day, with nothing kept.

2,000 pairs in the third round of a Swiss, in a scratch database of PostgreSQL. Milliseconds of
processor of the web process and of the database, the least of three; queries; and the bytes of the
answer before it is packed. Then the same question again, with what is kept, and what a worker was
asked for done. The most expensive first. The peer is the page that asks least of the database,
«¿Dónde me siento?» before a question.

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

PAIRS, TURNS, WANTED = "2000", 3, 100
ASKED = {
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
    gc.freeze()  # as the web processes do before they are forked
    browser = Client(raise_request_exception=False)
    rows = []
    for address in public:
        path = path_of(address, places)
        for query in ("", *ASKED.get(str(address), [])):
            rows.append((*costs(browser, f"{path}?{query}"), f"{address}?{query}".rstrip("?")))
    print(f"{pairs} pairs; load {os.getloadavg()[0]:.1f}")
    print("  cold ms (web + database)  again  queries    bytes")
    for web, base, again, queries, size, status, said in sorted(rows, reverse=True):
        print(
            f"  {web + base:7.0f} ({web:4.0f} + {base:3.0f}) {again:12.0f} {queries:8} {size:8} "
            f" {status} {said}"
        )
    least = next(row[0] for row in rows if row[-1].endswith("/mesa/"))
    worst = max(rows, key=lambda row: row[0] + row[1])
    print(
        f"  the worst takes {worst[0] / least:.0f} times what «¿Dónde me siento?» does;"
        f" over {WANTED} ms: {sum(row[0] + row[1] > WANTED for row in rows)}"
    )


def costs(browser: Any, path: str) -> tuple[float, float, float, int, int, int]:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    browser.get("/sin-red/")
    found = []
    for _turn in range(TURNS):
        cold()
        base, web = server_seconds(connection), time.process_time()
        answer = browser.get(path)
        found.append((time.process_time() - web, server_seconds(connection) - base))
    web, base = min(found)
    work()
    start = time.process_time()
    browser.get(path)
    again = time.process_time() - start
    cold()
    with CaptureQueriesContext(connection) as asked:
        browser.get(path)
    size = len(answer.content) if not answer.streaming else 0
    return 1000 * web, 1000 * base, 1000 * again, len(asked), size, answer.status_code


def cold() -> None:
    from django.core.cache import caches

    from scoring.rounds.selectors.verification import CHECK
    from tournaments.models import Job
    from tournaments.names import people, surnames
    from tournaments.site import page_cache

    Job.objects.filter(kind=CHECK).delete()
    for cache in caches.all():
        cache.clear()
    page_cache.clear_memory()
    for cached in (surnames._under, surnames._called, people._plain):
        cached.cache_clear()


def work() -> None:
    """Do what was asked of a worker."""
    from tournaments.models import Job
    from tournaments.tasks import run_job

    for key in Job.objects.filter(state=Job.State.QUEUED).values_list("pk", flat=True):
        run_job(str(key))


def server_seconds(connection: Any) -> float:
    """Seconds of processor that the server's process of this connection has taken."""
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
