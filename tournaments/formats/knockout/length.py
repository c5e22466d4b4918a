"""The number of rounds of a knockout, whatever the results."""

from tournaments.formats.knockout.double import rounds_to_play
from tournaments.formats.knockout.options import BEST_LOSERS, CONSOLATION, DOUBLE, Options
from tournaments.pairing.byes import bracket_size


def rounds_in_all(entrants: int, options: Options) -> int:
    """Return the number of rounds (7 for 107 entries); 0 if the results decide it.

    With a second grand final, for example, the results decide the number.
    """
    if entrants < 2:
        return 0
    if options.repesca == CONSOLATION:
        return _with_consolation(entrants, options)
    if options.repesca == DOUBLE:
        return 0 if options.reset else _double(entrants, options)
    if options.repesca == BEST_LOSERS and entrants > 2:
        return 1 + _single((entrants + 1) // 2)
    return _single(entrants)


def _single(entrants: int) -> int:
    return max(entrants - 1, 0).bit_length()


def _double(entrants: int, options: Options) -> int:
    if not options.redraw:
        return rounds_to_play(bracket_size(entrants) // 2)
    unbeaten, once, rounds = entrants, 0, 0
    while (unbeaten, once) != (1, 1):
        beaten = unbeaten // 2
        unbeaten, once, rounds = unbeaten - beaten, once - once // 2 + beaten, rounds + 1
    return rounds + 1


def _with_consolation(entrants: int, options: Options) -> int:
    """Return the number of rounds if a consolation starts in round 2, or with byes in round 3."""
    resting = entrants % 2 if options.redraw else bracket_size(entrants) - entrants
    if not resting:
        return max(_single(entrants), 1 + _single(entrants // 2))
    if options.redraw:
        return 0
    quarter = bracket_size(entrants) // 4
    beaten = (entrants - resting) // 2
    fewest, most = beaten + max(0, resting - quarter), beaten + min(resting, quarter)
    lengths = {
        max(_single(entrants), 2 + _single(size) if size > 1 else 0) for size in (fewest, most)
    }
    return lengths.pop() if len(lengths) == 1 else 0
