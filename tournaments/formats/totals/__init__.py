"""Totales: everybody plays every round, at tables of as many as the game seats, and points add up.

Of each round those who are left over when the tables are full rest, who has rested least and then
by lot, or tables one smaller or larger take them in. The others are seated so that the fewest meet
again, or with whom has about the same points (`seating`), each in the chair he has had least, for
the first chair deals first. With groups each of them is a hall of its own from the first round to
the last.
"""

from collections.abc import Mapping, Sequence

from tournaments.formats.arrivals import Room
from tournaments.formats.core import (
    NEXT_ROUND,
    NOTHING,
    Draw,
    DrawError,
    Pairing,
    Report,
    Situation,
)
from tournaments.formats.groups.members import rooms_of_groups
from tournaments.formats.history import active_set, all_finished, refuse_unfinished
from tournaments.formats.looks import at_meetings, at_totals
from tournaments.formats.report import joined, report
from tournaments.formats.seats import fewest_repeated
from tournaments.formats.seeds import only_best
from tournaments.formats.senseless import AMONG_EQUALS, OWN_ORDER, RIVALS, WAY_OUT
from tournaments.formats.totals.halls import (
    fewest_at_a_table,
    group_sizes,
    hall,
    halls,
    sizes_taken,
)
from tournaments.formats.totals.options import (
    CHOICES,
    MOST_GROUPS,
    MOST_ROUNDS,
    RANKING,
    REST,
    TABLE,
    Options,
)
from tournaments.formats.totals.tables import chairs_taken, seated

__all__ = [
    "BALLS",
    "CATCHES_UP",
    "CHAIN",
    "CHAIN_WITH_DRAWS",
    "CHOICES",
    "DRAWS",
    "KEY",
    "MOST_GROUPS",
    "MOST_ROUNDS",
    "OVERLAPS",
    "PARTNERS",
    "PLAYS_WITHDRAWN",
    "REST",
    "SENSELESS",
    "SIDES",
    "Options",
    "by_lot",
    "by_results",
    "chain",
    "chairs_taken",
    "concessions",
    "counting",
    "group_sizes",
    "is_over",
    "late",
    "looks_at",
    "next_round",
    "rest",
    "room",
    "rounds_in_all",
    "still_in",
]

KEY = "totals"
CHAIN = ("counted_won",)  # equal totals share the place (Rulings A16)
CHAIN_WITH_DRAWS = CHAIN
CHAIN_BY_TABLE = ("points", "counted_won")
SENSELESS = RIVALS | WAY_OUT | OWN_ORDER | AMONG_EQUALS | {"wins_per_match"}
BALLS = f"{KEY} 1"
DRAWS = True
SIDES = range(2, 6)
PARTNERS = 1
OVERLAPS = False
PLAYS_WITHDRAWN = False
CATCHES_UP = True


def next_round(situation: Situation, options: Options, seed: str) -> Draw:
    """The next round of those still in play; who arrived late comes in with nothing.

    Tables are numbered group by group, as their first balls came out (by RANKING: from the highest
    points down); those who rest come last. A group left with too few for a table rests whole.
    Raises DrawError: `too_few_entrants`, `round_unfinished`, `stage_over` and, in the first round,
    `too_few_for_groups`.
    """
    refuse_unfinished(situation)
    if is_over(situation, options):
        raise DrawError("stage_over", rounds=options.rounds)
    label = f"{KEY} {len(situation.rounds) + 1}"
    here = halls(only_best(situation, options.seeds), options, seed, label)
    found = {name: seated(known, options, seed, label) for name, known in here.items()}
    if not any(one.tables for one in found.values()):
        raise DrawError(
            "too_few_entrants",
            entrants=len(active_set(situation)),
            minimum=fewest_at_a_table(situation, options),
        )
    seats = [(name, table) for name, one in found.items() for table in one.tables]
    seats += [(name, (number,)) for name, one in found.items() for number in one.resting]
    pairings = tuple(
        Pairing(position, sides, group=name) for position, (name, sides) in enumerate(seats, 1)
    )
    bounds = {name: one.repeated for name, one in found.items()}
    return Draw(pairings, _report(here, pairings, bounds))


def concessions(situation: Situation, pairings: Sequence[Pairing], options: Options) -> Report:
    """Return what these pairings concede; also after somebody changed two by hand."""
    members: dict[str, set[int]] = {}
    for one in pairings:
        members.setdefault(one.group, set()).update(one.sides)
    here = {name: hall(situation, name, frozenset(found)) for name, found in members.items()}
    bounds = {}
    for name, known in here.items():
        tables = [one.sides for one in pairings if one.group == name and not one.rest]
        people = [number for table in tables for number in table]
        bounds[name] = fewest_repeated(known, people, [len(table) for table in tables])
    return _report(here, pairings, bounds)


def is_over(situation: Situation, options: Options) -> bool:
    """True when the rounds agreed are played to the end."""
    return len(situation.rounds) >= options.rounds and all_finished(situation)


def rounds_in_all(entrants: int, options: Options) -> int:
    return options.rounds


def rest(options: Options) -> str:
    return NOTHING


def chain(options: Options) -> tuple[str, ...]:
    """Return what the table goes by: the points themselves, or those of the place at each table."""
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


def looks_at(situation: Situation, options: Options) -> Situation:
    """At who has met and rested; by ranking, also at what each has added up."""
    ranking = options.seating == RANKING
    return at_totals(situation) if ranking else at_meetings(situation)


def by_lot(number: int, options: Options) -> bool:
    return True


def still_in(situation: Situation, options: Options) -> frozenset[int]:
    return active_set(situation)


def late(situation: Situation, options: Options) -> str:
    return NEXT_ROUND


def room(situation: Situation, options: Options) -> tuple[Room, ...]:
    """With those who rest, where that makes a table the options take."""
    return rooms_of_groups(situation, sizes_taken(situation, options))


def _report(
    here: Mapping[str, Situation], pairings: Sequence[Pairing], repeated: Mapping[str, int]
) -> Report:
    """Return what the pairings of every group concede, each by what was played in it."""
    return joined(
        [
            report(
                known,
                own := [one for one in pairings if one.group == name],
                living=[number for one in own for number in one.sides],
                bounds={"repeated": repeated[name]},
                byes_by_points=False,
            )
            for name, known in here.items()
        ]
    )
