"""`manage.py doctor`: what is wrong with this machine, and how to mend it."""

import os
import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from config.upkeep.doctor import examine

STATES = {"well": _("bien"), "care": _("ojo"), "wrong": _("MAL")}


class Command(BaseCommand):
    help = "Look at libraries, database, queue, mail, disk… and say how to mend what is wrong."
    requires_system_checks: list[str] = []  # it must speak when nothing else does

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--language", choices=list(dict(settings.LANGUAGES)))

    def handle(self, *args: Any, language: str | None, **options: Any) -> None:
        spoken = os.environ.get("LC_ALL") or os.environ.get("LANG") or ""
        with translation.override(language or ("en" if spoken.startswith("en") else "es")):
            failed = self.tell()
        if failed:
            sys.exit(1)

    def tell(self) -> bool:
        """Print each finding; return whether any is wrong."""
        failed = False
        for name, finding in examine():
            self.stdout.write(f"{STATES[finding.state]:<5} {name}: {finding.said}")
            if finding.mend:
                self.stdout.write(f"      → {finding.mend}")
            failed = failed or finding.state == "wrong"
        return failed
