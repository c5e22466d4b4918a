"""The job that prepares the picture of a poster."""

from django.utils.translation import gettext as _

from tournaments.jobs.work import Progress, job_kind, uploaded_file
from tournaments.models import Job
from tournaments.ports import scoring_port
from tournaments.sign_up.selectors import POSTER
from tournaments.sign_up.services import keep_poster


@job_kind(POSTER, act="edit_tournament", takes_upload=True)
def make_poster_ready(job: Job, progress: Progress) -> None:
    """Redraw the uploaded picture and make it the poster of the sign-up page."""
    progress.step(0, 0, _("Preparando el cartel…"))
    picture = scoring_port().photo_to_keep(uploaded_file(job)).content
    keep_poster(tournament=job.tournament, author=job.owner, picture=picture)
    progress.step(1, 1)
