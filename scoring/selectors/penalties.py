"""The penalties of an entry, as everybody sees them."""

from scoring.models import Penalty
from tournaments.models import Entry, Match, Stage


def penalties_of_entry(stage: Stage, number: int) -> list[Penalty]:
    """Those of an entry in a stage, the lifted ones too, as they were noted. One query."""
    found = Penalty.objects.filter(stage=stage, entry__number=number)
    return list(found.select_related("entry", "stage").order_by("pk"))


def table_of(entry: Entry) -> int | None:
    """Where the entry plays, or played last; None if it has not sat down yet. One query."""
    sat = Match.objects.filter(
        sides__entry=entry, table__isnull=False,
        state__in=[Match.State.PLAYING, Match.State.FINISHED],
    )  # fmt: skip
    # «playing» comes after «finished», and so first here.
    return sat.order_by("-state", "-called_at", "-pk").values_list("table", flat=True).first()
