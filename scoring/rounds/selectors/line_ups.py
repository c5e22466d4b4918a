"""Line-ups of each team in a round, and entries that rest or arrive late."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef

from scoring.standings.selectors.standings import stage_situation
from tournaments.formats.core import Situation
from tournaments.models import Entry, Match, MatchSide, Player, Round, Stage
from tournaments.names.audience import Audience
from tournaments.people.selectors.entries import LateOffer, entries_of
from tournaments.rounds.selectors.places import seats
from tournaments.rounds.selectors.rounds import current_round, latest_round, round_matches
from tournaments.rounds.services.line_ups import is_begun, team_sides


@dataclass(frozen=True, slots=True)
class Board:
    """A board as a team captain sees it: the team's side, its line-up and its rivals.

    The line-up of a `begun` board can no longer change.
    """

    number: int
    side: MatchSide
    people: Sequence[Player]
    rivals: Sequence[Any]
    begun: bool


def line_ups_of(round: Round) -> list[dict[str, Any]]:
    """Return the `number` and `title` of each team with a squad that plays in the round, by number.

    `done` is whether every board of the team has a line-up.
    """
    teams: dict[int, dict[str, Any]] = {}
    sides = round.sides.exclude(match__state=Match.State.BYE).filter(entry__seats__live=True)
    rows = sides.order_by("entry__number", "board").distinct()
    for number, name, names, _board in rows.values_list(
        "entry__number", "entry__name", "names", "board"
    ):
        team = teams.setdefault(number, {"number": number, "title": name, "done": True})
        team["done"] = team["done"] and bool(names)
    return list(teams.values())


def boards_of(round: Round, entry: Entry) -> list[Board]:
    """Return the team's boards in the round, in order. Raises the errors of `team_sides`."""
    sides = team_sides(round, entry)
    rivals: dict[int, list[MatchSide]] = {}
    rival_sides = MatchSide.objects.filter(match__in=[side.match_id for side in sides])
    for rival in rival_sides.exclude(entry=entry).select_related("entry"):
        rivals.setdefault(rival.match_id, []).append(rival)
    return [
        Board(
            number,
            side,
            [line_up.player for line_up in side.lined_up.all()],
            rivals.get(side.match_id, []),
            is_begun(side),
        )
        for number, side in enumerate(sides, 1)
    ]


def unnamed_sides(match: Match) -> list[MatchSide]:
    """Return the sides of teams that were entered without people."""
    if not match.tournament.squad:
        return []
    return [side for side in match.sides.all() if not side.entry.seats.all()]


def squad_of(entry: Entry) -> list[Player]:
    """Return the people of the team in the order of its list."""
    seats = entry.seats.filter(live=True).select_related("player").order_by("position")
    return [seat.player for seat in seats]


# --- Late entries and resting entries -------------------------------------------------------------
# Both could start to play now.
def late_offer(stage: Stage, audience: Audience) -> LateOffer | None:
    """Return the late entries that may play now and the resting entries; None unless both exist."""
    byes = Match.objects.filter(round=OuterRef("pk"), state=Match.State.BYE)
    round = stage.rounds.annotate(rest=Exists(byes)).order_by("-number").first()
    if round is None or round.state != Round.State.PUBLISHED or not round.rest:
        return None
    absent_entries = _entries_not_drawn(round)
    if not absent_entries:
        return None
    situation = stage_situation(stage, audience)
    vacancies = stage.system.vacancies(situation, stage.format_rules())
    late_entries = [entry for entry in absent_entries if may_arrive(stage, situation, entry.number)]
    if not vacancies or not late_entries:
        return None
    numbers = [number for vacancy in vacancies for number in vacancy.resting]
    resting = entries_of(stage).filter(number__in=numbers).prefetch_related(seats())
    return LateOffer(round, vacancies, late_entries, list(resting.order_by("number")))


def may_arrive(stage: Stage, situation: Situation, number: int) -> bool:
    """Return whether an entry may join the round in play.

    The entry may if it has not been drawn yet, or is still in, for example after a re-entry.
    """
    drawn_numbers = {
        side for matches in situation.rounds for match in matches for side in match.sides
    }
    return number not in drawn_numbers or number in stage.system.living_entries(
        situation, stage.format_rules()
    )


def _entries_not_drawn(round: Round) -> list[Entry]:
    """Return the active entries of the stage that are not in the draw of the round, by number."""
    entries = entries_of(round.stage).filter(state=Entry.State.ENTERED)
    absent_entries = entries.exclude(pk__in=round.sides.values("entry"))
    return list(absent_entries.order_by("number").prefetch_related(seats()))


def has_catch_ups(stage: Stage) -> bool:
    """Return whether a resting entry may play a catch-up match in this stage."""
    return stage.system.catches_up


def byes_to_catch_up(stage: Stage, audience: Audience) -> list[Match]:
    """Return the byes of the round in play that could become a match.

    Return [] once the next round is drawn.
    """
    if not has_catch_ups(stage):
        return []
    round = current_round(stage, audience)
    if round is None or latest_round(stage) != round:
        return []
    byes = round_matches(round).filter(state=Match.State.BYE)
    return [match for match in byes if all(entry.live for entry in match.everybody)]


def possible_rivals(match: Match) -> list[Entry]:
    """Return the entries that may play against the resting entry of this bye, by number.

    They have finished their match of the round and are in no unfinished catch-up match.
    """
    round = match.round
    finished_sides = round.sides.filter(guest=False, match__state=Match.State.FINISHED)
    busy_sides = round.sides.filter(guest=True, match__state__in=Match.UNFINISHED)
    entries = Entry.objects.filter(pk__in=finished_sides.values("entry"), state=Entry.State.ENTERED)
    entries = entries.exclude(pk__in=busy_sides.values("entry"))
    return list(entries.order_by("number").prefetch_related(seats()))


def table_sizes_of(stage: Stage) -> Sequence[int]:
    """Return the table sizes of this stage, the usual size first."""
    return [stage.sides(), *(size for size in stage.table_sizes() if size != stage.sides())]


def has_later_round(round: Round) -> bool:
    """Return whether the stage has a later round, a draft included."""
    return Round.objects.filter(stage=round.stage_id, number__gt=round.number).exists()
