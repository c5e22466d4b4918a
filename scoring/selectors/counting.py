"""How a stage counts: what is kept with it, completed with what its format says of a rest."""

from dataclasses import replace

from rules.core import counted, tally_unit
from scoring.counting import Counting, counting_of
from scoring.ranking.field import Extras, Field, arrange
from scoring.selectors.packed import packed
from scoring.tiebreaks import tallies_in
from tournaments import formats
from tournaments.formats.core import DRAW, MEAN, WIN
from tournaments.models import Stage


def stage_counting(stage: Stage) -> Counting:
    """The stage's own counting. A rest that is a draw or a mean is one by the format, unless the
    counting itself says what it is worth; won or nothing, the outcomes say it. No queries."""
    kept = counting_of(getattr(stage, "counting", {}))
    rest = formats.format(stage.format).rest(stage.format_rules())
    if not kept.bye and rest in (DRAW, MEAN):
        return replace(kept, bye=rest)
    return kept


def units(stage: Stage) -> tuple[int, int]:
    """What the tallies and what the points go by, as `wording.tiebreaks` asks for them."""
    return tally_unit(stage.game_rules()), stage_counting(stage).unit


def bye_tallies(stage: Stage) -> dict[str, tuple[int, ...]]:
    """What a bye is credited with: a full victory where it is won, else nothing. No queries."""
    game, options = stage.tournament.rules, stage.game_rules()
    start = game.start(options)
    credit = (game.award(start, 0, options) if rest_wins(stage) else start).tallies
    return dict(zip(game.TALLIES, credit, strict=True))


def rest_wins(stage: Stage) -> bool:
    return formats.format(stage.format).rest(stage.format_rules()) == WIN


def packed_field(stage: Stage, extras: Extras) -> Field:
    """What the standings of the stage start from, out of PostgreSQL in one piece. One query."""
    tally = counted(stage.tournament.rules, stage.game_rules())
    tallies = sorted({tally, *tallies_in(stage.chain)})
    byes = {key: credit[0] for key, credit in bye_tallies(stage).items()}
    partners = formats.format(stage.format).PARTNERS
    rows = packed(stage, tallies, byes, rest_wins(stage), partners)
    return arrange(
        rows.numbers, rows.playing, rows.columns, stage.seed, tally, stage_counting(stage), extras
    )
