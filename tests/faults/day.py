"""A day of a hall in which things are killed: the draw, the lines and the confirmations go on."""

import random
import threading
import time
from dataclasses import dataclass, field
from typing import Any

from rules.core import options_of
from tests.faults.hall import Hall
from tests.faults.ledger import Ledger
from tests.faults.load import in_threads
from tests.faults.pens import GUINOTE, Pen, Phone
from tests.faults.router import Router

WEB, DATABASE, NETWORK = "web", "database", "network"


@dataclass(frozen=True)
class Day:
    """`pairs` play so many `rounds` of a Swiss; each kind of `kills` comes so often in the whole
    day, at moments that hang on the seed: after so many acknowledged lines, and in the draws."""

    pairs: int
    rounds: int
    game_options: dict[str, int]
    kills: int
    seed: str
    both: int = 30
    slips: int = 4


@dataclass
class Faults:
    """Kills one thing or another of the hall, and starts it again a little later."""

    hall: Hall
    router: Router
    luck: random.Random
    done: list[str] = field(default_factory=list)
    start: float = field(default_factory=time.monotonic)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def strike(self, kind: str) -> None:
        with self.lock:  # one at a time, that each of them comes back
            down = self.luck.uniform(0.1, 1.0)
            at = time.monotonic() - self.start
            if kind == WEB:
                web = self.luck.choice(self.hall.webs)
                web.kill()
                time.sleep(down)
                web.start()
            elif kind == DATABASE:
                self.hall.cluster.kill()
                time.sleep(down)
                self.hall.cluster.start()
            else:
                self.router.kill()
                time.sleep(down)
                self.router.start()
            self.done.append(f"{kind} at {at:.1f} s for {time.monotonic() - self.start - at:.1f} s")


class _Strikes(threading.Thread):
    """Strikes once so many lines have been acknowledged, whatever the speed of the machine."""

    def __init__(self, faults: Faults, ledger: Ledger, planned: list[tuple[int, str]]) -> None:
        super().__init__(daemon=True)
        self.faults, self.ledger, self.planned = faults, ledger, planned
        self.error: BaseException | None = None
        self.over = threading.Event()

    def run(self) -> None:
        try:
            for lines, kind in self.planned:
                while len(self.ledger.acknowledged) < lines:
                    if self.over.wait(0.02):
                        return
                self.faults.strike(kind)
        except BaseException as error:
            self.error = error


def run(hall: Hall, day: Day) -> tuple[Ledger, list[str]]:
    """Play it all; what was acknowledged, and what was killed when."""
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
        expected = day.rounds * day.pairs // 2 * _shortest(day.game_options)
        strikes = _Strikes(faults, ledger, _planned(day, luck, expected))
        strikes.start()
        for number in range(1, day.rounds + 1):
            _round(hall, day, router, faults, ledger, organiser, number)
        strikes.over.set()
        strikes.join()
        if strikes.error:
            raise strikes.error
    finally:
        router.kill()
    for web in hall.webs:
        web.wait()
    return ledger, faults.done


def _shortest(game_options: dict[str, int]) -> int:
    """The lines that a match has at least."""
    return game_options["cotos"] * game_options["partidas"]


def _planned(day: Day, luck: random.Random, expected: int) -> list[tuple[int, str]]:
    kinds = [kind for kind in (WEB, DATABASE, NETWORK) for _ in range(day.kills)]
    luck.shuffle(kinds)
    moments = sorted(luck.randrange(expected // 20, expected) for _ in kinds)
    return list(zip(moments, kinds, strict=True))


def _round(
    hall: Hall,
    day: Day,
    router: Router,
    faults: Faults,
    ledger: Ledger,
    organiser: Any,
    number: int,
) -> None:
    # In the draw too something goes: another thing in each round.
    kind = (DATABASE, WEB, NETWORK)[number % 3]
    strike = threading.Timer(faults.luck.uniform(0, 0.3), faults.strike, [kind])
    strike.start()
    hall.put_out(organiser, number)
    strike.join()
    tables = [
        _Table(hall, day, router, ledger, match, f"{day.seed} {number} {place}")
        for place, match in enumerate(_links(hall, faults, number))
    ]
    in_threads([act for table in tables for act in table.acts()])
    in_threads([table.end for table in tables])


def _links(hall: Hall, faults: Faults, number: int) -> Any:
    """Return what the paper actas say: they were printed while nothing was down."""
    with faults.lock:
        return hall.inside("links", slug=hall.slug, number=number)


class _Table:
    def __init__(
        self, hall: Hall, day: Day, router: Router, ledger: Ledger, match: Any, seed: str
    ) -> None:
        self.options, self.seed = options_of(GUINOTE, "", day.game_options), seed
        sides = (0, 1) if random.Random(seed).randrange(100) < day.both else (0,)
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

    def end(self) -> None:
        self.phones[0].confirm()
