"""`manage.py import_tournament FILE --organiser USERNAME`: create the tournament of a file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError

from scoring.transfer.services import import_tournament
from tournaments.refusal import Refused


class Command(BaseCommand):
    help = "Create a tournament from a file of export_tournament or of the site."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the file to read")
        parser.add_argument("--organiser", required=True, help="username of its organiser")
        parser.add_argument(
            "--as-another",
            action="store_true",
            help="with new codes, if the tournament is here already",
        )

    def handle(self, *args: Any, file: Path, organiser: str, **options: Any) -> None:
        author = User.objects.filter(username=organiser).first()
        if author is None:
            raise CommandError(f"No hay ninguna cuenta «{organiser}».")
        try:
            tournament = import_tournament(
                author=author,
                content=file.read_bytes(),
                as_another=options["as_another"],
                unlimited=True,
            )
        except (OSError, Refused) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{tournament.name}: /t/{tournament.slug}/")
