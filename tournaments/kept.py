"""Things made once for everybody who asks, whoever asks at the same time.

A thing is made of one revision of a tournament and never changes: a new act gives it another key.
Whoever asks while it is being made waits for it, in this process and, where the cache is shared,
in the others.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from threading import Lock
from typing import Any, TypeVar

from django.core.cache import caches
from django.db.models import OuterRef, Subquery, Sum
from django.utils.connection import ConnectionProxy

from tournaments.models import RequestCache, Tournament, Version, Visibility
from tournaments.names.audience import audience, moment

Made = TypeVar("Made")

KEPT_SECONDS = 120
# The oldest moment that a page that refreshes by itself may show; less where it is made quickly.
SETTLED_SECONDS = 1.5
SHARE = 0.25  # of the time, that may be spent in making the pages of one address
LONGEST = 10  # seconds that making a thing may take: then another process makes it too
LOOK_AGAIN = 0.01
MOST_COSTS = 5_000
MOST_HELD = 48  # objects of this process; the largest have some megabytes on a big day

PAGES = ConnectionProxy(caches, "pages")  # apart from what counts wrong tries
_held: OrderedDict[str, Any] = OrderedDict()
_cost: dict[str, float] = {}  # seconds that each page has taken in its last moment
_making: dict[str, list[Any]] = {}  # by key, the lock of who makes it and how many want it
_guard = Lock()
_NOTHING: Any = object()


def revision(tournament: Tournament) -> int:
    """Return the version of the tournament, with the hours of announcement that have come."""
    cache = tournament.request_cache or RequestCache(tournament)
    if cache.revision is not None:
        return cache.revision
    parts = Version.objects.filter(tournament=tournament.pk)
    number: int = cache.once("revision", lambda: parts.aggregate(sum=Sum("number"))["sum"] or 0)
    return number + _hours_struck(tournament.announcement_hours)


def _hours_struck(hours: Sequence[str]) -> int:
    """How many of the hours at which a round is announced have come: each is as good as a write."""
    return sum(datetime.fromisoformat(hour) <= moment() for hour in hours)


def fix_revision(tournament: Tournament) -> int:
    """Return the revision of a tournament whose page is being shown: what this object is asked from
    now on is of that one, so that a page asks it once."""
    return _fix(tournament, revision(tournament))


def settle_revision(tournament: Tournament, page: str) -> int:
    """Fix the revision for a page that refreshes by itself: it may be a moment old, and is the same
    meanwhile for all who look at that page, so that where results come every second what a whole
    hall looks at is made once in that time. The moment is as long as the page takes to make: nobody
    waits in a small hall. Each page has its own, or all of them would be made at once and everybody
    else would wait."""
    if tournament.request_cache and tournament.request_cache.revision is not None:
        return tournament.request_cache.revision
    key, now = key_of(tournament, f"settled/{page}", 0), time.time()
    found, until = PAGES.get(key) or (0, 0.0)
    if not now < until <= now + SETTLED_SECONDS:  # nor by the clock of a machine that is ahead
        found, until = revision(tournament), now + settled_seconds(page)
        PAGES.set(key, (found, until), LONGEST)
    return _fix(tournament, found, until)


def settled_seconds(page: str) -> float:
    """Return how long the page stays as it is made now, by what its last moment has cost here."""
    with _guard:
        return min(_cost.pop(page, 0.0) / SHARE, SETTLED_SECONDS)


def note_cost(page: str, seconds: float) -> None:
    """Add what making a page, or a part of it, has taken."""
    with _guard:
        if len(_cost) > MOST_COSTS:
            _cost.clear()
        _cost[page] = _cost.get(page, 0.0) + seconds


def _fix(tournament: Tournament, number: int, until: float = 0.0) -> int:
    cache = tournament.request_cache = tournament.request_cache or RequestCache(tournament)
    cache.revision, cache.until = number, until
    return number


def born(tournament: Tournament) -> str:
    """Return what tells a tournament from any other: a database put back in its place may give the
    same number to one born at another moment."""
    return _born(tournament.pk, tournament.created_at)


def _born(key: int, at: datetime) -> str:
    return f"{key}/{at.timestamp()}"


def watched(slug: str) -> tuple[str, int] | None:
    """Return which tournament is shown to everybody at this address, as `born` tells it, and its
    revision; None for none. One query."""
    parts = Version.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    found = (
        Tournament.objects.filter(slug=slug)
        .exclude(visibility=Visibility.PRIVATE)
        .annotate(revision=Subquery(parts.annotate(sum=Sum("number")).values("sum")))
        .values_list("pk", "created_at", "revision", "announcement_hours")
        .first()
    )
    if found is None:
        return None
    key, at, version, hours = found
    return _born(key, at), (version or 0) + _hours_struck(hours)


def key_of(tournament: Tournament, name: str, now: int) -> str:
    """The key of a thing of this tournament at this revision, for this audience."""
    stage = tournament.chosen_stage or ""
    return f"{name}/{born(tournament)}/{stage}/{now}/{audience().mark}"


def kept(key: str, make: Callable[[], str], seconds: int = KEPT_SECONDS) -> str:
    """Return the text under this key, made now if nobody has; every web process that shares the
    cache has it then."""
    found: str | None = PAGES.get(key)
    if found is not None:
        return found
    with alone(key):
        found = PAGES.get(key)
        return _made(key, make, seconds) if found is None else found


def held(tournament: Tournament, name: str, make: Callable[[], Made]) -> Made:
    """Return a value made of the tournament as it is now, which this process holds in memory for
    whoever asks next. It must not be changed."""
    key = key_of(tournament, name, revision(tournament))
    with alone(key):
        found: Made = _held.get(key, _NOTHING)
        if found is _NOTHING:
            found = make()
        with _guard:
            _held[key] = found
            _held.move_to_end(key)
            while len(_held) > MOST_HELD:
                _held.popitem(last=False)
        return found


def forget() -> None:
    """Hold nothing any more."""
    with _guard:
        _held.clear()


def _made(key: str, make: Callable[[], str], seconds: int) -> str:
    """Make the text here, unless another process has said that it is making it."""
    mark = f"{key}/being-made"
    if not PAGES.add(mark, 1, LONGEST):
        end = time.monotonic() + LONGEST
        while PAGES.get(mark) and time.monotonic() < end:
            time.sleep(LOOK_AGAIN)
        found: str | None = PAGES.get(key)
        if found is not None:
            return found
    try:
        made = make()
        PAGES.set(key, made, seconds)
    finally:
        PAGES.delete(mark)
    return made


@contextmanager
def alone(key: str) -> Iterator[None]:
    """Let one thread of this process in at a time for each key."""
    with _guard:
        lock, _wanted = place = _making.setdefault(key, [Lock(), 0])
        place[1] += 1
    try:
        with lock:
            yield
    finally:
        with _guard:
            place[1] -= 1
            if not place[1]:
                _making.pop(key, None)
