"""Who looks for a partner, and how partners were found."""

from typing import Any

from tournaments.models import AuditLine, Tournament
from tournaments.selectors.places import singles


def singles_context(tournament: Tournament) -> dict[str, Any]:
    """Who looks for a partner, whether one would be left over, and the draws made so far, the
    last one first, to be read aloud. Four queries."""
    alone = singles(tournament)
    lines = AuditLine.objects.filter(tournament=tournament, act="pair_singles").order_by("-id")
    return {
        "alone": alone,
        "odd": len(alone) % 2 == 1,
        "draws": [line for line in lines if line.after and line.after["method"] != "hand"],
    }
