"""A hall of this machine: a PostgreSQL of its own, two web processes, and a tournament in it."""

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
    """`webs` serve the same database, and give way if another process saves (`has_acts`). `slug`
    is of the last tournament built."""

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
    def inside(self, act: str, **asked: object) -> Any:
        """Return what an act of `tests.faults.inside` answers; raises with what went wrong
        there."""
        if self._inside is None:
            self._inside = Inside("tests.faults.inside", self.settings)
        return self._inside.ask(act, **asked)

    def build(self, name: str, **asked: object) -> None:
        self.slug = self.inside("build", name=name, **asked)["slug"]

    # --- The organiser ------------------------------------------------------------------------
    def enter(self, who: str, place: int = 0) -> Browser:
        """A browser of the first or second web process in which this person has logged in."""
        return log_in(self.urls[place], who, PASSWORD)

    def draw(self, browser: Browser, number: int) -> Answer:
        return browser.post(f"/t/{self.slug}/rondas/sortear/", {"number": number})

    def publish(self, browser: Browser, number: int, version: str = "") -> Answer:
        """Publish what the page of the draft shows, which is read first without a `version`."""
        address = f"/t/{self.slug}/rondas/{number}/"
        seen = version or self.draft_version(browser, number)
        return browser.post(f"{address}publicar/", {"version": seen})

    def draft_version(self, browser: Browser, number: int) -> str:
        found = VERSION.search(browser.get(f"/t/{self.slug}/rondas/{number}/").text)
        return found[1] if found else ""

    def is_published(self, browser: Browser, number: int) -> bool:
        return browser.get(f"/t/{self.slug}/ronda/{number}/").status == 200

    def to_play(self, browser: Browser, number: int) -> list[str]:
        """The codes of the matches of a round in which nothing is written."""
        told = browser.get(f"/api/v1/tournaments/{self.slug}/rounds/{number}/").json
        return [match["code"] for match in told["matches"] if match["result"] is None]

    def link(self, browser: Browser, code: str) -> str:
        """Return what the QR of a paper acta says, as the organiser sees it."""
        told = browser.get(f"/api/v1/tournaments/{self.slug}/matches/{code}/link/").json
        return urlsplit(str(told["url"])).path

    def put_out(self, browser: Browser, number: int, seconds: float = 60) -> None:
        """Draw and publish as somebody does whose presses may get no answer: until it is there."""
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
