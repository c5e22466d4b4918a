"""The length of a match in words: by its name, or what the game says of its options."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import rules
from tournaments.games import GAMES


def preset_of(game: str, options: Mapping[str, Any]) -> str:
    """Return the preset with exactly these options, "" for none."""
    complete = _complete(game, options)
    presets = rules.game(game).presets.items()
    return next((key for key, preset in presets if asdict(preset) == complete), "")


def length_in_words(game: str, options: Mapping[str, Any]) -> str:
    """«Dos cotos de 3 partidas», in the language of the moment."""
    if preset := preset_of(game, options):
        return str(GAMES[game].presets[preset])
    return GAMES[game].length_in_words(_complete(game, options))


def length_explained(game: str, options: Mapping[str, Any]) -> str:
    """Return who wins a match of this length, in one sentence, in the language of the moment."""
    return GAMES[game].length_explained(_complete(game, options))


def _complete(game: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options with those that the game did not have when they were kept."""
    return asdict(rules.game(game).Options(**options))
