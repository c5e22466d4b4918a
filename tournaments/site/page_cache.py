"""Values made once for each version of a tournament and cached.

The version counts the writes to the tournament's rows (`tournaments.site.version_triggers`). A
cached value of a version never changes: after a write, the value is made and cached again under
another key. A value also expires after some seconds, because it may depend on the time.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from threading import RLock
from typing import Any, NamedTuple, TypeVar

from django.core.cache import caches
from django.db.models import OuterRef, Subquery, Sum
from django.utils import timezone
from django.utils.connection import ConnectionProxy

from tournaments.models import RequestCache, Tournament, Version, Visibility
from tournaments.names.audience import Audience

Value = TypeVar("Value")

# Three caches nest: a response cached in front of Django may have a cached fragment, and the
# fragment may have a cached value. Each lasts 10 seconds, so a page is at most 30 seconds old.
CACHE_SECONDS = 10
MOST_IN_MEMORY = 48  # objects of this process; the largest have some megabytes on a big day

# A separate cache: pages must not evict the counts of wrong tries.
PAGES = ConnectionProxy(caches, "pages")
_memory: OrderedDict[str, tuple[float, Any]] = OrderedDict()
_memory_lock = RLock()
# One thread of the process at a time makes the values of a tournament.
_making_locks = [RLock() for _lock in range(32)]


class SeenVersion(NamedTuple):
    """A tournament at a version.

    `tournament_mark` distinguishes the tournament from another with the same key: a restored
    database may have one.
    """

    tournament_mark: str
    version: int

    def shows(self, seen_version: "SeenVersion") -> bool:
        """Return whether this version includes everything written up to `seen_version`."""
        return (
            self.tournament_mark == seen_version.tournament_mark
            and self.version >= seen_version.version
        )


def revision(tournament: Tournament, audience: Audience) -> int:
    """Return the version of the tournament, plus the number of past announcement times.

    Return the pinned revision, if there is one (`pin_version`, `fix_revision`). The moment of the
    audience decides which times are past, as it decides which rounds are announced.
    """
    cache = tournament.request_cache or RequestCache(tournament)
    if cache.revision is not None:
        return cache.revision
    parts = Version.objects.filter(tournament=tournament.pk)
    number: int = cache.ask_once("revision", lambda: parts.aggregate(sum=Sum("number"))["sum"] or 0)
    return number + _past_announcements(tournament.announcement_hours, audience.moment)


def _past_announcements(hours: Sequence[str], now: datetime) -> int:
    """Return the number of announcement times before `now`: each counts as a write."""
    return sum(datetime.fromisoformat(hour) <= now for hour in hours)


def pin_version(tournament: Tournament, seen_version: SeenVersion | None) -> None:
    """Pin the tournament to a version seen a moment ago; later writes are not shown yet.

    All visitors share the values made for that version, even when results come every second.
    """
    cache = tournament.request_cache
    if (
        cache
        and seen_version
        and seen_version.tournament_mark == _tournament_mark(tournament.pk, tournament.created_at)
    ):
        cache.revision = seen_version.version


def fix_revision(tournament: Tournament, audience: Audience) -> int:
    """Pin the current revision of a tournament for the rest of a page, and return it.

    Later writes do not change the revision of this `Tournament` object.
    """
    cache = tournament.request_cache = tournament.request_cache or RequestCache(tournament)
    cache.revision = revision(tournament, audience)
    return cache.revision


def current_version(tournament: Tournament, audience: Audience) -> SeenVersion:
    return SeenVersion(
        _tournament_mark(tournament.pk, tournament.created_at), revision(tournament, audience)
    )


def _tournament_mark(key: int, created_at: datetime) -> str:
    return f"{key}/{created_at.timestamp()}"


def watched_versions(slugs: Iterable[str]) -> dict[str, SeenVersion]:
    """Return by slug the versions of the non-private tournaments among `slugs`, in one query."""
    parts = Version.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    now = timezone.now()
    tournaments = (
        Tournament.objects.filter(slug__in=list(slugs))
        .exclude(visibility=Visibility.PRIVATE)
        .order_by()
        .annotate(version=Subquery(parts.annotate(sum=Sum("number")).values("sum")))
        .values_list("slug", "pk", "created_at", "version", "announcement_hours")
    )
    return {
        slug: SeenVersion(
            _tournament_mark(key, created_at), (version or 0) + _past_announcements(hours, now)
        )
        for slug, key, created_at, version, hours in tournaments
    }


def key_of(tournament: Tournament, name: str, audience: Audience) -> str:
    """Return the cache key of a value for this tournament, version and audience."""
    stage, current = tournament.chosen_stage or "", current_version(tournament, audience)
    return f"{name}/{current.tournament_mark}/{stage}/{current.version}/{audience.mark}"


def cached_text(
    tournament: Tournament, name: str, audience: Audience, make: Callable[[], str]
) -> str:
    """Return a text of the current version from the cache that processes share, or make it."""
    with _making_locks[tournament.pk % len(_making_locks)]:
        text: str = PAGES.get_or_set(key_of(tournament, name, audience), make, CACHE_SECONDS)
        return text


def cached_value(
    tournament: Tournament, name: str, audience: Audience, make: Callable[[], Value]
) -> Value:
    """Return a value of the current version from this process's memory, or make it.

    The caller must not change the value.
    """
    key, now = key_of(tournament, name, audience), time.monotonic()
    with _making_locks[tournament.pk % len(_making_locks)]:
        cache_entry: tuple[float, Value] | None = _memory.get(key)
        if cache_entry is None or now > cache_entry[0]:
            cache_entry = now + CACHE_SECONDS, make()
        with _memory_lock:
            _memory[key] = cache_entry
            _memory.move_to_end(key)
            while len(_memory) > MOST_IN_MEMORY:
                _memory.popitem(last=False)
        return cache_entry[1]


def clear_memory() -> None:
    """Clear this process's memory."""
    with _memory_lock:
        _memory.clear()
