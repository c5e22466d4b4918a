"""The brackets of a stage once its first round is published, with the places still empty."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.actas.selectors.meetings import Competitor, Meeting
from tournaments.formats.core import PlayedMatch, Situation
from tournaments.formats.knockout import layout as pictures
from tournaments.models import Stage

# The brackets of `knockout.options` that pages name.
MAIN, WINNERS, LOSERS = "main", "winners", "losers"
GRAND_FINAL, THIRD_PLACE = "grand_final", "third_place"


@dataclass(frozen=True, slots=True)
class BracketSide:
    """One side of a tie: a competitor, or the match `source` whose winner (or loser) will play."""

    competitor: Competitor | None = None
    source: Meeting | None = None
    loser: bool = False


@dataclass(frozen=True, slots=True)
class Tie:
    """A tie of a bracket, with its `meeting` once it is drawn; a tie with one side is a bye."""

    places: tuple[BracketSide, ...]
    meeting: Meeting | None = None


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A round of a bracket; `bracket` and `label` are the name and label of its `Bracket`.

    `number`: the number of the round in its stage.
    `serial`: its number in the whole event, 0 before it is drawn.
    `expected_serial`: the serial that it will have if no other stage can come between, else 0.
    `entries`: the number of entries at the start of the bracket.
    `rounds_left`: the number of rounds of the bracket after this round, −1 if unknown.
    """

    bracket: str
    label: str
    number: int
    entries: int
    rounds_left: int
    ties: tuple[Tie, ...]
    expected_serial: int = 0

    @property
    def size(self) -> int:
        return len(self.ties)

    @property
    def serial(self) -> int:
        return next((tie.meeting.serial for tie in self.ties if tie.meeting), 0)


@dataclass(frozen=True, slots=True)
class Bracket:
    """A bracket; `label` is the best place at stake.

    `name` is the name that the format gives it, but WINNERS for the main bracket of a double
    elimination.
    """

    name: str
    label: str
    rounds: tuple[BracketRound, ...]


def brackets_of(
    stage: Stage, meetings: Sequence[Meeting], competitors: Mapping[int, Competitor]
) -> tuple[Bracket, ...]:
    """Return every bracket, the main one first; () before the first round or without brackets."""
    if not stage.has_bracket:
        return ()
    layouts = stage.system.picture(Situation((), rounds_played(meetings)), stage.format_rules())
    meeting_at = {(meeting.round, meeting.position): meeting for meeting in meetings}
    meeting_of_tie = {
        (bracket.name, bracket.label, layout_tie.round, layout_tie.place): meeting_at[
            layout_tie.round, layout_tie.position
        ]
        for bracket in layouts
        for ties in bracket.rounds
        for layout_tie in ties
        if layout_tie.position
    }

    def bracket_side(layout_side: pictures.TieSide) -> BracketSide:
        if layout_side.number is not None:
            return BracketSide(competitors[layout_side.number])
        source = layout_side.source
        if source is None:
            return BracketSide()
        key = (source.bracket, source.label, source.round, source.place)
        return BracketSide(source=meeting_of_tie.get(key), loser=layout_side.loser)

    def bracket_tie(layout_tie: pictures.LayoutTie) -> Tie:
        meeting = meeting_at.get((layout_tie.round, layout_tie.position))
        if meeting is not None:
            return Tie(tuple(BracketSide(competitor) for competitor in meeting.sides), meeting)
        return Tie(tuple(bracket_side(side) for side in layout_tie.places))

    redraws = stage.redraws_bracket
    alone = stage.number == 1 and all(meeting.serial == meeting.round for meeting in meetings)
    is_double = any(bracket.name == GRAND_FINAL for bracket in layouts)
    return tuple(
        Bracket(
            name,
            bracket.label,
            tuple(
                BracketRound(
                    name,
                    bracket.label,
                    ties[0].round,
                    sum(len(round.places) for round in bracket.rounds[0]),
                    -1 if redraws and name == LOSERS else len(bracket.rounds) - number,
                    tuple(map(bracket_tie, ties)),
                    ties[0].round if alone else 0,
                )
                for number, ties in enumerate(bracket.rounds, start=1)
            ),
        )
        for bracket in layouts
        for name in [WINNERS if is_double and bracket.name == MAIN else bracket.name]
    )


def round_of(brackets: Sequence[Bracket], meeting: Meeting) -> BracketRound | None:
    """Return the round of a bracket in which this match was drawn, or None."""
    return next(
        (
            round
            for bracket in brackets
            for round in bracket.rounds
            if round.number == meeting.round and any(tie.meeting == meeting for tie in round.ties)
        ),
        None,
    )


def next_tie(
    brackets: Sequence[Bracket], meeting: Meeting, competitor: Competitor, *, loser: bool = False
) -> tuple[BracketRound, Tie] | None:
    """Return the tie that awaits the competitor after winning or losing this match, or None."""
    for bracket in brackets:
        for round in bracket.rounds:
            if 0 < round.number <= meeting.round:  # 0: the round's number is unknown
                continue
            for tie in round.ties:
                if tie.meeting is None and any(
                    _awaits(place, meeting, competitor, loser) for place in tie.places
                ):
                    return round, tie
    return None


def other_place(
    tie: Tie, meeting: Meeting, competitor: Competitor, *, loser: bool = False
) -> BracketSide | None:
    """Return the other side of the competitor's next tie; None if the tie is a bye."""
    sides = [place for place in tie.places if not _awaits(place, meeting, competitor, loser)]
    return sides[0] if sides else None


def _awaits(place: BracketSide, meeting: Meeting, competitor: Competitor, loser: bool) -> bool:
    if place.competitor is not None:
        return place.competitor.number == competitor.number
    return place.source == meeting and place.loser == loser


def rounds_played(meetings: Sequence[Meeting]) -> tuple[tuple[PlayedMatch, ...], ...]:
    """Return the published rounds as values for the format."""
    rounds: defaultdict[int, list[PlayedMatch]] = defaultdict(list)
    for meeting in meetings:
        rounds[meeting.round].append(_played_match(meeting))
    return tuple(tuple(rounds[number]) for number in sorted(rounds))


def _played_match(meeting: Meeting) -> PlayedMatch:
    winner = meeting.who_goes_on
    counted_tallies = list(meeting.tallies.values())[-1:]
    return PlayedMatch(
        meeting.position,
        tuple(competitor.number for competitor in meeting.sides),
        winner.number if winner else None,
        meeting.is_drawn,
        meeting.purpose,
        meeting.group,
        counted=tuple(counted_tallies[0]) if counted_tallies else (),
        forfeit=meeting.forfeit,
        lost=meeting.lost,
    )
