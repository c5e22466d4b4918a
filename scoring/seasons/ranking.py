"""The ranking of a season: points for the places of its tournaments. Plain Python.

The rules are those that the organisers of circuits publish: a table of points by place for each
size of tournament, points for taking part, and the best results of each competitor.
"""

import re
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

PLAYED, LEFT, ABSENT = "played", "left", "absent"
MOST_PLACES, MOST_POINTS, MOST_WEIGHT = 64, 10_000, 10


@dataclass(frozen=True, slots=True)
class PointsRow:
    """The points by place, from the first place on, of a tournament with at least `entries`."""

    entries: int
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeasonRules:
    """How a season counts.

    - `table`: one row for each size; a smaller tournament than every row gives no points by place.
    - `taking_part`: points for each tournament played, besides the points by place.
    - `best`: how many results of a competitor count; 0 for all.
    """

    table: tuple[PointsRow, ...]
    taking_part: int = 0
    best: int = 0

    def row_for(self, entries: int) -> PointsRow | None:
        """Return the row of a tournament with this number of entries: the largest that fits."""
        fitting = [row for row in self.table if row.entries <= entries]
        return max(fitting, key=lambda row: row.entries, default=None)


@dataclass(frozen=True, slots=True)
class EventPlace:
    """The final place of a competitor in a tournament.

    `presence` is PLAYED; LEFT (withdrew: only the points for taking part); or ABSENT (absent or
    disqualified: nothing).
    """

    competitor: Hashable
    place: int
    presence: str = PLAYED


@dataclass(frozen=True, slots=True)
class SeasonEvent:
    """A tournament of the season, in the order of the season; `weight` multiplies its places."""

    key: Hashable
    entries: int
    places: tuple[EventPlace, ...]
    weight: int = 1


@dataclass(frozen=True, slots=True)
class EventPoints:
    """The points of a competitor in one tournament, with their reasons.

    `row` gave the `by_place` points, None if no row fits; `counts` is false for a result beyond
    the best ones.
    """

    event: Hashable
    place: int
    entries: int
    presence: str
    row: PointsRow | None
    by_place: int
    taking_part: int
    counts: bool = True

    @property
    def points(self) -> int:
        return self.by_place + self.taking_part


@dataclass(frozen=True, slots=True)
class RankingLine:
    """A competitor in the ranking: `results` in the order of the season."""

    place: int
    competitor: Hashable
    points: int
    results: tuple[EventPoints, ...]
    shared: bool


def rank(events: Iterable[SeasonEvent], rules: SeasonRules) -> tuple[RankingLine, ...]:
    """Return the ranking, best first.

    Equal points are decided by the best single result, then the next best, and so on, then by the
    number of tournaments played. What is still equal shares a place.

    >>> rules = SeasonRules((PointsRow(2, (10, 6)),), taking_part=1)
    >>> event = SeasonEvent(1, 2, (EventPlace("Ana", 1), EventPlace("Luis", 2)))
    >>> [(line.competitor, line.points) for line in rank([event], rules)]
    [('Ana', 11), ('Luis', 7)]
    """
    results: dict[Hashable, list[EventPoints]] = {}
    for event in events:
        for place in event.places:
            results.setdefault(place.competitor, []).append(_points_in(event, place, rules))
    counted = {who: _with_best(results, rules.best) for who, results in results.items()}
    merits = {who: _merit(results) for who, results in counted.items()}
    order = sorted(counted, key=lambda who: (merits[who], str(who)))
    lines: list[RankingLine] = []
    for _merits, group in groupby(order, key=merits.__getitem__):
        together, first = list(group), len(lines) + 1
        lines += [
            RankingLine(first, who, _points(counted[who]), counted[who], len(together) > 1)
            for who in together
        ]
    return tuple(lines)


def _points_in(event: SeasonEvent, place: EventPlace, rules: SeasonRules) -> EventPoints:
    row = rules.row_for(event.entries)
    points = row.points if row and place.presence == PLAYED else ()
    by_place = points[place.place - 1] * event.weight if place.place <= len(points) else 0
    taking_part = 0 if place.presence == ABSENT else rules.taking_part
    return EventPoints(
        event.key, place.place, event.entries, place.presence, row, by_place, taking_part
    )


def _with_best(results: Sequence[EventPoints], best: int) -> tuple[EventPoints, ...]:
    """Return the results, of which only the `best` highest count; equal ones: the earlier."""
    if not best or len(results) <= best:
        return tuple(results)
    order = sorted(range(len(results)), key=lambda at: -results[at].points)
    counting = set(order[:best])
    return tuple(
        result if at in counting else replace(result, counts=False)
        for at, result in enumerate(results)
    )


def _points(results: Iterable[EventPoints]) -> int:
    return sum(result.points for result in results if result.counts)


def _merit(results: Sequence[EventPoints]) -> tuple[int | tuple[int, ...], ...]:
    """Return a sort key, lower is better."""
    singles = sorted(-result.points for result in results if result.counts)
    played = sum(result.presence != ABSENT for result in results)
    return (-_points(results), tuple(singles), -played)


# --- The table as text ----------------------------------------------------------------------------
def read_table(text: str) -> tuple[PointsRow, ...]:
    """Return the table written as lines «16: 25 18 15», smallest size first.

    Raises ValueError with the number of the wrong line, or 0 if a size is there twice.

    >>> read_table("16: 25 18 15\\n2: 10 6")
    (PointsRow(entries=2, points=(10, 6)), PointsRow(entries=16, points=(25, 18, 15)))
    """
    rows = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        size, colon, points = line.partition(":")
        numbers = points.replace(",", " ").replace(";", " ").split()
        words = [size.strip(), *numbers]
        if not colon or not numbers or not all(re.fullmatch(r"[0-9]{1,5}", one) for one in words):
            raise ValueError(number)
        row = PointsRow(int(size), tuple(map(int, numbers)))
        falling = list(row.points) == sorted(row.points, reverse=True)
        if not falling or not 1 <= row.entries <= MOST_POINTS or len(numbers) > MOST_PLACES:
            raise ValueError(number)
        if row.points[0] > MOST_POINTS:
            raise ValueError(number)
        rows.append(row)
    if len({row.entries for row in rows}) < len(rows):
        raise ValueError(0)
    return tuple(sorted(rows, key=lambda row: row.entries))


def write_table(table: Iterable[PointsRow]) -> str:
    """Return the table as `read_table` reads it."""
    return "\n".join(f"{row.entries}: {' '.join(map(str, row.points))}" for row in table)
