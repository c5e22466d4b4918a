"""Helpers that play whole stages of knockout and lives with random winners."""

import random
from collections import Counter
from dataclasses import replace

from tournaments.formats.core import Entrant, PlayedMatch, Situation


def entrants_up_to(count, **fields):
    return tuple(Entrant(number, **fields) for number in range(1, count + 1))


def play(draw, dice, entrants):
    """Return the played round: a withdrawn entrant loses; winners score 3, losers 0 to 2."""
    withdrawn_numbers = {entrant.number for entrant in entrants if not entrant.active}
    matches_played = []
    for pairing in draw.pairings:
        candidates = [
            number for number in pairing.sides if number not in withdrawn_numbers
        ] or pairing.sides
        winner = dice.choice(candidates)
        counted = tuple(3 if number == winner else dice.randrange(3) for number in pairing.sides)
        matches_played.append(
            PlayedMatch(
                pairing.position,
                pairing.sides,
                winner,
                purpose=pairing.purpose,
                group=pairing.group,
                counted=counted,
            )
        )
    return tuple(matches_played)


def add_totals(situation):
    """Return the situation with the wins and the scores of each entrant added up."""
    points, counted = Counter(), Counter()
    for matches in situation.rounds:
        for match in matches:
            points[match.winner] += 1
            counted.update(dict(zip(match.sides, match.counted, strict=True)))
    return replace(situation, points=points, counted=counted)


def play_out(
    format, options, entrants, dice_seed=0, seed="fiestas", next_entrants=None, most_rounds=100
):
    """Play a stage to its end. Return the last situation and the draws.

    `dice_seed` decides the winners and `seed` the draws. `next_entrants(situation, dice)` returns
    the entrants of the next round. A stage that needs more than `most_rounds` rounds fails.
    """
    dice = random.Random(dice_seed)
    situation = Situation(tuple(entrants))
    draws = []
    while not format.is_over(situation, options):
        assert len(draws) < most_rounds, "the stage does not end"
        draw = format.next_round(situation, options, seed)
        check_draw(draw, situation)
        draws.append(draw)
        rounds = (*situation.rounds, play(draw, dice, situation.entrants))
        situation = add_totals(replace(situation, rounds=rounds))
        if next_entrants:
            situation = replace(situation, entrants=tuple(next_entrants(situation, dice)))
    return situation, draws


def check_draw(draw, situation):
    """Assert that the draw has known numbers, each once, and positions from 1 on."""
    numbers = [number for pairing in draw.pairings for number in pairing.sides]
    assert draw.pairings and len(numbers) == len(set(numbers))
    assert set(numbers) <= {entrant.number for entrant in situation.entrants}
    assert [pairing.position for pairing in draw.pairings] == list(range(1, len(draw.pairings) + 1))
    assert all(1 <= len(pairing.sides) <= 2 for pairing in draw.pairings)


def matches(situation):
    return [match for round in situation.rounds for match in round if not match.is_bye]


def loss_counts(situation):
    return Counter(number for match in matches(situation) for number in match.losers)


def match_counts(situation):
    """Return the number of matches that each entrant has played."""
    return Counter(number for match in matches(situation) for number in match.sides)
