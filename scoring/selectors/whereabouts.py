"""Where a pair is now, and finding a pair by what somebody remembers of its people."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.selectors.meetings import Meeting, Pair, State
from tournaments.models import Entry
from tournaments.people import fold

# «27», «nº 27», «pareja 27», «#27», «pair 27»
NUMBER = re.compile(
    r"(?:pareja|jugador|trio|pair|player|numero|number|num\.?|no\.?|n\.?|#)?\s*(\d+)"
)


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """`state` says which sentence a page shows:

    withdrawn; waiting_list, single (looks for a partner); no_draw (nothing published), not_drawn
    (not in the round in play); playing, waiting (`ahead` matches go first), bye; champion,
    finalist, third, fourth, out, to_third, through (in a knockout); done (has played its match of
    a Swiss round).
    """

    pair: Pair
    state: str
    meeting: Meeting | None = None
    ahead: int = 0

    @property
    def rivals(self) -> tuple[Pair, ...]:
        return self.meeting.rivals_of(self.pair.number) if self.meeting else ()

    @property
    def won(self) -> bool:
        return self.meeting is not None and self.meeting.won_by(self.pair.number)


def find(pairs: Mapping[int, Pair], asked: str) -> list[Pair]:
    """The pairs somebody can mean: that number, or all the words in its names and towns.

    Accents and case do not count; words that begin a name go before those inside one.

    >>> gil = Pair(27, (("Paco", "Gil", "Luco"), ("Begoña", "", "")), "", False)
    >>> [found.number for found in find({27: gil}, "BEGONA luc")], find({27: gil}, "28")
    ([27], [])
    """
    folded = fold(asked)
    if (number := NUMBER.fullmatch(folded)) and int(number[1]) in pairs:
        return [pairs[int(number[1])]]
    words = folded.split()
    if not words:
        return []
    ranked = [(_rank(pair, words), pair.number, pair) for pair in pairs.values()]
    return [pair for rank, _number, pair in sorted(ranked, key=lambda one: one[:2]) if rank < 2]


def whereabouts(
    pair: Pair, meetings: Sequence[Meeting], *, knockout: bool, third_place: bool
) -> Whereabouts:
    """Where a pair is, from all the published matches."""
    own = [meeting for meeting in meetings if meeting.has(pair.number)]
    now = max((meeting.round for meeting in meetings), default=0)
    last = _most_urgent(own)
    if pair.withdrawn:
        return Whereabouts(pair, "withdrawn", last)
    if pair.state == Entry.State.WAITING:
        return Whereabouts(pair, "waiting_list")
    if pair.state == Entry.State.SINGLE:
        return Whereabouts(pair, "single")
    if last is None:
        return Whereabouts(pair, "not_drawn" if meetings else "no_draw")
    if last.state == State.WAITING:
        return Whereabouts(pair, "waiting", last, _ahead(meetings, last))
    if last.state == State.PLAYING:
        return Whereabouts(pair, "playing", last)
    if knockout:
        return Whereabouts(pair, _in_bracket(pair, last, meetings, now, third_place), last)
    if last.round < now:
        return Whereabouts(pair, "not_drawn", last)
    return Whereabouts(pair, "bye" if last.is_bye else "done", last)


def _rank(pair: Pair, words: Sequence[str]) -> int:
    """0: each word begins a word of the pair's; 1: each is somewhere inside; 2: one is not."""
    text = fold(
        " ".join([pair.name, pair.town, *(part for person in pair.players for part in person)])
    )
    own = text.split()
    if all(any(part.startswith(word) for part in own) for word in words):
        return 0
    return 1 if all(word in text for word in words) else 2


def _most_urgent(own: Iterable[Meeting]) -> Meeting | None:
    """What is at a table, then what waits, then the last one. A correction may have opened an
    earlier match again: that one is played first."""
    order = {State.PLAYING: 2, State.WAITING: 1}

    def urgency(meeting: Meeting) -> tuple[int, int]:
        unfinished = order.get(meeting.state, 0)
        return unfinished, -meeting.round if unfinished else meeting.round

    return max(own, key=urgency, default=None)


def _ahead(meetings: Iterable[Meeting], mine: Meeting) -> int:
    waiting = [
        one.number or 0
        for meeting in meetings
        for one in meeting.boards or (meeting,)
        if one.state == State.WAITING
    ]
    own = {one.number or 0 for one in mine.boards or (mine,) if one.state == State.WAITING}
    return sum(number < min(own) for number in waiting)


def _in_bracket(
    pair: Pair, last: Meeting, meetings: Sequence[Meeting], now: int, third_place: bool
) -> str:
    won = last.won_by(pair.number)
    if last.is_bye and last.round == now:
        return "bye"
    if last.is_final:
        return "champion" if won else "finalist"
    if last.is_third_place:
        return "third" if won else "fourth"
    if won:
        return "through"
    semifinal = _matches_in(meetings, last.round) == 2
    plays_on = semifinal and third_place and last.round == now and not _has_bye(meetings, now)
    return "to_third" if plays_on else "out"


def _matches_in(meetings: Iterable[Meeting], round: int) -> int:
    return sum(meeting.round == round for meeting in meetings)


def _has_bye(meetings: Iterable[Meeting], round: int) -> bool:
    return any(meeting.round == round and meeting.is_bye for meeting in meetings)
