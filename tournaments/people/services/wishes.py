"""Wishes for the draw: entries that should not meet, and entries that should."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.audit.services import note
from tournaments.formats.costs import HEAVIEST
from tournaments.models import Entry, ForbiddenCouple, Stage, Tournament
from tournaments.names.text import clean_text
from tournaments.people.selectors.wishes import APART, TOGETHER, entries_come_from_groups
from tournaments.refusal import Conflict, Refused, atomic_or_refuse, refuse_unknown_choice
from tournaments.rounds.services.tables import lock_tournament
from tournaments.setup.services.checks import check_whole_number

REASON = 300  # the most letters of a reason
MOST_ROUNDS = 99
Wished = Mapping[str, Sequence[int]]


@transaction.atomic
def set_wishes(*, stage: Stage, author: User | None, apart: Wished, together: Wished) -> Stage:
    """Set the wishes of the stage's later draws: by kind, (weight, rounds).

    Weights go from 1 to 9; 0 removes the wish. `rounds` is the last round in which it counts, 0
    for always. Raises Refused (400) for an unknown kind or an invalid weight or number of rounds.
    """
    lock_tournament(stage.tournament)
    stage.refresh_from_db(fields=["wishes"])
    cleaned = {"apart": _clean(apart, APART), "together": _clean(together, TOGETHER)}
    if entries_come_from_groups(stage):  # in such a stage the wish is on by default
        cleaned["apart"].setdefault("group", [0, 0])
    wishes: dict[str, Any] = {
        kind: weight_and_rounds for kind, weight_and_rounds in cleaned.items() if weight_and_rounds
    }
    if wishes == stage.wishes:
        return stage
    before, stage.wishes = stage.wishes, wishes
    stage.save(update_fields=["wishes"])
    note(stage.tournament, author, "set_wishes", "", before=before, after=wishes)
    return stage


def _already_forbidden() -> Refused:
    return Conflict("already_forbidden", _("Ese cruce ya estaba prohibido."), field="second")


@atomic_or_refuse(_already_forbidden)
def forbid_couple(
    *, tournament: Tournament, author: User | None, first: Entry, second: Entry, reason: str = ""
) -> ForbiddenCouple:
    """Forbid a couple of entries in draws.

    Raises Refused: 400 `same_twice` for one entry, 409 `already_forbidden`.
    """
    reason = clean_text(reason, "reason", REASON, any_start=True)
    if first.pk == second.pk:
        raise Refused("same_twice", _("Son el mismo número: hacen falta dos."), field="second")
    lower, higher = sorted((first, second), key=lambda entry: entry.number)
    couple = ForbiddenCouple.objects.create(
        tournament=tournament, first=lower, second=higher, reason=reason
    )
    note(tournament, author, "forbid_couple", f"{lower.number} ≠ {higher.number}", reason=reason)
    return couple


@transaction.atomic
def allow_couple(*, couple: ForbiddenCouple, author: User | None, reason: str = "") -> None:
    """Allow a forbidden couple again. Idempotent."""
    reason = clean_text(reason, "reason", REASON, any_start=True)
    subject = f"{couple.first.number} ≠ {couple.second.number}"
    deleted, _rows = ForbiddenCouple.objects.filter(pk=couple.pk).delete()
    if deleted:
        note(couple.tournament, author, "allow_couple", subject, reason=reason)


def _clean(wished: Wished, kinds: Sequence[str]) -> dict[str, list[int]]:
    wishes = {}
    for kind in wished:
        refuse_unknown_choice(kind, kind, kinds)
    for kind in kinds:
        weight, rounds = wished.get(kind, (0, 0))
        check_whole_number(weight, kind, HEAVIEST)
        check_whole_number(rounds, kind, MOST_ROUNDS)
        if weight:
            wishes[kind] = [weight, rounds]
    return wishes
