"""Pictures of a match, and of a tournament: places, counts of hands, lengths of matches."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any

from rules.core import SIDE_NAMES, Step
from scoring.actas.selectors.cards import minutes_by_table, summed_counts
from scoring.actas.selectors.meetings import competitors_of
from scoring.games import GAMES
from scoring.games.figures import count
from scoring.public.charts.lines import line_chart
from scoring.public.charts.mirror import mirror
from scoring.public.charts.spans import spans
from scoring.stages.selectors.chain import places_by_round
from tournaments.models import Stage, Tournament
from tournaments.names.audience import Audience
from tournaments.site.page_cache import cached_value

# --- Match ----------------------------------------------------------------------------------------
# The picture of a match: the score of each side in each line of its acta.
MOST_LINES = 120  # the most lines drawn; more are unreadable and make a heavy page


def match_picture(steps: Sequence[Step[object]], unit: int) -> dict[str, Any] | None:
    """Return the picture of the lines with a score.

    Two sides with whole scores that are never negative are drawn against each other; other sides
    are drawn as running totals. `rows` of the result has the lines, with the score of each side.
    `unit` is the unit of the scores. Return None if fewer than two lines, or more than
    `MOST_LINES`, have a score.
    """
    scored_steps = [step for step in steps if any(step.score.points)]
    if not 2 <= len(scored_steps) <= MOST_LINES:
        return None
    points = [step.score.points for step in scored_steps]
    numbers = [step.number for step in scored_steps]
    sides = SIDE_NAMES[: len(points[0])]
    picture = {
        "sides": sides,
        "rows": [
            {"line": number, "points": [count(tally, unit) for tally in line_points]}
            for number, line_points in zip(numbers, points, strict=True)
        ],
    }
    if len(sides) == 2 and min(map(min, points)) >= 0 and unit == 1:
        chart_of_sides = mirror([(above, below) for above, below in points])
        return {
            **picture,
            "mirror": chart_of_sides,
            "lines": [(numbers[mark - 1], x) for mark, x in chart_of_sides.lines],
        }
    sums = [list(accumulate(side_points, initial=0)) for side_points in zip(*points, strict=True)]
    chart = line_chart([[number // unit for number in totals] for totals in sums])
    line_starts = [(numbers[mark - 2] if mark > 1 else 0, x) for mark, x in chart.steps]
    return {
        **picture,
        "chart": replace(chart, steps=tuple(line_starts)),
        "series": [
            {"look": look, "label": name, "line": line}
            for look, (name, line) in enumerate(zip(sides, chart.lines, strict=True), 1)
        ],
    }


# --- Tournament -----------------------------------------------------------------------------------
# The page of pictures: places by round, numbers of the day, and lengths of matches by table.
MOST_NUMBERS = 6  # most lines of a chart that can be told apart without colour
LONGEST_TEXT = 60
LONGEST_NUMBER = 6


def numbers_in(text: str) -> tuple[int, ...]:
    """Return the numbers in free text, each once, up to `MOST_NUMBERS`.

    >>> numbers_in("3, 12 y 3"), numbers_in("")
    ((3, 12), ())
    """
    digits = re.findall(r"[0-9]+", text[:LONGEST_TEXT])
    numbers = dict.fromkeys(int(number) for number in digits if len(number) <= LONGEST_NUMBER)
    return tuple(numbers)[:MOST_NUMBERS]


def pictures_page(
    tournament: Tournament, numbers: Sequence[int], audience: Audience
) -> dict[str, Any]:
    """Return the pictures of a tournament.

    The places are those of the entries `numbers` or, if it is empty, of the leaders.
    """
    stage = tournament.stage
    return {
        "places": _places(stage, numbers, audience),
        "numbers": _numbers(tournament, audience),
        "lengths": spans(minutes_by_table(stage, audience)),
    }


def _places(stage: Stage, numbers: Sequence[int], audience: Audience) -> dict[str, Any] | None:
    """Return the chart of the places of these entries; None before the second round.

    If no entry has a place, the result has `missing` and no rows.
    """
    places = cached_value(
        stage.tournament, f"places/{stage.pk}", audience, lambda: places_by_round(stage, audience)
    )
    if len(places) < 2:
        return None
    latest_places = places[-1]
    shown_numbers = (
        numbers
        or sorted(latest_places, key=lambda number: (latest_places[number], number))[:MOST_NUMBERS]
    )
    series = {
        number: [round_places.get(number) for round_places in places]
        for number in shown_numbers
        if number in latest_places
    }
    if not series:
        return {"rows": [], "missing": True}
    chart = line_chart(list(series.values()), best_is_low=True)
    competitors = competitors_of(stage.tournament, audience, list(series))
    return {
        "chart": chart,
        "rounds": range(1, len(places) + 1),
        "rows": [
            {
                "look": look,
                "number": number,
                "label": number,
                "competitor": competitors[number],
                "places": row,
                "line": line,
            }
            for look, ((number, row), line) in enumerate(
                zip(series.items(), chart.lines, strict=True), start=1
            )
        ],
    }


def _numbers(tournament: Tournament, audience: Audience) -> list[Mapping[str, Any]]:
    """Return the counts over all hands, each with its bar's width; an empty list without hands."""
    counts = summed_counts(tournament, audience)
    largest = max(counts.values(), default=0)
    return [
        {
            "label": number.label,
            "many": counts[number.key],
            "width": round(100 * counts[number.key] / largest, 1),
        }
        for number in GAMES[tournament.game].numbers
        if largest and counts[number.key]
    ]
