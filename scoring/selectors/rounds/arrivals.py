"""Late arrivals: who could sit down now in the round in play, with those who rest."""

from django.db.models import Exists, OuterRef

from scoring.selectors.standings import stage_situation
from tournaments.formats.core import Situation
from tournaments.models import Entry, Match, Round, Stage
from tournaments.selectors.entries import Offer, entries_of
from tournaments.selectors.joined import seats


def offer(stage: Stage) -> Offer | None:
    """None where nobody rests in the round in play, or nobody has come since."""
    byes = Match.objects.filter(round=OuterRef("pk"), state=Match.State.BYE)
    round = stage.rounds.annotate(rest=Exists(byes)).order_by("-number").first()
    if round is None or round.state != Round.State.PUBLISHED or not round.rest:
        return None
    absent = _not_in(round)
    if not absent:
        return None
    situation = stage_situation(stage)
    found = stage.system.room(situation, stage.format_rules())
    entries = [entry for entry in absent if may_arrive(stage, situation, entry.number)]
    if not found or not entries:
        return None
    numbers = [number for room in found for number in room.resting]
    resting = entries_of(stage).filter(number__in=numbers).prefetch_related(seats())
    return Offer(round, found, entries, list(resting.order_by("number")))


def may_arrive(stage: Stage, situation: Situation, number: int) -> bool:
    """Whether an entry that is not in the round in play may sit down in it: it has never been drawn
    in the stage, or may still be."""
    drawn = {one for matches in situation.rounds for match in matches for one in match.sides}
    return number not in drawn or number in stage.system.still_in(situation, stage.format_rules())


def _not_in(round: Round) -> list[Entry]:
    """Those of the stage who are here and were not drawn in the round, by number."""
    here = entries_of(round.stage).filter(state=Entry.State.ENTERED)
    absent = here.exclude(pk__in=round.sides.values("entry"))
    return list(absent.order_by("number").prefetch_related(seats()))
