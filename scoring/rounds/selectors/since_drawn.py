"""Changes in the data of a round's draw since the round was drawn."""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db.models import Max, Q

from scoring.rounds.selectors.rounds import (
    differences,
    draw_from,
    situation_before,
    situations_then_and_now,
)
from scoring.rounds.words.draws import ANOTHER, NONE, OVER, RESULT, SAME, STANDINGS, DrawCause
from tournaments.formats.core import DrawError, Situation
from tournaments.formats.knockout import Knockout
from tournaments.models import AuditLine, Entry, Match, Round
from tournaments.rounds.selectors.rounds import drawn_rows
from tournaments.rounds.selectors.snapshots import MatchKey

# Audited acts that may change how results count, without changing a result.
COUNTING = (
    "set_standings",
    "note_ruling",
    "lift_ruling",
    "withdraw",
    "reinstate",
    "edit_stage",
    "open_stage",
)


def changes_since(round: Round) -> list[DrawCause]:
    """Return the changes since the round was drawn, the earliest change first."""
    return changes_between(round, *situations_then_and_now(round))


def changes_between(
    round: Round, situation_then: Situation, situation_now: Situation
) -> list[DrawCause]:
    """Return the changes between two situations of the round: at its draw, and now."""
    changed_places = differences(round, situation_then, situation_now)
    if changed_places is None:
        return []
    return _result_changes(round, changed_places) or [
        DrawCause(STANDINGS, None, _last_counting_change(round))
    ]


def must_redraw(round: Round, changes: Sequence[DrawCause], departures: Sequence[Entry]) -> bool:
    """Return whether a draft must be drawn again.

    `changes` are the changes since its draw, `departures` the drawn entries that have left.
    """
    return bool(changes) or (bool(departures) and not isinstance(round.stage.system, Knockout))


def redraw_outcome_now(round: Round) -> str:
    """Return the outcome of the same seed with the current results: SAME, ANOTHER, OVER or NONE."""
    return redraw_outcome(round, situation_before(round))


def redraw_outcome(round: Round, situation: Situation) -> str:
    """Return the outcome of the same seed with this situation: SAME, ANOTHER, OVER or NONE."""
    try:
        rows_now = drawn_rows(draw_from(round, situation))
    except DrawError as error:
        return OVER if error.code == "stage_over" else NONE
    return SAME if rows_now == round.report["drawn"] else ANOTHER


def _result_changes(round: Round, places: Collection[MatchKey]) -> list[DrawCause]:
    wanted_places, drawn_at = set(places), round.drawn_at
    matches = Match.objects.filter(round__stage=round.stage_id, round__number__lt=round.number)
    dated_matches = matches.annotate(written=Max("actas__created_at", filter=Q(actas__rival=False)))
    rows = dated_matches.order_by().values_list("round__number", "position", "number", "written")
    changes = [
        DrawCause(RESULT, number, written_at)
        for round_number, position, number, written_at in rows
        if (
            (round_number, position) in wanted_places
            if wanted_places
            else written_at is not None and written_at > drawn_at
        )
    ]
    return sorted(changes, key=lambda change: (change.at or drawn_at, change.number or 0))


def _last_counting_change(round: Round) -> datetime | None:
    lines = AuditLine.objects.filter(
        tournament=round.tournament_id, act__in=COUNTING, at__gt=round.drawn_at
    )
    return lines.order_by("-at").values_list("at", flat=True).first()
