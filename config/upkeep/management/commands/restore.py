"""`manage.py restore FILE`: restore everything from one file."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from config.upkeep.backups.services import restore_backup
from tournaments.models import Tournament
from tournaments.refusal import Refused


class Command(BaseCommand):
    help = "Restore a file of `manage.py backup`. Stop the web server and the workers first."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--replace",
            action="store_true",
            help="restore even if the site has data; those data are moved aside",
        )

    def handle(self, *args: Any, file: Path, replace: bool, **options: Any) -> None:
        try:
            outcome = restore_backup(file, replace=replace)
        except Refused as refused:
            raise CommandError(str(refused)) from refused
        if outcome.previous_backup:
            self.stdout.write(
                _("Los datos anteriores están en %(file)s.") % {"file": outcome.previous_backup}
            )
        self.stdout.write(
            _("Recuperada la copia del %(day)s. Torneos: %(count)s.")
            % {"day": outcome.manifest.made_at, "count": Tournament.objects.count()}
        )
        if outcome.key_differs:
            self.stdout.write(
                _("TAPETE_SECRET_KEY no es la de la copia: los QR ya impresos no se abrirán.")
            )
