"""The stages left to play: as they stand, or with as many as the chain will send to each."""

from collections import Counter

from scoring.selectors.stage_chain import checked_chain
from scoring.selectors.standings import stage_situation
from tournaments.formats.core import Entrant, Situation
from tournaments.formats.history import all_finished
from tournaments.models import Entry, Stage, Tournament
from tournaments.selectors.stages import stages_of

Known = dict[int, Situation]


def known_stages(tournament: Tournament, entries: int | None) -> tuple[list[Stage], Known]:
    """Every stage in order, and what is known of each by its number: those not opened yet have
    unnamed entrants, as many as would reach them. `entries` is how many will come to the stage
    looked at, if nothing is drawn in it. 2 queries, and 7 for each stage opened."""
    stages = stages_of(tournament)
    opened = {one.number: stage_situation(one) for one in stages if one.has_people}
    live = Entry.objects.filter(tournament=tournament, state=Entry.State.ENTERED).order_by()
    entered = Counter(live.values_list("enters", flat=True))
    awaited = tournament.stage.number
    if entries and awaited in opened and not opened[awaited].rounds:
        entered[awaited] = entries
        opened[awaited] = _unnamed(tournament.stage, entries)
    sizes = checked_chain(stages, entered).sizes if len(stages) > 1 else ()
    planned = {
        one.number: _unnamed(one, most)
        for one, (_fewest, most) in zip(stages, sizes, strict=False)
        if one.number not in opened
    }
    return stages, opened | planned


def left_to_play(stage: Stage, situation: Situation) -> bool:
    """Whether the stage has something left to draw or to finish. No queries."""
    return not (situation.rounds and stage.system.is_over(situation, stage.format_rules()))


def can_be_played(situation: Situation) -> bool:
    """Whether there are people for a match, or one is unfinished."""
    enough = sum(one.active for one in situation.entrants) >= situation.sides
    return enough or not all_finished(situation)


def _unnamed(stage: Stage, many: int) -> Situation:
    entrants = tuple(Entrant(number) for number in range(1, many + 1))
    return Situation(entrants, sides=stage.sides(), table_sizes=stage.table_sizes())
