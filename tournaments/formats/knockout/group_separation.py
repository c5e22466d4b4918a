"""The first round in which two entries of one group may meet in a new bracket."""

from collections.abc import Sequence
from dataclasses import replace

from tournaments.formats.core import Pairing, Report, Situation
from tournaments.formats.knockout.seating import groups_among
from tournaments.pairing.apart import meeting_round
from tournaments.pairing.byes import bracket_size
from tournaments.pairing.spread import couples_in_group, fewest, sizes_by_group


def with_groups(report: Report, situation: Situation, drawn: Sequence[Pairing]) -> Report:
    """Return the report with its statements about groups.

    `group_round` is the first round in which two entries of a group may meet. `group_soon` are the
    couples that may meet sooner than necessary.
    """
    slots = {
        number: 2 * match.position - 2 + side
        for match in drawn
        for side, number in enumerate(match.sides)
    }
    groups = groups_among(situation, slots)
    rounds = bracket_size(len(slots)).bit_length() - 1
    needed = fewest(sizes_by_group(slots, groups), rounds, {}, groups)
    if not any(needed):
        return report
    latest = next(round for round, couples in enumerate(needed, start=1) if couples)
    meets = {
        couple: meeting_round(slots[couple[0]], slots[couple[1]])
        for couple in couples_in_group(slots, groups)
    }
    soon = sorted(couple for couple, round in meets.items() if round < latest)
    report = replace(report, group_round=min(meets.values()))
    return report.adding("group_soon", soon)
