"""Limits that the settings give an account (0: no limit); superusers and Tapete have no limits."""

from collections.abc import Callable, Iterable
from datetime import timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.core.files.storage import default_storage
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models import AuditLine, Job, Tournament
from tournaments.refusal import Conflict

DAY = timedelta(days=1)
LIVE = (Job.State.QUEUED, Job.State.RUNNING)
MEGABYTE = 1_000_000

Files = Callable[[list[int]], Iterable[str]]
# Functions that return the names of the tournaments' files; `scoring` adds its own in `ready`.
FILES: list[Files] = []

# Acts of the audit that create a tournament; they count for the limit of an account.
CREATIONS = ("create_tournament", "import_tournament")


def refuse_more_tournaments(author: User) -> None:
    """Raise Refused 409 if the account has created as many tournaments as it may.

    The code is `quota_tournaments_day` for the last 24 hours, else `quota_tournaments`.
    """
    if author.is_superuser:
        return
    creations = AuditLine.objects.filter(author=author, act__in=CREATIONS)
    most_a_day, most = settings.TAPETE_QUOTA_TOURNAMENTS_DAY, settings.TAPETE_QUOTA_TOURNAMENTS
    if most_a_day and creations.filter(at__gt=timezone.now() - DAY).count() >= most_a_day:
        raise Conflict(
            "quota_tournaments_day",
            _("Una cuenta crea como mucho %(most)s torneos en un día: siga mañana."),
            most=most_a_day,
        )
    if most and creations.count() >= most:
        raise Conflict(
            "quota_tournaments",
            _("Una cuenta tiene como mucho %(most)s torneos: pida más al administrador del sitio."),
            most=most,
        )


def refuse_more_jobs(tournament: Tournament, owner: User | None) -> None:
    """Raise Refused 409 `quota_jobs` for too many unfinished jobs, or as `refuse_more_files`."""
    most = settings.TAPETE_QUOTA_JOBS
    if most and owner is not None and not owner.is_superuser:
        # Lock the account: the second of two simultaneous requests waits.
        User.objects.select_for_update(no_key=True).get(pk=owner.pk)
        if Job.objects.filter(owner=owner, state__in=LIVE).count() >= most:
            raise Conflict(
                "quota_jobs",
                _("Ya tiene %(most)s documentos en preparación. Espere a que acabe alguno."),
                most=most,
            )
    refuse_more_files(tournament)


def refuse_more_files(tournament: Tournament) -> None:
    """Raise Refused 409 `quota_storage` if the files of the tournament's creator are too many."""
    most = settings.TAPETE_QUOTA_STORAGE_MB
    if not most:
        return
    creations = tournament.audit.filter(act__in=CREATIONS, author__isnull=False)
    creation = creations.select_related("author").order_by("pk").first()
    creator = creation.author if creation else None
    if creator is None or creator.is_superuser:
        return
    refuse_more_bytes(creator, 0)


def refuse_more_bytes(creator: User, added_bytes: int) -> None:
    """Raise Refused 409 `quota_storage` if the creator's files and `added_bytes` are too many."""
    most = settings.TAPETE_QUOTA_STORAGE_MB
    if not most or creator.is_superuser:
        return
    if stored_bytes(creator) + added_bytes >= most * MEGABYTE:
        raise Conflict(
            "quota_storage",
            _(
                "Los torneos de la cuenta que creó este ya ocupan %(most)s MB, el máximo. Los "
                "impresos se borran solos en unos días; las fotos se borran en su acta."
            ),
            most=most,
        )


def stored_bytes(creator: User) -> int:
    """Return the bytes used by files of this account's tournaments."""
    creations = AuditLine.objects.filter(author=creator, act__in=CREATIONS)
    tournaments = list(creations.values_list("tournament", flat=True))
    return sum(_size(name) for files in FILES for name in files(tournaments) if name)


def files_of_jobs(tournaments: list[int]) -> Iterable[str]:
    """Yield the names of the files that jobs made and of the uploaded files."""
    jobs = Job.objects.filter(tournament__in=tournaments)
    for names in jobs.values_list("file", "upload"):
        yield from names


FILES.append(files_of_jobs)


def _size(name: str) -> int:
    try:
        return default_storage.size(name)
    except OSError:  # deleted meanwhile
        return 0
