"""The places that a knockout has decided so far, in all its forms."""

from collections.abc import Mapping

from tournaments.formats.core import Situation
from tournaments.formats.knockout.options import DOUBLE, PREVIOUS, Options
from tournaments.formats.knockout.sections import losers, sections
from tournaments.formats.knockout.single import first_places


def places(situation: Situation, options: Options) -> tuple[tuple[int, ...], ...]:
    """Return every drawn entry, first to last, in groups that share a place (so far).

    An active entry has the best place that it can still reach; a loser stands below all entries of
    its section that advanced. In double elimination, a later last round means a better place; the
    winners of a round stand above its losers.
    """
    standing = _by_last_round(situation) if options.repesca == DOUBLE else _by_section(situation)
    groups: dict[int, list[int]] = {}
    for number in sorted(standing):
        groups.setdefault(standing[number], []).append(number)
    return tuple(tuple(groups[place]) for place in sorted(groups))


def _by_section(situation: Situation) -> Mapping[int, int]:
    standing: dict[int, int] = {}
    for matches in situation.rounds:
        for section, ties in sections(matches).items():
            best, out = first_places(situation, section), losers(ties)
            # The losers of the previous round stand below all entries that may still fill the
            # bracket.
            through = len(situation.entrants) if section[0] == PREVIOUS else len(ties)
            for match in ties:
                for number in match.sides:
                    standing[number] = best + through if number in out else best
    return standing


def _by_last_round(situation: Situation) -> Mapping[int, int]:
    standing: dict[int, int] = {}
    for number, matches in enumerate(situation.rounds, start=1):
        for match in matches:
            for side in match.sides:
                standing[side] = -2 * number - (side not in match.losers)
    return standing
