"""A big day: 2,000 pairs, 1,000 telephones with a page open, and a result saved every second.

The site has its own PostgreSQL and Redis (without Redis, each process has its own cache), two web
processes and a third for writes (`tapete-acts`), as in production. Each telephone opens a page
within a minute and then polls its fragment every ten seconds (`?v=`, `HX-Request`, gzip): «¿Dónde
me siento?», the pairings, the standings, the front page or the round. The telephones share a few
open connections, as through a proxy; the wait for a connection counts. A desk saves a result every
second. The peer is the manifest, the cheapest answer of the same server under the same load.

    ./dev bench hall      or      .venv/bin/python benchmarks/phones.py [PAIRS [PHONES [SECONDS]]]
"""

import asyncio
import gzip
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import uuid
from collections import Counter
from contextlib import suppress
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent.parent
PAIRS, PHONES, EVERY, CONNECTIONS = 2000, 1000, 10.0, 24
SECONDS = 100.0
ARRIVAL_SHARE = 0.6  # share of the seconds in which the telephones open their pages
WANTED_PHONES, WANTED_SAVES = 0.5, 0.2  # seconds in which 99 in 100 answers must come
LIVE = re.compile(rb'hx-get="([^"]+)"')
LENGTH = re.compile(rb"\r\ncontent-length: (\d+)", re.IGNORECASE)
# How many of each hundred telephones show a page; {n} is an entry's number, {page} a page of the
# list.
TELEPHONES_OF_PAGE = {
    "mesa/?q={n}": 40,
    "clasificacion/?n={n}": 15,
    "clasificacion/": 10,
    "emparejamientos/": 10,
    "emparejamientos/?por=apellido&page={page}": 10,
    "": 10,
    "ronda/2/?page={page}": 5,
}


class Pool:
    """A few connections to one web process; a request waits for a free connection."""

    def __init__(self, url: str) -> None:
        place = urlsplit(url)
        self.host, self.port = str(place.hostname), place.port
        self.free: asyncio.Queue[Any] = asyncio.Queue()
        for _connection in range(CONNECTIONS):
            self.free.put_nowait(None)

    async def get(self, path: str, *headers: str) -> tuple[int, bytes]:
        """Return the status and the body of a path."""
        streams = await self.free.get()
        try:
            for _attempt in range(2):  # the server may have closed an open connection
                try:
                    if streams is None:
                        streams = await asyncio.open_connection(self.host, self.port)
                    return await self._ask(*streams, path, headers)
                except (OSError, asyncio.IncompleteReadError):
                    streams = None
            raise ConnectionError(path)
        finally:
            self.free.put_nowait(streams)

    async def _ask(self, reader: Any, writer: Any, path: str, headers: Any) -> tuple[int, bytes]:
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {self.host}:{self.port}",
            "Accept-Encoding: gzip",
            *headers,
        ]
        writer.write("\r\n".join([*lines, "", ""]).encode())
        head: bytes = await reader.readuntil(b"\r\n\r\n")
        status, length = int(head.split(b" ", 2)[1]), LENGTH.search(head)
        body = await reader.readexactly(int(length[1])) if length else b""
        is_compressed = b"content-encoding: gzip" in head.lower()
        return status, gzip.decompress(body) if is_compressed else body


class Timings:
    """The seconds of the answers and the counts of their statuses, by kind of request."""

    def __init__(self) -> None:
        self.seconds: dict[str, list[float]] = {}
        self.counts: Counter[str] = Counter()

    def add(self, kind: str, start: float) -> None:
        self.seconds.setdefault(kind, []).append(time.perf_counter() - start)

    def quantile(self, kind: str, share: float) -> float:
        sorted_seconds = sorted(self.seconds.get(kind, [0.0]))
        return sorted_seconds[min(int(share * len(sorted_seconds)), len(sorted_seconds) - 1)]

    def line(self, kind: str) -> str:
        return (
            f"{len(self.seconds.get(kind, []))} × {kind}:"
            f" median {1000 * self.quantile(kind, 0.5):.0f},"
            f" 99 in 100 within {1000 * self.quantile(kind, 0.99):.0f},"
            f" slowest {1000 * self.quantile(kind, 1):.0f} ms"
        )


async def phone(
    pool: Pool, slug: str, page: str, timings: Timings, delay: float, end: float
) -> None:
    """Open the page, and poll its fragment every `EVERY` seconds until the end."""
    await asyncio.sleep(delay)
    start = time.perf_counter()
    status, body = await pool.get(f"/t/{slug}/{page}")
    timings.add("page opened", start)
    assert status == 200, (page, status)
    while time.perf_counter() < end:
        live = LIVE.search(body)
        poll = unescape(live[1].decode()) if live else f"/t/{slug}/{page}"
        await asyncio.sleep(EVERY - (time.perf_counter() - start) % EVERY)
        poll_start = time.perf_counter()
        status, new_body = await pool.get(poll, "HX-Request: true")
        timings.add("piece asked again", poll_start)
        timings.counts["unchanged (204)" if status == 204 else f"new ({status})"] += 1
        timings.counts["bytes"] += len(new_body)
        body = new_body if status == 200 else body


async def ask_for_manifest(pool: Pool, timings: Timings, end: float) -> None:
    while time.perf_counter() < end:
        start = time.perf_counter()
        await pool.get("/manifest.webmanifest")
        timings.add("manifest", start)
        await asyncio.sleep(0.25)


async def desk(browser: Any, slug: str, codes: list[str], timings: Timings, end: float) -> None:
    """Save a result every second."""
    for code in codes:
        start = time.perf_counter()
        if start > end:
            return
        form = {"como": "partida", "number": 1, "version": 0, "uid": uuid.uuid4(), "winner": "A"}
        answer = await asyncio.to_thread(browser.post, f"/t/{slug}/acta/{code}/enviar/", form)
        assert answer.status == 200, (answer.status, answer.text[:400])
        timings.add("result saved", start)
        await asyncio.sleep(max(0.0, 1 - (time.perf_counter() - start)))


async def run_day(
    hall: Any, browser: Any, codes: list[str], pairs: int, phones: int, seconds: float
) -> Timings:
    timings, luck = Timings(), random.Random("teléfonos")
    pools = [Pool(url) for url in hall.urls]
    end = time.perf_counter() + seconds
    pages = luck.choices(list(TELEPHONES_OF_PAGE), list(TELEPHONES_OF_PAGE.values()), k=phones)
    paths = [
        page.format(n=luck.randint(1, pairs), page=luck.randint(1, pairs // 200 + 1))
        for page in pages
    ]
    await asyncio.gather(
        *(
            phone(
                pools[index % 2],
                hall.slug,
                page,
                timings,
                luck.uniform(0, ARRIVAL_SHARE * seconds),
                end,
            )
            for index, page in enumerate(paths)
        ),
        ask_for_manifest(pools[0], timings, end),
        desk(browser, hall.slug, codes, timings, end),
    )
    return timings


def processor(pid: int) -> float:
    """Return the processor seconds of a process and of the processes it has started."""
    from tests.faults.cluster import children

    with suppress(OSError):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        own = sum(int(field) for field in fields[11:15]) / os.sysconf("SC_CLK_TCK")
        return own + sum(processor(child) for child in children(pid))
    return 0.0


def redis() -> tuple[Any, dict[str, str]]:
    """Start a Redis and return it with its setting; (None, {}) if Redis is not installed."""
    from tests.programs import free_port

    program = shutil.which("redis-server")
    if program is None:
        return None, {}
    port = free_port()
    process = subprocess.Popen(
        [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
        stdout=subprocess.DEVNULL,
        cwd=tempfile.gettempdir(),
    )
    return process, {"TAPETE_CACHE_URL": f"redis://127.0.0.1:{port}/0"}


def main(pairs: int = PAIRS, phones: int = PHONES, seconds: float = SECONDS) -> bool:
    """Run the day and print its figures; return whether they reach the goals."""
    from tests.faults.browser import log_in
    from tests.faults.hall import Hall
    from tests.faults.inside import PASSWORD
    from tests.faults.web import Web

    process, settings = redis()
    hall = Hall(has_acts=True, **settings)
    acts = Web(hall.settings, hall.var / "acts.log")
    try:
        hall.open()
        acts.start()
        acts.wait()
        crowd = hall.inside("crowd", pairs=pairs)
        hall.slug = crowd["slug"]
        browser = log_in(acts.url, "pilar", PASSWORD, patience=60)
        print(
            f"{pairs} pairs, {phones} telephones every {EVERY:.0f} s, a result a second; two web"
            f" processes and one of acts, PostgreSQL{', Redis' if settings else ''};"
            f" load {os.getloadavg()[0]:.1f}"
        )
        seconds_before = [
            processor(server.process.pid) for server in (*hall.webs, acts, hall.cluster)
        ]
        timings = asyncio.run(run_day(hall, browser, crowd["codes"], pairs, phones, seconds))
        seconds_after = [
            processor(server.process.pid) for server in (*hall.webs, acts, hall.cluster)
        ]
    finally:
        acts.stop()
        hall.close()
        if process is not None:
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(timeout=5)
    for kind in ("page opened", "piece asked again", "result saved", "manifest"):
        print(f"  {timings.line(kind)}")
    print(f"  {dict(sorted(timings.counts.items()))}")
    *webs, database = (
        end_seconds - start_seconds
        for start_seconds, end_seconds in zip(seconds_before, seconds_after, strict=True)
    )
    answers = sum(len(seconds) for seconds in timings.seconds.values())
    print(
        f"  processor: web {sum(webs):.1f} s, database {database:.1f} s; an answer"
        f" {1000 * sum(webs) / answers:.1f} and {1000 * database / answers:.1f} ms;"
        f" {answers / seconds:.0f} a second were asked; load {os.getloadavg()[0]:.1f}"
    )
    poll_seconds = timings.quantile("piece asked again", 0.99)
    save_seconds = timings.quantile("result saved", 0.99)
    manifest_seconds = timings.quantile("manifest", 0.99)
    ratio = poll_seconds / manifest_seconds
    print(f"  a piece takes {ratio:.1f} times what the manifest does (99 in 100)")
    reaches_goals = poll_seconds <= WANTED_PHONES and save_seconds <= WANTED_SAVES
    print(
        f"  wanted: {1000 * WANTED_PHONES:.0f} and {1000 * WANTED_SAVES:.0f} ms:"
        f" {'yes' if reaches_goals else 'NO'}",
        flush=True,
    )
    return reaches_goals


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    main(*(int(argument) for argument in sys.argv[1:4]))
