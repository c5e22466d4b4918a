"""What a round keeps of what its draw knew, and the situation it was drawn from."""

from typing import Any

from scoring.pairing_points import counts_of
from scoring.selectors.history import NOTHING_SUPPOSED, Supposing
from scoring.selectors.standings import counts_now, situation_by
from tournaments.formats.core import Situation
from tournaments.models import Round, Stage
from tournaments.selectors.looked_at import memory_of, remembered

COUNTS = "counts"


def memory_for(stage: Stage, situation: Situation) -> dict[str, Any]:
    """What a draw of the stage from this situation hangs on besides numbers and results, as
    `Round.report["looked_at"]` keeps it: also how its points were counted. Queries as for
    `counts_now`."""
    counts = {COUNTS: counts_now(stage).as_json()} if stage.by_results() else {}
    return {**memory_of(situation), **counts}


def situation_then(round: Round, supposed: Supposing = NOTHING_SUPPOSED) -> Situation:
    """What is known of the rounds before this one, with their results as they are written now, or
    as they would be; counted, and with seeds, towns and wishes, as when it was drawn. 7 queries."""
    memory = round.report.get("looked_at")
    counts = (memory or {}).get(COUNTS)
    situation = situation_by(
        round.stage, counts_of(counts) if counts else None, round.number, supposed
    )
    return remembered(situation, memory)
