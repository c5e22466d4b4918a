"""Helpers that play whole stages of league, groups, boxes and teams with random results."""

from collections import Counter

from tournaments.formats.core import Entrant, PlayedMatch, Situation
from tournaments.formats.history import couples


def entrants_up_to(count, **fields):
    return tuple(Entrant(number, **fields) for number in range(1, count + 1))


def sides(draw):
    return [pairing.sides for pairing in draw.pairings]


def play_round(draw, dice=None, draws=True):
    """Return the round with results: random with `dice`, otherwise the first side always wins.

    If `draws` is false, no match ends in a draw.
    """
    matches = []
    for pairing in draw.pairings:
        home, away = (2, 1) if dice is None else (dice.randrange(4), dice.randrange(4))
        if not draws and home == away:
            home += 1
        winner = None if home == away else pairing.sides[home < away and not pairing.is_bye]
        is_bye = len(pairing.sides) == 1
        matches.append(
            PlayedMatch(
                pairing.position,
                pairing.sides,
                pairing.sides[0] if is_bye else winner,
                drawn=home == away and not is_bye,
                group=pairing.group,
                counted=() if is_bye else (home, away),
            )
        )
    return tuple(matches)


def situation_after_round(situation, draw, dice=None, draws=True):
    return Situation(
        situation.entrants,
        (*situation.rounds, play_round(draw, dice, draws)),
        ranking=situation.ranking,
        wishes=situation.wishes,
    )


def play_out(format, situation, options, seed="Regumiel 2024", dice=None):
    """Play a stage to its end. Return the draws and the last situation."""
    draws = []
    while not format.is_over(situation, options):
        draws.append(format.next_round(situation, options, seed))
        situation = situation_after_round(situation, draws[-1], dice)
        assert len(draws) < 500, "the stage does not end"
    return draws, situation


def numbers_drawn_once(draw):
    """Assert that no number is twice in the draw. Return the numbers."""
    numbers = [number for pairing in draw.pairings for number in pairing.sides]
    assert len(numbers) == len(set(numbers))
    return set(numbers)


def meetings_by_couple(rounds):
    return Counter(
        couple for matches in rounds for match in matches for couple in couples(match.sides)
    )


def home_balance(rounds):
    """Return the matches at home minus the matches away, by entrant."""
    balance = Counter()
    for matches in rounds:
        for match in matches:
            if not match.is_bye:
                balance.update({match.sides[0]: 1, match.sides[1]: -1})
    return balance
