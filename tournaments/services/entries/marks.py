"""Everybody paid, everybody present: in one act, which can be undone."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.models import AuditLine, Entry, Tournament
from tournaments.ports import scoring_port
from tournaments.refusal import Conflict, refuse_unknown
from tournaments.selectors.marks import MARKS, last_markings
from tournaments.services.audit import note
from tournaments.services.entries.rows import lock


@transaction.atomic
def mark_all(*, tournament: Tournament, author: User | None, mark: str) -> AuditLine | None:
    """Mark all entries with a place as paid or present; one audit line, None for no change.

    Raises Refused 400 for a mark there is not.
    """
    refuse_unknown("mark", mark, MARKS)
    lock(tournament)
    entries = tournament.entries.filter(state=Entry.State.ENTERED, **{mark: False})
    numbers = list(entries.order_by("number").values_list("number", flat=True))
    if not numbers:
        return None
    _set(tournament, numbers, mark, True)
    after = {mark: True, "pairs": numbers}
    line = note(tournament, author, "mark_all", after=after)
    if mark == "present":  # by the clock, who was left out may be called
        scoring_port().welcome(tournament, author)
    return line


@transaction.atomic
def unmark_all(*, tournament: Tournament, author: User | None, mark: str, line: int) -> list[int]:
    """Take back the last `mark_all`, whose audit line is `line`: those it changed only.

    Raises Refused: 400 for a mark there is not, 409 `nothing_to_undo`.
    """
    refuse_unknown("mark", mark, MARKS)
    lock(tournament)
    last = last_markings(tournament).get(mark)
    if last is None or last.pk != line:
        raise Conflict(
            "nothing_to_undo",
            _("Eso ya está deshecho, o se ha vuelto a marcar después: mire la lista."),
        )
    numbers = list(last.after["pairs"])
    _set(tournament, numbers, mark, False)
    note(tournament, author, "unmark_all", before=last.after, after={mark: False})
    return numbers


def _set(tournament: Tournament, numbers: list[int], mark: str, value: bool) -> None:
    tournament.entries.filter(number__in=numbers).update(**{mark: value})
