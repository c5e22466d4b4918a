"""A draw comes out and everybody asks: what is kept whole, and what is saved, beside bare views.

A PostgreSQL and a Redis of its own, two web processes and one more for what is saved, as in
production. The peers are a view that answers a constant with an ETag and an insert of REST
framework with a token (`benchmarks/plain_site.py`), on the same server with as many threads.

1. Unchanged: a page, its 304 and the 204 of a page that asks again, as many as one process gives,
   and through nginx where it is; and the same bytes of the bare view.
2. Saved: lines of 200 tables on eight connections, and bare inserts on as many.
3. The stampede: five thousand telephones wait for a draw, open a page within a minute of it and go
   on asking as the pages do, while 200 tables write.

The load comes from this machine and takes its share of it. It is as light as Python allows: in 1
requests go out sixteen at a time and answers are counted without being unpacked; the peer is asked
in the same way. Beside each is the processor that an answer takes the server, which the load
does not touch.

    ./dev bench stampede      or      .venv/bin/python benchmarks/stampede.py [PHONES [SECONDS]]
"""

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from html import unescape
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.phones import LENGTH, LIVE, Watched, processor, redis
from benchmarks.plain_site import TOKEN
from benchmarks.trampling import PACE, PATIENCE, line_of, stampede
from tests.deploy.machine import nginx
from tests.deploy.proxy import serve

ROOT = Path(__file__).resolve().parent.parent
PHONES, SECONDS, TABLES = 5000, 60.0, 200
AT_ONCE, CONNECTIONS, WRITERS = 16, 4, 8  # requests sent together; connections of 1 and of 2
MEASURED = 4.0  # seconds of each figure of 1 and 2
GAME = {"cotos": 4, "partidas": 5}  # 20 to 63 lines
WANTED, WANTED_THROUGH, WANTED_SAVED = 0.6, 3, 0.25  # of the peer; through nginx; of its inserts
WANTED_SAVE = 0.3  # seconds of 99 in a hundred


# --- 1. Unchanged ---------------------------------------------------------------------------------
def flood(
    url: str, path: str | Sequence[str], headers: tuple[str, ...], status: int, seconds: float
) -> float:
    """Answers a second, all of this status; of several paths, one after another.

    Requests are sent together to a server that keeps the connection; to one that closes it, as
    Waitress does after 204 and 304, each goes by its own.
    """
    place, paths = urlsplit(url), [path] if isinstance(path, str) else path
    rest = [f"Host: {place.netloc}", "Accept-Encoding: gzip", *headers, "", ""]
    requests = ["\r\n".join([f"GET {one} HTTP/1.1", *rest]).encode() for one in paths]
    wanted, counts = f"HTTP/1.1 {status} ".encode(), []
    address = str(place.hostname), place.port or 80

    def connection() -> None:
        end, done, following, together = time.perf_counter() + seconds, 0, cycle(requests), AT_ONCE
        while time.perf_counter() < end:
            with socket.create_connection(address, PATIENCE) as held:
                stays = True
                while stays and time.perf_counter() < end:
                    held.sendall(b"".join(islice(following, together)))
                    answered, stays = _read(held, wanted, together)
                    done += answered
                together = together if stays else 1
        counts.append(done)

    _together([connection] * CONNECTIONS)
    return sum(counts) / seconds


def _read(held: socket.socket, wanted: bytes, together: int) -> tuple[int, bool]:
    """Read the answers to the requests that were sent together; how many, and whether the server
    keeps the connection."""
    got, at = bytearray(), 0
    for answer in range(1, together + 1):
        while (end := got.find(b"\r\n\r\n", at)) < 0:
            got += held.recv(1_000_000) or _hung_up()
        assert got.startswith(wanted, at), bytes(got[at:end])
        if b"connection: close" in got[at:end].lower():
            return answer, False
        length = LENGTH.search(got, at, end)
        at = end + 4 + (int(length[1]) if length else 0)
        while len(got) < at:
            got += held.recv(1_000_000) or _hung_up()
    return together, True


def _hung_up() -> bytes:
    raise ConnectionError("The server has hung up.")


def unchanged(hall: Any, plain: "Plain", seconds: float) -> bool:
    """Print the three, each beside the bare view; whether all are as many as is wanted."""
    page = f"/t/{hall.slug}/clasificacion/"
    status, body, told = ask_once(hall.urls[0], page)
    again = unescape(LIVE.search(body)[1].decode())  # type: ignore[index]
    size, good = int(told["content-length"]), True
    peer, told_same = f"/constant/{size}/", (f'If-None-Match: "{size}"',)
    for said, path, headers, status in (
        (f"page of {size} bytes", page, (), 200),
        ("304 of a page", page, (f"If-None-Match: {told['etag']}",), 304),
        ("204 of a piece", again, ("HX-Request: true",), 204),
    ):
        ours, cost = _flooded(hall.webs[0], path, headers, status, seconds)
        asks = ((), 200) if status == 200 else (told_same, 304)
        bare, least = _flooded(plain, peer, *asks, seconds)
        good &= ours >= WANTED * bare
        print(
            f"  {said}: {ours:.0f} a second, bare view {bare:.0f}: {ours / bare:.2f} of it;"
            f" processor of an answer {1e6 * cost:.0f} and {1e6 * least:.0f} µs",
            flush=True,
        )
        if nginx() is not None:
            through = through_nginx(hall.webs[0].port, path, headers, status, seconds)
            good &= through >= WANTED_THROUGH * bare
            print(f"    through nginx {through:.0f}: {through / bare:.1f} of it", flush=True)
    return good


def through_nginx(
    port: int, path: str | Sequence[str], headers: tuple[str, ...], status: int, seconds: float
) -> float:
    """Answers a second through `deploy/nginx.conf`, whose limit for one address is taken away."""
    no_limit = {
        "limit_req zone=tapete_pages burst=1200 nodelay;": "",
        "keepalive_timeout 65s;": "keepalive_requests 1000000000;",
    }
    with TemporaryDirectory() as folder, serve(Path(folder), port, **no_limit) as url:
        return flood(url, path, headers, status, seconds)


def _flooded(
    server: Any, path: str, headers: tuple[str, ...], status: int, seconds: float
) -> tuple[float, float]:
    """Answers a second, and the seconds of processor that each takes the server."""
    before = processor(server.process.pid)
    found = flood(server.url, path, headers, status, seconds)
    return found, (processor(server.process.pid) - before) / (found * seconds)


# --- 2. Saved -------------------------------------------------------------------------------------
def saves(write: Callable[[int, int], int], tables: int, seconds: float) -> tuple[float, float]:
    """Saves a second, and the seconds of 99 in a hundred; each writer has tables of its own."""
    watched, end = Watched(), time.perf_counter() + seconds

    def writer(first: int) -> None:
        for number in range(1, 20):
            for table in range(first, tables, WRITERS):
                start = time.perf_counter()
                if start > end:
                    return
                status = write(table, number)
                assert status in (200, 201), status
                watched.add("saved", start)

    _together([lambda first=first: writer(first) for first in range(min(WRITERS, tables))])
    return len(watched.seconds["saved"]) / seconds, watched.at("saved", 0.99)


def saved(acts: Any, hall: Any, plain: "Plain", codes: list[str], seconds: float) -> bool:
    from tests.faults.browser import Browser, log_in
    from tests.faults.inside import PASSWORD

    desks = [log_in(acts.url, "pilar", PASSWORD, patience=60) for _writer in range(WRITERS)]
    inserters = [Browser(plain.url) for _writer in range(WRITERS)]

    def write(table: int, number: int) -> int:
        path = f"/t/{hall.slug}/acta/{codes[table]}/enviar/"
        return desks[table % WRITERS].post(path, line_of(number)).status

    def insert(table: int, number: int) -> int:
        body = {"table": table, "number": number, "line": "partida A"}
        token = f"Token {TOKEN}"
        return inserters[table % WRITERS].post("/insert/", body, Authorization=token).status

    figures = []
    for server, act in ((acts, write), (plain, insert)):
        before = processor(server.process.pid)
        many, late = saves(act, len(codes), seconds)
        figures.append((many, late, (processor(server.process.pid) - before) / (many * seconds)))
    (ours, late, cost), (bare, least, floor) = figures
    print(
        f"  lines saved: {ours:.0f} a second, 99 in 100 within {1000 * late:.0f} ms; bare insert"
        f" {bare:.0f}, within {1000 * least:.0f}: {ours / bare:.2f} of it; processor of a save"
        f" {1000 * cost:.1f} and {1000 * floor:.1f} ms",
        flush=True,
    )
    return ours >= WANTED_SAVED * bare and late <= WANTED_SAVE


# --- 3. The stampede ------------------------------------------------------------------------------
def trampled(hall: Any, acts: Any, codes: list[str], phones: int, seconds: float) -> bool:
    """Print what was seen; whether nothing was refused and the lines came soon enough."""
    servers = (*hall.webs, acts, hall.cluster)
    before = [processor(one.process.pid) for one in servers]
    start = time.perf_counter()
    watched = stampede(hall, acts, codes, int(phones), seconds)
    took = time.perf_counter() - start
    spent = [processor(one.process.pid) - then for one, then in zip(servers, before, strict=True)]
    for what in ("page opened", "piece asked again", "line saved"):
        print(f"  {watched.line(what)}")
    print(f"  {dict(sorted(watched.counts.items()))}")
    print(
        f"  processor: web {sum(spent[:2]):.1f} s, acts {spent[2]:.1f} s, database"
        f" {spent[3]:.1f} s, in {took:.0f} s"
    )
    errors = sum(n for what, n in watched.counts.items() if what.split()[1] >= "500")
    return errors == 0 and watched.at("line saved", 0.99) <= WANTED_SAVE


# --- The run --------------------------------------------------------------------------------------
class Plain:
    """The peer, on a database of the same server."""

    def __init__(self, database: str) -> None:
        import psycopg

        from tests.faults.cluster import free_port

        with psycopg.connect(database, autocommit=True) as server:
            server.execute("CREATE DATABASE plain")
        place = urlsplit(database)._replace(path="/plain").geturl()
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen(
            [sys.executable, "benchmarks/plain_site.py", str(port)],
            cwd=ROOT,
            env={**os.environ, "DATABASE_URL": place},
        )
        for _attempt in range(600):
            with suppress(OSError):
                ask_once(self.url, "/constant/1/")
                return
            time.sleep(0.05)
        raise RuntimeError("The peer does not answer.")

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


def ask_once(url: str, path: str) -> tuple[int, bytes, dict[str, str]]:
    """The status, the body unpacked and the headers."""
    import gzip
    import urllib.request

    asked = urllib.request.Request(url + path, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(asked, timeout=30) as answer:
        told = {name.lower(): said for name, said in answer.headers.items()}
        body = answer.read()
    packed = told.get("content-encoding") == "gzip"
    return answer.status, gzip.decompress(body) if packed else body, told


def _together(acts: list[Callable[[], None]]) -> None:
    """Do them in threads of their own; the first that fails fails for all."""
    failed: list[BaseException] = []

    def guarded(act: Callable[[], None]) -> None:
        try:
            act()
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=guarded, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failed:
        raise failed[0]


def main(
    phones: int = PHONES, seconds: float = SECONDS, tables: int = TABLES, measured: float = MEASURED
) -> bool:
    """Print the figures; whether all are as good as is wanted."""
    from tests.faults.hall import Hall
    from tests.faults.web import Web

    process, settings = redis()
    hall = Hall(has_acts=True, **settings)
    acts = Web(hall.settings, hall.var / "acts.log")
    plain = None
    try:
        hall.open()
        acts.start()
        acts.wait()
        plain = Plain(hall.cluster.url)
        print(
            f"{tables} tables, two web processes and one of acts, PostgreSQL"
            f"{', Redis' if settings else ''}; load {os.getloadavg()[0]:.1f}",
            flush=True,
        )
        codes = _draw(hall, tables, "Quieta")
        good = [unchanged(hall, plain, measured), saved(acts, hall, plain, codes, measured)]
        plain.stop()
        print(
            f"The stampede: {phones} telephones within {seconds:.0f} s, a line every {PACE:.0f} s"
        )
        codes = _draw(hall, tables, "Estampida")
        good.append(trampled(hall, acts, codes, int(phones), seconds))
    finally:
        if plain is not None:
            plain.stop()
        acts.stop()
        hall.close()
        if process is not None:
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(timeout=5)
    print(
        f"wanted: {WANTED} of the bare view; {WANTED_SAVED} of the bare insert within"
        f" {1000 * WANTED_SAVE:.0f} ms; as soon in the stampede, and no 5xx:"
        f" {', '.join('yes' if one else 'NO' for one in good)}",
        flush=True,
    )
    return all(good)


def _draw(hall: Any, tables: int, name: str) -> list[str]:
    """A tournament whose first round has come out; the codes of its matches."""
    hall.build(name, pairs=2 * tables, tables=tables, rounds=3, game_options=GAME)
    hall.put_out(hall.enter("pilar"), 1)
    return [match["code"] for match in hall.inside("links", slug=hall.slug, number=1)]


if __name__ == "__main__":
    if sys.argv[1:] == ["small"]:  # that it still runs
        main(10, 1, 4, 0.2)
    else:
        main(*(float(one) for one in sys.argv[1:3]))
