"""Dates of the rounds of a stage: at an interval, past rest weeks, and moved later."""

from collections.abc import Collection, Sequence
from datetime import date, datetime, timedelta
from itertools import pairwise

WEEK = timedelta(days=7)
MOST_RESTS = 60


def is_rest(day: date, rests: Collection[date], *, weekly: bool) -> bool:
    """Return whether no round is set on this day.

    In a `weekly` calendar a rest date stands for its whole week, Monday to Sunday.

    >>> is_rest(date(2027, 3, 26), [date(2027, 3, 22)], weekly=True)
    True
    """
    if weekly:
        return any(day.isocalendar()[:2] == rest.isocalendar()[:2] for rest in rests)
    return day in rests


def spaced_dates(
    first: datetime,
    count: int,
    days: int,
    rests: Collection[date] = (),
    a_day: int = 1,
    minutes: int = 60,
) -> list[datetime]:
    """Return `count` local times: `a_day` rounds on a day, `minutes` apart, then `days` later.

    A day of rest is skipped by a whole interval.

    >>> [day.day for day in spaced_dates(datetime(2027, 3, 5, 20), 3, 7, [date(2027, 3, 12)])]
    [5, 19, 26]
    """
    dates: list[datetime] = []
    day, step, weekly = first, timedelta(days=days), days % 7 == 0
    while len(dates) < count:
        if not is_rest(day.date(), rests, weekly=weekly):
            dates += [day + timedelta(minutes=minutes * place) for place in range(a_day)]
        day += step
    return dates[:count]


def shifted_dates(
    dates: Sequence[datetime | None], place: int, to: datetime, rests: Collection[date] = ()
) -> list[datetime | None]:
    """Return the local times with the one at `place` moved `to` another, and the later ones too.

    A later one that would fall in a week of rest goes a week further, with all that follow.
    """
    moved = list(dates)
    old = moved[place]
    moved[place] = to
    if old is None:
        return moved
    return moved[: place + 1] + _past_rests(moved[place + 1 :], rests, to - old)


def rested_dates(
    dates: Sequence[datetime | None], rests: Collection[date], place: int = 0
) -> list[datetime | None]:
    """Return the local times with those from `place` on moved past the weeks of rest.

    >>> rested_dates([datetime(2027, 3, 12, 20), None], [date(2027, 3, 8)])
    [datetime.datetime(2027, 3, 19, 20, 0), None]
    """
    return [*dates[:place], *_past_rests(dates[place:], rests, timedelta())]


def _past_rests(
    dates: Sequence[datetime | None], rests: Collection[date], shift: timedelta
) -> list[datetime | None]:
    moved: list[datetime | None] = []
    for each in dates:
        while each is not None and is_rest((each + shift).date(), rests, weekly=True):
            shift += WEEK
        moved.append(None if each is None else each + shift)
    return moved


def first_disorder(dates: Sequence[datetime | None]) -> tuple[int, int] | None:
    """Return the places, from 0, of two dates of which the second is not later than the first.

    >>> first_disorder([datetime(2027, 3, 12), None, datetime(2027, 3, 5)])
    (0, 2)
    """
    known = [(place, each) for place, each in enumerate(dates) if each is not None]
    for (place, each), (later_place, later) in pairwise(known):
        if later <= each:
            return place, later_place
    return None
