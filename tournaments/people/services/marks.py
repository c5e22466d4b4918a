"""Marks of every entry as paid or present in one action, seeds, and the waiting list."""

from collections.abc import Iterable, Mapping

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.audit.services import note
from tournaments.models import AuditLine, Entry, SignUpSettings, Tournament
from tournaments.money.services.moves import lock_money, pay_missing, refund_all
from tournaments.people.selectors.entries import MARKS, last_markings
from tournaments.people.services.checks import clean_seeding, stage_to_enter
from tournaments.people.services.rows import lock, lock_entry
from tournaments.ports import scoring_port
from tournaments.refusal import Conflict, Refused, refuse_unknown_choice
from tournaments.rounds.selectors.commitments import is_list_closed
from tournaments.rounds.selectors.places import has_begun, is_full, waiting_list
from tournaments.rounds.services.tables import lock_tournament


@transaction.atomic
def mark_all(*, tournament: Tournament, author: User | None, mark: str) -> AuditLine | None:
    """Mark all entries with a place as paid or present; return the audit line.

    Returns None if every entry had the mark. With prices, the mark `paid` records a cash payment of
    what each entry owes. Raises Refused 400 for an unknown mark.
    """
    refuse_unknown_choice("mark", mark, MARKS)
    lock(tournament)
    entries = tournament.entries.filter(state=Entry.State.ENTERED, **{mark: False})
    numbers = list(entries.order_by("number").values_list("number", flat=True))
    if not numbers:
        return None
    _set_mark(tournament, numbers, mark, True, author)
    after = {mark: True, "pairs": numbers}
    line = note(tournament, author, "mark_all", after=after)
    if mark == "present":  # a maratón by the clock may call a new arrival to a table
        scoring_port().welcome(tournament, author)
    return line


@transaction.atomic
def unmark_all(*, tournament: Tournament, author: User | None, mark: str, line: int) -> list[int]:
    """Undo the last `mark_all`, whose audit line is `line`; return the numbers of its entries.

    With prices, an entry that loses the mark `paid` gets back what it has paid. Raises Refused: 400
    for an unknown mark, 409 `nothing_to_undo`.
    """
    refuse_unknown_choice("mark", mark, MARKS)
    lock(tournament)
    last_marking = last_markings(tournament).get(mark)
    if last_marking is None or last_marking.pk != line:
        raise Conflict(
            "nothing_to_undo",
            _("Eso ya está deshecho, o se ha vuelto a marcar después: mire la lista."),
        )
    numbers = list(last_marking.after["pairs"])
    _set_mark(tournament, numbers, mark, False, author)
    note(tournament, author, "unmark_all", before=last_marking.after, after={mark: False})
    return numbers


def _set_mark(
    tournament: Tournament, numbers: list[int], mark: str, value: bool, author: User | None
) -> None:
    entries = tournament.entries.filter(number__in=numbers)
    if mark == "paid" and lock_money(tournament).has_prices:
        move = pay_missing if value else refund_all
        move(entries.select_related("tournament").order_by("number"), author)
    else:
        entries.update(**{mark: value})


# --- Seeding --------------------------------------------------------------------------------------
@transaction.atomic
def set_seeding(
    *,
    tournament: Tournament,
    author: User | None,
    seeds: Mapping[int, int],
    sessions: Mapping[int, str],
) -> int:
    """Set the seeds (0: none) and the sessions of entries, by number; return how many changed.

    Raises Refused: 400 for an unknown number or an invalid value; 409 `seed_repeated`.
    """
    lock(tournament)
    entries = {entry.number: entry for entry in tournament.entries.order_by("number")}
    changed_entries: list[Entry] = []
    old_values: dict[str, list[object]] = {}
    new_values: dict[str, list[object]] = {}
    for number in sorted({*seeds, *sessions}):
        if number not in entries:
            raise Refused(
                "entry_unknown",
                _("Nadie tiene el número %(number)s."),
                field="entries",
                number=number,
            )
        entry = entries[number]
        session, seed = clean_seeding(
            sessions.get(number, entry.session), seeds.get(number, entry.seed)
        )
        if (session, seed) != (entry.session, entry.seed):
            old_values[str(number)] = [entry.seed, entry.session]
            new_values[str(number)] = [seed, session]
            entry.session, entry.seed = session, seed
            changed_entries.append(entry)
    _refuse_repeated_seed(entries.values())
    if changed_entries:
        Entry.objects.bulk_update(changed_entries, ["session", "seed"])
        note(tournament, author, "set_seeding", "", before=old_values, after=new_values)
    return len(changed_entries)


def _refuse_repeated_seed(entries: Iterable[Entry]) -> None:
    numbers_by_seed: dict[int, int] = {}
    for entry in entries:
        if entry.gone or not entry.seed:
            continue
        if entry.seed in numbers_by_seed:
            raise Conflict(
                "seed_repeated",
                _("La cabeza de serie %(seed)s está dos veces: números %(one)s y %(other)s."),
                field="entries",
                seed=entry.seed,
                one=numbers_by_seed[entry.seed],
                other=entry.number,
            )
        numbers_by_seed[entry.seed] = entry.number


# --- Waiting list ---------------------------------------------------------------------------------
@transaction.atomic
def promote(*, entry: Entry, author: User | None) -> Entry:
    """Give a place to an entry of the waiting list, usually the place of a no-show.

    Raises Refused 409: `not_waiting`, `no_places`. Once a round is published, an entry that
    withdraws leaves no free place.
    """
    entry = lock_entry(entry)
    if entry.state != Entry.State.WAITING:
        raise Conflict(
            "not_waiting",
            _("El número %(number)s no está en la lista de espera."),
            number=entry.number,
        )
    if is_full(entry.tournament, stage_to_enter(entry.tournament, entry.enters)):
        raise _no_places(begun=has_begun(entry.tournament))
    before, entry.state = {"state": entry.state}, Entry.State.ENTERED
    entry.save(update_fields=["state"])
    after = {"state": entry.state}
    note(entry.tournament, author, "promote", entry, before=before, after=after)
    scoring_port().welcome(entry.tournament, author)
    return entry


@transaction.atomic
def advance_waiting_list(tournament: Tournament) -> list[Entry]:
    """Give every free place to the first entries of the waiting list; return those entries.

    It does nothing once the list is closed or a round is drawn, or if the settings of the sign-up
    forbid it. The author of each audit line is Tapete.
    """
    settings = SignUpSettings.objects.filter(tournament=tournament, opened=True, advances=True)
    if not settings.exists() or is_list_closed(tournament):
        return []
    tournament = lock_tournament(tournament)
    promoted_entries = []
    for entry in waiting_list(tournament):
        if not is_full(tournament, stage_to_enter(tournament, entry.enters)):
            promoted_entries.append(promote(entry=entry, author=None))
    return promoted_entries


def _no_places(*, begun: bool) -> Refused:
    sentence = (
        _(
            "No queda ninguna plaza: con la primera ronda publicada, nadie ocupa el sitio de los "
            "que se van. Si cabe alguien más, suba las plazas en «Ajustes»."
        )
        if begun
        else _("No queda ninguna plaza: antes tiene que dejarla alguien.")
    )
    return Conflict("no_places", sentence)
