"""The games as the site presents them: presets and options in words."""

from types import ModuleType

from django.utils.functional import Promise

from tournaments.wording import guinote

_GAMES: dict[str, ModuleType] = {"guinote": guinote}


def preset_name(game: str, preset: str) -> str | Promise:
    return _GAMES[game].PRESETS[preset]


def option_meaning(game: str, option: str) -> str | Promise:
    """One sentence on what the option decides."""
    return _GAMES[game].OPTIONS[option]


def option_name(game: str, option: str) -> str | Promise:
    """The option as the label of a field."""
    return _GAMES[game].OPTION_NAMES[option]
