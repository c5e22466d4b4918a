"""Snapshots of a situation: only the part of the results that a draw depends on.

`Format.snapshot` returns one of these. The draw is made from it, so nothing else can change it; it
is saved with the round (`selectors.snapshots`), compared before the round is published and drawn
from again when somebody repeats it.
"""

from dataclasses import replace

from tournaments.formats.core import Played, Situation


def with_meetings(situation: Situation) -> Situation:
    """Keep only who met whom, who rested and what is unfinished."""
    return replace(
        situation,
        rounds=tuple(
            tuple(without_result(match) for match in matches) for matches in situation.rounds
        ),
        points={},
        ranking=(),
        counted={},
        scores={},
        void=frozenset(),
    )


def with_points(situation: Situation) -> Situation:
    """Keep also the points of each."""
    return replace(with_meetings(situation), points=situation.points)


def with_totals(situation: Situation) -> Situation:
    """Keep also what each has by the first tie-break of the standings."""
    counted = {} if situation.scores else situation.counted
    return replace(with_meetings(situation), counted=counted, scores=situation.scores)


def with_winners(situation: Situation, *, since: int = 1, counted: bool = False) -> Situation:
    """Keep also who won each match, and whose matches are annulled; `since`: from that round on;
    `counted`: and what each side added up in it."""
    rounds = tuple(
        tuple(
            without_result(match) if number < since else without_count(match, counted)
            for match in matches
        )
        for number, matches in enumerate(situation.rounds, start=1)
    )
    return replace(with_meetings(situation), rounds=rounds, void=situation.void)


def without_result(match: Played) -> Played:
    """The match as one that has ended, or has not, in nothing."""
    over = match.finished and not match.rest
    return replace(match, winner=None, drawn=over, counted=(), forfeit=False)


def without_count(match: Played, counted: bool = False) -> Played:
    """The match with its winner alone; `counted` leaves what each side added up too."""
    return replace(match, forfeit=False, counted=match.counted if counted else ())
