"""Half-played demo tournaments of several formats, and helpers to delete and compare them."""

from typing import Any

from django.contrib.auth.models import User
from django.core.management import call_command
from django.db.models import Model

from scoring.people_data.services.erasing import delete_tournament
from tournaments.models import AuditLine, Tournament

DEMOS: dict[str, dict[str, Any]] = {
    "swiss": {"entries": 9, "rounds": 2},
    "knockout": {"format": "knockout", "entries": 8, "rounds": 2},
    "teams": {"format": "teams", "entries": 4, "rounds": 2, "squad": 6},
    "lives": {"format": "lives", "entries": 9, "rounds": 3},
    "groups": {"format": "league", "entries": 6, "rounds": 2},
    "totals": {"game": "malilla", "format": "totals", "entries": 9, "rounds": 2},
}


def demo(name: str, **options: Any) -> Tournament:
    """Create and play a demo tournament."""
    call_command("demo", name=name, no_color=True, **options)
    return Tournament.objects.get(name=name)


def delete(tournament: Tournament, author: User) -> None:
    """Delete a tournament from this site."""
    delete_tournament(
        tournament=tournament, author=author, name=tournament.name, while_playing=True
    )


def audit_of(tournament: Tournament) -> list[tuple[Any, ...]]:
    """Return the audit lines, without the line of the import."""
    lines = AuditLine.objects.filter(tournament=tournament).exclude(act="import_tournament")
    values = ("at", "author_name", "act", "subject", "before", "after", "reason")
    return list(lines.order_by("id").values_list(*values))


def fresh_row(row: Model) -> Any:
    """Read the row again from the database."""
    return type(row)._base_manager.get(pk=row.pk)
