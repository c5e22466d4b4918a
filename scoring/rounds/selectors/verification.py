"""The check of a round, which repeats its draw from the stored data.

A worker repeats a long draw once for all visitors, in a job whose key is a digest of the data.
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
from scoring.rounds.selectors.rounds import draw_from, situations_then_and_now
from scoring.rounds.selectors.since_drawn import COUNTING, changes_between, redraw_outcome
from scoring.rounds.words.draws import DrawCause
from tournaments.formats.core import DrawError, Situation
from tournaments.models import (
    AuditLine,
    DrawCommitment,
    Entry,
    Job,
    Match,
    MatchSide,
    Round,
    Tournament,
)
from tournaments.pairing.commitment import commitment, listed_numbers, seed_from
from tournaments.pairing.draw import ball
from tournaments.pairing.hall import FreeTables, give_tables
from tournaments.rounds.selectors.commitments import commitment_of
from tournaments.rounds.selectors.rounds import drawn_rows, numbers_drawn
from tournaments.rounds.selectors.snapshots import is_complete

CHECK = "check"  # the kind of job that repeats a draw
MOST_AT_ONCE = 64  # with at most this many entries, the draw is repeated while the visitor waits
CHECK_LIFETIME = timedelta(days=1)

Rows = Mapping[int, Sequence[int]]


@dataclass(frozen=True, slots=True)
class RepeatedDraw:
    """A repeated draw: its matches in words, and the changes in its data since the draw.

    `outcome_now` says what the same seed would draw today: a constant of `words.draws` such as
    ANOTHER, or "" if the data have not changed.
    """

    matches: str
    changes: Sequence[DrawCause]
    outcome_now: str

    def as_json(self) -> dict[str, Any]:
        changes = [
            (change.kind, change.number, change.at and change.at.isoformat())
            for change in self.changes
        ]
        return {"drawn": self.matches, "changes": changes, "now": self.outcome_now}

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> "RepeatedDraw":
        changes = [
            DrawCause(kind, number, datetime.fromisoformat(at) if at else None)
            for kind, number, at in values["changes"]
        ]
        return cls(values["drawn"], changes, values["now"])


def draw_again(round: Round) -> RepeatedDraw:
    situation_then, situation_now = situations_then_and_now(round)
    changes = changes_between(round, situation_then, situation_now)
    return RepeatedDraw(
        _repeated_matches(round, situation_then),
        changes,
        redraw_outcome(round, situation_now) if changes else "",
    )


def is_long(round: Round) -> bool:
    """Return whether repeating the draw takes too long for a visitor to wait."""
    return len(numbers_drawn(round)) > MOST_AT_ONCE


def check_under_way(tournament: Tournament, key: str) -> Job | None:
    """Return the unfinished job with this key, if it checks a draw of the tournament."""
    try:
        jobs = Job.objects.filter(pk=UUID(key), tournament=tournament, kind=CHECK)
    except ValueError:
        return None
    return jobs.filter(state__in=Job.GOING).first()


def matches_in_words(rows: Rows) -> str:
    """Return the matches as text, by position; a resting entry stands alone.

    >>> matches_in_words({2: [8, 3], 1: [6]})
    '1: 6; 2: 8 – 3'
    """
    return "; ".join(
        f"{position}: {' – '.join(map(str, sides))}" for position, sides in sorted(rows.items())
    )


def check_key(round: Round) -> UUID:
    """Return the key of the job that repeats the draw: half the SHA-256 of the draw's data."""
    stage = round.stage
    parts = [
        [round.pk, round.number, round.seed, round.state, round.drawn_at, round.report],
        [stage.format, stage.format_options, stage.game_options, stage.chain, stage.counting],
        [stage.seed, stage.closed_at, stage.carries, stage.intake],
        [_rows_digest(rows) for rows in _data_of_draw(round)],
    ]
    return UUID(bytes=sha256(repr(parts).encode()).digest()[:16])


def _repeated_matches(round: Round, situation: Situation) -> str:
    try:
        rows = drawn_rows(draw_from(round, situation))
    except DrawError:  # the draw cannot be repeated, because earlier results are deleted
        return ""
    return matches_in_words({row[0]: row[1] for row in rows})


def _data_of_draw(round: Round) -> Iterable[QuerySet[Any, Any]]:
    """Yield the rows of the draw's data, with the fields that the draw reads."""
    stage, tournament = round.stage, round.tournament_id
    up_to_round = Q(round__stage=stage, round__number__lte=round.number)
    in_earlier_rounds = Q(match__round__stage=stage, match__round__number__lt=round.number)
    matches = Match.objects.filter(up_to_round).order_by("pk")
    yield matches.values_list("pk", "round", "position", "board", "purpose", "group")
    known_states = matches.filter(Q(state=Match.State.BYE) | Q(round__number__lt=round.number))
    yield known_states.values_list("pk", "state")
    seats = MatchSide.objects.filter(up_to_round).order_by("pk")
    yield seats.values_list("match", "entry", "side", "place", "guest")
    results = Result.objects.filter(in_earlier_rounds).order_by("pk")
    yield results.values_list("pk", "winner", "tallies", "forfeit")
    entries = Entry.objects.filter(tournament=tournament).order_by("pk")
    yield entries.values_list("pk", "number", "state", "effect", "seed", "again", "enters")
    yield Ruling.objects.filter(stage=stage).order_by("pk").values_list()
    yield stage.places.order_by("pk").values_list("pk", "entry", "carried", "seed", "group")
    yield round.swaps.order_by("pk").values_list("first", "second")
    counting_acts = AuditLine.objects.filter(tournament=tournament, act__in=COUNTING).order_by("pk")
    yield counting_acts.values_list("pk", "at")
    actas = Acta.objects.filter(in_earlier_rounds).order_by("pk")
    yield actas.values_list("pk", "created_at")


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


# --- Verification ---------------------------------------------------------------------------------
# The comparison, step by step, of a published draw with the draw from the published data.
BALL_DIGITS = 12  # digits of each ball (a hash) that a page shows; the draw compares whole balls

DrawRows = dict[int, list[int]]


@dataclass(frozen=True, slots=True)
class CheckStep:
    """A step that compares two values.

    `key` is "commitment", "list", "seed", "draw", "hands" (changes by hand) or "tables".
    """

    key: str
    published: str
    computed: str

    @property
    def equal(self) -> bool:
        return self.published == self.computed


@dataclass(frozen=True, slots=True)
class Verification:
    """The steps of a check.

    - `commitment`: the commitment with its secret and word, None for a draw without a commitment.
    - `label` and `bag` (pairs of number and ball, in order): set if the round is drawn ball by
      ball.
    - `changes`: the changes in the data since the draw.
    - `outcome_now`: as in `RepeatedDraw`.
    - `exchanged`: whether a correction has changed seats of the round.
    - `known`: whether the situation of the draw is stored. If so, neither changes nor exchanged
      seats can explain why the repeated draw differs.
    """

    commitment: DrawCommitment | None
    steps: Sequence[CheckStep]
    label: str
    bag: Sequence[tuple[int, str]]
    changes: Sequence[DrawCause]
    outcome_now: str
    exchanged: bool
    known: bool

    @property
    def equal(self) -> bool:
        return all(step.equal for step in self.steps)

    @property
    def corrected(self) -> bool:
        return bool(self.changes) or self.exchanged

    @property
    def explained(self) -> bool:
        """Return whether a correction may explain a difference.

        It may if the situation of the draw is not stored.
        """
        return self.corrected and not self.known


def verify_draw(round: Round, repeated_draw: RepeatedDraw | None = None) -> Verification:
    """Compare a published round with its `repeated_draw`; without one, repeat the draw now."""
    repeated_draw = repeated_draw or draw_again(round)
    draw_commitment = commitment_of(round)
    stage, numbers = round.stage, numbers_drawn(round)
    label = stage.system.ball_label if round.number == 1 else ""
    order = stage.system.balls(numbers, round.number, round.seed)
    rows = {row[0]: row[1] for row in round.report["drawn"]}
    return Verification(
        commitment=draw_commitment,
        steps=[
            *(_commitment_steps(draw_commitment, round) if draw_commitment else []),
            CheckStep("draw", matches_in_words(rows), repeated_draw.matches),
            CheckStep(
                "hands",
                matches_in_words(_current_rows(round)),
                matches_in_words(_rows_after_changes(round, rows)),
            ),
            *_table_steps(round.report.get("seating")),
        ],
        label=label,
        bag=[(number, ball(round.seed, label, number)[:BALL_DIGITS]) for number in order],
        changes=repeated_draw.changes,
        outcome_now=repeated_draw.outcome_now,
        exchanged=bool(round.report.get("exchanges")),
        known=is_complete(round.report.get("looked_at")),
    )


def _commitment_steps(draw_commitment: DrawCommitment, round: Round) -> list[CheckStep]:
    """Return the steps of the commitment, list and seed.

    If a listed entry was anonymised, return only the steps that can still be checked.
    """
    numbers = ",".join(map(str, listed_numbers(draw_commitment.text)))
    steps = [
        CheckStep(
            "commitment",
            draw_commitment.digest,
            commitment(draw_commitment.text, draw_commitment.secret),
        ),
        CheckStep("list", numbers, ",".join(map(str, numbers_drawn(round)))),
        CheckStep("seed", round.seed, seed_from(draw_commitment.secret, draw_commitment.word)),
    ]
    if draw_commitment.verifiable:
        return steps
    return [step for step in steps[1:] if step.key == "list" or step.equal]


def _table_steps(seating: Mapping[str, Any] | None) -> list[CheckStep]:
    """Return the step that compares the assigned tables with a repeated assignment.

    Return [] if the round stores no assignment, because no table was fixed and every table was in
    service.
    """
    if seating is None:
        return []
    kept_tables = {int(number): table for number, table in seating["kept"].items()}
    repeated_tables = give_tables(
        FreeTables(seating["free"], seating["queue"], kept_tables, seating["fixed"])
    )
    published_tables = {int(number): table for number, table in seating["tables"].items()}
    tables = {
        number: table for number, table in repeated_tables.items() if number in published_tables
    }
    return [CheckStep("tables", _tables_in_words(published_tables), _tables_in_words(tables))]


def _tables_in_words(tables: Mapping[int, int]) -> str:
    return "; ".join(f"{number} → {table}" for number, table in sorted(tables.items()))


def _current_rows(round: Round) -> DrawRows:
    seats = round.sides.filter(guest=False, board__lte=1).order_by("match_id", "side", "place")
    rows: DrawRows = {}
    for position, number in seats.values_list("match__position", "entry__number"):
        rows.setdefault(position, []).append(number)
    return rows


def _rows_after_changes(round: Round, original_rows: DrawRows) -> DrawRows:
    """Return the draw after the published changes: swaps, late entries, corrected seats."""
    rows = {position: list(sides) for position, sides in original_rows.items()}
    for swap in round.swaps.select_related("first", "second"):
        change = {swap.first.number: swap.second.number, swap.second.number: swap.first.number}
        rows = {
            position: [change.get(side, side) for side in sides] for position, sides in rows.items()
        }
    for late_entry in round.report.get("late", []):
        first_rival, *other_rivals = (
            [number] for number in late_entry.get("rivals", [late_entry["rival"]])
        )
        for sides in rows.values():
            if sides == first_rival:
                sides.extend(
                    [*(number for rival in other_rivals for number in rival), late_entry["entry"]]
                )
        rows = {position: sides for position, sides in rows.items() if sides not in other_rivals}
    for exchange in round.report.get("exchanges", []):
        rows |= {position: list(sides) for position, sides in exchange.get("rows", [])}
    return rows
