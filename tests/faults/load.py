"""A hall that writes all at once, and what came of it."""

import random
import re
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from rules.core import options_of
from tests.faults.browser import Browser
from tests.faults.hall import Hall
from tests.faults.ledger import Ledger, Line, spread
from tests.faults.pens import GUINOTE, Desk, Pen, Phone

SATURATED = 100  # seconds: all write at once on purpose, and who gives up only adds to the queue
CELL = re.compile(r"</th>\s*<td[^>]*>([^<]*)<")


@dataclass(frozen=True)
class Load:
    """So many `tables`; of each hundred, at so many write both phones, and at so many the desk
    too. A line heard differently (`misheard`, of each hundred) is a conflict. `pause`: seconds
    that a table takes between two lines, 0 for none at all."""

    tables: int
    game_options: dict[str, int]
    both: int = 40
    desk: int = 25
    misheard: int = 3
    again: int = 10
    pause: float = 0
    watched: int = 100
    seed: str = "sala"


def run(hall: Hall, load: Load) -> Ledger:
    """Draw, let every table write its match and confirm it; all has been acknowledged then."""
    hall.build(
        f"Carga {load.seed} {load.tables} {load.pause}",
        pairs=2 * load.tables,
        tables=load.tables,
        rounds=3,
        game_options=load.game_options,
    )
    hall.put_out(hall.enter("pilar"), 1)
    matches = hall.inside("links", slug=hall.slug, number=1)
    ledger = Ledger()
    tables = [_Table(hall, load, ledger, match, place) for place, match in enumerate(matches)]
    in_threads([table.open for table in tables], 16)
    in_threads([act for table in tables for act in table.acts()])
    if not load.pause:  # else each has ended in its own time
        in_threads([table.end for table in tables], 16)
    return ledger


class _Table:
    """The pens of one table."""

    def __init__(
        self, hall: Hall, load: Load, ledger: Ledger, match: dict[str, Any], place: int
    ) -> None:
        self.hall, self.load, self.ledger, self.match, self.place = hall, load, ledger, match, place
        self.luck = random.Random(f"{load.seed} {place}")
        self.options = options_of(GUINOTE, "", load.game_options)
        self.first = self._phone(0)
        self.pens: list[Pen] = [self.first]
        if self.luck.randrange(100) < load.both:
            self.pens.append(self._phone(1))
        if self.luck.randrange(100) < load.desk:
            self.pens.append(self._pen(Desk, 2))

    def _phone(self, side: int) -> Phone:
        return self._pen(Phone, side, link=self.match["link"], side=side)

    def _pen(self, kind: Any, number: int, **more: Any) -> Any:
        url = self.hall.urls[(self.place + number) % 2]
        luck = random.Random(f"{self.load.seed} {self.place} {number}")
        return kind(
            lambda: url,
            self.hall.slug,
            self.match["code"],
            self.ledger,
            luck,
            again=self.load.again,
            patience=SATURATED,
            **more,
        )

    def open(self) -> None:
        for pen in self.pens:
            pen.open()

    def acts(self) -> list[Callable[[], None]]:
        return [lambda pen=pen: self._act(pen) for pen in self.pens]

    def _act(self, pen: Pen) -> None:
        time.sleep(self.luck.uniform(0, 1) * self.load.pause)  # nobody starts with the others
        pen.play(self._heard_by(pen), self.options, pause=self.load.pause)
        if self.load.pause and pen is self.first:
            self.end()

    def _heard_by(self, pen: Pen) -> Callable[[int], str]:
        """Return what this pen writes as line `number`: who won it, now and then misheard."""

        def line(number: int) -> str:
            luck = random.Random(f"{self.load.seed} {self.place} line {number}")
            won, misheard = luck.randrange(2), pen.luck.randrange(100) < self.load.misheard
            return f"partida {'AB'[won ^ misheard]}"

        return line

    def end(self) -> None:
        """The other side confirms; and somebody at the other web process reads the standings."""
        if self.place >= self.load.watched:
            self.first.confirm()
            return
        reader = Browser(self.hall.urls[(self.place + 1) % 2], SATURATED)
        if self.first.look()["state"] == "finished":  # both wrote the end: that confirms it
            return
        start = time.monotonic()
        self.first.confirm()
        while not any(self._has_won(number, reader) for number in self.match["numbers"]):
            if time.monotonic() - start > 60:
                raise AssertionError(f"{self.match} is finished and not in the standings.")
            time.sleep(0.1)
        self.ledger.sees(time.monotonic() - start)

    def _has_won(self, number: int, reader: Browser) -> bool:
        """Whether the pair has a win on the page of the public standings that has its row."""
        page = reader.get(f"/t/{self.hall.slug}/clasificacion/?n={number}").text
        row = page.partition(f'<tr id="n-{number}"')[2].partition("</tr>")[0]
        cell = CELL.search(row)
        return cell is not None and cell[1].strip() == "1"


def in_threads(acts: Sequence[Callable[[], None]], at_once: int | None = None) -> None:
    """All of them, each in a thread or `at_once` at a time; the first error is raised here."""
    left, errors, lock = list(reversed(acts)), [], threading.Lock()

    def work() -> None:
        while not errors:
            with lock:
                if not left:
                    return
                act = left.pop()
            try:
                act()
            except BaseException as error:
                errors.append(error)

    threads = [threading.Thread(target=work, daemon=True) for _ in range(at_once or len(acts))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


# --- Afterwards -------------------------------------------------------------------------------
def check(hall: Hall, ledger: Ledger, options: Any, *, finished: bool = True) -> dict[str, Any]:
    """Hold what the people saw against the database: what is lost, what is doubled, what nobody
    wrote, and whether results and standings are those of a replay from zero."""
    truth = hall.inside("truth", slug=hall.slug)
    kept = {match["code"]: match for match in truth["matches"]}
    lines = {code: [line for _n, line, _u in match["lines"]] for code, match in kept.items()}
    uids = [uid for match in kept.values() for _n, _l, uid in match["lines"]]
    lost = [one for one in ledger.acknowledged if not _is_there(one, lines[one.match])]
    doubled = (
        sorted({uid for uid in uids if uids.count(uid) > 1}) if len(set(uids)) < len(uids) else []
    )
    invented = [
        (code, number, line, uid)
        for code, match in kept.items()
        for number, line, uid in match["lines"]
        if ledger.written.get(uid) != Line(code, number, line, uid)
    ]
    assert (lost, doubled, invented) == ([], [], []), (lost[:3], doubled[:3], invented[:3])
    conflicts = {one.uid for one in ledger.conflicts}
    assert not conflicts & set(uids), "a line that met another was written all the same"
    for code, match in kept.items():
        numbers = [number for number, _line, _uid in match["lines"]]
        assert numbers == list(range(1, len(numbers) + 1)), (code, numbers)
        assert match["live"] == (1 if numbers else 0), (code, match["live"])
        assert match["older"] == [], code
        _agrees(match, lines[code], options, finished)
    assert truth["standings"] == truth["replayed"]
    assert hall.inside("rebuilt", slug=hall.slug) == ""
    _public(hall, truth)
    return {"lines": len(uids), "lost": len(lost), "doubled": len(doubled), "truth": truth}


def _is_there(one: Line, lines: Sequence[str]) -> bool:
    return one.number <= len(lines) and lines[one.number - 1] == one.line


def _agrees(match: dict[str, Any], lines: Sequence[str], options: Any, finished: bool) -> None:
    """The result is that of the pure rules, which know neither the site nor its database."""
    from rules.core import fold

    steps = fold(GUINOTE, options, lines)
    score = steps[-1].score if steps else GUINOTE.start(options)
    if finished:
        assert score.over and match["state"] == "finished", (match["code"], match["state"])
    if match["state"] != "finished":
        assert match["result"] is None, match
        return
    tallies = {
        name: list(tally) for name, tally in zip(GUINOTE.tallies, score.tallies, strict=True)
    }
    assert match["result"] == {"winner": score.winner, "tallies": tallies}, match


def _public(hall: Hall, truth: dict[str, Any]) -> None:
    """Both web processes show everybody the standings that the database has."""
    for url in hall.urls:
        reader, rows = Browser(url), []
        following: str | None = f"/api/v1/tournaments/{hall.slug}/standings/"
        while following:
            told = reader.get(following).json
            rows += told["results"]
            following = told["next"] and told["next"].removeprefix(url)
        assert [(row["place"], row["entry"], row["won"]) for row in rows] == [
            (place, entrant, won) for place, entrant, won, _lost, _values in truth["standings"]
        ]


def figures(ledger: Ledger, checked: dict[str, Any]) -> str:
    """Return what there is to say of a run, one line each."""
    counts = dict(sorted(ledger.counts.items()))
    return "\n".join(
        [
            f"  lines in the actas {checked['lines']}, acknowledgements {len(ledger.acknowledged)},"
            f" {ledger.rate:.0f} a second",
            f"  from sending to the acknowledgement: {spread(ledger.seconds)}",
            f"  from «guardar» to the public standings: {spread(ledger.shown)}",
            f"  conflicts shown {len(ledger.conflicts)}, lost {checked['lost']},"
            f" doubled {checked['doubled']}; {counts};"
            f" answers {dict(sorted(ledger.statuses.items()))}",
        ]
    )
