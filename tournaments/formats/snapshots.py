"""Snapshots of a situation: only the results that a draw depends on.

A draw is made from the value of `Format.snapshot`. This value is stored with the round
(`rounds.selectors.snapshots`), compared before publication, and used to repeat the draw.
"""

from dataclasses import replace

from tournaments.formats.core import PlayedMatch, Situation


def with_meetings(situation: Situation) -> Situation:
    """Return the situation with its meetings, byes and unfinished matches, without results."""
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
    """Return `with_meetings` plus the points of each entry."""
    return replace(with_meetings(situation), points=situation.points)


def with_totals(situation: Situation) -> Situation:
    """Return `with_meetings` plus `scores`, or plus `counted` if there are no scores."""
    counted = {} if situation.scores else situation.counted
    return replace(with_meetings(situation), counted=counted, scores=situation.scores)


def with_winners(situation: Situation, *, since: int = 1, counted: bool = False) -> Situation:
    """Return `with_meetings` plus annulled entries and, from round `since`, the winners.

    With `counted`, the totals of each side stay too.
    """
    rounds = tuple(
        tuple(
            without_result(match) if number < since else without_count(match, counted)
            for match in matches
        )
        for number, matches in enumerate(situation.rounds, start=1)
    )
    return replace(with_meetings(situation), rounds=rounds, void=situation.void)


def without_result(match: PlayedMatch) -> PlayedMatch:
    """Return the match without its result; a finished match counts as drawn."""
    over = match.finished and not match.rest
    return replace(match, winner=None, drawn=over, counted=(), forfeit=False, lost=False)


def without_count(match: PlayedMatch, counted: bool = False) -> PlayedMatch:
    """Return the match without forfeit and, unless `counted`, without the total of each side."""
    return replace(match, forfeit=False, counted=match.counted if counted else ())
