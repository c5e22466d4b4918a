"""Snapshots of a situation: only the results that a draw depends on.

A draw is made from the value of `Format.snapshot`. It is stored with the round
(`selectors.snapshots`), compared before publication, and used again to repeat the draw.
"""

from dataclasses import replace

from tournaments.formats.core import PlayedMatch, Situation


def with_meetings(situation: Situation) -> Situation:
    """Keep only meetings, byes and unfinished matches."""
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
    """Keep also the points of each entry."""
    return replace(with_meetings(situation), points=situation.points)


def with_totals(situation: Situation) -> Situation:
    """Keep also the first tie-break of the standings for each entry."""
    counted = {} if situation.scores else situation.counted
    return replace(with_meetings(situation), counted=counted, scores=situation.scores)


def with_winners(situation: Situation, *, since: int = 1, counted: bool = False) -> Situation:
    """Keep also winners and annulled matches from round `since`; with `counted`, also totals."""
    rounds = tuple(
        tuple(
            without_result(match) if number < since else without_count(match, counted)
            for match in matches
        )
        for number, matches in enumerate(situation.rounds, start=1)
    )
    return replace(with_meetings(situation), rounds=rounds, void=situation.void)


def without_result(match: PlayedMatch) -> PlayedMatch:
    """Return the match without its score, marked finished or not."""
    over = match.finished and not match.rest
    return replace(match, winner=None, drawn=over, counted=(), forfeit=False, lost=False)


def without_count(match: PlayedMatch, counted: bool = False) -> PlayedMatch:
    """Return the match with only its winner and, with `counted`, the total of each side."""
    return replace(match, forfeit=False, counted=match.counted if counted else ())
