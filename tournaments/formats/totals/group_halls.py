"""The groups of totals: each a hall of its own, with its people and what was played in it."""

from dataclasses import replace

from tournaments.formats.core import DrawError, Situation
from tournaments.formats.groups.dealing import sizes
from tournaments.formats.groups.members import dealt, with_newcomers
from tournaments.formats.history import active_set
from tournaments.formats.round_robin import groups_played
from tournaments.formats.seeds import SEED
from tournaments.formats.totals.options import REST, Options


def group_situations(
    situation: Situation, options: Options, seed: str, label: str
) -> dict[str, Situation]:
    """Return what is known of each group, by its name; of everybody under "" where there are none.

    Late arrivals go to the group with fewest in play. Raises DrawError `too_few_for_groups` before
    the first round.
    """
    if options.groups == 1:
        return {"": situation}
    if situation.rounds:
        groups = with_newcomers(situation, groups_played(situation.rounds))
    else:
        _refuse_too_few(situation, options)
        groups = dealt(situation, options.groups, options.seeding == SEED, seed, label)
    return {
        name: group_situation(situation, name, frozenset(members))
        for name, members in groups.items()
    }


def group_situation(situation: Situation, name: str, members: frozenset[int]) -> Situation:
    """The situation as one group sees it: its members and its matches."""
    return replace(
        situation,
        entrants=tuple(entrant for entrant in situation.entrants if entrant.number in members),
        rounds=tuple(
            tuple(match for match in matches if match.group == name) for matches in situation.rounds
        ),
    )


def group_sizes(entrants: int, options: Options) -> tuple[int, ...]:
    """Return how many are in each group, A first. Raises DrawError `too_few_for_groups`.

    >>> group_sizes(37, Options(4, groups=3))
    (13, 12, 12)
    """
    return sizes(entrants, _refused(entrants, options.groups, 2))


def sizes_taken(situation: Situation, options: Options) -> tuple[int, ...]:
    """Return the numbers that may sit at a table, the usual one first."""
    return (situation.sides, *(() if options.odd == REST else situation.table_sizes))


def fewest_at_a_table(situation: Situation, options: Options) -> int:
    return min(sizes_taken(situation, options))


def _refuse_too_few(situation: Situation, options: Options) -> None:
    fewest = fewest_at_a_table(situation, options)
    _refused(len(active_set(situation)), options.groups, fewest)


def _refused(entrants: int, groups: int, fewest: int) -> int:
    """The number of groups, if so many entries fill them with `fewest` or more."""
    if entrants < fewest * groups:
        raise DrawError(
            "too_few_for_groups", entrants=entrants, groups=groups, minimum=fewest * groups
        )
    return groups
