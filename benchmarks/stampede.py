"""The load after a draw: cached answers and saved lines a second, beside bare views.

The site has its own PostgreSQL and Redis, two web processes and a third for writes, as in
production. The peers are a view that answers a constant with an ETag, and an insert of REST
framework with a token (`benchmarks/plain_site.py`), on the same server with the same threads.

1. Unchanged: a page, its 304 and the 204 of a poll, from one process, and through nginx if it is
   installed; and an answer of the same size from the bare view.
2. Saved: lines of 200 tables on eight connections, and bare inserts on eight connections.
3. The stampede: five thousand telephones open a page within a minute of a draw and poll it, while
   200 tables write.

The load runs on this machine and shares its processor. In part 1, requests are sent sixteen at a
time and answers are not decompressed, for the site and for the peer. The printed processor time of
an answer is the server's alone.

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

from benchmarks.phones import LENGTH, LIVE, Timings, processor, redis
from benchmarks.plain_site import TOKEN
from benchmarks.trampling import PACE, PATIENCE, form_of_line, stampede
from tests.deploy.machine import nginx
from tests.deploy.proxy import serve

ROOT = Path(__file__).resolve().parent.parent
PHONES, SECONDS, TABLES = 5000, 60.0, 200
BATCH, CONNECTIONS, WRITERS = 16, 4, 8  # requests sent together; connections of parts 1 and 2
FIGURE_SECONDS = 4.0  # seconds of each figure of parts 1 and 2
GAME = {"cotos": 4, "partidas": 5}  # a match has 20 to 63 lines
# Goals, as shares of the peer's rate: alone, through nginx, and for saves.
WANTED_SHARE, WANTED_NGINX_SHARE, WANTED_SAVE_SHARE = 0.6, 3, 0.25
WANTED_SAVE = 0.3  # seconds in which 99 in 100 lines must be saved


# --- 1. Unchanged ---------------------------------------------------------------------------------
def flood(
    url: str, path: str | Sequence[str], headers: tuple[str, ...], status: int, seconds: float
) -> float:
    """Send requests for some seconds; return the answers a second, all with this status.

    Several paths take turns. Requests are sent together if the server keeps the connection. If it
    closes the connection, as Waitress does after 204 and 304, each request gets its own.
    """
    place, paths = urlsplit(url), [path] if isinstance(path, str) else path
    header_lines = [f"Host: {place.netloc}", "Accept-Encoding: gzip", *headers, "", ""]
    requests = ["\r\n".join([f"GET {target} HTTP/1.1", *header_lines]).encode() for target in paths]
    status_line, counts = f"HTTP/1.1 {status} ".encode(), []
    address = str(place.hostname), place.port or 80

    def connection() -> None:
        end, answer_count = time.perf_counter() + seconds, 0
        next_requests, batch = cycle(requests), BATCH
        while time.perf_counter() < end:
            with socket.create_connection(address, PATIENCE) as stream:
                is_kept = True
                while is_kept and time.perf_counter() < end:
                    stream.sendall(b"".join(islice(next_requests, batch)))
                    count, is_kept = _read(stream, status_line, batch)
                    answer_count += count
                batch = batch if is_kept else 1
        counts.append(answer_count)

    _run_together([connection] * CONNECTIONS)
    return sum(counts) / seconds


def _read(stream: socket.socket, status_line: bytes, batch: int) -> tuple[int, bool]:
    """Read the answers to `batch` requests that were sent together.

    Return their number, and whether the server keeps the connection.
    """
    received_bytes, position = bytearray(), 0
    for answer in range(1, batch + 1):
        while (end := received_bytes.find(b"\r\n\r\n", position)) < 0:
            received_bytes += stream.recv(1_000_000) or _hung_up()
        assert received_bytes.startswith(status_line, position), bytes(received_bytes[position:end])
        if b"connection: close" in received_bytes[position:end].lower():
            return answer, False
        length = LENGTH.search(received_bytes, position, end)
        position = end + 4 + (int(length[1]) if length else 0)
        while len(received_bytes) < position:
            received_bytes += stream.recv(1_000_000) or _hung_up()
    return batch, True


def _hung_up() -> bytes:
    raise ConnectionError("The server has hung up.")


def measure_unchanged(hall: Any, plain: "Plain", seconds: float) -> bool:
    """Print the three rates, each beside the bare view; return whether all reach the goal."""
    page = f"/t/{hall.slug}/clasificacion/"
    status, body, answer_headers = ask_once(hall.urls[0], page)
    poll = unescape(LIVE.search(body)[1].decode())  # type: ignore[index]
    size, good = int(answer_headers["content-length"]), True
    peer, if_none_match = f"/constant/{size}/", (f'If-None-Match: "{size}"',)
    for title, path, headers, status in (
        (f"page of {size} bytes", page, (), 200),
        ("304 of a page", page, (f"If-None-Match: {answer_headers['etag']}",), 304),
        ("204 of a piece", poll, ("HX-Request: true",), 204),
    ):
        ours, cost = _rate_and_cost(hall.webs[0], path, headers, status, seconds)
        request = ((), 200) if status == 200 else (if_none_match, 304)
        bare, bare_cost = _rate_and_cost(plain, peer, *request, seconds)
        good &= ours >= WANTED_SHARE * bare
        print(
            f"  {title}: {ours:.0f} a second, bare view {bare:.0f}: {ours / bare:.2f} of it;"
            f" processor of an answer {1e6 * cost:.0f} and {1e6 * bare_cost:.0f} µs",
            flush=True,
        )
        if nginx() is not None:
            nginx_rate = through_nginx(hall.webs[0].port, path, headers, status, seconds)
            good &= nginx_rate >= WANTED_NGINX_SHARE * bare
            print(f"    through nginx {nginx_rate:.0f}: {nginx_rate / bare:.1f} of it", flush=True)
    return good


def through_nginx(
    port: int, path: str | Sequence[str], headers: tuple[str, ...], status: int, seconds: float
) -> float:
    """Return the answers a second through `deploy/nginx.conf`, without its limit per address."""
    no_limit = {
        "limit_req zone=tapete_pages burst=1200 nodelay;": "",
        "keepalive_timeout 65s;": "keepalive_requests 1000000000;",
    }
    with TemporaryDirectory() as folder, serve(Path(folder), port, **no_limit) as url:
        return flood(url, path, headers, status, seconds)


def _rate_and_cost(
    server: Any, path: str, headers: tuple[str, ...], status: int, seconds: float
) -> tuple[float, float]:
    """Return the answers a second, and the server's processor seconds for each answer."""
    seconds_before = processor(server.process.pid)
    rate = flood(server.url, path, headers, status, seconds)
    return rate, (processor(server.process.pid) - seconds_before) / (rate * seconds)


# --- 2. Saved -------------------------------------------------------------------------------------
def save_rate(write: Callable[[int, int], int], tables: int, seconds: float) -> tuple[float, float]:
    """Return the saves a second, and the seconds within which 99 in 100 are saved.

    Each writer has its own tables.
    """
    timings, end = Timings(), time.perf_counter() + seconds

    def writer(first_table: int) -> None:
        for number in range(1, 20):
            for table in range(first_table, tables, WRITERS):
                start = time.perf_counter()
                if start > end:
                    return
                status = write(table, number)
                assert status in (200, 201), status
                timings.add("saved", start)

    _run_together(
        [
            lambda first_table=first_table: writer(first_table)
            for first_table in range(min(WRITERS, tables))
        ]
    )
    return len(timings.seconds["saved"]) / seconds, timings.quantile("saved", 0.99)


def measure_saves(acts: Any, hall: Any, plain: "Plain", codes: list[str], seconds: float) -> bool:
    from tests.faults.browser import Browser, log_in
    from tests.faults.inside import PASSWORD

    desks = [log_in(acts.url, "pilar", PASSWORD, patience=60) for _writer in range(WRITERS)]
    inserters = [Browser(plain.url) for _writer in range(WRITERS)]

    def write(table: int, number: int) -> int:
        path = f"/t/{hall.slug}/acta/{codes[table]}/enviar/"
        return desks[table % WRITERS].post(path, form_of_line(number)).status

    def insert(table: int, number: int) -> int:
        body = {"table": table, "number": number, "line": "partida A"}
        token = f"Token {TOKEN}"
        return inserters[table % WRITERS].post("/insert/", body, Authorization=token).status

    figures = []
    for server, act in ((acts, write), (plain, insert)):
        seconds_before = processor(server.process.pid)
        rate, late_save = save_rate(act, len(codes), seconds)
        figures.append(
            (rate, late_save, (processor(server.process.pid) - seconds_before) / (rate * seconds))
        )
    (ours, late_save, cost), (bare, bare_late, bare_cost) = figures
    print(
        f"  lines saved: {ours:.0f} a second, 99 in 100 within {1000 * late_save:.0f} ms; bare"
        f" insert {bare:.0f}, within {1000 * bare_late:.0f}: {ours / bare:.2f} of it; processor of"
        f" a save {1000 * cost:.1f} and {1000 * bare_cost:.1f} ms",
        flush=True,
    )
    return ours >= WANTED_SAVE_SHARE * bare and late_save <= WANTED_SAVE


# --- 3. The stampede ------------------------------------------------------------------------------
def run_stampede(hall: Any, acts: Any, codes: list[str], phones: int, seconds: float) -> bool:
    """Print the figures; return whether no request failed and lines were saved soon enough."""
    servers = (*hall.webs, acts, hall.cluster)
    seconds_before = [processor(server.process.pid) for server in servers]
    start = time.perf_counter()
    timings = stampede(hall, acts, codes, int(phones), seconds)
    seconds_of_run = time.perf_counter() - start
    seconds_spent = [
        processor(server.process.pid) - start_seconds
        for server, start_seconds in zip(servers, seconds_before, strict=True)
    ]
    for kind in ("page opened", "piece asked again", "line saved"):
        print(f"  {timings.line(kind)}")
    print(f"  {dict(sorted(timings.counts.items()))}")
    print(
        f"  processor: web {sum(seconds_spent[:2]):.1f} s, acts {seconds_spent[2]:.1f} s, database"
        f" {seconds_spent[3]:.1f} s, in {seconds_of_run:.0f} s"
    )
    errors = sum(n for kind, n in timings.counts.items() if kind.split()[1] >= "500")
    return errors == 0 and timings.quantile("line saved", 0.99) <= WANTED_SAVE


# --- The run --------------------------------------------------------------------------------------
class Plain:
    """The site of the peer, on a database of the same PostgreSQL server."""

    def __init__(self, database: str) -> None:
        import psycopg

        from tests.programs import free_port

        with psycopg.connect(database, autocommit=True) as server:
            server.execute("CREATE DATABASE plain")
        database_url = urlsplit(database)._replace(path="/plain").geturl()
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        self.process = subprocess.Popen(
            [sys.executable, "benchmarks/plain_site.py", str(port)],
            cwd=ROOT,
            env={**os.environ, "DATABASE_URL": database_url},
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
    """Return the status, the decompressed body and the headers of an address."""
    import gzip
    import urllib.request

    request = urllib.request.Request(url + path, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        headers = {name.lower(): value for name, value in answer.headers.items()}
        body = answer.read()
    is_compressed = headers.get("content-encoding") == "gzip"
    return answer.status, gzip.decompress(body) if is_compressed else body, headers


def _run_together(acts: list[Callable[[], None]]) -> None:
    """Run the acts in threads; raise the first error of any of them."""
    errors: list[BaseException] = []

    def run_guarded(act: Callable[[], None]) -> None:
        try:
            act()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run_guarded, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


def main(
    phones: int = PHONES,
    seconds: float = SECONDS,
    tables: int = TABLES,
    figure_seconds: float = FIGURE_SECONDS,
) -> bool:
    """Print the figures; return whether all reach the goals."""
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
        goals_reached = [
            measure_unchanged(hall, plain, figure_seconds),
            measure_saves(acts, hall, plain, codes, figure_seconds),
        ]
        plain.stop()
        print(
            f"The stampede: {phones} telephones within {seconds:.0f} s, a line every {PACE:.0f} s"
        )
        codes = _draw(hall, tables, "Estampida")
        goals_reached.append(run_stampede(hall, acts, codes, int(phones), seconds))
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
        f"wanted: {WANTED_SHARE} of the bare view; {WANTED_SAVE_SHARE} of the bare insert within"
        f" {1000 * WANTED_SAVE:.0f} ms; as soon in the stampede, and no 5xx:"
        f" {', '.join('yes' if is_good else 'NO' for is_good in goals_reached)}",
        flush=True,
    )
    return all(goals_reached)


def _draw(hall: Any, tables: int, name: str) -> list[str]:
    """Build a tournament, publish its first round and return the codes of its matches."""
    hall.build(name, pairs=2 * tables, tables=tables, rounds=3, game_options=GAME)
    hall.put_out(hall.enter("pilar"), 1)
    return [match["code"] for match in hall.inside("links", slug=hall.slug, number=1)]


if __name__ == "__main__":
    if sys.argv[1:] == ["small"]:  # only to test that the benchmark runs
        main(10, 1, 4, 0.2)
    else:
        main(*(float(argument) for argument in sys.argv[1:3]))
