"""The audit line every act leaves."""

from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import override

from tournaments.models import AuditLine, Tournament


def note(
    tournament: Tournament,
    author: User | None,
    act: str,
    subject: object = "",
    *,
    before: Any = None,
    after: Any = None,
    reason: str = "",
) -> AuditLine:
    """Write one audit line: call it inside the act's own transaction.

    `act` is the service's name; `before` and `after` are plain JSON values. `author` None is
    Tapete itself (the demo, a job taken up again). «Ronda 3» is kept in Spanish whatever the
    author's language; `tournaments.wording.audit` says it in the reader's.
    """
    with override("es"):
        said = str(subject)[:200]
    return AuditLine.objects.create(
        tournament=tournament,
        author=author,
        author_name=author.get_full_name() or author.username if author else "",
        act=act,
        subject=said,
        before=before,
        after=after,
        reason=reason,
    )
