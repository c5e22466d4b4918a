"""Forgetting people: their entries stay as «pareja 27» with all they played, and nobody is named.

Their rows are deleted, and so are the files that may show them (photos of paper, prints, lists
read). `rewriting` takes them out of what was written. No number, line, result or hour changes:
standings are the same.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from django.contrib.auth.models import User
from django.core.files.storage import default_storage
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.models import Photo
from scoring.selectors.personal_data.mentions import mentions_of, title_without_names
from scoring.services.personal_data.erasing import throw_rehearsals
from scoring.services.personal_data.rewriting import rewrite
from tournaments import tasks
from tournaments.models import (
    Entry,
    EntryPlayer,
    Erasure,
    ImportPreview,
    Job,
    LineUp,
    MatchSide,
    Place,
    Substitution,
    Swap,
    Tournament,
)
from tournaments.refusal import Conflict
from tournaments.selectors.joined import seats
from tournaments.services.audit import note
from tournaments.services.entries.rows import forget, tell_apart
from tournaments.services.tables import lock_tournament
from tournaments.worker.pieces import erase_pieces


@dataclass(frozen=True, slots=True)
class Forgotten:
    """Entries left unnamed or deleted, files thrown away, and numbers of people also elsewhere."""

    anonymous: int
    deleted: int
    files: int
    elsewhere: tuple[int, ...] = ()


@transaction.atomic
def anonymise_entries(
    *, tournament: Tournament, author: User | None, numbers: Collection[int] | None = None
) -> Forgotten:
    """Forget the people of the entries of these numbers, or of all of them.

    One that was never drawn is deleted; the others keep their number, their results and whatever
    follows from them. Raises Refused 409 `nobody_to_forget` when no one of them has people.
    """
    tournament = lock_tournament(tournament)
    entries = _with_people(tournament, numbers)
    if not entries:
        raise Conflict(
            "nobody_to_forget", _("De esas inscripciones ya no se guarda ningún nombre.")
        )
    mentions = mentions_of(tournament, entries, whole=numbers is None)
    rewrite(mentions)
    people = _people_of(entries)
    files = _throw_files(tournament, entries)
    deleted = _forget_rows(entries, people)
    throw_rehearsals(tournament)  # their copies have the same people
    tell_apart(tournament.pk)
    forgotten = Forgotten(
        len(entries) - deleted, deleted, files, _elsewhere(people, [one.pk for one in entries])
    )
    counts = {"entries": len(entries), "deleted": deleted, "files": files}
    done = {"numbers": [one.number for one in entries], **counts}
    note(tournament, author, "anonymise_entries", after=done)
    Erasure.objects.create(
        kind=Erasure.Kind.ENTRIES, key=tournament.pk, author=author, counts=counts
    )
    return forgotten


def _with_people(tournament: Tournament, numbers: Collection[int] | None) -> list[Entry]:
    found = tournament.entries.filter(anonymised_at=None).select_related("tournament")
    if numbers is not None:
        found = found.filter(number__in=numbers)
    return list(found.prefetch_related(seats()).order_by("number"))


def _people_of(entries: Sequence[Entry]) -> list[int]:
    """The keys of everybody who has played in them: seated now, replaced, or lined up."""
    seated = EntryPlayer.objects.filter(entry__in=entries).values_list("player", flat=True)
    replaced = Substitution.objects.filter(entry__in=entries).values_list("leaves", "comes")
    lined_up = LineUp.objects.filter(side__entry__in=entries).values_list("player", flat=True)
    return sorted({*seated, *lined_up, *(one for pair in replaced for one in pair)})


def _forget_rows(entries: Sequence[Entry], people: Sequence[int]) -> int:
    """Take their people out of the entries. How many entries were deleted, being in no draw."""
    LineUp.objects.filter(side__entry__in=entries).delete()
    MatchSide.objects.filter(entry__in=entries).update(names="")
    Substitution.objects.filter(entry__in=entries).delete()
    EntryPlayer.objects.filter(entry__in=entries).delete()
    forget(people)
    drawn = _in_a_draw(entries)
    for entry in entries:
        if entry.pk in drawn:
            entry.name, entry.town = title_without_names(entry.tournament, entry.number), ""
            entry.fixed_table, entry.anonymised_at = 0, timezone.now()
            entry.save(update_fields=["name", "town", "fixed_table", "anonymised_at"])
    return (
        Entry.objects.filter(pk__in={one.pk for one in entries} - drawn)
        .delete()[1]
        .get("tournaments.Entry", 0)
    )


def _in_a_draw(entries: Sequence[Entry]) -> set[int]:
    traces = (
        MatchSide.objects.filter(entry__in=entries).values_list("entry", flat=True),
        Place.objects.filter(entry__in=entries).values_list("entry", flat=True),
        Swap.objects.filter(first__in=entries).values_list("first", flat=True),
        Swap.objects.filter(second__in=entries).values_list("second", flat=True),
    )
    return {one for trace in traces for one in trace}


def _elsewhere(people: Iterable[int], but: Collection[int]) -> tuple[int, ...]:
    """The numbers of other entries in which one of these people stood: with another partner."""
    others = EntryPlayer.objects.filter(player__in=people).exclude(entry__in=but)
    return tuple(sorted(set(others.values_list("entry__number", flat=True))))


# --- Files -----------------------------------------------------------------------------------
def _throw_files(tournament: Tournament, entries: Sequence[Entry]) -> int:
    """Throw away photos, prints and lists that show them; return how many. After commit."""
    photos = Photo.objects.filter(match__sides__entry__in=entries).distinct()
    names = list(photos.values_list("file", flat=True))
    Photo.objects.filter(pk__in=list(photos.values_list("pk", flat=True))).delete()
    jobs = Job.objects.filter(tournament=tournament)
    names += jobs.exclude(file="").values_list("file", flat=True)
    jobs.exclude(file="").update(file="", file_expired_at=timezone.now())
    for job in jobs.values_list("pk", flat=True):
        transaction.on_commit(partial(erase_pieces, job))
    for running in list(jobs.filter(state=Job.State.RUNNING)):
        jobs.filter(pk=running.pk).update(state=Job.State.QUEUED)  # begun again
        transaction.on_commit(partial(tasks.send, running))
    names += jobs.exclude(upload="").values_list("upload", flat=True)
    jobs.exclude(upload="").update(upload="")
    ImportPreview.objects.filter(tournament=tournament).delete()
    for name in names:
        transaction.on_commit(partial(default_storage.delete, name))
    return len(names)
