"""`manage.py expire_files`: remove old files, lists and requests, as the worker does hourly."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.jobs.services.expiry import expire_files


class Command(BaseCommand):
    help = (
        "Remove the files of jobs and imports older than DAYS days (default: "
        "TAPETE_FILES_KEPT_DAYS). Tournaments, actas and results stay."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--days", type=int, default=settings.TAPETE_FILES_KEPT_DAYS)

    def handle(self, *args: Any, days: int, **options: Any) -> None:
        if days < 1:
            raise CommandError("--days: uno por lo menos; con 0 en los ajustes no se borra nada.")
        counts = expire_files(days=days)
        self.stdout.write(
            f"Borrados: {counts.files} ficheros y {counts.previews} listas de más de {days} días."
        )
