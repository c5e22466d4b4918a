"""The audit line that every action writes."""

from typing import Any

from django.utils.translation import override

from tournaments.models import AuditLine, Club, ClubLine, Entry, Match, Round, Tournament
from tournaments.names.audience import EVERYTHING
from tournaments.writer import Author, writer_of


def note(
    tournament: Tournament,
    author: Author,
    act: str,
    subject: object = "",
    *,
    before: Any = None,
    after: Any = None,
    reason: str = "",
) -> AuditLine:
    """Write one audit line, inside the action's own transaction.

    `act` is the service's name; `before` and `after` are plain JSON. `author` None is Tapete
    itself. `subject` is stored as Spanish text («Ronda 3»), which `audit.words` translates. An
    entry is stored with its names.
    """
    writer, resource = writer_of(author), _resource_of(subject)
    if isinstance(subject, Entry):
        subject = subject.full_title_for(EVERYTHING)
    with override("es"):
        title = str(subject)[:200]
    return AuditLine.objects.create(
        tournament=tournament,
        author=writer.user,
        author_name=writer.title[:150],
        act=act,
        subject=title,
        before=before,
        after=after,
        reason=reason,
        resource=resource,
    )


def note_in_club(
    club: Club,
    author: Author,
    act: str,
    subject: str = "",
    *,
    before: Any = None,
    after: Any = None,
) -> ClubLine:
    """Write one line in the log of a club, inside the action's own transaction.

    The arguments are those of `note`.
    """
    writer = writer_of(author)
    return ClubLine.objects.create(
        club=club,
        author=writer.user,
        author_name=writer.title[:150],
        act=act,
        subject=subject[:200],
        before=before,
        after=after,
    )


def _resource_of(subject: object) -> str:
    """Return the address of an action's subject in the API, "" if the subject has none."""
    if isinstance(subject, Entry):
        return f"entries/{subject.number}/"
    if isinstance(subject, Match):
        return f"matches/{subject.code}/"
    return f"rounds/{subject.serial}/" if isinstance(subject, Round) else ""
