"""Responses to anonymous visitors without Django.

This middleware comes before all others except probes and metrics. It answers 204 to a page that
polls while nothing is new, and repeats recent pages of public tournaments. Risks, and why they
cannot happen:

- *A response for one person reaches another.* A request whose cookies have a session or a message
  gets no cached response. Any other request is rebuilt from the key before Django sees it, so no
  cookie, header or parameter outside the key can affect the response. A response that sets a
  cookie, or that its view has not marked (`tournaments.site.live`), is never cached.
- *A visitor poisons a page.* The key has host, protocol, path, language, encoding, the entry
  number last looked up on the device, the parameters that the view declares (`refreshes`), and
  whether a fragment was requested. Each value has the form in which Django reads it, not the form
  in which it was sent.
- *A stale response is repeated.* A response is repeated while its tournament is public at the same
  version, checked twice a second for all watched tournaments (`tournaments.site.watching`).
  Without the database nothing is repeated. In any case, a response is repeated for at most ten
  seconds. Its version was known before its page was read: the first page of a tournament is not
  repeated.
- *Memory.* The cache has room for 500 responses of 64 kB under keys of one length. Longer addresses
  and bodies are not cached; tournaments without requests are not watched.
- *nginx caches too much.* For one second it caches the responses with `X-Accel-Expires`, and
  nothing else (`deploy/nginx.conf`). These responses answer rebuilt requests.
"""

import re
import time
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from threading import Semaphore
from urllib.parse import urlencode

from django.conf import settings
from django.core.cache import caches
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import Resolver404, resolve
from django.views.decorators.http import condition

from config.replica import has_replica, reading_replica
from tournaments.names.text import read_number
from tournaments.site.live import SHOWN_HEADER, PageState
from tournaments.site.pages import COOKIE, LANGUAGE_PARAMETER
from tournaments.site.requests import PageRequest
from tournaments.site.watching import Watch

MAX_BYTES = 64_000  # of a cached body
MAX_LENGTH = 200  # characters of a path, of a query or of a host
MOST_POLLS = 3  # polling requests that Django handles at the same time
NO_CACHE = {"Cache-Control": "private, no-cache"}
LANGUAGE = settings.LANGUAGE_COOKIE_NAME
LANGUAGES = frozenset(dict(settings.LANGUAGES))
PERSONAL = {settings.SESSION_COOKIE_NAME, "messages"}
GZIP = re.compile(r"(?:x-)?gzip(?:;q=(?P<q>[0-9.]{1,5}))?")
Page = tuple[str, tuple[str, ...], bool]
RequestKey = tuple[tuple[str, ...], dict[str, str], dict[str, str], dict[str, str]]
# The only headers that the rebuilt request keeps: both are in the key.
KEPT_HEADERS = {"HTTP_HOST", "HTTP_X_FORWARDED_PROTO"}


class Front:
    """Middleware that answers anonymous visitors; inactive in DEBUG, where templates change."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if settings.DEBUG:
            raise MiddlewareNotUsed
        self.get_response, self.watch = get_response, Watch()
        self.poll_slots = Semaphore(MOST_POLLS)

    def __call__(self, request: PageRequest) -> HttpResponse:
        texts = (request.META.get(name, "") for name in ("PATH_INFO", "QUERY_STRING", "HTTP_HOST"))
        page = _page(request.path_info) if max(map(len, texts)) <= MAX_LENGTH else None
        if page is None or request.method != "GET":
            return self.get_response(request)
        with reading_replica():
            seen_version, parameters = self.watch.look(page[0]), request.GET
        is_poll = request.META.get("HTTP_HX_REQUEST") == "true" and "v" in parameters
        is_up_to_date = (
            seen_version
            and is_poll
            and (read_number(parameters["v"], digits=11) or 0) >= seen_version.version
        )
        is_personal = not PERSONAL.isdisjoint(request.COOKIES)
        if is_up_to_date or (is_poll and not self.poll_slots.acquire(blocking=False)):
            response = HttpResponse(status=204, headers=NO_CACHE)  # visitors will poll again soon
        else:
            request.seen_version = seen_version if is_poll or not is_personal else None
            try:
                response = self._response(request, page, is_poll=is_poll, is_personal=is_personal)
            finally:
                if is_poll:
                    self.poll_slots.release()
        if page[2]:
            response.headers["X-Tapete-Now"] = str(int(time.time() * 1000))
        elif not (is_personal or response.cookies or response.status_code == 304):
            response.headers["X-Accel-Expires"] = "1"
        return response

    def _response(
        self, request: PageRequest, page: Page, *, is_poll: bool, is_personal: bool
    ) -> HttpResponse:
        if is_personal:
            response = self.get_response(request)
            # The version in the page's address may not have reached the replica yet.
            return response if has_replica() else self.watch.learn(page[0], response)
        digest, request_key = request.GET.get("d"), _request_key(request, page[1], is_poll=is_poll)
        key = sha256(repr(request_key).encode()).hexdigest()
        response = caches["front"].get(key)
        if not (
            response
            and request.seen_version
            and response.page_state.seen_version.shows(request.seen_version)
        ):
            response = self._rebuilt_response(request, key, page[0], request_key)
        page_state: PageState | None = getattr(response, "page_state", None)
        if is_poll and page_state and digest == page_state.digest:
            return HttpResponse(
                status=204, headers={**NO_CACHE, SHOWN_HEADER: page_state.seen_version.version}
            )
        return (
            _conditional_response(request, response)
            if page_state and response.has_header("ETag")
            else response
        )

    def _rebuilt_response(
        self, request: PageRequest, key: str, slug: str, request_key: RequestKey
    ) -> HttpResponse:
        """Return Django's response to the request rebuilt from the key.

        Cache the response if it suits everybody.
        """
        _address, query, cookies, headers = request_key
        meta, etags = request.META, request.META.get("HTTP_IF_NONE_MATCH", "")
        headers_sent = [name for name in meta if name.startswith("HTTP_")]
        for name in set(headers_sent) - KEPT_HEADERS:
            del meta[name]
        meta.update(headers, QUERY_STRING=urlencode(query))
        request.GET, request.COOKIES = QueryDict(meta["QUERY_STRING"]), cookies
        with reading_replica():
            response = self.watch.learn(slug, self.get_response(request))
        meta["HTTP_IF_NONE_MATCH"], page_state = etags, getattr(response, "page_state", None)
        is_of_version = page_state and page_state.seen_version == request.seen_version
        is_for_all = is_of_version and response.status_code == 200 and not response.cookies
        if is_for_all and len(response.content) <= MAX_BYTES:
            caches["front"].set(key, response)
        return response


@lru_cache(maxsize=2_000)
def _page(path: str) -> Page | None:
    """Return the parts of the cache key of a page that refreshes; None for any other page.

    The parts are the tournament's slug, the parameters that the page reads, and whether the page
    shows the time.
    """
    try:
        match = resolve(path)
    except Resolver404:
        return None
    refreshes = getattr(match.func, "refreshes", None)
    return refreshes and (match.kwargs["slug"], *refreshes)


def _request_key(request: PageRequest, parameters: tuple[str, ...], *, is_poll: bool) -> RequestKey:
    """Return the values of the request from which its key is made, in a fixed order.

    They are the address (protocol, host, path), the query, the cookies and the headers. `is_poll`
    means that a page polls.
    """
    meta = request.META
    query = {
        parameter: request.GET[parameter] for parameter in parameters if parameter in request.GET
    }
    if query.get(LANGUAGE_PARAMETER) not in LANGUAGES:
        query.pop(LANGUAGE_PARAMETER, None)
    query |= {"v": "0"} if is_poll else {}
    language, number = request.COOKIES.get(LANGUAGE), read_number(request.COOKIES.get(COOKIE))
    cookies = {LANGUAGE: language} if language in LANGUAGES else {}
    cookies |= {COOKIE: str(number)} if number else {}
    codings = meta.get("HTTP_ACCEPT_ENCODING", "")[:MAX_LENGTH].lower().replace(" ", "").split(",")
    accepts_gzip = any(
        (coding["q"] or "1").strip("0.") for coding in map(GZIP.fullmatch, codings) if coding
    )
    headers = {"HTTP_ACCEPT_ENCODING": "gzip"} if accepts_gzip else {}
    headers |= {"HTTP_HX_REQUEST": "true"} if meta.get("HTTP_HX_REQUEST") == "true" else {}
    address = str(request.scheme), meta.get("HTTP_HOST", ""), request.path_info
    return address, query, cookies, headers


@condition(etag_func=lambda _request, response: response.headers["ETag"])
def _conditional_response(_request: PageRequest, response: HttpResponse) -> HttpResponse:
    """Return the response, or 304 if the browser already has this response."""
    return response
