"""Ties between teams, each the meeting that its boards make."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from scoring.selectors.matches.meetings import Meeting, State
from tournaments.formats.teams import BoardResult, tie_of
from tournaments.models import Match


def as_ties(meetings: Iterable[Meeting]) -> list[Meeting]:
    """Return the meetings in order, boards put together in a tie without number or table."""
    ordered = sorted(meetings, key=lambda one: (one.round, one.position, one.board))
    return [
        _tie(tuple(boards)) if boards[0].board else boards[0]
        for _place, group in groupby(ordered, key=lambda one: (one.round, one.position))
        for boards in [list(group)]
    ]


def score_of_tie(match: Match) -> tuple[int, int]:
    """The boards won so far by each side of the tie that this match is a board of."""
    boards = match.round.matches.filter(position=match.position, board__gt=0)
    winners = list(boards.order_by().values_list("result__winner", flat=True))
    return winners.count(0), winners.count(1)


def _tie(boards: tuple[Meeting, ...]) -> Meeting:
    first = boards[0]
    tie = tie_of([BoardResult(one.winner, one.is_drawn, one.lost) for one in boards])
    ended = [board.finished_at for board in boards if board.finished_at]
    return replace(
        first,
        code="",
        number=None,
        board=0,
        table=None,
        state=_state(boards),
        sides=tuple(replace(side, playing="") for side in first.sides),
        winner=tie.winner,
        tallies={"boards": tie.boards} if any(one.tallies for one in boards) else {},
        unit=1,
        forfeit=all(one.forfeit for one in boards),
        lost=tie.lost,
        finished_at=max(ended) if len(ended) == len(boards) else None,
        postponed_to=min((one.postponed_to for one in boards if one.postponed_to), default=None),
        boards=boards,
    )


def _state(boards: Sequence[Meeting]) -> str:
    """Playing while any board is; else waiting while some waits; else postponed while some is."""
    states = {board.state for board in boards}
    for state in Match.UNFINISHED:
        if state in states:
            return state
    return State.FINISHED
