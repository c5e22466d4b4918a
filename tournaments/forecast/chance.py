"""Chance for simulations: many numbers at once, from a seed, alike on every machine."""

import numpy

from tournaments.pairing.draw import ball


def dice(seed: str, label: str) -> numpy.random.Generator:
    """A generator that begins at the ball of the label (see `pairing.draw.ball`).

    Only its `random()` is used: the bits of PCG64 are fixed for ever, the shapes that numpy makes
    of them are not.

    >>> dice("tapete", "forecast").random() == dice("tapete", "forecast").random()
    True
    """
    return numpy.random.Generator(numpy.random.PCG64(int(ball(seed, label, "dice")[:32], 16)))
