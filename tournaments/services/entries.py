"""Registering pairs: who plays, under which number, paid, present, gone and back.

The tournament's row is locked while pairs change, so that two desks take turns; what must never
happen (a number twice, a person in two live pairs) is kept by the database's own constraints.
"""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry, EntryPlayer, Player, Tournament
from tournaments.people import Person, identity
from tournaments.refusal import Refused
from tournaments.services.audit import note
from tournaments.services.entry_checks import (
    MAX_NUMBER,
    clean_people,
    conflict,
    free_number,
    refuse_taken,
)
from tournaments.text import clean_text

__all__ = [
    "MAX_NUMBER", "edit_entry", "lock", "register_entry", "reinstate", "set_paid", "set_present",
    "withdraw",
]  # fmt: skip

REASON = 300  # letters


def register_entry(
    *,
    tournament: Tournament,
    author: User | None,
    players: Sequence[Person],
    number: int | None = None,
    town: str = "",
    paid: bool = False,
    present: bool = False,
) -> Entry:
    """Enter a pair, a trio or somebody alone, as the tournament takes (`entry_size`).

    It gets the number after the highest unless one is given; a player without a town of his own
    takes the entry's. Raises Refused: 400 for what is badly written or fewer or more people than
    it takes, 409 when the number is taken or somebody already plays in another entry.
    """
    people, town = clean_people(tournament.entry_size, players, town)
    try:
        with transaction.atomic():
            lock(tournament)
            number = free_number(tournament, number)
            refuse_taken(tournament, people)
            entry = Entry.objects.create(
                tournament=tournament, number=number, town=town, paid=paid, present=present
            )
            _seat(entry, people)
            note(tournament, author, "register_entry", entry, after=_as_json(entry))
            return entry
    except IntegrityError as error:
        raise conflict(tournament, people, number) from error


def edit_entry(*, entry: Entry, author: User | None, players: Sequence[Person], town: str) -> Entry:
    """Write the entry's players and town anew. Raises Refused as `register_entry` does."""
    people, town = clean_people(entry.tournament.entry_size, players, town)
    try:
        with transaction.atomic():
            entry = _locked(entry)
            before = _as_json(entry)
            if entry.live:
                refuse_taken(entry.tournament, people, besides=entry)
            former = [seat.player_id for seat in entry.seats.all()]
            entry.seats.all().delete()
            entry.town = town
            entry.save(update_fields=["town"])
            _seat(entry, people)
            Player.objects.filter(id__in=former, seats__isnull=True).delete()
            entry = Entry.objects.prefetch_related("seats__player").get(pk=entry.pk)
            note(
                entry.tournament, author, "edit_entry", entry, before=before, after=_as_json(entry)
            )
            return entry
    except IntegrityError as error:
        raise conflict(entry.tournament, people, None, besides=entry) from error


@transaction.atomic
def set_paid(*, entry: Entry, author: User | None, paid: bool) -> Entry:
    """Note that the entry has paid, or has not. Saying it twice is saying it once."""
    return _set_flag(entry, author, "set_paid", "paid", paid)


@transaction.atomic
def set_present(*, entry: Entry, author: User | None, present: bool) -> Entry:
    """Note that the entry is in the hall, or is not. Saying it twice is saying it once."""
    return _set_flag(entry, author, "set_present", "present", present)


@transaction.atomic
def withdraw(*, entry: Entry, author: User | None, reason: str) -> Entry:
    """Take the entry out: it is not drawn any more and its players are free to enter again.

    Matches already drawn are left as they are (`scoring.services.withdrawals` gives them up).
    Raises Refused: 400 without a reason, 409 when it had already withdrawn.
    """
    reason = clean_text(reason, "reason", REASON, required=True, any_start=True)
    entry = _locked(entry)
    if not entry.live:
        raise Refused(
            "already_withdrawn",
            _("El número %(number)s ya se ha retirado."),
            status=409,
            number=entry.number,
        )
    entry.state = Entry.State.WITHDRAWN
    entry.save(update_fields=["state"])
    entry.seats.update(live=False)
    note(
        entry.tournament, author, "withdraw", entry,
        before={"state": "entered"}, after={"state": "withdrawn"}, reason=reason,
    )  # fmt: skip
    return entry


def reinstate(*, entry: Entry, author: User | None) -> Entry:
    """Take a withdrawn entry back: it is drawn again from the next round on.

    Raises Refused (409) when it had not withdrawn or one of its players now plays elsewhere.
    """
    people = [_person_of(seat.player) for seat in entry.seats.select_related("player")]
    try:
        with transaction.atomic():
            entry = _locked(entry)
            if entry.live:
                raise Refused(
                    "not_withdrawn",
                    _("El número %(number)s no se ha retirado."),
                    status=409,
                    number=entry.number,
                )
            refuse_taken(entry.tournament, people, besides=entry)
            entry.state = Entry.State.ENTERED
            entry.save(update_fields=["state"])
            entry.seats.update(live=True)
            note(
                entry.tournament, author, "reinstate", entry,
                before={"state": "withdrawn"}, after={"state": "entered"},
            )  # fmt: skip
            return entry
    except IntegrityError as error:
        raise conflict(entry.tournament, people, None, besides=entry) from error


def lock(tournament: Tournament) -> None:
    """Make other desks wait until this transaction ends (SQLite serialises writers itself)."""
    Tournament.objects.select_for_update(no_key=True).only("pk").get(pk=tournament.pk)


# --- Writing ----------------------------------------------------------------------------------
def _locked(entry: Entry) -> Entry:
    """The entry as it is now, with its tournament locked. Three queries."""
    lock(entry.tournament)
    return (
        Entry.objects.select_related("tournament")
        .prefetch_related("seats__player")
        .get(pk=entry.pk)
    )


def _seat(entry: Entry, people: Sequence[Person]) -> None:
    """Give each person a place in the entry; somebody known keeps his row."""
    for position, someone in enumerate(people):
        player, made = Player.objects.get_or_create(
            tournament=entry.tournament,
            identity=identity(someone),
            defaults={"name": someone.name, "surname": someone.surname, "town": someone.town},
        )
        if not made and _person_of(player) != someone:
            player.name, player.surname, player.town = someone.name, someone.surname, someone.town
            player.save(update_fields=["name", "surname", "town"])
        EntryPlayer.objects.create(entry=entry, player=player, position=position, live=entry.live)


def _set_flag(entry: Entry, author: User | None, act: str, flag: str, value: bool) -> Entry:
    entry = _locked(entry)
    if getattr(entry, flag) == value:
        return entry
    setattr(entry, flag, value)
    entry.save(update_fields=[flag])
    note(entry.tournament, author, act, entry, before={flag: not value}, after={flag: value})
    return entry


def _person_of(player: Player) -> Person:
    return Person(player.name, player.surname, player.town)


def _as_json(entry: Entry) -> dict[str, Any]:
    """The entry as the audit line keeps it."""
    return {
        "number": entry.number,
        "players": [
            " ".join(filter(None, [str(seat.player), seat.player.town and f"({seat.player.town})"]))
            for seat in entry.seats.all()
        ],
        "town": entry.town,
        "paid": entry.paid,
        "present": entry.present,
    }
