"""A change of the number of rounds of a stage in play, with a reason."""

from dataclasses import asdict
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.audit.services import note
from tournaments.models import Stage
from tournaments.names.text import clean_text
from tournaments.refusal import Conflict, Refused
from tournaments.rounds.selectors.rounds import latest_round
from tournaments.rounds.services.drafts import REASON_LENGTH
from tournaments.rounds.services.tables import lock_tournament


@transaction.atomic
def change_rounds(*, stage: Stage, author: User | None, rounds: int, reason: str) -> Stage:
    """Set the total number of rounds (or blocks) from now on; «the best m» never exceeds it.

    Raises Refused: 400 without a reason or with the same number; 409 `no_rounds`, `rounds_drawn`;
    and DrawError 400 for a number that the format does not allow.
    """
    reason = clean_text(reason, "reason", REASON_LENGTH, required=True, any_start=True)
    tournament = lock_tournament(stage.tournament)
    stage.refresh_from_db(fields=["format_options"])
    name, before = stage.system.length_option, asdict(stage.format_rules())
    if not name:
        raise Conflict("no_rounds", _("En este sistema nadie fija cuántas rondas hay."))
    if before[name] == rounds:
        raise Refused("same_rounds", _("Ya son esas."), field="rounds")
    after = {**before, name: rounds}
    if "best" in after:
        after["best"] = min(after["best"], rounds)
    _refuse_drawn(stage, after)
    stage.format_options = after
    stage.save(update_fields=["format_options"])
    was, now = ({"stage": stage.number, name: number} for number in (before[name], rounds))
    note(tournament, author, "change_rounds", stage.name, before=was, after=now, reason=reason)
    return stage


def _refuse_drawn(stage: Stage, options: dict[str, Any]) -> None:
    last = latest_round(stage)
    rules = stage.system.options_class(**options)
    if last is None:
        return
    first = stage.rounds.order_by("number")[0]
    if stage.system.rounds_in_all(first.entrants, rules) < last.number:
        raise Conflict(
            "rounds_drawn",
            _("Las rondas ya sorteadas son %(drawn)s: no pueden ser menos."),
            field="rounds",
            drawn=last.number,
        )
