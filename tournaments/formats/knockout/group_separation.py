"""The first round in which two who come from one group may meet in a bracket just drawn."""

from collections.abc import Sequence
from dataclasses import replace

from tournaments.formats.core import Pairing, Report, Situation
from tournaments.formats.knockout.seating import groups_among
from tournaments.pairing.apart import meeting_round
from tournaments.pairing.byes import bracket_size
from tournaments.pairing.spread import couples_of, sizes_of, unavoidable


def with_groups(report: Report, situation: Situation, drawn: Sequence[Pairing]) -> Report:
    """The report with what it says of groups, as figures and bounds.

    `group_round` is the first round in which two of a group may meet, its bound the last that any
    bracket could make it, and `group_soon` the couples that may meet before.
    """
    slots = {
        number: 2 * match.position - 2 + side
        for match in drawn
        for side, number in enumerate(match.sides)
    }
    groups = groups_among(situation, slots)
    rounds = bracket_size(len(slots)).bit_length() - 1
    latest = unavoidable(sizes_of(slots, groups), rounds)
    if not latest:
        return report
    meets = {
        couple: meeting_round(slots[couple[0]], slots[couple[1]])
        for couple in couples_of(slots, groups)
    }
    soon = sorted(couple for couple, round in meets.items() if round < latest)
    bounds = {**report.bounds, "group_round": latest}
    report = replace(report, bounds=bounds, group_round=min(meets.values()))
    return report.adding("group_soon", soon)
