"""Totales: everybody plays every round, at tables of as many as the game seats, and points add up.

Of each round those who are left over when the tables are full rest, who has rested least and then
by lot, or tables one smaller or larger take them in. The others are seated so that the fewest meet
again, or with whom has about the same points (`seating`), each in the chair he has had least, for
the first chair deals first.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats.core import (
    NEXT_ROUND,
    NOTHING,
    Draw,
    DrawError,
    Pairing,
    Played,
    Situation,
    active_set,
    all_finished,
    byes_taken,
    in_range,
    one_of,
    refuse_unfinished,
)
from tournaments.formats.report import report
from tournaments.formats.seats import cheapest_possible, fewest_repeated, prices, tables_of
from tournaments.formats.senseless import AMONG_EQUALS, OWN_ORDER, RIVALS, WAY_OUT
from tournaments.pairing.draw import shuffled
from tournaments.pairing.seating import (
    LARGER,
    SMALLER,
    Prices,
    Tables,
    chairs,
    in_turn,
    odd_groups,
    planned,
    planned_length,
    scatter,
    seat_apart,
    seat_by_rank,
    table_sizes,
)
from tournaments.pairing.seating.lot import seat

KEY = "totals"
CHAIN = ("counted_won",)  # equal totals share the place (Rulings A16)
CHAIN_WITH_DRAWS = CHAIN
CHAIN_BY_TABLE = ("points", "counted_won")
SENSELESS = RIVALS | WAY_OUT | OWN_ORDER | AMONG_EQUALS | {"wins_per_match"}
BALLS = f"{KEY} 1"
ROTATION, LOT, RANKING = "rotation", "lot", "ranking"
REST = "rest"
TOTAL, TABLE = "total", "table"
CHOICES: dict[str, tuple[str, ...]] = {
    "seating": (ROTATION, LOT, RANKING),
    "odd": (REST, SMALLER, LARGER),
    "count": (TOTAL, TABLE),
}
DRAWS = True
SIDES = range(2, 6)
PARTNERS = 1
OVERLAPS = False
PLAYS_WITHDRAWN = False
MOST_ROUNDS = 100


@dataclass(frozen=True, slots=True)
class Options:
    """`best` rounds of each count, 0 all of them; `count` what adds up: the points themselves
    (TOTAL) or those of the place at the table (TABLE). Both are for the standings."""

    rounds: int
    seating: str = LOT
    odd: str = REST
    best: int = 0
    count: str = TOTAL

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise DrawError(
                "rounds_out_of_range", rounds=self.rounds, minimum=1, maximum=MOST_ROUNDS
            )
        for option, allowed in CHOICES.items():
            one_of(option, getattr(self, option), allowed)
        in_range("best", self.best, 0, self.rounds)


def next_round(situation: Situation, options: Options, seed: str) -> Draw:
    """The next round of those still in play; who arrived late comes in with nothing.

    Tables are numbered as their first balls came out (by RANKING: from the highest points down);
    those who rest come last. Raises DrawError: `too_few_entrants`, `round_unfinished`,
    `stage_over`.
    """
    refuse_unfinished(situation)
    if is_over(situation, options):
        raise DrawError("stage_over", rounds=options.rounds)
    number = len(situation.rounds) + 1
    order = shuffled(active_set(situation), seed, f"{KEY} {number}")
    sizes = _sizes(situation, len(order), options)
    resting = _resting(situation, order, len(order) - sum(sizes))
    playing = [one for one in order if one not in resting]
    repeated = fewest_repeated(situation, playing, sizes)
    way = {LOT: _by_lot, ROTATION: _by_rotation, RANKING: _by_ranking}[options.seating]
    tables = way(_Round(situation, options, seed, number, playing, sizes, repeated))
    sat = chairs_taken(situation.rounds)
    seats = [*(chairs(table, sat) for table in tables), *((one,) for one in resting)]
    pairings = tuple(Pairing(position, sides) for position, sides in enumerate(seats, start=1))
    return Draw(
        pairings,
        report(
            situation,
            pairings,
            living=order,
            bounds={"repeated": repeated},
            byes_by_points=False,
        ),
    )


def is_over(situation: Situation, options: Options) -> bool:
    """True when the rounds agreed are played to the end."""
    return len(situation.rounds) >= options.rounds and all_finished(situation)


def rounds_in_all(entrants: int, options: Options) -> int:
    return options.rounds


def rest(options: Options) -> str:
    return NOTHING


def chain(options: Options) -> tuple[str, ...]:
    """What the table goes by: the points themselves, or those of the place at each table."""
    return CHAIN_BY_TABLE if options.count == TABLE else CHAIN


def counting(options: Options, sides: int) -> Mapping[str, object]:
    """How matches count, by the fields of `scoring.counting.Counting`: TABLE gives as many points
    as places there are, down to 1 (4-3-2-1), in halves, for those level share theirs."""
    found: dict[str, object] = {"best": options.best} if options.best else {}
    if options.count == TABLE:
        found |= {"unit": 2, "table": [2 * points for points in range(sides, 0, -1)]}
    return found


def by_results(options: Options) -> bool:
    return options.seating == RANKING


def by_lot(number: int, options: Options) -> bool:
    return True


def still_in(situation: Situation, options: Options) -> frozenset[int]:
    return active_set(situation)


def late(situation: Situation, options: Options) -> str:
    return NEXT_ROUND


def chairs_taken(rounds: Sequence[Sequence[Played]]) -> Counter[tuple[int, int]]:
    """How often each number has sat in each chair, by (number, chair); chairs count from 0."""
    return Counter(
        (number, chair)
        for matches in rounds
        for match in matches
        if len(match.sides) > 1
        for chair, number in enumerate(match.sides)
    )


@dataclass(frozen=True, slots=True)
class _Round:
    """What every way of seating needs: `playing` as their balls came out, `repeated` the bound."""

    situation: Situation
    options: Options
    seed: str
    number: int
    playing: list[int]
    sizes: tuple[int, ...]
    repeated: int

    def beginnings(self, front: Sequence[int] = ()) -> Callable[[int], Sequence[int]]:
        """Their order for beginning k of the search: the balls of the round, then others; `front`
        always comes first, as it is."""
        label, ahead = f"{self.options.seating} {self.number}", frozenset(front)

        def order(k: int) -> Sequence[int]:
            balls = shuffled(self.playing, self.seed, f"{label} {k}") if k else self.playing
            return [*front, *(one for one in balls if one not in ahead)]

        return order

    def odd_groups(self, costs: Prices) -> list[list[list[int]]]:
        """Who will sit together at the odd tables of this round and those after it, of those who
        have done so least; nobody in the first round, or where no table is odd."""
        odd = [size for size in self.sizes if size != self.situation.sides]
        rounds = self.situation.rounds
        if not odd or not rounds:
            return []
        least = min(costs.odd[number] for number in self.playing)
        waiting = {number for number in self.playing if costs.odd[number] == least}
        return odd_groups(tables_of(rounds[0]), waiting, odd, costs)

    def in_order(self, tables: Tables) -> Tables:
        """The people of each table by their balls, and the tables by their first."""
        drawn = {number: place for place, number in enumerate(self.playing)}
        ranked = [sorted(table, key=drawn.__getitem__) for table in tables]
        return sorted(ranked, key=lambda table: drawn[table[0]])


def _by_lot(round: _Round) -> Tables:
    """As it was before there were wishes or odd tables; with them, the search."""
    if round.situation.wishes or any(size != round.situation.sides for size in round.sizes):
        return _by_search(round, prices(round.situation))
    label = f"{KEY} {round.number}"
    found = seat(round.playing, round.sizes, prices(round.situation), round.seed, label)
    return round.in_order(found)


def _by_rotation(round: _Round) -> Tables:
    """A round of the plan that starts in round one, while it costs nothing; else a search."""
    costs = prices(round.situation)
    plan = _plan(round)
    for at in shuffled(range(len(plan)), round.seed, f"{ROTATION} {round.number}"):
        if not costs.of(plan[at]):
            return round.in_order(plan[at])
    return _by_search(round, costs)


def _by_search(round: _Round, costs: Prices) -> Tables:
    front: list[int] = []
    if groups := round.odd_groups(costs):
        costs = in_turn(costs, groups)
        front = [person for table in groups[0] for person in table]
    enough = cheapest_possible(costs, round.playing, round.sizes, round.repeated)
    return round.in_order(seat_apart(round.beginnings(front), round.sizes, costs, enough))


def _plan(round: _Round) -> list[Tables]:
    """The rounds after the first of the plan for these people, all tables full; empty when there
    is none, or it is so much shorter than asked that a search may go further.

    So much: it has neither the rounds of the stage nor two thirds of those in which somebody
    could meet others every time.
    """
    size, people = round.situation.sides, len(round.playing)
    first = [table for matches in round.situation.rounds[:1] for table in tables_of(matches)]
    if {one for table in first for one in table} != set(round.playing):
        return []
    if any(len(table) != size for table in first) or len(first) * size != people:
        return []
    length = planned_length(people, size)
    if length < round.options.rounds and 3 * length < 2 * ((people - 1) // (size - 1)):
        return []
    return [[list(table) for table in tables] for tables in planned(first, round.options.rounds)]


def _by_ranking(round: _Round) -> Tables:
    scores = {number: round.situation.counted.get(number, 0) for number in round.playing}
    costs = prices(round.situation, scores, scatter(list(scores.values())))
    found = seat_by_rank(round.beginnings(), round.sizes, costs)
    drawn = {number: place for place, number in enumerate(round.playing)}
    ranked = [sorted(table, key=lambda one: (-scores[one], drawn[one])) for table in found]
    return sorted(ranked, key=lambda table: [(-scores[one], drawn[one]) for one in table])


def _sizes(situation: Situation, people: int, options: Options) -> tuple[int, ...]:
    """The tables of the round; raises `too_few_entrants` when there is none."""
    others = () if options.odd == REST else situation.table_sizes
    sizes = table_sizes(people, situation.sides, others, options.odd)
    if not sizes:
        minimum = min((situation.sides, *others))
        raise DrawError("too_few_entrants", entrants=people, minimum=minimum)
    return sizes


def _resting(situation: Situation, order: tuple[int, ...], left_over: int) -> tuple[int, ...]:
    """Those left over by full tables: who has rested least, and the first balls among them."""
    taken = byes_taken(situation.rounds)
    ranked = sorted(order, key=lambda number: taken[number])  # stable: the balls decide
    return tuple(ranked[:left_over])
