"""The letterhead of the sheets of a tournament."""

from collections.abc import Iterable

from scoring.models import Letterhead
from tournaments.models import Tournament

LOGO = "logo"  # the kind of the job that makes one ready


def letterhead_of(tournament: Tournament) -> Letterhead:
    """Return the one kept, or an empty one."""
    found = Letterhead.objects.filter(tournament=tournament).first()
    return found or Letterhead(tournament=tournament)


def files_of_logos(tournaments: list[int]) -> Iterable[str]:
    """The names of the files of the logos of these tournaments, "" for none."""
    return Letterhead.objects.filter(tournament__in=tournaments).values_list("logo", flat=True)
