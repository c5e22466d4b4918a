"""The chain of stages as a picture: what each one is, how many reach it and from where."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.selectors.stages.quotas import steps_of
from tournaments.formats.quotas import Quota
from tournaments.formats.stage_chain import Check, check
from tournaments.models import Entry, Round, Stage, Tournament
from tournaments.names.audience import Audience
from tournaments.selectors.day import day_of_stage
from tournaments.selectors.stages import stages_of
from tournaments.wording.formats import format_in_words
from tournaments.wording.games import length_in_words
from tournaments.wording.quotas import say, say_problem

PLANNED, OPEN, PLAYING, FINISHED = "planned", "open", "playing", "finished"


@dataclass(frozen=True, slots=True)
class Way:
    """How people reach a stage: from which ones, and who."""

    sources: tuple[Stage, ...]
    words: str

    @property
    def last(self) -> Stage:
        return self.sources[-1]


@dataclass(frozen=True, slots=True)
class Node:
    """A stage of the picture: `fewest` and `most` reach it, `entered` by themselves; `state`."""

    stage: Stage
    format: str
    length: str
    ways: tuple[Way, ...]
    entered: int
    fewest: int
    most: int
    state: str


def chain_context(tournament: Tournament, audience: Audience) -> dict[str, Any]:
    """The picture by columns, each stage right of those that feed it, and what does not close."""
    nodes, checked, entries = _checked_nodes(tournament, audience)
    return {
        "columns": _columns(nodes),
        "several": sum(node.stage.takes_entries for node in nodes) > 1,
        "entries": entries,
        "errors": [say_problem(error) for error in checked.errors] if entries else [],
        "notes": [say_problem(note) for note in checked.notes] if entries else [],
    }


def nodes_of(tournament: Tournament, audience: Audience) -> list[Node]:
    """The stages in order, as the picture has them."""
    return _checked_nodes(tournament, audience)[0]


def checked_chain(stages: Sequence[Stage], entered: Mapping[int, int]) -> Check:
    """Whether the numbers close with so many entries by each stage."""
    own = {
        place: (entered.get(stage.number, 0),) * 2
        for place, stage in enumerate(stages, start=1)
        if stage.takes_entries
    }
    return check(steps_of(stages), own)


def _checked_nodes(tournament: Tournament, audience: Audience) -> tuple[list[Node], Check, int]:
    """The stages, whether their numbers close, and with how many entries."""
    stages = stages_of(tournament)
    live = tournament.entries.filter(state=Entry.State.ENTERED).order_by()
    entered = Counter(live.values_list("enters", flat=True))
    drawn = set(Round.objects.filter(tournament=tournament).values_list("stage_id", flat=True))
    checked = checked_chain(stages, entered)
    nodes = [
        _node(stage, stages, entered[stage.number], checked.sizes[place], drawn, audience)
        for place, stage in enumerate(stages)
    ]
    return nodes, checked, entered.total()


def _node(
    stage: Stage,
    stages: Sequence[Stage],
    entered: int,
    sizes: tuple[int, int],
    drawn: set[int],
    audience: Audience,
) -> Node:
    sources = {one.number: one for one in stages}
    quotas = [Quota(**asked) for asked in stage.intake]
    return Node(
        stage=stage,
        format=format_in_words(stage.format, stage.format_options),
        length=length_in_words(stage.tournament.game, stage.game_options),
        ways=_ways(quotas, sources),
        entered=entered,
        fewest=sizes[0],
        most=sizes[1],
        state=_state(stage, drawn, audience),
    )


def _state(stage: Stage, drawn: set[int], audience: Audience) -> str:
    if stage.pk in drawn:
        return FINISHED if day_of_stage(stage, audience).over else PLAYING
    return OPEN if stage.has_people else PLANNED


def _ways(quotas: Iterable[Quota], stages: Mapping[int, Stage]) -> tuple[Way, ...]:
    """Return each way of going on, from all the stages it is the same for."""
    alike: dict[str, list[Stage]] = {}
    for quota in quotas:
        alike.setdefault(say(quota), []).append(stages[quota.stage])
    return tuple(Way(tuple(sources), words) for words, sources in alike.items())


def _columns(nodes: Sequence[Node]) -> list[list[Node]]:
    depth: dict[int, int] = {}
    for node in nodes:
        depth[node.stage.number] = max(
            (depth[source.number] + 1 for way in node.ways for source in way.sources), default=0
        )
    return [
        [node for node in nodes if depth[node.stage.number] == column]
        for column in range(max(depth.values(), default=0) + 1)
    ]
