"""Entries that could sit down now: those that arrive late, those that rest."""

from collections.abc import Sequence

from django.db.models import Exists, OuterRef

from scoring.selectors.standings import stage_situation
from tournaments.formats.core import Situation
from tournaments.models import Entry, Match, Round, Stage
from tournaments.names.audience import Audience
from tournaments.selectors.entries import Offer, entries_of
from tournaments.selectors.joined import seats
from tournaments.selectors.rounds import current_round, latest_round, round_matches


def offer(stage: Stage, audience: Audience) -> Offer | None:
    """None where nobody rests in the round in play, or nobody has come since."""
    byes = Match.objects.filter(round=OuterRef("pk"), state=Match.State.BYE)
    round = stage.rounds.annotate(rest=Exists(byes)).order_by("-number").first()
    if round is None or round.state != Round.State.PUBLISHED or not round.rest:
        return None
    absent = _not_in(round)
    if not absent:
        return None
    situation = stage_situation(stage, audience)
    found = stage.system.room(situation, stage.format_rules())
    entries = [entry for entry in absent if may_arrive(stage, situation, entry.number)]
    if not found or not entries:
        return None
    numbers = [number for room in found for number in room.resting]
    resting = entries_of(stage).filter(number__in=numbers).prefetch_related(seats())
    return Offer(round, found, entries, list(resting.order_by("number")))


def may_arrive(stage: Stage, situation: Situation, number: int) -> bool:
    """Whether an entry may sit down in the round in play: undrawn so far, or let in again."""
    drawn = {side for matches in situation.rounds for match in matches for side in match.sides}
    return number not in drawn or number in stage.system.still_in(situation, stage.format_rules())


def _not_in(round: Round) -> list[Entry]:
    """Those of the stage who are here and were not drawn in the round, by number."""
    here = entries_of(round.stage).filter(state=Entry.State.ENTERED)
    absent = here.exclude(pk__in=round.sides.values("entry"))
    return list(absent.order_by("number").prefetch_related(seats()))


State = Match.State
UNFINISHED = Match.UNFINISHED


def catches_up(stage: Stage) -> bool:
    """Whether who rests in this stage may play a match of its own."""
    return stage.system.catches_up


def may_catch_up(stage: Stage, audience: Audience) -> list[Match]:
    """The byes of the round in play that could become a match, until the next is drawn."""
    if not catches_up(stage):
        return []
    round = current_round(stage, audience)
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
