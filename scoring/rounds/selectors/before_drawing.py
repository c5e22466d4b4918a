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
class MissingEntries:
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


def missing_entries(stage: Stage, situation: Situation) -> MissingEntries:
    """Return the absent entries and the unpaid entries of the next draw."""
    due_numbers = active_set(situation)
    if situation.rounds:
        due_numbers = stage.system.living_entries(situation, stage.format_rules())
    rows = entries_of(stage).filter(state=Entry.State.ENTERED).order_by("number")
    entries = list(rows.prefetch_related(seats()))
    uses_presence = any(entry.present for entry in entries)
    uses_payment = any(entry.paid for entry in entries)
    due_entries = [entry for entry in entries if entry.number in due_numbers]
    absent = tuple(entry for entry in due_entries if not entry.present)
    return MissingEntries(
        absent=absent,
        unpaid=tuple(entry for entry in due_entries if not entry.paid) if uses_payment else (),
        leavable=absent if uses_presence and may_leave_out(stage, situation) else (),
    )


def may_leave_out(stage: Stage, situation: Situation) -> bool:
    """Return whether the next draw may leave an entry out.

    The first draw may; a later draw may if the format lets entries join in a later round.
    """
    if not situation.rounds:
        return True
    late_rule = stage.system.late_arrival(situation, stage.format_rules())
    return late_rule == NEXT_ROUND and not stage.has_calendar


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
    numbers = numbers_left_out(round)
    if not numbers:
        return frozenset()
    return missing_entries(round.stage, situation).numbers.intersection(numbers)


# --- Fixed tables ---------------------------------------------------------------------------------
# Conflicts between the fixed tables of the entries in a draft.
def table_conflicts(tournament: Tournament, matches: Sequence[Match]) -> list[str]:
    """Return a sentence for each conflict of a fixed table.

    A fixed table conflicts if it is out of service, if another entry of the match has a different
    fixed table, or if another match has the same fixed table. `matches` are the matches of the
    draft, by number, with their sides.
    """
    fixed_table_of, tables_in_service = fixed_tables(tournament), tournament.tables_in_service
    if not fixed_table_of:
        return []
    sentences: list[str] = []
    match_at: dict[int, int | None] = {}
    for match in matches:
        if match.board > 1:  # only the first board of a tie uses the fixed table
            continue
        own_tables = {
            entry.number: fixed_table_of[entry.number]
            for entry in match.everybody
            if entry.number in fixed_table_of
        }
        table = fixed_table(own_tables.values(), tables_in_service)
        for number, own_table in own_tables.items():
            if own_table not in tables_in_service:
                sentences.append(_closed_table_sentence(number, own_table, table))
        if (
            len({own_table for own_table in own_tables.values() if own_table in tables_in_service})
            > 1
        ):
            sentences.append(_two_fixed_tables_sentence(own_tables, table))
        if table and table in match_at:
            sentences.append(_shared_table_sentence(match_at[table], match.number, table))
        elif table:
            match_at[table] = match.number
    return sentences


def _closed_table_sentence(number: int, own_table: int, table: int) -> str:
    words = {"number": number, "fixed": own_table, "table": table}
    if table:
        sentence = _(
            "La mesa fija del %(number)s, la %(fixed)s, no está en servicio: juega en la %(table)s."
        )
    else:
        sentence = _(
            "La mesa fija del %(number)s, la %(fixed)s, no está en servicio: juega en otra."
        )
    return sentence % words


def _two_fixed_tables_sentence(own_tables: dict[int, int], table: int) -> str:
    return _(
        "Se enfrentan y tienen mesas fijas distintas: %(who)s. Juegan en la %(table)s, la de "
        "número más bajo."
    ) % {
        "who": ", ".join(_("%(n)s (mesa %(t)s)") % {"n": n, "t": t} for n, t in own_tables.items()),
        "table": table,
    }


def _shared_table_sentence(first: int | None, second: int | None, table: int) -> str:
    return _(
        "Los encuentros %(first)s y %(second)s tienen fija la mesa %(table)s: el %(second)s "
        "espera a que quede libre."
    ) % {"first": first, "second": second, "table": table}


# --- Unfinished matches ---------------------------------------------------------------------------
# Matches of earlier rounds that delay the matches of a draft.
@dataclass(frozen=True, slots=True)
class HeldMatch:
    """An unfinished `match`, and the numbers of the draft's matches that wait for it."""

    match: Match
    waiting: tuple[int, ...]


def matches_holding_up(draft_matches: Sequence[Match]) -> list[HeldMatch]:
    """Return the unfinished matches, by number, of the entries that play in a draft.

    Postponed matches are not returned. `draft_matches` are the matches of the draft, with their
    sides.
    """
    numbers_of_entry: dict[int, list[int]] = {}
    for match in draft_matches:
        for entry in match.everybody:
            numbers_of_entry.setdefault(entry.pk, []).append(match.number or 0)
    if not numbers_of_entry:
        return []
    states = (Match.State.PLAYING, Match.State.WAITING)
    unfinished_matches = Match.objects.filter(
        tournament=draft_matches[0].tournament_id, state__in=states
    )
    return [
        HeldMatch(match, tuple(sorted(numbers)))
        for match in with_details(unfinished_matches).order_by("number")
        if (
            numbers := {
                number for own in match.everybody for number in numbers_of_entry.get(own.pk, ())
            }
        )
    ]
