"""What the entries and rounds of a situation say: active entries, meetings, byes and losses."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain, combinations

from tournaments.formats.core import DrawError, PlayedMatch, Situation, teams
from tournaments.pairing.matching import pair_key


def active_numbers(situation: Situation) -> tuple[int, ...]:
    """Return the active numbers, sorted.

    Raises DrawError `too_few_entrants` if they do not fill a match.
    """
    numbers = sorted(entrant.number for entrant in situation.entrants if entrant.active)
    if len(numbers) < situation.sides:
        raise DrawError("too_few_entrants", entrants=len(numbers), minimum=situation.sides)
    return tuple(numbers)


def active_set(situation: Situation) -> frozenset[int]:
    """Return the entries that have not withdrawn."""
    return frozenset(entrant.number for entrant in situation.entrants if entrant.active)


def refuse_unfinished(situation: Situation) -> None:
    """Raise DrawError `round_unfinished` for the first unfinished round and its open positions."""
    for number, matches in enumerate(situation.rounds, start=1):
        positions = tuple(sorted(match.position for match in matches if not match.finished))
        if positions:
            raise DrawError("round_unfinished", round=number, positions=positions)


def all_finished(situation: Situation) -> bool:
    return all(match.finished for matches in situation.rounds for match in matches)


def couples(sides: Sequence[int], partners: int = 1) -> list[tuple[int, int]]:
    """Return every couple that meets as rivals at a table; [] for a bye.

    >>> couples((7, 2, 5))
    [(2, 7), (5, 7), (2, 5)]
    >>> couples((7, 2, 5, 1), partners=2)
    [(5, 7), (1, 7), (2, 5), (1, 2)]
    """
    if partners == 1 and len(sides) == 2:  # fast path: nearly every match has two sides
        return [pair_key(*sides)]
    if partners == 1:
        return [(a, b) if a < b else (b, a) for a, b in combinations(sides, 2)]
    return [
        pair_key(number, other)
        for own_team, rival_team in combinations(teams(sides, partners), 2)
        for number in own_team
        for other in rival_team
    ]


def count_meetings(rounds: Iterable[Sequence[PlayedMatch]]) -> Counter[tuple[int, int]]:
    """Count how often each couple was drawn as rivals, forfeits included."""
    meetings = (couples(match.sides, match.partners) for matches in rounds for match in matches)
    return Counter(chain.from_iterable(meetings))


def partnerships(rounds: Iterable[Sequence[PlayedMatch]]) -> Counter[tuple[int, int]]:
    """Count how often each couple was drawn on the same side."""
    return Counter(
        pair_key(first, second)
        for matches in rounds
        for match in matches
        if not match.is_bye
        for team in match.teams
        for first, second in combinations(team, 2)
    )


def bye_counts(rounds: Iterable[Sequence[PlayedMatch]]) -> Counter[int]:
    """Count the rounds in which each entrant was drawn to rest."""
    return Counter(
        number for matches in rounds for match in matches for number in match.bye_entries
    )


def rounds_not_played(situation: Situation) -> Counter[int]:
    """Count the rounds that each entrant did not play: byes and, with `absence_rests`, absences."""
    turns = bye_counts(situation.rounds)
    if not situation.absence_rests:
        return turns
    drawn_rounds = [matches for matches in situation.rounds if matches]
    match_counts = Counter(
        number for matches in drawn_rounds for match in matches for number in match.counts_for
    )
    for entrant in situation.entrants:
        turns[entrant.number] += max(len(drawn_rounds) - match_counts[entrant.number], 0)
    return turns


def losses(rounds: Iterable[Sequence[PlayedMatch]]) -> Counter[int]:
    """Count the lost matches of each entrant."""
    return Counter(number for matches in rounds for match in matches for number in match.losers)
