"""The job that plays a rehearsal."""

from scoring.forecast import services as rehearsals
from scoring.forecast.selectors.rehearsals import KIND
from tournaments.jobs.work import Progress, job_kind
from tournaments.models import Job


@job_kind(KIND, act="rehearse_day")
def rehearse(job: Job, progress: Progress) -> None:
    """Play the whole day in a copy and store the report in the job."""
    rehearsals.play_rehearsal(job, progress)
