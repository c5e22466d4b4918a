"""Numbers of the day: what its hands had, and how long its matches took at each table."""

from collections import Counter, defaultdict
from datetime import timedelta

from scoring.models import Result
from tournaments.models import Match, Stage, Tournament
from tournaments.names.audience import Audience
from tournaments.selectors.rounds import published

MINUTE = timedelta(minutes=1)


def counted_in(tournament: Tournament, audience: Audience) -> Counter[str]:
    """Return how many of what its game counts the hands of all its finished matches have."""
    found: Counter[str] = Counter()
    results = Result.objects.filter(
        published(audience, "match__round"), match__tournament=tournament
    ).exclude(counts={})
    for counts in results.values_list("counts", flat=True).iterator():
        found.update(counts)
    return found


def minutes_by_table(stage: Stage, audience: Audience) -> dict[int, list[float]]:
    """Return how long the matches of the stage took at each table, from the call to the end."""
    played = Match.objects.filter(
        published(audience, "round"),
        round__stage=stage,
        state=Match.State.FINISHED,
        table__isnull=False,
        called_at__isnull=False,
        finished_at__isnull=False,
    ).exclude(result__forfeit=True)
    found: defaultdict[int, list[float]] = defaultdict(list)
    for table, called, finished in played.order_by("pk").values_list(
        "table", "called_at", "finished_at"
    ):
        found[table].append(max(finished - called, timedelta()) / MINUTE)
    return dict(found)
