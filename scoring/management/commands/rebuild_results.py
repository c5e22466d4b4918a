"""`manage.py rebuild_results SLUG`: every result folded again from its acta."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from rules.core import RuleError
from scoring.models import Result
from scoring.selectors.actas import live_record
from scoring.services.results import rebuild_result, result_values
from tournaments.models import Match, Tournament

STORED = "winner", "tallies", "forfeit"


class Command(BaseCommand):
    help = (
        "Folds every live acta of a tournament again and writes the results anew. With --check "
        "nothing is written. Exit status 1 when a stored result was not what its acta says."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug")
        parser.add_argument("--check", action="store_true", help="only say what differs")

    def handle(self, *args: Any, slug: str, check: bool, **options: Any) -> None:
        tournament = Tournament.objects.filter(slug=slug).first()
        if tournament is None:
            raise CommandError(f"There is no tournament «{slug}».")
        played = tournament.matches.filter(number__isnull=False).order_by("number")
        differing = 0
        for match in played.select_related("round__stage", "tournament", "result"):
            difference = self._difference(match)
            if not difference:
                continue
            differing += 1
            self.stdout.write(f"{match.number} ({match.code}): {difference}")
            if not check and not difference.startswith("unreadable"):
                rebuild_result(match)
        done = "differ" if check else "differed and were rebuilt"
        self.stdout.write(f"{len(played)} matches, {differing} {done}.")
        if differing:
            raise SystemExit(1)

    def _difference(self, match: Match) -> str:
        """What the stored result lacks or has too much, "" when it is what the acta says."""
        try:
            record = live_record(match)
        except RuleError as error:
            return f"unreadable acta, {error}"
        folded = result_values(match, record) if record.score.over else None
        result = Result.objects.filter(match=match).first()
        stored = result and {name: getattr(result, name) for name in STORED}
        if stored != folded:
            return f"stored {stored}, folded {folded}"
        if record.score.over != (match.state == Match.State.FINISHED):
            return f"state {match.state}, folded {'over' if record.score.over else 'open'}"
        return ""
