"""The ranking of a season: points for places in its tournaments.

The organisers of a circuit publish its rules: a table of points by place for each size of
tournament, points for taking part, and how many results of a competitor count.
"""

import re
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

PLAYED, LEFT, ABSENT = "played", "left", "absent"
MAX_PLACES, MAX_POINTS = 64, 10_000


@dataclass(frozen=True, slots=True)
class PointsRow:
    """The points of each place, from the first, in a tournament of at least `entries` entries."""

    entries: int
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeasonRules:
    """The rules of a season.

    - `table`: a row for each size; a tournament below the smallest size gives no points by place.
    - `taking_part`: points for each tournament played, added to the points by place.
    - `best`: how many results of a competitor count; 0 for all.
    """

    table: tuple[PointsRow, ...]
    taking_part: int = 0
    best: int = 0

    def row_for(self, entries: int) -> PointsRow | None:
        """Return the row with the largest size up to `entries`; None if all sizes are larger."""
        fitting_rows = [row for row in self.table if row.entries <= entries]
        return max(fitting_rows, key=lambda row: row.entries, default=None)


@dataclass(frozen=True, slots=True)
class EventPlace:
    """The final place of a competitor in a tournament.

    `presence` is PLAYED, LEFT (withdrawn: only the points for taking part) or ABSENT (absent or
    disqualified: no points).
    """

    competitor: Hashable
    place: int
    presence: str = PLAYED


@dataclass(frozen=True, slots=True)
class SeasonEvent:
    """A finished tournament of the season, with its number of entries.

    `weight` multiplies the points by place.
    """

    key: Hashable
    entries: int
    places: tuple[EventPlace, ...]
    weight: int = 1


@dataclass(frozen=True, slots=True)
class EventPoints:
    """The points of a competitor in one tournament, and how the rules gave them.

    `event` is the key of the tournament; `place` and `presence` are those of its `EventPlace`.
    `row` is the row of the table that gave the points `by_place`; None if the tournament has too
    few entries for any row. `counts` is false if the competitor has enough better results
    (`SeasonRules.best`).
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
    """A competitor in the ranking, with the results in the order of the season.

    `shared`: another competitor has the same place.
    """

    place: int
    competitor: Hashable
    points: int
    results: tuple[EventPoints, ...]
    shared: bool


def rank(events: Iterable[SeasonEvent], rules: SeasonRules) -> tuple[RankingLine, ...]:
    """Return the ranking, best first.

    Equal points are decided by the best result that counts, then the second best and so on, then by
    the number of tournaments played. Competitors that are still equal share a place.

    >>> rules = SeasonRules((PointsRow(2, (10, 6)),), taking_part=1)
    >>> event = SeasonEvent(1, 2, (EventPlace("Ana", 1), EventPlace("Luis", 2)))
    >>> [(line.competitor, line.points) for line in rank([event], rules)]
    [('Ana', 11), ('Luis', 7)]
    """
    results: dict[Hashable, list[EventPoints]] = {}
    for event in events:
        for place in event.places:
            results.setdefault(place.competitor, []).append(_event_points(event, place, rules))
    marked_results = {
        competitor: _mark_best(competitor_results, rules.best)
        for competitor, competitor_results in results.items()
    }
    sort_keys = {
        competitor: _sort_key(competitor_results)
        for competitor, competitor_results in marked_results.items()
    }
    order = sorted(marked_results, key=lambda competitor: (sort_keys[competitor], str(competitor)))
    lines: list[RankingLine] = []
    for _key, group in groupby(order, key=sort_keys.__getitem__):
        tied_competitors, shared_place = list(group), len(lines) + 1
        lines += [
            RankingLine(
                shared_place,
                competitor,
                _counting_points(marked_results[competitor]),
                marked_results[competitor],
                shared=len(tied_competitors) > 1,
            )
            for competitor in tied_competitors
        ]
    return tuple(lines)


def _event_points(event: SeasonEvent, place: EventPlace, rules: SeasonRules) -> EventPoints:
    row = rules.row_for(event.entries)
    points = row.points if row and place.presence == PLAYED else ()
    by_place = points[place.place - 1] * event.weight if place.place <= len(points) else 0
    taking_part = 0 if place.presence == ABSENT else rules.taking_part
    return EventPoints(
        event.key, place.place, event.entries, place.presence, row, by_place, taking_part
    )


def _mark_best(results: Sequence[EventPoints], limit: int) -> tuple[EventPoints, ...]:
    """Mark the results after the `limit` best as not counting; of equal results the earlier counts.

    With `limit` 0, every result counts.
    """
    if not limit or len(results) <= limit:
        return tuple(results)
    order = sorted(range(len(results)), key=lambda index: -results[index].points)
    counting_indexes = set(order[:limit])
    return tuple(
        result if index in counting_indexes else replace(result, counts=False)
        for index, result in enumerate(results)
    )


def _counting_points(results: Iterable[EventPoints]) -> int:
    """Return the sum of the results that count."""
    return sum(result.points for result in results if result.counts)


def _sort_key(results: Sequence[EventPoints]) -> tuple[int | tuple[int, ...], ...]:
    """Return the sort key of a competitor; lower is better."""
    points_best_first = sorted(-result.points for result in results if result.counts)
    tournaments_played = sum(result.presence != ABSENT for result in results)
    return (-_counting_points(results), tuple(points_best_first), -tournaments_played)


# --- The table as text ----------------------------------------------------------------------------
def read_table(text: str) -> tuple[PointsRow, ...]:
    """Return the table from lines such as «16: 25 18 15», smallest size first.

    Raises ValueError with the number of the wrong line, from 1, or 0 if a size has two lines.

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
        if not colon or not numbers or not all(re.fullmatch(r"[0-9]{1,5}", word) for word in words):
            raise ValueError(number)
        row = PointsRow(int(size), tuple(map(int, numbers)))
        is_falling = list(row.points) == sorted(row.points, reverse=True)
        if not is_falling or not 1 <= row.entries <= MAX_POINTS or len(numbers) > MAX_PLACES:
            raise ValueError(number)
        if row.points[0] > MAX_POINTS:
            raise ValueError(number)
        rows.append(row)
    if len({row.entries for row in rows}) < len(rows):
        raise ValueError(0)
    return tuple(sorted(rows, key=lambda row: row.entries))


def write_table(table: Iterable[PointsRow]) -> str:
    """Return the table as text that `read_table` reads."""
    return "\n".join(f"{row.entries}: {' '.join(map(str, row.points))}" for row in table)
