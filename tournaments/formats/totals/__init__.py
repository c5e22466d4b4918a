"""Totales: everybody plays every round, at tables of as many as the game seats, and points add up.

Those left over rest, or tables one smaller or larger take them in. The others are seated so that
the fewest meet again, or by points (`seating`), each in the chair he has had least. With groups
each of them is a hall of its own.
"""

from collections.abc import Mapping, Sequence

from tournaments.formats.arrivals import Room
from tournaments.formats.base import AMONG_EQUALS, OWN_ORDER, RIVALS, WAY_OUT, ByRounds, most_rounds
from tournaments.formats.core import Draw, DrawError, Pairing, Report, Situation
from tournaments.formats.groups.members import rooms_of_groups
from tournaments.formats.history import active_set
from tournaments.formats.report import joined, report
from tournaments.formats.seeds import SEED, only_best
from tournaments.formats.snapshots import with_meetings, with_totals
from tournaments.formats.totals.tables import (
    CHOICES,
    RANKING,
    REST,
    TABLE,
    Options,
    fewest_at_a_table,
    group_situation,
    group_situations,
    group_sizes,
    seated,
    sizes_taken,
)


class Totals(ByRounds[Options]):
    key = "totals"
    tiebreaks = ("counted_won",)  # equal totals share the place (Rulings A16)
    excluded_tiebreaks = RIVALS | WAY_OUT | OWN_ORDER | AMONG_EQUALS | {"wins_per_match"}
    choices = CHOICES
    ball_label = "totals 1"
    has_groups = True
    sides = range(2, 6)
    catches_up = True
    options_class = Options

    def next_round(self, situation: Situation, options: Options, seed: str) -> Draw:
        """Return the next round of those still in play; late arrivals come in with nothing.

        Tables are numbered group by group, as their first balls came out (RANKING: by points),
        rests last. A group too small for a table rests whole. Raises DrawError: `too_few_entrants`,
        `round_unfinished`, `stage_over` and, in the first round, `too_few_for_groups`.
        """
        self.refuse_over(situation, options)
        label = f"{self.key} {len(situation.rounds) + 1}"
        here = group_situations(only_best(situation, options.seeds), options, seed, label)
        rounds = {name: seated(known, options, seed, label) for name, known in here.items()}
        if not any(round.tables for round in rounds.values()):
            raise DrawError(
                "too_few_entrants",
                entrants=len(active_set(situation)),
                minimum=fewest_at_a_table(situation, options),
            )
        seats = [(name, table) for name, round in rounds.items() for table in round.tables]
        seats += [(name, (number,)) for name, round in rounds.items() for number in round.resting]
        pairings = tuple(
            Pairing(position, sides, group=name) for position, (name, sides) in enumerate(seats, 1)
        )
        return Draw(pairings, _report(here, pairings))

    def concessions(
        self, situation: Situation, pairings: Sequence[Pairing], options: Options
    ) -> Report:
        """Return what these pairings concede; also after somebody changed two by hand."""
        members: dict[str, set[int]] = {}
        for match in pairings:
            members.setdefault(match.group, set()).update(match.sides)
        here = {
            name: group_situation(situation, name, frozenset(group))
            for name, group in members.items()
        }
        return _report(here, pairings)

    def chain(self, options: Options, draws: bool = False) -> tuple[str, ...]:
        """Return the points themselves, or those of the place at each table."""
        return ("points", *self.tiebreaks) if options.count == TABLE else self.tiebreaks

    def counting(self, options: Options, sides: int) -> Mapping[str, object]:
        """Return how matches count: TABLE gives 4-3-2-1 by places, in halves, for ties share."""
        counting: dict[str, object] = {"best": options.best} if options.best else {}
        if options.count == TABLE:
            counting |= {"unit": 2, "table": [2 * points for points in range(sides, 0, -1)]}
        return counting

    def rounds_without_rematch(self, entrants: int, options: Options, sides: int) -> int:
        """Return them for its smallest group. With odd tables nobody rests, and some may meet fewer
        rivals: nobody can know."""
        if self.odd_tables(options) or entrants < sides * options.groups:
            return 0
        smallest = min(self.group_sizes(entrants, options))
        return most_rounds(smallest, sides, sides - 1)

    def group_sizes(self, entrants: int, options: Options) -> tuple[int, ...]:
        return group_sizes(entrants, options)

    def odd_tables(self, options: Options) -> bool:
        return options.odd != REST

    def seeds(self, entries: int, options: Options) -> int:
        return min(options.seeds or entries, entries) if options.seeding == SEED else 0

    def by_results(self, options: Options) -> bool:
        return options.seating == RANKING

    def snapshot(self, situation: Situation, options: Options) -> Situation:
        """Return who has met and rested; by ranking, also what each has added up."""
        ranking = options.seating == RANKING
        return with_totals(situation) if ranking else with_meetings(situation)

    def room(self, situation: Situation, options: Options) -> tuple[Room, ...]:
        """Return the tables of a size that the options take."""
        return rooms_of_groups(situation, sizes_taken(situation, options))


TOTALS = Totals()


def _report(here: Mapping[str, Situation], pairings: Sequence[Pairing]) -> Report:
    """Return what the pairings of every group concede, each by what was played in it."""
    return joined(
        [
            report(
                known,
                own := [match for match in pairings if match.group == name],
                living=[number for match in own for number in match.sides],
                byes_by_points=False,
            )
            for name, known in here.items()
        ]
    )
