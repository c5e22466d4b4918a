"""The names of rounds, and who stands on the podium."""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.selectors.bracket import WINNERS, Bracket, BracketRound, round_of, rounds_numbered
from scoring.selectors.meetings import Competitor, Meeting
from scoring.standings import Line
from scoring.wording.rounds import in_phase, in_round, phase_inside, phase_name, round_name
from tournaments.models import Match, Round, Stage

PODIUM = 3


def first_round(stage: Stage) -> int:
    """How many positions the first round has, where the standings say in which one falls: one
    query then, none elsewhere."""
    if "exit_round" not in stage.chain:
        return 0
    first = Match.objects.filter(round__stage=stage, round__number=1)
    published = first.filter(round__state=Round.State.PUBLISHED).order_by()
    return published.values("position").distinct().count()


def name_of_round(brackets: Sequence[Bracket], number: int) -> str:
    """The name of a whole round: that of the main bracket while it is played."""
    found = rounds_numbered(brackets, number)
    if not found or (found[0].bracket == WINNERS and len(found) > 1):
        return round_name(number) if number else ""
    return name_of_phase(found[0])


def name_of_meeting(brackets: Sequence[Bracket], meeting: Meeting) -> str:
    """The name of the round that the match belongs to, in its own bracket."""
    found = round_of(brackets, meeting)
    return name_of_phase(found) if found else round_name(meeting.round)


def falls_in(brackets: Sequence[Bracket], meeting: Meeting) -> str:
    """Where somebody falls who loses that match: «en cuartos de final»."""
    found = round_of(brackets, meeting)
    return in_phase(*_fields(found)) if found else in_round(meeting.round)


def name_of_phase(one: BracketRound) -> str:
    return phase_name(*_fields(one))


def name_inside(one: BracketRound) -> str:
    """The same under the heading of its bracket."""
    return phase_inside(*_fields(one))


def podium(lines: Sequence[Line], competitors: Mapping[int, Competitor]) -> list[dict[str, Any]]:
    """Who stands on the three steps; places may be shared."""
    return [
        {"line": line, "competitor": competitors[line.entrant]}
        for line in lines
        if line.place <= PODIUM
    ]


def _fields(one: BracketRound) -> tuple[str, str, int, int, int, int]:
    return one.bracket, one.label, one.number, one.size, one.entries, one.left
