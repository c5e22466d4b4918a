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
MatchKey = tuple[int, int]


def snapshot_as_json(situation: Situation) -> dict[str, Any]:
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
        "open": [list(key) for key, match in rows if not match.finished],
        "rests": [list(key) for key, match in rows if match.is_bye],
        "results": [
            [*key, match.winner, list(match.counted)]
            for key, match in rows
            if match.winner is not None or match.counted
        ],
        "lost": [list(key) for key, match in rows if match.lost],
        "ranking": list(situation.ranking),
        "counted": {str(number): total for number, total in sorted(situation.counted.items())},
        "scores": {str(number): worth for number, worth in sorted(situation.scores.items())},
        "void": sorted(situation.void),
        "closed": situation.closed,
        "left_out": sorted(situation.left_out),
    }


def is_complete(snapshot: Mapping[str, Any] | None) -> bool:
    """Return whether the snapshot has everything the draw was made from; old snapshots do not."""
    return snapshot is not None and "playing" in snapshot


def restore_situation(situation: Situation, snapshot: Mapping[str, Any] | None) -> Situation:
    """Return the situation with the seeds, tags and wishes of the draw, as far as stored."""
    if snapshot is None:
        return replace(situation, absence_rests=False)
    return replace(
        situation,
        entrants=entrants_at_draw(situation.entrants, snapshot),
        wishes=wishes_at_draw(snapshot),
        absence_rests=snapshot.get("absence_rests", False),
    )


def situation_with_entries_at_draw(situation: Situation, snapshot: Mapping[str, Any]) -> Situation:
    """Return the situation with the entries of the draw and the current results."""
    people = (
        *(Entrant(number) for number in snapshot["playing"]),
        *(Entrant(number, active=False) for number in snapshot["gone"]),
    )
    return restore_situation(
        replace(situation, entrants=people, closed=snapshot["closed"]), snapshot
    )


def situation_at_draw(
    situation: Situation, snapshot: Mapping[str, Any], points: Mapping[int, int]
) -> Situation:
    """Return the situation with the entries and the results of the draw."""
    open_matches = {(round, position) for round, position in snapshot["open"]}
    bye_matches = {(round, position) for round, position in snapshot["rests"]}
    result_of = {
        (round, position): (winner, counted)
        for round, position, winner, counted in snapshot["results"]
    }
    lost_matches = {(round, position) for round, position in snapshot.get("lost", [])}

    def match_at_draw(key: MatchKey, match: PlayedMatch) -> PlayedMatch:
        winner, counted = result_of.get(key, (None, ()))
        if key in bye_matches:
            match = replace(match, sides=match.counts_for, guests=())
        was_finished = key not in bye_matches and key not in open_matches
        lost = key in lost_matches
        return replace(
            remove_result(match),
            winner=winner,
            drawn=was_finished and winner is None and not lost,
            counted=tuple(counted),
            lost=lost,
        )

    return replace(
        situation_with_entries_at_draw(situation, snapshot),
        rounds=tuple(
            tuple(match_at_draw((number, match.position), match) for match in matches)
            for number, matches in enumerate(situation.rounds, start=1)
        ),
        points=points,
        ranking=tuple(snapshot["ranking"]),
        counted={int(number): total for number, total in snapshot["counted"].items()},
        scores={int(number): worth for number, worth in snapshot["scores"].items()},
        void=frozenset(snapshot["void"]),
    )


def matches_in(situation: Situation) -> Iterable[tuple[MatchKey, PlayedMatch]]:
    """Yield every match with its round and its position."""
    for number, matches in enumerate(situation.rounds, start=1):
        for match in matches:
            yield (number, match.position), match


def entrants_at_draw(
    entrants: Iterable[Entrant], snapshot: Mapping[str, Any]
) -> tuple[Entrant, ...]:
    """Return the entrants, each with the seed, tags and re-entries that it had at the draw."""
    return tuple(
        replace(entrant, seed=seed, tags=tuple(tags), again=again)
        for entrant in entrants
        for seed, tags, again in [snapshot["entrants"].get(str(entrant.number), (0, (), 0))]
    )


def wishes_at_draw(snapshot: Mapping[str, Any]) -> Wishes:
    wishes = snapshot["wishes"]
    return Wishes(
        apart=wishes["apart"],
        together=wishes["together"],
        forbidden=frozenset((first, second) for first, second in wishes["forbidden"]),
        spread=wishes.get("spread", ""),
    )
