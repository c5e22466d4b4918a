"""Entries of the next draw that are absent or have not paid, and those left out of one."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from tournaments.formats.core import NEXT_ROUND, Situation
from tournaments.formats.history import active_set
from tournaments.models import Entry, Round, Stage
from tournaments.selectors.entries import entries_of
from tournaments.selectors.joined import seats


@dataclass(frozen=True, slots=True)
class Missing:
    """Entries of the next draw by number: `absent` are not marked as present.

    `leavable` are the absent entries that the draw may leave out. `unpaid` are to be charged; the
    draw does not look at that. Where nobody at all has a mark, the hall does not use it: then
    nobody is leavable, or unpaid.
    """

    absent: tuple[Entry, ...] = ()
    unpaid: tuple[Entry, ...] = ()
    leavable: tuple[Entry, ...] = ()

    @property
    def numbers(self) -> frozenset[int]:
        return frozenset(entry.number for entry in self.leavable)


def missing_from(stage: Stage, situation: Situation) -> Missing:
    """Return the entries of the next draw that are absent, and those that have not paid."""
    due = active_set(situation)
    if situation.rounds:
        due = stage.system.still_in(situation, stage.format_rules())
    known = entries_of(stage).filter(state=Entry.State.ENTERED).order_by("number")
    entries = list(known.prefetch_related(seats()))
    present, paid = any(one.present for one in entries), any(one.paid for one in entries)
    here = [entry for entry in entries if entry.number in due]
    absent = tuple(one for one in here if not one.present)
    return Missing(
        absent=absent,
        unpaid=tuple(one for one in here if not one.paid) if paid else (),
        leavable=absent if present and may_leave_out(stage, situation) else (),
    )


def may_leave_out(stage: Stage, situation: Situation) -> bool:
    """Whether the next draw may leave an entry out: the first one, or where it can enter later."""
    if not situation.rounds:
        return True
    late = stage.system.late(situation, stage.format_rules())
    return late == NEXT_ROUND and not stage.has_calendar


def without(situation: Situation, numbers: Collection[int]) -> Situation:
    """The situation for a draw that leaves these numbers out."""
    if not numbers:
        return situation
    entrants = tuple(
        replace(entrant, active=entrant.active and entrant.number not in numbers)
        for entrant in situation.entrants
    )
    return replace(situation, entrants=entrants, left_out=frozenset(numbers))


def left_out(round: Round) -> list[int]:
    """The numbers that its draw left out, lowest first."""
    return list((round.report.get("looked_at") or {}).get("left_out", []))


def still_out(round: Round, situation: Situation) -> frozenset[int]:
    """Those that the draw of the round left out and are not marked yet."""
    out = left_out(round)
    if not out:
        return frozenset()
    return missing_from(round.stage, situation).numbers.intersection(out)
