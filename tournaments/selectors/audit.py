"""What the memory of a tournament is asked."""

from django.db.models import QuerySet

from tournaments.models import AuditLine, Tournament


def audit_lines(tournament: Tournament, act: str = "") -> QuerySet[AuditLine]:
    """The lines, last first; only those of an act when one is given. One query."""
    lines = tournament.audit.order_by("-id")
    return lines.filter(act=act) if act else lines


def acts_done(tournament: Tournament) -> list[str]:
    """The names of the acts that have left a line, each once. One query."""
    return list(tournament.audit.order_by("act").values_list("act", flat=True).distinct())
