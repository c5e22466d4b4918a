"""The matches of future rounds: the format itself simulated, with random winners."""

from collections import Counter
from dataclasses import replace

from rules.chance import Chance
from tournaments.forecast.core import MOST_ROUNDS, Ask, Outline
from tournaments.formats.base import AnyFormat, FormatOptions
from tournaments.formats.core import Draw, DrawError, Played, Situation
from tournaments.formats.history import byes_taken
from tournaments.formats.lives import Lives
from tournaments.formats.routes import as_played
from tournaments.formats.teams import boards_of

# Most simulations of a stage with lives. A stage of many people gets fewer: PEOPLE_TO_DRAW divided
# by the number of its people.
MOST_OUTLINES = 8
PEOPLE_TO_DRAW = 250


def outlines(ask: Ask, most: int = MOST_OUTLINES) -> tuple[Outline, ...]:
    """Return possible continuations of a format, with all boards of a tie.

    A format with lives gets up to `most` continuations, fewer for a stage with more entrants,
    because the results decide its number of rounds. Any other format gets one.
    """
    many, boards = 1, range(boards_of(ask.format, ask.options) or 1)
    if isinstance(ask.format, Lives):
        entrants = max(len(ask.situation.entrants), 1)
        many = min(most, max(1, PEOPLE_TO_DRAW // entrants))
    ways = (
        outline(ask.format, ask.options, ask.situation, f"{ask.seed} {number}", ask.rounds)
        for number in range(many)
    )
    return tuple(
        tuple(tuple(sides for sides in matches for _board in boards) for matches in way)
        for way in ways
    )


def outline(
    format: AnyFormat, options: FormatOptions, situation: Situation, seed: str, rounds: int = 0
) -> Outline:
    """Return the sides of the matches of each future round.

    Unfinished matches get a random winner first. `rounds` is the most rounds to return, 0 for all.
    """
    chance = Chance(f"{seed}|outline")
    situation = _known(format, options, _finished(situation, chance))
    drawn: list[tuple[tuple[int, ...], ...]] = []
    while len(drawn) < (rounds or MOST_ROUNDS) and not format.is_over(situation, options):
        try:
            draw = format.next_round(situation, options, f"{seed}/{len(situation.rounds) + 1}")
        except DrawError:
            break
        drawn.append(tuple(match.sides for match in draw.pairings if not match.rest))
        played = (*situation.rounds, _played(draw, format.rest(options) == "win", chance))
        situation = _known(format, options, replace(situation, rounds=played))
    return tuple(drawn)


def _finished(situation: Situation, chance: Chance) -> Situation:
    rounds = tuple(
        tuple(match if match.finished else _won(match, chance) for match in matches)
        for matches in situation.rounds
    )
    return replace(situation, rounds=rounds)


def _played(draw: Draw, rest_wins: bool, chance: Chance) -> tuple[Played, ...]:
    """Return the drawn round with random winners; a bye is won if `rest_wins`."""
    return tuple(
        replace(match, winner=match.winner if rest_wins else None)
        if match.rest
        else _won(match, chance)
        for match in as_played(draw.pairings)
    )


def _won(match: Played, chance: Chance) -> Played:
    """Return the match won by a random side, one to nothing."""
    place = chance.below(len(match.teams))
    counted = tuple(int(place == at) for at in range(len(match.teams)))
    return replace(match, winner=match.teams[place][0], counted=counted)


def _known(format: AnyFormat, options: FormatOptions, situation: Situation) -> Situation:
    """Return the situation with points and ranking, for a format that depends on results."""
    if not format.by_results(options):
        return situation
    matches = [match for matches in situation.rounds for match in matches]
    points = Counter({entrant.number: 0 for entrant in situation.entrants})
    counted = Counter(points)
    a_win = 2 if any(match.drawn for match in matches) else 1
    for match in matches:
        if match.winner is not None:
            points.update(dict.fromkeys(match.winners, a_win))
        elif match.drawn:
            points.update(match.sides)
        for team, tantos in zip(match.teams, match.counted, strict=False):
            counted.update(dict.fromkeys(team, tantos))
    rests = byes_taken(situation.rounds)
    ranking = sorted(points, key=lambda number: (-points[number], rests[number], number))
    return replace(situation, points=points, counted=counted, ranking=tuple(ranking), scores={})
