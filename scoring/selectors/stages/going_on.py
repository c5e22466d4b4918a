"""The entries that go on from a stage to later ones, as things stand."""

from dataclasses import dataclass

from scoring.selectors.history import NOTHING_SUPPOSED, Supposing
from scoring.selectors.stages.quotas import contested_places, qualified
from tournaments.formats.core import DrawError
from tournaments.formats.quotas import REST, Contest
from tournaments.models import Stage
from tournaments.names.audience import Audience
from tournaments.selectors.stages import stages_of
from tournaments.wording.quotas import say_why


@dataclass(frozen=True, slots=True)
class GoingOn:
    """Those of a stage who go on `to` another: `why` by number, best seed first; `many` reach it
    from all the stages; `contests` are the places for which only the best of the groups do."""

    to: Stage
    why: dict[int, str]
    many: int
    contests: tuple[Contest, ...] = ()


def going_on(
    stage: Stage, audience: Audience, supposed: Supposing = NOTHING_SUPPOSED
) -> list[GoingOn]:
    """Return who goes on from the stage to each later one that takes them by their places.

    Those of an open stage are the ones it has taken. A stage that takes the rest, or that waits
    for another which has not been played, is left out.
    """
    found = []
    for later in stages_of(stage.tournament):
        if not any(_by_place(quota, stage.number) for quota in later.intake):
            continue
        try:
            comers = (
                _taken(later) if later.opened_at else _as_things_stand(later, supposed, audience)
            )
        except DrawError:
            continue
        own = {number: why for number, source, why in comers if source == stage.number}
        contests = contested_places(later, stage, audience, supposed)
        found.append(GoingOn(later, own, len(comers), contests))
    return found


def _by_place(quota: dict[str, object], stage: int) -> bool:
    return quota["stage"] == stage and quota["per"] != REST


def _as_things_stand(
    stage: Stage, supposed: Supposing, audience: Audience
) -> list[tuple[int, int, str]]:
    """The number of each, the stage it comes from and why."""
    return [(one.number, one.stage, say_why(one)) for one in qualified(stage, audience, supposed)]


def _taken(stage: Stage) -> list[tuple[int, int, str]]:
    places = stage.places.order_by("seed", "pk")
    return list(places.values_list("entry__number", "from_stage", "source"))
