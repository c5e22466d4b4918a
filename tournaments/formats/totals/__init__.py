"""Totales: everybody plays every round, at tables of the game's size, and points add up.

Entries left over rest, or some tables have another size. The others are seated for the fewest
repeated meetings, or by points (`seating`), each entry in the chair that it has had least. Each
group is drawn by itself.
"""

from collections.abc import Mapping, Sequence

from tournaments.formats.arrivals import Vacancy
from tournaments.formats.base import (
    EXIT_TIEBREAKS,
    MUTUAL_TIEBREAKS,
    ORDER_TIEBREAKS,
    RIVAL_TIEBREAKS,
    ByRounds,
    most_rounds,
)
from tournaments.formats.core import Draw, DrawError, Pairing, Report, Situation
from tournaments.formats.groups.dealing import vacancies_of_groups
from tournaments.formats.history import active_set
from tournaments.formats.report import concessions_of, join_reports
from tournaments.formats.seeds import SEED, keep_best_seeds
from tournaments.formats.snapshots import meetings_snapshot, totals_snapshot
from tournaments.formats.totals.tables import (
    CHOICES,
    RANKING,
    REST,
    TABLE,
    Options,
    allowed_sizes,
    fewest_at_a_table,
    group_situation,
    group_situations,
    group_sizes,
    seat_tables,
)


class Totals(ByRounds[Options]):
    key = "totals"
    tiebreaks = ("counted_won",)  # equal totals share the place (Rulings A16)
    excluded_tiebreaks = (
        RIVAL_TIEBREAKS | EXIT_TIEBREAKS | ORDER_TIEBREAKS | MUTUAL_TIEBREAKS | {"wins_per_match"}
    )
    choices = CHOICES
    ball_label = "totals 1"
    has_groups = True
    sides = range(2, 6)
    catches_up = True
    options_class = Options

    def next_round(self, situation: Situation, options: Options, seed: str) -> Draw:
        """Return the next round of the active entries; late arrivals start from zero.

        Tables are numbered group by group, in ball order (RANKING: by points), with byes last. All
        entries of a group too small for a table rest. Raises DrawError `too_few_entrants`,
        `round_unfinished`, `stage_over` and, in the first round, `too_few_for_groups`.
        """
        self.check_can_draw(situation, options)
        label = f"{self.key} {len(situation.rounds) + 1}"
        situations = group_situations(
            keep_best_seeds(situation, options.seeds), options, seed, label
        )
        rounds = {
            name: seat_tables(own_situation, options, seed, label)
            for name, own_situation in situations.items()
        }
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
        return Draw(pairings, _report(situations, pairings))

    def concessions(
        self, situation: Situation, pairings: Sequence[Pairing], options: Options
    ) -> Report:
        """Return the concessions of these pairings, even if somebody edited them."""
        members: dict[str, set[int]] = {}
        for match in pairings:
            members.setdefault(match.group, set()).update(match.sides)
        situations = {
            name: group_situation(situation, name, frozenset(group))
            for name, group in members.items()
        }
        return _report(situations, pairings)

    def chain(self, options: Options, draws: bool = False) -> tuple[str, ...]:
        """Return the tie-breaks: the totals; with TABLE, after the points for places."""
        return ("points", *self.tiebreaks) if options.count == TABLE else self.tiebreaks

    def counting(self, options: Options, sides: int) -> Mapping[str, object]:
        """Return the counting; with TABLE, four players get 4, 3, 2 and 1 points by place.

        These points are counted in halves, so that tied players can share them.
        """
        counting: dict[str, object] = {"best": options.best} if options.best else {}
        if options.count == TABLE:
            counting |= {"unit": 2, "table": [2 * points for points in range(sides, 0, -1)]}
        return counting

    def rounds_without_rematch(self, entrants: int, options: Options, sides: int) -> int:
        """Return the rounds of the smallest group, which has its first rematch earliest.

        With odd tables nobody rests and some entries may meet fewer rivals, so the number is
        unknown (0).
        """
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

    def depends_on_results(self, options: Options) -> bool:
        return options.seating == RANKING

    def snapshot(self, situation: Situation, options: Options) -> Situation:
        """Return the situation with meetings and byes; for RANKING, also with the totals."""
        ranking = options.seating == RANKING
        return totals_snapshot(situation) if ranking else meetings_snapshot(situation)

    def vacancies(self, situation: Situation, options: Options) -> tuple[Vacancy, ...]:
        """Return the tables of an allowed size that a late arrival and resting entries can fill."""
        return vacancies_of_groups(situation, allowed_sizes(situation, options))


TOTALS = Totals()


def _report(situations: Mapping[str, Situation], pairings: Sequence[Pairing]) -> Report:
    """Return the joint concessions of all groups, each computed from its own matches."""
    return join_reports(
        [
            concessions_of(
                own_situation,
                group_matches := [match for match in pairings if match.group == name],
                candidates=[number for match in group_matches for number in match.sides],
                byes_by_points=False,
            )
            for name, own_situation in situations.items()
        ]
    )
