"""The names of rounds, and who stands on the podium."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scoring.selectors.meetings import Meeting, Pair
from scoring.standings import Line
from scoring.wording.rounds import round_name, ties_in
from tournaments.models import Match, Round, Stage

PODIUM = 3


def first_round(stage: Stage, played: Iterable[Meeting]) -> int:
    """How many positions a knockout's first round has; 0 in other formats."""
    return sum(one.round == 1 for one in played) if stage.format == "knockout" else 0


def first_positions(stage: Stage) -> int:
    """The same, asked of the database. One query in a knockout, none elsewhere."""
    if stage.format != "knockout":
        return 0
    first = Match.objects.filter(round__stage=stage, round__number=1)
    published = first.filter(round__state=Round.State.PUBLISHED).order_by()
    return published.values("position").distinct().count()


def ties_of(stage: Stage, played: Iterable[Meeting], number: int) -> int:
    return ties_in(number, first_round(stage, played)) if number else 0


def name_of_round(stage: Stage, played: Iterable[Meeting], number: int) -> str:
    return round_name(number, ties_of(stage, played, number)) if number else ""


def podium(lines: Sequence[Line], pairs: Mapping[int, Pair]) -> list[dict[str, Any]]:
    """Who stands on the three steps; places may be shared."""
    return [{"line": line, "pair": pairs[line.entrant]} for line in lines if line.place <= PODIUM]
