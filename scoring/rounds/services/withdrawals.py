"""Entries that leave the tournament, and entries that buy a way back in (reenganche)."""

from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from rules.lines import Stop
from rules.reading import clean_reason
from scoring.actas.selectors.actas import fold_lines, lines_written, live_acta, with_details
from scoring.actas.services import forfeit_match
from scoring.actas.services.corrections import replace_acta, version_to_correct
from scoring.actas.services.results import lock_match
from scoring.rounds.services.arrivals import undo_unfinished_catch_ups
from scoring.standings.selectors.standings import stage_situation
from tournaments.audit.services import note
from tournaments.formats.core import Situation
from tournaments.models import Entry, Match, Round, Stage
from tournaments.money.services.moves import pay_missing, update_paid
from tournaments.names.audience import EVERY_ROUND
from tournaments.people.services import registering
from tournaments.people.services.rows import lock_entry
from tournaments.refusal import Conflict, Refused
from tournaments.rounds.services.tables import lock_tournament
from tournaments.setup.selectors.stages import stage_of
from tournaments.writer import Author


@transaction.atomic
def withdraw_entry(
    *,
    entry: Entry,
    author: Author,
    reason: str,
    kind: str = Entry.State.WITHDRAWN,
    effect: str = Entry.Effect.LOSE,
) -> list[Match]:
    """Take an entry out of the tournament and give its unfinished matches to the rivals.

    `kind` and `effect` are as in `registering.withdraw`. The entry always loses its unfinished
    matches; `effect` may exclude its played matches, and these losses, from the standings. Nobody
    wins a match whose entries were all absent or disqualified. A match of a draft is settled when
    the draft is published. An unfinished catch-up is undone, and its resting entry keeps the bye.

    Returns the matches that the entry loses. Raises the errors of `registering.withdraw` and
    `forfeit_match`; then nothing changes.
    """
    registering.withdraw(entry=entry, author=author, reason=reason, kind=kind, effect=effect)
    undo_unfinished_catch_ups(entry=entry, author=author, reason=reason)
    matches = list(unfinished_matches(entry))
    for match in matches:
        forfeit_match(match=match, loser=entry, author=author, reason=reason)
    return [*matches, *_lose_unplayed_wins(entry, author, reason)]


STATES_AT_FAULT = (Entry.State.ABSENT, Entry.State.DISQUALIFIED)


def _lose_unplayed_wins(entry: Entry, author: Author, reason: str) -> list[Match]:
    """Turn the last matches that an absent or disqualified entry won without play into losses.

    The entry won such a match because its rivals were absent or disqualified too. The search goes
    back from the last match and stops at the first match that was played. It skips matches that the
    entry has lost by absence with nothing played.

    Returns the matches now lost.
    """
    entry.refresh_from_db(fields=["state"])
    finished_matches = Match.objects.filter(
        sides__entry=entry, round__state=Round.State.PUBLISHED, state=Match.State.FINISHED
    )
    lost_matches: list[Match] = []
    for match in with_details(finished_matches.order_by("-round__serial", "-board")):
        if entry.state not in STATES_AT_FAULT:
            break
        if _lost_by_absence(match, entry):
            continue
        if not _won_unplayed(match, entry):
            break
        match = lock_match(match, lock_tournament(match.tournament))
        old_acta = version_to_correct(match, None)
        lines = [*lines_written(old_acta)[:-1], Stop(reason, lost=True)]
        replace_acta(match, old_acta, fold_lines(match, lines), author, clean_reason(reason))
        lost_matches.append(match)
    return lost_matches


def _won_unplayed(match: Match, entry: Entry) -> bool:
    """Return whether the entry won only because its rivals were absent or disqualified."""
    result, seats = match.result, list(match.sides.all())
    own_side = next(seat.side for seat in seats if seat.entry_id == entry.pk)
    rivals = [seat.entry for seat in seats if seat.side != own_side]
    return (
        result.forfeit
        and result.winner == own_side
        and all(rival.state in STATES_AT_FAULT for rival in rivals)
    )


def _lost_by_absence(match: Match, entry: Entry) -> bool:
    """Return whether the entry lost the match by absence, with nothing played."""
    side = next(seat.side for seat in match.sides.all() if seat.entry_id == entry.pk)
    return (
        match.result.forfeit
        and match.result.winner != side
        and len(lines_written(live_acta(match))) == 1
    )


def unfinished_matches(entry: Entry) -> list[Match]:
    """Return the published matches that this entry has not finished, except catch-ups."""
    matches = Match.objects.filter(
        sides__entry=entry, round__state=Round.State.PUBLISHED, state__in=Match.UNFINISHED
    )
    return list(with_details(matches.exclude(pk__in=matches.filter(sides__guest=True))))


MOST_REENTRIES = 1  # how many times an entry may re-enter


@transaction.atomic
def reenter(*, entry: Entry, author: Author, paid: bool = False) -> Entry:
    """Let an entry that has just gone out re-enter; it is drawn from the next round on.

    `paid` is whether the entry has paid for the re-entry. The entry gets this mark or, if the
    tournament has prices, the payment is recorded in cash. Raises Refused 409: if the entry has
    left or is not out; if the entry has used all its re-entries; if another round has been drawn
    since the entry lost its place; if the format has no way back in.
    """
    entry = lock_entry(entry)
    stage = stage_of(entry)
    if _has_draft(stage):
        raise _draft_refusal()
    _refuse_not_out(stage, stage_situation(stage, EVERY_ROUND), entry)
    return _change_reentries(entry, author, "reenter", 1, paid)


@transaction.atomic
def undo_reenter(*, entry: Entry, author: Author, paid: bool = False) -> Entry:
    """Undo a mistaken re-entry before any draw uses it. The entry is out again.

    `paid` is whether the entry has paid its debts from before the re-entry. Raises Refused 409 if
    the entry has not come back, has left, or the next round is drawn.
    """
    entry = lock_entry(entry)
    stage = stage_of(entry)
    if _has_draft(stage):
        raise _draft_refusal()
    if entry.again == 0:
        raise Conflict(
            "not_back", _("El número %(number)s no se ha reenganchado."), number=entry.number
        )
    if entry.number not in _numbers_just_back(stage, stage_situation(stage, EVERY_ROUND)):
        raise Conflict(
            "too_late_to_undo",
            _(
                "El reenganche del número %(number)s ya no se anula: se ha sorteado otra ronda, o "
                "se ha retirado."
            ),
            number=entry.number,
        )
    return _change_reentries(entry, author, "undo_reenter", -1, paid)


def _change_reentries(entry: Entry, author: Author, act: str, times: int, paid: bool) -> Entry:
    """Add `times` re-entries (−1 to undo one), record the payment and write the audit line."""
    record_before = {"again": entry.again, "paid": entry.paid}
    entry.again += times
    entry.paid = entry.paid if entry.tournament.has_prices else paid
    entry.save(update_fields=["again", "paid"])
    if paid and entry.tournament.has_prices:
        pay_missing([entry], author)
    update_paid(entry)
    record_after = {"again": entry.again, "paid": entry.paid}
    note(entry.tournament, author, act, entry, before=record_before, after=record_after)
    return entry


def reentry_candidates(stage: Stage) -> frozenset[int]:
    """Return the numbers of the entries that `reenter` would let in now."""
    if _has_draft(stage) or not stage.rounds.exists():
        return frozenset()
    situation, options = stage_situation(stage, EVERY_ROUND), stage.format_rules()
    living_numbers = stage.system.living_entries(situation, options)
    return frozenset(
        entrant.number
        for entrant in situation.entrants
        if entrant.active
        and entrant.number not in living_numbers
        and entrant.again < MOST_REENTRIES
        and _just_fell(situation, entrant.number)
        and _comes_back(stage, situation, entrant.number)
    )


def undoable_reentries(stage: Stage) -> frozenset[int]:
    """Return the numbers of the entries whose re-entry `undo_reenter` would undo now."""
    if _has_draft(stage) or not stage.tournament.entries.filter(again__gt=0).exists():
        return frozenset()
    return _numbers_just_back(stage, stage_situation(stage, EVERY_ROUND))


def _numbers_just_back(stage: Stage, situation: Situation) -> frozenset[int]:
    """Return the numbers of entries that are in only by a re-entry bought since the last round."""
    living_numbers = stage.system.living_entries(situation, stage.format_rules())
    return frozenset(
        entrant.number
        for entrant in situation.entrants
        if entrant.again
        and entrant.number in living_numbers
        and _just_fell(situation, entrant.number)
        and entrant.number not in _living_numbers(stage, situation, entrant.number, -1)
    )


def _comes_back(stage: Stage, situation: Situation, number: int) -> bool:
    """Return whether the format draws the entry again after one more re-entry."""
    return number in _living_numbers(stage, situation, number, 1)


def _living_numbers(stage: Stage, situation: Situation, number: int, extra: int) -> frozenset[int]:
    """Return the numbers of entries still in, if entry `number` had `extra` more re-entries."""
    entrants = tuple(
        replace(entrant, again=entrant.again + extra) if entrant.number == number else entrant
        for entrant in situation.entrants
    )
    situation = replace(situation, entrants=entrants)
    return stage.system.living_entries(situation, stage.format_rules())


def _just_fell(situation: Situation, number: int) -> bool:
    """Return whether the entry lost in the last round; only such an entry may re-enter."""
    return any(number in match.losers for match in (situation.rounds or ((),))[-1])


def _has_draft(stage: Stage) -> bool:
    return stage.rounds.filter(state=Round.State.DRAFT).exists()


def _draft_refusal() -> Refused:
    return Conflict("round_drawn", _("La ronda siguiente ya está en borrador: descártela antes."))


def _refuse_not_out(stage: Stage, situation: Situation, entry: Entry) -> None:
    options, words = stage.format_rules(), {"number": entry.number}
    if not entry.live:
        raise Conflict("already_withdrawn", _("El número %(number)s se ha retirado."), **words)
    if entry.number in stage.system.living_entries(situation, options):
        raise Conflict("not_out", _("El número %(number)s sigue en juego."), **words)
    if entry.again >= MOST_REENTRIES:
        raise Conflict(
            "again_before",
            _("El número %(number)s ya se reenganchó: no puede volver más veces."),
            **words,
        )
    if not _just_fell(situation, entry.number):
        raise Conflict(
            "too_late_again", _("Ya no hay reenganche: se ha sorteado otra ronda desde que cayó.")
        )
    if not _comes_back(stage, situation, entry.number):
        raise Conflict(
            "no_way_back", _("En este sistema no se puede volver a entrar después de caer.")
        )
