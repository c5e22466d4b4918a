"""Local time, also on the two nights of the year when the clock changes.

Python adds and subtracts moments of one time zone by their clock time. These functions use real
time. A time that the clock shows twice means the first of the two moments; a time that the clock
skips is refused.
"""

from datetime import UTC, datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from tournaments.refusal import Refused


def local_moment(local: datetime, field: str = "") -> datetime:
    """Return the moment of a local time: the first moment if the clock shows the time twice.

    Raises Refused 400 `hour_does_not_exist` for an hour that the clock skips that night.
    """
    moment = timezone.make_aware(local)
    if timezone.make_naive(moment.astimezone(UTC)) != local:
        raise Refused(
            "hour_does_not_exist",
            _("El %(date)s no existe esa hora (%(hour)s): el reloj se adelanta. Escriba otra."),
            field=field,
            date=date_format(local, "DATE_FORMAT"),
            hour=date_format(local, "H:i"),
        )
    return moment


def local_time_after(moment: datetime, duration: timedelta) -> datetime:
    """Return the local time at `duration` of real time after the moment."""
    return timezone.localtime(moment.astimezone(UTC) + duration)


def time_between(start: datetime, end: datetime) -> timedelta:
    """Return the real time from `start` to `end`."""
    return end.astimezone(UTC) - start.astimezone(UTC)


def minute(moment: datetime) -> float:
    """Return the moment in minutes since 1970."""
    return moment.timestamp() / 60


def local_time(minute: float) -> datetime:
    """Return the local time, to the nearest minute, of a moment in minutes since 1970."""
    return datetime.fromtimestamp(60 * round(minute), timezone.get_current_timezone())
