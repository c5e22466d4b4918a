"""The matches of a stage by entry: what every tie-break starts from."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import chain
from operator import attrgetter
from typing import NamedTuple

from scoring.standings.counting import Counting
from scoring.standings.worth import Mean, Score, Worth, mean_of, worth_of_bye, worth_of_match
from tournaments.formats.core import MEAN


class Outcome(NamedTuple):
    """A match and what came of it; `score` is None while it is not over.

    `sides` are the numbers of its entries, `partners` of them, one after another, on each side; one
    side alone is a bye. `guests` only sat down so that another might catch up.
    """

    round: int
    sides: tuple[int, ...]
    score: Score | None
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
        """The entries whose match it is: all but the guests."""
        if not self.guests:
            return self.sides
        return [number for number in self.sides if number not in self.guests]


@dataclass(frozen=True)
class Extras:
    """Input of standings besides the matches.

    `penalties`: points taken away, by entry. `carried`: what each brings from the stage before,
    by tie-break and entry. `order`: the entries as the format itself puts them, first the best, in
    groups of those it holds level. `places`: the same, of the places that brackets have decided.
    `alive`: who is not out yet, where the format puts people out. `last`: who goes below
    everybody else, whatever was played. `undrawn`: who is entered and sits nowhere, though there
    is a draw. `beside`: a tally that is told with each line and orders nothing; "" for none.
    """

    penalties: Mapping[int, int] = field(default_factory=dict)
    carried: Mapping[str, Mapping[int, int]] = field(default_factory=dict)
    order: Sequence[Sequence[int]] = ()
    places: Sequence[Sequence[int]] = ()
    alive: frozenset[int] | None = None
    last: frozenset[int] = frozenset()
    undrawn: frozenset[int] = frozenset()
    beside: str = ""

    @cached_property
    def below_in_order(self) -> Mapping[int, int]:
        """How many entries each leaves below in the order of the format."""
        found: dict[int, int] = {}
        for level in reversed(self.order):
            found |= dict.fromkeys(level, len(found))
        return found

    @cached_property
    def span_of_places(self) -> Mapping[int, tuple[int, int]]:
        """The best and the worst place that brackets have left to each entry."""
        found: dict[int, tuple[int, int]] = {}
        for level in self.places:
            found |= dict.fromkeys(level, (len(found) + 1, len(found) + len(level)))
        return found


Adds = Callable[[Worth], int]
WON: Adds = attrgetter("won")
DRAWN: Adds = attrgetter("drawn")
LOST: Adds = attrgetter("lost")
POINTS: Adds = attrgetter("points")


class OwnMatch(NamedTuple):
    """A match as one of its entries has it. In a bye, or against guests, its rival is itself."""

    round: int
    purpose: str
    rivals: tuple[int, ...]
    worth: Worth


@dataclass(frozen=True, eq=False)
class Standing:
    """An entry with its decided matches: of each its round, its purpose, whom it met and its worth.

    They are kept side by side and not as objects, which of ten thousand entries would be too many.
    """

    number: int
    active: bool
    rounds: list[int] = field(default_factory=list)
    purposes: list[str] = field(default_factory=list)
    met: list[tuple[int, ...]] = field(default_factory=list)
    worths: list[Worth] = field(default_factory=list)

    @property
    def matches(self) -> Iterator[OwnMatch]:
        return map(OwnMatch, self.rounds, self.purposes, self.met, self.worths)

    @cached_property
    def rivals(self) -> list[int]:
        """Its rivals, each as often as they have met."""
        return [*chain.from_iterable(self.met)]

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
        """How many matches it has won, drawn or lost."""
        return self.won + self.drawn + self.lost

    @property
    def half_wins(self) -> int:
        """Its wins and half its draws, in half wins."""
        return 2 * self.won + self.drawn

    def tally(self, name: str) -> tuple[int, int, int]:
        """Return the sums of a tally: own, against and the difference that counts."""
        found = [worth.tallies[name] for worth in self.worths if name in worth.tallies]
        own, against, difference = zip(*found, strict=True) if found else ((), (), ())
        return sum(own), sum(against), sum(difference)


@dataclass(frozen=True, slots=True)
class Field:
    """Everything the tie-breaks may look at.

    `entered` are those of the table, by number. `met` has them and whoever else appears in the
    matches: rivals without a line. `wins` and `points` go by number. `best`: how many matches of
    each count in the sums, 0 for all. `best_half` are those of the table by points, with whoever is
    level with the last of them.
    """

    entered: Sequence[Standing]
    met: Mapping[int, Standing]
    wins: Mapping[int, int]
    points: Mapping[int, int]
    last_round: int
    best_half: frozenset[int]
    alive: frozenset[int]
    seed: str
    best: int
    extras: Extras

    def carried(self, key: str, number: int) -> int:
        """Return what an entry brings to a tie-break from the stage before."""
        return self.extras.carried.get(key, {}).get(number, 0)


def sum_of_best(worths: Iterable[Worth], adds: Adds, best: int) -> int:
    """Return the sum of the `best` matches, 0 for all; a rest that brings nothing is not one."""
    if not best:
        return sum(map(adds, worths))
    values = [adds(worth) for worth in worths if not worth.idle]
    return sum(sorted(values, reverse=True)[:best])


def arrange(
    entrants: Mapping[int, bool],
    outcomes: Sequence[Outcome],
    seed: str,
    counted: str,
    counting: Counting,
    extras: Extras,
) -> Field:
    """Gather decided outcomes by entry. `entrants` are the numbers of the table, each with whether
    it plays on; `counted` is the tally that the stage adds up."""
    met = {number: Standing(number, entrants[number]) for number in sorted(entrants)}
    entered = [*met.values()]
    _add_matches(met, outcomes, counted, counting)
    won, brought = extras.carried.get("wins", {}), extras.carried.get("points", {})
    points = {
        number: sum_of_best(one.worths, POINTS, counting.best) + brought.get(number, 0)
        for number, one in met.items()
    }
    by_points = sorted((points[number] for number in entrants), reverse=True)
    least = by_points[(len(by_points) - 1) // 2] if by_points else 0
    active = {number for number, playing in entrants.items() if playing}
    return Field(
        entered=entered,
        met=met,
        wins={number: one.won + won.get(number, 0) for number, one in met.items()},
        points=points,
        last_round=max((outcome.round for outcome in outcomes), default=0),
        best_half=frozenset(number for number in entrants if points[number] >= least),
        alive=frozenset(active if extras.alive is None else extras.alive & met.keys()),
        seed=seed,
        best=counting.best,
        extras=extras,
    )


def without(outcomes: Sequence[Outcome], numbers: Collection[int]) -> Sequence[Outcome]:
    """Return what counts once everything of these entries is void.

    Their matches against one other side are left out, whoever won. At a table of three sides or
    more what the others did stands.
    """
    if not numbers:
        return outcomes
    return [
        outcome
        for outcome in outcomes
        if len(outcome.sides) > 2 * outcome.partners
        or not any(number in numbers for number in outcome.counts_for)
    ]


def in_group(outcomes: Sequence[Outcome], name: str, numbers: Collection[int]) -> Sequence[Outcome]:
    """Return what counts in the table of a group: the matches played in it by its members alone.

    A match that somebody catches up counts for him, wherever those who helped come from.
    """
    members = frozenset(numbers)
    return [
        outcome
        for outcome in outcomes
        if outcome.group == name and members.issuperset(outcome.counts_for)
    ]


def _add_matches(
    met: dict[int, Standing], outcomes: Sequence[Outcome], counted: str, counting: Counting
) -> None:
    """Add each match to every entry whose match it is, and whoever is not entered to `met`. Two
    matches of one score are worth the same: each score is looked at once."""

    @cache
    def of_match(score: Score, sides: int) -> list[Worth]:
        return worth_of_match(score, sides, counting, counted)

    @cache
    def of_bye(score: Score, mean: Mean) -> Worth:
        return worth_of_bye(score, counting, counted, mean)

    means = _means(outcomes, of_match) if counting.bye == MEAN else {}
    for round, sides, score, purpose, _group, partners, guests, _position in outcomes:
        if score is None:
            continue
        if len(sides) <= partners:
            worths = [of_bye(score, means.get(round, Mean()))]
        else:
            worths = of_match(score, len(sides) // partners)
        for at, number in enumerate(sides):
            if number in guests:
                continue
            standing = met.get(number)
            if standing is None:
                standing = met[number] = Standing(number, active=False)
            first = at - at % partners
            rivals = sides[:first] + sides[first + partners :]
            standing.rounds.append(round)
            standing.purposes.append(purpose)
            standing.met.append((number,) if guests or not rivals else rivals)
            standing.worths.append(worths[at // partners])


def _means(
    outcomes: Iterable[Outcome], of_match: Callable[[Score, int], Sequence[Worth]]
) -> dict[int, Mean]:
    """Return the mean of each round over its entries, those who rest apart."""
    rounds = defaultdict[int, list[Worth]](list)
    for outcome in outcomes:
        if outcome.score is None or outcome.is_bye:
            continue
        worths = of_match(outcome.score, len(outcome.sides) // outcome.partners)
        rounds[outcome.round] += [
            worths[at // outcome.partners]
            for at, number in enumerate(outcome.sides)
            if number not in outcome.guests
        ]
    return {round: mean_of(worths) for round, worths in rounds.items()}
