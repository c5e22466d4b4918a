"""Maratón por reloj: while the clock runs, free entries are called again immediately.

A *llamada* (call) is the set of matches that begin together, among free entries. The other entries
wait, which is not a bye. With `wait`, two entries that have met are not called while anybody at the
tables would be a newer rival for either. At the bell the stage closes (`Situation.closed`). Then
calls end or, if `last_call` is EVEN, only entries that have had fewer matches than others are
called. These wishes decide a call, an earlier wish before all later ones (`docs/draw/clock.md`):

1. no forbidden couple; 2. the fewest earlier meetings, summed over the matches; 3. the longest wait
plays: the fewest matches, then the earliest last call; 4. the fewest wishes broken, by weight; 5. a
lot from the seed.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats.arrivals import Vacancy
from tournaments.formats.base import EXIT_TIEBREAKS, ORDER_TIEBREAKS, Format
from tournaments.formats.core import (
    NEXT_ROUND,
    TOO_LATE,
    Draw,
    DrawError,
    Pairing,
    PlayedMatch,
    Situation,
    check_words,
)
from tournaments.formats.costs import FORBIDDEN, table_of_costs
from tournaments.formats.history import active_numbers, active_set, all_finished, count_meetings
from tournaments.formats.report import concessions_of
from tournaments.pairing.draw import ball_order
from tournaments.pairing.matching import Couple, most_pairs, pair_key

STOP, EVEN = "stop", "even"
CHOICES = {"last_call": (STOP, EVEN)}
# Up to this many free entries, every couple is weighed; with more, each entry is weighed with the
# next NEIGHBOURS entries.
EXACT_UP_TO = 256
NEIGHBOURS = 24


@dataclass(frozen=True, slots=True)
class Options:
    """Options: with `wait`, an entry waits for a newer rival.

    After the bell, `last_call` allows no call (STOP), or calls until all entries have had the same
    number of matches (EVEN).
    """

    wait: bool = True
    last_call: str = STOP

    def __post_init__(self) -> None:
        check_words(self, CHOICES)


class Clock(Format[Options]):
    key = "clock"
    tiebreaks = ("wins", "wins_per_match", "counted_diff", "lot")
    tiebreaks_with_draws = ("points", "wins_per_match", "counted_diff", "lot")
    excluded_tiebreaks = EXIT_TIEBREAKS | ORDER_TIEBREAKS | {"mini_league", "progressive"}
    choices = CHOICES
    overlaps = True
    options_class = Options

    def next_round(self, situation: Situation, options: Options, seed: str) -> Draw:
        """Return the next call, with its matches in waiting order.

        Raises DrawError `too_few_entrants`, `nobody_free` (with the number of free entries) if a
        match has to end first, or `clock_closed` after the last call.
        """
        callable_entries = _callable_entries(situation, options, active_numbers(situation))
        busy = _busy(situation)
        if situation.closed and len(callable_entries) < 2:
            raise DrawError("clock_closed", calls=len(situation.rounds))
        free_entries = tuple(number for number in callable_entries if number not in busy)
        label = f"{self.key} {len(situation.rounds) + 1}"
        order = waiting_order(situation.rounds, free_entries, seed, label)
        playing = busy & callable_entries if options.wait else frozenset()
        couples = _couples(situation, order, playing, seed, label)
        if not couples:
            raise DrawError("nobody_free", free=len(free_entries))
        pairings = _ordered_matches(couples, order)
        return Draw(pairings, concessions_of(situation, pairings, candidates=free_entries))

    def is_over(self, situation: Situation, options: Options) -> bool:
        """Return whether the stage is closed, all matches are finished and no last call is due."""
        if not situation.closed or not all_finished(situation):
            return False
        return len(_callable_entries(situation, options, active_set(situation))) < 2

    def rounds_in_all(self, entrants: int, options: Options) -> int:
        return 0

    def depends_on_results(self, options: Options) -> bool:
        return False

    def living_entries(self, situation: Situation, options: Options) -> frozenset[int]:
        """Return the entries that may still be called, at a table or not."""
        return _callable_entries(situation, options, active_set(situation))

    def late_arrival(self, situation: Situation, options: Options) -> str:
        return TOO_LATE if situation.closed else NEXT_ROUND

    def vacancies(self, situation: Situation, options: Options) -> tuple[Vacancy, ...]:
        """Return (): a free entry waits for the next call instead of resting."""
        return ()


CLOCK = Clock()


def matches_drawn(rounds: Iterable[Sequence[PlayedMatch]]) -> Counter[int]:
    """Count the matches of each entry, with unfinished matches and forfeits but without byes."""
    return Counter(
        number
        for matches in rounds
        for match in matches
        if not match.is_bye
        for number in match.sides
    )


def waiting_order(
    rounds: Sequence[Sequence[PlayedMatch]], numbers: Iterable[int], seed: str, label: str
) -> tuple[int, ...]:
    """Return the numbers, longest wait first: fewest matches, earliest last call, then ball."""
    waits = _matches_and_last_calls(rounds)
    return tuple(
        sorted(ball_order(numbers, seed, label), key=lambda number: waits.get(number, (0, 0)))
    )


def _matches_and_last_calls(rounds: Sequence[Sequence[PlayedMatch]]) -> dict[int, tuple[int, int]]:
    """Return the number of matches and the last call of each entry that has played."""
    last_calls = {
        number: call
        for call, matches in enumerate(rounds, start=1)
        for match in matches
        for number in match.sides
    }
    match_counts = matches_drawn(rounds)
    return {number: (match_counts[number], call) for number, call in last_calls.items()}


def _busy(situation: Situation) -> frozenset[int]:
    """Return the entries in an unfinished match."""
    return frozenset(
        number
        for matches in situation.rounds
        for match in matches
        if not match.finished
        for number in match.sides
    )


def _callable_entries(
    situation: Situation, options: Options, active: Collection[int]
) -> frozenset[int]:
    """Return the entries that may be called: all active entries until the bell.

    After the bell, no entry with STOP; with EVEN, the entries that have had fewer matches than
    others.
    """
    if not situation.closed:
        return frozenset(active)
    if options.last_call == STOP:
        return frozenset()
    match_counts = matches_drawn(situation.rounds)
    most_matches = max((match_counts[number] for number in active), default=0)
    return frozenset(number for number in active if match_counts[number] < most_matches)


def _couples(
    situation: Situation, order: Sequence[int], playing: frozenset[int], seed: str, label: str
) -> tuple[Couple, ...]:
    """Return the most couples at the least cost.

    Without wishes, the first call pairs the entries two by two in `order`.
    """
    if not situation.rounds and not situation.wishes:
        return tuple(zip(order[::2], order[1::2], strict=False))
    meetings = count_meetings(situation.rounds)
    wishes = table_of_costs(situation.wishes, situation.entrants)
    allowed_couples = _allowed_couples(order, playing, meetings, wishes)
    return most_pairs(_costs(situation, order, allowed_couples, meetings, wishes), seed, label)


def _allowed_couples(
    order: Sequence[int],
    playing: Iterable[int],
    meetings: Mapping[Couple, int],
    wishes: Mapping[Couple, int],
) -> list[Couple]:
    """Return the couples in which neither entry would gain by waiting.

    An entry gains by waiting if some rival still at a table would be better: the entry has met that
    rival fewer times, or may meet that rival and may not meet this one.

    If more than EXACT_UP_TO entries are free, return for each entry only its first NEIGHBOURS
    couples with later entries of `order`.
    """

    def staleness(first: int, second: int) -> tuple[bool, int]:
        couple = pair_key(first, second)
        return wishes.get(couple, 0) >= FORBIDDEN, meetings.get(couple, 0)

    tables = sorted(playing)
    newest = {
        number: min((staleness(number, other) for other in tables), default=None)
        for number in order
    }
    limit = NEIGHBOURS if len(order) > EXACT_UP_TO else len(order)
    couples: list[Couple] = []
    for place, number in enumerate(order):
        places_left = limit
        for other in order[place + 1 :]:
            own_staleness = staleness(number, other)
            if any(
                best is not None and best < own_staleness
                for best in (newest[number], newest[other])
            ):
                continue
            couples.append(pair_key(number, other))
            places_left -= 1
            if not places_left:
                break
    return couples


def _costs(
    situation: Situation,
    order: Sequence[int],
    couples: Iterable[Couple],
    meetings: Mapping[Couple, int],
    wishes: Mapping[Couple, int],
) -> dict[Couple, int]:
    """Return the cost of each couple: wishes 1 to 4 of this module's list as one whole number.

    One unit of a wish costs more than all later wishes together in all the matches of a call.
    """
    matches = len(order) // 2
    place = _places(situation, order)
    dearest = max((cost % FORBIDDEN for cost in wishes.values()), default=0)
    per_place = matches * dearest + 1
    per_meeting = per_place * (2 * matches * max(place.values(), default=0) + 1)
    per_forbidden = per_meeting * (matches * max(meetings.values(), default=0) + 1)
    return {
        (first, second): (
            wishes.get((first, second), 0) // FORBIDDEN * per_forbidden
            + meetings.get((first, second), 0) * per_meeting
            + (place[first] + place[second]) * per_place
            + wishes.get((first, second), 0) % FORBIDDEN
        )
        for first, second in couples
    }


def _places(situation: Situation, order: Sequence[int]) -> dict[int, int]:
    """Return 0 for the longest wait, 1 for the next…; equal waits share a number."""
    waits = _matches_and_last_calls(situation.rounds)
    sorted_waits = sorted({waits.get(number, (0, 0)) for number in order})
    place = {value: at for at, value in enumerate(sorted_waits)}
    return {number: place[waits.get(number, (0, 0))] for number in order}


def _ordered_matches(couples: Iterable[Couple], order: Sequence[int]) -> tuple[Pairing, ...]:
    """Return the matches, longest wait first; in a match, the entry with the longer wait first."""
    place = {number: at for at, number in enumerate(order)}
    matches = sorted(
        (tuple(sorted(couple, key=place.__getitem__)) for couple in couples),
        key=lambda sides: place[sides[0]],
    )
    return tuple(Pairing(position, sides) for position, sides in enumerate(matches, start=1))
