"""`manage.py backup FILE`: everything in one file."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.upkeep.backups.services import make_backup
from tournaments.refusal import Refused


class Command(BaseCommand):
    help = "Write database, photos, PDFs and secret key into one new file that only you can read."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            manifest = make_backup(file)
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        papers = sum(name.startswith("media/") for name in manifest.files)
        size = file.stat().st_size / 1e6
        message = ngettext(
            "%(file)s: la base de datos, la clave y %(count)s archivo (%(size).1f MB).",
            "%(file)s: la base de datos, la clave y %(count)s archivos (%(size).1f MB).",
            papers,
        )
        self.stdout.write(message % {"file": file, "count": papers, "size": size})
        self.stdout.write(
            _("Contiene la clave secreta y nombres de personas: guárdela donde nadie más la vea.")
        )
