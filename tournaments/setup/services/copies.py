"""Copies of the rows of a tournament: its stages, its people and its staff."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Model
from django.utils import timezone

from tournaments.models import (
    Entry,
    EntryPlayer,
    ForbiddenCouple,
    Membership,
    Player,
    Role,
    Stage,
    Tournament,
)
from tournaments.setup.services.checks import new_seed

# The columns of a person and of an entry that the next edition copies. Every other column, also a
# future one, has its default there: payments, presence and seeding belong to one edition.
COPIED_OF_PLAYER = {"name", "surname", "town", "identity", "apart", "club_person"}
COPIED_OF_ENTRY = {"number", "name", "town", "enters", "session", "fixed_table", "state"}


def as_new(rows: Sequence[Any], **changes: object) -> Sequence[Any]:
    """Turn these rows into unsaved new rows with some fields changed, and return them."""
    for row in rows:
        assert isinstance(row, Model)
        row.pk, row._state.adding = None, True
        for name, value in changes.items():
            setattr(row, name, value)
    return rows


def defaults_except(model: type[Model], copied: Iterable[str]) -> dict[str, Any]:
    """Return the default of each column of the model, without the key and the `copied` columns."""
    excluded = {"id", "tournament", *copied}
    return {
        field.attname: field.get_default()
        for field in model._meta.concrete_fields
        if field.name not in excluded
    }


def copy_stages(source: Tournament, copy: Tournament, days: int) -> None:
    """Copy the settings of the stages, unopened, with new seeds; their dates shift by `days`."""
    stages = list(source.stages.order_by("number"))
    as_new(stages, tournament=copy, opened_at=None, closed_at=None, declined=[])
    for stage in stages:
        stage.seed = new_seed()
        stage.dates = [shifted(date, days) for date in stage.dates]
    Stage.objects.bulk_create(stages)


def shifted(moment: str, days: int) -> str:
    """Return an ISO time `days` days later at the same local time; "" for ""."""
    if not moment:
        return ""
    local = timezone.localtime(datetime.fromisoformat(moment)).replace(tzinfo=None)
    return timezone.make_aware(local + timedelta(days=days)).isoformat()


def copy_people(
    source: Tournament, copy: Tournament, entries: Sequence[Entry], *, afresh: bool
) -> None:
    """Copy these entries with their people and their forbidden couples.

    `afresh` copies only COPIED_OF_ENTRY and COPIED_OF_PLAYER; otherwise every column is copied but
    the person of the club. The objects in `entries` become the new entries.
    """
    old_entries = [entry.pk for entry in entries]
    seats = list(EntryPlayer.objects.filter(entry__in=old_entries))
    players = list(Player.objects.filter(pk__in={seat.player_id for seat in seats}))
    forbidden = list(ForbiddenCouple.objects.filter(first__in=old_entries, second__in=old_entries))
    old_players = [player.pk for player in players]
    player_values = defaults_except(Player, COPIED_OF_PLAYER) if afresh else {"club_person": None}
    entry_values = defaults_except(Entry, COPIED_OF_ENTRY) if afresh else {}
    seat_values = {"live": True} if afresh else {}
    Player.objects.bulk_create(as_new(players, tournament=copy, **player_values))
    Entry.objects.bulk_create(as_new(entries, tournament=copy, **entry_values))
    player_of = dict(zip(old_players, players, strict=True))
    entry_of = dict(zip(old_entries, entries, strict=True))
    for seat in seats:
        seat.entry, seat.player = entry_of[seat.entry_id], player_of[seat.player_id]
    for couple in forbidden:
        couple.first, couple.second = entry_of[couple.first_id], entry_of[couple.second_id]
    EntryPlayer.objects.bulk_create(as_new(seats, **seat_values))
    ForbiddenCouple.objects.bulk_create(as_new(forbidden, tournament=copy))


def entries_to_repeat(source: Tournament, *, only_live: bool) -> list[Entry]:
    """Return the entries that can play again, by number; those that left become ENTERED, unsaved.

    Left out: anonymised entries, with `only_live` those that left, and an entry that left if one of
    its people is in another entry.
    """
    entries = source.entries.filter(anonymised_at=None).order_by("number")
    players: dict[int, set[int]] = {}
    for key, player in EntryPlayer.objects.filter(entry__tournament=source).values_list(
        "entry_id", "player_id"
    ):
        players.setdefault(key, set()).add(player)
    repeated: list[Entry] = []
    busy: set[int] = set()
    for entry in sorted(entries, key=lambda entry: entry.gone):
        people = players.get(entry.pk, set())
        if (only_live and not entry.live) or (entry.gone and people & busy):
            continue
        if entry.gone:
            entry.state = Entry.State.ENTERED
        busy |= people
        repeated.append(entry)
    return sorted(repeated, key=lambda entry: entry.number)


def copy_staff(source: Tournament, copy: Tournament, author: User, *, everybody: bool) -> None:
    """Make the author the organiser of the copy; with `everybody`, copy the other roles too."""
    Membership.objects.create(tournament=copy, user=author, role=Role.ORGANISER)
    if everybody:
        team = list(source.team.exclude(user=author))
        Membership.objects.bulk_create(as_new(team, tournament=copy))
