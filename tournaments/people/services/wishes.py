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

REASON_LENGTH = 300  # the most letters of a reason
MAX_ROUNDS = 99
WishValues = Mapping[str, Sequence[int]]


@transaction.atomic
def set_wishes(
    *, stage: Stage, author: User | None, apart: WishValues, together: WishValues
) -> Stage:
    """Set the wishes for the later draws of the stage: the weight and the rounds of each kind.

    Weights go from 1 to 9; 0 removes the wish. `rounds` is the last round in which the wish counts,
    0 for always. Raises Refused 400 for an unknown kind, weight or number of rounds.
    """
    lock_tournament(stage.tournament)
    stage.refresh_from_db(fields=["wishes"])
    checked_wishes = {
        "apart": _clean_wishes(apart, APART),
        "together": _clean_wishes(together, TOGETHER),
    }
    if entries_come_from_groups(stage):  # in such a stage the wish is on by default
        checked_wishes["apart"].setdefault("group", [0, 0])
    wishes: dict[str, Any] = {
        kind: weight_and_rounds
        for kind, weight_and_rounds in checked_wishes.items()
        if weight_and_rounds
    }
    if wishes == stage.wishes:
        return stage
    old_wishes, stage.wishes = stage.wishes, wishes
    stage.save(update_fields=["wishes"])
    note(stage.tournament, author, "set_wishes", "", before=old_wishes, after=wishes)
    return stage


def _already_forbidden() -> Refused:
    return Conflict("already_forbidden", _("Ese cruce ya estaba prohibido."), field="second")


@atomic_or_refuse(_already_forbidden)
def forbid_couple(
    *, tournament: Tournament, author: User | None, first: Entry, second: Entry, reason: str = ""
) -> ForbiddenCouple:
    """Forbid that draws put these two entries together.

    Raises Refused: 400 `same_twice` for one entry, 409 `already_forbidden`.
    """
    reason = clean_text(reason, "reason", REASON_LENGTH, any_start=True)
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
    reason = clean_text(reason, "reason", REASON_LENGTH, any_start=True)
    subject = f"{couple.first.number} ≠ {couple.second.number}"
    count, _rows = ForbiddenCouple.objects.filter(pk=couple.pk).delete()
    if count:
        note(couple.tournament, author, "allow_couple", subject, reason=reason)


def _clean_wishes(wishes: WishValues, kinds: Sequence[str]) -> dict[str, list[int]]:
    cleaned_wishes = {}
    for kind in wishes:
        refuse_unknown_choice(kind, kind, kinds)
    for kind in kinds:
        weight, rounds = wishes.get(kind, (0, 0))
        check_whole_number(weight, kind, HEAVIEST)
        check_whole_number(rounds, kind, MAX_ROUNDS)
        if weight:
            cleaned_wishes[kind] = [weight, rounds]
    return cleaned_wishes
