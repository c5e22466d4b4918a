"""Everybody against everybody as a square: each one's scores in his row, his own count first."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.public.cards import match_url, or_void, score_of
from scoring.selectors.matches.meetings import Competitor, Meeting
from scoring.selectors.matches.ties import as_ties
from scoring.wording.numbers import against
from tournaments.models import Stage

WIDEST = 24  # with more columns nobody reads it


@dataclass(frozen=True, slots=True)
class Meet:
    """A match or a tie as its row sees it: `won` is None for a draw or no result yet."""

    text: str
    url: str
    won: bool | None


@dataclass(frozen=True, slots=True)
class CrossRow:
    """`cells` go by the columns; None is oneself."""

    competitor: Competitor
    cells: tuple[tuple[Meet, ...] | None, ...]


def is_crossed(stage: Stage) -> bool:
    """Whether everybody meets everybody in this stage, or in its groups."""
    return stage.has_calendar


def cross_table(
    stage: Stage, competitors: Sequence[Competitor], played: Sequence[Meeting], widest: int = WIDEST
) -> list[CrossRow]:
    """The square of those competitors, in the order given; [] when it would be too wide."""
    if not is_crossed(stage) or not 2 <= len(competitors) <= widest:
        return []
    met: defaultdict[tuple[int, int], list[Meeting]] = defaultdict(list)
    for one in as_ties(played):
        if len(one.sides) == 2:
            first, second = (side.number for side in one.sides)
            met[first, second].append(one)
            met[second, first].append(one)
    return [
        CrossRow(
            own,
            tuple(
                None if own is rival else _meets(stage, own, met[own.number, rival.number])
                for rival in competitors
            ),
        )
        for own in competitors
    ]


def _meets(stage: Stage, own: Competitor, meetings: Sequence[Meeting]) -> tuple[Meet, ...]:
    ordered = sorted(meetings, key=lambda one: one.round)
    return tuple(_meet(stage, own, one) for one in ordered)


def _meet(stage: Stage, own: Competitor, one: Meeting) -> Meet:
    score, side = score_of(one), one.side_of(own.number)
    text = "·"
    if score is not None and one.is_finished:
        mine, theirs = score[side], score[1 - side]
        text = against((mine, theirs), one.unit)
    won = None if one.winner is None or one.void else one.winner == side
    if one.is_finished:
        text = or_void(one, text)
    return Meet(text, match_url(stage.tournament, one), won)


def by_number(competitors: Mapping[int, Competitor], numbers: Sequence[int]) -> list[Competitor]:
    return [competitors[number] for number in sorted(numbers)]
