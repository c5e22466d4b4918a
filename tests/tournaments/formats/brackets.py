"""Whole knockouts and lives with winners by chance, for the tests beside this."""

import random
from collections import Counter
from dataclasses import replace

from tournaments.formats.core import Entrant, PlayedMatch, Situation


def entered(count, **more):
    return tuple(Entrant(number, **more) for number in range(1, count + 1))


def play(draw, dice, entrants):
    """The round played: the withdrawn lose; the loser adds up 0, 1 or 2 and the winner 3."""
    gone = {entrant.number for entrant in entrants if not entrant.active}
    found = []
    for one in draw.pairings:
        standing = [number for number in one.sides if number not in gone] or one.sides
        winner = dice.choice(standing)
        counted = tuple(3 if number == winner else dice.randrange(3) for number in one.sides)
        found.append(
            PlayedMatch(
                one.position,
                one.sides,
                winner,
                purpose=one.purpose,
                group=one.group,
                counted=counted,
            )
        )
    return tuple(found)


def added_up(situation):
    points, counted = Counter(), Counter()
    for matches in situation.rounds:
        for match in matches:
            points[match.winner] += 1
            counted.update(dict(zip(match.sides, match.counted, strict=True)))
    return replace(situation, points=points, counted=counted)


def whole(format, options, entrants, luck=0, seed="fiestas", between=None, most=100):
    """The last situation, and the draws; `between(situation, dice)` changes the entrants."""
    dice, situation, draws = random.Random(luck), Situation(tuple(entrants)), []
    while not format.is_over(situation, options):
        assert len(draws) < most, "it does not end"
        draw = format.next_round(situation, options, seed)
        check(draw, situation)
        draws.append(draw)
        rounds = (*situation.rounds, play(draw, dice, situation.entrants))
        situation = added_up(replace(situation, rounds=rounds))
        if between:
            situation = replace(situation, entrants=tuple(between(situation, dice)))
    return situation, draws


def check(draw, situation):
    """Nobody twice in a round, nobody unknown, positions from 1 on."""
    drawn = [number for one in draw.pairings for number in one.sides]
    assert draw.pairings and len(drawn) == len(set(drawn))
    assert set(drawn) <= {entrant.number for entrant in situation.entrants}
    assert [one.position for one in draw.pairings] == list(range(1, len(draw.pairings) + 1))
    assert all(1 <= len(one.sides) <= 2 for one in draw.pairings)


def matches(situation):
    return [m for played in situation.rounds for m in played if not m.rest]


def lost(situation):
    return Counter(number for match in matches(situation) for number in match.losers)


def had(situation):
    """How many matches each has played."""
    return Counter(number for match in matches(situation) for number in match.sides)
