"""The job that prepares a photo of an acta."""

from django.utils.translation import gettext as _

from scoring.actas.photos import photo_to_keep
from scoring.actas.selectors.actas import PHOTO
from scoring.actas.services.photos import add_photo
from tournaments.jobs.work import Progress, job_kind, uploaded_file
from tournaments.models import Job, Match
from tournaments.rounds.services.drafts import round_missing_refusal
from tournaments.writer import Writer


@job_kind(PHOTO, act="enter_result", takes_upload=True)
def make_photo_ready(job: Job, progress: Progress) -> None:
    """Add the uploaded photo to the match in `job.params`. Raises Refused if there is no match."""
    progress.step(0, 0, _("Preparando la foto…"))
    match = Match.objects.filter(tournament=job.tournament, pk=job.params["match"]).first()
    if match is None:
        raise round_missing_refusal()
    match.tournament = job.tournament
    photo = photo_to_keep(uploaded_file(job))
    writer = Writer(user=job.owner, channel=job.params["road"], device=job.params["device"])
    add_photo(match=match, author=writer, picture=photo)
    progress.step(1, 1)
