"""¿Acabamos a la hora? A small simulation of the rest of the day: plain values, no clock.

`forecast(Ask)` plays the format to its end with random winners and then gives every match a
length, a few hundred times over; `fits` asks the same of many ways to play. All times are minutes
since an origin that whoever asks has chosen. `docs/forecast.md` says what is simulated and what
is assumed.
"""

from tournaments.forecast.core import CLOCK_MINUTES, Ask, Forecast, Quantiles, RoundForecast, Venue
from tournaments.forecast.day import forecast, outlines, timed
from tournaments.forecast.fits import Answer, Way, fits
from tournaments.forecast.lengths import Length, measured
from tournaments.forecast.stages import StageOfDay, forecast_stages
from tournaments.forecast.typical import typical

__all__ = [
    "CLOCK_MINUTES",
    "Answer",
    "Ask",
    "Forecast",
    "Length",
    "Quantiles",
    "RoundForecast",
    "StageOfDay",
    "Venue",
    "Way",
    "fits",
    "forecast",
    "forecast_stages",
    "measured",
    "outlines",
    "timed",
    "typical",
]
