"""Questions about the photos of the paper."""

from scoring.models import Photo
from tournaments.models import Match


def photos_of(match: Match) -> list[Photo]:
    """The photos of a match, the oldest first. One query."""
    return list(match.photos.order_by("pk"))


def get_photo(match: Match, key: int) -> Photo | None:
    """That photo, if it is of this match. One query."""
    return match.photos.filter(pk=key).first() if key < 2**63 else None
