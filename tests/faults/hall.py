"""A hall of this machine: a PostgreSQL of its own, two web processes, and a tournament in it."""

import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.faults.browser import Answer, Browser, NoAnswer, log_in
from tests.faults.cluster import Cluster
from tests.faults.inside import PASSWORD
from tests.faults.web import ROOT, Web, environment

VERSION = re.compile(r'name="version" value="([^"]*)"')


class Hall:
    """`webs` serve the same database. `slug` is of the last tournament built."""

    def __init__(self, **settings: str) -> None:
        self.var = Path(tempfile.mkdtemp(prefix="tapete-hall-"))
        self.cluster = Cluster()
        self.settings = environment(self.cluster.url, self.var, **settings)
        self.webs = [Web(self.settings, self.var / f"web{place}.log") for place in (1, 2)]
        self.slug = ""

    def open(self) -> None:
        self.cluster.create()
        self.cluster.start()
        self.manage("migrate", "-v", "0")
        for web in self.webs:
            web.start()
        for web in self.webs:
            web.wait()

    def close(self) -> None:
        for web in self.webs:
            web.stop()
        self.cluster.stop()
        shutil.rmtree(self.var, ignore_errors=True)

    @property
    def urls(self) -> list[str]:
        return [web.url for web in self.webs]

    # --- Inside -------------------------------------------------------------------------------
    def manage(self, *words: str) -> str:
        """What a Django command writes; raises with it when the command fails."""
        return self._run("manage.py", *words)

    def inside(self, act: str, **asked: object) -> Any:
        return json.loads(self._run("-m", "tests.faults.inside", act, json.dumps(asked)))

    def _run(self, *words: str) -> str:
        inside = {**self.settings, "DJANGO_SETTINGS_MODULE": "config.settings"}
        done = subprocess.run(
            [sys.executable, *words], cwd=ROOT, env=inside, capture_output=True, text=True
        )
        if done.returncode:
            raise RuntimeError(f"{words}: {done.stdout}{done.stderr}")
        return done.stdout

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
