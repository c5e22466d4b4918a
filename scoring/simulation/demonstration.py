"""The demo that the front page shows to a newcomer: of today, and in play."""

from datetime import datetime, timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from scoring.selectors.stages.endings import stage_over
from tournaments.models import Match, Tournament
from tournaments.services.setup.tournament import edit_tournament

NAME = "Maratón de demostración"
ORGANISER = "organizacion"
A_ROUND = timedelta(minutes=40)


def begun_today(rounds: int) -> datetime:
    """Return the half hour at which a day with so many rounds behind it began, today."""
    now = timezone.localtime()
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    begun = now - rounds * A_ROUND
    begun = begun.replace(minute=begun.minute // 30 * 30, second=0, microsecond=0)
    return max(midnight, begun)


def demo_wanted() -> bool:
    """Return whether a demo is to be played now: nobody has a tournament of their own yet, and no
    demo is in play. One that began on an earlier day is brought to today.
    """
    demos = Tournament.objects.filter(name=NAME, team__user__username=ORGANISER)
    if Tournament.objects.exclude(pk__in=demos.values("pk")).exists():
        return False
    demo = demos.order_by("-starts_at", "-pk").first()
    if demo is None or stage_over(demo.stage):
        return True
    if timezone.localdate(demo.starts_at) < timezone.localdate():
        bring_to_today(demo)
    return False


@transaction.atomic
def bring_to_today(demo: Tournament) -> None:
    """Move the day of a demo to today, and call again what is on the tables; what people wrote in
    it stays."""
    rounds = demo.rounds.filter(published_at__isnull=False).count()
    organiser = User.objects.get(username=ORGANISER)
    edit_tournament(tournament=demo, author=organiser, starts_at=begun_today(rounds - 1))
    playing = Match.objects.filter(tournament=demo, state=Match.State.PLAYING)
    playing.update(called_at=timezone.now())
