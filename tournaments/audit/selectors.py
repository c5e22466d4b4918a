"""Queries for the audit of a tournament."""

from django.db.models import QuerySet

from tournaments.models import AuditLine, Stage, Tournament


def audit_lines(tournament: Tournament, act: str = "") -> QuerySet[AuditLine]:
    """Return the audit lines, latest first; if `act` is given, only the lines of that action."""
    lines = tournament.audit.order_by("-id")
    return lines.filter(act=act) if act else lines


def acts_with_lines(tournament: Tournament) -> list[str]:
    """Return the names of the actions with a line, each once."""
    return list(tournament.audit.order_by("act").values_list("act", flat=True).distinct())


def rounds_audit_lines(stage: Stage) -> list[AuditLine]:
    """Return the audit lines about the stage's number of rounds, first to last."""
    lines = AuditLine.objects.filter(tournament=stage.tournament_id, act="change_rounds")
    return [line for line in lines.order_by("id") if line.after["stage"] == stage.number]
