"""The page of pictures: place by round, numbers of the day, length of the matches by table."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from scoring.charts.lines import line_chart
from scoring.charts.spans import spans
from scoring.games import GAMES
from scoring.selectors.matches.day_numbers import counted_in, minutes_by_table
from scoring.selectors.matches.meetings import competitors_of
from scoring.selectors.stages.climbs import places_by_round
from tournaments.kept import held
from tournaments.models import Stage, Tournament
from tournaments.names.audience import Audience

MOST_CHOSEN = 6  # lines that are still told apart without colour
LONGEST_ASKED = 60
LONGEST_NUMBER = 6


def numbers_in(asked: str) -> tuple[int, ...]:
    """Return the numbers that somebody has written, in any way, each once and not too many.

    >>> numbers_in("3, 12 y 3"), numbers_in("")
    ((3, 12), ())
    """
    written = re.findall(r"[0-9]+", asked[:LONGEST_ASKED])
    found = dict.fromkeys(int(one) for one in written if len(one) <= LONGEST_NUMBER)
    return tuple(found)[:MOST_CHOSEN]


def pictures_page(
    tournament: Tournament, chosen: Sequence[int], audience: Audience
) -> dict[str, Any]:
    """Return the pictures of a tournament for its page; without numbers chosen, of the first."""
    stage = tournament.stage
    return {
        "places": _places(stage, chosen, audience),
        "numbers": _numbers(tournament, audience),
        "lengths": spans(minutes_by_table(stage, audience)),
    }


def _places(stage: Stage, chosen: Sequence[int], audience: Audience) -> dict[str, Any] | None:
    """Return the lines of those entries that have a place; nothing before the second round."""
    places = held(
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
    known = competitors_of(stage.tournament, list(series))
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
    """Return what was counted of the hands, with the width of each bar; nothing without hands."""
    counted = counted_in(tournament, audience)
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
