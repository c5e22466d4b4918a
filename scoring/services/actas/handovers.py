"""Results confirmed on a telephone that was handed over: somebody who helps has seen them."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from scoring.models import Signature
from tournaments.models import Tournament
from tournaments.services.audit import note
from tournaments.writer import Author


@transaction.atomic
def review_handovers(
    *, tournament: Tournament, author: Author, signatures: Sequence[Signature]
) -> int:
    """Write down that these have been seen: they wait for nobody any more, and keep their mark.

    How many had not been seen before; those of another tournament are left alone.
    """
    unseen = Signature.objects.filter(
        pk__in=[one.pk for one in signatures],
        acta__match__tournament=tournament,
        handed_over=True,
        reviewed_at=None,
    )
    numbers = sorted(
        number for number in unseen.values_list("acta__match__number", flat=True) if number
    )
    if numbers:
        unseen.update(reviewed_at=timezone.now())
        note(tournament, author, "review_handovers", after={"matches": numbers})
    return len(numbers)
