"""A length of match chosen from those of the game and touched up with numbers."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django.utils.translation import gettext_lazy as _

import rules
from rules.core import changed
from tournaments.games import GAMES
from tournaments.refusal import Refused
from tournaments.wording.games import preset_of


def personalised(game: str, preset: str, typed: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a preset ("" for the game's own) after what was typed over it.

    «Al mejor de 13» with 3 cotos typed is a match by cotos. Raises the game's RuleError, or
    Refused `options_contradict` when two of the typed exclude one another.

    >>> personalised("guinote", "mejor_de_13", {"cotos": 3})
    {'players': 4, 'cotos': 3, 'partidas': 3, 'best_of': 0, 'play_all': False}
    """
    kind = rules.game(game)
    changes = dict(typed)
    for name, resets in kind.resets.items():
        if typed.get(name):
            for other, value in resets.items():
                if typed.get(other, value) != value:
                    raise _contradiction(game, name, other)
                changes[other] = value
    base = kind.presets[preset] if preset else kind.Options()
    return asdict(changed(base, changes))


def shown(game: str, options: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """The preset and the numbers with which a form shows these options: `personalised` undone."""
    if preset := preset_of(game, options):
        return preset, {}
    idle = {
        name
        for name, resets in rules.game(game).resets.items()
        if any(options[other] != value for other, value in resets.items())
    }
    blank = asdict(rules.game(game).Options())  # what a field left empty stands for
    return "", {
        name: value
        for name, value in options.items()
        if (value or blank[name]) and name not in idle
    }


def _contradiction(game: str, name: str, other: str) -> Refused:
    return Refused(
        "options_contradict",
        _("«%(one)s» y «%(other)s» no pueden ir juntos: deje uno de los dos en blanco."),
        field=other,
        one=GAMES[game].option_names[name],
        other=GAMES[game].option_names[other],
    )
