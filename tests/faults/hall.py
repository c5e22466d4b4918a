"""A hall on this machine: its own PostgreSQL, two web processes, and a tournament."""

import re
import shutil
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.faults.browser import Answer, Browser, NoAnswer, log_in
from tests.faults.cluster import Cluster
from tests.faults.inside import PASSWORD
from tests.faults.web import Web, environment
from tests.inside import Inside

VERSION = re.compile(r'name="version" value="([^"]*)"')


class Hall:
    """A site with two web processes (`webs`) on one database.

    `slug` is the last tournament built. With `has_acts` the web processes run at a lower priority,
    as beside a process that does the writes.
    """

    def __init__(self, *, has_acts: bool = False, **settings: str) -> None:
        self.var = Path(tempfile.mkdtemp(prefix="tapete-hall-"))
        self.cluster = Cluster()
        self.settings = environment(self.cluster.url, self.var, **settings)
        self.webs = [
            Web(self.settings, self.var / f"web{place}.log", gives_way=has_acts) for place in (1, 2)
        ]
        self.slug = ""
        self._inside: Inside | None = None

    def open(self) -> None:
        self.cluster.create()
        self.cluster.start()
        self.inside("prepare")
        for web in self.webs:
            web.start()
        for web in self.webs:
            web.wait()

    def close(self) -> None:
        if self._inside is not None:
            self._inside.close()
        for web in self.webs:
            web.stop()
        self.cluster.stop()
        shutil.rmtree(self.var, ignore_errors=True)

    @property
    def urls(self) -> list[str]:
        return [web.url for web in self.webs]

    # --- Inside -------------------------------------------------------------------------------
    def inside(self, act: str, **arguments: object) -> Any:
        """Run an act of `tests.faults.inside` and return its answer; raise the error of the act."""
        if self._inside is None:
            self._inside = Inside("tests.faults.inside", self.settings)
        return self._inside.ask(act, **arguments)

    def build(self, name: str, **arguments: object) -> None:
        self.slug = self.inside("build", name=name, **arguments)["slug"]

    # --- The organiser ------------------------------------------------------------------------
    def enter(self, username: str, web: int = 0) -> Browser:
        """Log this user in at the first or second web process; return the browser."""
        return log_in(self.urls[web], username, PASSWORD)

    def draw(self, browser: Browser, number: int) -> Answer:
        return browser.post(f"/t/{self.slug}/rondas/sortear/", {"number": number})

    def publish(self, browser: Browser, number: int, version: str = "") -> Answer:
        """Publish a version of the draft; without `version`, read it first on the draft's page."""
        address = f"/t/{self.slug}/rondas/{number}/"
        shown_version = version or self.draft_version(browser, number)
        return browser.post(f"{address}publicar/", {"version": shown_version})

    def draft_version(self, browser: Browser, number: int) -> str:
        version = VERSION.search(browser.get(f"/t/{self.slug}/rondas/{number}/").text)
        return version[1] if version else ""

    def is_published(self, browser: Browser, number: int) -> bool:
        return browser.get(f"/t/{self.slug}/ronda/{number}/").status == 200

    def codes_to_play(self, browser: Browser, number: int) -> list[str]:
        """Return the codes of the matches of a round without a result."""
        round_ = browser.get(f"/api/v1/tournaments/{self.slug}/rounds/{number}/").json
        return [match["code"] for match in round_["matches"] if match["result"] is None]

    def link(self, browser: Browser, code: str) -> str:
        """Return the path of the link in the QR code of a match, from the organiser's API."""
        link = browser.get(f"/api/v1/tournaments/{self.slug}/matches/{code}/link/").json
        return urlsplit(str(link["url"])).path

    def put_out(self, browser: Browser, number: int, seconds: float = 60) -> None:
        """Draw and publish a round, again and again until the site shows it as published."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                self.draw(browser, number)
                self.publish(browser, number)
                if self.is_published(browser, number):
                    return
            except NoAnswer:
                pass
            time.sleep(0.2)
        raise AssertionError(f"Round {number} has not been published in {seconds} s.")
