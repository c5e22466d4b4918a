"""The report of a draw, computed from its pairings, even if somebody edited them."""

from collections.abc import Collection, Sequence

from tournaments.formats.core import Pairing, Report, Situation
from tournaments.formats.costs import FORBIDDEN, cost_of
from tournaments.formats.history import active_numbers, count_meetings, couples, rounds_not_played

# The wishes that every format may report as broken (`Report.broken`); some formats add their own.
# The site has a sentence for each.
COMMON_WISHES = ("rematch", "repeated_bye", "bye_above_lowest", "forbidden", "wish")


def concessions_of(
    situation: Situation,
    pairings: Sequence[Pairing],
    *,
    candidates: Collection[int] | None = None,
    byes_by_points: bool = True,
) -> Report:
    """Return the concessions of these pairings, given the earlier rounds.

    `situation` is from before the round. `candidates` are the entries that could be drawn (default:
    all active entries). With `byes_by_points`, the bye belongs to the entry with the fewest points
    of those with the fewest byes.
    """
    numbers = sorted(active_numbers(situation) if candidates is None else candidates)
    meeting_couples = [
        couple for match in pairings for couple in couples(match.sides, match.partners)
    ]
    byes = tuple(sorted(number for match in pairings if match.is_bye for number in match.sides))
    earlier_meetings = count_meetings(situation.rounds)
    rematches = tuple(sorted(couple for couple in meeting_couples if couple in earlier_meetings))
    gaps = [abs(situation.points_of(a) - situation.points_of(b)) for a, b in meeting_couples]
    broken_by: list[tuple[str, tuple[int, ...]]] = [("rematch", couple) for couple in rematches]
    broken_by += _broken_by_byes(situation, numbers, byes, byes_by_points)
    broken_by += _broken_by_wishes(situation, meeting_couples)
    names = dict.fromkeys(name for name, _numbers in broken_by)
    return Report(byes, rematches, sum(gaps), max(gaps, default=0), tuple(names), tuple(broken_by))


def join_reports(reports: Sequence[Report]) -> Report:
    """Return the joint report of several groups, each drawn separately."""
    return Report(
        byes=tuple(sorted(number for report in reports for number in report.byes)),
        rematches=tuple(sorted(couple for report in reports for couple in report.rematches)),
        difference_sum=sum(report.difference_sum for report in reports),
        difference_max=max((report.difference_max for report in reports), default=0),
        broken=tuple(dict.fromkeys(name for report in reports for name in report.broken)),
        broken_by=tuple(broken for report in reports for broken in report.broken_by),
    )


def _broken_by_byes(
    situation: Situation, numbers: Sequence[int], byes: Sequence[int], by_points: bool
) -> list[tuple[str, tuple[int, ...]]]:
    if not byes:
        return []
    rests = rounds_not_played(situation)
    fewest = min(rests[number] for number in numbers)
    # If k entries rest, they should be the k entries with the fewest earlier byes, or their equals.
    sorted_rests = sorted(rests[number] for number in numbers)
    most_rests = sorted_rests[len(byes) - 1] if len(byes) <= len(sorted_rests) else sorted_rests[-1]
    lowest = min(
        (situation.points_of(number) for number in numbers if rests[number] == fewest), default=0
    )
    broken: list[tuple[str, tuple[int, ...]]] = []
    repeated_byes = tuple(number for number in byes if rests[number] > most_rests)
    byes_above = tuple(number for number in byes if situation.points_of(number) > lowest)
    if repeated_byes:
        broken.append(("repeated_bye", repeated_byes))
    if byes_above and by_points:
        broken.append(("bye_above_lowest", byes_above))
    return broken


def _broken_by_wishes(
    situation: Situation, meeting_couples: Sequence[tuple[int, int]]
) -> list[tuple[str, tuple[int, ...]]]:
    if not situation.wishes:
        return []
    entrants_by_number = {entrant.number: entrant for entrant in situation.entrants}
    costs = [
        (
            couple,
            cost_of(situation.wishes, entrants_by_number[couple[0]], entrants_by_number[couple[1]]),
        )
        for couple in sorted(meeting_couples)
        if entrants_by_number.keys() >= set(couple)
    ]
    return [
        ("forbidden" if cost >= FORBIDDEN else "wish", couple) for couple, cost in costs if cost
    ]
