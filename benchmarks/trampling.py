"""Part 3 of `benchmarks/stampede.py`: five thousand telephones and 200 tables at once."""

import asyncio
import multiprocessing
import random
import re
import time
import uuid
from html import unescape
from typing import Any

from benchmarks.phones import LIVE, TELEPHONES_OF_PAGE, Pool, Timings

PACE = 10.0  # seconds between two lines of a table
PATIENCE = 20.0  # seconds after the end in which the last requests must finish
EVERY = re.compile(rb'hx-trigger="every ([\d.]+)s')


def form_of_line(number: int) -> dict[str, object]:
    """Return the form of a line; the sides win lines in turn, so that no match ends soon."""
    winner = "A" if number % 2 else "B"
    values = {"number": number, "version": 0, "uid": uuid.uuid4(), "winner": winner}
    return {"como": "partida", **values}


async def phone(
    pool: Pool, slug: str, page: str, timings: Timings, delay: float, end: float
) -> None:
    """Open the page, and poll at its interval until the end."""
    await asyncio.sleep(delay)
    start = time.perf_counter()
    status, body = await pool.get(f"/t/{slug}/{page}")
    timings.add("page opened", start)
    timings.counts[f"page {status}"] += 1
    while True:
        live, every = LIVE.search(body), EVERY.search(body)
        wait = float(every[1]) if every else 10.0
        await asyncio.sleep(wait - (time.perf_counter() - start) % wait)
        poll_start = time.perf_counter()
        if poll_start > end:
            return
        poll = unescape(live[1].decode()) if live else f"/t/{slug}/{page}"
        status, new_body = await pool.get(poll, "HX-Request: true")
        timings.add("piece asked again", poll_start)
        timings.counts[f"piece {status}"] += 1
        body = new_body if status == 200 else body


async def table(
    browser: Any, slug: str, code: str, timings: Timings, delay: float, end: float
) -> None:
    """Save a line every `PACE` seconds."""
    await asyncio.sleep(delay)
    for number in range(1, 20):
        start = time.perf_counter()
        if start > end:
            return
        path = f"/t/{slug}/acta/{code}/enviar/"
        answer = await asyncio.to_thread(browser.post, path, form_of_line(number))
        timings.add("line saved", start)
        timings.counts[f"line {answer.status}"] += 1
        await asyncio.sleep(max(0.0, PACE - (time.perf_counter() - start)))


async def crowd(urls: list[str], slug: str, pairs: int, phones: int, seconds: float) -> Timings:
    """Run the telephones: each opens a page within `seconds` and polls it to the end.

    The end is 1.5 times `seconds` after the start.
    """
    timings, luck = Timings(), random.Random("estampida")
    pools = [Pool(url) for url in urls]
    pages = luck.choices(list(TELEPHONES_OF_PAGE), list(TELEPHONES_OF_PAGE.values()), k=phones)
    end = time.perf_counter() + 1.5 * seconds
    await _run_until(
        [
            phone(
                pools[index % 2],
                slug,
                page.replace("/2/", "/1/").format(
                    n=luck.randint(1, pairs), page=luck.randint(1, 4)
                ),
                timings,
                luck.uniform(0, seconds),
                end,
            )
            for index, page in enumerate(pages)
        ],
        timings,
        1.5 * seconds,
    )
    return timings


async def desks(acts: Any, slug: str, codes: list[str], seconds: float) -> Timings:
    """Run the tables at the same time, each with a line every `PACE` seconds."""
    from tests.faults.browser import Browser, log_in
    from tests.faults.inside import PASSWORD

    timings, luck = Timings(), random.Random("mesas")
    organiser = log_in(acts.url, "pilar", PASSWORD, patience=60)
    browsers = [Browser(acts.url, patience=60) for _code in codes]
    for browser in browsers:  # one session for all: checking a password takes longer than a line
        browser.cookies = organiser.cookies
    end = time.perf_counter() + 1.5 * seconds
    await _run_until(
        [
            table(browser, slug, code, timings, luck.uniform(0, PACE), end)
            for browser, code in zip(browsers, codes, strict=True)
        ],
        timings,
        1.5 * seconds,
    )
    return timings


async def _run_until(acts: list[Any], timings: Timings, seconds: float) -> None:
    try:
        async with asyncio.timeout(seconds + PATIENCE):
            await asyncio.gather(*acts)
    except TimeoutError:
        timings.counts["unfinished 504"] += 1  # a proxy would answer 504


def _queue_crowd_timings(queue: Any, *arguments: Any) -> None:
    queue.put(asyncio.run(crowd(*arguments)))


def stampede(hall: Any, acts: Any, codes: list[str], phones: int, seconds: float) -> Timings:
    """Run telephones and tables at once; return the timings and counts of both.

    The telephones have their own process. Otherwise the tables would wait for Python's lock, and
    the wait would count as the server's.
    """
    processes = multiprocessing.get_context("spawn")
    queue = processes.Queue()
    arguments = (hall.urls, hall.slug, 2 * len(codes), phones, seconds)
    phones_process = processes.Process(target=_queue_crowd_timings, args=(queue, *arguments))
    phones_process.start()
    timings = asyncio.run(desks(acts, hall.slug, codes, seconds))
    phones_timings = queue.get()
    phones_process.join()
    timings.seconds.update(phones_timings.seconds)
    timings.counts.update(phones_timings.counts)
    return timings
