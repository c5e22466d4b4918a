"""Play a round in which every table writes at the same time, and check its lines afterwards."""

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

# Seconds that a browser waits for an answer. The tables saturate the site on purpose, and a browser
# that gave up early would only send more requests.
LONGEST_REQUEST = 100
CELL = re.compile(r"</th>\s*<td[^>]*>([^<]*)<")


@dataclass(frozen=True)
class Load:
    """The size of a round and the habits of its tables.

    At `both_percent` of the tables the phones of both sides write, and `desk` is the percentage of
    tables where the desk writes too. `misheard` is the percentage of lines with a wrong winner, so
    that two pens conflict, and `again` that of lines sent twice. `pause` is the seconds between two
    lines of a table. The first `watched_tables` tables measure the time until their result is in
    the standings.
    """

    tables: int
    game_options: dict[str, int]
    both_percent: int = 40
    desk: int = 25
    misheard: int = 3
    again: int = 10
    pause: float = 0
    watched_tables: int = 100
    seed: str = "sala"


def run(hall: Hall, load: Load) -> Ledger:
    """Draw a round and let every table write and confirm its match; return the ledger.

    At the end the server has acknowledged every line that it did not refuse.
    """
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
    run_in_threads([table.open for table in tables], 16)
    run_in_threads([act for table in tables for act in table.acts()])
    if not load.pause:  # with pauses, each table confirms when its own match ends
        run_in_threads([table.confirm for table in tables], 16)
    return ledger


class _Table:
    """The pens (writers) of one table."""

    def __init__(
        self, hall: Hall, load: Load, ledger: Ledger, match: dict[str, Any], place: int
    ) -> None:
        self.hall = hall
        self.load = load
        self.ledger = ledger
        self.match = match
        self.place = place
        self.luck = random.Random(f"{load.seed} {place}")
        self.options = options_of(GUINOTE, "", load.game_options)
        self.first = self._phone(0)
        self.pens: list[Pen] = [self.first]
        if self.luck.randrange(100) < load.both_percent:
            self.pens.append(self._phone(1))
        if self.luck.randrange(100) < load.desk:
            self.pens.append(self._pen(Desk, 2))

    def _phone(self, side: int) -> Phone:
        return self._pen(Phone, side, link=self.match["link"], side=side)

    def _pen(self, kind: Any, number: int, **fields: Any) -> Any:
        url = self.hall.urls[(self.place + number) % 2]
        luck = random.Random(f"{self.load.seed} {self.place} {number}")
        return kind(
            lambda: url,
            self.hall.slug,
            self.match["code"],
            self.ledger,
            luck,
            again=self.load.again,
            patience=LONGEST_REQUEST,
            **fields,
        )

    def open(self) -> None:
        for pen in self.pens:
            pen.open()

    def acts(self) -> list[Callable[[], None]]:
        return [lambda pen=pen: self._act(pen) for pen in self.pens]

    def _act(self, pen: Pen) -> None:
        time.sleep(self.luck.uniform(0, 1) * self.load.pause)  # tables start at different moments
        pen.play(self._heard_by(pen), self.options, pause=self.load.pause)
        if self.load.pause and pen is self.first:
            self.confirm()

    def _heard_by(self, pen: Pen) -> Callable[[int], str]:
        """Return a function from a line's number to its text, sometimes with the wrong winner."""

        def line(number: int) -> str:
            luck = random.Random(f"{self.load.seed} {self.place} line {number}")
            winner, misheard = luck.randrange(2), pen.luck.randrange(100) < self.load.misheard
            return f"partida {'AB'[winner ^ misheard]}"

        return line

    def confirm(self) -> None:
        """Confirm the result; at a watched table, wait until the other web process shows it."""
        if self.place >= self.load.watched_tables:
            self.first.confirm()
            return
        reader = Browser(self.hall.urls[(self.place + 1) % 2], LONGEST_REQUEST)
        # If both sides wrote the last line, the result is confirmed already.
        if self.first.look()["state"] == "finished":
            return
        start = time.monotonic()
        self.first.confirm()
        while not any(self._has_won(number, reader) for number in self.match["numbers"]):
            if time.monotonic() - start > 60:
                raise AssertionError(f"{self.match} is finished and not in the standings.")
            time.sleep(0.1)
        self.ledger.record_shown(time.monotonic() - start)

    def _has_won(self, number: int, reader: Browser) -> bool:
        """Return whether the row of the pair in the public standings has one win."""
        page = reader.get(f"/t/{self.hall.slug}/clasificacion/?n={number}").text
        row = page.partition(f'<tr id="n-{number}"')[2].partition("</tr>")[0]
        cell = CELL.search(row)
        return cell is not None and cell[1].strip() == "1"


def run_in_threads(acts: Sequence[Callable[[], None]], at_once: int | None = None) -> None:
    """Run the acts in threads, all together or `at_once` at a time; raise their first error."""
    waiting_acts = list(reversed(acts))
    errors = []
    lock = threading.Lock()

    def work() -> None:
        while not errors:
            with lock:
                if not waiting_acts:
                    return
                act = waiting_acts.pop()
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


# --- Checks afterwards ------------------------------------------------------------------------
def check(hall: Hall, ledger: Ledger, options: Any, *, finished: bool = True) -> dict[str, Any]:
    """Compare the ledger with the database: no line is lost, doubled or invented.

    Results and standings must equal those folded again from the actas. Return the counts and the
    `truth` of the database.
    """
    truth = hall.inside("truth", slug=hall.slug)
    matches = {match["code"]: match for match in truth["matches"]}
    lines = {code: [line for _n, line, _u in match["lines"]] for code, match in matches.items()}
    uids = [uid for match in matches.values() for _n, _l, uid in match["lines"]]
    lost_lines = [
        entry
        for entry in ledger.acknowledged_lines
        if not _is_line_stored(entry, lines[entry.match])
    ]
    doubled_lines = (
        sorted({uid for uid in uids if uids.count(uid) > 1}) if len(set(uids)) < len(uids) else []
    )
    invented_lines = [
        (code, number, line, uid)
        for code, match in matches.items()
        for number, line, uid in match["lines"]
        if ledger.written_lines.get(uid) != Line(code, number, line, uid)
    ]
    assert (lost_lines, doubled_lines, invented_lines) == ([], [], []), (
        lost_lines[:3],
        doubled_lines[:3],
        invented_lines[:3],
    )
    conflicts = {entry.uid for entry in ledger.conflicts}
    assert not conflicts & set(uids), "a line in conflict was stored"
    for code, match in matches.items():
        numbers = [number for number, _line, _uid in match["lines"]]
        assert numbers == list(range(1, len(numbers) + 1)), (code, numbers)
        assert match["live"] == (1 if numbers else 0), (code, match["live"])
        assert match["older"] == [], code
        _check_result(match, lines[code], options, finished)
    assert truth["standings"] == truth["replayed"]
    assert hall.inside("rebuilt", slug=hall.slug) == ""
    _check_public_standings(hall, truth)
    return {
        "lines": len(uids),
        "lost": len(lost_lines),
        "doubled": len(doubled_lines),
        "truth": truth,
    }


def _is_line_stored(entry: Line, lines: Sequence[str]) -> bool:
    return entry.number <= len(lines) and lines[entry.number - 1] == entry.line


def _check_result(
    match: dict[str, Any], lines: Sequence[str], options: Any, finished: bool
) -> None:
    """Assert that the stored result is the fold of the lines by the pure rules."""
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


def _check_public_standings(hall: Hall, truth: dict[str, Any]) -> None:
    """Assert that the public API of both web processes has the standings of the database."""
    for url in hall.urls:
        reader, rows = Browser(url), []
        next_page: str | None = f"/api/v1/tournaments/{hall.slug}/standings/"
        while next_page:
            page = reader.get(next_page).json
            rows += page["results"]
            next_page = page["next"] and page["next"].removeprefix(url)
        assert [(row["place"], row["entry"], row["won"]) for row in rows] == [
            (place, entrant, won) for place, entrant, won, _lost, _values in truth["standings"]
        ]


def figures(ledger: Ledger, check_counts: dict[str, Any]) -> str:
    """Return the figures of a run as text: lines, times, conflicts and events."""
    event_counts = dict(sorted(ledger.counts.items()))
    return "\n".join(
        [
            f"  lines in the actas {check_counts['lines']},"
            f" acknowledgements {len(ledger.acknowledged_lines)}, {ledger.rate:.0f} a second",
            f"  from sending to the acknowledgement: {spread(ledger.seconds)}",
            f"  from «guardar» to the public standings: {spread(ledger.shown_seconds)}",
            f"  conflicts shown {len(ledger.conflicts)}, lost {check_counts['lost']},"
            f" doubled {check_counts['doubled']}; {event_counts};"
            f" answers {dict(sorted(ledger.statuses.items()))}",
        ]
    )
