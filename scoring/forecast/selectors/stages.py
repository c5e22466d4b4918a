"""The stages of the day: as they stand or, if not open yet, with the qualifiers to expect."""

from collections import Counter

from scoring.stages.selectors.chain import checked_chain
from scoring.standings.selectors.standings import stage_situation
from tournaments.formats.core import Entrant, Situation
from tournaments.formats.history import all_finished
from tournaments.models import Entry, Stage
from tournaments.names.audience import Audience
from tournaments.setup.selectors.stages import stages_of

Known = dict[int, Situation]
_NOTHING = Situation(())


def known_stages(
    stage: Stage, entries: int | None, audience: Audience
) -> tuple[list[Stage], Known]:
    """Return every stage in order with its situation; future stages have unnamed entrants.

    `entries` is how many entries to expect in a stage that is not drawn yet.
    """
    stages = stages_of(stage.tournament)
    opened = {one.number: stage_situation(one, audience) for one in stages if one.has_people}
    awaited = entries if entries and not opened.get(stage.number, _NOTHING).rounds else 0
    if awaited and stage.number in opened:
        opened[stage.number] = _unnamed(stage, awaited)
    if len(stages) == len(opened):
        return stages, opened
    live = Entry.objects.filter(tournament=stage.tournament_id, state=Entry.State.ENTERED)
    entered = Counter(live.order_by().values_list("enters", flat=True))
    if awaited:
        entered[stage.number] = awaited
    sizes = checked_chain(stages, entered).sizes
    planned = {
        one.number: _unnamed(one, most)
        for one, (_fewest, most) in zip(stages, sizes, strict=True)
        if one.number not in opened
    }
    return stages, opened | planned


def left_to_play(stage: Stage, situation: Situation) -> bool:
    """Return whether the stage has a round to draw or a match to finish."""
    return not (situation.rounds and stage.system.is_over(situation, stage.format_rules()))


def can_be_played(situation: Situation) -> bool:
    """Return whether there are enough entries for a match, or a match is unfinished."""
    enough = sum(entrant.active for entrant in situation.entrants) >= situation.sides
    return enough or not all_finished(situation)


def _unnamed(stage: Stage, many: int) -> Situation:
    entrants = tuple(Entrant(number) for number in range(1, many + 1))
    return Situation(entrants, sides=stage.sides(), table_sizes=stage.table_sizes())
