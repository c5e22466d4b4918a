"""The job that repeats a draw."""

from scoring.rounds.selectors.verification import CHECK, draw_again
from tournaments.jobs.work import Progress, job_kind
from tournaments.models import Job, Round
from tournaments.rounds.services.drafts import round_missing_refusal


@job_kind(CHECK, act="view_panel")
def check_draw(job: Job, progress: Progress) -> None:
    """Repeat the draw of a published round and store its result in the job."""
    rounds = Round.objects.with_reports().select_related("stage__tournament")
    round = rounds.filter(tournament=job.tournament, pk=job.params["round"]).first()
    if round is None:
        raise round_missing_refusal()
    progress.write(params={**job.params, "repeated": draw_again(round).as_json()})
