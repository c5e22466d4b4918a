"""Queries about who rests in a round and could play, and about possible rivals."""

from collections.abc import Sequence

from tournaments.models import Entry, Match, Round, Stage
from tournaments.selectors.joined import seats
from tournaments.selectors.rounds import current_round, latest_round, round_matches

State = Match.State
UNFINISHED = (State.WAITING, State.PLAYING)


def catches_up(stage: Stage) -> bool:
    """Whether who rests in this stage may play a match of its own."""
    return stage.system.catches_up


def may_catch_up(stage: Stage) -> list[Match]:
    """The byes of the round in play that could become a match now; none once the next round is
    drawn."""
    if not catches_up(stage):
        return []
    round = current_round(stage)
    if round is None or latest_round(stage) != round:
        return []
    byes = round_matches(round).filter(state=State.BYE)
    return [match for match in byes if all(entry.live for entry in match.everybody)]


def who_may_help(match: Match) -> list[Entry]:
    """Return who has finished in the round of this bye and plays nothing else: by number."""
    round = match.round
    own = round.sides.filter(guest=False, match__state=State.FINISHED)
    busy = round.sides.filter(guest=True, match__state__in=UNFINISHED)
    free = Entry.objects.filter(pk__in=own.values("entry"), state=Entry.State.ENTERED)
    free = free.exclude(pk__in=busy.values("entry"))
    return list(free.order_by("number").prefetch_related(seats()))


def sizes_of(stage: Stage) -> Sequence[int]:
    """How many may sit at a table of this stage, the usual number first."""
    return [stage.sides(), *(one for one in stage.table_sizes() if one != stage.sides())]


def drawn_after(round: Round) -> bool:
    """Whether another round of the stage has been drawn, a draft included."""
    return Round.objects.filter(stage=round.stage_id, number__gt=round.number).exists()
