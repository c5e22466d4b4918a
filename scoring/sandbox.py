"""A rehearsal's own database: a copy of the tournament, in the memory of another process.

The day is played there through the services that people use, and it goes when the process ends:
there is nothing to clean up, however it ends, and the hall's own database is never locked. What
comes back is numbers of entries, never names.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import chain
from queue import Empty, Queue
from threading import Thread
from typing import IO, Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core import serializers
from django.core.management import call_command
from django.db import transaction

from scoring.rehearsal import close_clock, play_by_clock, play_match, stage_over
from scoring.selectors.standings import stage_standings
from scoring.services.rounds import open_next_round, publish_round
from tournaments.formats.core import DrawError
from tournaments.models import Entry, EntryPlayer, Match, Player, Round, Stage, Tournament

COPIED = (Tournament, Stage, Player, Entry, EntryPlayer)
# Of the machine, not of the rehearsal: where it would write, and whom it would tell.
NOT_ITS_OWN = ("TAPETE_CACHE_URL", "TAPETE_BROKER_URL", "TAPETE_DB_POOL")


class SandboxFailed(Exception):
    """The other process ended without an answer; what it said is in the message."""


@dataclass(frozen=True, slots=True)
class Order:
    """What the sandbox is to do: `rows` are the copied models as Django serializes them.

    `entries`: how many play, some of them invented where fewer are entered. `most_rounds`: after
    so many it stops, whatever is left. `fail_after`: matches after which it breaks down (0:
    never), for the tests.
    """

    rows: str
    stage: int
    seed: str
    entries: int
    most_rounds: int
    fail_after: int = 0


# --- On this side ---------------------------------------------------------------------------------
def copy_of(tournament: Tournament) -> str:
    """The tournament as it is entered, without anything drawn or played. One query a model."""
    found: list[Any] = [tournament]
    for model in COPIED[1:]:
        owner = "entry__tournament" if model is EntryPlayer else "tournament"
        found += model.objects.filter(**{owner: tournament}).order_by("pk")
    return serializers.serialize("json", found)


def played(order: Order) -> Iterator[dict[str, Any]]:
    """What the other process tells: {"done"} after each match, and {"rounds", "standings"} last;
    {} after each second in which it tells nothing.

    Closing the iterator ends the process. Raises SandboxFailed.
    """
    with tempfile.TemporaryDirectory(prefix="tapete-ensayo-") as folder:
        environment = {name: value for name, value in os.environ.items() if name not in NOT_ITS_OWN}
        environment |= {
            "DATABASE_URL": "sqlite://:memory:", "TAPETE_VAR": folder, "TAPETE_EAGER": "1",
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }  # fmt: skip
        with (
            tempfile.TemporaryFile() as complaints,
            subprocess.Popen(
                [sys.executable, str(settings.BASE_DIR / "manage.py"), "sandbox"],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=complaints,
                cwd=settings.BASE_DIR, env=environment, text=True, encoding="utf-8",
            ) as process,
        ):  # fmt: skip
            try:
                yield from _told(process, order)
                failed = process.wait() != 0
            finally:
                process.kill()
            complaints.seek(0)
            said = complaints.read().decode(errors="replace")
    if failed:
        raise SandboxFailed(said[-2000:])


# --- On the other side ----------------------------------------------------------------------------
def play_copy(order: Order) -> Iterator[dict[str, Any]]:
    """Play the stage to its end in the database at hand, which must be an empty one in memory."""
    call_command("migrate", verbosity=0)
    with transaction.atomic():
        for row in serializers.deserialize("json", order.rows):
            row.save()
        stage = Stage.objects.select_related("tournament").get(pk=order.stage)
        stage.seed = order.seed  # the real draw is for the hall to see
        stage.closed_at = None
        stage.save(update_fields=["seed", "closed_at"])
        _enough_entries(stage.tournament, order.entries)
        author = User.objects.create_user("ensayo")
        if stage.by_calls:
            yield from _play_clock(stage, author, order)
        else:
            yield from _play_rounds(stage, author, order)
        standings = [
            [line.place, line.entrant, line.won, line.played] for line in stage_standings(stage)
        ]
        rounds = [_round_told(one) for one in stage.rounds.order_by("number")]
        yield {"rounds": rounds, "standings": standings}


def _play_rounds(stage: Stage, author: User, order: Order) -> Iterator[dict[str, Any]]:
    """Round after round, until the format has none left or cannot draw it."""
    done = 0
    for played in range(order.most_rounds):
        if stage_over(stage):
            return
        try:
            drawn = open_next_round(stage=stage, author=author)
        except DrawError as error:
            if not played:
                raise
            yield {"stopped": error.code}
            return
        drawn = publish_round(round=drawn, author=author)
        for match in _to_play(drawn):
            play_match(match, author, order.seed)
            done += 1
            if done == order.fail_after:
                raise RuntimeError("broken down as ordered")
            yield {"done": done, "round": drawn.number}


def _play_clock(stage: Stage, author: User, order: Order) -> Iterator[dict[str, Any]]:
    """As many matches as an afternoon holds, and the bell."""
    played = play_by_clock(stage, author, order.most_rounds, order.seed)
    for done, match in enumerate(chain(played, close_clock(stage, author, order.seed)), start=1):
        yield {"done": done, "round": match.round.number}


def _told(process: "subprocess.Popen[str]", order: Order) -> Iterator[dict[str, Any]]:
    assert process.stdin and process.stdout
    lines: Queue[str] = Queue()
    listener = Thread(target=_listen, args=(process.stdout, lines), daemon=True)
    listener.start()
    try:
        process.stdin.write(json.dumps(asdict(order)))
        process.stdin.close()
    except BrokenPipeError:
        return
    while True:
        try:
            line = lines.get(timeout=1)
        except Empty:
            yield {}
            continue
        if not line:
            return
        yield json.loads(line)


def _listen(told: IO[str], lines: "Queue[str]") -> None:
    """Every line as it comes, and an empty one when there are no more."""
    for line in told:
        lines.put(line)
    lines.put("")


def _enough_entries(tournament: Tournament, wanted: int) -> None:
    """Invent the entries that are missing, with the next numbers and nobody in them."""
    numbers = set(tournament.entries.values_list("number", flat=True))
    live = tournament.entries.filter(state=Entry.State.ENTERED).count()
    first = max(numbers, default=0) + 1
    Entry.objects.bulk_create(
        Entry(tournament=tournament, number=number)
        for number in range(first, first + max(wanted - live, 0))
    )


def _to_play(round: Round) -> Sequence[Match]:
    """In the order in which they are called. Read one by one: a withdrawn rival has won already."""
    unfinished = round.matches.exclude(state__in=[Match.State.BYE, Match.State.FINISHED])
    return list(unfinished.select_related("round__stage", "tournament").order_by("number"))


def _round_told(round: Round) -> dict[str, Any]:
    sides: dict[int, list[int]] = {}
    for match, number in round.sides.order_by("match__position", "side").values_list(
        "match_id", "entry__number"
    ):
        sides.setdefault(match, []).append(number)
    resting = set(round.matches.filter(state=Match.State.BYE).values_list("pk", flat=True))
    return {
        "number": round.number,
        "matches": [numbers for match, numbers in sides.items() if match not in resting],
        "byes": sorted(n for match, numbers in sides.items() if match in resting for n in numbers),
        "rematches": [list(two) for two in round.report.get("rematches", [])],
        "broken": [[name, list(numbers)] for name, numbers in round.report.get("broken_by", [])],
    }
