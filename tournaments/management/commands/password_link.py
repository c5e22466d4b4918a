"""`manage.py password_link USUARIO`: print a link for a user who has forgotten the password."""

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError

from tournaments.accounts.services.accounts import password_link
from tournaments.site.public_address import url_without_request


class Command(BaseCommand):
    help = "Print a link that sets a new password, valid once and for a day."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")
        parser.add_argument(
            "--address",
            help="the site's address (default: TAPETE_PUBLIC_URL, or that of ./dev run)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(username__iexact=options["username"], is_active=True).first()
        if user is None:
            raise CommandError(f"No hay ninguna cuenta abierta llamada «{options['username']}».")
        link = password_link(user=user, author=None)
        address = options["address"] or url_without_request()
        self.stdout.write(address.rstrip("/") + link)
