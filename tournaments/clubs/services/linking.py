"""Joining players to the people of their tournament's club when they are entered."""

from collections import defaultdict
from collections.abc import Collection

from django.db.models import QuerySet

from tournaments.clubs.selectors import index_people, may_be_same
from tournaments.models import Club, ClubPerson, Player, Tournament


def link_people(tournament: int) -> None:
    """Join each player of a tournament to a person of its club; do nothing without a club.

    `tournament` is the primary key.

    - A player is joined to the person with his identity, or to the person of all earlier players
      with that identity.
    - A player similar to a person stays without a person until an officer decides.
    - Any other player gets a new person.

    A second call changes nothing. The caller must be in a transaction.
    """
    unjoined_players = Player.objects.filter(
        tournament=tournament, tournament__club__isnull=False, club_person=None
    )
    players = list(unjoined_players.select_related("tournament__club"))
    if not players:
        return
    club = lock_club(players[0].tournament.club)
    people = list(club.people.all())
    person_keys = _keys_by_identity(club, people, {player.identity for player in players})
    # The other players of this tournament cannot be a person who already plays in it.
    playing = set(
        Player.objects.filter(tournament=tournament, club_person__isnull=False).values_list(
            "club_person", flat=True
        )
    ) | {person_keys[player.identity] for player in players if player.identity in person_keys}
    similar = index_people(person for person in people if person.pk not in playing)
    new_people: dict[str, ClubPerson] = {}
    for player in players:
        if player.identity not in person_keys and not similar.people_like(player.identity):
            new_people[player.identity] = person_of(club, player)
    for person in ClubPerson.objects.bulk_create(new_people.values()):
        person_keys[person.identity] = person.pk
    joined_players = [player for player in players if player.identity in person_keys]
    for player in joined_players:
        player.club_person_id = person_keys[player.identity]
    Player.objects.bulk_update(joined_players, ["club_person"], batch_size=500)


def person_of(club: Club, player: Player) -> ClubPerson:
    """Return an unsaved person of the club with the name and town of the player."""
    return ClubPerson(
        club=club,
        name=player.name,
        surname=player.surname,
        town=player.town,
        identity=player.identity,
        automatic=True,
    )


def relink_player(player: Player) -> None:
    """Join a player whose name was corrected to the person of the new name.

    The player keeps his former person if nobody has the new name and the two names are similar. Do
    nothing for a player without a person.
    """
    if player.club_person is None:
        return
    former_person = player.club_person
    lock_club(former_person.club)
    Player.objects.filter(pk=player.pk).update(club_person=None)
    delete_unplayed_people([former_person.pk])
    link_people(player.tournament_id)
    player.refresh_from_db(fields=["club_person"])
    former_exists = ClubPerson.objects.filter(pk=former_person.pk).exists()
    is_similar = may_be_same(player.identity, former_person.identity)
    if player.club_person is None and former_exists and is_similar:
        player.club_person = former_person
        player.save(update_fields=["club_person"])


def delete_unplayed_people(people: Collection[int]) -> None:
    """Delete the people with these keys who were made automatically and have no player now."""
    for club in Club.objects.filter(pk__in=ClubPerson.objects.filter(pk__in=people).values("club")):
        lock_club(club)
    ClubPerson.objects.filter(pk__in=people, automatic=True, players=None).delete()


def lock_tournaments(tournaments: QuerySet[Tournament]) -> None:
    """Lock tournaments in order until the transaction ends; call it before `lock_club`.

    A registration locks its tournament and then the club. An act that locked the club first and
    then a tournament could wait for the registration while the registration waits for it.
    """
    list(tournaments.order_by("pk").select_for_update(no_key=True))


def lock_club(club: Club | None) -> Club:
    """Return the current club, locked until the transaction ends.

    Lock its tournaments first (`lock_tournaments`).
    """
    assert club is not None
    return Club.objects.select_for_update(no_key=True).get(pk=club.pk)


def _keys_by_identity(
    club: Club, people: Collection[ClubPerson], identities: Collection[str]
) -> dict[str, int]:
    """Return the primary key of the person of each identity; leave out identities without a person.

    The person has the identity, or all players with the identity are joined to the person.
    """
    keys_by_identity: defaultdict[str, set[int]] = defaultdict(set)
    joined_players = Player.objects.filter(tournament__club=club, club_person__club=club)
    for identity, person in joined_players.filter(identity__in=identities).values_list(
        "identity", "club_person"
    ):
        keys_by_identity[identity].add(person)
    person_keys = {
        identity: keys.pop() for identity, keys in keys_by_identity.items() if len(keys) == 1
    }
    return person_keys | {
        person.identity: person.pk for person in people if person.identity in identities
    }
