"""Writers of an acta over HTTP, each with a queue: a phone of the table, or the desk.

The queue works like `static/js/queue.js`. A line stays in it until the server acknowledges the
line, and is sent again with the same `uid` after any other failure. A refusal or a conflict stops
the queue.
"""

import random
import re
import time
import uuid
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any

from rules import game as game_of
from rules.core import fold
from tests.faults.browser import PATIENCE as BROWSER_PATIENCE
from tests.faults.browser import Answer, Browser, NoAnswer, log_in
from tests.faults.inside import DESK, PASSWORD
from tests.faults.ledger import Ledger, Line

PATIENCE = 300  # seconds in which an act must succeed
WAIT, LONGEST_WAIT = 0.1, 1.0  # seconds before a resend; queue.js waits 2 to 60
GUINOTE = game_of("guinote")
WHOSE = re.compile(r'data-whose="(\d*)"')


def is_over(lines: Sequence[str], options: Any) -> bool:
    steps = fold(GUINOTE, options, lines)
    return bool(steps) and steps[-1].score.over


class Pen(ABC):
    """A writer of the acta of one match.

    `slips` is the percentage of sends that hang up before the answer. `again` is the percentage of
    acknowledged lines that are sent once more. `extra` are fields that each sent line also has.
    """

    extra: dict[str, object]

    def __init__(
        self,
        urls: Callable[[], str],
        slug: str,
        match: str,
        ledger: Ledger,
        luck: random.Random,
        *,
        slips: int = 0,
        again: int = 0,
        patience: float = BROWSER_PATIENCE,
    ) -> None:
        self.urls = urls
        self.slug = slug
        self.match = match
        self.ledger = ledger
        self.luck = luck
        self.slips, self.again = slips, again
        self.browser = Browser(urls(), patience)
        self.queue: list[tuple[Line, dict[str, object], float]] = []
        self.version = 0
        self.extra = {}
        self.page = ""

    def open(self) -> None:
        """Open the page of the acta, with as many tries as it takes."""
        self.retry(self._enter)

    @abstractmethod
    def _enter(self) -> bool:
        """Try once to open the page of the acta; return whether it is open."""

    # --- The queue ----------------------------------------------------------------------------
    def write(self, number: int, line: str) -> None:
        """Press «guardar»: the line goes to the queue and the ledger, and may not be lost now."""
        entry = Line(
            self.match, number, line, str(uuid.UUID(int=self.luck.getrandbits(128), version=4))
        )
        self.ledger.record_written(entry)
        _partida, winner = line.split()
        body = {
            "como": "partida",
            "number": number,
            "version": self.version,
            "uid": entry.uid,
            "winner": winner,
            **self.extra,
        }
        self.queue.append((entry, body, time.monotonic()))

    def flush(self) -> int | None:
        """Send the queue; return the number of the next line, or None if a refusal stopped it."""
        number: int | None = None
        wait, end = WAIT, time.monotonic() + PATIENCE
        while self.queue:
            line, body, start = self.queue[0]
            answer = self._send(body)
            if answer is None or answer.status >= 500 or answer.status == 429:
                self.ledger.count_event("resent")
                assert time.monotonic() < end, f"{self.match}: not sent in {PATIENCE} s."
                time.sleep(wait)
                wait = min(wait * 2, LONGEST_WAIT)
                self.browser.move(self.urls())
                continue
            if answer.status == 200:
                self.ledger.record_acknowledged(line, time.monotonic() - start)
                self._send_again(body)
                number, self.version = answer.json["number"], answer.json["version"]
                self.queue.pop(0)
                wait, end = WAIT, time.monotonic() + PATIENCE
            elif answer.status in (400, 409) and answer.is_json:
                assert answer.json["said"], "refused without a message"
                if answer.status == 409:
                    self.ledger.record_conflict(line)
                else:
                    self.ledger.count_event("refused")
                return None
            else:  # the pen may no longer write this acta: read the QR code or log in again
                self.ledger.count_event("gone")
                self.open()
        return number

    def _send(self, body: dict[str, object]) -> Answer | None:
        address = f"{self.page}enviar/"
        try:
            if self.luck.randrange(100) < self.slips:
                self.ledger.count_event("unheard")
                self.browser.post_unheard(address, body)
            answer = self.browser.post(address, body)
        except NoAnswer:
            self.ledger.count_event("no answer")
            return None
        self.ledger.count_status(answer.status)
        return answer

    def _send_again(self, body: dict[str, object]) -> None:
        """Now and then send an acknowledged line again, as if its answer had been lost."""
        if self.luck.randrange(100) < self.again:
            self.ledger.count_event("sent twice")
            answer = self._send(body)
            assert answer is None or answer.status in (200, 503), (answer.status, answer.text)

    def discard_queue(self) -> None:
        """Accept the acta of the server: drop the unsent lines."""
        self.queue.clear()

    # --- The acta -----------------------------------------------------------------------------
    def look(self) -> dict[str, Any]:
        """Return the match from the public API."""
        match: dict[str, Any] = {}

        def ask() -> bool:
            answer = self.browser.get(f"/api/v1/tournaments/{self.slug}/matches/{self.match}/")
            if answer.status == 200:
                match.update(answer.json)
            return answer.status == 200

        self.retry(ask)
        self.version = match["acta"]["version"]
        return match

    def lines(self) -> list[str]:
        return [step["line"] for step in self.look()["acta"]["steps"]]

    def retry(self, act: Callable[[], bool]) -> None:
        """Repeat `act` until it returns True, with growing waits between the tries."""
        wait, end = WAIT, time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                if act():
                    return
            except NoAnswer:
                self.ledger.count_event("no answer")
            time.sleep(wait)
            wait = min(wait * 2, LONGEST_WAIT)
            self.browser.move(self.urls())
        raise AssertionError(f"{self.match}: not done in {PATIENCE} s.")

    # --- A whole match ------------------------------------------------------------------------
    def play(self, line_of: Callable[[int], str], options: Any, *, pause: float = 0) -> None:
        """Write the match to its end, line after line, while others may write it too.

        If another pen wrote a line first, accept that line and go on from there.
        """
        lines: list[str] = []
        while not is_over(lines, options):
            number = len(lines) + 1
            line = line_of(number)
            self.write(number, line)
            following = self.flush()
            if following is None:
                self.discard_queue()
            lines = [*lines, line] if following == number + 1 else self.lines()
            if pause:
                time.sleep(pause * self.luck.uniform(0.5, 1.5))


class Phone(Pen):
    """The telephone of one side of a table, which has read the QR code of its acta."""

    def __init__(self, *args: Any, link: str, side: int, **pen_options: Any) -> None:
        super().__init__(*args, **pen_options)
        self.link, self.side = link, side
        self.extra = {"lado": side}
        self.page = f"/t/{self.slug}/mesa/{self.match}/"

    def _enter(self) -> bool:
        if self.browser.get(self.link).goes_to != self.page:
            return False
        if self.browser.get(self.page).status != 200:
            return False
        return self.browser.post(f"{self.page}lado/", {"side": self.side}).status == 302

    def sign(self, side: int) -> bool:
        """Press «está bien» for a side; return whether that finishes the match."""
        form = {"side": side, "version": self.version}
        if side != self.side:
            form["handed_over"] = 1
        answer = self.browser.post(f"{self.page}confirmar/", form)
        self.ledger.count_status(answer.status)
        return answer.status == 302 and bool(self.look()["state"] == "finished")

    def confirm(self) -> None:
        """Confirm the result as the rival side, then as this side, until the match is finished.

        As the rival side, this phone says that it was handed over.
        """
        sides = [1 - self.side, self.side]

        def is_signed() -> bool:
            return self.look()["state"] == "finished" or any(self.sign(side) for side in sides)

        self.retry(is_signed)


class Desk(Pen):
    """A user of the desk who types the paper acta of a match."""

    def __init__(self, *args: Any, **pen_options: Any) -> None:
        super().__init__(*args, **pen_options)
        self.page = f"/t/{self.slug}/acta/{self.match}/"

    def _enter(self) -> bool:
        self.browser = log_in(self.browser.url, DESK, PASSWORD, self.browser.patience)
        user = WHOSE.search(self.browser.get(self.page).text)
        if user is None:
            return False
        self.extra = {"quien": user[1]}
        return True
