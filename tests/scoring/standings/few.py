"""A few matches, tables and standings, small enough to count by hand."""

from scoring.standings.counting import PRESETS
from tests.scoring.standings.outcomes import Outcome, standings
from tournaments.formats.core import Entrant


def match(round, a, b, mine, theirs, kind="played", group="", **other):
    """`a` against `b` by what each counted; `other` tallies as pairs."""
    winner = None if mine == theirs else a if mine > theirs else b
    return Outcome(round, (a, b), winner, {"count": (mine, theirs), **other}, kind, group=group)


def rounds(text):
    """Matches as `1-2 6-4, 3-4 5-5 | 1-3 6-2`: who meets whom, what each counted, a bar a round."""
    found = []
    for number, played in enumerate(text.split(" | "), 1):
        for sides, counts in (told.split() for told in played.split(", ")):
            found.append(match(number, *map(int, sides.split("-")), *map(int, counts.split("-"))))
    return found


def table(round, counts):
    """A table of individuals: what each added up, the most wins."""
    best = max(counts.values())
    winners = [number for number, count in counts.items() if count == best]
    winner = winners[0] if len(winners) == 1 else None
    return Outcome(round, tuple(counts), winner, {"count": tuple(counts.values())})


def placed(preset, entries, outcomes, seed="s", extras=None):
    """The preset's lines on these entries, with every tie-break of its chain."""
    chosen = PRESETS[preset]
    entrants = [Entrant(number) for number in range(1, entries + 1)]
    return standings(entrants, outcomes, chosen.chain, seed, "count", chosen.counting, extras)


def short(lines):
    return [(line.entrant, line.decided_by) for line in lines]
