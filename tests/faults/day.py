"""A day of a hall whose servers are killed while people draw, write lines and confirm results."""

import random
import threading
import time
from dataclasses import dataclass, field
from typing import Any

from rules.core import options_of
from tests.faults.hall import Hall
from tests.faults.ledger import Ledger
from tests.faults.load import run_in_threads
from tests.faults.pens import GUINOTE, Pen, Phone
from tests.faults.router import Router

WEB, DATABASE, NETWORK = "web", "database", "network"


@dataclass(frozen=True)
class Day:
    """A Swiss of `pairs` pairs and `rounds` rounds, with servers that are killed.

    The web processes, the database and the network are killed `kills` times each, after numbers of
    acknowledged lines that depend on the seed; one more server is killed in each draw.
    At `both_percent` of the tables both sides write. `slips` is the percentage of lines whose phone
    hangs up before the answer, and of acknowledged lines that are sent once more.
    """

    pairs: int
    rounds: int
    game_options: dict[str, int]
    kills: int
    seed: str
    both_percent: int = 30
    slips: int = 4


@dataclass
class Faults:
    """Kills servers of the hall and starts them again.

    `strikes_done` describes each kill, with the seconds from `start`. `lock` is held while a server
    is down.
    """

    hall: Hall
    router: Router
    luck: random.Random
    strikes_done: list[str] = field(default_factory=list)
    start: float = field(default_factory=time.monotonic)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def strike(self, kind: str) -> None:
        """Kill a web process, the database or the network; start it again up to a second later."""
        with self.lock:  # one at a time: the next kill waits until this server is back
            seconds = self.luck.uniform(0.1, 1.0)
            struck_at = time.monotonic() - self.start
            if kind == WEB:
                web = self.luck.choice(self.hall.webs)
                web.kill()
                time.sleep(seconds)
                web.start()
            elif kind == DATABASE:
                self.hall.cluster.kill()
                time.sleep(seconds)
                self.hall.cluster.start()
            else:
                self.router.kill()
                time.sleep(seconds)
                self.router.start()
            self.strikes_done.append(
                f"{kind} at {struck_at:.1f} s for {time.monotonic() - self.start - struck_at:.1f} s"
            )


class _Strikes(threading.Thread):
    """A thread that kills a server each time that the acknowledged lines reach a planned number.

    So the kills come at the same lines on a fast and on a slow machine.
    """

    def __init__(
        self, faults: Faults, ledger: Ledger, planned_kills: list[tuple[int, str]]
    ) -> None:
        super().__init__(daemon=True)
        self.faults = faults
        self.ledger = ledger
        self.planned = planned_kills
        self.error: BaseException | None = None
        self.over = threading.Event()

    def run(self) -> None:
        try:
            for lines, kind in self.planned:
                while len(self.ledger.acknowledged_lines) < lines:
                    if self.over.wait(0.02):
                        return
                self.faults.strike(kind)
        except BaseException as error:
            self.error = error


def run(hall: Hall, day: Day) -> tuple[Ledger, list[str]]:
    """Play the whole day; return its ledger and the descriptions of its kills."""
    luck, ledger = random.Random(day.seed), Ledger()
    hall.build(
        f"Día {day.seed}",
        pairs=day.pairs,
        tables=day.pairs // 2,
        rounds=day.rounds,
        game_options=day.game_options,
    )
    router = Router(*(web.port for web in hall.webs))
    faults = Faults(hall, router, luck)
    router.start()
    try:
        router.wait()
        organiser = hall.enter("pilar")
        organiser.move(router.url)
        expected = day.rounds * day.pairs // 2 * _fewest_lines(day.game_options)
        strikes = _Strikes(faults, ledger, _plan_kills(day, luck, expected))
        strikes.start()
        for number in range(1, day.rounds + 1):
            _play_round(hall, day, router, faults, ledger, organiser, number)
        strikes.over.set()
        strikes.join()
        if strikes.error:
            raise strikes.error
    finally:
        router.kill()
    for web in hall.webs:
        web.wait()
    return ledger, faults.strikes_done


def _fewest_lines(game_options: dict[str, int]) -> int:
    """Return the fewest lines of a match."""
    return game_options["cotos"] * game_options["partidas"]


def _plan_kills(day: Day, luck: random.Random, expected: int) -> list[tuple[int, str]]:
    kinds = [kind for kind in (WEB, DATABASE, NETWORK) for _ in range(day.kills)]
    luck.shuffle(kinds)
    moments = sorted(luck.randrange(expected // 20, expected) for _ in kinds)
    return list(zip(moments, kinds, strict=True))


def _play_round(
    hall: Hall,
    day: Day,
    router: Router,
    faults: Faults,
    ledger: Ledger,
    organiser: Any,
    number: int,
) -> None:
    # A server is killed during the draw too: of another kind in each round.
    kind = (DATABASE, WEB, NETWORK)[number % 3]
    strike = threading.Timer(faults.luck.uniform(0, 0.3), faults.strike, [kind])
    strike.start()
    hall.put_out(organiser, number)
    strike.join()
    tables = [
        _Table(hall, day, router, ledger, match, f"{day.seed} {number} {index}")
        for index, match in enumerate(_links(hall, faults, number))
    ]
    run_in_threads([act for table in tables for act in table.acts()])
    run_in_threads([table.confirm for table in tables])


def _links(hall: Hall, faults: Faults, number: int) -> Any:
    """Return the matches of a round with their links, as printed while no server is down."""
    with faults.lock:
        return hall.inside("links", slug=hall.slug, number=number)


class _Table:
    """The phones of a table: of one side, or of both."""

    def __init__(
        self, hall: Hall, day: Day, router: Router, ledger: Ledger, match: Any, seed: str
    ) -> None:
        self.options, self.seed = options_of(GUINOTE, "", day.game_options), seed
        sides = (0, 1) if random.Random(seed).randrange(100) < day.both_percent else (0,)
        self.phones = [
            Phone(
                lambda: router.url,
                hall.slug,
                match["code"],
                ledger,
                random.Random(f"{seed} {side}"),
                slips=day.slips,
                again=day.slips,
                link=match["link"],
                side=side,
            )
            for side in sides
        ]

    def acts(self) -> list[Any]:
        return [lambda phone=phone: self._play(phone) for phone in self.phones]

    def _play(self, phone: Pen) -> None:
        phone.open()
        phone.play(self._line, self.options, pause=0.05)
        assert not phone.queue

    def _line(self, number: int) -> str:
        return f"partida {random.Random(f'{self.seed} {number}').choice('AB')}"

    def confirm(self) -> None:
        self.phones[0].confirm()
