"""The wait from the click on «Actas» to the PDF, on a served site with a worker.

The site uses the database of the environment and a job queue in a folder, as with `./dev run`. The
form is sent, the page of the job is opened at its own polling interval, and the file is downloaded
once the page links it.
"""

import re
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Any

CSRF = "t" * 32
PATIENCE = 60.0
FILE_LINK = re.compile(r'href="([^"?]+/fichero/)"')
POLL_INTERVAL = re.compile(r'hx-trigger="every ([\d.]+)(m?)s"')


class Clicker:
    """The browser of a logged-in user."""

    def __init__(self, url: str, session: str) -> None:
        self._url = url
        self._headers = {
            "Cookie": f"sessionid={session}; csrftoken={CSRF}",
            "X-CSRFToken": CSRF,
            "Referer": f"{url}/",
        }

    def click(self, tournament: str, pause: float = 0) -> float:
        """Print the actas of the round; return the seconds until the first bytes of the PDF.

        The page of the job is opened every `pause` seconds, or at its own interval if `pause` is 0.
        """
        start = time.perf_counter()
        form = urllib.parse.urlencode({"sheet": "actas"}).encode()
        with self._ask(f"/t/{tournament}/imprimir/hoja/", form) as page:
            job, html = page.url.removeprefix(self._url), page.read().decode()
        while not (link := FILE_LINK.search(html)):
            if time.perf_counter() - start > PATIENCE:
                sys.exit("no worker takes the job")
            (number, thousandths), *_other_intervals = POLL_INTERVAL.findall(html)
            time.sleep(pause or float(number) / (1000 if thousandths else 1))
            with self._ask(job) as page:
                html = page.read().decode()
        with self._ask(link[1]) as file:
            assert file.read(4) == b"%PDF"
        return time.perf_counter() - start

    def _ask(self, path: str, form: bytes | None = None) -> Any:
        request = urllib.request.Request(self._url + path, form, self._headers)
        return urllib.request.urlopen(request, timeout=PATIENCE)


def session_and_slug() -> str:
    """Return «key slug»: a session of the organiser, and the slug of the tournament."""
    from django.test import Client

    from tournaments.models import Tournament

    tournament, browser = Tournament.objects.get(), Client()
    browser.force_login(tournament.team.get(role="organiser").user)
    return f"{browser.session.session_key} {tournament.slug}"


def measure_waits(
    var: Path, environment: dict[str, str], session: str, slug: str, *, times: int
) -> list[str]:
    """Return lines of text: the seconds of a worker's first print and of `times` later prints."""
    from tests.pages.site import Site

    site = Site(var)
    site.environment = environment
    try:
        site.serve()
        browser = Clicker(site.url, session)
        first_wait = browser.click(slug)
        ready_waits = [browser.click(slug, 0.02) for _time in range(times)]
        polled_waits = [browser.click(slug) for _time in range(times)]
        (worker, *_other_processes) = site.processes
        return [
            f"from the click to the PDF: {min(polled_waits):.2f} to {max(polled_waits):.2f} s as"
            f" the page asks; ready in {min(ready_waits):.2f} to {max(ready_waits):.2f} s",
            f"the first print of a worker: {first_wait:.2f} s; the worker then has"
            f" {_peak_megabytes(worker):.0f} MB at most",
        ]
    finally:
        site.close()


def _peak_megabytes(process: "subprocess.Popen[bytes]") -> float:
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(re.findall(r"VmHWM:\s+(\d+)", status)[0]) / 1024
