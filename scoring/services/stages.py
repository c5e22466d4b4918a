"""Opening the stages after the first: who has earned a place goes in, and nobody else."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.selectors.quotas import qualified
from scoring.selectors.standings import stage_situation, stage_standings
from tournaments.formats.core import all_finished
from tournaments.formats.quotas import Qualifier
from tournaments.models import Entry, Place, Round, Stage
from tournaments.refusal import Refused
from tournaments.selectors.stages import fed_by, feeding
from tournaments.services.audit import note
from tournaments.services.setup import is_locked
from tournaments.services.tables import take_turn
from tournaments.wording.quotas import say_why

FEWEST = 2


@transaction.atomic
def open_stage(*, stage: Stage, author: User | None) -> list[Place]:
    """Put in the stage those its quotas say, seeded as they come ranked; the first one is open.

    Opening it again, before anything is drawn, looks at the results anew. Raises Refused 409: the
    first stage, a stage already drawn, one before it not finished, or too few who go on.
    """
    tournament = take_turn(stage.tournament)
    if not stage.intake:
        raise Refused("first_stage", _("A la primera fase va todo el mundo."), status=409)
    if is_locked(stage):
        raise Refused("stage_drawn", _("Esta fase ya tiene una ronda sorteada."), status=409)
    for source in feeding(stage):
        refuse_unfinished_stage(source)
    stage.places.all().delete()
    found = qualified(stage)
    if len(found) < FEWEST:
        raise Refused(
            "too_few_qualified",
            _("Solo pasan %(count)s a esta fase: hacen falta al menos dos."),
            status=409,
            count=len(found),
        )
    places = _places(stage, found)
    stage.opened_at = timezone.now()
    stage.save(update_fields=["opened_at"])
    note(
        tournament, author, "open_stage", stage.name or stage.number,
        after=[[one.number, one.seed] for one in found],
    )  # fmt: skip
    return places


@transaction.atomic
def shut_stage(*, stage: Stage, author: User | None) -> Stage:
    """Undo the opening of a stage in which nothing is drawn. Raises Refused 409 otherwise."""
    tournament = take_turn(stage.tournament)
    if is_locked(stage):
        raise Refused("stage_drawn", _("Esta fase ya tiene una ronda sorteada."), status=409)
    if stage.opened_at is None:
        raise Refused("stage_not_open", _("Esta fase no está abierta."), status=409)
    if any(other.opened_at for other in fed_by(stage)):
        raise Refused("stage_feeds", _("De esta fase ya ha salido gente para otra."), status=409)
    stage.places.all().delete()
    stage.opened_at = None
    stage.save(update_fields=["opened_at"])
    note(tournament, author, "shut_stage", stage.name or stage.number)
    return stage


def refuse_unfinished_stage(stage: Stage) -> None:
    """Raises Refused 409 while the stage has something left to draw or to play."""
    situation = stage_situation(stage)
    drafts = stage.rounds.filter(state=Round.State.DRAFT).exists()
    over = stage.system.is_over(situation, stage.format_rules()) and all_finished(situation)
    if drafts or not over:
        raise Refused(
            "stage_unfinished",
            _("La fase %(number)s no ha terminado."),
            status=409,
            number=stage.number,
        )


def _places(stage: Stage, found: Sequence[Qualifier]) -> list[Place]:
    pks = dict(Entry.objects.filter(tournament=stage.tournament_id).values_list("number", "pk"))
    carried = _carried(stage)
    return Place.objects.bulk_create(
        Place(
            stage=stage,
            entry_id=pks[one.number],
            seed=one.seed,
            source=say_why(one)[:60],
            carried=carried.get(one.number, {}),
            group=f"{one.stage}{one.group}" if one.group else "",
        )
        for one in found
    )


def _carried(stage: Stage) -> dict[int, dict[str, int]]:
    """What each brings, by tie-break, where points are carried: the sums of the stages before."""
    if not stage.carries:
        return {}
    brought: dict[int, dict[str, int]] = {}
    for source in feeding(stage):
        for line in stage_standings(source):
            own = brought.setdefault(line.entrant, {})
            for key, value in line.values:
                if key in CARRIED:
                    own[key] = own.get(key, 0) + value
    return brought


# What adds up from one stage to the next; the other tie-breaks start anew.
CARRIED = ("wins", "points", "counted_won", "counted_diff")
