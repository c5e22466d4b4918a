"""The matches of a stage, computed from the lines of their actas and not from stored results."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.db.models import Q

from scoring.models import Hand, Ruling
from tests.days.oracle.actas import length_of, sum_lines, victory
from tournaments.models import Entry, Match, Stage

# docs/formats/: the default worth of a rest, and the option that changes it.
DEFAULT_REST = {"knockout": "win", "lives": "win", "boxes": "draw"}
REST_OPTION = {"swiss": ("bye", "win"), "melee": ("rest_worth", "mean")}
NEVER_VOID = {"knockout"}  # docs/standings/counting.md: no match of a bracket is void


@dataclass(frozen=True, slots=True)
class Paper:
    """A match as its acta records it.

    `sides` are the numbers of the entries on each side, and `tallies` the score of each side.
    `winner` is a side, or None. `guests` are the entries for which a catch-up match does not count.
    A rest has one side and no tallies. A match that is not `decided` does not count.
    """

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
class PaperStage:
    """A stage on paper: its entries, its matches and the organiser's way to count them.

    - `counted_tally`: the tally that the standings add up.
    - `victory`: the tallies of a full victory.
    - `rest_worth`: the worth of a rest.
    - `sheet` and `papers`: every published match, and the matches that count.
    - `numbers`, `gone_numbers` and `ranked_last`: the entries of the stage, those that left, and
      those ranked last.
    - `reentries`: the number of re-entries of each entry.
    - `penalties`: the points that each entry loses.
    - `carried_values`: the values that each entry brings from the stage before.
    """

    format: str
    options: Mapping[str, Any]
    counted_tally: str
    rest_worth: str
    victory: Mapping[str, int]
    numbers: tuple[int, ...]
    ranked_last: frozenset[int]
    papers: tuple[Paper, ...]
    sheet: tuple[Paper, ...]
    gone_numbers: frozenset[int]
    reentries: Mapping[int, int]
    groups: Mapping[str, tuple[int, ...]]
    penalties: Mapping[int, int]
    chain: tuple[str, ...]
    counting: Mapping[str, Any]
    seed: str
    carried_values: Mapping[int, Mapping[str, int]]


def paper_stage_of(stage: Stage) -> PaperStage:
    """Read a stage from its actas."""
    length = length_of(stage.tournament.game, stage.game_options)
    option, default = REST_OPTION.get(stage.format, ("", DEFAULT_REST.get(stage.format, "nothing")))
    entries = Entry.objects.filter(tournament=stage.tournament_id)
    gone_entries = entries.filter(state__in=Entry.GONE)
    effects = dict(gone_entries.values_list("number", "effect"))
    void = {number for number, effect in effects.items() if effect == Entry.Effect.VOID}
    matches = _matches(stage)
    sheet = _papers(stage, matches)
    papers = [
        paper
        for paper in sheet
        if stage.format in NEVER_VOID or len(paper.sides) > 2 or not void & set(paper.everybody)
    ]
    victory_tallies = victory(length)
    boards = stage.boards()
    return PaperStage(
        format=stage.format,
        options=stage.format_options,
        counted_tally="boards" if boards else length.counted_tally,
        rest_worth=stage.format_options.get(option, default),
        victory={tally: boards * score for tally, score in victory_tallies.items()}
        | {"boards": boards}
        if boards
        else victory_tallies,
        numbers=tuple(entered_numbers(stage)),
        ranked_last=frozenset(n for n, effect in effects.items() if effect in ("void", "last")),
        papers=tuple(paper for paper in papers if paper.decided),
        sheet=tuple(sheet),
        gone_numbers=frozenset(effects),
        reentries=dict(entries.values_list("number", "again")),
        groups=_groups(matches),
        penalties=penalties_of(stage),
        chain=tuple(stage.chain),
        counting=dict(stage.counting),
        seed=stage.seed,
        carried_values={place.entry.number: place.carried for place in stage.places.all()},
    )


def entered_numbers(stage: Stage) -> Iterator[int]:
    """Yield the numbers in the standings: entries that stayed, or left after being drawn."""
    in_stage = Q(enters=stage.number) | Q(places__stage=stage)
    entries = Entry.objects.filter(in_stage, tournament=stage.tournament_id).distinct()
    for entry in entries.exclude(state__in=Entry.OUTSIDE).order_by("number"):
        if entry.gone and not entry.sides.exists():
            continue
        yield entry.number


def _groups(matches: Sequence[Match]) -> dict[str, tuple[int, ...]]:
    """Return the entries of each group; an entry belongs to the group of its last round."""
    group_of: dict[int, str] = {}
    for match in matches:
        if match.group:
            group_of |= {side.entry.number: match.group for side in _own_sides(match)}
    return {
        name: tuple(sorted(n for n, group in group_of.items() if group == name))
        for name in sorted(set(group_of.values()), key=lambda name: (len(name), name))
    }


def penalties_of(stage: Stage) -> dict[int, int]:
    """Return the penalty points of each entry, without lifted rulings."""
    totals: dict[int, int] = {}
    for ruling in Ruling.objects.filter(stage=stage, lifted_at=None).select_related("entry"):
        totals[ruling.entry.number] = totals.get(ruling.entry.number, 0) + ruling.points
    return {number: points for number, points in totals.items() if points}


def _papers(stage: Stage, matches: Sequence[Match]) -> list[Paper]:
    """Return a paper for each published match, round by round, but one for all boards of a tie."""
    lines: dict[int, list[str]] = {}
    hands = Hand.objects.filter(acta__live=True, acta__match__round__stage=stage)
    for match, line in hands.order_by("number").values_list("acta__match", "line"):
        lines.setdefault(match, []).append(line)
    all_papers = []
    ties = groupby(matches, key=lambda match: (match.round.number, match.position))
    for _place, boards in ties:
        papers = [_paper(stage, match, lines.get(match.pk, [])) for match in boards]
        all_papers.append(
            _paper_of_tie(papers) if stage.boards() and not papers[0].rests else papers[0]
        )
    return all_papers


def _matches(stage: Stage) -> list[Match]:
    matches = Match.objects.filter(round__stage=stage, round__state="published")
    matches = matches.select_related("round").prefetch_related("sides__entry")
    return list(matches.order_by("round__number", "position", "board"))


def _own_sides(match: Match) -> list[Any]:
    """Return the sides of the match, without the guests of a catch-up match."""
    return [side for side in match.sides.all() if not side.guest]


def _paper(stage: Stage, match: Match, lines: Sequence[str]) -> Paper:
    rows = sorted(match.sides.all(), key=lambda side: (side.side, side.place))
    sides = tuple(
        tuple(row.entry.number for row in side) for _n, side in groupby(rows, lambda row: row.side)
    )
    guests = frozenset(row.entry.number for row in rows if row.guest)
    heading = match.round.number, match.group, match.purpose, sides, guests
    if match.state == Match.State.BYE:
        return Paper(*heading, {}, None)
    if match.state != Match.State.FINISHED:
        return Paper(*heading, {}, None, decided=False)
    length = length_of(stage.tournament.game, stage.game_options)
    return Paper(*heading, *sum_lines(lines, len(sides), length))


def _paper_of_tie(boards: list[Paper]) -> Paper:
    """Return one paper for a tie of teams, whose score is the boards won by each side."""
    first = boards[0]
    heading = first.round, first.group, first.purpose, first.sides, first.guests
    if not all(board.decided for board in boards):
        return Paper(*heading, {}, None, decided=False)
    boards_won = tuple(sum(board.winner == side for board in boards) for side in (0, 1))
    tallies = {
        tally: tuple(sum(board.tallies[tally][side] for board in boards) for side in (0, 1))
        for tally in first.tallies
    }
    winner = None if boards_won[0] == boards_won[1] else boards_won.index(max(boards_won))
    return Paper(
        *heading, {"boards": boards_won, **tallies}, winner, all(board.forfeit for board in boards)
    )
