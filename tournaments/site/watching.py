"""Versions of the requested tournaments, without a query for each request."""

import time
from threading import Lock

from django.db import DatabaseError
from django.http import HttpResponse

from tournaments.site.live import PageState
from tournaments.site.page_cache import SeenVersion, watched_versions

LOOK_SECONDS = 0.5  # seconds between two queries
OLDEST_LOOK = 2.0  # seconds that a result is valid while another thread queries
WATCHED_SECONDS = 60  # seconds that a tournament is watched after the last request for its pages
MOST_WATCHED = 2_000


class Watch:
    """Cache of the versions of all watched tournaments.

    One query, at most twice a second and only on a request, reads them all.
    """

    def __init__(self) -> None:
        self.seen: dict[str, SeenVersion] = {}
        self.asked: dict[str, float] = {}
        self.looked, self.looking = 0.0, Lock()

    def learn(self, slug: str, response: HttpResponse) -> HttpResponse:
        """Return the response; if it shows a version, watch the tournament `slug` from now on."""
        shown: PageState | None = getattr(response, "shown", None)
        if shown is not None and slug not in self.asked and len(self.asked) < MOST_WATCHED:
            self.seen[slug], self.asked[slug] = shown.seen, time.monotonic()
        return response

    def look(self, slug: str) -> SeenVersion | None:
        """Return the tournament at the version that the last query read.

        Returns None if the tournament is not watched or is private, or if the database does not
        answer.
        """
        now = time.monotonic()
        if slug in self.asked:
            self.asked[slug] = now
        if now - self.looked >= LOOK_SECONDS and self.looking.acquire(blocking=False):
            try:
                lately = now - WATCHED_SECONDS
                self.asked = {slug: at for slug, at in list(self.asked.items()) if at > lately}
                self.seen, self.looked = watched_versions(self.asked), now
            except DatabaseError:
                self.seen = {}
            finally:
                self.looking.release()
        return self.seen.get(slug) if now - self.looked < OLDEST_LOOK else None
