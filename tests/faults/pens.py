"""Writers of an acta over HTTP: a phone of the table or the desk, each with its queue.

The queue is that of `static/js/queue.js`: a line is kept until the server says that it has it, is
sent again with the same mark whatever became of the answer, and one that is refused or meets
another stops those behind it.
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
from tests.faults.browser import PATIENCE as BROWSERS
from tests.faults.browser import Answer, Browser, NoAnswer, log_in
from tests.faults.inside import DESK, PASSWORD
from tests.faults.ledger import Ledger, Line

PATIENCE = 120  # seconds for anything that does not depend on anybody else
WAIT, LONGEST_WAIT = 0.1, 1.0  # of two seconds and a minute, for a hall that has no hour to spare
GUINOTE = game_of("guinote")
WHOSE = re.compile(r'data-whose="(\d*)"')


def is_over(lines: Sequence[str], options: Any) -> bool:
    steps = fold(GUINOTE, options, lines)
    return bool(steps) and steps[-1].score.over


class Pen(ABC):
    """Writes the acta of one match. `slips` answers are not listened to, of each hundred sent;
    `again` acknowledged lines are sent once more, of each hundred."""

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
        patience: float = BROWSERS,
    ) -> None:
        self.urls, self.slug, self.match, self.ledger, self.luck = urls, slug, match, ledger, luck
        self.slips, self.again = slips, again
        self.browser = Browser(urls(), patience)
        self.queue: list[tuple[Line, dict[str, object], float]] = []
        self.version = 0
        self.extra = {}
        self.page = ""

    def open(self) -> None:
        """Come to the page of the acta, as often as it takes."""
        self.patiently(self._enter)

    @abstractmethod
    def _enter(self) -> bool:
        """Try once to come to the page; whether it did."""

    # --- The queue ----------------------------------------------------------------------------
    def write(self, number: int, line: str) -> None:
        """«Guardar»: from here on the line may not be lost."""
        one = Line(
            self.match, number, line, str(uuid.UUID(int=self.luck.getrandbits(128), version=4))
        )
        self.ledger.writes(one)
        _partida, winner = line.split()
        body = {
            "como": "partida",
            "number": number,
            "version": self.version,
            "uid": one.uid,
            "winner": winner,
            **self.extra,
        }
        self.queue.append((one, body, time.monotonic()))

    def flush(self) -> int | None:
        """Send what is kept; the number of the next line, or None where something stopped it."""
        number: int | None = None
        wait = WAIT
        while self.queue:
            line, body, start = self.queue[0]
            answer = self._send(body)
            if answer is None or answer.status >= 500 or answer.status == 429:
                self.ledger.counts_one("resent")
                time.sleep(wait)
                wait = min(wait * 2, LONGEST_WAIT)
                self.browser.move(self.urls())
                continue
            if answer.status == 200:
                self.ledger.hears(line, time.monotonic() - start)
                self._send_again(body)
                number, self.version = answer.json["number"], answer.json["version"]
                self.queue.pop(0)
                wait = WAIT
            elif answer.status in (400, 409) and answer.is_json:
                assert answer.json["said"], "refused without a word"
                if answer.status == 409:
                    self.ledger.meets(line)
                else:
                    self.ledger.counts_one("refused")
                return None
            else:  # no right to write there any more: read the QR again, or enter
                self.ledger.counts_one("gone")
                self.open()
        return number

    def _send(self, body: dict[str, object]) -> Answer | None:
        address = f"{self.page}enviar/"
        try:
            if self.luck.randrange(100) < self.slips:
                self.ledger.counts_one("unheard")
                self.browser.post_unheard(address, body)
            answer = self.browser.post(address, body)
        except NoAnswer:
            self.ledger.counts_one("no answer")
            return None
        self.ledger.answered(answer.status)
        return answer

    def _send_again(self, body: dict[str, object]) -> None:
        """A phone that did not hear the answer: the same line once more, and it is one line."""
        if self.luck.randrange(100) < self.again:
            self.ledger.counts_one("sent twice")
            answer = self._send(body)
            assert answer is None or answer.status in (200, 503), (answer.status, answer.text)

    def give_up(self) -> None:
        """The other version is the good one: what is kept here goes."""
        self.queue.clear()

    # --- What the acta says -------------------------------------------------------------------
    def look(self) -> dict[str, Any]:
        """The match as anybody can read it."""
        told: dict[str, Any] = {}

        def asked() -> bool:
            answer = self.browser.get(f"/api/v1/tournaments/{self.slug}/matches/{self.match}/")
            if answer.status == 200:
                told.update(answer.json)
            return answer.status == 200

        self.patiently(asked)
        self.version = told["acta"]["version"]
        return told

    def lines(self) -> list[str]:
        return [step["line"] for step in self.look()["acta"]["steps"]]

    def patiently(self, act: Callable[[], bool]) -> None:
        """Until it is done: no answer and a server that cannot are waited for."""
        wait, end = WAIT, time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                if act():
                    return
            except NoAnswer:
                self.ledger.counts_one("no answer")
            time.sleep(wait)
            wait = min(wait * 2, LONGEST_WAIT)
            self.browser.move(self.urls())
        raise AssertionError(f"{self.match}: not done in {PATIENCE} s.")

    # --- A whole match ------------------------------------------------------------------------
    def play(self, line_of: Callable[[int], str], options: Any, *, pause: float = 0) -> None:
        """Write the match to its end, line after line, whoever else writes it: what another wrote
        first is looked at and taken for good."""
        lines: list[str] = []
        while not is_over(lines, options):
            number = len(lines) + 1
            line = line_of(number)
            self.write(number, line)
            following = self.flush()
            if following is None:
                self.give_up()
            lines = [*lines, line] if following == number + 1 else self.lines()
            if pause:
                time.sleep(pause * self.luck.uniform(0.5, 1.5))


class Phone(Pen):
    """The telephone of one side of a table, which has read the QR of its acta."""

    def __init__(self, *args: Any, link: str, side: int, **more: Any) -> None:
        super().__init__(*args, **more)
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
        """«Está bien»: this side confirms the result; whether the match is finished."""
        form = {"side": side, "version": self.version}
        if side != self.side:
            form["handed_over"] = 1
        answer = self.browser.post(f"{self.page}confirmar/", form)
        self.ledger.answered(answer.status)
        return answer.status == 302 and bool(self.look()["state"] == "finished")

    def confirm(self) -> None:
        """The side that did not write the last line says that it is right, on its own phone or on
        the one handed over: until the match is finished."""
        sides = [1 - self.side, self.side]

        def signed() -> bool:
            return self.look()["state"] == "finished" or any(self.sign(side) for side in sides)

        self.patiently(signed)


class Desk(Pen):
    """Somebody with an account who types the paper actas."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.page = f"/t/{self.slug}/acta/{self.match}/"

    def _enter(self) -> bool:
        self.browser = log_in(self.browser.url, DESK, PASSWORD, self.browser.patience)
        found = WHOSE.search(self.browser.get(self.page).text)
        if found is None:
            return False
        self.extra = {"quien": found[1]}
        return True
