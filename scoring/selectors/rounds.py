"""What the pages of rounds ask: how a draw comes out again, and what the next one waits for."""

from collections import Counter
from dataclasses import replace

from scoring.selectors.standings import stage_situation
from tournaments import formats
from tournaments.formats.core import Draw, Situation
from tournaments.models import Round
from tournaments.selectors.rounds import numbers_drawn


def recomputed(round: Round) -> Draw:
    """The draw of a round made again from its seed, the pairs that were in it and the results of
    the rounds before as they are written now. 3 queries, and 2 for the stage."""
    stage, drawn = round.stage, set(numbers_drawn(round))
    situation = stage_situation(stage)
    before = situation.rounds[: round.number - 1]
    points = Counter(match.winner for matches in before for match in matches if match.winner)
    entrants = tuple(
        replace(entrant, active=True) for entrant in situation.entrants if entrant.number in drawn
    )
    return formats.format(stage.format).next_round(
        Situation(entrants, before, points), stage.format_rules(), round.seed
    )
