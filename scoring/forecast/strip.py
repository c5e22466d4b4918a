"""The picture of a forecast."""

from typing import Any

from django.utils import formats
from django.utils.translation import gettext as _

from scoring.forecast.selectors.day import DayForecast
from scoring.public.charts.strip import Stretch, strip
from tournaments.site.wall_clock import local_time, minute


def forecast_strip(day: DayForecast) -> dict[str, Any] | None:
    """Return the strip of a forecast for its template; None if nothing is left to play."""
    if not day.rounds or day.end is None:
        return None
    zero = minute(day.begins)
    stretches = [
        Stretch(
            minute(round.start.likely) - zero,
            minute(round.end.likely) - zero,
            minute(round.end.late) - zero,
        )
        for round in day.rounds
    ]
    marks = [minute(day.deadline) - zero] if day.deadline else []
    drawn = strip(stretches, day.begins.hour * 60 + day.begins.minute, marks)
    return {
        "strip": drawn,
        "bars": [
            (bar, str(round.serial or round.number or ""))
            for bar, round in zip(drawn.bars, day.rounds, strict=True)
        ],
        "hours": [
            (formats.time_format(local_time(zero + minutes).time(), "H:i"), x)
            for minutes, x in drawn.hours
        ],
        "deadline": formats.time_format(day.deadline.time(), "H:i") if day.deadline else "",
        "title": _(
            "Las rondas que quedan: se acaba hacia las %(likely)s, y ocho de cada diez veces entre "
            "las %(early)s y las %(late)s"
        )
        % {
            name: formats.time_format(getattr(day.end, name).time(), "H:i")
            for name in ("early", "likely", "late")
        },
    }
