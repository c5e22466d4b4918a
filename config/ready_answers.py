"""Answers to whoever only looks on, kept whole and given again before Django is asked.

What `tournaments.live` answers to a visitor without a session is the same for all who ask for that
address in that language: it is kept as it went out, compressed, and given to the next one before
session, language, templates or pages are touched. For each tournament that is being watched a
process looks at the database four times a second at most: whether it is still shown to everybody,
and how many acts it remembers. With as many as before, what is kept is still right; with more, one
who asks makes it anew while the others wait. Who writes has nothing to tell, so that nothing is
missed when a process dies, or when several machines serve the site.

The key of an answer has only what a page knows: its address, its parameters, the language, the
number that is followed, the encoding, and whether a piece or a page was asked for. Django answers
the request written again from that key, so that no other word of a stranger's can change what
everybody gets.
"""

import re
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from contextlib import nullcontext
from dataclasses import dataclass
from threading import Lock
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.db import DatabaseError, close_old_connections
from django.http import QueryDict
from django.http.cookie import parse_cookie

from tournaments.kept import alone, watched
from tournaments.live import CROWDED, OWN_PARAMETERS, PARAMETERS, Ready
from tournaments.names.text import read_number
from tournaments.pages import COOKIE, LANGUAGE_PARAMETER

LOOK_SECONDS = 0.25  # between two looks at the database
JUST_NOW = 0.2  # seconds after one in which it is sure that none is due
OLDEST_LOOK = 1.5  # seconds that a look is believed while another thread looks again
OLDEST = 20.0  # seconds that an answer is given again: it may tell the time that something takes
MOST_BYTES = 32_000_000  # of a process, keys and headers included
MOST_ANSWERS = 10_000
OVERHEAD = 2_000  # bytes that an answer takes besides its texts, at most
LONGEST = 200  # characters of an address, of a query, and of a host
MOST_PAGES = 20_000
MOST_ASKING = 3  # requests that Django answers at a time before who asks again has to wait
CLOCK = "X-Tapete-Now"
PERSONAL = {settings.SESSION_COOKIE_NAME, "messages"}  # whose page is his own
HARMLESS = {settings.LANGUAGE_COOKIE_NAME, COOKIE}  # cookies that say what the address said
OF_204 = {"Cache-Control"}
OF_304 = {"ETag", "Cache-Control", "Vary", "Content-Language"}
LANGUAGES = frozenset(dict(settings.LANGUAGES))
GZIP = re.compile(r"(?:x-)?gzip(?:;q=(?P<q>[0-9.]{1,5}))?")

Environ = dict[str, Any]
Headers = list[tuple[str, str]]
Start = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Question:
    """A request of somebody who looks on. The answer depends on `key` alone; `key` is empty where
    the page is somebody's own. `headers` and `asked` are the parts of the request in the key, for
    Django; `asked` has those that a page with another key may read in full. A piece that asks again
    shows `shown` and `digest`; a browser has `etag`."""

    key: tuple[str, ...]
    path: str
    headers: Environ
    asked: Environ
    again: bool
    shown: int
    digest: str
    etag: str

    @property
    def environ(self) -> Environ:
        """The request as the key tells it."""
        return self.headers | self.asked

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

    def size(self, key: tuple[str, ...]) -> int:
        """Return how many bytes of memory the answer takes under this key, or a few more."""
        texts = sum(map(len, key)) + sum(len(name) + len(text) for name, text in self.headers)
        return len(self.body) + 4 * texts + OVERHEAD


class ReadyAnswers:
    """The application, with what it has answered in front of it."""

    def __init__(self, application: Callable[[Environ, Start], Iterable[bytes]]) -> None:
        self.application = application
        self.answers: OrderedDict[tuple[str, ...], Answer] = OrderedDict()
        self.bytes = 0
        # Addresses of pages that refresh by themselves, and whether strangers see them.
        self.live: dict[str, bool] = {}
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
        self._touch(question.key)
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
            close_old_connections()
            self.looking.release()

    def _ask(self, question: Question, environ: Environ, start: Start) -> Iterable[bytes]:
        """Ask Django, and keep what it answers if it is for everybody."""
        told: list[Any] = []
        if question.key:
            known = self.live.get(question.path, False)
            _write_again(environ, question.environ if known else question.headers)
        same = all(environ.get(name, "") == text for name, text in question.environ.items())

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
            if len(self.live) > MOST_PAGES:
                self.live, self.looks = {}, {}
            self.live[question.path] = self.live.get(question.path, False) or bool(question.key)
            if question.key and same and set(response.cookies) <= HARMLESS:
                status, headers = told
                answer = Answer(ready, time.time(), status, headers, response.content)
                self._keep(question, answer)
        return response  # type: ignore[no-any-return]

    def _keep(self, question: Question, answer: Answer) -> None:
        with self.keeping:
            before = self.answers.pop(question.key, None)
            self.bytes -= before.size(question.key) if before else 0
            self.answers[question.key] = answer
            self.bytes += answer.size(question.key)
            while self.bytes > MOST_BYTES or len(self.answers) > MOST_ANSWERS:
                key, oldest = self.answers.popitem(last=False)
                self.bytes -= oldest.size(key)

    def _touch(self, key: tuple[str, ...]) -> None:
        """Note that the answer is still asked for: the others are thrown away before."""
        with self.keeping:
            if key in self.answers:
                self.answers.move_to_end(key)


def _question(environ: Environ) -> Question | None:
    """Return what is asked, None for what is never kept."""
    path, query = environ["PATH_INFO"], environ.get("QUERY_STRING", "")
    host = environ.get("HTTP_HOST", "")
    if environ["REQUEST_METHOD"] != "GET" or not path.startswith("/t/"):
        return None
    if max(len(path), len(query), len(host)) > LONGEST:
        return None
    said = QueryDict(query.encode("latin-1"))
    cookies = parse_cookie(environ.get("HTTP_COOKIE", ""))
    htmx = environ.get("HTTP_HX_REQUEST") == "true"
    again = htmx and "v" in said
    headers = {
        "HTTP_HX_REQUEST": "true" if htmx else "",
        "HTTP_ACCEPT_ENCODING": "gzip" if _accepts_gzip(environ) else "",
        "HTTP_X_FORWARDED_PROTO": _protocol(environ),
    }
    known, cookie = _known_query(said), _known_cookies(cookies)
    own = [(name, str(said[name])) for name in OWN_PARAMETERS if again and name in said]
    key = (environ["wsgi.url_scheme"], host, path, str(again), *headers.values(), cookie)
    return Question(
        () if PERSONAL & cookies.keys() else (*key, urlencode(known)),
        path,
        headers,
        {"QUERY_STRING": urlencode(known + own), "HTTP_COOKIE": cookie},
        again=again,
        shown=read_number(said.get("v"), digits=11) or 0,
        digest=str(said.get("d", "")),
        etag=environ.get("HTTP_IF_NONE_MATCH", ""),
    )


def _known_query(said: QueryDict) -> list[tuple[str, str]]:
    """Return the parameters that some page knows, in one order; of a language, one that we have."""
    known = {name: str(said[name]) for name in PARAMETERS if name in said}
    if (language := said.get(LANGUAGE_PARAMETER)) in LANGUAGES:
        known[LANGUAGE_PARAMETER] = str(language)
    return list(known.items())


def _known_cookies(cookies: dict[str, str]) -> str:
    """Return the language and the number that a browser keeps, where they are one."""
    language = cookies.get(settings.LANGUAGE_COOKIE_NAME, "")
    number = read_number(cookies.get(COOKIE))
    known = {
        settings.LANGUAGE_COOKIE_NAME: language if language in LANGUAGES else "",
        COOKIE: str(number or ""),
    }
    return "; ".join(f"{name}={text}" for name, text in known.items() if text)


def _accepts_gzip(environ: Environ) -> bool:
    """Whether a browser takes gzip, by its name and with a weight above nought."""
    codings = environ.get("HTTP_ACCEPT_ENCODING", "")[:LONGEST].lower().replace(" ", "").split(",")
    accepted = [match for coding in codings if (match := GZIP.fullmatch(coding))]
    return any((match["q"] or "1").strip("0.") for match in accepted)


def _protocol(environ: Environ) -> str:
    """Return how the proxy was asked, "" without one; by the same rule as Django."""
    told = environ.get("HTTP_X_FORWARDED_PROTO")
    if told is None:
        return ""
    return "https" if told.split(",", 1)[0].strip() == "https" else "http"


def _write_again(environ: Environ, texts: Environ) -> None:
    """Put the texts in the place of what the request said, and take away the empty ones."""
    for name, text in texts.items():
        if text or name == "QUERY_STRING":
            environ[name] = text
        else:
            environ.pop(name, None)


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
