"""Promises made before each draw, as anybody may read them."""

from typing import Any

from scoring.selectors.draws.commitments import list_changed
from tournaments.models import Round, Stage, Tournament
from tournaments.names.audience import Audience
from tournaments.selectors.commitments import commitments_of, promised_serial, told_values


def commitments_page(tournament: Tournament, audience: Audience) -> dict[str, Any]:
    """Every list closed in the stage in play, the last one first."""
    stage = tournament.stage
    closed = commitments_of(stage)
    return {
        "closed": [
            {
                **told_values(one, audience),
                "changed": one.is_open and list_changed(one),
                "round": one.round,
                "serial": promised_serial(one),
            }
            for one in closed
        ],
        "ceremony": ceremony_on(stage),
    }


def ceremony_on(stage: Stage) -> int:
    """The serial of the round being shown ball by ball to everybody; 0 for none."""
    shown = stage.rounds.filter(state=Round.State.DRAFT, report__in_public=True)
    return shown.values_list("serial", flat=True).first() or 0
