"""How long a person waits from the click on «Actas» to the PDF: a served site, and its worker.

The web and a worker of their own on the database of the environment, with the queue of files, as
`./dev run` has them. The form is sent, the page of the job is looked at as often as it asks for
itself, and the file is taken when the page offers it.
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
PAGE_ASKS = 1.0  # seconds: templates/tournaments/job_progress.html
PATIENCE = 60.0
READY = re.compile(r'href="([^"?]+/fichero/)"')


class Clicker:
    """The browser of somebody who is logged in."""

    def __init__(self, url: str, session: str) -> None:
        self._url = url
        self._headers = {
            "Cookie": f"sessionid={session}; csrftoken={CSRF}",
            "X-CSRFToken": CSRF,
            "Referer": f"{url}/",
        }

    def click(self, tournament: str, asks: float) -> float:
        """Print the actas of the round, and look at the page every `asks` seconds: how many seconds
        until the first bytes of the PDF are here."""
        start = time.perf_counter()
        form = urllib.parse.urlencode({"sheet": "actas"}).encode()
        with self._ask(f"/t/{tournament}/imprimir/hoja/", form) as page:
            job, found = page.url.removeprefix(self._url), READY.search(page.read().decode())
        while not found:
            if time.perf_counter() - start > PATIENCE:
                sys.exit("no worker takes the job")
            time.sleep(asks)
            with self._ask(job) as page:
                found = READY.search(page.read().decode())
        with self._ask(found[1]) as file:
            assert file.read(4) == b"%PDF"
        return time.perf_counter() - start

    def _ask(self, path: str, form: bytes | None = None) -> Any:
        asked = urllib.request.Request(self._url + path, form, self._headers)
        return urllib.request.urlopen(asked, timeout=PATIENCE)


def session_and_slug() -> str:
    """«key slug»: a session of the organiser of the tournament, and which it is."""
    from django.test import Client

    from tournaments.models import Tournament

    tournament, browser = Tournament.objects.get(), Client()
    browser.force_login(tournament.team.get(role="organiser").user)
    return f"{browser.session.session_key} {tournament.slug}"


def waits(var: Path, environment: dict[str, str], session: str, slug: str) -> list[str]:
    """What to say of the waits: of the first print of a worker, and of those after it."""
    from tests.pages.site import Site

    site = Site(var)
    site.environment = environment
    try:
        site.serve()
        browser = Clicker(site.url, session)
        first = browser.click(slug, PAGE_ASKS)
        ready = [browser.click(slug, 0.02) for _time in range(5)]
        shown = [browser.click(slug, PAGE_ASKS) for _time in range(3)]
        (worker, *_others) = site.processes
        return [
            f"from the click to the PDF: {min(shown):.2f} to {max(shown):.2f} s with the page that"
            f" asks every {PAGE_ASKS:g} s; ready in {min(ready):.2f} to {max(ready):.2f} s",
            f"the first print of a worker: {first:.2f} s; the worker then has"
            f" {_peak(worker):.0f} MB at most",
        ]
    finally:
        site.close()


def _peak(process: "subprocess.Popen[bytes]") -> float:
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(re.findall(r"VmHWM:\s+(\d+)", status)[0]) / 1024
