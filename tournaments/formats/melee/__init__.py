"""Mêlée: everybody enters alone, changes partner every round, and scores for himself.

Partners come first: the cheapest matching, in which a repeated partner weighs more than all else.
Then rivals are chosen: the cheapest matching of the pairs, by how often their people have met.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats.arrivals import Vacancy, vacancies
from tournaments.formats.base import (
    EXIT_TIEBREAKS,
    MUTUAL_TIEBREAKS,
    ORDER_TIEBREAKS,
    RIVAL_TIEBREAKS,
    ByRounds,
    most_rounds,
)
from tournaments.formats.core import (
    MEAN,
    NOTHING,
    Draw,
    DrawError,
    Pairing,
    Report,
    Situation,
    check_rounds,
    check_words,
    refuse_out_of_range,
)
from tournaments.formats.history import active_set, partnerships
from tournaments.formats.melee.pairs import matches_of_round
from tournaments.formats.report import concessions_of
from tournaments.pairing.draw import ball_order
from tournaments.pairing.matching import Couple, pair_key

CHOICES = {"rest_worth": (MEAN, NOTHING)}
PARTNERS = 2


@dataclass(frozen=True, slots=True)
class Options:
    """Options: `rounds` to play; how many `best` rounds count (0: all); `rest_worth` of a bye."""

    rounds: int = 4
    best: int = 0
    rest_worth: str = MEAN

    def __post_init__(self) -> None:
        check_rounds(self.rounds)
        refuse_out_of_range("best", self.best, 0, self.rounds)
        check_words(self, CHOICES)


class Melee(ByRounds[Options]):
    key = "melee"
    tiebreaks = ("counted_won", "wins", "best_round")
    tiebreaks_with_draws = ("counted_won", "points", "best_round")
    excluded_tiebreaks = (
        RIVAL_TIEBREAKS | EXIT_TIEBREAKS | ORDER_TIEBREAKS | MUTUAL_TIEBREAKS | {"wins_per_match"}
    )
    choices = CHOICES
    partners = PARTNERS
    options_class = Options

    def next_round(self, situation: Situation, options: Options, seed: str) -> Draw:
        """Return the next round of the active entries; late arrivals start from zero.

        The sides of a match are its two pairs. The first people of the matches are in ball order,
        and byes come last. Raises DrawError `too_few_entrants`, `round_unfinished` or `stage_over`.
        """
        self.check_can_draw(situation, options)
        label = f"{self.key} {len(situation.rounds) + 1}"
        order = ball_order(active_set(situation), seed, label)
        if len(order) < 4:
            raise DrawError("too_few_entrants", entrants=len(order), minimum=4)
        matches, resting = matches_of_round(situation, options.rounds, order, seed, label)
        ball_places = {number: place for place, number in enumerate(order)}
        seats = sorted(
            (_numbers_in_ball_order(match, ball_places) for match in matches),
            key=lambda sides: ball_places[sides[0]],
        )
        seats += [(number,) for number in sorted(resting, key=ball_places.__getitem__)]
        pairings = tuple(
            Pairing(position, sides, partners=PARTNERS)
            for position, sides in enumerate(seats, start=1)
        )
        return Draw(pairings, _report(situation, pairings, order))

    def rounds_without_rematch(self, entrants: int, options: Options, sides: int) -> int:
        return most_rounds(entrants, 2 * PARTNERS, PARTNERS)

    def bye_value(self, options: Options) -> str:
        return options.rest_worth

    def counting(self, options: Options, sides: int) -> Mapping[str, object]:
        return {"best": options.best} if options.best else {}

    def depends_on_results(self, options: Options) -> bool:
        return False

    def vacancies(self, situation: Situation, options: Options) -> tuple[Vacancy, ...]:
        """Return the table that a late arrival fills with three resting entries."""
        return vacancies(situation, (2 * PARTNERS,))


MELEE = Melee()


def _numbers_in_ball_order(
    match: tuple[Couple, Couple], ball_places: Mapping[int, int]
) -> tuple[int, ...]:
    """Return the numbers of a match: its two pairs, and the people of each pair, in ball order."""
    pairs = sorted(
        (sorted(pair, key=ball_places.__getitem__) for pair in match),
        key=lambda pair: ball_places[pair[0]],
    )
    return tuple(number for pair in pairs for number in pair)


def _report(situation: Situation, pairings: Sequence[Pairing], candidates: Sequence[int]) -> Report:
    """Return the report, with the repeated partners."""
    partner_counts = partnerships(situation.rounds)
    couples = [pair_key(*team) for match in pairings if not match.is_bye for team in match.teams]
    repeated_couples = sorted(couple for couple in couples if couple in partner_counts)
    report = concessions_of(situation, pairings, candidates=candidates, byes_by_points=False)
    return report.add_broken_wish("repeated_partner", repeated_couples)
