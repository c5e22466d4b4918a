"""Erasure of a person of a club, with their names in the club's tournaments."""

from collections import defaultdict

from django.contrib.auth.models import User
from django.db import transaction

from scoring.people_data.selectors.club_people import entries_of_person
from scoring.people_data.services.forgetting import anonymise_entries
from tournaments.clubs.services.linking import lock_tournaments
from tournaments.models import ClubPerson, Erasure, Tournament


@transaction.atomic
def erase_person(*, person: ClubPerson, author: User) -> int:
    """Delete a person of a club, and anonymise their entries in the tournaments of the club.

    An anonymised entry loses the names of the partners too. Returns the number of entries.
    """
    lock_tournaments(person.club.tournaments.all())
    numbers: defaultdict[Tournament, list[int]] = defaultdict(list)
    for entry in entries_of_person(person):
        numbers[entry.tournament].append(entry.number)
    for tournament, own_numbers in numbers.items():
        anonymise_entries(tournament=tournament, author=author, numbers=own_numbers)
    total = sum(map(len, numbers.values()))
    Erasure.objects.create(
        kind=Erasure.Kind.PERSON, key=person.pk, author=author, counts={"entries": total}
    )
    ClubPerson.objects.filter(pk=person.pk).delete()
    return total
