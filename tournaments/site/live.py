"""Pages that refresh by themselves, cheap enough for a hall full of telephones.

A page has one fragment that changes during the day, in `parts/live.html`; the telephone asks for
it every two seconds with the version it shows (`?v=`). Without a new write the answer is 204,
which `config.front` gives by itself, or Django with two queries. After a write the fragment is
rendered once, cached, and sent to everybody. If the telephone already shows that content (`?d=`),
the answer is 204 too, so that nothing moves and no screen reader speaks because, say, an entry has
paid.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, NamedTuple, TypeVar
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.safestring import mark_safe
from django.utils.translation import get_language

from tournaments.models import Tournament, Visibility
from tournaments.names.audience import Audience
from tournaments.names.text import read_number
from tournaments.site.page_cache import SeenVersion, cached_text, current_seen, revision
from tournaments.site.pages import LANGUAGE_PARAMETER
from tournaments.site.requests import PageRequest
from tournaments.words import Text

OWN_PARAMETERS = ("v", "d")
COMMON_PARAMETERS = ("fase", "stage", LANGUAGE_PARAMETER)
# Header of a 204: the last version without news in this fragment, which tapete.js sends next.
SHOWN = "X-Tapete-Shown"
View = TypeVar("View", bound=Callable[..., HttpResponseBase])


def refreshes(*parameters: str, tells_time: bool = False) -> Callable[[View], View]:
    """Mark a view whose page refreshes, with the parameters that it reads.

    `tells_time` marks answers that show the time. `config.front` removes every other parameter
    from requests without a session.
    """

    def decorate(view: View) -> View:
        view.refreshes = (tuple(sorted({*COMMON_PARAMETERS, *parameters})), tells_time)  # type: ignore[attr-defined]
        return view

    return decorate


class PageState(NamedTuple):
    """Metadata of a response: the version of the tournament, and the fragment's digest or ""."""

    seen: SeenVersion
    digest: str = ""


@dataclass(frozen=True, slots=True)
class PagePiece:
    """The fragment of a page that refreshes.

    `template` gets `context()`, the tournament and the audience, never the request: the fragment is
    the same for the whole audience.

    - `id`: the id of its element in the page.
    - `cache_key`: the name of this variant in the cache; "" if there are too many variants to
        cache, or if making the fragment is as quick as looking it up.
    - `news`: the text for a screen reader.
    - `asks`: the query of the refresh, if it differs from the query of the page.
    - `own`: a fragment to show before this fragment, with the result that a competitor looks for
        first in a long page.
    """

    id: str
    template: str
    context: Callable[[], Mapping[str, Any]]
    news: Text
    cache_key: str = ""
    asks: Mapping[str, str] | None = None
    own: "PagePiece | None" = None


def unchanged_response(request: PageRequest, tournament: Tournament) -> HttpResponse | None:
    """Return a 204 for a fragment that already shows the last version; else None."""
    if not _asks_again(request) or revision(tournament, request.audience) > _shown_version(request):
        return None
    return _say_shown(request, HttpResponse(status=204))


def live_page(
    request: PageRequest,
    template: str,
    piece: PagePiece,
    context: Callable[[], Mapping[str, Any]] = dict,
) -> HttpResponse:
    """Return the page, or its fragment alone for a refresh (perhaps a 204).

    `template` puts the fragment where it includes `parts/live.html`. `context()` is for the rest
    of the page, which does not refresh.
    """
    tournament = request.tournament
    if (same := unchanged_response(request, tournament)) is not None:
        return same
    again, now = _asks_again(request), revision(tournament, request.audience)
    html = _render(tournament, piece, request.audience)
    digest = sha256(html.encode()).hexdigest()[:10]
    if again and request.GET.get("d") == digest:
        same = HttpResponse(status=204, headers={SHOWN: str(now)})
        return _say_shown(request, same, digest)
    live = {
        "live_id": piece.id,
        "live_url": _address(request, piece, now, digest),
        "live_template": "parts/live_piece.html",
        "live_piece": mark_safe(html),
        "live_news": piece.news,
        "live_pages": 'rel="next"' in html or 'rel="prev"' in html,
    }
    if again:
        response = render(request, "parts/live.html", live)
    else:
        response = render(request, template, {**context(), **live})
    patch_vary_headers(response, ["HX-Request"])
    patch_cache_control(response, private=True, no_cache=True)
    return _say_shown(request, response, digest)


def _say_shown(request: PageRequest, response: HttpResponse, digest: str = "") -> HttpResponse:
    """Add the metadata for `config.front` to the response, unless the tournament is private."""
    tournament = request.tournament
    if tournament.visibility != Visibility.PRIVATE:
        response.page_state = PageState(current_seen(tournament, request.audience), digest)  # type: ignore[attr-defined]
    return response


def _asks_again(request: HttpRequest) -> bool:
    return bool(request.htmx) and "v" in request.GET  # type: ignore[attr-defined]


def _shown_version(request: HttpRequest) -> int:
    """Return the version that the page shows; 0 for an invalid number."""
    return read_number(request.GET["v"], digits=11) or 0


def _render(tournament: Tournament, piece: PagePiece, audience: Audience) -> str:
    """Return the fragment of this version and language, cached, preceded by `piece.own`."""
    before = _render(tournament, piece.own, audience) if piece.own else ""

    def make() -> str:
        head = {"tournament": tournament, "audience": audience}
        return render_to_string(piece.template, {**head, **piece.context()})

    if not piece.cache_key:
        return before + make()
    name = f"live/{piece.id}/{piece.cache_key}/{get_language()}"
    return before + cached_text(tournament, name, audience, make)


def _address(request: HttpRequest, piece: PagePiece, now: int, digest: str) -> str:
    asks = request.GET.dict() if piece.asks is None else piece.asks
    stay = {name: value for name, value in asks.items() if name not in OWN_PARAMETERS}
    if LANGUAGE_PARAMETER in request.GET:
        stay[LANGUAGE_PARAMETER] = request.GET[LANGUAGE_PARAMETER]
    return f"{request.path}?{urlencode({**stay, 'v': now, 'd': digest})}"
