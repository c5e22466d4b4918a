"""How long a job may take, held by the job itself: Celery's limits hold only in a pool."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from billiard.exceptions import SoftTimeLimitExceeded

AGAIN = 5.0  # seconds: a library may have swallowed the first alarm


class TimeUp(Exception):
    """The job has taken as long as a job may."""


TOO_LONG = (TimeUp, SoftTimeLimitExceeded)


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise `TimeUp` in what is done under it after so many seconds; 0 for no limit."""
    if not seconds or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, _ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _ring(_number: int, _frame: object) -> None:
    raise TimeUp
