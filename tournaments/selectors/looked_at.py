"""What a draw looked at besides numbers and results, as `Round.report["looked_at"]` keeps it.

Towns are corrected, people replaced and wishes changed afterwards, and the draw must come out the
same when somebody repeats it.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from tournaments.formats.core import Entrant, Situation, Wishes


def memory_of(situation: Situation, left_out: Collection[int] = ()) -> dict[str, Any]:
    """The wishes, and of each entrant that has any of them its seed, the tags that the wishes look
    at and its re-entries; and the numbers that the draw left out, if any."""
    wishes = situation.wishes
    kinds = wishes.apart.keys() | wishes.together.keys()
    looked = {
        one.number: [tag for tag in one.tags if tag.partition(":")[0] in kinds]
        for one in situation.entrants
    }
    return {
        "wishes": {
            "apart": dict(wishes.apart),
            "together": dict(wishes.together),
            "forbidden": [list(couple) for couple in sorted(wishes.forbidden)],
        },
        "entrants": {
            str(one.number): [one.seed, looked[one.number], one.again]
            for one in situation.entrants
            if one.seed or looked[one.number] or one.again
        },
        **({"left_out": sorted(left_out)} if left_out else {}),
    }


def remembered(situation: Situation, memory: Mapping[str, Any] | None) -> Situation:
    """The situation as it was for those who drew; as it is now for a draw without memory."""
    if memory is None:
        return situation
    return replace(
        situation,
        entrants=entrants_then(situation.entrants, memory),
        wishes=wishes_then(memory),
    )


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
    )
