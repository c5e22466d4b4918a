"""How a stage counts: what is kept with it, completed with what its format says of a rest."""

from dataclasses import replace
from datetime import datetime

from django.db.models import Exists, OuterRef

from scoring.selectors.history import tally_of
from scoring.standings.counting import Counting, counting_of
from scoring.standings.presets import tiebreaks_for
from tournaments.formats.core import DRAW, MEAN
from tournaments.models import AuditLine, Round, Stage


def stage_counting(stage: Stage) -> Counting:
    """The stage's own counting. A rest that is a draw or a mean is one by the format, unless the
    counting itself says what it is worth; won or nothing, the outcomes say it."""
    kept = counting_of(stage.counting)
    rest = stage.rest()
    if not kept.bye and rest in (DRAW, MEAN):
        return replace(kept, bye=rest)
    return kept


def units(stage: Stage) -> tuple[int, int]:
    """Return what the tallies and what the points go by, as `wording.tiebreaks` asks for them."""
    tally = 1 if stage.boards() else stage.game_rules().unit
    return tally, stage_counting(stage).unit


def beside_of(stage: Stage) -> str:
    """The tally that wins the matches of the stage, where standings add up another: cotos beside
    partidas, vacas beside juegos. "" where it is the same, and between teams."""
    tally = stage.game_rules().match_tally
    return "" if stage.boards() or tally == tally_of(stage) else tally


def offered(stage: Stage) -> list[str]:
    """The tie-breaks that make sense in this stage, in the order of the list."""
    draws = stage.game_rules().can_draw
    return tiebreaks_for(stage.format, stage.tournament.game, draws=draws)


def changed_after_draw(stage: Stage) -> datetime | None:
    """When the way of counting or ranking was last changed with something drawn already; None if it
    never was."""
    drawn = Round.objects.filter(stage=stage, drawn_at__lt=OuterRef("at"))
    changes = AuditLine.objects.filter(
        Exists(drawn),
        tournament=stage.tournament_id,
        act="set_standings",
        after__stage=stage.number,
    )
    return changes.values_list("at", flat=True).first()
