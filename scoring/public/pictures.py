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
    `unit` is the unit of the scores. Return None with fewer than two lines with a score, or more
    than `MOST_LINES`.
    """
    counted = [step for step in steps if any(step.score.points)]
    if not 2 <= len(counted) <= MOST_LINES:
        return None
    points = [step.score.points for step in counted]
    numbers = [step.number for step in counted]
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
            "lines": [(numbers[at - 1], x) for at, x in chart_of_sides.lines],
        }
    sums = [list(accumulate(side_points, initial=0)) for side_points in zip(*points, strict=True)]
    chart = line_chart([[number // unit for number in each] for each in sums])
    line_starts = [(numbers[at - 2] if at > 1 else 0, x) for at, x in chart.steps]
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
MOST_CHOSEN = 6  # most lines of a chart that can be told apart without colour
LONGEST_ASKED = 60
LONGEST_NUMBER = 6


def numbers_in(typed: str) -> tuple[int, ...]:
    """Return the numbers in free text, each once, up to `MOST_CHOSEN`.

    >>> numbers_in("3, 12 y 3"), numbers_in("")
    ((3, 12), ())
    """
    digits = re.findall(r"[0-9]+", typed[:LONGEST_ASKED])
    numbers = dict.fromkeys(int(number) for number in digits if len(number) <= LONGEST_NUMBER)
    return tuple(numbers)[:MOST_CHOSEN]


def pictures_page(
    tournament: Tournament, chosen: Sequence[int], audience: Audience
) -> dict[str, Any]:
    """Return the pictures of a tournament.

    `chosen` are the entry numbers whose places are drawn; if it is empty, the leaders' places are.
    """
    stage = tournament.stage
    return {
        "places": _places(stage, chosen, audience),
        "numbers": _numbers(tournament, audience),
        "lengths": spans(minutes_by_table(stage, audience)),
    }


def _places(stage: Stage, chosen: Sequence[int], audience: Audience) -> dict[str, Any] | None:
    """Return the chart of the places of the chosen entries; None before the second round.

    If none of them has a place, the result has `missing` and no rows.
    """
    places = cached_value(
        stage.tournament, f"places/{stage.pk}", audience, lambda: places_by_round(stage, audience)
    )
    if len(places) < 2:
        return None
    last = places[-1]
    wanted = chosen or sorted(last, key=lambda number: (last[number], number))[:MOST_CHOSEN]
    series = {number: [here.get(number) for here in places] for number in wanted if number in last}
    if not series:
        return {"rows": [], "missing": True}
    chart = line_chart(list(series.values()), best_is_low=True)
    known = competitors_of(stage.tournament, audience, list(series))
    return {
        "chart": chart,
        "rounds": range(1, len(places) + 1),
        "rows": [
            {
                "look": look,
                "number": number,
                "label": number,
                "competitor": known[number],
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
    counted = summed_counts(tournament, audience)
    most = max(counted.values(), default=0)
    return [
        {
            "label": number.label,
            "many": counted[number.key],
            "width": round(100 * counted[number.key] / most, 1),
        }
        for number in GAMES[tournament.game].numbers
        if most and counted[number.key]
    ]
