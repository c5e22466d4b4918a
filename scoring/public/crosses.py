"""Everybody against everybody as a square: each one's scores in his row, his own count first."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.public.cards import match_url, score_of
from scoring.selectors.meetings import Meeting, Pair
from scoring.selectors.ties import as_ties
from scoring.wording.scores import against
from tournaments.models import Stage

WIDEST = 24  # with more columns nobody reads it


@dataclass(frozen=True, slots=True)
class Meet:
    """A match of two, or a tie, as the one of the row sees it: `won` None for a draw or no result
    yet."""

    text: str
    url: str
    won: bool | None


@dataclass(frozen=True, slots=True)
class CrossRow:
    """`cells` go by the columns; None is oneself."""

    pair: Pair
    cells: tuple[tuple[Meet, ...] | None, ...]


def is_crossed(stage: Stage) -> bool:
    """Whether everybody meets everybody in this stage, or in its groups."""
    return stage.has_calendar


def cross_table(stage: Stage, pairs: Sequence[Pair], played: Sequence[Meeting]) -> list[CrossRow]:
    """The square of those pairs, in the order given; [] when it would be too wide."""
    if not is_crossed(stage) or not 2 <= len(pairs) <= WIDEST:
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
                for rival in pairs
            ),
        )
        for own in pairs
    ]


def _meets(stage: Stage, own: Pair, meetings: Sequence[Meeting]) -> tuple[Meet, ...]:
    ordered = sorted(meetings, key=lambda one: one.round)
    return tuple(_meet(stage, own, one) for one in ordered)


def _meet(stage: Stage, own: Pair, one: Meeting) -> Meet:
    score, side = score_of(one), one.side_of(own.number)
    text = "·"
    if score is not None and one.is_finished:
        mine, theirs = score[side], score[1 - side]
        text = against((mine, theirs), one.unit)
    won = None if one.winner is None else one.winner == side
    return Meet(text, match_url(stage.tournament, one), won)


def by_number(pairs: Mapping[int, Pair], numbers: Sequence[int]) -> list[Pair]:
    return [pairs[number] for number in sorted(numbers)]
