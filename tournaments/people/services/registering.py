"""Registration of entries: people, number, paid, present, withdrawal and reinstatement.

Each act locks the tournament's row; constraints of the database forbid conflicting rows.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from tournaments.audit.services import note
from tournaments.models import Entry, EntryPlayer, Round, Stage, Tournament
from tournaments.money.services.moves import (
    movement_as_json,
    pay_missing,
    refund_all,
    refuse_with_movements,
    update_paid,
)
from tournaments.names.people import Person, identity
from tournaments.names.text import clean_text
from tournaments.people.selectors.entries import entries_of
from tournaments.people.services.checks import (
    clean_entry,
    clean_seeding,
    conflict_refusal,
    free_number,
    refuse_double_entry,
    refuse_double_team,
    stage_to_enter,
)
from tournaments.people.services.marks import advance_waiting_list
from tournaments.people.services.rows import (
    delete_unused_people,
    entry_as_json,
    entry_with_people,
    lock,
    lock_entry,
    lock_entry_with_names,
    people_of,
    rename,
    seat,
)
from tournaments.ports import scoring_port
from tournaments.refusal import Conflict, Refused, refuse_unknown_choice
from tournaments.rounds.selectors.places import is_full
from tournaments.rounds.services.tables import call_waiting, refuse_unknown_table
from tournaments.writer import Author

REASON_LENGTH = 300  # the most letters of a reason


def register_entry(
    *,
    tournament: Tournament,
    author: Author,
    players: Sequence[Person],
    number: int | None = None,
    name: str = "",
    town: str = "",
    session: str = "",
    seed: int = 0,
    paid: bool = False,
    present: bool = False,
    single: bool = False,
    stage: int | None = None,
    origin: str = "",
) -> Entry:
    """Register a pair, a trio, a team or a person alone (`single`: without a partner).

    Without `number` the entry gets the number after the highest. It enters by the stage number
    `stage`, and joins the waiting list if every place is taken. `origin` says in words where it
    qualified. Raises Refused: 400 for bad text, the wrong number of people, or a stage that takes
    no entries; 409 for the number of another entry, people of another entry, or the name of another
    team.
    """
    name, people, town = clean_entry(tournament, name, players, town, single=single)
    session, seed = clean_seeding(session, seed)
    try:
        with transaction.atomic():
            lock(tournament)
            entry_stage = stage_to_enter(tournament, stage)
            number = free_number(tournament, number)
            refuse_double_entry(tournament, people)
            refuse_double_team(tournament, name)
            entry = Entry.objects.create(
                tournament=tournament,
                number=number,
                name=name,
                town=town,
                session=session,
                seed=seed,
                paid=paid,
                present=present,
                enters=entry_stage.number,
                origin=origin,
                state=_first_state(entry_stage, single=single),
            )
            seat(entry, people)
            entry = lock_entry(entry)  # read again, so that the payment uses the current prices
            if paid and entry.tournament.has_prices:
                pay_missing([entry], author)
            update_paid(entry)
            note(tournament, author, "register_entry", entry, after=entry_as_json(entry))
            if entry.live:
                scoring_port().welcome(tournament, author)
            return entry
    except IntegrityError as error:
        raise conflict_refusal(tournament, people, number) from error


def edit_entry(
    *,
    entry: Entry,
    author: Author,
    players: Sequence[Person],
    town: str,
    name: str | None = None,
    session: str | None = None,
    seed: int | None = None,
) -> Entry:
    """Rewrite the people, the town, and each further field that is not None.

    Raises Refused: 400 for bad text or the wrong number of people; 409 for people of another entry,
    the name of another team, anonymised people, and an entry that somebody pairs or separates at
    the same time.
    """
    single = entry.state == Entry.State.SINGLE
    name, people, town = clean_entry(
        entry.tournament, entry.name if name is None else name, players, town, single=single
    )
    seeding = clean_seeding(session or "", seed or 0)
    try:
        with transaction.atomic():
            entry = lock_entry_with_names(entry)
            before = entry_as_json(entry)
            if (entry.state == Entry.State.SINGLE) != single:  # somebody paired or separated it
                raise conflict_refusal(entry.tournament, people, None, exclude=entry)
            if not entry.gone:
                refuse_double_entry(entry.tournament, people, exclude=entry)
                refuse_double_team(entry.tournament, name, exclude=entry)
            entry.name, entry.town = name, town
            entry.session = entry.session if session is None else seeding[0]
            entry.seed = entry.seed if seed is None else seeding[1]
            entry.save(update_fields=["name", "town", "session", "seed"])
            _replace_people(entry, people)
            entry = entry_with_people(entry)
            after = entry_as_json(entry)
            note(entry.tournament, author, "edit_entry", entry, before=before, after=after)
            return entry
    except IntegrityError as error:
        raise conflict_refusal(entry.tournament, people, None, exclude=entry) from error


@transaction.atomic
def set_paid(*, entry: Entry, author: Author, paid: bool) -> Entry:
    """Set whether the entry has paid. Idempotent.

    With prices, it records a cash payment of what the entry owes, or a refund of all its payments.
    Raises Refused 409 `nothing_to_refund` for an entry that owes nothing and has paid nothing.
    """
    entry = lock_entry(entry)
    if not entry.tournament.has_prices:
        return _set_flag(entry, author, "set_paid", "paid", paid)
    if entry.paid == paid:
        return entry
    receipts = (pay_missing if paid else refund_all)([entry], author)
    if entry.paid != paid:
        raise Conflict(
            "nothing_to_refund",
            _("El número %(number)s no debe nada ni ha pagado nada."),
            number=entry.number,
        )
    after = {"paid": paid, **movement_as_json(receipts[entry.pk])}
    note(entry.tournament, author, "set_paid", entry, before={"paid": not paid}, after=after)
    return entry


@transaction.atomic
def set_present(*, entry: Entry, author: Author, present: bool) -> Entry:
    """Set whether the entry is in the hall. Idempotent."""
    return _set_flag(entry, author, "set_present", "present", present)


VENUE_LENGTH = 80  # the most letters of a venue


@transaction.atomic
def set_venues(
    *, stage: Stage, author: Author, at_home: bool, venues: Mapping[int, str]
) -> list[Entry]:
    """Set whether the stage is played at the venue of the home side, and the venues by number.

    Entries that are not in `venues` keep their venue. Returns the changed entries. Raises Refused
    400 for an entry that is not in the stage (`unknown_entry`) and for a bad text.
    """
    tournament = stage.tournament
    lock(tournament)
    stage.refresh_from_db(fields=["at_home"])
    entries = {entry.number: entry for entry in entries_of(stage)}
    if unknown_numbers := sorted(set(venues) - set(entries)):
        raise Refused(
            "unknown_entry",
            _("El número %(number)s no está inscrito."),
            field="venues",
            number=unknown_numbers[0],
        )
    changed_entries = []
    old_venues = dict[str, Any]()
    new_venues = dict[str, Any]()
    for number, text in venues.items():
        entry = entries[number]
        venue = clean_text(text, f"venue_{number}", VENUE_LENGTH, any_start=True)
        if venue == entry.venue:
            continue
        old_venues[str(number)], new_venues[str(number)] = entry.venue, venue
        entry.venue = venue
        changed_entries.append(entry)
    if not changed_entries and stage.at_home == at_home:
        return []
    Entry.objects.bulk_update(changed_entries, ["venue"])
    old_at_home, stage.at_home = stage.at_home, at_home
    stage.save(update_fields=["at_home"])
    note(
        tournament,
        author,
        "set_venues",
        stage.name,
        before={"at_home": old_at_home, "venues": old_venues},
        after={"at_home": at_home, "venues": new_venues},
    )
    return changed_entries


@transaction.atomic
def set_fixed_table(*, entry: Entry, author: Author, table: int) -> Entry:
    """Fix the table of the entry in every later round; 0 for none.

    The reason is neither asked nor stored. Raises Refused 400 for an unknown table.
    """
    entry = lock_entry(entry)
    if entry.fixed_table == table:
        return entry
    if table:
        refuse_unknown_table(entry.tournament, table)
    before, entry.fixed_table = {"fixed_table": entry.fixed_table}, table
    entry.save(update_fields=["fixed_table"])
    after = {"fixed_table": table}
    note(entry.tournament, author, "set_fixed_table", entry, before=before, after=after)
    # A match of the entry may be waiting for the old fixed table.
    call_waiting(tournament=entry.tournament, author=author)
    return entry


@transaction.atomic
def withdraw(
    *,
    entry: Entry,
    author: Author,
    reason: str,
    kind: str = Entry.State.WITHDRAWN,
    effect: str = Entry.Effect.LOSE,
) -> Entry:
    """Withdraw the entry: it is not drawn any more and its players are free to enter again.

    `kind` is one of `Entry.GONE`. `effect` decides the result of its matches, which this function
    leaves as they are (`scoring.rounds.services.withdrawals`). A waiting or single entry always
    gets the effect VOID. Raises Refused: 400 without a reason or for an invalid kind or effect, 409
    when the entry has already left.
    """
    reason = clean_text(reason, "reason", REASON_LENGTH, required=True, any_start=True)
    refuse_unknown_choice("kind", kind, Entry.GONE)
    refuse_unknown_choice("effect", effect, Entry.Effect.values)
    entry = lock_entry(entry)
    if entry.gone:
        raise Conflict(
            "already_withdrawn", _("El número %(number)s ya se ha retirado."), number=entry.number
        )
    before = {"state": entry.state}
    entry.effect = effect if entry.live else Entry.Effect.VOID
    entry.state = kind
    entry.save(update_fields=["state", "effect"])
    entry.seats.update(live=False)
    after = {"state": kind} | ({"effect": effect} if effect != Entry.Effect.LOSE else {})
    note(entry.tournament, author, "withdraw", entry, before=before, after=after, reason=reason)
    advance_waiting_list(entry.tournament)
    return entry


@transaction.atomic
def delete_entry(*, entry: Entry, author: Author) -> None:
    """Delete an entry made by mistake, and its people if no other entry has them.

    The audit keeps the entry; its number is free again. Raises Refused 409: `entry_drawn` if the
    entry is in a round, even a draft, `entry_sanctioned` if a referee has ruled on it, and
    `entry_with_money` if it has payments. Such an entry can only be withdrawn.
    """
    entry = lock_entry(entry)
    refuse_to_delete(entry)
    tournament, before = entry.tournament, entry_as_json(entry)
    substitution_pairs = entry.substitutions.values_list("leaves", "comes")
    people = {seat_taken.player_id for seat_taken in entry.seats.all()}
    people |= {player for pair in substitution_pairs for player in pair}
    note(tournament, author, "delete_entry", entry, before=before)
    entry.delete()
    delete_unused_people(people)
    advance_waiting_list(tournament)


def refuse_to_delete(entry: Entry) -> None:
    """Raise the refusals of `delete_entry`."""
    refuse_with_movements(entry)
    rounds = Round.objects.filter(sides__entry=entry)
    if rounds.filter(state=Round.State.DRAFT).exists():
        raise Conflict(
            "entry_drawn",
            _(
                "El número %(number)s está en una ronda sin publicar: descarte la ronda y bórrelo "
                "después."
            ),
            number=entry.number,
        )
    if rounds.exists() or entry.places.exists():
        raise Conflict(
            "entry_drawn",
            _("El número %(number)s ya está en una ronda y no se puede borrar: puede retirarlo."),
            number=entry.number,
        )
    if scoring_port().is_sanctioned(entry):
        raise Conflict(
            "entry_sanctioned",
            _(
                "El número %(number)s tiene sanciones del árbitro y no se puede borrar: puede "
                "retirarlo."
            ),
            number=entry.number,
        )


def reinstate(*, entry: Entry, author: Author) -> Entry:
    """Reinstate a withdrawn entry: with a place if it has been drawn, else as a new entry.

    Raises Refused 409 if the entry has not left, or if another entry now has one of its players or
    its team's name.
    """
    people = people_of(entry_with_people(entry))
    try:
        with transaction.atomic():
            entry = lock_entry(entry)
            if not entry.gone:
                raise Conflict(
                    "not_withdrawn",
                    _("El número %(number)s no se ha retirado."),
                    number=entry.number,
                )
            refuse_double_entry(entry.tournament, people, exclude=entry)
            refuse_double_team(entry.tournament, entry.name, exclude=entry)
            before = {"state": entry.state}
            entry.state = _reinstated_state(entry, len(people))
            entry.effect = Entry.Effect.LOSE
            entry.save(update_fields=["state", "effect"])
            entry.seats.update(live=True)
            after = {"state": entry.state}
            note(entry.tournament, author, "reinstate", entry, before=before, after=after)
            if entry.live:
                scoring_port().welcome(entry.tournament, author)
            return entry
    except IntegrityError as error:
        raise conflict_refusal(entry.tournament, people, None, exclude=entry) from error


# --- Writing ----------------------------------------------------------------------------------
def _first_state(stage: Stage, *, single: bool) -> str:
    if single:
        return Entry.State.SINGLE
    return Entry.State.WAITING if is_full(stage.tournament, stage) else Entry.State.ENTERED


def _reinstated_state(entry: Entry, people: int) -> str:
    """Return the state of a reinstated entry of `people` people: ENTERED if it has been drawn."""
    if entry.sides.exists():
        return Entry.State.ENTERED
    tournament = entry.tournament
    single = not tournament.squad and people < tournament.entry_size
    return _first_state(stage_to_enter(tournament, entry.enters), single=single)


def _replace_people(entry: Entry, people: Sequence[Person]) -> None:
    """Replace the people of the entry.

    Except in a team, a person whose name was corrected is renamed, not created again.
    """
    former_players = [seat_taken.player for seat_taken in entry.seats.all()]
    identities = {identity(someone) for someone in people}
    if not entry.tournament.squad:
        existing_identities = set(
            entry.tournament.players.filter(identity__in=identities).values_list(
                "identity", flat=True
            )
        )
        for player, someone in zip(former_players, people, strict=False):
            has_one_seat = EntryPlayer.objects.filter(player=player).count() == 1
            if (
                has_one_seat
                and player.identity not in identities
                and identity(someone) not in existing_identities
            ):
                rename(player, someone)
    entry.seats.all().delete()
    seat(entry, people)
    delete_unused_people([player.pk for player in former_players])


def _set_flag(entry: Entry, author: Author, act: str, flag: str, value: bool) -> Entry:
    entry = lock_entry(entry)
    if getattr(entry, flag) == value:
        return entry
    setattr(entry, flag, value)
    entry.save(update_fields=[flag])
    note(entry.tournament, author, act, entry, before={flag: not value}, after={flag: value})
    # a maratón by the clock may call a new arrival to a table
    if flag == "present" and value and entry.live:
        scoring_port().welcome(entry.tournament, author)
    return entry
