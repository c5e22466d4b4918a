"""The rows of an entry: its people in their seats, and its audit values."""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournaments.clubs.services.linking import delete_unplayed_people, link_people, relink_player
from tournaments.models import Entry, EntryPlayer, LineUp, Player, Substitution, Tournament
from tournaments.names.people import Person, identity
from tournaments.refusal import Conflict
from tournaments.rounds.selectors.places import seats


def lock(tournament: Tournament) -> None:
    """Lock the tournament until this transaction ends (SQLite serialises writers itself)."""
    Tournament.objects.select_for_update(no_key=True).only("pk").get(pk=tournament.pk)


def lock_entry(entry: Entry) -> Entry:
    """Return the current entry, with its tournament locked."""
    lock(entry.tournament)
    return entry_with_people(entry)


def lock_entry_with_names(entry: Entry) -> Entry:
    """Return the current entry with its tournament locked, to rewrite the people of the entry.

    Raises Refused 409 `anonymised`.
    """
    entry = lock_entry(entry)
    refuse_anonymised(entry)
    return entry


def refuse_anonymised(entry: Entry) -> None:
    """Raise Refused 409 `anonymised` for an entry with anonymised people."""
    if entry.anonymised_at is not None:
        raise Conflict(
            "anonymised",
            _("Los nombres del número %(number)s se borraron, y no se escriben otros en su lugar."),
            number=entry.number,
        )


def entry_with_people(entry: Entry) -> Entry:
    """Return the current entry, with its people."""
    entries = Entry.objects.select_related("tournament").prefetch_related(seats())
    return entries.get(pk=entry.pk)


def seat(entry: Entry, people: Sequence[Person]) -> None:
    """Seat each person in the entry, which has no seats yet."""
    for position, someone in enumerate(people):
        player = player_of(entry.tournament, someone)
        EntryPlayer.objects.create(
            entry=entry, player=player, position=position, live=not entry.gone
        )


def player_of(tournament: Tournament, someone: Person) -> Player:
    """Return the player with the identity of this person; create the player, or rewrite the name.

    A new player or name sets `apart` again for the whole tournament.
    """
    player, created = Player.objects.get_or_create(
        tournament=tournament,
        identity=identity(someone),
        defaults={"name": someone.name, "surname": someone.surname, "town": someone.town},
    )
    if created:
        tell_apart(player.tournament_id)
        link_people(player.tournament_id)
        player.refresh_from_db(fields=["apart", "club_person"])
    elif player.person != someone:
        rename(player, someone)
    return player


def rename(player: Player, someone: Person) -> None:
    player.name = someone.name
    player.surname = someone.surname
    player.town = someone.town
    player.identity = identity(someone)
    player.save(update_fields=["name", "surname", "town", "identity"])
    tell_apart(player.tournament_id)
    player.refresh_from_db(fields=["apart"])
    relink_player(player)


def delete_unused_people(players: Collection[int]) -> None:
    """Delete the players with these keys who have no seat, substitution or line-up.

    Reserves stay.
    """
    pairs = Substitution.objects.values_list("leaves", "comes")
    needed_players = {player for pair in pairs.filter(leaves__in=players) for player in pair}
    needed_players |= {player for pair in pairs.filter(comes__in=players) for player in pair}
    line_ups = LineUp.objects.filter(player__in=players)
    needed_players |= set(line_ups.values_list("player", flat=True))
    unused_players = Player.objects.filter(
        pk__in=set(players) - needed_players, seats__isnull=True, reserve=False
    )
    affected_keys = list(unused_players.values_list("tournament", "club_person"))
    unused_players.delete()
    for tournament in {tournament for tournament, _person in affected_keys}:
        tell_apart(tournament)
    if people := {person for _tournament, person in affected_keys if person is not None}:
        delete_unplayed_people(people)


def tell_apart(tournament: int) -> None:
    """Set `apart` to the town of each player who shares a name, and clear it for all others."""
    fields = ("pk", "identity", "town", "apart")
    people = list(Player.objects.filter(tournament=tournament).only(*fields))
    names = Counter(player.identity.partition("|")[0] for player in people)
    changed_people = []
    for player in people:
        apart = player.town if names[player.identity.partition("|")[0]] > 1 else ""
        if apart != player.apart:
            player.apart = apart
            changed_people.append(player)
    if changed_people:
        Player.objects.bulk_update(changed_people, ["apart"])


def people_of(entry: Entry) -> list[Person]:
    return [seat.player.person for seat in entry.seats.all()]


def entry_as_json(entry: Entry) -> dict[str, Any]:
    """Return the entry for an audit line; optional fields only if set."""
    values: dict[str, Any] = {
        "number": entry.number,
        "players": [
            " ".join(
                filter(None, [seat.player.full_name, seat.player.town and f"({seat.player.town})"])
            )
            for seat in entry.seats.all()
        ],
        "town": entry.town,
        "paid": entry.paid,
        "present": entry.present,
    }
    if entry.name:
        values["team"] = entry.name
    if entry.enters != 1:
        values["stage"] = entry.enters
    if entry.fixed_table:
        values["fixed_table"] = entry.fixed_table
    if entry.origin:
        values["origin"] = entry.origin
    if entry.venue:
        values["venue"] = entry.venue
    if entry.session:
        values["session"] = entry.session
    if entry.seed:
        values["seeded"] = entry.seed
    if entry.state != Entry.State.ENTERED:
        values["state"] = entry.state
    return values
