"""The standings of a stage as they are and as they would be with other results of a few matches."""

from scoring.selectors.counting import stage_counting
from scoring.selectors.history import NOTHING_SUPPOSED, Supposing, rows_of, tally_of
from scoring.selectors.standings import (
    ASKED_OF_FORMAT,
    gone_of,
    outcomes_of,
    quick_field,
    stage_entrants,
    stage_extras,
    stage_outcomes,
    stage_tables,
)
from scoring.standings.field import Field, field_of
from scoring.standings.outcome import Outcome
from scoring.standings.running import Running, can_run
from scoring.standings.table import Line
from scoring.standings.tiebreaks import tallies_in
from tournaments.models import MatchSide, Stage

Tables = dict[str, tuple[Line, ...]]


def tables_with_and_without(stage: Stage, supposed: Supposing) -> tuple[Tables, Tables]:
    """The tables of `stage_tables` as they are, and as they would be with those results.

    Where a result is felt only near those who played it the stage is counted once and then follows
    the results supposed, which takes half as long, and on PostgreSQL far less: 11 queries at most.
    Elsewhere it is counted twice.
    """
    if not _follows(stage):
        return stage_tables(stage), stage_tables(stage, supposed)
    running = Running(_field(stage), stage.chain, stage_counting(stage))
    before = running.lines()
    for outcome in _decided(stage, supposed, NOTHING_SUPPOSED):
        running.remove(outcome)
    for outcome in _decided(stage, supposed, supposed):
        running.add(outcome)
    return {"": before}, {"": running.lines()}


def _follows(stage: Stage) -> bool:
    """Whether one table of matches between entries can follow them. One query at most."""
    if not can_run(stage.chain, stage_counting(stage)) or stage.boards():
        return False
    if not ASKED_OF_FORMAT.isdisjoint(stage.chain):
        return False  # the format orders them by every result
    seats = MatchSide.objects.filter(round__stage=stage)
    return not seats.exclude(match__group="").exists()


def _field(stage: Stage) -> Field:
    """Four queries, one on PostgreSQL where nobody's matches are void."""
    return quick_field(stage) or field_of(
        stage_entrants(stage),
        stage_outcomes(stage),
        stage.seed,
        tally_of(stage),
        stage_counting(stage),
        stage_extras(stage, gone_of(stage)),
        tallies_in(stage.chain),
    )


def _decided(stage: Stage, about: Supposing, supposed: Supposing) -> list[Outcome]:
    """The outcomes of those matches alone, as they are or with what is supposed. Three queries."""
    return outcomes_of(stage, rows_of(stage, supposed, about.keys()), gone_of(stage))
