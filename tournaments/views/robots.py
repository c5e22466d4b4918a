"""`robots.txt`: what search engines are asked not to read, written from the acts of the pages."""

import re
from collections.abc import Iterator
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, get_resolver
from django.views.decorators.http import require_safe

from tournaments.permissions import PUBLIC, act_of, public

PLACE = re.compile(r"<[^>]+>")
# Robots stay out of personal links, accounts and pages for programs.
AREAS = ("a/", "m/", "invitacion/", "cuenta/", "admin/", "api/", "estilo/")


@require_safe
@public
def robots(request: HttpRequest) -> HttpResponse:
    """Allow the public pages, and nothing that needs a role, an account or a link.

    Unlisted tournaments are not named, but carry `X-Robots-Tag` (`RobotsMiddleware`).
    """
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in _kept_out()), "Allow: /", ""]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


def _kept_out() -> list[str]:
    own = [f"/{area}" for area in AREAS]
    routes = (
        f"/{PLACE.sub('*', route)}"
        for route, view in _pages(get_resolver().url_patterns, "")
        if not route.startswith(AREAS) and act_of(view) not in ("", PUBLIC)
    )
    return [*own, *dict.fromkeys(routes)]


def _pages(patterns: list[Any], before: str) -> Iterator[tuple[str, Any]]:
    """Every address with its view; none of those of a package, which have areas of their own."""
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if route.startswith(AREAS):
            continue
        if isinstance(pattern, URLResolver):
            yield from _pages(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern):
            yield route, pattern.callback
