"""The papers of the hall, read from the actas: no result that the site keeps is believed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import Q

from scoring.models import Hand, Ruling
from tests.days.oracle.actas import length_of, read, victory
from tournaments.models import Entry, Match, Stage

# docs/formats.md: what a rest is worth where the stage does not say.
REST = {"knockout": "win", "lives": "win", "boxes": "draw"}
REST_OPTION = {"swiss": ("bye", "win"), "melee": ("rest_worth", "mean")}
STAND = {"knockout"}  # docs/standings.md: nothing played in a bracket is void


@dataclass(frozen=True, slots=True)
class Paper:
    """A match as its acta says: the numbers of the entries on each side, what each side made, and
    who won (None: nobody). A rest has one side and no score. Not `decided`: nothing counts."""

    round: int
    group: str
    purpose: str
    sides: tuple[tuple[int, ...], ...]
    guests: frozenset[int]
    tallies: Mapping[str, tuple[int, ...]]
    winner: int | None
    forfeit: bool = False
    decided: bool = True

    @property
    def rests(self) -> bool:
        return len(self.sides) == 1

    @property
    def everybody(self) -> tuple[int, ...]:
        return sum(self.sides, ())


@dataclass(frozen=True, slots=True)
class Hall:
    """One stage on paper: who is in it, what was played, and how the organiser counts."""

    format: str
    options: Mapping[str, Any]
    counted: str
    rest: str
    victory: Mapping[str, int]
    numbers: tuple[int, ...]
    last: frozenset[int]
    papers: tuple[Paper, ...]
    sheet: tuple[Paper, ...]
    gone: frozenset[int]
    again: Mapping[int, int]
    groups: Mapping[str, tuple[int, ...]]
    penalties: Mapping[int, int]
    chain: tuple[str, ...]
    counting: Mapping[str, Any]
    seed: str
    carried: Mapping[int, Mapping[str, int]]


def hall_of(stage: Stage) -> Hall:
    """The stage on paper."""
    length = length_of(stage.tournament.game, stage.game_options)
    name, usual = REST_OPTION.get(stage.format, ("", REST.get(stage.format, "nothing")))
    entries = Entry.objects.filter(tournament=stage.tournament_id)
    gone = entries.filter(state__in=Entry.GONE)
    effects = dict(gone.values_list("number", "effect"))
    void = {number for number, effect in effects.items() if effect == Entry.Effect.VOID}
    matches = _matches(stage)
    everything = _papers(stage, matches)
    papers = [
        paper
        for paper in everything
        if stage.format in STAND or len(paper.sides) > 2 or not void & set(paper.everybody)
    ]
    full = victory(length)
    boards = stage.boards()
    return Hall(
        format=stage.format,
        options=stage.format_options,
        counted="boards" if boards else length.counted,
        rest=stage.format_options.get(name, usual),
        victory={tally: boards * made for tally, made in full.items()} | {"boards": boards}
        if boards
        else full,
        numbers=tuple(entered(stage)),
        last=frozenset(n for n, effect in effects.items() if effect in ("void", "last")),
        papers=tuple(paper for paper in papers if paper.decided),
        sheet=tuple(everything),
        gone=frozenset(effects),
        again=dict(entries.values_list("number", "again")),
        groups=_groups(matches),
        penalties=penalties_of(stage),
        chain=tuple(stage.chain),
        counting=dict(stage.counting),
        seed=stage.seed,
        carried={place.entry.number: place.carried for place in stage.places.all()},
    )


def entered(stage: Stage) -> Iterator[int]:
    """Yield the numbers in the table: all who came, less those who left and were never drawn."""
    come = Q(enters=stage.number) | Q(places__stage=stage)
    entries = Entry.objects.filter(come, tournament=stage.tournament_id).distinct()
    for entry in entries.exclude(state__in=Entry.OUTSIDE).order_by("number"):
        if entry.gone and not entry.sides.exists():
            continue
        yield entry.number


def _groups(matches: Sequence[Match]) -> dict[str, tuple[int, ...]]:
    """Return who is in each group: everybody in the one of his last round."""
    found: dict[int, str] = {}
    for match in matches:
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


def _papers(stage: Stage, matches: Sequence[Match]) -> list[Paper]:
    """Return what is published, round by round; the boards of a tie as one."""
    written: dict[int, list[str]] = {}
    hands = Hand.objects.filter(acta__live=True, acta__match__round__stage=stage)
    for match, line in hands.order_by("number").values_list("acta__match", "line"):
        written.setdefault(match, []).append(line)
    found = []
    ties = groupby(matches, key=lambda match: (match.round.number, match.position))
    for _place, boards in ties:
        papers = [_paper(stage, match, written.get(match.pk, [])) for match in boards]
        found.append(_tie(papers) if stage.boards() and not papers[0].rests else papers[0])
    return found


def _matches(stage: Stage) -> list[Match]:
    here = Match.objects.filter(round__stage=stage, round__state="published")
    here = here.select_related("round").prefetch_related("sides__entry")
    return list(here.order_by("round__number", "position", "board"))


def _own(match: Match) -> list[Any]:
    return [side for side in match.sides.all() if not side.guest]


def _paper(stage: Stage, match: Match, lines: Sequence[str]) -> Paper:
    rows = sorted(match.sides.all(), key=lambda side: (side.side, side.place))
    sides = tuple(
        tuple(row.entry.number for row in side) for _n, side in groupby(rows, lambda row: row.side)
    )
    guests = frozenset(row.entry.number for row in rows if row.guest)
    told = match.round.number, match.group, match.purpose, sides, guests
    if match.state == Match.State.BYE:
        return Paper(*told, {}, None)
    if match.state != Match.State.FINISHED:
        return Paper(*told, {}, None, decided=False)
    length = length_of(stage.tournament.game, stage.game_options)
    return Paper(*told, *read(lines, len(sides), length))


def _tie(boards: list[Paper]) -> Paper:
    first = boards[0]
    told = first.round, first.group, first.purpose, first.sides, first.guests
    if not all(board.decided for board in boards):
        return Paper(*told, {}, None, decided=False)
    won = tuple(sum(board.winner == side for board in boards) for side in (0, 1))
    made = {
        tally: tuple(sum(board.tallies[tally][side] for board in boards) for side in (0, 1))
        for tally in first.tallies
    }
    winner = None if won[0] == won[1] else won.index(max(won))
    return Paper(*told, {"boards": won, **made}, winner, all(board.forfeit for board in boards))
