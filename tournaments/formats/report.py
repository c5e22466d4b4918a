"""The report of a draw, worked out from its pairings: also after somebody swapped two by hand."""

from collections.abc import Sequence

from tournaments.formats.core import (
    Pairing,
    Report,
    Situation,
    active_numbers,
    byes_taken,
    couples,
    meetings,
)


def report(situation: Situation, pairings: Sequence[Pairing]) -> Report:
    """What these pairings concede, given the rounds before them.

    `situation` is the one the round was drawn from, without the round itself.
    """
    meeting = [couple for pairing in pairings for couple in couples(pairing.sides)]
    byes = tuple(sorted(pairing.sides[0] for pairing in pairings if len(pairing.sides) == 1))
    met = meetings(situation.rounds)
    rematches = tuple(sorted(couple for couple in meeting if couple in met))
    gaps = [abs(situation.points_of(a) - situation.points_of(b)) for a, b in meeting]
    broken = (("rematch",) if rematches else ()) + _broken_by_byes(situation, byes)
    return Report(byes, rematches, sum(gaps), max(gaps, default=0), broken)


def _broken_by_byes(situation: Situation, byes: tuple[int, ...]) -> tuple[str, ...]:
    if not byes:
        return ()
    numbers = active_numbers(situation)
    taken = byes_taken(situation.rounds)
    fewest = min(taken[number] for number in numbers)
    rested_least = [number for number in numbers if taken[number] == fewest]
    lowest = min(situation.points_of(number) for number in rested_least)
    broken = []
    if any(taken[number] > fewest for number in byes):
        broken.append("repeated_bye")
    if any(situation.points_of(number) > lowest for number in byes):
        broken.append("bye_above_lowest")
    return tuple(broken)
