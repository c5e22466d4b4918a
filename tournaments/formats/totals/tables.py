"""Options, tables and groups of totals."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tournaments.formats.core import (
    DrawError,
    PlayedMatch,
    Situation,
    check_rounds,
    check_words,
    refuse_out_of_range,
)
from tournaments.formats.costs import seating_costs, tables_of
from tournaments.formats.groups.dealing import add_newcomers, dealt_groups, sizes
from tournaments.formats.history import active_set, rounds_not_played
from tournaments.formats.round_robin import groups_played
from tournaments.formats.seeds import LOT, MOST_SEEDS, SEED
from tournaments.pairing.draw import ball_order
from tournaments.pairing.seating.chairs import SAME_POT_COST, chairs, seed_pots, spread_seeds
from tournaments.pairing.seating.odd import odd_groups, odd_table_prices
from tournaments.pairing.seating.plans import (
    LARGER,
    SMALLER,
    plan_length,
    rounds_from_plan,
    table_sizes,
)
from tournaments.pairing.seating.search import (
    SeatingPrices,
    Tables,
    meeting_weight,
    seat_apart,
    seat_by_rank,
)

ROTATION, RANKING = "rotation", "ranking"
REST = "rest"
TOTAL, TABLE = "total", "table"
CHOICES = {
    "seating": (ROTATION, LOT, RANKING),
    "odd": (REST, SMALLER, LARGER),
    "count": (TOTAL, TABLE),
    "seeding": (LOT, SEED),
}
MOST_GROUPS = 64


@dataclass(frozen=True, slots=True)
class Options:
    """Options: `rounds` to play, and the number of `best` rounds that count (0 for all).

    `seating` is how tables are formed. `odd` is REST for entries left over, or the size of tables
    to prefer: SMALLER or LARGER. `count` is what adds up: TOTAL (points) or TABLE (points for the
    place at a table). `groups` is the number of groups, for the whole stage. `seeding` is SEED to
    spread the seeds over groups and tables in the first round, or LOT. `seeds` is how many entries
    count as seeds, 0 for all seeded entries.
    """

    rounds: int
    seating: str = LOT
    odd: str = REST
    best: int = 0
    count: str = TOTAL
    groups: int = 1
    seeding: str = LOT
    seeds: int = 0

    def __post_init__(self) -> None:
        check_rounds(self.rounds)
        check_words(self, CHOICES)
        refuse_out_of_range("best", self.best, 0, self.rounds)
        refuse_out_of_range("groups", self.groups, 1, MOST_GROUPS)
        refuse_out_of_range("seeds", self.seeds, 0, MOST_SEEDS)


# --- Tables ---------------------------------------------------------------------------------------
# A round of one group: the tables, the byes, and the chairs.
@dataclass(frozen=True, slots=True)
class HallSeating:
    """The tables of a group in order of chairs, and the entries that rest."""

    tables: tuple[tuple[int, ...], ...]
    resting: tuple[int, ...]


def seat_tables(situation: Situation, options: Options, seed: str, label: str) -> HallSeating:
    """Return the next round of a group, drawn with `label` (`ball_order`); every table is full."""
    number = len(situation.rounds) + 1
    order = ball_order(active_set(situation), seed, label)
    other_sizes = () if options.odd == REST else situation.table_sizes
    sizes = table_sizes(len(order), situation.sides, other_sizes, options.odd)
    resting = _resting(situation, order, len(order) - sum(sizes))
    if not sizes:
        return HallSeating((), resting)
    playing = [number for number in order if number not in resting]
    seeds = _seeds(situation, options, playing)
    round = _Round(situation, options, seed, number, playing, sizes, seeds)
    counts = chair_counts(situation.rounds)
    return HallSeating(tuple(chairs(table, counts) for table in round.tables()), resting)


def chair_counts(rounds: Sequence[Sequence[PlayedMatch]]) -> Counter[tuple[int, int]]:
    """Count how often each number sat in each chair, by (number, chair from 0); guests excluded."""
    return Counter(
        (number, chair)
        for matches in rounds
        for match in matches
        if len(match.sides) > 1
        for chair, number in enumerate(match.sides)
        if number not in match.guests
    )


@dataclass(frozen=True, slots=True)
class _Round:
    """The input of every way of seating: entries in ball order, table sizes, seeds to separate."""

    situation: Situation
    options: Options
    seed: str
    number: int
    playing: list[int]
    sizes: tuple[int, ...]
    seeds: tuple[int, ...]

    def tables(self) -> Tables:
        if self.seeds:
            return _tables_by_seeds(self)
        way = {LOT: _tables_by_lot, ROTATION: _tables_by_rotation, RANKING: _tables_by_ranking}
        return way[self.options.seating](self)

    def beginnings(self, front: Sequence[int] = ()) -> Callable[[int], Sequence[int]]:
        """Return a function that orders the entries for attempt k, from 0; `front` stays first.

        Attempt 0 has the ball order of the round, and each later attempt another order.
        """
        label, front_set = f"{self.options.seating} {self.number}", frozenset(front)

        def order(k: int) -> Sequence[int]:
            balls = ball_order(self.playing, self.seed, f"{label} {k}") if k else self.playing
            return [*front, *(number for number in balls if number not in front_set)]

        return order

    def odd_groups(self, costs: SeatingPrices) -> list[list[list[int]]]:
        """Return the odd tables of this and later rounds, by round.

        They seat the entries with the fewest turns at an odd table. Return [] in the first round,
        or if this round has no odd table.
        """
        odd_sizes = [size for size in self.sizes if size != self.situation.sides]
        rounds = self.situation.rounds
        if not odd_sizes or not rounds:
            return []
        fewest = min(costs.odd_prices[number] for number in self.playing)
        waiting_entries = {number for number in self.playing if costs.odd_prices[number] == fewest}
        return odd_groups(tables_of(rounds[0]), waiting_entries, odd_sizes, costs)

    def order_by_balls(self, tables: Tables) -> Tables:
        """Return the entries of each table in ball order, and the tables by their first entry."""
        ball_places = {number: place for place, number in enumerate(self.playing)}
        ordered_tables = [sorted(table, key=ball_places.__getitem__) for table in tables]
        return sorted(ordered_tables, key=lambda table: ball_places[table[0]])


def _tables_by_seeds(round: _Round) -> Tables:
    """Return the first round with the seeds at different tables, spread pot by pot."""
    balls, usual_size = round.beginnings(), round.situation.sides
    costs = seating_costs(round.situation).add_group_price(
        seed_pots(round.seeds, len(round.sizes)), SAME_POT_COST
    )

    def beginning(k: int) -> Sequence[int]:
        return spread_seeds(balls(k), round.seeds, round.sizes, usual_size)

    return round.order_by_balls(seat_apart(beginning, round.sizes, costs))


def _tables_by_lot(round: _Round) -> Tables:
    return _tables_by_search(round, seating_costs(round.situation))


def _tables_by_rotation(round: _Round) -> Tables:
    """Return tables that cost nothing, from the plan of round 1, or else the result of a search."""
    costs = seating_costs(round.situation)
    plan = _plan(round)
    for index in ball_order(range(len(plan)), round.seed, f"{ROTATION} {round.number}"):
        if not costs.total_cost(plan[index]):
            return round.order_by_balls(plan[index])
    return _tables_by_search(round, costs)


def _tables_by_search(round: _Round, costs: SeatingPrices) -> Tables:
    front: list[int] = []
    if groups := round.odd_groups(costs):
        costs = odd_table_prices(costs, groups)
        front = [person for table in groups[0] for person in table]
    return round.order_by_balls(seat_apart(round.beginnings(front), round.sizes, costs))


def _plan(round: _Round) -> list[Tables]:
    """Return the rounds after round 1 of the plan that begins with it; [] if it cannot be used.

    The plan needs the entries of round 1, all at tables of the usual size. A plan with fewer
    rounds than the stage is not used either, if it has fewer than two thirds of the rounds in which
    an entry could always meet new rivals: a search may reach further.
    """
    size, entry_count = round.situation.sides, len(round.playing)
    first_tables = [table for matches in round.situation.rounds[:1] for table in tables_of(matches)]
    if {number for table in first_tables for number in table} != set(round.playing):
        return []
    if any(len(table) != size for table in first_tables) or len(first_tables) * size != entry_count:
        return []
    length = plan_length(entry_count, size)
    if length < round.options.rounds and 3 * length < 2 * ((entry_count - 1) // (size - 1)):
        return []
    return [
        [list(table) for table in tables]
        for tables in rounds_from_plan(first_tables, round.options.rounds)
    ]


def _tables_by_ranking(round: _Round) -> Tables:
    totals = round.situation.scores or round.situation.counted
    scores = {number: totals.get(number, 0) for number in round.playing}
    costs = seating_costs(round.situation, scores, meeting_weight(list(scores.values())))
    tables = seat_by_rank(round.beginnings(), round.sizes, costs)
    ball_places = {number: place for place, number in enumerate(round.playing)}
    ordered_tables = [
        sorted(table, key=lambda number: (-scores[number], ball_places[number])) for table in tables
    ]
    return sorted(
        ordered_tables,
        key=lambda table: [(-scores[number], ball_places[number]) for number in table],
    )


def _seeds(situation: Situation, options: Options, playing: Sequence[int]) -> tuple[int, ...]:
    """Return the seeds to separate in the first round, best first; () later or without SEED."""
    if situation.rounds or options.seeding != SEED:
        return ()
    numbers = frozenset(playing)
    seeded_entrants = [
        entrant for entrant in situation.entrants if entrant.seed and entrant.number in numbers
    ]
    return tuple(
        entrant.number
        for entrant in sorted(seeded_entrants, key=lambda entrant: (entrant.seed, entrant.number))
    )


def _resting(situation: Situation, order: tuple[int, ...], left_over: int) -> tuple[int, ...]:
    """Return the `left_over` entries that rest: the fewest byes first, then in ball order."""
    rests = rounds_not_played(situation)
    # The sort is stable: equal entries keep their ball order.
    numbers_by_rests = sorted(order, key=lambda number: rests[number])
    return tuple(numbers_by_rests[:left_over])


# --- Groups ---------------------------------------------------------------------------------------
# Groups of totals: each is drawn by itself, with its own entries and matches.
def group_situations(
    situation: Situation, options: Options, seed: str, label: str
) -> dict[str, Situation]:
    """Return the situation of each group by its name; without groups, of everybody under "".

    A late arrival joins the group with the fewest active entries. Raises DrawError
    `too_few_for_groups` before the first round.
    """
    if options.groups == 1:
        return {"": situation}
    if situation.rounds:
        groups = add_newcomers(situation, groups_played(situation.rounds))
    else:
        _refuse_too_few(situation, options)
        groups = dealt_groups(situation, options.groups, options.seeding == SEED, seed, label)
    return {
        name: group_situation(situation, name, frozenset(members))
        for name, members in groups.items()
    }


def group_situation(situation: Situation, name: str, members: frozenset[int]) -> Situation:
    """Return the situation of one group: its members and its matches."""
    return replace(
        situation,
        entrants=tuple(entrant for entrant in situation.entrants if entrant.number in members),
        rounds=tuple(
            tuple(match for match in matches if match.group == name) for matches in situation.rounds
        ),
    )


def group_sizes(entrants: int, options: Options) -> tuple[int, ...]:
    """Return the size of each group, A first. Raises DrawError `too_few_for_groups`.

    >>> group_sizes(37, Options(4, groups=3))
    (13, 12, 12)
    """
    return sizes(entrants, _check_groups(entrants, options.groups, 2))


def allowed_sizes(situation: Situation, options: Options) -> tuple[int, ...]:
    """Return the numbers of entries that a table may have, the usual number first."""
    return (situation.sides, *(() if options.odd == REST else situation.table_sizes))


def fewest_at_a_table(situation: Situation, options: Options) -> int:
    return min(allowed_sizes(situation, options))


def _refuse_too_few(situation: Situation, options: Options) -> None:
    fewest = fewest_at_a_table(situation, options)
    _check_groups(len(active_set(situation)), options.groups, fewest)


def _check_groups(entrants: int, groups: int, fewest: int) -> int:
    """Return `groups`.

    Raises DrawError `too_few_for_groups` if there are not `fewest` entrants for each group.
    """
    if entrants < fewest * groups:
        raise DrawError(
            "too_few_for_groups", entrants=entrants, groups=groups, minimum=fewest * groups
        )
    return groups
