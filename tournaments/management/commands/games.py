"""`manage.py games`: the games with their lengths and options."""

import json
from argparse import ArgumentParser
from dataclasses import asdict, fields
from typing import Any

from django.core.management.base import BaseCommand

from rules import GAMES
from rules.core import AnyGame
from tournaments.games import GAMES as GAME_WORDS


class Command(BaseCommand):
    help = "Los juegos, con sus modalidades y sus opciones."
    requires_system_checks: list[str] = []  # the rules need neither database nor pages

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="un solo objeto JSON")

    def handle(self, **options: Any) -> None:
        games = {key: describe(game) for key, game in GAMES.items()}
        if options["json"]:
            self.stdout.write(json.dumps(games, ensure_ascii=False, indent=2))
            return
        for key, game in games.items():
            self._write(key, game)

    def _write(self, key: str, game: dict[str, Any]) -> None:
        self.stdout.write(f"{key} · {game['name']}")
        self.stdout.write("  modalidades (--preset):")
        for name, preset in game["presets"].items():
            values = " ".join(f"{option}={value}" for option, value in preset["options"].items())
            self.stdout.write(f"    {name:<16} {preset['name']} ({values})")
        self.stdout.write("  opciones (--set opción=valor):")
        for name, option in game["options"].items():
            self.stdout.write(f"    {name}={option['default']}  {option['meaning']}")


def describe(game: AnyGame) -> dict[str, Any]:
    """Return the name, sides, tallies, presets and options of a game, as plain values."""
    default, words = game.Options(), GAME_WORDS[game.key]
    return {
        "name": game.name,
        "sides": default.sides,
        "tallies": list(game.tallies),
        "presets": {
            key: {"name": str(words.presets[key]), "options": asdict(preset)}
            for key, preset in game.presets.items()
        },
        "options": {
            option.name: {
                "default": getattr(default, option.name),
                "meaning": str(words.options[option.name]),
            }
            for option in fields(default)
        },
    }
