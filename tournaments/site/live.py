"""Pages that refresh by themselves, cheap enough for a hall full of telephones.

A page has one fragment that changes during the day, in `parts/live.html`; the telephone asks for
it every 1.7 seconds with the version it shows (`?v=`). Without a new write the answer is 204,
which `config.front` gives by itself, or Django with two queries. After a write the fragment is
rendered once, cached and sent to everybody. If the telephone already shows that content (`?d=`),
the answer is 204 too: nothing moves and no screen reader speaks because, say, an entry has paid.
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
from tournaments.site.page_cache import SeenVersion, cached_text, current_version, revision
from tournaments.site.pages import LANGUAGE_PARAMETER
from tournaments.site.requests import PageRequest
from tournaments.words import Text

OWN_PARAMETERS = ("v", "d")
COMMON_PARAMETERS = ("fase", "stage", LANGUAGE_PARAMETER)
# Header of a 204: the last version, which did not change this fragment. tapete.js sends it next.
SHOWN_HEADER = "X-Tapete-Shown"
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
    """What a response shows: the version of the tournament, and the fragment's digest or ""."""

    seen_version: SeenVersion
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
    - `refresh_query`: the query of the refresh, if it differs from the query of the page.
    - `own_piece`: a fragment to show before this fragment, with the result that a competitor looks
        for first in a long page.
    """

    id: str
    template: str
    context: Callable[[], Mapping[str, Any]]
    news: Text
    cache_key: str = ""
    refresh_query: Mapping[str, str] | None = None
    own_piece: "PagePiece | None" = None


def unchanged_response(request: PageRequest, tournament: Tournament) -> HttpResponse | None:
    """Return a 204 if the page already shows the last version of the fragment, else None."""
    if not _is_refresh(request) or revision(tournament, request.audience) > _shown_version(request):
        return None
    return _add_page_state(request, HttpResponse(status=204))


def live_page(
    request: PageRequest,
    template: str,
    piece: PagePiece,
    context: Callable[[], Mapping[str, Any]] = dict,
) -> HttpResponse:
    """Return the page, or its fragment alone for a refresh (perhaps a 204).

    `template` includes `parts/live.html` where the fragment goes. `context()` is for the rest of
    the page, which does not refresh.
    """
    tournament = request.tournament
    if (unchanged := unchanged_response(request, tournament)) is not None:
        return unchanged
    is_refresh, version = _is_refresh(request), revision(tournament, request.audience)
    html = _fragment(tournament, piece, request.audience)
    digest = sha256(html.encode()).hexdigest()[:10]
    if is_refresh and request.GET.get("d") == digest:
        unchanged = HttpResponse(status=204, headers={SHOWN_HEADER: str(version)})
        return _add_page_state(request, unchanged, digest)
    live = {
        "live_id": piece.id,
        "live_url": _refresh_url(request, piece, version, digest),
        "live_template": "parts/live_piece.html",
        "live_piece": mark_safe(html),
        "live_news": piece.news,
        "live_pages": 'rel="next"' in html or 'rel="prev"' in html,
    }
    if is_refresh:
        response = render(request, "parts/live.html", live)
    else:
        response = render(request, template, {**context(), **live})
    patch_vary_headers(response, ["HX-Request"])
    patch_cache_control(response, private=True, no_cache=True)
    return _add_page_state(request, response, digest)


def _add_page_state(request: PageRequest, response: HttpResponse, digest: str = "") -> HttpResponse:
    """Add the `PageState` for `config.front` to the response, unless the tournament is private."""
    tournament = request.tournament
    if tournament.visibility != Visibility.PRIVATE:
        response.page_state = PageState(current_version(tournament, request.audience), digest)  # type: ignore[attr-defined]
    return response


def _is_refresh(request: HttpRequest) -> bool:
    return bool(request.htmx) and "v" in request.GET  # type: ignore[attr-defined]


def _shown_version(request: HttpRequest) -> int:
    """Return the version that the page shows; 0 for an invalid number."""
    return read_number(request.GET["v"], digits=11) or 0


def _fragment(tournament: Tournament, piece: PagePiece, audience: Audience) -> str:
    """Return the fragment of this version and language, cached, preceded by `piece.own_piece`."""
    own_html = _fragment(tournament, piece.own_piece, audience) if piece.own_piece else ""

    def make() -> str:
        page_values = {"tournament": tournament, "audience": audience}
        return render_to_string(piece.template, {**page_values, **piece.context()})

    if not piece.cache_key:
        return own_html + make()
    name = f"live/{piece.id}/{piece.cache_key}/{get_language()}"
    return own_html + cached_text(tournament, name, audience, make)


def _refresh_url(request: HttpRequest, piece: PagePiece, version: int, digest: str) -> str:
    query = request.GET.dict() if piece.refresh_query is None else piece.refresh_query
    parameters = {name: value for name, value in query.items() if name not in OWN_PARAMETERS}
    if LANGUAGE_PARAMETER in request.GET:
        parameters[LANGUAGE_PARAMETER] = request.GET[LANGUAGE_PARAMETER]
    return f"{request.path}?{urlencode({**parameters, 'v': version, 'd': digest})}"
