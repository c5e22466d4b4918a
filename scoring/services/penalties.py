"""Points of penalty, by whoever judges: noted with their reason, and lifted with another."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.models import Penalty
from scoring.models.penalty import MOST_PENALTY, REASON_LENGTH
from tournaments.models import Entry, Stage
from tournaments.refusal import Refused
from tournaments.services.audit import note
from tournaments.services.tables import take_turn
from tournaments.text import clean_text


@transaction.atomic
def note_penalty(
    *, stage: Stage, entry: Entry, author: User | None, points: int, reason: str
) -> Penalty:
    """Note points of penalty of an entry in a stage. They are public, with their reason.

    They place nobody by themselves: only where the stage's chain has `penalties`. Raises Refused
    400 for a number that is not from 1 to MOST_PENALTY or a reason missing.
    """
    tournament = take_turn(stage.tournament)
    if type(points) is not int or not 1 <= points <= MOST_PENALTY:
        raise Refused(
            "points_out_of_range",
            _("Los puntos de sanción van de 1 a %(most)s."),
            field="points",
            most=MOST_PENALTY,
        )
    penalty = Penalty.objects.create(
        stage=stage,
        entry=entry,
        points=points,
        reason=clean_text(reason, "reason", REASON_LENGTH, required=True, any_start=True),
        author=author,
        author_name=author.get_full_name() or author.username if author else "",
    )
    note(
        tournament, author, "note_penalty", entry,
        after={"stage": stage.number, "points": points}, reason=penalty.reason,
    )  # fmt: skip
    return penalty


@transaction.atomic
def lift_penalty(*, penalty: Penalty, author: User | None, reason: str) -> Penalty:
    """Take a penalty back: it is still told, and counts no more. Raises Refused 409 for one lifted
    already, 400 without a reason."""
    tournament = take_turn(penalty.entry.tournament)
    reason = clean_text(reason, "reason", REASON_LENGTH, required=True, any_start=True)
    penalty.refresh_from_db(fields=["lifted_at"])
    if penalty.lifted_at is not None:
        raise Refused("penalty_lifted", _("Esta sanción ya estaba levantada."), status=409)
    penalty.lifted_at = timezone.now()
    penalty.save(update_fields=["lifted_at"])
    note(
        tournament, author, "lift_penalty", penalty.entry,
        before={"stage": penalty.stage.number, "points": penalty.points}, reason=reason,
    )  # fmt: skip
    return penalty
