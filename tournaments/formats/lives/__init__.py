"""Vidas (N ceros): an entry is out at its Nth lost match; every round is drawn anew.

A bye counts as a win. A late arrival has lost a life for each missed round. From round 2, as soon
as `bracket_at` or fewer entries are left, they play a closed bracket, in which a loser is out.
Each round has the lowest cost, an earlier wish before all later ones:

1. no entry rests again while another has rested less;
2. no forbidden couple;
3. the fewest earlier meetings, summed over the matches;
4. the other wishes (towns, families…);
5. the order of the balls, or a lot from the seed between equals.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tournaments.formats.arrivals import Vacancy, vacancies
from tournaments.formats.base import MUTUAL_TIEBREAKS, ORDER_TIEBREAKS, RIVAL_TIEBREAKS, Format
from tournaments.formats.core import (
    FINAL,
    NEXT_ROUND,
    TOO_LATE,
    WIN,
    Draw,
    DrawError,
    Pairing,
    Report,
    Situation,
    refuse_out_of_range,
)
from tournaments.formats.costs import costs_among
from tournaments.formats.history import (
    active_numbers,
    all_finished,
    losses,
    refuse_unfinished,
    rounds_not_played,
)
from tournaments.formats.knockout.layout import BracketLayout
from tournaments.formats.lives.closed import (
    BRACKET,
    Sides,
    closed_bracket,
    closed_bracket_round,
    first_closed_round,
    next_closed_round,
)
from tournaments.formats.report import concessions_of
from tournaments.formats.snapshots import winners_snapshot
from tournaments.pairing.draw import ball_order
from tournaments.pairing.two_by_two import two_by_two

MOST_LIVES = 5
BRACKETS = (0, 2, 4, 8, 16, 32)


@dataclass(frozen=True, slots=True)
class Options:
    """Options: `lives` of each entry; `bracket_at` 2, 4, 8, 16 or 32 entries left, or 0 (never)."""

    lives: int = 3
    bracket_at: int = 0

    def __post_init__(self) -> None:
        refuse_out_of_range("lives", self.lives, 1, MOST_LIVES)
        refuse_out_of_range("bracket_at", self.bracket_at, BRACKETS[0], BRACKETS[-1])
        if self.bracket_at not in BRACKETS:
            raise DrawError(
                "option_unknown", option="bracket_at", value=self.bracket_at, allowed=BRACKETS
            )


class Lives(Format[Options]):
    key = "lives"
    tiebreaks = ("survival", "wins", "counted_won", "counted_diff", "lot")
    excluded_tiebreaks = (
        RIVAL_TIEBREAKS
        | ORDER_TIEBREAKS
        | MUTUAL_TIEBREAKS
        | {"exit_round", "bracket_place", "first_there"}
    )
    can_draw = False
    has_bracket = True
    options_class = Options

    def next_round(self, situation: Situation, options: Options, seed: str) -> Draw:
        """Return the next round of the living entries.

        Before the closed bracket the bye has the last position.

        Raises DrawError `too_few_entrants`, `round_unfinished` or `stage_over`.
        """
        refuse_unfinished(situation)
        if not situation.rounds:
            active_numbers(situation)  # raises if the active entries do not fill a table
        if self.is_over(situation, options):
            raise DrawError("stage_over", rounds=len(situation.rounds))
        lives_by_number = lives_left(situation, options)
        label = f"{self.key} {len(situation.rounds) + 1}"
        purpose = BRACKET
        if closed_bracket_round(situation):
            sides = next_closed_round(situation, lives_by_number)
        elif situation.rounds and len(lives_by_number) <= options.bracket_at:
            sides = first_closed_round(situation, ball_order(lives_by_number, seed, label))
        else:
            sides, purpose = _redrawn_round(situation, lives_by_number, seed, label), ""
        if len(lives_by_number) == 2 and (purpose or set(lives_by_number.values()) == {1}):
            purpose = FINAL
        pairings = tuple(
            Pairing(position, numbers, purpose) for position, numbers in enumerate(sides, start=1)
        )
        return Draw(pairings, self.concessions(situation, pairings, options))

    def concessions(
        self, situation: Situation, pairings: Sequence[Pairing], options: Options
    ) -> Report:
        """Return the concessions of these matches; byes of a closed bracket are no concessions."""
        resting_entries = {number for match in pairings if match.is_bye for number in match.sides}
        all_entries = {number for match in pairings for number in match.sides}
        is_closed = any(match.purpose == BRACKET for match in pairings)
        candidates = resting_entries if is_closed else all_entries
        return concessions_of(situation, pairings, candidates=candidates, byes_by_points=False)

    def is_over(self, situation: Situation, options: Options) -> bool:
        """Return whether every match is finished and at most one entry is left."""
        if not situation.rounds or not all_finished(situation):
            return False
        return len(lives_left(situation, options)) < 2

    def rounds_in_all(self, entrants: int, options: Options) -> int:
        """Return the number of rounds with one life; 0 with more lives, as the results decide."""
        return max(entrants - 1, 0).bit_length() if options.lives == 1 else 0

    def bye_value(self, options: Options) -> str:
        return WIN

    def snapshot(self, situation: Situation, options: Options) -> Situation:
        return winners_snapshot(situation)

    def living_entries(self, situation: Situation, options: Options) -> frozenset[int]:
        return frozenset(lives_left(situation, options))

    def late_arrival(self, situation: Situation, options: Options) -> str:
        """Return NEXT_ROUND if a life is left after the missed rounds, else TOO_LATE.

        Return TOO_LATE also once the closed bracket has begun or the stage is over.
        """
        is_closed = closed_bracket_round(situation) or (
            situation.rounds and self.is_over(situation, options)
        )
        return NEXT_ROUND if len(situation.rounds) < options.lives and not is_closed else TOO_LATE

    def vacancies(self, situation: Situation, options: Options) -> tuple[Vacancy, ...]:
        """Return the tables that a late arrival can fill; () if its missed rounds cost all lives.

        Return () also once the closed bracket has begun.
        """
        if closed_bracket_round(situation) or len(situation.rounds) > options.lives:
            return ()
        return vacancies(situation)

    def picture(self, situation: Situation, options: Options) -> tuple[BracketLayout, ...]:
        return closed_bracket(situation)


LIVES = Lives()


def lives_left(situation: Situation, options: Options) -> dict[int, int]:
    """Return the living entries by number, with their lives; 1 for all in a closed bracket.

    Each lost match and each missed round costs a life; a re-entry gives a life.
    """
    lives_lost = lost_lives(situation)
    is_closed = closed_bracket_round(situation)
    last_matches = situation.rounds[-1] if is_closed else ()
    unbeaten_entries = {
        number for match in last_matches for number in match.sides if number not in match.losers
    }
    lives_by_number: dict[int, int] = {}
    for entrant in sorted(situation.entrants, key=lambda entrant: entrant.number):
        number = entrant.number
        lives = options.lives + entrant.again - lives_lost[number]
        if is_closed:
            lives = int(number in unbeaten_entries)
        if entrant.active and lives > 0:
            lives_by_number[number] = lives
    return lives_by_number


def lost_lives(situation: Situation) -> dict[int, int]:
    """Return the lives that each entry has lost, by lost matches not annulled and missed rounds."""
    loss_counts = losses(
        [match for match in matches if situation.void.isdisjoint(match.sides)]
        for matches in situation.rounds
    )
    missed_rounds, round_count = _rounds_missed(situation), len(situation.rounds)
    numbers = sorted(entrant.number for entrant in situation.entrants)
    return {
        number: loss_counts[number] + missed_rounds.get(number, round_count) for number in numbers
    }


def _rounds_missed(situation: Situation) -> dict[int, int]:
    """Count the rounds drawn before the first round of each entry."""
    missed_rounds: dict[int, int] = {}
    for rounds_before, matches in enumerate(situation.rounds):
        for match in matches:
            for number in match.sides:
                missed_rounds.setdefault(number, rounds_before)
    return missed_rounds


def _redrawn_round(situation: Situation, numbers: Collection[int], seed: str, label: str) -> Sides:
    """Return the round drawn among all living entries."""
    order = ball_order(numbers, seed, label)
    costs = costs_among(situation, order)
    byes = rounds_not_played(situation)
    fewest = min(byes[number] for number in order)
    bye_costs = {number: (byes[number] - fewest) * costs.bye for number in order}
    return two_by_two(order, costs.couples, bye_costs, seed, label)
