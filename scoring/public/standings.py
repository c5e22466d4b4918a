"""The standings, with every tie-break and the reason of each place."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.core.paginator import Paginator
from django.urls import reverse
from django.utils.translation import get_language

from scoring.actas.selectors.actas import Provisional, provisional_of
from scoring.actas.selectors.meetings import Competitor, Meeting, competitors_of, meetings_of
from scoring.public.crosses import WIDEST, cross_table, crosses_by_number, is_crossed
from scoring.public.names import PODIUM, podium
from scoring.public.whole_event import numbers_in_lists, qualifier_lists, qualifying_lines
from scoring.stages.selectors.chain import tables_and_climbs, winner_goes_on
from scoring.stages.selectors.going_on import StageQualifiers, qualifiers_ahead
from scoring.standings.counting import Counting
from scoring.standings.selectors.counting import (
    changed_after_draw,
    match_tally_of,
    stage_counting,
    units,
)
from scoring.standings.selectors.rows import StandingsRow, columns, headings, stage_rows
from scoring.standings.selectors.standings import has_podium
from scoring.standings.selectors.sums import StageSums, stage_sums, sum_tables
from scoring.standings.table import StandingsLine
from scoring.standings.words.counting import rules_of_counting
from scoring.standings.words.tiebreaks import NOTHING, ROUND_TIEBREAKS, WINS_MATCHES, tiebreak_words
from tournaments.audit.selectors import rounds_audit_lines
from tournaments.formats.words import group_name
from tournaments.models import Round, Stage, Tournament
from tournaments.names.audience import Audience
from tournaments.rounds.selectors.day import day_of_stage
from tournaments.rounds.words.phases import round_change_in_words
from tournaments.site.page_cache import cached_value
from tournaments.site.pages import query_of

PAGE_BYTES = 56_000  # bytes of the rows on a page: few, for a phone on a slow network
# Bytes of a row without its cells, and of each kind of cell.
ROW, COLUMN, CROSS, SUM, ADDEND = 420, 75, 130, 220, 75


@dataclass(frozen=True, slots=True)
class Table:
    """The standings of a group: its `rows`, and `order`, the entry numbers of the rows.

    `name` is the group as stored, `title` as pages show it. `heads` has the headings of `_heads`.
    `cuts` has the text of each qualifying line, by the number of the last entry above the line.
    `has_crosses` is whether the table has the square of crosses.
    """

    name: str
    title: str
    order: Sequence[int]
    rows: Sequence[StandingsRow]
    heads: Sequence[Mapping[str, str]]
    cuts: Mapping[int, str]
    has_crosses: bool

    def row_bytes(self, sums: int, rounds: int) -> int:
        """Return the approximate bytes of a row, with its cells in all tables of the page.

        `sums` is the number of tables of sums, `rounds` the number of rounds in each.
        """
        other_cells = CROSS * len(self.order) * self.has_crosses + sums * (SUM + ADDEND * rounds)
        return ROW + COLUMN * len(self.heads) + other_cells

    def cells(self, row: StandingsRow) -> list[tuple[str, str, str]]:
        """Return the cells of a row: CSS classes (`look`), column heading and text."""
        return [(head["look"], head["short"], row.cell(head["key"])) for head in self.heads]


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings of a stage, as its page and its slides show them.

    `pages` has, for each page, the tables on it as (index of the table, first row, end of the
    rows). `climbs` is how many places each entry has gone up since the round before, by number.
    `qualifiers` has the qualifiers for each later stage.
    """

    tables: Sequence[Table]
    pages: Sequence[Sequence[tuple[int, int, int]]]
    provisional: Provisional
    sums: StageSums
    round: Round | None
    matches_left: int
    over: bool
    podium: Sequence[StandingsLine]
    qualifiers: Sequence[StageQualifiers]
    climbs: Mapping[int, int]

    def page_of(self, number: int) -> int:
        """Return the page with the row of this entry, or the first page if the entry has no row."""
        for page, parts in enumerate(self.pages, 1):
            for index, start, end in parts:
                if number in self.tables[index].order[start:end]:
                    return page
        return 1


def standings_of(stage: Stage, audience: Audience) -> Standings:
    """Return the standings of a stage, cached in memory."""
    name = f"standings/{stage.pk}/{get_language()}"
    return cached_value(stage.tournament, name, audience, lambda: _standings_of(stage, audience))


def standings_page(stage: Stage, audience: Audience, page: int = 1) -> dict[str, Any]:
    """Return a page of the standings with every tie-break and reason, and the square of crosses."""
    standings = standings_of(stage, audience)
    current_page = Paginator(standings.pages, 1).get_page(page)
    parts = current_page.object_list[0] if current_page.object_list else ()
    numbers = {
        number for index, start, end in parts for number in standings.tables[index].order[start:end]
    }
    shown_numbers = numbers | {line.entrant for line in standings.podium}
    shown_qualifiers = (
        standings.qualifiers if len(standings.tables) > 1 and current_page.number == 1 else ()
    )
    shown_numbers |= numbers_in_lists(shown_qualifiers)
    competitors = competitors_of(stage.tournament, audience, shown_numbers)
    crossed_tables = [index for index, _start, _end in parts if standings.tables[index].has_crosses]
    meetings = meetings_of(stage, numbers, audience) if crossed_tables else ()
    return {
        "tables": [
            _part(
                stage, standings, standings.tables[index], slice(start, end), competitors, meetings
            )
            for index, start, end in parts
        ],
        "page": current_page,
        "query": query_of(stage.tournament),
        "round": standings.round,
        "matches_left": standings.matches_left,
        "provisional": standings.provisional.count,
        "length_changes": [round_change_in_words(line) for line in rounds_audit_lines(stage)],
        "over": standings.over,
        "podium": podium(standings.podium, competitors),
        "qualifier_lists": qualifier_lists(stage, shown_qualifiers, competitors),
    }


def followed_place(stage: Stage, number: int, audience: Audience) -> dict[str, Any]:
    """Return the context of the followed competitor's row, shown with every page of the standings.

    Returns {} if the competitor has no row.
    """
    standings = standings_of(stage, audience)
    for table in standings.tables:
        if number in table.order:
            index = table.order.index(number)
            competitors = competitors_of(stage.tournament, audience, [number])
            (row,) = _rows(stage, standings, table, slice(index, index + 1), competitors)
            return {
                "row": row,
                "own_page": standings.page_of(number) if len(standings.pages) > 1 else 0,
                "query": query_of(stage.tournament),
            }
    return {}


def _standings_of(stage: Stage, audience: Audience) -> Standings:
    provisional = provisional_of(stage, audience)
    tables, climbs = tables_and_climbs(stage, audience, provisional.supposed)
    today = day_of_stage(stage, audience)
    sums = stage_sums(stage, audience, provisional.supposed) if today.round else StageSums()
    qualifiers = qualifiers_ahead(stage, audience, provisional.supposed) if today.round else []
    group_tables = [
        _table(stage, rows, qualifiers, is_drawn=today.round is not None)
        for rows in stage_rows(stage, tables, provisional, audience).values()
        if rows
    ]
    is_over = today.finished and has_podium(stage, tables) and not winner_goes_on(stage)
    first_lines = next(iter(tables.values()), ())
    return Standings(
        tables=group_tables,
        pages=_pages(group_tables, sums),
        provisional=provisional,
        sums=sums,
        round=today.round,
        matches_left=today.left,
        over=is_over,
        podium=[line for line in first_lines if line.place <= PODIUM] if is_over else [],
        qualifiers=qualifiers,
        climbs=climbs,
    )


def _pages(tables: Sequence[Table], sums: StageSums) -> list[list[tuple[int, int, int]]]:
    """Return pages of similar weight, as in `Standings.pages`. A square is never split."""
    pages: list[list[tuple[int, int, int]]] = []
    room = 0
    for index, table in enumerate(tables):
        row_bytes = table.row_bytes(len(sums.sums_by_key), len(sums.rounds))
        row_count = len(table.order)
        start = 0
        while start < row_count:
            if not pages or (room < row_bytes * (row_count if table.has_crosses else 1)):
                pages.append([])
                room = PAGE_BYTES
            end = (
                row_count
                if table.has_crosses
                else min(row_count, start + max(room // row_bytes, 1))
            )
            pages[-1].append((index, start, end))
            room -= row_bytes * (end - start)
            start = end
    return pages


def _table(
    stage: Stage,
    rows: Sequence[StandingsRow],
    qualifiers: Sequence[StageQualifiers],
    *,
    is_drawn: bool,
) -> Table:
    """Return the table of a group, in order of entry number until a round is `is_drawn`."""
    name = rows[0].group
    ordered_rows = rows if is_drawn else sorted(rows, key=lambda row: row.line.entrant)
    order = [row.line.entrant for row in ordered_rows]
    return Table(
        name=name,
        title=group_name(stage.format, name),
        order=order,
        rows=ordered_rows,
        heads=_heads(stage, rows),
        cuts=qualifying_lines(order, qualifiers),
        has_crosses=is_crossed(stage) and 2 <= len(rows) <= WIDEST,
    )


def _heads(stage: Stage, rows: Sequence[StandingsRow]) -> list[dict[str, str]]:
    """Return the key, words and look of each column heading.

    A phone shows the first two columns that order the table, or only the first if it holds words.
    Any other column is left out if no row has a value in it.
    """
    titles = headings(stage, columns(stage, rows))
    first, second = (*(key for key in titles if key in stage.chain), "played", "played")[:2]
    looks = {second: "num is-second", first: "num is-first"}
    if first in ROUND_TIEBREAKS:
        looks = {first: "is-text is-first"}
    return [
        {
            "key": key,
            "short": head,
            "look": looks.get(key, "is-text" if key in ROUND_TIEBREAKS else "num"),
        }
        for key, head in titles.items()
        if key in looks or any(row.cell(key) != NOTHING for row in rows)
    ]


def _part(
    stage: Stage,
    standings: Standings,
    table: Table,
    part: slice,
    competitors: Mapping[int, Competitor],
    meetings: Sequence[Meeting],
) -> dict[str, Any]:
    """Return some rows of a table for its template."""
    order = table.order[part]
    titles = {number: competitors[number].title for number in order}
    context: dict[str, Any] = {
        "group": table.name,
        "title": table.title,
        "heads": table.heads,
        "rows": _rows(stage, standings, table, part, competitors),
    }
    if standings.round is not None:
        context["sums"] = sum_tables(stage, standings.sums, order, titles)
    if table.has_crosses:
        context["crosses"] = cross_table(stage, crosses_by_number(competitors, order), meetings)
    return context


def _rows(
    stage: Stage,
    standings: Standings,
    table: Table,
    part: slice,
    competitors: Mapping[int, Competitor],
) -> list[dict[str, Any]]:
    addresses = _addresses(stage.tournament, table.order[part])
    is_drawn = standings.round is not None
    return [
        {
            **_competitor_fields(competitors[row.line.entrant], address),
            "place": str(row.line.place) if is_drawn else "",
            "out": row.line.withdrawn,
            "reason": row.reason if is_drawn else "",
            "cells": table.cells(row),
            "cut": table.cuts.get(row.line.entrant, ""),
            "climb": standings.climbs.get(row.line.entrant, 0) if is_drawn else 0,
            "provisional": row.provisional,
        }
        for row, address in zip(table.rows[part], addresses, strict=True)
    ]


def _competitor_fields(competitor: Competitor, url: str) -> dict[str, str]:
    """Return the number, title, departure and address of a competitor, for its row."""
    return {
        "number": str(competitor.number),
        "title": competitor.title,
        "departure": competitor.withdrawal_label,
        "url": url,
    }


def _addresses(tournament: Tournament, numbers: Sequence[int]) -> list[str]:
    """Return the address of each entry's page.

    Only one address is looked up, and the others are made from it: hundreds of look-ups are slow.
    """
    prefix, _zero, suffix = reverse("entry", args=[tournament.slug, 0]).rpartition("0")
    return [f"{prefix}{number}{suffix}" for number in numbers]


def legend(stage: Stage) -> dict[str, Any]:
    """Return the context of the legend: the tie-breaks, the counting, and the date of a change.

    The date is that of the last change after a draw, if any.
    """
    counting = stage_counting(stage)
    words = tiebreak_words(stage.tournament.game, counting, boards=bool(stage.boards()))
    return {
        "number": stage.number,
        "chain": [words[key] for key in stage.chain],
        "beside": WINS_MATCHES[beside] if (beside := match_tally_of(stage)) else (),
        "counting": rules_of_counting(_explicit_counting(stage, counting), units(stage)[0]),
        "changed": changed_after_draw(stage),
    }


def _explicit_counting(stage: Stage, counting: Counting) -> Counting:
    """Return the counting with an explicit value of a bye; by the clock there are no byes."""
    if stage.by_calls:
        return counting
    return replace(counting, bye=counting.bye or stage.bye_value())
