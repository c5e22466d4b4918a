"""Answers to whoever only looks on, kept whole and given again before Django is asked.

What `tournaments.live` answers to a visitor without a session is the same for all who ask for that
address in that language: it is kept as it went out, compressed, and given to the next one before
session, language, templates or pages are touched. For each tournament that is being watched a
process looks at the database four times a second at most: whether it is still shown to everybody,
and how many acts it remembers. With as many as before, what is kept is still right; with more, one
who asks makes it anew while the others wait. Who writes has nothing to tell, so that nothing is
missed when a process dies, or when several machines serve the site.
"""

import time
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from dataclasses import dataclass
from threading import Lock
from typing import Any

from django.conf import settings
from django.db import DatabaseError, close_old_connections
from django.http.cookie import parse_cookie

from tournaments.kept import alone, watched
from tournaments.live import CROWDED, OWN_PARAMETERS, Ready
from tournaments.names.text import read_number
from tournaments.pages import COOKIE

LOOK_SECONDS = 0.25  # between two looks at the database
JUST_NOW = 0.2  # seconds after one in which it is sure that none is due
OLDEST_LOOK = 1.5  # seconds that a look is believed while another thread looks again
OLDEST = 20.0  # seconds that an answer is given again: it may tell the time that something takes
MOST_BYTES = 32_000_000  # of a process
LONGEST = 200  # characters of a query
MOST_PAGES = 20_000
MOST_ASKING = 3  # requests that Django answers at a time before who asks again has to wait
CLOCK = "X-Tapete-Now"
PERSONAL = {settings.SESSION_COOKIE_NAME, "messages"}  # whose page is his own
HARMLESS = {settings.LANGUAGE_COOKIE_NAME, COOKIE}  # cookies that say what the address said
OF_204 = {"Cache-Control"}
OF_304 = {"ETag", "Cache-Control", "Vary", "Content-Language"}

Environ = dict[str, Any]
Headers = list[tuple[str, str]]
Start = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Question:
    """A request of somebody who looks on. The answer depends on `key` alone; `key` is empty where
    the page is somebody's own. A piece that asks again shows `shown` and `digest`; a
    browser has `etag`."""

    key: tuple[str, ...]
    path: str
    again: bool
    shown: int
    digest: str
    etag: str

    @property
    def slug(self) -> str:
        """The tournament of `/t/<slug>/…`."""
        return self.path.split("/", 3)[2]


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer as it went out, with what it was made of and when; "" has no body to give."""

    ready: Ready
    made: float
    status: str
    headers: Headers
    body: bytes


class ReadyAnswers:
    """The application, with what it has answered in front of it."""

    def __init__(self, application: Callable[[Environ, Start], Iterable[bytes]]) -> None:
        self.application = application
        self.answers: dict[tuple[str, ...], Answer] = {}
        self.bytes = 0
        self.live: set[str] = set()  # addresses of pages that refresh by themselves
        self.looks: dict[str, tuple[Any, float]] = {}
        self.asking = 0
        self.looking, self.keeping = Lock(), Lock()

    def is_at_hand(self, environ: Environ) -> bool:
        """Whether neither Django nor the database would be asked for the answer."""
        question = _question(environ)
        if question is None or not self._has_just_looked(question.slug):
            return False
        return self._give(question, lambda *_answer: None) is not None

    def _has_just_looked(self, slug: str) -> bool:
        _seen, at = self.looks.get(slug, (None, 0.0))
        return time.monotonic() - at < JUST_NOW

    def __call__(self, environ: Environ, start: Start) -> Iterable[bytes]:
        question = _question(environ)
        if question is None:
            return self.application(environ, start)
        if (given := self._give(question, start)) is not None:
            return given
        if self._may_wait(question):
            return _nothing_new(start)
        with alone(repr(question.key)) if question.key in self.answers else nullcontext():
            if (given := self._give(question, start)) is not None:
                return given  # somebody has made it meanwhile
            return self._ask(question, environ, start)

    def _give(self, question: Question, start: Start) -> Iterable[bytes] | None:
        """Answer with what is kept, if it is still right."""
        if not question.key:
            return self._say_nothing_new(question, start)
        answer = self.answers.get(question.key)
        if answer is None or not self._is_right(answer, question.slug):
            return None
        ready = answer.ready
        if question.again and (question.shown >= ready.revision or question.digest == ready.digest):
            start("204 No Content", _timed(answer.headers, OF_204))
            return [b""]
        if answer.status != "200 OK":
            return None
        etag = dict(answer.headers).get("ETag")
        if etag and etag in question.etag:
            start("304 Not Modified", _timed(answer.headers, OF_304))
            return [b""]
        start(answer.status, _timed(answer.headers))
        return [answer.body]

    def _may_wait(self, question: Question) -> bool:
        """Whether who asks again is better told nothing for now: he asks again soon, and of a crowd
        whose pages are all made anew nobody else waits."""
        crowded = question.again and self.asking >= MOST_ASKING and question.path in self.live
        return crowded and self._look(question.slug) is not None

    def _say_nothing_new(self, question: Question, start: Start) -> Iterable[bytes] | None:
        """Answer 204 to a page of somebody's own that shows all that has happened; what he may see
        changes by acts alone."""
        if not question.again or question.path not in self.live:
            return None
        seen = self._look(question.slug)
        if seen is None or question.shown < seen[1]:
            return None
        return _nothing_new(start)

    def _is_right(self, answer: Answer, slug: str) -> bool:
        """Whether its tournament is shown, and has done nothing since or too little ago to tell."""
        now = time.time()
        if not 0 <= now - answer.made < OLDEST:
            return False
        seen = self._look(slug)
        born, revision = seen or ("", 0)
        return born == answer.ready.born and (
            revision == answer.ready.revision or now < answer.ready.until
        )

    def _look(self, slug: str) -> tuple[str, int] | None:
        """Return when the tournament was born and how many acts it remembers, a moment ago; None
        where it is not shown to all, or where that is not known now."""
        seen, at = self.looks.get(slug, (None, 0.0))
        age = time.monotonic() - at
        if age < LOOK_SECONDS:
            return seen  # type: ignore[no-any-return]
        if not self.looking.acquire(blocking=False):
            return seen if age < OLDEST_LOOK else None
        try:
            close_old_connections()  # outside of a request nobody else does
            seen = watched(slug)
            self.looks[slug] = (seen, time.monotonic())
            return seen
        except DatabaseError:
            return None
        finally:
            self.looking.release()

    def _ask(self, question: Question, environ: Environ, start: Start) -> Iterable[bytes]:
        """Ask Django, and keep what it answers if it is for everybody."""
        told: list[Any] = []

        def hear(status: str, headers: Headers, *error: Any) -> Any:
            told[:] = [status, headers]
            return start(status, headers, *error)

        environ[CROWDED] = self.asking >= MOST_ASKING
        with self.keeping:
            self.asking += 1
        try:
            response: Any = self.application(environ, hear)
        finally:
            with self.keeping:
                self.asking -= 1
        ready = getattr(response, "ready", None)
        if ready is not None and told and told[0] in ("200 OK", "204 No Content"):
            self.live.add(question.path)
            if len(self.live) > MOST_PAGES:
                self.live.clear()
            if question.key and set(response.cookies) <= HARMLESS:
                status, headers = told
                answer = Answer(ready, time.time(), status, headers, response.content)
                self._keep(question, answer)
        return response  # type: ignore[no-any-return]

    def _keep(self, question: Question, answer: Answer) -> None:
        with self.keeping:
            before = self.answers.pop(question.key, None)
            self.bytes += len(answer.body) - (len(before.body) if before else 0)
            self.answers[question.key] = answer
            while self.bytes > MOST_BYTES:
                self.bytes -= len(self.answers.pop(next(iter(self.answers))).body)


def _question(environ: Environ) -> Question | None:
    """Return what is asked, None for what is never kept."""
    path, query = environ["PATH_INFO"], environ.get("QUERY_STRING", "")
    if environ["REQUEST_METHOD"] != "GET" or not path.startswith("/t/") or len(query) > LONGEST:
        return None
    cookies = parse_cookie(environ.get("HTTP_COOKIE", ""))
    asked = dict(part.partition("=")[::2] for part in query.split("&"))
    own = {name: asked.pop(name, "") for name in OWN_PARAMETERS}
    htmx = environ.get("HTTP_HX_REQUEST", "")
    key = (
        environ["wsgi.url_scheme"],
        environ.get("HTTP_X_FORWARDED_PROTO", ""),
        environ.get("HTTP_HOST", ""),
        path,
        "&".join(f"{name}={said}" for name, said in asked.items()),
        cookies.get(settings.LANGUAGE_COOKIE_NAME, ""),
        cookies.get(COOKIE, ""),
        htmx,
    )
    packed = "gzip" in environ.get("HTTP_ACCEPT_ENCODING", "")
    return Question(
        key if packed and not PERSONAL & cookies.keys() else (),
        path,
        again=bool(htmx) and bool(own["v"]),
        shown=read_number(own["v"], digits=11) or 0,
        digest=own["d"],
        etag=environ.get("HTTP_IF_NONE_MATCH", ""),
    )


def _nothing_new(start: Start) -> Iterable[bytes]:
    start("204 No Content", [("Cache-Control", "private, no-cache"), (CLOCK, _clock())])
    return [b""]


def _timed(headers: Headers, only: set[str] | None = None) -> Headers:
    """Return the headers, or those that are asked for, with the second in which they go out."""
    kept = [(name, said) for name, said in headers if name != CLOCK and (not only or name in only)]
    if any(name == CLOCK for name, _said in headers):
        kept.append((CLOCK, _clock()))
    return kept


def _clock() -> str:
    return str(int(time.time() * 1000))
