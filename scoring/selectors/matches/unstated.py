"""Tallies by which the stage of a match ranks and that its lines do not state."""

from collections.abc import Collection

from scoring.selectors.counting import ranked_tallies
from scoring.selectors.matches.actas import Record
from scoring.wording.unstated import counted_instead, unstated_in
from tournaments.models import Match


def unstated_tallies(match: Match, record: Record) -> list[str]:
    """Return the tallies that rank and that some line of the acta leaves to the rules."""
    return unstated_in(match.tournament.rules, record.steps, ranked_tallies(match.round.stage))


def unstated_said(match: Match, record: Record, first: int = 1, typed: Collection[str] = ()) -> str:
    """Return what counts of the tallies that the lines from `first` on do not state, in one
    sentence; "" where they state all that ranks. `typed`: those that the way of typing them
    leaves out too."""
    game, options = match.tournament.rules, match.game_rules()
    ranked = ranked_tallies(match.round.stage)
    before, new = record.steps[: first - 1], record.steps[first - 1 :]
    left = {*unstated_in(game, new, ranked), *(ranked & set(typed))}
    start = before[-1].score if before else game.start(options)
    tallies = [tally for tally in game.match_tallies if tally in left]
    return counted_instead(game, start, new, tallies, options.unit)
