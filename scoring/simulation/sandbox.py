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
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from itertools import count
from queue import Empty, Queue
from threading import Thread
from typing import IO, Any

from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.core import serializers
from django.core.management import call_command
from django.db import transaction

from scoring.selectors.stages.endings import stage_over
from scoring.selectors.standings import stage_standings
from scoring.services.draws.rounds import open_next_round, publish_round
from scoring.services.refereeing.calls import ring_bell
from scoring.services.stages import open_stage
from scoring.simulation.rehearsal import play_match
from tournaments.formats.core import DrawError
from tournaments.models import (
    Entry,
    EntryPlayer,
    ForbiddenCouple,
    Match,
    Player,
    Round,
    Stage,
    Tournament,
)
from tournaments.selectors.stages import next_stages, stages_of

COPIED = (Tournament, Stage, Player, Entry, EntryPlayer, ForbiddenCouple)
# Of the machine, not of the rehearsal: where it would write, and whom it would tell.
NOT_ITS_OWN = ("TAPETE_CACHE_URL", "TAPETE_BROKER_URL")


class SandboxFailed(Exception):
    """The other process ended without an answer; what it said is in the message."""


@dataclass(frozen=True, slots=True)
class Order:
    """An order to the sandbox: `rows` are the copied models as Django serializes them.

    `entries`: how many play, some of them invented where fewer are entered. `most_rounds`: after
    so many a stage stops, whatever is left. `most_called`: the matches after which the bell rings,
    by the clock. `fail_after`: matches after which it breaks down (0:
    never), for the tests.
    """

    rows: str
    seed: str
    entries: int
    most_rounds: int
    most_called: int = 0
    fail_after: int = 0


# --- On this side ---------------------------------------------------------------------------------
def copy_of(tournament: Tournament) -> str:
    """The tournament as it is entered, without anything drawn or played."""
    found: list[Any] = [tournament]
    for model in COPIED[1:]:
        owner = "entry__tournament" if model is EntryPlayer else "tournament"
        found += model.objects.filter(**{owner: tournament}).order_by("pk")
    return serializers.serialize("json", found)


def played(order: Order) -> Iterator[dict[str, Any]]:
    """Yield what the other process tells: {"done", "round"} after each match, and {"stages"} last;
    {} after each second in which it tells nothing.

    Closing the iterator ends the process. Raises SandboxFailed.
    """
    with tempfile.TemporaryDirectory(prefix="tapete-ensayo-") as folder:
        environment = {name: value for name, value in os.environ.items() if name not in NOT_ITS_OWN}
        environment |= {
            "DATABASE_URL": "sqlite://:memory:",
            "TAPETE_VAR": folder,
            "TAPETE_EAGER": "1",
            "DJANGO_SETTINGS_MODULE": "config.settings",
        }
        with (
            tempfile.TemporaryFile() as complaints,
            subprocess.Popen(
                [sys.executable, str(settings.BASE_DIR / "manage.py"), "sandbox"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=complaints,
                cwd=settings.BASE_DIR,
                env=environment,
                text=True,
                encoding="utf-8",
            ) as process,
        ):
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
    """Play every stage, from the first, in the database at hand: an empty one, in memory."""
    _make_tables()
    with transaction.atomic():
        for row in serializers.deserialize("json", order.rows):
            row.save()
        tournament = _from_the_beginning(order)
        author = User.objects.create_user("ensayo")
        done, stages = count(1), []
        waiting = [one for one in stages_of(tournament) if not one.intake]
        while waiting:
            stage = waiting.pop(0)
            tournament.look_at(stage.number)
            if stage.intake:
                open_stage(stage=stage, author=author)
            for told in _play_stage(stage, author, order):
                number = next(done)
                if number == order.fail_after:
                    raise RuntimeError("broken down as ordered")
                yield {"done": number, **told}
            stage.refresh_from_db(fields=["closed_at"])  # perhaps the bell has rung
            stages.append(_stage_told(stage))
            if stages[-1]["over"]:
                played = {one["number"] for one in stages if one["over"]}
                waiting += [
                    one
                    for one in next_stages(stage)
                    if one.number not in {*played, *(other.number for other in waiting)}
                    and {quota["stage"] for quota in one.intake} <= played
                ]
        yield {"stages": stages}


def _make_tables() -> None:
    """Make the tables as the models are today: migrating took longer than the whole day."""
    settings.MIGRATION_MODULES = {app.label: None for app in apps.get_app_configs()}
    call_command("migrate", verbosity=0, run_syncdb=True)


def _play_stage(stage: Stage, author: User, order: Order) -> Iterator[dict[str, Any]]:
    """Play round after round, or call after call, yielding after each match, until it is over."""
    rounds, done = 0, 0
    while rounds < order.most_rounds and not stage_over(stage):
        try:
            drawn = open_next_round(stage=stage, author=author)
        except DrawError:
            if not rounds:
                raise
            return
        publish_round(round=drawn, author=author)
        rounds += 1
        while (match := _next_match(stage)) is not None:
            play_match(match, author, order.seed)  # by the clock this calls those who are free
            done += 1
            yield {"round": match.round.number}
            if stage.by_calls and done == order.most_called:
                stage = ring_bell(stage=stage, author=author)


def _next_match(stage: Stage) -> Match | None:
    """The first of those called, or waiting: one at a time, for a withdrawn rival has won."""
    unfinished = Match.objects.filter(
        round__stage=stage, state__in=[Match.State.PLAYING, Match.State.WAITING]
    )
    return (
        unfinished.select_related("round__stage", "tournament")
        .defer("round__report")
        .order_by("number")
        .first()
    )


def _stage_told(stage: Stage) -> dict[str, Any]:
    """Return what was played, and how it ended; by the clock all calls are told as one."""
    rounds = [_round_told(round) for round in stage.rounds.order_by("number")]
    return {
        "number": stage.number,
        "over": stage_over(stage),
        "calls": stage.by_calls,
        "rounds": rounds,
        "standings": [
            [line.place, line.entrant, line.won, line.played] for line in stage_standings(stage)
        ],
    }


def _from_the_beginning(order: Order) -> Tournament:
    """Return the copy as before any draw, with other seeds and as many entries as ordered."""
    tournament = Tournament.objects.get()
    tournament.confirmations = 0  # one hand writes the whole day
    tournament.save(update_fields=["confirmations"])
    for stage in tournament.stages.all():
        stage.seed = f"{order.seed}/{stage.number}"
        stage.opened_at = stage.opened_at if not stage.intake else None
        stage.closed_at = None
        stage.save()
    numbers = tournament.entries.values_list("number", flat=True)
    live = tournament.entries.filter(state=Entry.State.ENTERED).count()
    first = max(numbers, default=0) + 1
    Entry.objects.bulk_create(
        Entry(tournament=tournament, number=number)
        for number in range(first, first + max(order.entries - live, 0))
    )
    return tournament


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
