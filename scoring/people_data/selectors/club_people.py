"""All stored data about a person of a club."""

from typing import Any

from django.db.models import Q

from scoring.people_data.selectors.stored import stored_entry_data
from tournaments.models import ClubPerson, Entry
from tournaments.rounds.selectors.places import seats

COLUMNS = "name surname town licence contact hidden automatic created_at"


def entries_of_person(person: ClubPerson) -> list[Entry]:
    """Return the entries of the person, also those that the person left by a substitution.

    Anonymised entries are left out.
    """
    is_of_person = Q(players__club_person=person) | Q(substitutions__leaves__club_person=person)
    entries = (
        Entry.objects.filter(is_of_person, anonymised_at=None)
        .select_related("tournament")
        .distinct()
    )
    return list(entries.prefetch_related(seats()))


def stored_person_data(person: ClubPerson) -> dict[str, Any]:
    """Return the stored data of a person, in the club and its tournaments, as plain values."""
    return {
        "club": person.club.slug,
        "person": {name: getattr(person, name) for name in COLUMNS.split()},
        "entries": [stored_entry_data(entry) for entry in entries_of_person(person)],
    }
