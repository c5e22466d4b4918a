"""Versions of the tournaments whose pages are requested, without a query for each request."""

import time
from threading import Lock

from django.db import DatabaseError
from django.http import HttpResponse

from tournaments.site.live import PageState
from tournaments.site.page_cache import SeenVersion, watched_versions

LOOK_SECONDS = 0.5  # seconds between two queries
OLDEST_LOOK = 2.0  # seconds that a result stays valid while another thread queries
WATCHED_SECONDS = 60  # seconds that a tournament is watched after the last request for its pages
MOST_WATCHED = 2_000


class Watch:
    """Cache of the versions of all watched tournaments.

    One query, at most twice a second and only on a request, reads them all.
    """

    def __init__(self) -> None:
        self.versions: dict[str, SeenVersion] = {}
        self.requested_at: dict[str, float] = {}
        self.read_at, self.reading = 0.0, Lock()

    def learn(self, slug: str, response: HttpResponse) -> HttpResponse:
        """Return the response; if it shows a version, watch the tournament `slug` from now on."""
        page_state: PageState | None = getattr(response, "page_state", None)
        if (
            page_state is not None
            and slug not in self.requested_at
            and len(self.requested_at) < MOST_WATCHED
        ):
            self.versions[slug], self.requested_at[slug] = page_state.seen_version, time.monotonic()
        return response

    def look(self, slug: str) -> SeenVersion | None:
        """Return the tournament at the version that the last query read.

        Returns None if the tournament is not watched or is private, or if the database does not
        answer.
        """
        now = time.monotonic()
        if slug in self.requested_at:
            self.requested_at[slug] = now
        if now - self.read_at >= LOOK_SECONDS and self.reading.acquire(blocking=False):
            try:
                oldest_request = now - WATCHED_SECONDS
                self.requested_at = {
                    slug: moment
                    for slug, moment in list(self.requested_at.items())
                    if moment > oldest_request
                }
                self.versions, self.read_at = watched_versions(self.requested_at), now
            except DatabaseError:
                self.versions = {}
            finally:
                self.reading.release()
        return self.versions.get(slug) if now - self.read_at < OLDEST_LOOK else None
