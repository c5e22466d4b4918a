"""Drawing a published round again, for whoever wants to check it."""

from django.utils import timezone

from scoring.selectors.draws.checked import CHECK, KEPT_FOR, Repeated, check_key, is_long, repeat
from tournaments.models import Job, Round
from tournaments.services.jobs import job_with_key


def check_published(key: int) -> None:
    """Have a worker draw the round with this key again, where that takes long: nobody who looks
    then has to wait."""
    round = Round.objects.select_related("stage__tournament").get(pk=key)
    if is_long(round):
        order_check(round)


def repeated(round: Round) -> Repeated | Job:
    """Return the draw made again; or, where that takes long and no worker has done it yet, the job
    that does it, which may have failed."""
    if not is_long(round):
        return repeat(round)
    job = order_check(round)
    if job.state != Job.State.DONE:
        return job
    return Repeated.from_json(job.params["repeated"])


def order_check(round: Round) -> Job:
    """Return the job that draws the round again from what is stored now, started unless it is
    there; those of other moments go."""
    tournament, key = round.stage.tournament, check_key(round)
    job = Job.objects.filter(pk=key, created_at__gt=timezone.now() - KEPT_FOR).first()
    if job is not None:
        return job
    others = Job.objects.filter(tournament=tournament, kind=CHECK, params__round=round.pk)
    others.exclude(state__in=Job.GOING).delete()
    return job_with_key(key, tournament=tournament, kind=CHECK, params={"round": round.pk})
