"""The stage by which an entry enters, and its move to another stage."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournaments.audit.services import note
from tournaments.models import Entry, Stage, Tournament
from tournaments.people.services.rows import lock_entry
from tournaments.ports import scoring_port
from tournaments.refusal import Conflict, Refused
from tournaments.rounds.selectors.places import free_in, is_full
from tournaments.setup.selectors.stages import entry_stages

FIRST = 1
WAITING = Entry.State.WAITING


def stage_to_enter(tournament: Tournament, number: int | None) -> Stage:
    """Return the stage of that number, open to entries; the first stage for None. Raises Refused
    400.
    """
    stages = entry_stages(tournament)
    stage_number = FIRST if number is None else number
    for stage in stages:
        if stage.number == stage_number:
            return stage
    raise Refused(
        "stage_not_entered",
        _("En la fase %(stage)s no se inscribe nadie. Se puede elegir: %(stages)s."),
        field="stage",
        stage=stage_number,
        stages=", ".join(f"{known.number} · {known.label}" for known in stages),
    )


@transaction.atomic
def move_entry(*, entry: Entry, author: User | None, stage: int) -> Entry:
    """Move an undrawn entry to a stage without a draw; a waiting entry gets a place.

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
    return entry


def _refuse_move(entry: Entry, target: Stage) -> None:
    words = {"number": entry.number, "stage": target.label}
    if entry.sides.exists():
        raise Conflict(
            "entry_drawn",
            _("El número %(number)s ya está en un sorteo: no puede cambiar de fase."),
            field="stage",
            **words,
        )
    if target.rounds.exists():
        raise Conflict(
            "stage_drawn",
            _("La fase «%(stage)s» ya está sorteada: elija otra."),
            field="stage",
            **words,
        )
    # An entry with a place in the tournament needs only a place in the stage.
    full = is_full(entry.tournament, target) if entry.state == WAITING else free_in(target) == 0
    if full and not entry.gone:
        raise Conflict(
            "stage_full",
            _("En la fase «%(stage)s» no queda ninguna plaza (%(capacity)s)."),
            field="stage",
            capacity=target.capacity,
            **words,
        )
