"""Services that store or delete photos of a paper acta."""

from functools import partial

from django.core.files.base import ContentFile
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.actas.photos import StoredPicture, refuse_photo
from scoring.actas.selectors.actas import PHOTO, photos_arriving
from scoring.actas.services.lines import refuse_unpublished
from scoring.actas.services.results import lock_match
from scoring.models import Photo
from tournaments.audit.services import note
from tournaments.jobs.services.jobs import start_job
from tournaments.models import Job, Match
from tournaments.refusal import Conflict
from tournaments.writer import Author, Writer

MOST_PHOTOS = 12  # the most photos of a match


def order_photo(*, match: Match, author: Writer, content: bytes) -> Job:
    """Start the job that prepares and stores a photo of a match's paper.

    Raises the errors of `refuse_photo` and `start_job`, and Refused 409 `too_many_photos`, or for
    a bye or an unpublished round.
    """
    refuse_photo(content)
    refuse_unpublished(match)
    _refuse_too_many(match, arriving_photos=sum(job.is_going for job in photos_arriving(match)))
    return start_job(
        tournament=match.tournament,
        owner=author.user,
        kind=PHOTO,
        params={
            "match": match.pk,
            "code": match.code,
            "road": author.channel,
            "device": author.device,
        },
        upload=content,
    )


def add_photo(*, match: Match, author: Writer, picture: StoredPicture) -> Photo:
    """Store a photo of a match.

    Raises Refused 409 `too_many_photos`, or for a bye or a match of an unpublished round.
    """
    with transaction.atomic():
        match = lock_match(match)
        refuse_unpublished(match)
        _refuse_too_many(match)
        photo = Photo(
            match=match,
            author=author.user,
            author_name=author.title,
            width=picture.width,
            height=picture.height,
        )
        photo.file.save("acta.jpg", ContentFile(picture.content), save=False)
        try:
            photo.save()
            note(match.tournament, author, "add_photo", match)
        except Exception:
            photo.file.delete(save=False)
            raise
        return photo


@transaction.atomic
def remove_photo(*, photo: Photo, author: Author) -> None:
    """Delete a photo and its file, for example if it shows another paper or a person."""
    file, match = photo.file, photo.match
    photo.delete()
    note(match.tournament, author, "remove_photo", match, before={"author": photo.author_name})
    if file.name:
        transaction.on_commit(partial(file.storage.delete, file.name))


def _refuse_too_many(match: Match, arriving_photos: int = 0) -> None:
    """Raise Refused 409 if the match has MOST_PHOTOS photos, counting `arriving_photos`."""
    if match.photos.count() + arriving_photos >= MOST_PHOTOS:
        raise Conflict(
            "too_many_photos",
            _("De un encuentro se guardan como mucho %(most)s fotos: quite alguna."),
            field="photo",
            most=MOST_PHOTOS,
        )
