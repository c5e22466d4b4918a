"""`manage.py doctor`: the system checks of the machine, printed for a person."""

import os
import sys
from typing import Any

from django.conf import settings
from django.core.checks import ERROR, WARNING, CheckMessage, run_checks
from django.core.management.base import BaseCommand, CommandParser
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from config.upkeep.checks import TAG, TITLES


class Command(BaseCommand):
    help = "Check libraries, database, queue, mail and disk, and say how to mend each fault."
    requires_system_checks: list[str] = []  # the doctor must run even if all else fails

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--language", choices=list(dict(settings.LANGUAGES)))

    def handle(self, *args: Any, language: str | None, **options: Any) -> None:
        locale_name = os.environ.get("LC_ALL") or os.environ.get("LANG") or ""
        with translation.override(language or ("en" if locale_name.startswith("en") else "es")):
            self.stdout.write(f"Tapete {settings.TAPETE_VERSION}")
            messages = run_checks(tags=[TAG], include_deployment_checks=True)
            order = [f"{TAG}.{name}" for name in TITLES]
            for message in sorted(messages, key=lambda message: order.index(str(message.id))):
                self.stdout.write(f"{_state(message):<5} {message.obj}: {message.msg}")
                if message.hint:
                    self.stdout.write(f"      → {message.hint}")
        if any(message.is_serious(ERROR) for message in messages):
            sys.exit(1)


def _state(message: CheckMessage) -> str:
    if message.is_serious(ERROR):
        return str(_("MAL"))
    return str(_("ojo") if message.is_serious(WARNING) else _("bien"))
