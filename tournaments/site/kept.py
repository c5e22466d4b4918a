"""Values made once of a tournament at one version, for whoever asks next.

A version says how often the rows of the tournament have been written
(`tournaments.site.version_triggers`). A piece made of one version never changes, and a write gives
it another key; it ends all the same after some seconds, for what depends on the hour.
"""

import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from threading import RLock
from typing import Any, NamedTuple, TypeVar

from django.core.cache import caches
from django.db.models import OuterRef, Subquery, Sum
from django.utils.connection import ConnectionProxy

from tournaments.models import RequestCache, Tournament, Version, Visibility
from tournaments.names.audience import Audience, current_audience, moment

Made = TypeVar("Made")

# A page in front of Django may hold a piece, and a piece a value: together 30 seconds.
KEPT_SECONDS = 10
MOST_HELD = 48  # objects of this process; the largest have some megabytes on a big day

PAGES = ConnectionProxy(caches, "pages")  # apart from what counts wrong tries
_held: OrderedDict[str, tuple[float, Any]] = OrderedDict()
_guard = RLock()
# What is made of a tournament is made by one thread of the process at a time.
_making = [RLock() for _lock in range(32)]


class Seen(NamedTuple):
    """A tournament as it was at some moment: `born` tells it from any other, although a database
    put back in its place may give the same key to one born at another moment."""

    born: str
    version: int

    def shows(self, seen: "Seen") -> bool:
        """Whether what was made of this one has all that was written until the other."""
        return self.born == seen.born and self.version >= seen.version


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


def settle(tournament: Tournament, seen: Seen | None) -> None:
    """Show the tournament at a version seen a moment ago: where results come every second, all who
    look on share what is made of it. What was written since is then new."""
    cache = tournament.request_cache
    if cache and seen and seen.born == _born(tournament.pk, tournament.created_at):
        cache.revision = seen.version


def fix_revision(tournament: Tournament) -> int:
    """Return the revision of a tournament whose page is being shown: what this object is asked from
    now on is of that one, whatever is written meanwhile."""
    cache = tournament.request_cache = tournament.request_cache or RequestCache(tournament)
    cache.revision = revision(tournament)
    return cache.revision


def seen_now(tournament: Tournament) -> Seen:
    return Seen(_born(tournament.pk, tournament.created_at), revision(tournament))


def _born(key: int, at: datetime) -> str:
    return f"{key}/{at.timestamp()}"


def watched(slugs: Iterable[str]) -> dict[str, Seen]:
    """Return those of these tournaments that are shown to everybody, by address. One query."""
    parts = Version.objects.filter(tournament=OuterRef("pk")).order_by().values("tournament")
    found = (
        Tournament.objects.filter(slug__in=list(slugs))
        .exclude(visibility=Visibility.PRIVATE)
        .order_by()
        .annotate(version=Subquery(parts.annotate(sum=Sum("number")).values("sum")))
        .values_list("slug", "pk", "created_at", "version", "announcement_hours")
    )
    return {
        slug: Seen(_born(key, at), (version or 0) + _hours_struck(hours))
        for slug, key, at, version, hours in found
    }


def key_of(tournament: Tournament, name: str, audience: Audience) -> str:
    """The key of a thing of this tournament as it is now, for this audience; names are in it as
    they are said now."""
    stage, seen = tournament.chosen_stage or "", seen_now(tournament)
    mark = replace(audience, names=current_audience().names).mark
    return f"{name}/{seen.born}/{stage}/{seen.version}/{mark}"


def kept(tournament: Tournament, name: str, audience: Audience, make: Callable[[], str]) -> str:
    """Return a text made of the tournament as it is now, by this process or by another that shares
    the cache."""
    with _making[tournament.pk % len(_making)]:
        found: str = PAGES.get_or_set(key_of(tournament, name, audience), make, KEPT_SECONDS)
        return found


def held(tournament: Tournament, name: str, audience: Audience, make: Callable[[], Made]) -> Made:
    """Return a value made of the tournament as it is now, which this process holds in memory. It
    must not be changed."""
    key, now = key_of(tournament, name, audience), time.monotonic()
    with _making[tournament.pk % len(_making)]:
        found: tuple[float, Made] | None = _held.get(key)
        if found is None or now > found[0]:
            found = now + KEPT_SECONDS, make()
        with _guard:
            _held[key] = found
            _held.move_to_end(key)
            while len(_held) > MOST_HELD:
                _held.popitem(last=False)
        return found[1]


def forget() -> None:
    """Hold nothing any more."""
    with _guard:
        _held.clear()
