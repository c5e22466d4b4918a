"""Context around the acta on its page and on that of its correction."""

from typing import Any

from django.http import HttpRequest

from scoring.fixes import fixes_of, is_late
from scoring.forms.actas import PhotoForm
from scoring.selectors.matches.actas import Record, drawn_from, photos_arriving, photos_of
from tournaments.models import Match
from tournaments.permissions import allows


def around(request: HttpRequest, match: Match, record: Record) -> dict[str, Any]:
    """The photos, the link, the fixes, and what was drawn while the acta was missing."""
    late = is_late(match, record)
    version = match.shown_acta.version if match.shown_acta else 0
    return {
        **papers(match),
        "may_link": allows("table_links", request.role, authenticated=True),
        "fixes": fixes_of(match, record, version),
        "late_sheet": late,
        "drawn": drawn_from(match) if late else None,
    }


def papers(match: Match) -> dict[str, Any]:
    """Return photos, those being made (asked first, so none is missed) and the form."""
    arriving = photos_arriving(match)
    return {
        "photos": photos_of(match),
        "photos_arriving": arriving,
        "photos_going": any(job.is_going for job in arriving),
        "photo_form": PhotoForm(),
    }
