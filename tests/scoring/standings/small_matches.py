"""Helpers that write matches and standings small enough to check by hand."""

from scoring.standings.counting import PRESETS
from tests.scoring.standings.outcomes import Outcome, standings
from tournaments.formats.core import Entrant


def match(round, a, b, a_count, b_count, kind="played", group="", **tallies):
    """Return a match of `a` against `b`. The higher count wins.

    Each of `tallies` is a pair of numbers, which do not decide the winner.
    """
    winner = None if a_count == b_count else a if a_count > b_count else b
    return Outcome(
        round, (a, b), winner, {"count": (a_count, b_count), **tallies}, kind, group=group
    )


def read_matches(text):
    """Read matches from `1-2 6-4, 3-4 5-5 | 1-3 6-2`: sides and counts, with `|` between rounds."""
    matches = []
    for number, round_text in enumerate(text.split(" | "), 1):
        for sides, counts in (match_text.split() for match_text in round_text.split(", ")):
            matches.append(match(number, *map(int, sides.split("-")), *map(int, counts.split("-"))))
    return matches


def table_match(round, counts):
    """Return a match of one table from the count of each entry; the highest count wins."""
    highest_count = max(counts.values())
    winners = [number for number, count in counts.items() if count == highest_count]
    winner = winners[0] if len(winners) == 1 else None
    return Outcome(round, tuple(counts), winner, {"count": tuple(counts.values())})


def rank_by_preset(preset, entries, outcomes, seed="s", extras=None):
    """Return the standings of the entries by a preset."""
    rules = PRESETS[preset]
    entrants = [Entrant(number) for number in range(1, entries + 1)]
    return standings(entrants, outcomes, rules.chain, seed, "count", rules.counting, extras)


def order_with_reasons(lines):
    return [(line.entrant, line.decided_by) for line in lines]
