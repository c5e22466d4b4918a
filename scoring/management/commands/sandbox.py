"""`manage.py sandbox`: the other side of a rehearsal (`scoring.simulation`); not for people."""

import json
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from scoring.simulation.sandbox import Order, play_copy


class Command(BaseCommand):
    help = "Play the tournament that comes as JSON, in an empty database in memory (rehearsals)."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        if connection.vendor != "sqlite" or not connection.is_in_memory_db():
            raise CommandError(
                "a rehearsal is played in memory only: DATABASE_URL=sqlite://:memory:"
            )
        order = Order(**json.load(sys.stdin))
        for told in play_copy(order):
            self.stdout.write(json.dumps(told))
            self.stdout.flush()
