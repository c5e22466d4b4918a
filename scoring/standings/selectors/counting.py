"""How a stage counts and ranks: what is kept with it, and what else it could be."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef

from scoring.standings.counting import PRESETS, Counting, Preset, counting_of
from scoring.standings.selectors.history import tally_of
from scoring.standings.tiebreaks import chain_for, tallies_ranked, tiebreaks_for
from tournaments.formats.boxes import PromotionBoxes
from tournaments.formats.core import DRAW, MEAN
from tournaments.models import AuditLine, Round, Stage
from tournaments.setup.services.checks import usual_of


def stage_counting(stage: Stage) -> Counting:
    """Return the stage's counting, with the worth that its format gives to a rest."""
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


def ranked_tallies(stage: Stage) -> frozenset[str]:
    """Return the tallies of a match by which the stage ranks: those of its chain, and the one that
    gives the points by the order at the table. None in a bracket: who wins goes on, and the tallies
    only order those who fell in one round."""
    if stage.has_bracket:
        return frozenset()
    counted = tally_of(stage)
    by_table = {counted} if stage_counting(stage).table else set()
    return tallies_ranked(stage.chain, counted) | by_table


def whole_result(stage: Stage, usual: str = "2-1") -> str:
    """Return a result as a desk types it in this stage: with the tallies that rank, where the
    shortest way leaves some out; else the `usual` one."""
    ranked = ranked_tallies(stage)
    for way in stage.tournament.rules.result_ways(stage.game_rules()):
        if way.instead and not ranked.isdisjoint(way.unstated):
            return way.instead
    return usual


def offered(stage: Stage) -> list[str]:
    """The tie-breaks that make sense in this stage, in the order of the list."""
    draws = stage.game_rules().can_draw
    return tiebreaks_for(stage.format, stage.tournament.game, draws=draws)


def changed_after_draw(stage: Stage) -> datetime | None:
    """When the counting or the chain was last changed after a draw; None if never."""
    drawn = Round.objects.filter(stage=stage, drawn_at__lt=OuterRef("at"))
    changes = AuditLine.objects.filter(
        Exists(drawn),
        tournament=stage.tournament_id,
        act="set_standings",
        after__stage=stage.number,
    )
    return changes.values_list("at", flat=True).first()


USUAL = "usual"  # the preset of the format itself


def presets_of(stage: Stage) -> dict[str, Preset]:
    """The chains of halls that make sense in this stage, by key; first that of its format."""
    game, possible = stage.tournament.game, set(offered(stage))
    found = {USUAL: usual_preset(stage)}
    for key, preset in PRESETS.items():
        chain = chain_for(key, game)
        if set(chain) <= possible and (not preset.counting.table or stage.sides() > 2):
            found[key] = Preset(tuple(chain), preset.counting)
    return found


def is_fixed(stage: Stage) -> bool:
    """Whether the stage can be ranked by no other order than that of its format."""
    return isinstance(stage.system, PromotionBoxes)


def usual_preset(stage: Stage) -> Preset:
    """How the stage counts and ranks unless the organiser says otherwise."""
    chain, counting = usual_of(
        {
            "game": stage.tournament.game,
            "game_options": asdict(stage.game_rules()),  # type: ignore[call-overload]
            "format": stage.format,
            "format_options": stage.format_options,
        }
    )
    return Preset(tuple(chain), counting_of(counting))


def rows_of_chain(
    chain: Sequence[str], words: dict[str, Any], focus: tuple[str, str] = ("", "")
) -> list[dict[str, Any]]:
    """The chain line by line, with what can be done to each; `focus` is the act just done and to
    which, so that the keyboard stays where it was."""
    last = len(chain) - 1 - ("lot" in chain)
    rows = [
        {"key": key, "words": words[key], "up": 0 < at <= last, "down": at < last, "focus": ""}
        for at, key in enumerate(chain)
    ]
    act, key = focus
    for row in rows:
        if row["key"] == key and act in ("up", "down"):
            other = "down" if act == "up" else "up"
            row["focus"] = act if row[act] else other
    return rows
