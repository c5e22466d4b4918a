"""Data that would go with a tournament or an account, told before it is deleted."""

from django.contrib.auth.models import User
from django.db.models import Count, Q

from scoring.models import Acta, Photo
from tournaments.models import Job, Role, Tournament


def counts_of(tournament: Tournament) -> dict[str, int]:
    """How much a tournament has of each thing."""
    return {
        "entries": tournament.entries.count(),
        "people": tournament.players.count(),
        "matches": tournament.matches.count(),
        "actas": Acta.objects.filter(match__tournament=tournament).count(),
        "photos": Photo.objects.filter(match__tournament=tournament).count(),
        "prints": Job.objects.filter(tournament=tournament).exclude(file="").count(),
        "team": tournament.team.count(),
        "acts": tournament.audit.count(),
    }


def organised_alone(user: User) -> list[Tournament]:
    """The tournaments that nobody else organises: they are handed over, or deleted, before the
    account goes."""
    organisers = Count("team", filter=Q(team__role=Role.ORGANISER))
    mine = Tournament.objects.filter(
        pk__in=user.roles.filter(role=Role.ORGANISER).values("tournament")
    )
    return list(mine.annotate(organisers=organisers).filter(organisers=1))
