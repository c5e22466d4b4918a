"""The picture of a match: what each line of its acta gave to each side."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Any

from rules.core import SIDE_NAMES, Step
from scoring.charts.lines import line_chart
from scoring.charts.mirror import mirror
from scoring.wording.numbers import count

MOST_LINES = 120  # with more a picture says nothing, and its page weighs


def match_picture(steps: Sequence[Step], unit: int) -> dict[str, Any] | None:
    """Return the lines that have a count: two sides one against the other, more as the sums go;
    None with fewer than two such lines.

    `rows` are the lines with what they gave to each side.
    """
    counted = [step for step in steps if any(step.score.points)]
    if not 2 <= len(counted) <= MOST_LINES:
        return None
    points = [step.score.points for step in counted]
    numbers = [step.number for step in counted]
    sides = SIDE_NAMES[: len(points[0])]
    told = {
        "sides": sides,
        "rows": [
            {"line": number, "points": [count(one, unit) for one in made]}
            for number, made in zip(numbers, points, strict=True)
        ],
    }
    if len(sides) == 2 and min(map(min, points)) >= 0 and unit == 1:
        drawn = mirror([(above, below) for above, below in points])
        return {**told, "mirror": drawn, "lines": [(numbers[at - 1], x) for at, x in drawn.lines]}
    sums = [list(accumulate(made, initial=0)) for made in zip(*points, strict=True)]
    chart = line_chart([[one // unit for one in each] for each in sums])
    steps = [(numbers[at - 2] if at > 1 else 0, x) for at, x in chart.steps]
    return {
        **told,
        "chart": replace(chart, steps=tuple(steps)),
        "series": [
            {"look": look, "label": name, "line": line}
            for look, (name, line) in enumerate(zip(sides, chart.lines, strict=True), 1)
        ],
    }
