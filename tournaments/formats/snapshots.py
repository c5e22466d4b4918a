"""Snapshots of a situation: only the part of the results that a draw depends on.

The draw is made from what `Format.snapshot` returns, which is saved with the round
(`selectors.snapshots`), compared before publishing and drawn from again to repeat it.
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
    """Keep also winners and annulled matches; `since` that round; `counted`: and the counts."""
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
    return replace(match, winner=None, drawn=over, counted=(), forfeit=False, lost=False)


def without_count(match: Played, counted: bool = False) -> Played:
    """The match with its winner alone; `counted` leaves what each side added up too."""
    return replace(match, forfeit=False, counted=match.counted if counted else ())
