"""Route cards: all rounds of a stage in advance, and the seat of each person in them.

Only a stage whose rounds do not depend on results has route cards: each round is drawn as if the
earlier rounds were finished.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from tournaments.formats.base import AnyFormat, FormatOptions
from tournaments.formats.core import Draw, DrawError, Pairing, PlayedMatch, Situation, Wishes
from tournaments.formats.history import couples


@dataclass(frozen=True, slots=True)
class RouteStop:
    """One round of a person's route; `chair` counts from 1; in a bye, chair and table are 0."""

    round: int
    table: int
    chair: int
    partners: tuple[int, ...] = ()
    rivals: tuple[int, ...] = ()

    @property
    def rests(self) -> bool:
        return not self.table


@dataclass(frozen=True, slots=True)
class Plan:
    """The rounds of a stage, and the number of meetings that repeat an earlier one."""

    rounds: tuple[tuple[Pairing, ...], ...]
    repeated_meetings: int


def planned_rounds(
    situation: Situation,
    options: FormatOptions,
    seed_of_round: Callable[[int], str],
    format: AnyFormat,
    wishes_of_round: Callable[[int], Wishes] | None = None,
) -> Plan:
    """Return the plan of a stage: its drawn rounds unchanged, then all its future rounds.

    `seed_of_round(number)` and `wishes_of_round(number)` give the seed and the wishes of each
    round. Raises DrawError `depends_on_results` if the rounds depend on results, and the errors of
    `next_round`.
    """
    if format.depends_on_results(options):
        raise DrawError("depends_on_results")
    rounds = [tuple(_pairing_of(match) for match in matches) for matches in situation.rounds]
    future_situation = replace(situation, rounds=tuple(map(simulated_round, rounds)))
    while not format.is_over(future_situation, options):
        number = len(rounds) + 1
        if wishes_of_round is not None:
            future_situation = replace(future_situation, wishes=wishes_of_round(number))
        draw: Draw = format.next_round(future_situation, options, seed_of_round(number))
        rounds.append(draw.pairings)
        future_situation = replace(
            future_situation, rounds=(*future_situation.rounds, simulated_round(draw.pairings))
        )
    return _plan(rounds)


def drawn_rounds(rounds: Sequence[Sequence[PlayedMatch]]) -> Plan:
    """Return the plan of rounds already drawn, in any stage."""
    return _plan([tuple(_pairing_of(match) for match in matches) for matches in rounds])


def _plan(rounds: Sequence[tuple[Pairing, ...]]) -> Plan:
    return Plan(tuple(rounds), _count_repeated_meetings(rounds))


def route(plan: Plan, number: int) -> tuple[RouteStop, ...]:
    """Return the route card of one person: the stop of each round in which he is drawn."""
    return tuple(
        _stop(round, pairing, number)
        for round, pairings in enumerate(plan.rounds, start=1)
        for pairing in pairings
        if number in pairing.sides
    )


def _stop(round: int, pairing: Pairing, number: int) -> RouteStop:
    if pairing.is_bye:
        return RouteStop(round, 0, 0)
    own_team = next(team for team in pairing.teams if number in team)
    partners = tuple(other for other in own_team if other != number)
    rivals = tuple(other for other in pairing.sides if other not in own_team)
    return RouteStop(round, pairing.position, pairing.sides.index(number) + 1, partners, rivals)


def _pairing_of(match: PlayedMatch) -> Pairing:
    return Pairing(match.position, match.sides, match.purpose, match.group, match.partners)


def simulated_round(pairings: Sequence[Pairing]) -> tuple[PlayedMatch, ...]:
    """Return the round with every match won by its first side.

    Any result would do: the later rounds of a plan depend only on whether the matches are finished.
    """
    return tuple(
        PlayedMatch(
            match.position,
            match.sides,
            match.sides[0],
            purpose=match.purpose,
            group=match.group,
            partners=match.partners,
        )
        for match in pairings
    )


def _count_repeated_meetings(rounds: Sequence[Sequence[Pairing]]) -> int:
    meetings = [
        couple
        for pairings in rounds
        for match in pairings
        for couple in couples(match.sides, match.partners)
    ]
    return len(meetings) - len(set(meetings))
