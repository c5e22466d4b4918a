"""The knockout's bracket from its first published round on, the empty places included."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scoring.selectors.meetings import Meeting, Pair


@dataclass(frozen=True, slots=True)
class Place:
    """One side of a tie: a pair, or the match whose winner (or loser) will come. Neither: nobody
    can say yet."""

    pair: Pair | None = None
    source: Meeting | None = None
    loser: bool = False


@dataclass(frozen=True, slots=True)
class Tie:
    """A place of the bracket, drawn already (`meeting`) or not."""

    places: tuple[Place, ...]
    meeting: Meeting | None = None


@dataclass(frozen=True, slots=True)
class BracketRound:
    """`size` is how many ties it has, the third place apart: 1 is the final, 4 the quarters."""

    number: int
    size: int
    ties: tuple[Tie, ...]
    third_place: Tie | None = None


def bracket(meetings: Sequence[Meeting], *, third_place: bool) -> tuple[BracketRound, ...]:
    """Every round of the bracket, the final last; () before the first is published."""
    first = [meeting for meeting in meetings if meeting.round == 1]
    rounds: list[BracketRound] = []
    size, number = len(first), 1
    while size:
        rounds.append(_round(meetings, rounds, number, size, third_place))
        size, number = size // 2, number + 1
    return tuple(rounds)


def next_tie(rounds: Sequence[BracketRound], meeting: Meeting) -> Tie | None:
    """The tie in which the winner of this match meets somebody; None after the final."""
    if meeting.purpose or meeting.round >= len(rounds):
        return None
    place, ties = (meeting.position - 1) // 2, rounds[meeting.round].ties
    return ties[place] if place < len(ties) else None


def _round(
    meetings: Sequence[Meeting],
    before: Sequence[BracketRound],
    number: int,
    size: int,
    third_place: bool,
) -> BracketRound:
    here = {meeting.position: meeting for meeting in meetings if meeting.round == number}
    ties = tuple(
        _drawn(here[position]) if position in here else _open(before[-1], position)
        for position in range(1, size + 1)
    )
    consolation = None
    if size == 1 and third_place and before:
        consolation = _drawn(here[2]) if 2 in here else _consolation(before[-1], bool(here))
    return BracketRound(number, size, ties, consolation)


def _drawn(meeting: Meeting) -> Tie:
    return Tie(tuple(Place(pair) for pair in meeting.sides), meeting)


def _open(before: BracketRound, position: int) -> Tie:
    """A tie still to be drawn: who has won already is in it, for the rest the match is named."""
    return Tie(
        tuple(_comes_from(before.ties[place]) for place in (2 * position - 2, 2 * position - 1))
    )


def _comes_from(tie: Tie) -> Place:
    if tie.meeting is None:
        return Place()
    winner = tie.meeting.winning_pair
    return Place(winner) if winner else Place(source=tie.meeting)


def _consolation(semifinals: BracketRound, final_drawn: bool) -> Tie | None:
    """The third place still to be drawn: none once the final is, or without two who lose."""
    lone = any(tie.meeting and tie.meeting.is_bye for tie in semifinals.ties)
    if final_drawn or lone:
        return None
    places = tuple(replace(_loses(tie), loser=True) for tie in semifinals.ties)
    return Tie(places)


def _loses(tie: Tie) -> Place:
    if tie.meeting is None:
        return Place()
    winner = tie.meeting.winning_pair
    return Place(*tie.meeting.rivals_of(winner.number)) if winner else Place(source=tie.meeting)
