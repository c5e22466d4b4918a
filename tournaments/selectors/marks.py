"""Marks made for everybody at once, which may be undone."""

from tournaments.models import AuditLine, Tournament

MARKS = ("paid", "present")


def last_markings(tournament: Tournament) -> dict[str, AuditLine]:
    """By mark, the audit line of the last time all were marked so, where that is not undone."""
    last: dict[str, AuditLine] = {}
    for line in tournament.audit.filter(act__in=["mark_all", "unmark_all"]).order_by("id"):
        last[next(mark for mark in MARKS if mark in line.after)] = line
    return {mark: line for mark, line in last.items() if line.act == "mark_all"}
