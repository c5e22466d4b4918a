"""The audit line that every action writes."""

from typing import Any

from django.utils.translation import override

from tournaments.models import AuditLine, Entry, Tournament
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
    itself. «Ronda 3» is stored in Spanish; `audit.words` translates it. An entry is stored with its
    names.
    """
    writer = writer_of(author)
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
    )
