"""The move of an entry to another stage."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.audit.services import note
from tournaments.models import Entry, Stage
from tournaments.people.services.checks import stage_to_enter
from tournaments.people.services.marks import advance_waiting_list
from tournaments.people.services.rows import lock_entry
from tournaments.ports import scoring_port
from tournaments.refusal import Conflict
from tournaments.rounds.selectors.places import free_stage_places, is_full

WAITING = Entry.State.WAITING


@transaction.atomic
def move_entry(*, entry: Entry, author: User | None, stage: int) -> Entry:
    """Move an entry that is not drawn to a stage without a draw; a waiting entry gets a place.

    Raises Refused: 400 `stage_not_entered`; 409 `entry_drawn`, `stage_drawn`, `stage_full`.
    """
    entry = lock_entry(entry)
    if entry.enters == stage:
        return entry
    target = stage_to_enter(entry.tournament, stage)
    _refuse_move(entry, target)
    before: dict[str, object] = {"stage": entry.enters}
    entry.enters = target.number
    if entry.state == WAITING:
        before["state"] = entry.state
        entry.state = Entry.State.ENTERED
    entry.save(update_fields=["enters", "state"])
    after = {"stage": entry.enters} | ({"state": entry.state} if "state" in before else {})
    note(entry.tournament, author, "move_entry", entry, before=before, after=after)
    if entry.live:
        scoring_port().welcome(entry.tournament, author)
    advance_waiting_list(entry.tournament)  # the stage that the entry left may have a place
    return entry


def _refuse_move(entry: Entry, target: Stage) -> None:
    params = {"number": entry.number, "stage": target.label}
    if entry.sides.exists():
        raise Conflict(
            "entry_drawn",
            _("El número %(number)s ya está en un sorteo: no puede cambiar de fase."),
            field="stage",
            **params,
        )
    if target.rounds.exists():
        raise Conflict(
            "stage_drawn",
            _("La fase «%(stage)s» ya está sorteada: elija otra."),
            field="stage",
            **params,
        )
    # An entry with a place in the tournament needs only a place in the stage.
    has_no_place = (
        is_full(entry.tournament, target)
        if entry.state == WAITING
        else free_stage_places(target) == 0
    )
    if has_no_place and not entry.gone:
        raise Conflict(
            "stage_full",
            _("En la fase «%(stage)s» no queda ninguna plaza (%(capacity)s)."),
            field="stage",
            capacity=target.capacity,
            **params,
        )
