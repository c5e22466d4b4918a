"""What may need attention before a draw: absent entries, fixed tables, unfinished matches."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from scoring.actas.selectors.actas import with_details
from tournaments.formats.core import NEXT_ROUND, Situation
from tournaments.formats.history import active_set
from tournaments.models import Entry, Match, Round, Stage, Tournament
from tournaments.pairing.hall import fixed_table
from tournaments.people.selectors.entries import entries_of
from tournaments.rounds.selectors.places import seats
from tournaments.rounds.selectors.rounds import fixed_tables


@dataclass(frozen=True, slots=True)
class Missing:
    """Entries of the next draw that are not marked as present or as paid, by number.

    `absent` entries are not marked as present; `leavable` are the absent entries that the draw may
    leave out. `unpaid` entries still have to pay, which does not affect the draw.

    If no entry is marked as present, the hall does not use that mark, so no entry is leavable. If
    no entry is marked as paid, the hall does not use that mark either, so no entry is unpaid.
    """

    absent: tuple[Entry, ...] = ()
    unpaid: tuple[Entry, ...] = ()
    leavable: tuple[Entry, ...] = ()

    @property
    def numbers(self) -> frozenset[int]:
        return frozenset(entry.number for entry in self.leavable)


def missing_entries(stage: Stage, situation: Situation) -> Missing:
    """Return the absent entries and the unpaid entries of the next draw."""
    due = active_set(situation)
    if situation.rounds:
        due = stage.system.still_in(situation, stage.format_rules())
    known = entries_of(stage).filter(state=Entry.State.ENTERED).order_by("number")
    entries = list(known.prefetch_related(seats()))
    present, paid = any(entry.present for entry in entries), any(entry.paid for entry in entries)
    here = [entry for entry in entries if entry.number in due]
    absent = tuple(entry for entry in here if not entry.present)
    return Missing(
        absent=absent,
        unpaid=tuple(entry for entry in here if not entry.paid) if paid else (),
        leavable=absent if present and may_leave_out(stage, situation) else (),
    )


def may_leave_out(stage: Stage, situation: Situation) -> bool:
    """Return whether the next draw may leave an entry out.

    The first draw may; a later draw may if the format lets entries join in a later round.
    """
    if not situation.rounds:
        return True
    late = stage.system.late(situation, stage.format_rules())
    return late == NEXT_ROUND and not stage.has_calendar


def situation_without(situation: Situation, numbers: Collection[int]) -> Situation:
    """Return the situation for a draw that leaves out the entries with these numbers."""
    if not numbers:
        return situation
    entrants = tuple(
        replace(entrant, active=entrant.active and entrant.number not in numbers)
        for entrant in situation.entrants
    )
    return replace(situation, entrants=entrants, left_out=frozenset(numbers))


def numbers_left_out(round: Round) -> list[int]:
    """Return the numbers of the entries that the draw left out, lowest first."""
    return list((round.report.get("looked_at") or {}).get("left_out", []))


def numbers_still_out(round: Round, situation: Situation) -> frozenset[int]:
    """Return the numbers of the entries left out by the draw and still not marked as present."""
    out = numbers_left_out(round)
    if not out:
        return frozenset()
    return missing_entries(round.stage, situation).numbers.intersection(out)


# --- Fixed tables ---------------------------------------------------------------------------------
# Conflicts between the fixed tables of the entries in a draft.
def table_conflicts(tournament: Tournament, matches: Sequence[Match]) -> list[str]:
    """Return a sentence for each conflict of a fixed table.

    A fixed table conflicts if it is out of service, if another entry of the match has a different
    fixed table, or if another match has the same fixed table. `matches` are the matches of the
    draft, by number, with their sides.
    """
    keeps, in_service = fixed_tables(tournament), tournament.tables_in_service
    if not keeps:
        return []
    sentences: list[str] = []
    first_at: dict[int, int | None] = {}
    for match in matches:
        if match.board > 1:  # only the first board of a tie uses the fixed table
            continue
        own = {
            entry.number: keeps[entry.number] for entry in match.everybody if entry.number in keeps
        }
        table = fixed_table(own.values(), in_service)
        for number, fixed in own.items():
            if fixed not in in_service:
                sentences.append(_closed(number, fixed, table))
        if len({fixed for fixed in own.values() if fixed in in_service}) > 1:
            sentences.append(_meet(own, table))
        if table and table in first_at:
            sentences.append(_waits(first_at[table], match.number, table))
        elif table:
            first_at[table] = match.number
    return sentences


def _closed(number: int, fixed: int, table: int) -> str:
    words = {"number": number, "fixed": fixed, "table": table}
    if table:
        sentence = _(
            "La mesa fija del %(number)s, la %(fixed)s, no está en servicio: juega en la %(table)s."
        )
    else:
        sentence = _(
            "La mesa fija del %(number)s, la %(fixed)s, no está en servicio: juega en otra."
        )
    return sentence % words


def _meet(own: dict[int, int], table: int) -> str:
    return _(
        "Se enfrentan y tienen mesas fijas distintas: %(who)s. Juegan en la %(table)s, la de "
        "número más bajo."
    ) % {
        "who": ", ".join(_("%(n)s (mesa %(t)s)") % {"n": n, "t": t} for n, t in own.items()),
        "table": table,
    }


def _waits(first: int | None, second: int | None, table: int) -> str:
    return _(
        "Los encuentros %(first)s y %(second)s tienen fija la mesa %(table)s: el %(second)s "
        "espera a que quede libre."
    ) % {"first": first, "second": second, "table": table}


# --- Held up --------------------------------------------------------------------------------------
# Open matches of earlier rounds that delay matches of a draft.
@dataclass(frozen=True, slots=True)
class HeldMatch:
    """An unfinished `match`, and the numbers of the draft's matches that wait for it."""

    match: Match
    waiting: tuple[int, ...]


def matches_holding_up(to_play: Sequence[Match]) -> list[HeldMatch]:
    """Return the unfinished matches, not postponed, of entries that play in a draft, by number.

    `to_play` are the matches of the draft, with their sides.
    """
    waiting: dict[int, list[int]] = {}
    for match in to_play:
        for entry in match.everybody:
            waiting.setdefault(entry.pk, []).append(match.number or 0)
    if not waiting:
        return []
    states = (Match.State.PLAYING, Match.State.WAITING)
    earlier = Match.objects.filter(tournament=to_play[0].tournament_id, state__in=states)
    return [
        HeldMatch(match, tuple(sorted(numbers)))
        for match in with_details(earlier).order_by("number")
        if (numbers := {other for own in match.everybody for other in waiting.get(own.pk, ())})
    ]
