"""The snapshot a draw was made from, saved in `Round.report["looked_at"]` beside its points.

Results are corrected afterwards, people come, leave and are replaced, towns and wishes change; and
the draw must come out the same when somebody repeats it. Who meets whom in the rounds before is
read from the matches; what they had brought by then, and who was resting, is saved.

Older draws have no `playing`: of them only tags, seeds, re-entries and wishes are saved.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from tournaments.formats.core import Entrant, Played, Situation, Wishes
from tournaments.formats.snapshots import without_result

# A match by its round in the stage, from 1, and its position.
Where = tuple[int, int]


def saved_snapshot(situation: Situation) -> dict[str, Any]:
    """Return the snapshot of a draw (`Format.snapshot`) as JSON.

    Of each entrant it has the tags that count for the wishes; of the matches, which were `open` and
    which were `rests`, and the winner and the account of those that have one.
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
            str(one.number): [one.seed, tags[one.number], one.again]
            for one in situation.entrants
            if one.seed or tags[one.number] or one.again
        },
        "absence_rests": situation.absence_rests,
        "playing": sorted(one.number for one in situation.entrants if one.active),
        "gone": sorted(one.number for one in situation.entrants if not one.active),
        "open": [list(where) for where, one in rows if not one.finished],
        "rests": [list(where) for where, one in rows if one.rest],
        "results": [
            [*where, one.winner, list(one.counted)]
            for where, one in rows
            if one.winner is not None or one.counted
        ],
        "ranking": list(situation.ranking),
        "counted": {str(number): total for number, total in sorted(situation.counted.items())},
        "scores": {str(number): worth for number, worth in sorted(situation.scores.items())},
        "void": sorted(situation.void),
        "closed": situation.closed,
        "left_out": sorted(situation.left_out),
    }


def is_whole(memory: Mapping[str, Any] | None) -> bool:
    """Return whether it has all that the draw was made from: older ones do not."""
    return memory is not None and "playing" in memory


def remembered(situation: Situation, memory: Mapping[str, Any] | None) -> Situation:
    """The situation with the seeds, the tags and the wishes there were for those who drew; as they
    are now for a draw without memory, which counted no absence."""
    if memory is None:
        return replace(situation, absence_rests=False)
    return replace(
        situation,
        entrants=entrants_then(situation.entrants, memory),
        wishes=wishes_then(memory),
        absence_rests=memory.get("absence_rests", False),
    )


def with_people_then(situation: Situation, memory: Mapping[str, Any]) -> Situation:
    """The situation with those who were entered for who drew, and the results of now."""
    people = (
        *(Entrant(number) for number in memory["playing"]),
        *(Entrant(number, active=False) for number in memory["gone"]),
    )
    return remembered(replace(situation, entrants=people, closed=memory["closed"]), memory)


def as_it_was(
    situation: Situation, memory: Mapping[str, Any], points: Mapping[int, int]
) -> Situation:
    """The situation with those who were entered, and the results there were, for who drew."""
    still_open = {(round, position) for round, position in memory["open"]}
    rests = {(round, position) for round, position in memory["rests"]}
    results = {(round, at): (winner, counted) for round, at, winner, counted in memory["results"]}

    def then(where: Where, match: Played) -> Played:
        winner, counted = results.get(where, (None, ()))
        if where in rests:
            match = replace(match, sides=match.counts_for, guests=())
        over = where not in rests and where not in still_open
        drawn = over and winner is None
        return replace(without_result(match), winner=winner, drawn=drawn, counted=tuple(counted))

    return replace(
        with_people_then(situation, memory),
        rounds=tuple(
            tuple(then((number, one.position), one) for one in matches)
            for number, matches in enumerate(situation.rounds, start=1)
        ),
        points=points,
        ranking=tuple(memory["ranking"]),
        counted={int(number): total for number, total in memory["counted"].items()},
        scores={int(number): worth for number, worth in memory["scores"].items()},
        void=frozenset(memory["void"]),
    )


def matches_in(situation: Situation) -> Iterable[tuple[Where, Played]]:
    """Every match with where it is."""
    for number, matches in enumerate(situation.rounds, start=1):
        for one in matches:
            yield (number, one.position), one


def entrants_then(entrants: Iterable[Entrant], memory: Mapping[str, Any]) -> tuple[Entrant, ...]:
    """The entrants with the seed, the tags and the re-entries they had."""
    return tuple(
        replace(one, seed=seed, tags=tuple(tags), again=again)
        for one in entrants
        for seed, tags, again in [memory["entrants"].get(str(one.number), (0, (), 0))]
    )


def wishes_then(memory: Mapping[str, Any]) -> Wishes:
    wishes = memory["wishes"]
    return Wishes(
        apart=wishes["apart"],
        together=wishes["together"],
        forbidden=frozenset((one, other) for one, other in wishes["forbidden"]),
        spread=wishes.get("spread", ""),
    )
