"""Setting up the letterhead of the sheets of a tournament."""

from functools import partial

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction
from django.utils.formats import number_format
from django.utils.translation import gettext_lazy as _

from scoring.models import Letterhead
from scoring.models.letterhead import SPONSOR
from scoring.photos import Kept, refuse_no_logo
from scoring.prints.layout.colours import LEAST, contrast, is_colour
from scoring.selectors.hall.letterheads import LOGO, letterhead_of
from tournaments.models import Job, Tournament
from tournaments.names.text import clean_text
from tournaments.refusal import Conflict, Refused
from tournaments.services.audit import note
from tournaments.services.jobs import start_job
from tournaments.services.tables import lock_tournament
from tournaments.writer import Author, writer_of


@transaction.atomic
def edit_letterhead(
    *, tournament: Tournament, author: Author, sponsor: str, colour: str
) -> Letterhead:
    """Change the line of the sponsor and the colour («#7a1f2b», "" black).

    Raises Refused 400 for a text that cannot be, `colour_unreadable` and `colour_too_light`.
    """
    sponsor = clean_text(sponsor, "sponsor", SPONSOR, any_start=True)
    colour = checked_colour(colour)
    lock_tournament(tournament)
    letterhead = letterhead_of(tournament)
    before = {"sponsor": letterhead.sponsor, "colour": letterhead.colour}
    after = {"sponsor": sponsor, "colour": colour}
    if before != after:
        letterhead.sponsor, letterhead.colour = sponsor, colour
        letterhead.save()
        note(tournament, author, "edit_letterhead", before=before, after=after)
    return letterhead


def checked_colour(colour: str) -> str:
    """Return it in small letters, with its #. Raises Refused 400 for one that is not read well."""
    written = colour.strip().lower()
    if not written:
        return ""
    written = f"#{written.removeprefix('#')}"
    if not is_colour(written):
        raise Refused(
            "colour_unreadable",
            _(
                "Un color se escribe con # y seis cifras del 0 al 9 o letras de la A a la F: "
                "#7a1f2b."
            ),
            field="colour",
        )
    if contrast(written) < LEAST:
        raise Refused(
            "colour_too_light",
            _(
                "Ese color no se lee bien en papel blanco: su contraste es %(contrast)s y hace "
                "falta %(least)s. Elija uno más oscuro."
            ),
            field="colour",
            contrast=number_format(int(contrast(written) * 10) / 10, 1),
            least=number_format(LEAST, 1),
        )
    return written


def order_logo(*, tournament: Tournament, author: Author, content: bytes) -> Job:
    """Start the job that makes a logo ready and puts it in the place of the one there was.

    Raises Refused 400 for what is seen to be no logo without opening it, and what `start_job` does.
    """
    refuse_no_logo(content)
    writer = writer_of(author)
    params = {"road": writer.channel, "device": writer.device}
    return start_job(
        tournament=tournament, owner=writer.user, kind=LOGO, params=params, upload=content
    )


def keep_logo(*, tournament: Tournament, author: Author, kept: Kept) -> Letterhead:
    """Put a logo, as it is kept, in the place of the one there was."""
    with transaction.atomic():
        lock_tournament(tournament)
        letterhead = letterhead_of(tournament)
        _throw_away(letterhead)
        letterhead.width, letterhead.height = kept.width, kept.height
        letterhead.logo.save("logo.png", ContentFile(kept.content), save=False)
        try:
            letterhead.save()
            note(tournament, author, "keep_logo")
        except Exception:
            letterhead.logo.delete(save=False)
            raise
        return letterhead


@transaction.atomic
def remove_logo(*, tournament: Tournament, author: Author) -> Letterhead:
    """Have no logo any more. Raises Refused 409 `no_logo` where there is none."""
    lock_tournament(tournament)
    letterhead = letterhead_of(tournament)
    if not letterhead.logo:
        raise Conflict("no_logo", _("No hay ningún logo que quitar."))
    _throw_away(letterhead)
    letterhead.logo, letterhead.width, letterhead.height = "", 0, 0
    letterhead.save()
    note(tournament, author, "remove_logo")
    return letterhead


def _throw_away(letterhead: Letterhead) -> None:
    """Erase the file of the logo there was, once the other is written."""
    if letterhead.logo:
        transaction.on_commit(partial(default_storage.delete, letterhead.logo.name))
