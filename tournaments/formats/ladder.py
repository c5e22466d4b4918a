"""Escalera, or rey de la mesa: at the bell the winner goes up a table and the loser down.

Table 1 is the top. If the number of entries is odd, one waits below the last table and replaces its
loser. The results decide the seating: repeated meetings and repeated waits are part of the game.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournaments.formats.base import EXIT_TIEBREAKS, MUTUAL_TIEBREAKS, RIVAL_TIEBREAKS, ByRounds
from tournaments.formats.core import (
    MOST_ROUNDS,
    Draw,
    Entrant,
    Pairing,
    PlayedMatch,
    Report,
    Situation,
    check_words,
    refuse_out_of_range,
)
from tournaments.formats.history import active_numbers, active_set
from tournaments.formats.report import concessions_of
from tournaments.formats.seeds import LOT, SEED
from tournaments.formats.snapshots import winners_snapshot
from tournaments.pairing.draw import ball, ball_order

STAYS = "stays"
CHOICES = {"first": (LOT, SEED), "tie": (STAYS, LOT)}
# Consequences of the results, which are not concessions of the draw.
INHERENT = ("rematch", "repeated_bye", "bye_above_lowest")


@dataclass(frozen=True, slots=True)
class Options:
    """Options: `rounds` (bells), the `first` order (LOT or SEED), and `tie`.

    If nobody wins at a table, `tie` decides: the entry from higher up STAYS, or a LOT is drawn.
    """

    rounds: int = 8
    first: str = LOT
    tie: str = STAYS

    def __post_init__(self) -> None:
        refuse_out_of_range("rounds", self.rounds, 1, MOST_ROUNDS)
        check_words(self, CHOICES)


class Ladder(ByRounds[Options]):
    key = "ladder"
    tiebreaks = ("format_order",)
    excluded_tiebreaks = RIVAL_TIEBREAKS | EXIT_TIEBREAKS | MUTUAL_TIEBREAKS
    choices = CHOICES
    options_class = Options

    def next_round(self, situation: Situation, options: Options, seed: str) -> Draw:
        """Return the tables from the top, with the entry from higher up first, and the bye last.

        Entries below close the gap of a withdrawn entry; late arrivals start at the bottom. Raises
        DrawError `too_few_entrants`, `round_unfinished` or `stage_over`.
        """
        self.check_can_draw(situation, options)
        numbers = active_numbers(situation)
        if situation.rounds:
            label = f"{self.key} {len(situation.rounds) + 1}"
            order = _next_order(situation.rounds[-1], options, seed, label)
            staying_entries = [number for number in order if number in numbers]
            positions = [*staying_entries, *(number for number in numbers if number not in order)]
        else:
            positions = _first_tables(situation.entrants, options, seed)
        pairings = tuple(
            Pairing(start // 2 + 1, tuple(positions[start : start + 2]))
            for start in range(0, len(positions), 2)
        )
        return Draw(pairings, _report(situation, pairings))

    def order(self, situation: Situation, options: Options) -> tuple[int, ...]:
        """Return every entrant by the tables of the last round, the winner of each table first.

        Active entries outside that round follow, by number. Entries that left before that round
        come last, the latest to leave first.
        """
        last_order = _entries_by_table(situation.rounds[-1:])
        waiting_entries = sorted(active_set(situation).difference(last_order)) if last_order else []
        departed_entries = [
            number
            for number in range(len(situation.rounds) - 1, 0, -1)
            for number in _entries_by_table(situation.rounds[number - 1 : number])
        ]
        numbers = {entrant.number for entrant in situation.entrants}
        listed_entries = [
            number
            for number in dict.fromkeys([*last_order, *waiting_entries, *departed_entries])
            if number in numbers
        ]
        return (*listed_entries, *sorted(numbers.difference(listed_entries)))

    def moves(self, matches: Sequence[PlayedMatch], options: Options) -> dict[int, int]:
        """Return the next table of each entry of a finished round, if nobody joins or leaves.

        An entry that will wait has 0. Return {} if a lot has yet to decide.

        >>> tables = [PlayedMatch(1, (5, 2), 2), PlayedMatch(2, (8, 3), 8), PlayedMatch(3, (4,), 4)]
        >>> LADDER.moves(tables, Options())
        {2: 1, 8: 1, 5: 2, 4: 2, 3: 0}
        """
        if options.tie == LOT and any(match.drawn or match.lost for match in matches):
            return {}
        positions = _next_order(matches, options, "", "")
        seat_count = len(positions) - 1 if len(positions) % 2 else len(positions)
        return {
            number: place // 2 + 1 if place < seat_count else 0
            for place, number in enumerate(positions)
        }

    def snapshot(self, situation: Situation, options: Options) -> Situation:
        """Return the situation with the results of the last round only."""
        return winners_snapshot(situation, from_round=len(situation.rounds))

    def by_lot(self, number: int, options: Options) -> bool:
        return number == 1 or options.tie == LOT


LADDER = Ladder()


def _first_tables(entrants: Sequence[Entrant], options: Options, seed: str) -> list[int]:
    """Return the active entries from the top, in ball order or by seed, unseeded entries last."""
    playing = {entrant.number: entrant.seed for entrant in entrants if entrant.active}
    positions = list(ball_order(playing, seed, "ladder 1"))
    if options.first == SEED:
        positions.sort(key=lambda number: (playing[number] == 0, playing[number]))
    return positions


def _next_order(
    matches: Sequence[PlayedMatch], options: Options, seed: str, label: str
) -> list[int]:
    """Return the entries of a round in their next order, from the top."""
    table_moves = [
        _up_and_down(match, options, seed, label)
        for match in _matches_by_table(matches)
        if not match.is_bye
    ]
    waiting_entries = [number for match in matches if match.is_bye for number in match.sides]
    if not table_moves:
        return waiting_entries
    winners, losers = [winner for winner, _ in table_moves], [loser for _, loser in table_moves]
    positions = winners[:1]
    # At each table, the entry that comes down sits before the entry that goes up.
    for place in range(len(table_moves)):
        positions += winners[place + 1 : place + 2]
        positions += losers[place : place + 1] if place < len(table_moves) - 1 else []
    return [*positions, *waiting_entries, losers[-1]]


def _up_and_down(match: PlayedMatch, options: Options, seed: str, label: str) -> tuple[int, int]:
    """Return the entry that goes up and the entry that goes down, even if both have lost."""
    first, second = match.sides
    if (match.drawn or match.lost) and options.tie == LOT:
        first, second = sorted(match.sides, key=lambda number: (ball(seed, label, number), number))
    elif match.winner == second:
        first, second = second, first
    return first, second


def _entries_by_table(rounds: Sequence[Sequence[PlayedMatch]]) -> list[int]:
    """Return the entries of these rounds table by table, the winner of each table first."""
    return [
        number
        for matches in rounds
        for match in _matches_by_table(matches)
        for number in sorted(match.sides, key=lambda number: number != match.winner)
    ]


def _matches_by_table(matches: Sequence[PlayedMatch]) -> list[PlayedMatch]:
    return sorted(matches, key=lambda match: (match.is_bye, match.position))


def _report(situation: Situation, pairings: Sequence[Pairing]) -> Report:
    """Return the report without the INHERENT consequences of the results."""
    report = concessions_of(situation, pairings, byes_by_points=False)
    broken_by = tuple(broken for broken in report.broken_by if broken[0] not in INHERENT)
    return replace(
        report, broken=tuple(dict.fromkeys(name for name, *_ in broken_by)), broken_by=broken_by
    )
