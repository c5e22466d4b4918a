"""The games as the site presents them: presets and options in words."""

from collections.abc import Mapping
from dataclasses import asdict
from types import ModuleType
from typing import Any

from django.utils.functional import Promise

import rules
from tournaments.wording import cientos, guinote, malilla, marcador, revesino, tarot, truco, zanga
from tournaments.wording.tiebreaks import Words

# Each with the names of `guinote`; CHOICES where an option has a closed set of values, MEANING
# where its name does not say what it is.
GAMES: dict[str, ModuleType] = {
    "guinote": guinote,
    "truco": truco,
    "zanga": zanga,
    "malilla": malilla,
    "tarot": tarot,
    "revesino": revesino,
    "cientos": cientos,
    "marcador": marcador,
}


def game_meaning(game: str) -> str | Promise:
    """Return what the game is, where its name does not say it; else ""."""
    meaning: str | Promise = getattr(GAMES[game], "MEANING", "")
    return meaning


def preset_name(game: str, preset: str) -> str | Promise:
    return GAMES[game].PRESETS[preset]


def option_meaning(game: str, option: str) -> str | Promise:
    """One sentence on what the option decides."""
    return GAMES[game].OPTIONS[option]


def option_name(game: str, option: str) -> str | Promise:
    """The option as the label of a field."""
    return GAMES[game].OPTION_NAMES[option]


def option_choices(game: str, option: str) -> Mapping[Any, str | Promise]:
    """The values the option may have, in words, where they are a closed set; else none."""
    choices: Mapping[str, Mapping[Any, str | Promise]] = getattr(GAMES[game], "CHOICES", {})
    return choices.get(option, {})


def preset_of(game: str, options: Mapping[str, Any]) -> str:
    """The preset with exactly these options, "" for none."""
    presets, kept = rules.game(game).presets.items(), _complete(game, options)
    return next((key for key, preset in presets if asdict(preset) == kept), "")


def length_in_words(game: str, options: Mapping[str, Any]) -> str:
    """«Dos cotos de 3 partidas», in the language of the moment."""
    preset = preset_of(game, options)
    if preset:
        return str(preset_name(game, preset))
    return str(GAMES[game].length_in_words(_complete(game, options)))


def length_explained(game: str, options: Mapping[str, Any]) -> str:
    """Return who wins a match of this length, in one sentence, in the language of the moment."""
    return str(GAMES[game].length_explained(_complete(game, options)))


def _complete(game: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options with those that the game did not have when they were kept."""
    return asdict(rules.game(game).Options(**options))


def tiebreak_words(game: str) -> Mapping[str, Words]:
    """The words of the tie-breaks that read what the game counts: `counted_won`, `counted_diff`."""
    words: Mapping[str, Words] = GAMES[game].TIEBREAKS
    return words


def count_in_words(game: str, score: str) -> str:
    """«partidas 7–5»: what the game counts, with its score, in the language of the moment."""
    return str(GAMES[game].COUNT % {"score": score})
