"""The penalties of an entry, as everybody sees them."""

from scoring.models import Penalty
from tournaments.models import Stage


def penalties_of_entry(stage: Stage, number: int) -> list[Penalty]:
    """Those of an entry in a stage, the lifted ones too, as they were noted. One query."""
    found = Penalty.objects.filter(stage=stage, entry__number=number)
    return list(found.select_related("entry", "stage").order_by("pk"))
