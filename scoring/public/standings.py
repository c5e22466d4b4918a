"""The standings, with every tie-break and the reason of each place."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.core.paginator import Paginator
from django.urls import reverse
from django.utils.translation import get_language, gettext

from scoring.actas.selectors.actas import Provisional, provisional_of
from scoring.actas.selectors.meetings import Competitor, Meeting, competitors_of, meetings_of
from scoring.public.crosses import WIDEST, by_number, cross_table, is_crossed
from scoring.public.names import PODIUM, podium, rounds_told
from scoring.public.whole_event import cuts, everybody_in, lists_going_on
from scoring.stages.selectors.chain import tables_and_climbs, winner_goes_on
from scoring.stages.selectors.going_on import GoingOn, going_on
from scoring.standings.counting import Counting
from scoring.standings.selectors.counting import (
    beside_of,
    changed_after_draw,
    stage_counting,
    units,
)
from scoring.standings.selectors.standings import StageSums, has_podium, reckoning_of, stage_sums
from scoring.standings.table import Line, Part, Sum
from scoring.standings.words import tiebreaks
from scoring.standings.words.counting import rules_of_counting
from scoring.standings.words.tiebreaks import WINS_MATCHES, counted, words_of
from tournaments.audit.selectors import rounds_changed
from tournaments.formats.words import group_name
from tournaments.models import Round, Stage, Tournament
from tournaments.names.audience import Audience
from tournaments.rounds.selectors.day import day_of_stage
from tournaments.rounds.words.phases import Rounds, changed_in_words
from tournaments.site.kept import held
from tournaments.site.pages import query_of

PAGE_BYTES = 56_000  # bytes of rows on a page, which a phone on a slow network loads at once
TEXTS = frozenset({"exit_round", "survival"})  # tie-breaks whose columns have words
ROW, COLUMN, CROSS, SUM, ADDEND = 420, 75, 130, 220, 75  # bytes of a row, and of each kind of cell


@dataclass(frozen=True, slots=True)
class Table:
    """The standings of a group: its `lines` in order, and their `values` as text.

    `values` are by entry number. `cuts` has the text below the last entry that goes on to a stage,
    by the number of that entry.
    """

    name: str
    title: str
    order: Sequence[int]
    lines: Sequence[Line]
    heads: Sequence[Mapping[str, str]]
    values: tiebreaks.Rows
    cuts: Mapping[int, str]
    crossed: bool

    def row_bytes(self, sums: int, rounds: int) -> int:
        """Return the approximate bytes of a row, with its cells in all tables of the page.

        `sums` is the number of tables of sums, `rounds` the number of rounds in each.
        """
        others = CROSS * len(self.order) * self.crossed + sums * (SUM + ADDEND * rounds)
        return ROW + COLUMN * len(self.heads) + others

    def cells(self, line: Line) -> list[tuple[str, str, str]]:
        """Return the cells of a line: look, column heading and value."""
        told = {"played": str(line.played), "drawn": str(line.drawn)}
        told |= {one.key: one.value for one in self.values[line.entrant]}
        beside = tiebreaks.beside_said(line)
        return [(head["look"], head["short"], told.get(head["key"], beside)) for head in self.heads]


@dataclass(frozen=True, slots=True)
class Told:
    """The standings of a stage in words.

    `pages` has, for each page, the tables on it as (table, first row, last row). `climbs` is how
    many places each entry has gone up since the round before, by number.
    """

    tables: Sequence[Table]
    pages: Sequence[Sequence[tuple[int, int, int]]]
    provisional: Provisional
    sums: StageSums
    reckoning: tiebreaks.Reckoning
    drawn: Round | None
    left: int
    over: bool
    podium: Sequence[Line]
    going: Sequence[GoingOn]
    climbs: Mapping[int, int]

    def page_of(self, number: int) -> int:
        """Return the page with the row of this entry, or the first page if the entry has no row."""
        for page, parts in enumerate(self.pages, 1):
            for at, first, last in parts:
                if number in self.tables[at].order[first:last]:
                    return page
        return 1


def told(stage: Stage, audience: Audience) -> Told:
    """Return the standings in words, cached in memory."""
    name = f"standings/{stage.pk}/{get_language()}"
    return held(stage.tournament, name, audience, lambda: _told(stage, audience))


def standings_page(stage: Stage, audience: Audience, page: int = 1) -> dict[str, Any]:
    """Return a page of the standings with every tie-break and reason, and the square of crosses."""
    found = told(stage, audience)
    shown = Paginator(found.pages, 1).get_page(page)
    parts = shown.object_list[0] if shown.object_list else ()
    numbers = {one for at, first, last in parts for one in found.tables[at].order[first:last]}
    wanted = numbers | {line.entrant for line in found.podium}
    listed = found.going if len(found.tables) > 1 and shown.number == 1 else ()
    wanted |= everybody_in(listed)
    competitors = competitors_of(stage.tournament, wanted)
    crossed = [at for at, _first, _last in parts if found.tables[at].crossed]
    played = meetings_of(stage, numbers, audience) if crossed else ()
    return {
        "tables": [
            _part(stage, found, found.tables[at], slice(first, last), competitors, played)
            for at, first, last in parts
        ],
        "page": shown,
        "query": query_of(stage.tournament),
        "round": found.drawn,
        "left": found.left,
        "provisional": found.provisional.count,
        "length_changes": [changed_in_words(line) for line in rounds_changed(stage)],
        "over": found.over,
        "podium": podium(found.podium, competitors),
        "going": lists_going_on(stage, listed, competitors),
    }


def own_place(stage: Stage, number: int, audience: Audience) -> dict[str, Any]:
    """Return the row of one competitor, to show at the edge of any page; {} without a row."""
    found = told(stage, audience)
    for table in found.tables:
        if number in table.order:
            at = table.order.index(number)
            competitors = competitors_of(stage.tournament, [number])
            (row,) = _rows(stage, found, table, slice(at, at + 1), competitors)
            return {
                "row": row,
                "own_page": found.page_of(number) if len(found.pages) > 1 else 0,
                "query": query_of(stage.tournament),
            }
    return {}


def _told(stage: Stage, audience: Audience) -> Told:
    provisional = provisional_of(stage, audience)
    tables, climbs = tables_and_climbs(stage, audience, provisional.supposed)
    today, rounds = day_of_stage(stage, audience), rounds_told(stage, audience)
    sums = stage_sums(stage, audience, provisional.supposed) if today.round else StageSums()
    going = going_on(stage, audience, provisional.supposed) if today.round else []
    found = [
        _table(stage, name, lines, rounds, going, drawn=today.round is not None)
        for name, lines in tables.items()
        if lines
    ]
    over = today.finished and has_podium(stage, tables) and not winner_goes_on(stage)
    first = next(iter(tables.values()), ())
    return Told(
        tables=found,
        pages=_pages(found, sums),
        provisional=provisional,
        sums=sums,
        reckoning=reckoning_of(stage, audience),
        drawn=today.round,
        left=today.left,
        over=over,
        podium=[line for line in first if line.place <= PODIUM] if over else [],
        going=going,
        climbs=climbs,
    )


def _pages(tables: Sequence[Table], sums: StageSums) -> list[list[tuple[int, int, int]]]:
    """Return pages of similar weight as (table, first row, last row). A square is never split."""
    pages: list[list[tuple[int, int, int]]] = []
    room = 0
    for at, table in enumerate(tables):
        row, many, first = table.row_bytes(len(sums.by_key), len(sums.rounds)), len(table.order), 0
        while first < many:
            if not pages or (room < row * (many if table.crossed else 1)):
                pages.append([])
                room = PAGE_BYTES
            last = many if table.crossed else min(many, first + max(room // row, 1))
            pages[-1].append((at, first, last))
            room -= row * (last - first)
            first = last
    return pages


def _table(
    stage: Stage,
    name: str,
    lines: Sequence[Line],
    rounds: Rounds,
    going: Sequence[GoingOn],
    *,
    drawn: bool,
) -> Table:
    """Return the table of a group in words; before any draw it is in order of entry number."""
    game, boards = stage.tournament.game, bool(stage.boards())
    values = tiebreaks.shown(game, lines, rounds, *units(stage), boards=boards)
    ordered = lines if drawn else sorted(lines, key=lambda line: line.entrant)
    return Table(
        name=name,
        title=group_name(stage.format, name),
        order=[line.entrant for line in ordered],
        lines=ordered,
        heads=_heads(stage, lines, tiebreaks.columns(values, stage.chain)),
        values=values,
        cuts=cuts([line.entrant for line in ordered], going),
        crossed=is_crossed(stage) and 2 <= len(lines) <= WIDEST,
    )


def _heads(stage: Stage, lines: Sequence[Line], columns: Sequence[str]) -> list[dict[str, str]]:
    """Return the key, words and look of each column heading.

    A phone shows the first two columns that order the table, or only the first if it holds words.
    """
    words = tiebreaks.words_of(stage.tournament.game, boards=bool(stage.boards()))
    draws = "points" in stage.chain and any(line.drawn for line in lines)
    counts = {"played": gettext("Jugadas"), **({"drawn": gettext("Empates")} if draws else {})}
    found = [*counts.items(), *((key, words[key].heading()) for key in columns)]
    if beside := beside_of(stage):
        at = len(counts) + tiebreaks.beside_at(columns)
        found.insert(at, (beside, str(WINS_MATCHES[beside][0])))
    first, second = (*columns, "played", "played")[:2]
    looks = {second: "num is-second", first: "num is-first"}
    if first in TEXTS:
        looks = {first: "is-text is-first"}
    return [
        {"key": key, "short": head, "look": looks.get(key, "is-text" if key in TEXTS else "num")}
        for key, head in found
    ]


def _reasons(stage: Stage, found: Told, table: Table, part: slice) -> dict[int, str]:
    """Return the reason of each of these rows' places, by number; {} before any draw."""
    if found.drawn is None:
        return {}
    return tiebreaks.reasons(
        stage.tournament.game,
        table.lines[
            max(part.start - 1, 0) : part.stop
        ],  # the first reason compares with the row above
        table.values,
        boards=bool(stage.boards()),
        reckoning=found.reckoning,
        unit=units(stage)[0],
    )


def _part(
    stage: Stage,
    found: Told,
    table: Table,
    part: slice,
    competitors: Mapping[int, Competitor],
    played: Sequence[Meeting],
) -> dict[str, Any]:
    """Return some rows of a table for its template."""
    order = table.order[part]
    titles = {number: competitors[number].title for number in order}
    told: dict[str, Any] = {
        "group": table.name,
        "title": table.title,
        "heads": table.heads,
        "rows": _rows(stage, found, table, part, competitors),
    }
    if found.drawn is not None:
        told["sums"] = sum_tables(stage, found.sums, order, titles)
    if table.crossed:
        told["crosses"] = cross_table(stage, by_number(competitors, order), played)
    return told


def _rows(
    stage: Stage, found: Told, table: Table, part: slice, competitors: Mapping[int, Competitor]
) -> list[dict[str, Any]]:
    lines = table.lines[part]
    ways = _ways(stage.tournament, [line.entrant for line in lines])
    reasons = _reasons(stage, found, table, part)
    return [
        {
            **_who(competitors[line.entrant], way),
            "place": str(line.place) if found.drawn else "",
            "out": line.withdrawn,
            "reason": reasons.get(line.entrant, ""),
            "shown": table.cells(line),
            "cut": table.cuts.get(line.entrant, ""),
            "climb": found.climbs.get(line.entrant, 0) if found.drawn else 0,
            "provisional": found.provisional.by_entry[line.entrant],
        }
        for line, way in zip(lines, ways, strict=True)
    ]


def _who(competitor: Competitor, url: str) -> dict[str, str]:
    """Return the name of a competitor for its row, as finished HTML with the link to its day."""
    return {
        "number": str(competitor.number),
        "title": competitor.title,
        "left": competitor.left,
        "url": url,
    }


def _ways(tournament: Tournament, numbers: Sequence[int]) -> list[str]:
    """Return the address of each entry's day.

    One address is looked up and the others are made from it: hundreds of look-ups are slow.
    """
    before, _zero, after = reverse("entry", args=[tournament.slug, 0]).rpartition("0")
    return [f"{before}{number}{after}" for number in numbers]


def legend(stage: Stage) -> dict[str, Any]:
    """Return how the stage ranks and counts and, if that changed after a draw, since when."""
    counting = stage_counting(stage)
    words = tiebreaks.words_of(stage.tournament.game, counting, boards=bool(stage.boards()))
    return {
        "number": stage.number,
        "chain": [words[key] for key in stage.chain],
        "beside": WINS_MATCHES[beside] if (beside := beside_of(stage)) else (),
        "counting": rules_of_counting(_with_its_rest(stage, counting), units(stage)[0]),
        "changed": changed_after_draw(stage),
    }


def _with_its_rest(stage: Stage, counting: Counting) -> Counting:
    """Return the counting with an explicit value of a bye; by the clock there are no byes."""
    if stage.by_calls:
        return counting
    return replace(counting, bye=counting.bye or stage.rest())


# --- The sums, round by round ------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Cell:
    """The sum that one round adds, as text; "" for nothing."""

    value: str = ""
    discarded: bool = False
    rest: bool = False
    capped: bool = False


def sum_tables(
    stage: Stage, sums: StageSums, order: Sequence[int], titles: Mapping[int, str]
) -> list[dict[str, Any]]:
    """Return, for each tie-break that adds up matches, a table with the parts of every sum."""
    words = words_of(stage.tournament.game, boards=bool(stage.boards()))
    return [
        {
            "key": key,
            "title": words[key].name,
            "rounds": sums.rounds,
            **_marks([found[number] for number in order]),
            "rows": [_row(stage, key, sums, found[number], number, titles) for number in order],
        }
        for key, found in sums.by_key.items()
    ]


def _marks(sums: Sequence[Sum]) -> dict[str, bool]:
    """Return which special kinds of addends the sums have; the table explains only these kinds."""
    parts = [part for one in sums for part in one.parts]
    return {
        "discarded": any(not part.counts for part in parts),
        "rests": any(part.rest for part in parts),
        "carried": any(one.carried for one in sums),
        "taken": any(one.taken for one in sums),
    }


def _row(
    stage: Stage, key: str, sums: StageSums, own: Sum, number: int, titles: Mapping[int, str]
) -> dict[str, Any]:
    def told(value: int) -> str:
        return counted(key, value, *units(stage))

    by_round: dict[int, list[Part]] = {round: [] for round in sums.rounds}
    for part in own.parts:
        by_round[part.round].append(part)
    return {
        "number": number,
        "title": titles[number],
        "cells": [
            [
                Cell(told(part.value), not part.counts, part.rest, _capped(key, part, sums.cap))
                for part in parts
            ]
            for parts in by_round.values()
        ],
        "carried": told(own.carried) if own.carried else "",
        "taken": f"−{told(own.taken)}" if own.taken else "",
        "total": told(own.total),
    }


def _capped(key: str, part: Part, cap: int) -> bool:
    return key == "counted_won" and cap > 0 and part.value == cap
