"""Pages for a projector and for the clock laptop. They have no menu and turn by themselves."""

from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache, partial
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from scoring.models import Screen, Show
from scoring.public.cards import clock_now
from scoring.public.screens import requested_shows, screen_numbered
from scoring.public.slides import ScreenPart, pages_of_part, slides_of
from tournaments.models import Tournament
from tournaments.names.audience import Audience
from tournaments.names.text import read_number
from tournaments.permissions import public
from tournaments.site.live import PagePiece, live_page, refreshes
from tournaments.site.public_address import base_url, is_only_here
from tournaments.site.qr import qr_svg
from tournaments.site.requests import PageRequest

LONGEST_SHOWS, LONGEST_PART = 200, 30
TURN_SECONDS = 12  # seconds of each page, the same value as in static/js/screen.js
# An address written by hand (`?ver=`) is cached only with at most this many values of `Show`:
# more values can be written in too many orders.
MOST_CACHED = 1


@refreshes("ver", "parte", "hoja", tells_time=True)
@require_safe
@public
def screen(request: PageRequest, screen: int | None = None) -> HttpResponse:
    """Show the screen of that number.

    Without a number, show the values of `Show` in `?ver=`, else the first screen. Without any
    screen in the tournament, show the usual values.
    """
    stored_screen = None
    if screen is not None or "ver" not in request.GET:
        stored_screen = screen_numbered(request.tournament, 1 if screen is None else screen)
    if screen is not None and stored_screen is None:
        raise Http404
    shows = requested_shows(request.GET.get("ver", "")[:LONGEST_SHOWS])
    return _page(request, stored_screen, shows)


@refreshes("ver", "parte", "hoja", tells_time=True)
@require_safe
@public
def clock_page(request: PageRequest) -> HttpResponse:
    """Show only the clock of the hall."""
    return _page(request, None, (Show.CLOCK,), sounds=True)


def _page(
    request: PageRequest, screen: Screen | None, shows: Sequence[str], *, sounds: bool = False
) -> HttpResponse:
    """Return the page or, for a refresh, its fragment, with the time in a header."""
    moment = timezone.now()
    current_show = screen.shown_now(moment) if screen else ""
    shows = screen.shows if screen else shows
    part = request.GET.get("parte", "")[:LONGEST_PART]
    page_key = f"{screen.number if screen else ','.join(shows)}/{current_show}/{part}"
    piece = PagePiece(
        id="pantalla",
        template="scoring/hall/screen/piece.html",
        context=partial(
            _piece_context, request.tournament, screen, shows, current_show, part, request.audience
        ),
        news="",
        cache_key=f"screen/{page_key}"
        if not part and (screen or len(shows) <= MOST_CACHED)
        else "",
        refresh_query=_asks(request),
    )
    outer_context = partial(_outer_context, request, screen, shows, current_show, part, sounds)
    response = live_page(request, "scoring/hall/screen/screen.html", piece, outer_context)
    response.headers["X-Tapete-Now"] = str(milliseconds(moment))
    return response


def _piece_context(
    tournament: Tournament,
    screen: Screen | None,
    shows: Sequence[str],
    current_show: str,
    part_name: str,
    audience: Audience,
) -> dict[str, Any]:
    stage, notice = tournament.stage, screen.notice if screen else ""
    part = pages_of_part(stage, shows, notice, part_name, audience)
    return {
        "first": slides_of(stage, audience, [current_show], notice) if current_show else [],
        "until": screen.now_until if screen and current_show else None,
        "slides": part.slides,
        "following": part.following,
        "clock": clock_now(stage, audience),
    }


def _outer_context(
    request: PageRequest,
    screen: Screen | None,
    shows: Sequence[str],
    current_show: str,
    part_name: str,
    sounds: bool,
) -> dict[str, Any]:
    """Return the context outside the fragment: addresses, and the next page if scripts are off."""
    tournament = request.tournament
    address = base_url(request) + reverse("tournament", args=[tournament.slug])
    part = _part(
        tournament, screen, [current_show] if current_show else shows, part_name, request.audience
    )
    page = read_number(request.GET.get("hoja")) or 1
    asks, following = _asks(request), page + 1
    if page >= len(part.slides):
        following = 1
        asks |= {"parte": part.following} if part.following else {}
    query = urlencode({**asks, "hoja": following})
    return {
        "screen": screen,
        "address": address,
        "address_text": address.partition("://")[2],
        "qr": "" if is_only_here(address) else _qr(address, get_language() or ""),
        "refresh": f"{TURN_SECONDS}; url={request.path}?{query}#hoja-{following}",
        "zone": timezone.get_current_timezone_name(),  # show the hall's time on any laptop
        "sounds": sounds,
    }


@lru_cache(maxsize=16)
def _qr(address: str, language: str) -> str:
    """Return the QR of an address, with a title in the language of the page."""
    return qr_svg(address)


def _asks(request: HttpRequest) -> dict[str, str]:
    """Return the query parameters that the page keeps when it refreshes."""
    return {name: request.GET[name] for name in request.GET if name in ("ver", "fase", "parte")}


def _part(
    tournament: Tournament,
    screen: Screen | None,
    shows: Sequence[str],
    part_name: str,
    audience: Audience,
) -> ScreenPart:
    return pages_of_part(
        tournament.stage, shows, screen.notice if screen else "", part_name, audience
    )


def milliseconds(moment: datetime) -> int:
    """Return the moment in milliseconds, as JavaScript counts it."""
    return int(moment.timestamp() * 1000)
