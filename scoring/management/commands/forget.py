"""`manage.py forget --months 24`: anonymise the players of tournaments idle for 24 months."""

from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db.models import Max
from django.utils import timezone

from scoring.people_data.services.forgetting import anonymise_entries
from tournaments.models import Tournament

MONTH = timedelta(days=365) / 12


class Command(BaseCommand):
    help = (
        "Anonymise the entries of each tournament without acts for the last MONTHS months: an "
        "entry becomes «pareja 27» and keeps its results. Meant for a nightly task."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--months", type=int, required=True)
        parser.add_argument("--dry-run", action="store_true", help="only print the tournaments")

    def handle(self, *args: Any, months: int, dry_run: bool, **options: Any) -> None:
        limit = timezone.now() - MONTH * max(months, 1)
        named_tournaments = Tournament.objects.filter(
            entries__anonymised_at=None, entries__isnull=False
        )
        idle_tournaments = named_tournaments.annotate(last=Max("audit__at")).filter(
            last__lt=limit, starts_at__lt=limit
        )
        for tournament in idle_tournaments.order_by("pk"):
            if dry_run:
                self.stdout.write(f"{tournament.slug}")
                continue
            counts = anonymise_entries(tournament=tournament, author=None)
            self.stdout.write(f"{tournament.slug}: {counts.anonymous + counts.deleted}")
