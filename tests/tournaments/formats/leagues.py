"""Whole leagues played by dice, for the tests of league, groups, boxes and teams."""

from collections import Counter

from tournaments.formats.core import Entrant, PlayedMatch, Situation
from tournaments.formats.history import couples


def entered(count, **about):
    return tuple(Entrant(number, **about) for number in range(1, count + 1))


def sides(draw):
    return [one.sides for one in draw.pairings]


def played(draw, dice=None, draws=True):
    """The round with its results: by the dice, or the first side of each when there are none."""
    matches = []
    for one in draw.pairings:
        home, away = (2, 1) if dice is None else (dice.randrange(4), dice.randrange(4))
        if not draws and home == away:
            home += 1
        winner = None if home == away else one.sides[home < away and not one.rest]
        rest = len(one.sides) == 1
        matches.append(
            PlayedMatch(
                one.position,
                one.sides,
                one.sides[0] if rest else winner,
                drawn=home == away and not rest,
                group=one.group,
                counted=() if rest else (home, away),
            )
        )
    return tuple(matches)


def after(situation, draw, dice=None, draws=True):
    return Situation(
        situation.entrants,
        (*situation.rounds, played(draw, dice, draws)),
        ranking=situation.ranking,
        wishes=situation.wishes,
    )


def whole(format, situation, options, seed="Regumiel 2024", dice=None):
    """The draws of every round till it is over, and the last situation."""
    draws = []
    while not format.is_over(situation, options):
        draws.append(format.next_round(situation, options, seed))
        situation = after(situation, draws[-1], dice)
        assert len(draws) < 500, "it does not end"
    return draws, situation


def once_a_round(draw):
    """Nobody is twice in it; answers who is in it."""
    numbers = [number for one in draw.pairings for number in one.sides]
    assert len(numbers) == len(set(numbers))
    return set(numbers)


def met(rounds):
    return Counter(two for matches in rounds for one in matches for two in couples(one.sides))


def balance(rounds):
    """Matches at home less those away, by number."""
    home = Counter()
    for matches in rounds:
        for one in matches:
            if not one.rest:
                home.update({one.sides[0]: 1, one.sides[1]: -1})
    return home
