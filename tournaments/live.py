"""Pages that refresh by themselves, cheap enough for a hall full of telephones.

A page has one piece that changes with the day, in `parts/live.html`; the telephone asks for it
again every two seconds with the revision it shows (`?v=`). While nobody has done anything the
answer is 204, which the server gives by itself (`config.ready_answers`) or for two queries. After
an act the piece is rendered once, kept, and given to everybody; who sees the same as before gets
204 too, so that nothing moves and nothing is read aloud for, say, an entry that has paid. Who opens
a page with a session sees it as it is now; who only looks on, or asks again, as it was a moment ago
at most (`kept.settle_revision`).
"""

import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from threading import Semaphore
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.functional import Promise
from django.utils.http import quote_etag
from django.utils.safestring import mark_safe
from django.utils.translation import get_language

from tournaments.kept import born, fix_revision, kept, key_of, note_cost, settle_revision
from tournaments.models import Tournament
from tournaments.names.text import read_number
from tournaments.pages import LANGUAGE_PARAMETER

OWN_PARAMETERS = ("v", "d")
# What else of an address the pages that strangers see read, besides the language. A page that reads
# another is told here: `config.ready_answers` answers as if nobody had said it.
PARAMETERS = (
    "fase",
    "hoja",
    "kiosco",
    "marco",
    "n",
    "numeros",
    "page",
    "parte",
    "por",
    "q",
    "stage",
    "ver",
)
# Seconds between two questions of a page: what happens is shown within two. Where many are being
# answered at this moment (`CROWDED`, of the request's environment) it is asked to come less often.
ASK_SECONDS, CROWDED_SECONDS = "1.7", "5"
CROWDED = "tapete.crowded"
# Of a 204: up to which revision nothing is new of this piece. tapete.js asks from there on.
SHOWN = "X-Tapete-Shown"
# Threads of a process that make a piece at the same time: the processor is theirs in turns, and of
# many who make what a whole hall asks for none would leave it to who saves a result.
MAKING = Semaphore(1)
# The token is masked anew in every answer and says nothing of the page. Each begins with its own
# letters, which are looked for far faster than either of two.
TOKENS = [
    re.compile(rb'"X-CSRFToken": "[^"]+'),
    re.compile(rb'name="csrfmiddlewaretoken" value="[^"]+'),
]


@dataclass(frozen=True, slots=True)
class Ready:
    """Tells of an answer that is the same for all who only look on: of which tournament it is
    (`kept.born`), what it shows, and until when it may be given although more has happened."""

    born: str
    revision: int
    until: float
    digest: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """The part of a page that refreshes. `template` gets `context()` and the tournament, never
    the request: the piece is the same for everybody.

    `id` is its place in the page. `kept_as` says which of the page's faces this is, to keep it for
    the next visitor; "" for faces too many to keep, or made as quickly as they would be found.
    `news` is said once to a screen reader. `asks` is the query with which the page asks again, when
    not that of the page itself. `own` goes before it: what one competitor looks for first in a page
    that is long.
    """

    id: str
    template: str
    context: Callable[[], Mapping[str, Any]]
    news: str | Promise
    kept_as: str = ""
    asks: Mapping[str, str] | None = None
    own: "Piece | None" = None


def not_changed(request: HttpRequest, tournament: Tournament) -> HttpResponse | None:
    """204 for a piece of a page that shows the last revision, or a later one than those who ask
    again are told yet; else None."""
    now = _moment(request, tournament)
    if not _asks_again(request) or now > _shown(request):
        return None
    return _for_all(HttpResponse(status=204), tournament)


def live_page(
    request: HttpRequest,
    template: str,
    piece: Piece,
    context: Callable[[], Mapping[str, Any]] = dict,
) -> HttpResponse:
    """The whole page, or its piece alone when the page asks for it again (then perhaps 204).

    `template` puts the piece where it includes `parts/live.html`. `context()` is for the rest of
    the page, which stays as it was first sent.
    """
    if (same := not_changed(request, request.tournament)) is not None:
        return same
    start = time.thread_time()
    again, now = _asks_again(request), _moment(request, request.tournament)
    html = _rendered(request.tournament, piece, now)
    digest = sha256(html.encode()).hexdigest()[:10]
    if again and request.GET.get("d") == digest:
        return _for_all(HttpResponse(status=204), request.tournament, digest)
    live = {
        "live_id": piece.id,
        "live_url": _address(request, piece, now, digest),
        "live_template": "parts/live_piece.html",
        "live_piece": mark_safe(html),
        "live_every": CROWDED_SECONDS if request.META.get(CROWDED) else ASK_SECONDS,
        "live_news": piece.news,
        "live_pages": 'rel="next"' in html or 'rel="prev"' in html,
    }
    if again:
        response = _fresh(render(request, "parts/live.html", live))
    else:
        page = _fresh(render(request, template, {**context(), **live}))
        response = _conditional(request, page)
    note_cost(request.path, time.thread_time() - start)
    return _for_all(response, request.tournament, digest)


def _for_all(response: HttpResponse, tournament: Tournament, digest: str = "") -> HttpResponse:
    """Say what the answer is made of, for whoever may keep it (`config.ready_answers`)."""
    cache = tournament.request_cache
    assert cache is not None and cache.revision is not None
    response.ready = Ready(  # type: ignore[attr-defined]
        born(tournament), cache.revision, cache.until, digest
    )
    return response


def _asks_again(request: HttpRequest) -> bool:
    return bool(request.htmx) and "v" in request.GET  # type: ignore[attr-defined]


def _moment(request: HttpRequest, tournament: Tournament) -> int:
    """Return the revision that the answer shows: the last one for a visitor with a session, who may
    have done something just now; one of a few seconds ago for any other, and when a page asks
    again."""
    looks_on = settings.SESSION_COOKIE_NAME not in request.COOKIES
    if looks_on or _asks_again(request):
        return settle_revision(tournament, request.path)
    return fix_revision(tournament)


def _shown(request: HttpRequest) -> int:
    """Return the revision that the page shows; 0 for what is no number."""
    return read_number(request.GET["v"], digits=11) or 0


def _rendered(tournament: Tournament, piece: Piece, now: int) -> str:
    """The piece of this revision and language, made once for everybody; with its own before it."""
    before = _rendered(tournament, piece.own, now) if piece.own else ""

    def make() -> str:
        with MAKING:
            return render_to_string(piece.template, {"tournament": tournament, **piece.context()})

    if not piece.kept_as:
        return before + make()
    name = f"live/{piece.id}/{piece.kept_as}/{get_language()}"
    return before + kept(key_of(tournament, name, now), make)


def _address(request: HttpRequest, piece: Piece, now: int, digest: str) -> str:
    asks = request.GET.dict() if piece.asks is None else piece.asks
    kept = {name: value for name, value in asks.items() if name not in OWN_PARAMETERS}
    if LANGUAGE_PARAMETER in request.GET:
        kept[LANGUAGE_PARAMETER] = request.GET[LANGUAGE_PARAMETER]
    return f"{request.path}?{urlencode({**kept, 'v': now, 'd': digest})}"


def _fresh(response: HttpResponse) -> HttpResponse:
    patch_vary_headers(response, ["HX-Request"])
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _conditional(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """304 for a browser that has this very page already: a reload then costs it no download."""
    secret = request.META.get("CSRF_COOKIE", "").encode()
    said = response.content
    for token in TOKENS:
        said = token.sub(b"", said)
    etag = quote_etag(sha256(said + secret).hexdigest()[:32])
    response.headers["ETag"] = etag
    return get_conditional_response(request, etag=etag, response=response)
