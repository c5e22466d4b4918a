"""Mêlée: each enters alone, has another partner every round, and adds up for himself.

Partners first: the cheapest matching of all who play, where each round two were partners before
weighs more than everything else, then (while nobody has to repeat) a lot. Then rivals: the
cheapest matching of the pairs, where what counts is how often their people met. Who is left over
by matches of four rests, who has rested least and then by lot.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.formats.arrivals import Room, rooms
from tournaments.formats.core import (
    MEAN,
    NEXT_ROUND,
    NOTHING,
    Draw,
    DrawError,
    Pairing,
    Report,
    Situation,
    in_range,
    one_of,
)
from tournaments.formats.history import (
    active_set,
    all_finished,
    meetings,
    partnerships,
    refuse_unfinished,
)
from tournaments.formats.looks import at_meetings
from tournaments.formats.melee.pairs import matches_of_round
from tournaments.formats.report import report
from tournaments.formats.senseless import AMONG_EQUALS, OWN_ORDER, RIVALS, WAY_OUT
from tournaments.pairing.couples import Couple, pair_key
from tournaments.pairing.draw import shuffled

KEY = "melee"
CHAIN = ("counted_won", "wins", "best_round")
CHAIN_WITH_DRAWS = ("counted_won", "points", "best_round")
SENSELESS = RIVALS | WAY_OUT | OWN_ORDER | AMONG_EQUALS | {"wins_per_match"}
CHOICES: dict[str, tuple[str, ...]] = {"rest_worth": (MEAN, NOTHING)}
DRAWS = True
SIDES = range(2, 3)
PARTNERS = 2
OVERLAPS = False
PLAYS_WITHDRAWN = False
MOST_ROUNDS = 100


@dataclass(frozen=True, slots=True)
class Options:
    """`best` rounds of each count, 0 all of them; `rest_worth` what a rest adds. Both are for the
    standings."""

    rounds: int = 4
    best: int = 0
    rest_worth: str = MEAN

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise DrawError(
                "rounds_out_of_range", rounds=self.rounds, minimum=1, maximum=MOST_ROUNDS
            )
        in_range("best", self.best, 0, self.rounds)
        for option, allowed in CHOICES.items():
            one_of(option, getattr(self, option), allowed)


def next_round(situation: Situation, options: Options, seed: str) -> Draw:
    """The next round of those still in play; who arrived late comes in with nothing.

    The sides of a match are its two pairs, one after the other; matches in the order of their
    first ball, who rests last. Raises DrawError: `too_few_entrants`, `round_unfinished`,
    `stage_over`.
    """
    refuse_unfinished(situation)
    if is_over(situation, options):
        raise DrawError("stage_over", rounds=options.rounds)
    label = f"{KEY} {len(situation.rounds) + 1}"
    order = shuffled(active_set(situation), seed, label)
    if len(order) < 4:
        raise DrawError("too_few_entrants", entrants=len(order), minimum=4)
    matches, resting = matches_of_round(situation, options.rounds, order, seed, label)
    drawn = {number: place for place, number in enumerate(order)}
    seats = sorted(
        (_in_order(match, drawn) for match in matches), key=lambda sides: drawn[sides[0]]
    )
    seats += [(number,) for number in sorted(resting, key=drawn.__getitem__)]
    pairings = tuple(
        Pairing(position, sides, partners=PARTNERS) for position, sides in enumerate(seats, start=1)
    )
    return Draw(pairings, _report(situation, pairings, order))


def is_over(situation: Situation, options: Options) -> bool:
    """True when the rounds agreed are played to the end."""
    return len(situation.rounds) >= options.rounds and all_finished(situation)


def rounds_in_all(entrants: int, options: Options) -> int:
    return options.rounds


def rest(options: Options) -> str:
    return options.rest_worth


def counting(options: Options, sides: int) -> Mapping[str, object]:
    """How matches count, by the fields of `scoring.counting.Counting`."""
    return {"best": options.best} if options.best else {}


def by_results(options: Options) -> bool:
    return False


def looks_at(situation: Situation, options: Options) -> Situation:
    """At who has met and been partners, and who has rested."""
    return at_meetings(situation)


def by_lot(number: int, options: Options) -> bool:
    return True


def still_in(situation: Situation, options: Options) -> frozenset[int]:
    return active_set(situation)


def late(situation: Situation, options: Options) -> str:
    return NEXT_ROUND


def room(situation: Situation, options: Options) -> tuple[Room, ...]:
    """With three who rest, two against two."""
    return rooms(situation, (2 * PARTNERS,))


def _in_order(match: tuple[Couple, Couple], drawn: Mapping[int, int]) -> tuple[int, ...]:
    """Each pair by its balls, and the pairs by their first."""
    pairs = sorted(
        (sorted(pair, key=drawn.__getitem__) for pair in match), key=lambda pair: drawn[pair[0]]
    )
    return tuple(number for pair in pairs for number in pair)


def _report(situation: Situation, pairings: Sequence[Pairing], living: Sequence[int]) -> Report:
    """With the partners repeated (`repeated_partner`), and two bounds: the fewest couples of
    partners (`partners`) and of rivals (`repeated`) that any round of these people repeats."""
    had, met = partnerships(situation.rounds), meetings(situation.rounds)
    playing = {number for one in pairings if not one.rest for number in one.sides}
    again = tuple(
        sorted(
            pair_key(*team)
            for one in pairings
            if not one.rest
            for team in one.teams
            if pair_key(*team) in had
        )
    )
    bounds = {
        "partners": _fewest(playing, had, PARTNERS - 1),
        "repeated": _fewest(playing, met, PARTNERS),
    }
    found = report(situation, pairings, living=living, bounds=bounds, byes_by_points=False)
    if not again:
        return found
    return replace(
        found,
        broken=(*found.broken, "repeated_partner"),
        broken_by=(*found.broken_by, *(("repeated_partner", couple) for couple in again)),
    )


def _fewest(playing: Collection[int], had: Mapping[Couple, int], needed: int) -> int:
    """How many couples are repeated at least, when each needs so many others."""
    known: Counter[int] = Counter()
    for one, other in had:
        if one in playing and other in playing:
            known.update((one, other))
    short = sum(max(0, needed - (len(playing) - 1 - known[number])) for number in playing)
    return (short + 1) // 2
