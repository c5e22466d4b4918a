"""The matches of a stage arranged by entry, the input of every tie-break."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

from scoring.standings.counting import Counting
from scoring.standings.worth import MatchScore, Mean, Worth, mean_of, worth_of_bye, worth_of_match
from tournaments.formats.core import MEAN


class Outcome(NamedTuple):
    """A match and its score; the score is None until the match is over.

    `sides` has the numbers of its entries: `partners` consecutive numbers for each side. A match
    with a single side is a bye. `guests` are entries that play only so that another entry can catch
    up.
    """

    round: int
    sides: tuple[int, ...]
    score: MatchScore | None
    purpose: str = ""
    group: str = ""
    partners: int = 1
    guests: tuple[int, ...] = ()
    position: int = 0

    @property
    def is_bye(self) -> bool:
        return len(self.sides) <= self.partners

    @property
    def counts_for(self) -> Sequence[int]:
        """Return the entries for which the match counts: all but the guests."""
        if not self.guests:
            return self.sides
        return [number for number in self.sides if number not in self.guests]


@dataclass(frozen=True)
class Extras:
    """Input of the standings in addition to the matches.

    `penalties`: penalty points by entry. `carried_values`: the value that each entry carries over
    from the stage before, by tie-break and entry. `order`: the format's own order, best first, as
    groups of tied entries. `places`: the places decided by brackets, best first, as groups of tied
    entries. `alive`: the entries not yet eliminated; None if the format eliminates none.
    `last_entries`: the entries placed below all others, whatever their results. `undrawn_entries`:
    the entries of a drawn stage without a seat in it. `match_tally`: a tally that each line shows
    but that orders nothing; "" for no tally.
    """

    penalties: Mapping[int, int] = field(default_factory=dict)
    carried_values: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    order: Sequence[Sequence[int]] = ()
    places: Sequence[Sequence[int]] = ()
    alive: frozenset[int] | None = None
    last_entries: frozenset[int] = frozenset()
    undrawn_entries: frozenset[int] = frozenset()
    match_tally: str = ""

    @cached_property
    def below_in_order(self) -> Mapping[int, int]:
        """Return, by entry, how many entries are below it in the format's order."""
        below: dict[int, int] = {}
        for level in reversed(self.order):
            below |= dict.fromkeys(level, len(below))
        return below

    @cached_property
    def span_of_places(self) -> Mapping[int, tuple[int, int]]:
        """Return, by entry, the best and the worst place that the brackets leave open to it."""
        spans: dict[int, tuple[int, int]] = {}
        for level in self.places:
            spans |= dict.fromkeys(level, (len(spans) + 1, len(spans) + len(level)))
        return spans


WorthNumber = Callable[[Worth], int]
WON: WorthNumber = attrgetter("won")
DRAWN: WorthNumber = attrgetter("drawn")
LOST: WorthNumber = attrgetter("lost")
POINTS: WorthNumber = attrgetter("points")


class OwnMatch(NamedTuple):
    """A match of an entry. In a bye or against guests, the rival is the entry itself."""

    round: int
    purpose: str
    rivals: tuple[int, ...]
    worth: Worth


@dataclass(frozen=True, eq=False)
class Standing:
    """An entry with its decided matches: the round, the purpose, the rivals and the worth of each.

    The fields are parallel lists: with ten thousand entries, one object for each match is too many.
    """

    number: int
    active: bool
    rounds: list[int] = field(default_factory=list)
    purposes: list[str] = field(default_factory=list)
    rivals_by_match: list[tuple[int, ...]] = field(default_factory=list)
    worths: list[Worth] = field(default_factory=list)

    @property
    def matches(self) -> Iterator[OwnMatch]:
        return map(OwnMatch, self.rounds, self.purposes, self.rivals_by_match, self.worths)

    @cached_property
    def rivals(self) -> list[int]:
        """Return the rivals, each once for every meeting."""
        return [*chain.from_iterable(self.rivals_by_match)]

    @cached_property
    def won(self) -> int:
        return sum(map(WON, self.worths))

    @cached_property
    def drawn(self) -> int:
        return sum(map(DRAWN, self.worths))

    @cached_property
    def lost(self) -> int:
        return sum(map(LOST, self.worths))

    @property
    def decided(self) -> int:
        """Return the number of matches won, drawn or lost."""
        return self.won + self.drawn + self.lost

    @property
    def half_wins(self) -> int:
        """Return twice the wins plus the draws."""
        return 2 * self.won + self.drawn

    def tally(self, name: str) -> tuple[int, int, int]:
        """Return three sums of a tally: the entry's, its rivals' and the counted differences."""
        tallies = [worth.tallies[name] for worth in self.worths if name in worth.tallies]
        own, against, difference = zip(*tallies, strict=True) if tallies else ((), (), ())
        return sum(own), sum(against), sum(difference)


@dataclass(frozen=True, slots=True)
class StandingsField:
    """Input of every tie-break.

    `entries`: the `Standing` of each entry of the table, in order of number. `standings`: the
    `Standing` of these entries and of their rivals outside the table, by number. `wins`, `points`:
    the wins and the points of each entry, by number. `best`: how many matches of each entry count
    in the sums; 0 is all. `best_half`: the better half of the table by points, and all entries
    level with its last entry.
    """

    entries: Sequence[Standing]
    standings: Mapping[int, Standing]
    wins: Mapping[int, int]
    points: Mapping[int, int]
    last_round: int
    best_half: frozenset[int]
    alive: frozenset[int]
    seed: str
    best: int
    extras: Extras

    def carried_value(self, key: str, number: int) -> int:
        """Return the value that an entry carries over to a tie-break, or 0."""
        return self.extras.carried_values.get(key, {}).get(number, 0)


def sum_of_best(worths: Iterable[Worth], number_of: WorthNumber, best: int) -> int:
    """Return the sum of the `best` highest numbers (0: all), without byes worth nothing."""
    if not best:
        return sum(map(number_of, worths))
    values = [number_of(worth) for worth in worths if not worth.idle]
    return sum(sorted(values, reverse=True)[:best])


def arrange_outcomes(
    entrants: Mapping[int, bool],
    outcomes: Sequence[Outcome],
    seed: str,
    counted_tally: str,
    counting: Counting,
    extras: Extras,
) -> StandingsField:
    """Return the `StandingsField` of a table: its decided outcomes, arranged by entry.

    `entrants` maps each number of the table to whether the entry still plays. `counted_tally` is
    the tally that the stage adds up.
    """
    standings = {number: Standing(number, entrants[number]) for number in sorted(entrants)}
    entries = [*standings.values()]
    _add_matches(standings, outcomes, counted_tally, counting)
    carried_wins = extras.carried_values.get("wins", {})
    carried_points = extras.carried_values.get("points", {})
    points = {
        number: sum_of_best(standing.worths, POINTS, counting.best) + carried_points.get(number, 0)
        for number, standing in standings.items()
    }
    sorted_points = sorted((points[number] for number in entrants), reverse=True)
    threshold = sorted_points[(len(sorted_points) - 1) // 2] if sorted_points else 0
    active = {number for number, playing in entrants.items() if playing}
    return StandingsField(
        entries=entries,
        standings=standings,
        wins={
            number: standing.won + carried_wins.get(number, 0)
            for number, standing in standings.items()
        },
        points=points,
        last_round=max((outcome.round for outcome in outcomes), default=0),
        best_half=frozenset(number for number in entrants if points[number] >= threshold),
        alive=frozenset(active if extras.alive is None else extras.alive & standings.keys()),
        seed=seed,
        best=counting.best,
        extras=extras,
    )


def outcomes_without(outcomes: Sequence[Outcome], numbers: Collection[int]) -> Sequence[Outcome]:
    """Return the outcomes that still count if all results of these entries are void.

    Their byes and their matches of two sides are left out, whoever won. At a table of three sides
    or more, the results of the other sides stand.
    """
    if not numbers:
        return outcomes
    return [
        outcome
        for outcome in outcomes
        if len(outcome.sides) > 2 * outcome.partners
        or not any(number in numbers for number in outcome.counts_for)
    ]


def outcomes_in_group(
    outcomes: Sequence[Outcome], name: str, numbers: Collection[int]
) -> Sequence[Outcome]:
    """Return the outcomes of a group: the matches that count only for its members.

    A catch-up match belongs to the group even if its guests come from other groups, because it
    does not count for guests.
    """
    members = frozenset(numbers)
    return [
        outcome
        for outcome in outcomes
        if outcome.group == name and members.issuperset(outcome.counts_for)
    ]


def _add_matches(
    standings: dict[int, Standing],
    outcomes: Sequence[Outcome],
    counted_tally: str,
    counting: Counting,
) -> None:
    """Add each match to its entries, and the rivals outside the table to `standings`.

    Matches with equal scores have equal worth, so each distinct score is evaluated once.
    """

    @cache
    def match_worths(score: MatchScore, sides: int) -> list[Worth]:
        return worth_of_match(score, sides, counting, counted_tally)

    @cache
    def bye_worth(score: MatchScore, mean: Mean) -> Worth:
        return worth_of_bye(score, counting, counted_tally, mean)

    means = _means(outcomes, match_worths) if counting.bye == MEAN else {}
    for round, sides, score, purpose, _group, partners, guests, _position in outcomes:
        if score is None:
            continue
        if len(sides) <= partners:
            worths = [bye_worth(score, means.get(round, Mean()))]
        else:
            worths = match_worths(score, len(sides) // partners)
        for index, number in enumerate(sides):
            if number in guests:
                continue
            standing = standings.get(number)
            if standing is None:
                standing = standings[number] = Standing(number, active=False)
            start = index - index % partners
            rivals = sides[:start] + sides[start + partners :]
            standing.rounds.append(round)
            standing.purposes.append(purpose)
            standing.rivals_by_match.append((number,) if guests or not rivals else rivals)
            standing.worths.append(worths[index // partners])


def _means(
    outcomes: Iterable[Outcome], match_worths: Callable[[MatchScore, int], Sequence[Worth]]
) -> dict[int, Mean]:
    """Return the mean worth of a match in each round, without byes.

    The mean is over the entries that played the round. `match_worths` gives the worth to each side.
    """
    rounds = defaultdict[int, list[Worth]](list)
    for outcome in outcomes:
        if outcome.score is None or outcome.is_bye:
            continue
        worths = match_worths(outcome.score, len(outcome.sides) // outcome.partners)
        rounds[outcome.round] += [
            worths[index // outcome.partners]
            for index, number in enumerate(outcome.sides)
            if number not in outcome.guests
        ]
    return {round: mean_of(worths) for round, worths in rounds.items()}
