"""The picture of a forecast."""

from datetime import timedelta
from typing import Any

from django.utils import formats
from django.utils.translation import gettext as _

from scoring.forecast.selectors.day import MINUTE, DayForecast
from scoring.public.charts.strip import Stretch, strip
from tournaments.site.wall_clock import later, time_between


def forecast_strip(day: DayForecast) -> dict[str, Any] | None:
    """Return the strip of a forecast for its template; None if nothing is left to play."""
    if not day.rounds or day.end is None:
        return None
    zero = day.begins
    stretches = [
        Stretch(
            time_between(zero, one.start.likely) / MINUTE,
            time_between(zero, one.end.likely) / MINUTE,
            time_between(zero, one.end.late) / MINUTE,
        )
        for one in day.rounds
    ]
    marks = [time_between(zero, day.deadline) / MINUTE] if day.deadline else []
    drawn = strip(stretches, zero.hour * 60 + zero.minute, marks)
    return {
        "strip": drawn,
        "bars": [
            (bar, str(one.serial or one.number or ""))
            for bar, one in zip(drawn.bars, day.rounds, strict=True)
        ],
        "hours": [
            (formats.time_format(later(zero, timedelta(minutes=minute)).time(), "H:i"), x)
            for minute, x in drawn.hours
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
