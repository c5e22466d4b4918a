"""Deletion of a whole tournament with its files.

Tapete keeps only an `Erasure` with the counts of a tournament, and nothing of a rehearsal.
"""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from functools import partial

from django.contrib.auth.models import User
from django.core.files.storage import default_storage
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.models import Photo
from scoring.people_data.selectors.stored import counts_of
from scoring.prints.selectors import files_of_logos
from tournaments.jobs.work import erase_pieces
from tournaments.models import (
    EntryPlayer,
    Erasure,
    Job,
    LineUp,
    MatchSide,
    Place,
    Season,
    Substitution,
    Swap,
    Tournament,
)
from tournaments.names.audience import EVERY_ROUND
from tournaments.names.text import refuse_other_name
from tournaments.refusal import Conflict
from tournaments.rounds.selectors.day import PLAYING, phase
from tournaments.rounds.services.tables import lock_tournament
from tournaments.sign_up.selectors import files_of_posters


@transaction.atomic
def delete_tournament(
    *, tournament: Tournament, author: User | None, name: str, while_playing: bool = False
) -> Erasure:
    """Delete a tournament with everything it has, for ever; return the record of the deletion.

    `name` is the tournament's name as the user types it again. Raises Refused: 400 `name_differs`;
    409 `being_played` while it is played, unless `while_playing`; 409 `counts_in_season`.
    """
    tournament = lock_tournament(tournament)
    refuse_other_name(
        name, tournament.name, _("Escriba el nombre del torneo tal como está: «%(name)s».")
    )
    if not while_playing and phase(tournament, tournament.stage, EVERY_ROUND) == PLAYING:
        raise Conflict(
            "being_played",
            _("Este torneo se está jugando: márquelo también para borrarlo."),
            field="while_playing",
        )
    if season := Season.objects.filter(events__tournament=tournament).first():
        raise Conflict(
            "counts_in_season",
            _("Cuenta en la temporada «%(season)s»: sáquelo antes de ella."),
            season=season.name,
        )
    counts = counts_of(tournament)
    erasure = Erasure.objects.create(
        kind=Erasure.Kind.TOURNAMENT, key=tournament.pk, author=author, counts=counts
    )
    delete_rehearsals(tournament)
    _delete_files(tournament)
    _delete_rows(tournament)
    return erasure


def delete_rehearsals(tournament: Tournament) -> int:
    """Delete the rehearsals of a tournament; return how many there were."""
    return _delete_all(tournament.rehearsals.all())


def delete_old_rehearsals(*, days: int) -> int:
    """Delete the rehearsals older than `days` days; return how many there were."""
    limit = timezone.now() - timedelta(days=days)
    return _delete_all(Tournament.objects.filter(rehearsal_of__isnull=False, created_at__lt=limit))


@transaction.atomic
def _delete_all(rehearsals: Iterable[Tournament]) -> int:
    tournaments = list(rehearsals)
    for rehearsal in tournaments:
        _delete_files(rehearsal)
        _delete_rows(rehearsal)
    return len(tournaments)


def _delete_files(tournament: Tournament) -> None:
    for file in _files(tournament):
        transaction.on_commit(partial(default_storage.delete, file))
    for job in tournament.jobs.values_list("pk", flat=True):
        transaction.on_commit(partial(erase_pieces, job))


def _files(tournament: Tournament) -> Sequence[str]:
    photos = Photo.objects.filter(match__tournament=tournament).values_list("file", flat=True)
    prints = Job.objects.filter(tournament=tournament).values_list("file", flat=True)
    uploads = Job.objects.filter(tournament=tournament).values_list("upload", flat=True)
    logos = files_of_logos([tournament.pk])
    posters = files_of_posters([tournament.pk])
    return [name for name in (*photos, *prints, *uploads, *logos, *posters) if name]


def _delete_rows(tournament: Tournament) -> None:
    """Delete the rows that protect a person or an entry, then the tournament."""
    Substitution.objects.filter(entry__tournament=tournament).delete()
    LineUp.objects.filter(side__match__tournament=tournament).delete()
    Swap.objects.filter(round__tournament=tournament).delete()
    MatchSide.objects.filter(match__tournament=tournament).delete()
    Place.objects.filter(stage__tournament=tournament).delete()
    EntryPlayer.objects.filter(entry__tournament=tournament).delete()
    tournament.delete()
