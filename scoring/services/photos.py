"""A photo of the paper is kept with its acta, or thrown away."""

from functools import partial
from typing import BinaryIO

from django.core.files.base import ContentFile
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from scoring.models import Photo
from scoring.photos import photo_to_keep
from scoring.services.actas.refusals import refuse_unpublished
from scoring.services.results import locked
from tournaments.models import Match
from tournaments.refusal import Refused
from tournaments.services.audit import note
from tournaments.writer import Author, writer_of

MOST_PHOTOS = 12  # of a match


def add_photo(*, match: Match, author: Author, file: BinaryIO, size: int) -> Photo:
    """Keep a photo of the paper of a match.

    Raises Refused: what `photo_to_keep` raises, 409 `too_many_photos`, and 409 for a bye or a round
    not published.
    """
    kept, writer = photo_to_keep(file, size), writer_of(author)
    with transaction.atomic():
        match = locked(match)
        refuse_unpublished(match)
        if match.photos.count() >= MOST_PHOTOS:
            raise Refused(
                "too_many_photos",
                _("De una partida se guardan como mucho %(most)s fotos: quite alguna."),
                field="photo",
                status=409,
                most=MOST_PHOTOS,
            )
        photo = Photo(
            match=match, author=writer.user, author_name=writer.title,
            width=kept.width, height=kept.height,
        )  # fmt: skip
        photo.file.save("acta.jpg", ContentFile(kept.content), save=False)
        try:
            photo.save()
            note(match.tournament, author, "add_photo", match)
        except Exception:
            photo.file.delete(save=False)
            raise
        return photo


@transaction.atomic
def remove_photo(*, photo: Photo, author: Author) -> None:
    """Throw a photo away, with its file: it was of another paper, or somebody is seen in it."""
    stored, match = photo.file, photo.match
    photo.delete()
    note(match.tournament, author, "remove_photo", match, before={"author": photo.author_name})
    transaction.on_commit(partial(stored.storage.delete, stored.name))
