"""How a stage counts and ranks, and the options it could use instead."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef

from scoring.standings.counting import PRESETS, Counting, Preset, counting_of
from scoring.standings.selectors.history import tally_of
from scoring.standings.tiebreaks import chain_for, tallies_ranked_by, tiebreaks_for
from tournaments.formats.boxes import PromotionBoxes
from tournaments.formats.core import DRAW, MEAN
from tournaments.models import AuditLine, Round, Stage
from tournaments.setup.services.checks import default_chain_and_counting


def stage_counting(stage: Stage) -> Counting:
    """Return the stage's counting, with the worth that the format gives to a bye."""
    counting = counting_of(stage.counting)
    rest = stage.bye_value()
    if not counting.bye and rest in (DRAW, MEAN):
        return replace(counting, bye=rest)
    return counting


def units(stage: Stage) -> tuple[int, int]:
    """Return the unit of the tallies, then the unit of the points (`Counting.unit`)."""
    tally = 1 if stage.boards() else stage.game_rules().unit
    return tally, stage_counting(stage).unit


def match_tally_of(stage: Stage) -> str:
    """Return the tally that wins the stage's matches; "" if the standings add up that tally.

    For example, it is cotos if the standings add up partidas. Between teams it is always "".
    """
    tally = stage.game_rules().match_tally
    return "" if stage.boards() or tally == tally_of(stage) else tally


def ranked_tallies(stage: Stage) -> frozenset[str]:
    """Return the match tallies by which the stage ranks.

    They are the tallies of its chain, and the counted tally if points go by the order at the table.
    A bracket has none: the winner goes on, and tallies only order the losers of one round.
    """
    if stage.has_bracket:
        return frozenset()
    counted_tally = tally_of(stage)
    table_tallies = {counted_tally} if stage_counting(stage).table else set()
    return tallies_ranked_by(stage.chain, counted_tally) | table_tallies


def example_result(stage: Stage, default: str = "2-1") -> str:
    """Return an example result as a desk types it in this stage.

    If the shortest notation leaves out a tally that ranks, the example is a longer notation that
    states it. Otherwise the example is `default`.
    """
    tallies = ranked_tallies(stage)
    for way in stage.tournament.rules.shorthands(stage.game_rules()):
        if way.full_example and not tallies.isdisjoint(way.unstated_tallies):
            return way.full_example
    return default


def sensible_tiebreaks(stage: Stage) -> list[str]:
    """Return the tie-breaks that make sense in this stage, in the order of `tiebreaks_for`."""
    draws = stage.game_rules().can_draw
    return tiebreaks_for(stage.format, stage.tournament.game, draws=draws)


def changed_after_draw(stage: Stage) -> datetime | None:
    """Return when the counting or the chain was last changed after a draw; None if it was not."""
    drawn_rounds = Round.objects.filter(stage=stage, drawn_at__lt=OuterRef("at"))
    changes = AuditLine.objects.filter(
        Exists(drawn_rounds),
        tournament=stage.tournament_id,
        act="set_standings",
        after__stage=stage.number,
    )
    return changes.values_list("at", flat=True).first()


USUAL = "usual"  # key of the format's own preset


def presets_of(stage: Stage) -> dict[str, Preset]:
    """Return the presets that make sense in this stage, by key; the format's own comes first."""
    game, possible = stage.tournament.game, set(sensible_tiebreaks(stage))
    presets = {USUAL: usual_preset(stage)}
    for key, preset in PRESETS.items():
        chain = chain_for(key, game)
        if set(chain) <= possible and (not preset.counting.table or stage.sides() > 2):
            presets[key] = Preset(tuple(chain), preset.counting)
    return presets


def is_fixed(stage: Stage) -> bool:
    """Return whether the stage can only be ranked by the order of its format."""
    return isinstance(stage.system, PromotionBoxes)


def usual_preset(stage: Stage) -> Preset:
    """Return the preset that the stage would use by default."""
    chain, counting = default_chain_and_counting(
        {
            "game": stage.tournament.game,
            "game_options": asdict(stage.game_rules()),
            "format": stage.format,
            "format_options": stage.format_options,
        }
    )
    return Preset(tuple(chain), counting_of(counting))


def rows_of_chain(
    chain: Sequence[str], words: dict[str, Any], focus: tuple[str, str] = ("", "")
) -> list[dict[str, Any]]:
    """Return a row for each tie-break of the chain, with whether it can move `up` and `down`.

    `focus` is the last act and its tie-break. The row of that tie-break names in its `focus` the
    button that gets the keyboard focus. It is the button of the act or, if that is disabled, the
    other one.
    """
    last_movable = len(chain) - 1 - ("lot" in chain)
    rows = [
        {
            "key": key,
            "words": words[key],
            "up": 0 < index <= last_movable,
            "down": index < last_movable,
            "focus": "",
        }
        for index, key in enumerate(chain)
    ]
    act, key = focus
    for row in rows:
        if row["key"] == key and act in ("up", "down"):
            other_act = "down" if act == "up" else "up"
            row["focus"] = act if row[act] else other_act
    return rows
