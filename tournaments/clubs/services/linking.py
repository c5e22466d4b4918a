"""Joining players to the people of their tournament's club when they are entered."""

from collections import defaultdict
from collections.abc import Collection

from django.db.models import QuerySet

from tournaments.clubs.selectors import may_be_same, similar_people
from tournaments.models import Club, ClubPerson, Player, Tournament


def link_people(tournament: int) -> None:
    """Join each player of a tournament to a person of its club; do nothing without a club.

    `tournament` is the primary key.

    - A player with the identity of one person, or of players joined to one person before, is joined
      to that person.
    - A player similar to some person stays without a person until an officer decides.
    - Any other player gets a new person.

    A second call changes nothing. The caller must be in a transaction.
    """
    unjoined = Player.objects.filter(
        tournament=tournament, tournament__club__isnull=False, club_person=None
    )
    players = list(unjoined.select_related("tournament__club"))
    if not players:
        return
    club = lock_club(players[0].tournament.club)
    people = list(club.people.all())
    known = _people_by_identity(club, people, {player.identity for player in players})
    # The other players of this tournament cannot be a person who already plays in it.
    playing = set(
        Player.objects.filter(tournament=tournament, club_person__isnull=False).values_list(
            "club_person", flat=True
        )
    ) | {known[player.identity] for player in players if player.identity in known}
    similar = similar_people(person for person in people if person.pk not in playing)
    new: dict[str, ClubPerson] = {}
    for player in players:
        if player.identity not in known and not similar.of(player.identity):
            new[player.identity] = person_of(club, player)
    new_people = ClubPerson.objects.bulk_create(new.values())
    known |= {person.identity: person.pk for person in new_people}
    to_join = [player for player in players if player.identity in known]
    for player in to_join:
        player.club_person_id = known[player.identity]
    Player.objects.bulk_update(to_join, ["club_person"], batch_size=500)


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


def link_again(player: Player) -> None:
    """Join a player to the person of his new name, after a correction of the name.

    If no person has the new name and it is similar to the former name, the person stays the same.
    Do nothing for a player without a person.
    """
    if player.club_person is None:
        return
    former = player.club_person
    lock_club(former.club)
    Player.objects.filter(pk=player.pk).update(club_person=None)
    delete_unplayed_people([former.pk])
    link_people(player.tournament_id)
    player.refresh_from_db(fields=["club_person"])
    former_exists = ClubPerson.objects.filter(pk=former.pk).exists()
    is_similar = may_be_same(player.identity, former.identity)
    if player.club_person is None and former_exists and is_similar:
        player.club_person = former
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


def _people_by_identity(
    club: Club, people: Collection[ClubPerson], identities: Collection[str]
) -> dict[str, int]:
    """Return, for each wanted identity that is known, the key of its person.

    An identity is known if a person of the club has it, or if the joined players with it all
    belong to one person.
    """
    by_spelling: defaultdict[str, set[int]] = defaultdict(set)
    joined = Player.objects.filter(tournament__club=club, club_person__club=club)
    for identity, person in joined.filter(identity__in=identities).values_list(
        "identity", "club_person"
    ):
        by_spelling[identity].add(person)
    known = {identity: keys.pop() for identity, keys in by_spelling.items() if len(keys) == 1}
    known |= {person.identity: person.pk for person in people if person.identity in identities}
    return known
