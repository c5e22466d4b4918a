"""The chain of stages as a picture: what each one is, how many reach it and from where."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scoring.selectors.quotas import steps_of
from tournaments.formats.chain import Check, check
from tournaments.formats.quotas import Quota
from tournaments.models import Entry, Round, Stage, Tournament
from tournaments.selectors.stages import stages_of
from tournaments.wording.formats import format_in_words
from tournaments.wording.games import length_in_words
from tournaments.wording.quotas import say, say_problem

PLANNED, OPEN, PLAYING = "planned", "open", "playing"


@dataclass(frozen=True, slots=True)
class Road:
    """How people reach a stage: from which one, and who."""

    source: Stage
    words: str


@dataclass(frozen=True, slots=True)
class Node:
    """A stage of the picture. `fewest` and `most`: how many reach it; `state` is one of PLANNED,
    OPEN (its people are known) and PLAYING (something is drawn)."""

    stage: Stage
    format: str
    length: str
    roads: tuple[Road, ...]
    fewest: int
    most: int
    state: str


def chain_context(tournament: Tournament) -> dict[str, Any]:
    """The picture by columns, each stage to the right of those that feed it, and what does not
    close. 3 queries."""
    nodes, checked, entries = _checked_nodes(tournament)
    return {
        "columns": _columns(nodes),
        "entries": entries,
        "errors": [say_problem(one) for one in checked.errors] if entries else [],
        "notes": [say_problem(one) for one in checked.notes] if entries else [],
    }


def nodes_of(tournament: Tournament) -> list[Node]:
    """The stages in order, as the picture has them. 3 queries."""
    return _checked_nodes(tournament)[0]


def checked_chain(stages: Sequence[Stage], entries: int) -> Check:
    """Whether the numbers close with so many entries. No queries."""
    return check(steps_of(stages), {1: (entries, entries)})


def _checked_nodes(tournament: Tournament) -> tuple[list[Node], Check, int]:
    """The stages, whether their numbers close, and with how many entries."""
    stages = stages_of(tournament)
    entries = tournament.entries.filter(state=Entry.State.ENTERED).count()
    drawn = set(Round.objects.filter(tournament=tournament).values_list("stage_id", flat=True))
    checked = checked_chain(stages, entries)
    nodes = [
        _node(stage, stages, checked.sizes[place], drawn) for place, stage in enumerate(stages)
    ]
    return nodes, checked, entries


def _node(stage: Stage, stages: Sequence[Stage], sizes: tuple[int, int], drawn: set[int]) -> Node:
    sources = {one.number: one for one in stages}
    quotas = [Quota(**asked) for asked in stage.intake]
    state = PLAYING if stage.pk in drawn else OPEN if stage.opened_at else PLANNED
    return Node(
        stage=stage,
        format=format_in_words(stage.format, stage.format_options),
        length=length_in_words(stage.tournament.game, stage.game_options),
        roads=tuple(Road(sources[quota.stage], say(quota)) for quota in quotas),
        fewest=sizes[0],
        most=sizes[1],
        state=state,
    )


def _columns(nodes: Sequence[Node]) -> list[list[Node]]:
    depth: dict[int, int] = {}
    for node in nodes:
        depth[node.stage.number] = max(
            (depth[road.source.number] + 1 for road in node.roads), default=0
        )
    return [
        [node for node in nodes if depth[node.stage.number] == column]
        for column in range(max(depth.values(), default=0) + 1)
    ]
