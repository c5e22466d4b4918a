"""`manage.py demo`: create a simulated tournament, to look at, to learn with or to test."""

from argparse import ArgumentParser
from dataclasses import asdict, fields
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError

import rules
from scoring.forecast.simulation import rehearsal
from scoring.forecast.simulation.demonstration import (
    LOGINS,
    NAME,
    demo_user,
    start_of_today,
    wants_demo,
)
from scoring.stages.selectors.chain import stage_over
from tournaments import formats
from tournaments.accounts.services.roles import grant_role
from tournaments.models import Role, Tournament
from tournaments.names.audience import EVERY_ROUND
from tournaments.refusal import refusal_from
from tournaments.setup.services.checks import playable_presets
from tournaments.setup.services.tournament import create_tournament


class Command(BaseCommand):
    help = "Create and play a demo tournament. The same seed gives the same actas."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--game", default=next(iter(rules.GAMES)), choices=sorted(rules.GAMES))
        parser.add_argument("--preset", default="", help="a preset of the game (manage.py games)")
        parser.add_argument(
            "--format",
            default="",
            choices=["", *sorted(formats.FORMATS)],
            help="default: swiss for two sides, totals for more",
        )
        parser.add_argument(
            "--option",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="an option of the format; may be repeated",
        )
        parser.add_argument(
            "--entries",
            type=int,
            default=32,
            help="number of entries: pairs, teams or single people",
        )
        parser.add_argument("--squad", type=int, default=0, help="people in a team, if teams play")
        parser.add_argument("--tables", type=int, default=0, help="default: one for each match")
        parser.add_argument("--rounds", type=int, default=3, help="rounds to play")
        parser.add_argument("--finish", action="store_true", help="play to the end")
        parser.add_argument("--seed", default="tapete")
        parser.add_argument("--name", default=NAME)
        parser.add_argument(
            "--if-empty", action="store_true", help="only if there is no other tournament"
        )

    def handle(self, **options: Any) -> None:
        if options["if_empty"] and not wants_demo():
            return
        if not 2 <= options["entries"] <= 500:
            raise CommandError("--entries: between 2 and 500")
        try:
            tournament = self.play(options)
        except Exception as error:
            refusal = refusal_from(error)
            if refusal is None:
                raise
            raise CommandError(str(refusal)) from error
        self.stdout.write(f"{tournament.name}: /t/{tournament.slug}/")

    def play(self, options: dict[str, Any]) -> Tournament:
        organiser = demo_user("organizacion")
        tournament = self.create(organiser, options)
        for username, role in LOGINS.items():
            if role != Role.ORGANISER:
                demo_user(username)
                grant_role(tournament=tournament, author=organiser, username=username, role=role)
        rehearsal.enter_people(tournament, organiser, options["entries"], options["seed"])
        stage, rounds = tournament.stage, options["rounds"]
        if options["finish"] and not stage.by_calls:
            rounds = 1000
        rehearsal.play_rounds(stage, organiser, rounds, options["seed"])
        if stage.by_calls and options["finish"]:
            list(rehearsal.close_clock(stage, organiser, options["seed"]))
        elif not stage.by_calls and not stage_over(stage, EVERY_ROUND):
            # Leave the next round at the tables, so that the user has results to type.
            rehearsal.publish_next_round(stage, organiser, options["seed"])
        return tournament

    def create(self, organiser: User, options: dict[str, Any]) -> Tournament:
        game = rules.game(options["game"])
        preset = options["preset"] or next(iter(playable_presets(game.key) or game.presets))
        if preset not in game.presets:
            raise CommandError(f"--preset: {', '.join(game.presets)}")
        sides = game.presets[preset].sides
        format = options["format"] or ("swiss" if sides == 2 else "totals")
        format_options = self.format_options(format, options)
        defaults = {
            field.name: field.default for field in fields(formats.format(format).options_class)
        }
        boards = format_options.get("boards", defaults.get("boards", 1))
        return create_tournament(
            author=organiser,
            name=options["name"],
            venue="Casino de Calamocha",
            starts_at=start_of_today(options["rounds"]),
            tables=options["tables"] or max(1, options["entries"] // sides * boards),
            game=game.key,
            game_options=asdict(game.presets[preset]),
            format=format,
            format_options=format_options,
            seed=options["seed"],
            squad=options["squad"],
            unlimited=True,
        )

    def format_options(self, format: str, options: dict[str, Any]) -> dict[str, Any]:
        """Return the options of the format: the defaults of a demo, changed by each `--option`.

        Raises CommandError for an unknown option.
        """
        kinds = {field.name: field for field in fields(formats.format(format).options_class)}
        values: dict[str, Any] = {}
        # In a format with blocks, the option counts the rounds of a block, not of the day.
        if "rounds" in kinds and "blocks" not in kinds:
            values["rounds"] = options["rounds"] + 1
        if "third_place" in kinds:
            values["third_place"] = True
        for text in options["option"]:
            name, _equals, value = text.partition("=")
            if name not in kinds:
                raise CommandError(f"--option: {', '.join(kinds)}")
            kind: Any = kinds[name].type
            values[name] = value in ("", "1", "true") if kind is bool else kind(value)
        return values
