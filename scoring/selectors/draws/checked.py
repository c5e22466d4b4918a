"""The draw of a round made again from what is stored.

A long one is made once for everybody, by a worker, in a job whose key digests all it uses.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import md5, sha256
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Q, QuerySet

from scoring.models import Acta, Result, Ruling
from scoring.selectors.draws.rounds import draw_from, then_and_now
from scoring.selectors.draws.since_drawn import COUNTING, Change, changes_between, comes_out_of
from tournaments.formats.core import DrawError, Situation
from tournaments.models import AuditLine, Entry, Job, Match, MatchSide, Round, Tournament
from tournaments.selectors.rounds import drawn_rows, numbers_drawn

CHECK = "check"  # the kind of job that makes one
MOST_AT_ONCE = 64  # entries drawn: so few are drawn again while the visitor waits
KEPT_FOR = timedelta(days=1)

Rows = Mapping[int, Sequence[int]]


@dataclass(frozen=True, slots=True)
class Repeated:
    """The matches that come out, in words; what has changed since the round was drawn; and what
    would come out now."""

    drawn: str
    changes: Sequence[Change]
    now: str

    def as_json(self) -> dict[str, Any]:
        changes = [(one.kind, one.number, one.at and one.at.isoformat()) for one in self.changes]
        return {"drawn": self.drawn, "changes": changes, "now": self.now}

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> "Repeated":
        changes = [
            Change(kind, number, datetime.fromisoformat(at) if at else None)
            for kind, number, at in told["changes"]
        ]
        return cls(told["drawn"], changes, told["now"])


def repeat(round: Round) -> Repeated:
    then, now = then_and_now(round)
    changes = changes_between(round, then, now)
    return Repeated(_drawn(round, then), changes, comes_out_of(round, now) if changes else "")


def is_long(round: Round) -> bool:
    """Whether drawing it again takes too long for a visitor to wait."""
    return len(numbers_drawn(round)) > MOST_AT_ONCE


def check_under_way(tournament: Tournament, key: str) -> Job | None:
    """Return the job with this key, if it checks a draw of the tournament and is not over."""
    try:
        jobs = Job.objects.filter(pk=UUID(key), tournament=tournament, kind=CHECK)
    except ValueError:
        return None
    return jobs.filter(state__in=Job.GOING).first()


def in_words(rows: Rows) -> str:
    """The matches as text, by position: who rests is alone.

    >>> in_words({2: [8, 3], 1: [6]})
    '1: 6; 2: 8 – 3'
    """
    return "; ".join(
        f"{position}: {' – '.join(map(str, sides))}" for position, sides in sorted(rows.items())
    )


def check_key(round: Round) -> UUID:
    """Return the key of the job that repeats the draw: SHA-256 of all that it comes from."""
    stage = round.stage
    parts = [
        [round.pk, round.number, round.seed, round.state, round.drawn_at, round.report],
        [stage.format, stage.format_options, stage.game_options, stage.chain, stage.counting],
        [stage.seed, stage.closed_at, stage.carries, stage.intake],
        [_rows_digest(rows) for rows in _rows(round)],
    ]
    return UUID(bytes=sha256(repr(parts).encode()).digest()[:16])


def _drawn(round: Round, situation: Situation) -> str:
    try:
        rows = drawn_rows(draw_from(round, situation))
    except DrawError:  # earlier results have gone: nothing comes out any more
        return ""
    return in_words({row[0]: row[1] for row in rows})


def _rows(round: Round) -> Iterable[QuerySet[Any, Any]]:
    """Yield the rows that the draw comes from, with the fields that it looks at."""
    stage, tournament = round.stage, round.tournament_id
    until = Q(round__stage=stage, round__number__lte=round.number)
    before = Q(match__round__stage=stage, match__round__number__lt=round.number)
    own = Match.objects.filter(until).order_by("pk")
    yield own.values_list("pk", "round", "position", "board", "purpose", "group")
    resting = own.filter(Q(state=Match.State.BYE) | Q(round__number__lt=round.number))
    yield resting.values_list("pk", "state")
    seats = MatchSide.objects.filter(until).order_by("pk")
    yield seats.values_list("match", "entry", "side", "place", "guest")
    results = Result.objects.filter(before).order_by("pk")
    yield results.values_list("pk", "winner", "tallies", "forfeit")
    entries = Entry.objects.filter(tournament=tournament).order_by("pk")
    yield entries.values_list("pk", "number", "state", "effect", "seed", "again", "enters")
    yield Ruling.objects.filter(stage=stage).order_by("pk").values_list()
    yield stage.places.order_by("pk").values_list("pk", "entry", "carried", "seed", "group")
    yield round.swaps.order_by("pk").values_list("first", "second")
    counted = AuditLine.objects.filter(tournament=tournament, act__in=COUNTING).order_by("pk")
    yield counted.values_list("pk", "at")
    written = Acta.objects.filter(before).order_by("pk")
    yield written.values_list("pk", "created_at")


def _rows_digest(rows: QuerySet[Any, Any]) -> str:
    """Return the MD5 of an ordered `values_list`, to compare on the same database."""
    select, params = rows.query.sql_with_params()
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                f"SELECT coalesce(md5(string_agg(found::text, '')), '') FROM ({select}) found",
                params,
            )
            return str(cursor.fetchone()[0])
        cursor.execute(select, params)
        return md5(repr(cursor.fetchall()).encode(), usedforsecurity=False).hexdigest()
