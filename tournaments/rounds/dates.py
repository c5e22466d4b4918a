"""Dates of the rounds of a stage: set at an interval, moved, and moved past weeks of rest."""

from collections.abc import Collection, Sequence
from datetime import date, datetime, timedelta
from itertools import pairwise

WEEK = timedelta(days=7)
MOST_RESTS = 60  # most days of rest of a stage


def is_rest(day: date, rests: Collection[date], *, weekly: bool) -> bool:
    """Return whether `day` is a day of rest.

    In a `weekly` calendar a day of rest means its whole week, Monday to Sunday.

    >>> is_rest(date(2027, 3, 26), [date(2027, 3, 22)], weekly=True)
    True
    """
    if weekly:
        return any(day.isocalendar()[:2] == rest.isocalendar()[:2] for rest in rests)
    return day in rests


def spaced_dates(
    first_date: datetime,
    count: int,
    days: int,
    rests: Collection[date] = (),
    rounds_a_day: int = 1,
    minutes: int = 60,
) -> list[datetime]:
    """Return `count` local times, on dates that are `days` days apart.

    Each date has `rounds_a_day` rounds, `minutes` apart. A day of rest is left out, and the next
    date is one interval later. If `days` is a number of whole weeks, the whole week of a day of
    rest is left out.

    >>> [day.day for day in spaced_dates(datetime(2027, 3, 5, 20), 3, 7, [date(2027, 3, 12)])]
    [5, 19, 26]
    """
    dates: list[datetime] = []
    moment = first_date
    interval = timedelta(days=days)
    weekly = days % 7 == 0
    while len(dates) < count:
        if not is_rest(moment.date(), rests, weekly=weekly):
            dates += [moment + timedelta(minutes=minutes * place) for place in range(rounds_a_day)]
        moment += interval
    return dates[:count]


def shifted_dates(
    dates: Sequence[datetime | None], place: int, new_date: datetime, rests: Collection[date] = ()
) -> list[datetime | None]:
    """Return the local times with the time at `place` (from 0) moved to `new_date`.

    Later times move by the same interval, and past weeks of rest. They stay if the time at `place`
    was None.
    """
    new_dates = list(dates)
    old_date = new_dates[place]
    new_dates[place] = new_date
    if old_date is None:
        return new_dates
    return new_dates[: place + 1] + _past_rests(new_dates[place + 1 :], rests, new_date - old_date)


def dates_after_rest(
    dates: Sequence[datetime | None], rests: Collection[date], place: int = 0
) -> list[datetime | None]:
    """Return the local times; those from `place` (from 0) on move past the weeks of rest.

    >>> dates_after_rest([datetime(2027, 3, 12, 20), None], [date(2027, 3, 8)])
    [datetime.datetime(2027, 3, 19, 20, 0), None]
    """
    return [*dates[:place], *_past_rests(dates[place:], rests, timedelta())]


def _past_rests(
    dates: Sequence[datetime | None], rests: Collection[date], shift: timedelta
) -> list[datetime | None]:
    """Return the dates later by `shift`, and moved week by week past the weeks of rest.

    A date that moves past a week of rest moves all later dates with it.
    """
    new_dates: list[datetime | None] = []
    for moment in dates:
        while moment is not None and is_rest((moment + shift).date(), rests, weekly=True):
            shift += WEEK
        new_dates.append(None if moment is None else moment + shift)
    return new_dates


def first_disorder(dates: Sequence[datetime | None]) -> tuple[int, int] | None:
    """Return the indices of the first two dates that are not in order; None if all are in order.

    >>> first_disorder([datetime(2027, 3, 12), None, datetime(2027, 3, 5)])
    (0, 2)
    """
    known_dates = [(place, moment) for place, moment in enumerate(dates) if moment is not None]
    for (place, moment), (next_place, next_moment) in pairwise(known_dates):
        if next_moment <= moment:
            return place, next_place
    return None
