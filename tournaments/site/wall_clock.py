"""The clock on the wall, also on the two nights of the year when it changes.

Python adds to, and takes from, two moments of one time zone what their clocks say. Here hours that
pass are real ones. An hour that the clock says twice is read as the first; one that it never says
is refused.
"""

from datetime import UTC, datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from tournaments.refusal import Refused


def local_moment(said: datetime, field: str = "") -> datetime:
    """Return the moment at which the clock of the site says this; of two, the first.

    Raises Refused 400 `hour_does_not_exist` where it never does: the clock goes forward that night.
    """
    moment = timezone.make_aware(said)
    if timezone.make_naive(moment.astimezone(UTC)) != said:
        raise Refused(
            "hour_does_not_exist",
            _("El %(date)s no existe esa hora (%(hour)s): el reloj se adelanta. Escriba otra."),
            field=field,
            date=date_format(said, "DATE_FORMAT"),
            hour=date_format(said, "H:i"),
        )
    return moment


def later(moment: datetime, passed: timedelta) -> datetime:
    """Return what the clock of the site says when so much time has passed since the moment."""
    return timezone.localtime(moment.astimezone(UTC) + passed)


def time_between(first: datetime, second: datetime) -> timedelta:
    """Return the time that passes from the first moment to the second."""
    return second.astimezone(UTC) - first.astimezone(UTC)
