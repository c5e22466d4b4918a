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
PATIENCE = 60.0
READY = re.compile(r'href="([^"?]+/fichero/)"')
ASKS = re.compile(r'hx-trigger="every ([\d.]+)(m?)s"')


class Clicker:
    """The browser of somebody who is logged in."""

    def __init__(self, url: str, session: str) -> None:
        self._url = url
        self._headers = {
            "Cookie": f"sessionid={session}; csrftoken={CSRF}",
            "X-CSRFToken": CSRF,
            "Referer": f"{url}/",
        }

    def click(self, tournament: str, pause: float = 0) -> float:
        """Print the actas of the round, and look at the page as often as it asks for itself, or
        every so many seconds: how many until the first bytes of the PDF are here."""
        start = time.perf_counter()
        form = urllib.parse.urlencode({"sheet": "actas"}).encode()
        with self._ask(f"/t/{tournament}/imprimir/hoja/", form) as page:
            job, seen = page.url.removeprefix(self._url), page.read().decode()
        while not (found := READY.search(seen)):
            if time.perf_counter() - start > PATIENCE:
                sys.exit("no worker takes the job")
            (number, thousandths), *_others = ASKS.findall(seen)
            time.sleep(pause or float(number) / (1000 if thousandths else 1))
            with self._ask(job) as page:
                seen = page.read().decode()
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


def waits(
    var: Path, environment: dict[str, str], session: str, slug: str, *, times: int
) -> list[str]:
    """Return what to say of the waits: of the first print of a worker, and of so many after it."""
    from tests.pages.site import Site

    site = Site(var)
    site.environment = environment
    try:
        site.serve()
        browser = Clicker(site.url, session)
        first = browser.click(slug)
        ready = [browser.click(slug, 0.02) for _time in range(times)]
        shown = [browser.click(slug) for _time in range(times)]
        (worker, *_others) = site.processes
        return [
            f"from the click to the PDF: {min(shown):.2f} to {max(shown):.2f} s as the page asks;"
            f" ready in {min(ready):.2f} to {max(ready):.2f} s",
            f"the first print of a worker: {first:.2f} s; the worker then has"
            f" {_peak(worker):.0f} MB at most",
        ]
    finally:
        site.close()


def _peak(process: "subprocess.Popen[bytes]") -> float:
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(re.findall(r"VmHWM:\s+(\d+)", status)[0]) / 1024
