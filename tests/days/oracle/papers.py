"""What the hall wrote, read from the actas: no result that the site keeps is believed."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from scoring.models import Acta, Ruling
from tournaments.models import Entry, Match, Stage

# docs/formats.md: what a rest is worth where the stage does not say.
REST = {"knockout": "win", "lives": "win", "boxes": "draw"}
REST_OPTION = {"swiss": ("bye", "win"), "melee": ("rest_worth", "mean")}
STAND = {"knockout"}  # docs/standings.md: nothing played in a bracket is void
MANOS = re.compile(r"^manos \d+ ")


@dataclass(frozen=True, slots=True)
class Paper:
    """A match as its acta says: the numbers of the entries on each side, what each side made, and
    who won (None: nobody). A rest has one side and no score."""

    round: int
    group: str
    purpose: str
    sides: tuple[tuple[int, ...], ...]
    guests: frozenset[int]
    tallies: Mapping[str, tuple[int, ...]]
    winner: int | None
    forfeit: bool = False

    @property
    def rests(self) -> bool:
        return len(self.sides) == 1


@dataclass(frozen=True, slots=True)
class Hall:
    """One stage on paper: who is in it, what was played, and how the organiser counts."""

    format: str
    counted: str
    rest: str
    credit: int
    numbers: tuple[int, ...]
    last: frozenset[int]
    papers: tuple[Paper, ...]
    groups: Mapping[str, tuple[int, ...]]
    penalties: Mapping[int, int]
    chain: tuple[str, ...]
    counting: Mapping[str, Any]
    seed: str


def hall_of(stage: Stage) -> Hall:
    """The stage on paper."""
    options = stage.game_options
    name, usual = REST_OPTION.get(stage.format, ("", REST.get(stage.format, "nothing")))
    gone = Entry.objects.filter(tournament=stage.tournament_id, state__in=Entry.GONE)
    effects = dict(gone.values_list("number", "effect"))
    void = {number for number, effect in effects.items() if effect == Entry.Effect.VOID}
    papers = [
        paper
        for paper in papers_of(stage)
        if stage.format in STAND or len(paper.sides) > 2 or not void & set(sum(paper.sides, ()))
    ]
    return Hall(
        format=stage.format,
        counted="boards" if stage.boards() else "tantos",
        rest=stage.format_options.get(name, usual),
        credit=options.get("bye_tantos", 0),
        numbers=tuple(entered(stage)),
        last=frozenset(n for n, effect in effects.items() if effect in ("void", "last")),
        papers=tuple(papers),
        groups=groups_of(stage),
        penalties=penalties_of(stage),
        chain=tuple(stage.chain),
        counting=dict(stage.counting),
        seed=stage.seed,
    )


def entered(stage: Stage) -> Iterator[int]:
    """Who stands in the table: whoever plays it or has left it, but who left without a draw."""
    entries = Entry.objects.filter(tournament=stage.tournament_id, enters=stage.number)
    for entry in entries.exclude(state__in=Entry.OUTSIDE).order_by("number"):
        if entry.gone and entry.effect == Entry.Effect.VOID and not entry.sides.exists():
            continue
        yield entry.number


def groups_of(stage: Stage) -> dict[str, tuple[int, ...]]:
    """Who is in each group: everybody in the one of his last round."""
    found: dict[int, str] = {}
    for match in _matches(stage):
        if match.group:
            found |= {side.entry.number: match.group for side in _own(match)}
    return {
        name: tuple(sorted(n for n, group in found.items() if group == name))
        for name in sorted(set(found.values()), key=lambda name: (len(name), name))
    }


def penalties_of(stage: Stage) -> dict[int, int]:
    """The points of sanction that stand."""
    found: dict[int, int] = {}
    for ruling in Ruling.objects.filter(stage=stage, lifted_at=None).select_related("entry"):
        found[ruling.entry.number] = found.get(ruling.entry.number, 0) + ruling.points
    return {number: points for number, points in found.items() if points}


def papers_of(stage: Stage) -> list[Paper]:
    """What is decided, round by round; the boards of a tie as one."""
    found = []
    ties = groupby(_matches(stage), key=lambda match: (match.round.number, match.position))
    for _place, boards in ties:
        papers = [_paper(match) for match in boards]
        if any(paper is None for paper in papers):
            continue
        found.append(_tie(papers) if stage.boards() and not papers[0].rests else papers[0])
    return found


def _matches(stage: Stage) -> list[Match]:
    here = Match.objects.filter(round__stage=stage, round__state="published")
    here = here.select_related("round").prefetch_related("sides__entry")
    return list(here.order_by("round__number", "position", "board"))


def _own(match: Match) -> list[Any]:
    return [side for side in match.sides.all() if not side.guest]


def _paper(match: Match) -> Paper | None:
    """None while it is not decided."""
    rows = sorted(match.sides.all(), key=lambda side: (side.side, side.place))
    sides = tuple(
        tuple(row.entry.number for row in side) for _n, side in groupby(rows, lambda row: row.side)
    )
    guests = frozenset(row.entry.number for row in rows if row.guest)
    told = match.round.number, match.group, match.purpose, sides, guests
    if match.state == Match.State.BYE:
        return Paper(*told, {}, None)
    if match.state != Match.State.FINISHED:
        return None
    [line] = [hand.line for hand in Acta.objects.get(match=match, live=True).hands.all()]
    if line.startswith("pierde "):
        return Paper(*told, *_given(line, len(sides), match), forfeit=True)
    made = tuple(map(int, MANOS.sub("", line).split("-")))
    best = [side for side, number in enumerate(made) if number == max(made)]
    return Paper(*told, {"tantos": made}, best[0] if len(best) == 1 else None)


def _given(line: str, sides: int, match: Match) -> tuple[dict[str, tuple[int, ...]], int | None]:
    """What a match given up leaves: the other wins what he lacked, or nobody does at a table."""
    loser = "ABCDE".index(line.removeprefix("pierde ")[0])
    if sides > 2:
        return {"tantos": (0,) * sides}, None
    credit = match.round.stage.game_options.get("bye_tantos", 0)
    return {"tantos": tuple(0 if side == loser else credit for side in (0, 1))}, 1 - loser


def _tie(boards: list[Paper]) -> Paper:
    won = tuple(sum(board.winner == side for board in boards) for side in (0, 1))
    made = tuple(sum(board.tallies["tantos"][side] for board in boards) for side in (0, 1))
    first = boards[0]
    return Paper(
        first.round, first.group, first.purpose, first.sides, first.guests,
        {"boards": won, "tantos": made},
        None if won[0] == won[1] else won.index(max(won)),
        all(board.forfeit for board in boards),
    )  # fmt: skip
