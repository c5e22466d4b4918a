"""Snapshots of a situation: only the results that a draw depends on.

A draw is made from the value of `Format.snapshot`. This value is stored with the round
(`rounds.selectors.snapshots`), compared before publication, and used to repeat the draw.
"""

from dataclasses import replace

from tournaments.formats.core import PlayedMatch, Situation


def meetings_snapshot(situation: Situation) -> Situation:
    """Return the situation with its meetings, byes and unfinished matches, without results."""
    return replace(
        situation,
        rounds=tuple(
            tuple(remove_result(match) for match in matches) for matches in situation.rounds
        ),
        points={},
        ranking=(),
        counted={},
        scores={},
        void=frozenset(),
    )


def points_snapshot(situation: Situation) -> Situation:
    """Return `meetings_snapshot` plus the points of each entry."""
    return replace(meetings_snapshot(situation), points=situation.points)


def totals_snapshot(situation: Situation) -> Situation:
    """Return `meetings_snapshot` plus `scores`, or plus `counted` if there are no scores."""
    counted = {} if situation.scores else situation.counted
    return replace(meetings_snapshot(situation), counted=counted, scores=situation.scores)


def winners_snapshot(
    situation: Situation, *, from_round: int = 1, counted: bool = False
) -> Situation:
    """Return `meetings_snapshot` plus annulled entries and, from round `from_round`, the winners.

    With `counted`, the totals of each side stay too.
    """
    rounds = tuple(
        tuple(
            remove_result(match) if number < from_round else remove_totals(match, counted)
            for match in matches
        )
        for number, matches in enumerate(situation.rounds, start=1)
    )
    return replace(meetings_snapshot(situation), rounds=rounds, void=situation.void)


def remove_result(match: PlayedMatch) -> PlayedMatch:
    """Return the match without its result; a finished match counts as drawn."""
    finished = match.finished and not match.is_bye
    return replace(match, winner=None, drawn=finished, counted=(), forfeit=False, lost=False)


def remove_totals(match: PlayedMatch, counted: bool = False) -> PlayedMatch:
    """Return the match without forfeit and, unless `counted`, without the total of each side."""
    return replace(match, forfeit=False, counted=match.counted if counted else ())
