"""Everybody with everybody once: the rounds of a circle."""

from collections.abc import Sequence

from tournaments.pairing.couples import Couple


def circle(first: Sequence[Couple]) -> list[tuple[Couple, ...]]:
    """The other rounds in which each is with a partner never had, given the couples of the first.

    With n people, n − 1 rounds in all. One of the first couple stays; the others stand on a
    circle of n − 1 places, his partner at place 0, couple i at places i and −i. In round r each
    at place p is with the one at 2r − p, and who is at place r with the one who stays.

    >>> circle([(1, 2), (3, 4)])
    [((1, 3), (2, 4)), ((1, 4), (2, 3))]
    """
    around = 2 * len(first) - 1
    stays, opposite = first[0]
    places = {0: opposite}
    for number, (one, other) in enumerate(first[1:], start=1):
        places[number], places[around - number] = one, other
    rounds = []
    for turn in range(1, around):
        couples = {(stays, places[turn])} | {
            (places[place], places[(2 * turn - place) % around])
            for place in range(around)
            if place != turn
        }
        rounds.append(tuple(sorted({(min(couple), max(couple)) for couple in couples})))
    return rounds
