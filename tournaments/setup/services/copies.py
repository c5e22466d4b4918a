"""Copies of the rows of a tournament: its stages, its prices, its people and its staff.

| | The next edition | A rehearsal |
|---|---|---|
| settings of the tournament and of its stages | yes; dates shift, days of rest do not come | yes |
| currency, prices and purse; extras and prizes | yes | the currency and the purse |
| charges, payments and the rest of the book | no | no |
| settings of the sign-up | yes, closed, without hours and poster | no |
| requests for an entry | no | no |
| club, and the person of the club of each player | if the author is an officer of the club | no |
| hall | if its tables are free | no |
| seasons, webhooks, links, audit | no | no |
| entries with their people | the chosen ones: COPIED_ENTRY_COLUMNS | all, as they are |
| reserves | with the entries | no |
| other users | if wanted | no |
| letterhead and screens | yes, with a copy of the logo, without notices | no |
| rounds, matches, substitutions, rulings | no | no |

`tests/scoring/editions/test_carried.py` fails for a model or a column that is in no list.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Model, Q
from django.utils import timezone

from tournaments.models import (
    Entry,
    EntryPlayer,
    Extra,
    ForbiddenCouple,
    Membership,
    Player,
    Prize,
    Role,
    SignUpSettings,
    Stage,
    Tournament,
)
from tournaments.setup.services.checks import new_seed

# The columns of a person and of an entry that the next edition copies. Every other column, also a
# future one, has its default there: payments, presence and seeding belong to one edition.
COPIED_PLAYER_COLUMNS = {"name", "surname", "town", "identity", "apart", "club_person", "reserve"}
COPIED_ENTRY_COLUMNS = {
    *("number", "name", "town", "enters", "session", "fixed_table", "state", "venue", "categories")
}
COPIED_SIGN_UP_COLUMNS = {
    "minimum",
    "notice",
    "needs_phone",
    "minors",
    "waits",
    "advances",
    "accepts",
}


def turn_into_new_rows(rows: Sequence[Any], **changes: object) -> Sequence[Any]:
    """Turn these rows into new unsaved rows with the given `changes`, and return them."""
    for row in rows:
        assert isinstance(row, Model)
        row.pk, row._state.adding = None, True
        for name, value in changes.items():
            setattr(row, name, value)
    return rows


def defaults_except(model: type[Model], copied_columns: Iterable[str]) -> dict[str, Any]:
    """Return the default of each column, except the key, the tournament and `copied_columns`."""
    excluded_columns = {"id", "tournament", *copied_columns}
    return {
        field.attname: field.get_default()
        for field in model._meta.concrete_fields
        if field.name not in excluded_columns
    }


def copy_stages(source: Tournament, copy: Tournament, days: int) -> None:
    """Copy the settings of the stages; they are not open, have new seeds, and shift by `days`."""
    stages = list(source.stages.order_by("number"))
    turn_into_new_rows(
        stages, tournament=copy, opened_at=None, closed_at=None, declined=[], rest_dates=[]
    )
    for stage in stages:
        stage.seed = new_seed()
        stage.dates = [shifted_iso(date, days) for date in stage.dates]
    Stage.objects.bulk_create(stages)


def shifted_iso(moment: str, days: int) -> str:
    """Return an ISO time `days` days later at the same local time; "" for ""."""
    if not moment:
        return ""
    local = timezone.localtime(datetime.fromisoformat(moment)).replace(tzinfo=None)
    return timezone.make_aware(local + timedelta(days=days)).isoformat()


def copy_people(
    source: Tournament, copy: Tournament, entries: Sequence[Entry], *, afresh: bool
) -> None:
    """Copy these entries with their people and their forbidden couples.

    With `afresh`, the reserves are copied too, and of each row only the columns in
    COPIED_ENTRY_COLUMNS and COPIED_PLAYER_COLUMNS; without it, every column is copied. A copy
    without the club has no people of that club. The objects in `entries` become the new entries.
    """
    old_entry_keys = [entry.pk for entry in entries]
    seats = list(EntryPlayer.objects.filter(entry__in=old_entry_keys))
    is_seated = Q(pk__in={seat.player_id for seat in seats})
    is_copied = is_seated | Q(reserve=True) if afresh else is_seated
    players = list(source.players.filter(is_copied))
    forbidden = list(
        ForbiddenCouple.objects.filter(first__in=old_entry_keys, second__in=old_entry_keys)
    )
    old_player_keys = [player.pk for player in players]
    player_values = defaults_except(Player, COPIED_PLAYER_COLUMNS) if afresh else {}
    if copy.club_id is None:
        player_values["club_person"] = None
    entry_values = defaults_except(Entry, COPIED_ENTRY_COLUMNS) if afresh else {}
    seat_values = {"live": True} if afresh else {}
    Player.objects.bulk_create(turn_into_new_rows(players, tournament=copy, **player_values))
    Entry.objects.bulk_create(turn_into_new_rows(entries, tournament=copy, **entry_values))
    player_of = dict(zip(old_player_keys, players, strict=True))
    entry_of = dict(zip(old_entry_keys, entries, strict=True))
    for seat in seats:
        seat.entry, seat.player = entry_of[seat.entry_id], player_of[seat.player_id]
    for couple in forbidden:
        couple.first, couple.second = entry_of[couple.first_id], entry_of[couple.second_id]
    EntryPlayer.objects.bulk_create(turn_into_new_rows(seats, **seat_values))
    ForbiddenCouple.objects.bulk_create(turn_into_new_rows(forbidden, tournament=copy))


def copy_prices(source: Tournament, copy: Tournament) -> None:
    """Copy the extras and the prizes, which are not in the columns of the tournament."""
    Extra.objects.bulk_create(turn_into_new_rows(list(source.extras.all()), tournament=copy))
    Prize.objects.bulk_create(turn_into_new_rows(list(source.prizes.all()), tournament=copy))


def copy_sign_up(source: Tournament, copy: Tournament) -> None:
    """Copy the settings of the sign-up, closed and without its hours and its poster."""
    settings = list(SignUpSettings.objects.filter(tournament=source))
    values = defaults_except(SignUpSettings, COPIED_SIGN_UP_COLUMNS)
    SignUpSettings.objects.bulk_create(turn_into_new_rows(settings, tournament=copy, **values))


def entries_to_repeat(source: Tournament, *, only_live: bool) -> list[Entry]:
    """Return the entries that can play again, by number, without anonymised entries.

    With `only_live`, all of them are live. Otherwise an entry that has left becomes ENTERED,
    unsaved; it is not returned if one of its people is in another entry.
    """
    entries = source.entries.filter(anonymised_at=None).order_by("number")
    people_by_entry: dict[int, set[int]] = {}
    for key, player in EntryPlayer.objects.filter(entry__tournament=source).values_list(
        "entry_id", "player_id"
    ):
        people_by_entry.setdefault(key, set()).add(player)
    repeated_entries: list[Entry] = []
    busy_people: set[int] = set()
    for entry in sorted(entries, key=lambda entry: entry.gone):
        people = people_by_entry.get(entry.pk, set())
        if (only_live and not entry.live) or (entry.gone and people & busy_people):
            continue
        if entry.gone:
            entry.state = Entry.State.ENTERED
        busy_people |= people
        repeated_entries.append(entry)
    return sorted(repeated_entries, key=lambda entry: entry.number)


def copy_staff(source: Tournament, copy: Tournament, author: User, *, everybody: bool) -> None:
    """Make the author the organiser of the copy; with `everybody`, copy the other roles too."""
    Membership.objects.create(tournament=copy, user=author, role=Role.ORGANISER)
    if everybody:
        team = list(source.team.exclude(user=author))
        Membership.objects.bulk_create(turn_into_new_rows(team, tournament=copy))
