"""What was marked for everybody at once, and may be undone."""

from tournaments.models import AuditLine, Tournament

MARKS = ("paid", "present")


def last_marking(tournament: Tournament, mark: str) -> AuditLine | None:
    """The audit line of the last time that everybody was marked so; None where it never happened,
    or is undone. One query."""
    acts = [f"mark_all_{mark}", f"unmark_all_{mark}"]
    last = tournament.audit.filter(act__in=acts).order_by("-id").first()
    return last if last is not None and last.act == acts[0] else None


def last_markings(tournament: Tournament) -> dict[str, AuditLine]:
    """Those that may be undone, by mark. Two queries."""
    found = {mark: last_marking(tournament, mark) for mark in MARKS}
    return {mark: line for mark, line in found.items() if line is not None}
