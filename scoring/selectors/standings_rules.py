"""The page on which the organiser says how a stage counts and ranks."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from scoring.selectors.counting import offered
from scoring.standings.counting import counting_of
from scoring.standings.presets import PRESETS, Preset, chain_for
from tournaments.models import Stage
from tournaments.services.setup.checks import usual_of

USUAL = "usual"  # the preset of the format itself


def presets_of(stage: Stage) -> dict[str, Preset]:
    """The chains of halls that make sense in this stage, by their key; first, that of its
    format."""
    game, possible = stage.tournament.game, set(offered(stage))
    found = {USUAL: usual_preset(stage)}
    for key, preset in PRESETS.items():
        chain = chain_for(key, game)
        if set(chain) <= possible and (not preset.counting.table or stage.sides() > 2):
            found[key] = Preset(tuple(chain), preset.counting)
    return found


def is_fixed(stage: Stage) -> bool:
    """Whether the stage can be ranked by no other order than that of its format."""
    return stage.system.fixed_order


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
