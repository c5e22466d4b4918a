"""The rounds that a stage still has to play: drawn rounds, then rounds drawn by chance."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from rules.chance import Chance
from tournaments.forecast.lengths import Length
from tournaments.formats.base import Format
from tournaments.formats.clock import CLOCK
from tournaments.formats.core import DrawError, Entrant, PlayedMatch, Situation
from tournaments.formats.history import active_set
from tournaments.formats.lives import Lives
from tournaments.formats.routes import simulated_round
from tournaments.formats.teams import boards_in_tie

# Most future rounds simulated: a format may never end.
MOST_ROUNDS = 60
# The results decide how many rounds a stage with lives has, so it gets several outlines: as many as
# keep outlines × entries within this limit.
MOST_ENTRIES_DRAWN = 250


# For each round, the sides of its matches.
Outline = list[list[tuple[int, ...]]]


class PlannedMatch(NamedTuple):
    """A match to play, and the minute when it was called to a table; None if it waits."""

    sides: tuple[int, ...]
    called_at: float | None = None


# The number of a round and its matches; number 0 means all calls until the bell.
PlannedRound = tuple[int, Sequence[PlannedMatch]]


@dataclass(frozen=True, slots=True)
class StagePlan:
    """A stage to simulate: the matches already drawn, and possible continuations.

    `overlaps`: a match starts when its entries are free, not when earlier rounds are over.
    `couples`: in a stage by the clock, how many couples of entries play until the bell. `stage` is
    the number of the stage, and `name` its name if there are several stages. It begins when the
    stages numbered in `source_stages` end.
    """

    length: Length
    drawn_rounds: Sequence[PlannedRound] = ()
    outlines: Sequence[Sequence[PlannedRound]] = ((),)
    overlaps: bool = False
    couples: int = 0
    stage: int = 1
    name: str = ""
    source_stages: frozenset[int] = frozenset()


def plan_stage(
    format: Format[Any],
    options: Any,
    situation: Situation,
    length: Length,
    *,
    seed: str = "planned",
    rounds: int = MOST_ROUNDS,
    calls: Mapping[tuple[int, int], Sequence[float | None]] | None = None,
) -> StagePlan:
    """Return the plan of a stage, with at most `rounds` rounds that are not drawn yet.

    `calls` has the matches that are drawn and played today, by round and position: for each board,
    the minute of its call, None if it waits.
    """
    calls = calls or {}
    drawn_rounds = [
        (
            number,
            [
                PlannedMatch(match.sides, called_at)
                for match in matches
                for called_at in calls.get((number, match.position), ())
            ],
        )
        for number, matches in enumerate(situation.rounds, start=1)
    ]
    if format is CLOCK and rounds and not situation.closed:
        called_matches = [match for _number, matches in drawn_rounds for match in matches]
        couples = len(active_set(situation)) // 2
        return StagePlan(length, [(0, called_matches)], overlaps=True, couples=couples)
    boards = range(boards_in_tie(format, options) or 1)
    outline_count = (
        MOST_ENTRIES_DRAWN // max(len(situation.entrants), 1) if isinstance(format, Lives) else 1
    )
    outlines = [
        [
            (number, [PlannedMatch(sides) for sides in matches for _board in boards])
            for number, matches in enumerate(
                sides_of_future_rounds(format, options, situation, f"{seed} {at}", rounds),
                len(drawn_rounds) + 1,
            )
        ]
        for at in range(max(outline_count, 1))
    ]
    return StagePlan(length, drawn_rounds, outlines, format.overlaps)


def unopened_situation(entrants: int, sides: int, table_sizes: tuple[int, ...] = ()) -> Situation:
    """Return the situation of a stage whose entrants are not known yet."""
    people = tuple(Entrant(number, seed=number) for number in range(1, entrants + 1))
    return Situation(people, sides=sides, table_sizes=table_sizes)


def sides_of_future_rounds(
    format: Format[Any], options: Any, situation: Situation, seed: str, rounds: int = MOST_ROUNDS
) -> Outline:
    """Return, for at most `rounds` future rounds, the sides of each match, without byes.

    Every unfinished match gets a random winner. The points stay as they are: they decide who meets
    whom, not how many matches a round has. A format that refuses to draw ends the outline.
    """
    chance = Chance(f"{seed}|outline")
    rounds_so_far = [
        tuple(match if match.finished else _random_result(match, chance) for match in matches)
        for matches in situation.rounds
    ]
    outline: Outline = []
    while len(outline) < rounds:
        situation = replace(situation, rounds=tuple(rounds_so_far))
        if format.is_over(situation, options):
            break
        try:
            draw = format.next_round(situation, options, f"{seed}/{len(rounds_so_far) + 1}")
        except DrawError:
            break
        outline.append([match.sides for match in draw.pairings if not match.is_bye])
        rounds_so_far.append(
            tuple(_random_result(match, chance) for match in simulated_round(draw.pairings))
        )
    return outline


def _random_result(match: PlayedMatch, chance: Chance) -> PlayedMatch:
    """Return the match won by a random side; a bye stays as it is.

    Every side scores 1, because a best loser needs a positive total.
    """
    if match.is_bye:
        return match
    winner = chance.pick(match.teams)[0]
    return replace(match, winner=winner, counted=(1,) * len(match.teams))
