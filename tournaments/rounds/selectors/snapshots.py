"""The snapshot from which a draw was made, stored in `Round.report["looked_at"]`.

Results, people and wishes change, but a repeated draw must come out the same. Older draws have no
`playing`: their snapshot has only tags, seeds, re-entries and wishes.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from tournaments.formats.core import Entrant, PlayedMatch, Situation, Wishes
from tournaments.formats.snapshots import remove_result

# A match by its round in the stage, from 1, and its position.
Where = tuple[int, int]


def saved_snapshot(situation: Situation) -> dict[str, Any]:
    """Return the snapshot of a draw (`Format.snapshot`) as JSON.

    Among other values, it has the tags of kinds with a wish, the positions of unfinished matches
    (`open`) and of byes (`rests`), and the winner and the totals of each match.
    """
    wishes = situation.wishes
    kinds = wishes.apart.keys() | wishes.together.keys() | {wishes.spread}
    tags = {
        entrant.number: [tag for tag in entrant.tags if tag.partition(":")[0] in kinds]
        for entrant in situation.entrants
    }
    rows = list(matches_in(situation))
    return {
        "wishes": {
            "apart": dict(wishes.apart),
            "together": dict(wishes.together),
            "forbidden": [list(couple) for couple in sorted(wishes.forbidden)],
            "spread": wishes.spread,
        },
        "entrants": {
            str(entrant.number): [entrant.seed, tags[entrant.number], entrant.again]
            for entrant in situation.entrants
            if entrant.seed or tags[entrant.number] or entrant.again
        },
        "absence_rests": situation.absence_rests,
        "playing": sorted(entrant.number for entrant in situation.entrants if entrant.active),
        "gone": sorted(entrant.number for entrant in situation.entrants if not entrant.active),
        "open": [list(where) for where, match in rows if not match.finished],
        "rests": [list(where) for where, match in rows if match.rest],
        "results": [
            [*where, match.winner, list(match.counted)]
            for where, match in rows
            if match.winner is not None or match.counted
        ],
        "lost": [list(where) for where, match in rows if match.lost],
        "ranking": list(situation.ranking),
        "counted": {str(number): total for number, total in sorted(situation.counted.items())},
        "scores": {str(number): worth for number, worth in sorted(situation.scores.items())},
        "void": sorted(situation.void),
        "closed": situation.closed,
        "left_out": sorted(situation.left_out),
    }


def is_complete(saved: Mapping[str, Any] | None) -> bool:
    """Return whether the snapshot has everything the draw was made from; old snapshots do not."""
    return saved is not None and "playing" in saved


def restore_situation(situation: Situation, saved: Mapping[str, Any] | None) -> Situation:
    """Return the situation with the seeds, tags and wishes of the draw, as far as stored."""
    if saved is None:
        return replace(situation, absence_rests=False)
    return replace(
        situation,
        entrants=entrants_at_draw(situation.entrants, saved),
        wishes=wishes_at_draw(saved),
        absence_rests=saved.get("absence_rests", False),
    )


def with_people_then(situation: Situation, saved: Mapping[str, Any]) -> Situation:
    """Return the situation with the entries of the draw and the current results."""
    people = (
        *(Entrant(number) for number in saved["playing"]),
        *(Entrant(number, active=False) for number in saved["gone"]),
    )
    return restore_situation(replace(situation, entrants=people, closed=saved["closed"]), saved)


def situation_then(
    situation: Situation, saved: Mapping[str, Any], points: Mapping[int, int]
) -> Situation:
    """Return the situation with the entries and the results of the draw."""
    still_open = {(round, position) for round, position in saved["open"]}
    rests = {(round, position) for round, position in saved["rests"]}
    results = {(round, at): (winner, counted) for round, at, winner, counted in saved["results"]}
    lost_by_all = {(round, at) for round, at in saved.get("lost", [])}

    def then(where: Where, match: PlayedMatch) -> PlayedMatch:
        winner, counted = results.get(where, (None, ()))
        if where in rests:
            match = replace(match, sides=match.counts_for, guests=())
        over = where not in rests and where not in still_open
        lost = where in lost_by_all
        return replace(
            remove_result(match),
            winner=winner,
            drawn=over and winner is None and not lost,
            counted=tuple(counted),
            lost=lost,
        )

    return replace(
        with_people_then(situation, saved),
        rounds=tuple(
            tuple(then((number, match.position), match) for match in matches)
            for number, matches in enumerate(situation.rounds, start=1)
        ),
        points=points,
        ranking=tuple(saved["ranking"]),
        counted={int(number): total for number, total in saved["counted"].items()},
        scores={int(number): worth for number, worth in saved["scores"].items()},
        void=frozenset(saved["void"]),
    )


def matches_in(situation: Situation) -> Iterable[tuple[Where, PlayedMatch]]:
    """Yield every match with its round and its position."""
    for number, matches in enumerate(situation.rounds, start=1):
        for match in matches:
            yield (number, match.position), match


def entrants_at_draw(entrants: Iterable[Entrant], saved: Mapping[str, Any]) -> tuple[Entrant, ...]:
    """Return the entrants, each with the seed, tags and re-entries that it had at the draw."""
    return tuple(
        replace(entrant, seed=seed, tags=tuple(tags), again=again)
        for entrant in entrants
        for seed, tags, again in [saved["entrants"].get(str(entrant.number), (0, (), 0))]
    )


def wishes_at_draw(saved: Mapping[str, Any]) -> Wishes:
    wishes = saved["wishes"]
    return Wishes(
        apart=wishes["apart"],
        together=wishes["together"],
        forbidden=frozenset((first, second) for first, second in wishes["forbidden"]),
        spread=wishes.get("spread", ""),
    )
