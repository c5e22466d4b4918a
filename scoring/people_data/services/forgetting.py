"""Anonymisation: entries stay as «pareja 27» with their results, without names.

The rows of people are deleted, and so are files that may show people (photos of paper, prints,
imported lists). `rewriting` removes people from texts. No number, line, result or hour changes, so
the standings stay the same.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import partial

from django.contrib.auth.models import User
from django.core.files.storage import default_storage
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.models import Photo
from scoring.people_data.selectors.mentions import mentions_of, title_without_names
from scoring.people_data.services.erasing import delete_rehearsals
from scoring.people_data.services.rewriting import rewrite
from tournaments import tasks
from tournaments.audit.services import note
from tournaments.jobs.work import erase_pieces
from tournaments.models import (
    Entry,
    EntryPlayer,
    Erasure,
    ImportPreview,
    Job,
    LineUp,
    MatchSide,
    Movement,
    Place,
    Substitution,
    Swap,
    Tournament,
)
from tournaments.people.services.rows import delete_unused_people
from tournaments.refusal import Conflict
from tournaments.rounds.selectors.places import seats
from tournaments.rounds.services.tables import lock_tournament


@dataclass(frozen=True, slots=True)
class ForgettingCounts:
    """How many entries were anonymised, and how many entries and files were deleted.

    `elsewhere` has the entry numbers of other entries with the same people.
    """

    anonymous: int
    deleted: int
    files: int
    elsewhere: tuple[int, ...] = ()


@transaction.atomic
def anonymise_entries(
    *, tournament: Tournament, author: User | None, numbers: Collection[int] | None = None
) -> ForgettingCounts:
    """Anonymise the people of these entries, or of all entries; return the counts.

    An entry that was never drawn and has no payments is deleted. Any other entry keeps its number,
    its results and its consequences for other entries. Raises Refused 409 `nobody_to_forget` if
    none of the entries has people.
    """
    tournament = lock_tournament(tournament)
    entries = _entries_with_people(tournament, numbers)
    if not entries:
        raise Conflict(
            "nobody_to_forget", _("De esas inscripciones ya no se guarda ningún nombre.")
        )
    _forget_requests(tournament, entries, every=numbers is None)
    rewrite(mentions_of(tournament, entries, everybody=numbers is None))
    elsewhere = _other_numbers(entries)
    files = _delete_files(tournament, entries)
    deleted = _forget_rows(tournament, entries)
    if not tournament.entries.filter(anonymised_at=None).exists():
        reserves = tournament.players.filter(reserve=True)
        keys = list(reserves.values_list("pk", flat=True))
        reserves.update(reserve=False)
        delete_unused_people(keys)
    delete_rehearsals(tournament)  # the rehearsals have the same people
    counts = {"entries": len(entries), "deleted": deleted, "files": files}
    record_after = {"numbers": [entry.number for entry in entries], **counts}
    note(tournament, author, "anonymise_entries", after=record_after)
    Erasure.objects.create(
        kind=Erasure.Kind.ENTRIES, key=tournament.pk, author=author, counts=counts
    )
    return ForgettingCounts(len(entries) - deleted, deleted, files, elsewhere)


def _entries_with_people(tournament: Tournament, numbers: Collection[int] | None) -> list[Entry]:
    entries = tournament.entries.filter(anonymised_at=None).select_related("tournament")
    if numbers is not None:
        entries = entries.filter(number__in=numbers)
    return list(entries.prefetch_related(seats()).order_by("number"))


def _other_numbers(entries: Sequence[Entry]) -> tuple[int, ...]:
    """Return the numbers of other entries with a person whom these entries have or had."""
    former_players = Substitution.objects.filter(entry__in=entries).values("leaves")
    players = EntryPlayer.objects.filter(entry__in=entries).values("player")
    other_seats = EntryPlayer.objects.filter(Q(player__in=players) | Q(player__in=former_players))
    numbers = other_seats.exclude(entry__in=entries).values_list("entry__number", flat=True)
    return tuple(sorted(set(numbers)))


def _forget_rows(tournament: Tournament, entries: Sequence[Entry]) -> int:
    """Remove the people from the entries; return how many undrawn entries were deleted."""
    LineUp.objects.filter(side__entry__in=entries).delete()
    MatchSide.objects.filter(entry__in=entries).update(names="")
    Substitution.objects.filter(entry__in=entries).delete()
    EntryPlayer.objects.filter(entry__in=entries).delete()
    delete_unused_people(tournament.players.values_list("pk", flat=True))  # people without an entry
    drawn_keys = _drawn_keys(entries)
    moment = timezone.now()
    for entry in entries:
        if entry.pk in drawn_keys:
            entry.name, entry.town = title_without_names(tournament, entry.number), ""
            entry.fixed_table = 0
            entry.origin = ""
            entry.venue = ""
            entry.categories = []
            entry.anonymised_at = moment
            fields = ["name", "town", "fixed_table", "origin", "venue", "categories"]
            entry.save(update_fields=[*fields, "anonymised_at"])
    undrawn_entries = Entry.objects.filter(pk__in={entry.pk for entry in entries} - drawn_keys)
    return undrawn_entries.delete()[1].get("tournaments.Entry", 0)


def _forget_requests(tournament: Tournament, entries: Sequence[Entry], *, every: bool) -> None:
    """Delete the requests of these entries or, with `every`, all requests."""
    requests = tournament.requests.all()
    (requests if every else requests.filter(entry__in=entries)).delete()


def _drawn_keys(entries: Sequence[Entry]) -> set[int]:
    """Return the keys of the entries in a match, a place of a stage or a swap, or with payments."""
    references = (
        (Movement, "entry"),
        (MatchSide, "entry"),
        (Place, "entry"),
        (Swap, "first"),
        (Swap, "second"),
    )
    return {
        key
        for model, name in references
        for key in model._default_manager.filter(**{f"{name}__in": entries}).values_list(
            name, flat=True
        )
    }


# --- Files -----------------------------------------------------------------------------------
def _delete_files(tournament: Tournament, entries: Sequence[Entry]) -> int:
    """Delete the photos of these entries, and all prints and imported lists; return how many files.

    The files are deleted after the commit.
    """
    photos = Photo.objects.filter(match__sides__entry__in=entries).distinct()
    names = list(photos.values_list("file", flat=True))
    Photo.objects.filter(pk__in=list(photos.values_list("pk", flat=True))).delete()
    jobs = Job.objects.filter(tournament=tournament)
    names += jobs.exclude(file="").values_list("file", flat=True)
    jobs.exclude(file="").update(file="", file_expired_at=timezone.now())
    for job in jobs.values_list("pk", flat=True):
        transaction.on_commit(partial(erase_pieces, job))
    for running_job in list(jobs.filter(state=Job.State.RUNNING)):
        # a running job starts again, without these people
        jobs.filter(pk=running_job.pk).update(state=Job.State.QUEUED)
        transaction.on_commit(partial(tasks.send, running_job))
    names += jobs.exclude(upload="").values_list("upload", flat=True)
    jobs.exclude(upload="").update(upload="")
    ImportPreview.objects.filter(tournament=tournament).delete()
    for name in names:
        transaction.on_commit(partial(default_storage.delete, name))
    return len(names)
