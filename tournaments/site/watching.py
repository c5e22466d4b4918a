"""The versions of the tournaments that a process is asked for, known without a query each."""

import time
from threading import Lock

from django.db import DatabaseError
from django.http import HttpResponse

from tournaments.site.kept import Seen, watched
from tournaments.site.live import Shown

LOOK_SECONDS = 0.5  # between two questions
OLDEST_LOOK = 2.0  # seconds that a look is believed while another thread looks again
WATCHED_SECONDS = 60  # since somebody asked for a page of the tournament
MOST_WATCHED = 2_000


class Watch:
    """Asks for the versions of all watched tournaments at once, twice a second at most and only if
    somebody comes."""

    def __init__(self) -> None:
        self.seen: dict[str, Seen] = {}
        self.asked: dict[str, float] = {}
        self.looked, self.looking = 0.0, Lock()

    def learn(self, slug: str, response: HttpResponse) -> HttpResponse:
        """Return the answer; watch its tournament from now on if it says which version it shows."""
        shown: Shown | None = getattr(response, "shown", None)
        if shown is not None and slug not in self.asked and len(self.asked) < MOST_WATCHED:
            self.seen[slug], self.asked[slug] = shown.seen, time.monotonic()
        return response

    def look(self, slug: str) -> Seen | None:
        """Return the tournament as it was a moment ago; None if it is not watched or not shown to
        everybody, or the database does not answer."""
        now = time.monotonic()
        if slug in self.asked:
            self.asked[slug] = now
        if now - self.looked >= LOOK_SECONDS and self.looking.acquire(blocking=False):
            try:
                lately = now - WATCHED_SECONDS
                self.asked = {one: at for one, at in list(self.asked.items()) if at > lately}
                self.seen, self.looked = watched(self.asked), now
            except DatabaseError:
                self.seen = {}
            finally:
                self.looking.release()
        return self.seen.get(slug) if now - self.looked < OLDEST_LOOK else None
