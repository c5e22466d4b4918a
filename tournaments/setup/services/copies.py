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
| entries with their people | the chosen ones: COPIED_OF_ENTRY | all, as they are |
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
COPIED_OF_PLAYER = {"name", "surname", "town", "identity", "apart", "club_person", "reserve"}
COPIED_OF_ENTRY = {
    *("number", "name", "town", "enters", "session", "fixed_table", "state", "venue", "categories")
}
COPIED_OF_SIGN_UP = {"minimum", "notice", "needs_phone", "minors", "waits", "advances", "accepts"}


def as_new_rows(rows: Sequence[Any], **changes: object) -> Sequence[Any]:
    """Turn these rows into unsaved new rows with some fields changed, and return them."""
    for row in rows:
        assert isinstance(row, Model)
        row.pk, row._state.adding = None, True
        for name, value in changes.items():
            setattr(row, name, value)
    return rows


def defaults_except(model: type[Model], copied: Iterable[str]) -> dict[str, Any]:
    """Return the default of each column, except the key, the tournament and `copied` columns."""
    excluded = {"id", "tournament", *copied}
    return {
        field.attname: field.get_default()
        for field in model._meta.concrete_fields
        if field.name not in excluded
    }


def copy_stages(source: Tournament, copy: Tournament, days: int) -> None:
    """Copy the settings of the stages, unopened, with new seeds; their dates shift by `days`."""
    stages = list(source.stages.order_by("number"))
    as_new_rows(stages, tournament=copy, opened_at=None, closed_at=None, declined=[], rest_dates=[])
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

    `afresh` copies the reserves too, and only COPIED_OF_ENTRY and COPIED_OF_PLAYER; otherwise every
    column is copied. A copy without the club has no people of that club. The objects in `entries`
    become the new entries.
    """
    old_entries = [entry.pk for entry in entries]
    seats = list(EntryPlayer.objects.filter(entry__in=old_entries))
    seated = Q(pk__in={seat.player_id for seat in seats})
    copied = seated | Q(reserve=True) if afresh else seated
    players = list(source.players.filter(copied))
    forbidden = list(ForbiddenCouple.objects.filter(first__in=old_entries, second__in=old_entries))
    old_players = [player.pk for player in players]
    player_values = defaults_except(Player, COPIED_OF_PLAYER) if afresh else {}
    if copy.club_id is None:
        player_values["club_person"] = None
    entry_values = defaults_except(Entry, COPIED_OF_ENTRY) if afresh else {}
    seat_values = {"live": True} if afresh else {}
    Player.objects.bulk_create(as_new_rows(players, tournament=copy, **player_values))
    Entry.objects.bulk_create(as_new_rows(entries, tournament=copy, **entry_values))
    player_of = dict(zip(old_players, players, strict=True))
    entry_of = dict(zip(old_entries, entries, strict=True))
    for seat in seats:
        seat.entry, seat.player = entry_of[seat.entry_id], player_of[seat.player_id]
    for couple in forbidden:
        couple.first, couple.second = entry_of[couple.first_id], entry_of[couple.second_id]
    EntryPlayer.objects.bulk_create(as_new_rows(seats, **seat_values))
    ForbiddenCouple.objects.bulk_create(as_new_rows(forbidden, tournament=copy))


def copy_prices(source: Tournament, copy: Tournament) -> None:
    """Copy the extras and the prizes, which are not in the columns of the tournament."""
    Extra.objects.bulk_create(as_new_rows(list(source.extras.all()), tournament=copy))
    Prize.objects.bulk_create(as_new_rows(list(source.prizes.all()), tournament=copy))


def copy_sign_up(source: Tournament, copy: Tournament) -> None:
    """Copy the settings of the sign-up, closed and without its hours and its poster."""
    settings = list(SignUpSettings.objects.filter(tournament=source))
    values = defaults_except(SignUpSettings, COPIED_OF_SIGN_UP)
    SignUpSettings.objects.bulk_create(as_new_rows(settings, tournament=copy, **values))


def entries_to_repeat(source: Tournament, *, only_live: bool) -> list[Entry]:
    """Return the entries that can play again, by number; entries that left become ENTERED, unsaved.

    It leaves out anonymised entries; with `only_live`, all entries that are not live; and an entry
    that left if one of its people is in another entry.
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
        Membership.objects.bulk_create(as_new_rows(team, tournament=copy))
