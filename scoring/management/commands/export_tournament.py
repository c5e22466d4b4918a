"""`manage.py export_tournament SLUG FILE`: write a tournament as one file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scoring.transfer.selectors import tournament_file
from tournaments.models import Tournament
from tournaments.refusal import Refused


class Command(BaseCommand):
    help = "Write a tournament with all its data as one file, for another Tapete."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="slug of the tournament, from its address /t/SLUG/")
        parser.add_argument("file", type=Path, help="the file to write, such as day.tapete")
        parser.add_argument("--no-photos", action="store_true", help="leave out the photos")

    def handle(self, *args: Any, slug: str, file: Path, **options: Any) -> None:
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is None:
            raise CommandError(f"No hay ningún torneo «{slug}».")
        try:
            file.write_bytes(tournament_file(tournament, photos=not options["no_photos"]))
        except (OSError, Refused) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{tournament.name}: {file}")
