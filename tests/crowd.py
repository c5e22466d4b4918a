"""Register many entries in ten queries, with the same rows as `register_entry` makes for each.

`tests/tournaments/people/test_crowd.py` checks that the rows are equal.
"""

from collections.abc import Iterable
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import override

from scoring.forecast.simulation.rehearsal import invented_entries
from tournaments.models import AuditLine, Entry, EntryPlayer, Player, Tournament
from tournaments.names.audience import EVERYTHING
from tournaments.names.people import identity
from tournaments.people.services.checks import clean_entry, free_number, stage_to_enter
from tournaments.people.services.registering import register_entry
from tournaments.people.services.rows import entry_as_json, tell_apart
from tournaments.rounds.selectors.places import free_places, seats
from tournaments.writer import writer_of

EntryArguments = Iterable[dict[str, Any]]  # arguments of `register_entry`, a dict for each entry


def enter_invented(tournament: Tournament, author: User, count: int, seed: str) -> list[Entry]:
    """Register the same invented people as `rehearsal.enter_people`."""
    return enter(tournament, author, invented_entries(tournament, count, seed))


@transaction.atomic
def enter(tournament: Tournament, author: User | None, rows: EntryArguments) -> list[Entry]:
    """Register the entries with the next numbers.

    They are registered one by one if an entry depends on the entries before it: past the available
    places, after a draw, or with known people.
    """
    rows = list(rows)
    places_left = free_places(tournament, stage_to_enter(tournament, None))
    if places_left is not None and places_left < len(rows):
        return enter(tournament, author, rows[:places_left]) + [
            register_entry(tournament=tournament, author=author, **arguments)
            for arguments in rows[places_left:]
        ]
    clean_entries = [
        clean_entry(
            tournament, arguments.get("name", ""), arguments["players"], arguments.get("town", "")
        )
        for arguments in rows
    ]
    identities = [identity(person) for _name, people, _town in clean_entries for person in people]
    has_known_people = tournament.players.filter(identity__in=identities).exists()
    if has_known_people or tournament.rounds.exists() or len(rows) < 2:
        return [
            register_entry(tournament=tournament, author=author, **arguments) for arguments in rows
        ]
    first_number = free_number(tournament, None)
    entries = Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            number=number,
            name=name,
            town=town,
            paid=arguments.get("paid", False),
            present=arguments.get("present", False),
        )
        for number, (arguments, (name, _people, town)) in enumerate(
            zip(rows, clean_entries, strict=True), first_number
        )
    )
    players = Player.objects.bulk_create(
        Player(
            tournament=tournament,
            name=person.name,
            surname=person.surname,
            town=person.town,
            identity=identity(person),
        )
        for _name, people, _town in clean_entries
        for person in people
    )
    remaining = iter(players)
    EntryPlayer.objects.bulk_create(
        EntryPlayer(entry=entry, player=next(remaining), position=position)
        for entry, (_name, people, _town) in zip(entries, clean_entries, strict=True)
        for position in range(len(people))
    )
    tell_apart(tournament.pk)
    _write_audit_lines(tournament, author, first_number)
    return entries


def _write_audit_lines(tournament: Tournament, author: User | None, first_number: int) -> None:
    """Write the audit lines of the entries numbered `first_number` and up."""
    writer = writer_of(author)
    entries = Entry.objects.filter(
        tournament=tournament, number__gte=first_number
    ).prefetch_related(seats())
    with override("es"):
        AuditLine.objects.bulk_create(
            AuditLine(
                tournament=tournament,
                author=writer.user,
                author_name=writer.title[:150],
                act="register_entry",
                subject=entry.full_title_for(EVERYTHING)[:200],
                after=entry_as_json(entry),
                resource=f"entries/{entry.number}/",
            )
            for entry in entries.order_by("number")
        )
