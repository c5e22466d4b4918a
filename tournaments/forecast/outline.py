"""The matches of the rounds to come: the format itself played out, winners by chance."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy

from tournaments.forecast.chance import dice
from tournaments.forecast.core import MOST_ROUNDS
from tournaments.formats.base import Format
from tournaments.formats.core import Draw, DrawError, Played, Situation
from tournaments.formats.history import byes_taken

Sides = tuple[int, ...]


def outline(
    format: Format[Any], options: Any, situation: Situation, seed: str, rounds: int = 0
) -> tuple[tuple[Sides, ...], ...]:
    """The sides of the matches of each round still to be drawn; `rounds` at most, 0: all.

    What is unfinished now is given a winner first.
    """
    chance = dice(seed, "outline")
    situation = _known(format, options, _finished(situation, chance))
    drawn: list[tuple[Sides, ...]] = []
    while len(drawn) < (rounds or MOST_ROUNDS) and not format.is_over(situation, options):
        try:
            draw = format.next_round(situation, options, f"{seed}/{len(situation.rounds) + 1}")
        except DrawError:
            break
        drawn.append(tuple(match.sides for match in draw.pairings if not match.rest))
        played = (*situation.rounds, _played(draw, format.rest(options) == "win", chance))
        situation = _known(format, options, replace(situation, rounds=played))
    return tuple(drawn)


def _finished(situation: Situation, chance: numpy.random.Generator) -> Situation:
    rounds = tuple(
        tuple(match if match.finished else _won(match, chance) for match in matches)
        for matches in situation.rounds
    )
    return replace(situation, rounds=rounds)


def _played(draw: Draw, rest_wins: bool, chance: numpy.random.Generator) -> tuple[Played, ...]:
    """The round as if it had been played."""
    matches: list[Played] = []
    for pairing in draw.pairings:
        winner = pairing.sides[0] if pairing.rest and rest_wins else None
        match = Played(
            pairing.position,
            pairing.sides,
            winner,
            purpose=pairing.purpose,
            group=pairing.group,
            partners=pairing.partners,
        )
        matches.append(match if pairing.rest else _won(match, chance))
    return tuple(matches)


def _won(match: Played, chance: numpy.random.Generator) -> Played:
    """Any of its sides wins, one to nothing."""
    place = int(chance.random() * len(match.teams))
    counted = tuple(int(place == at) for at in range(len(match.teams)))
    return replace(match, winner=match.teams[place][0], counted=counted)


def _known(format: Format[Any], options: Any, situation: Situation) -> Situation:
    """Return the situation with points and ranking, for a format that depends on results."""
    if not format.by_results(options):
        return situation
    points = dict.fromkeys((entrant.number for entrant in situation.entrants), 0)
    counted = dict(points)
    drawn = any(match.drawn for matches in situation.rounds for match in matches)
    for match in (match for matches in situation.rounds for match in matches):
        _add(match, points, counted, worth=2 if drawn else 1)
    rests = byes_taken(situation.rounds)
    ranking = sorted(points, key=lambda number: (-points[number], rests[number], number))
    return replace(situation, points=points, counted=counted, ranking=tuple(ranking), scores={})


def _add(match: Played, points: dict[int, int], counted: dict[int, int], worth: int) -> None:
    winners: Sequence[int] = match.winners if match.winner is not None else ()
    for number in winners:
        points[number] = points.get(number, 0) + worth
    if match.drawn:
        for number in match.sides:
            points[number] = points.get(number, 0) + 1
    for team, tantos in zip(match.teams, match.counted, strict=False):
        for number in team:
            counted[number] = counted.get(number, 0) + tantos
