"""Questions about the photos of the paper."""

from collections.abc import Iterable
from datetime import timedelta

from django.utils import timezone

from scoring.models import Photo
from tournaments.models import Job, Match

PHOTO = "photo"  # the kind of job that makes one ready
TOLD_FOR = timedelta(minutes=15)  # that a photo could not be kept


def photos_of(match: Match) -> list[Photo]:
    """The photos of a match, the oldest first."""
    return list(match.photos.order_by("pk"))


def photos_arriving(match: Match) -> list[Job]:
    """The jobs of the photos of a match still to be made ready, and of those that lately could not
    be kept; the oldest first."""
    jobs = Job.objects.filter(tournament=match.tournament, kind=PHOTO, params__match=match.pk)
    going = jobs.filter(state__in=Job.GOING)
    failed = jobs.filter(state=Job.State.FAILED, created_at__gt=timezone.now() - TOLD_FOR)
    return list((going | failed).order_by("created_at"))


def get_photo(match: Match, key: int) -> Photo | None:
    """Return the photo with that key, if it is of this match."""
    return match.photos.filter(pk=key).first() if key < 2**63 else None


def files_of_photos(tournaments: list[int]) -> Iterable[str]:
    """The names of the files of all photos of these tournaments."""
    return Photo.objects.filter(match__tournament__in=tournaments).values_list("file", flat=True)
