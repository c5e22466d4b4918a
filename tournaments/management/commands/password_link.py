"""`manage.py password_link USUARIO`: the way back for somebody who has forgotten the password."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError

from tournaments.services.access.accounts import password_link


class Command(BaseCommand):
    help = "Print a link with which somebody sets a new password: good for a day, and once."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")
        parser.add_argument(
            "--address",
            default=settings.TAPETE_PUBLIC_URL or "http://127.0.0.1:8000",
            help="where the site is (default: TAPETE_PUBLIC_URL)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(username__iexact=options["username"], is_active=True).first()
        if user is None:
            raise CommandError(f"No hay ninguna cuenta abierta llamada «{options['username']}».")
        link = password_link(user=user, author=None)
        self.stdout.write(options["address"].rstrip("/") + link)
