"""Views of the service worker, the offline page, the manifest and `robots.txt`."""

import hashlib
import json
import re
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.permissions import PUBLIC, act_of, public

# Files of the pages that record results, in any game; other files are cached when requested.
FILES = (
    "css/tapete.css",
    "js/tapete.js",
    "js/acta.js",
    "js/queue.js",
    "img/cloth.svg",
    "img/embroidery.svg",
    "img/favicon.svg",
    "img/icons.svg",
    "img/logo.svg",
    "img/wrong.svg",
    "img/oros.svg",
    "img/copas.svg",
    "img/espadas.svg",
    "img/bastos.svg",
)


@require_safe
@public
@never_cache
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the script of the service worker, whose version changes when its files change."""
    files = [static(name) for name in FILES]
    offline = reverse("offline")
    version = hashlib.sha256(json.dumps(files).encode()).hexdigest()[:12]
    context = {
        "version": json.dumps(version),
        "files": json.dumps(files),
        "offline": json.dumps(offline),
        "static": json.dumps(settings.STATIC_URL),
    }
    return render(request, "sw.js", context, content_type="text/javascript")


@require_safe
@public
def offline(request: HttpRequest) -> HttpResponse:
    """Return the page shown in place of an uncached page, the same for any account."""
    return render(request, "offline.html")


@require_safe
@public
def manifest(request: HttpRequest) -> HttpResponse:
    """Return the manifest: the name and the icons of the site on a telephone's home screen."""
    vector_icon = {"src": static("img/favicon.svg"), "sizes": "any", "type": "image/svg+xml"}
    icons = [
        {
            "src": static(f"img/{name}.png"),
            "sizes": f"{size}x{size}",
            "type": "image/png",
            **purpose,
        }
        for name, size, purpose in (
            ("icon-192", 192, {}),
            ("icon-512", 512, {}),
            ("icon-maskable", 512, {"purpose": "maskable"}),
        )
    ]
    values = {
        "name": "Tapete",
        "short_name": "Tapete",
        "lang": "es",
        "start_url": reverse("home"),
        "scope": "/",
        "display": "minimal-ui",
        "background_color": "#0c3a26",
        "theme_color": "#0c3a26",
        "icons": [vector_icon, *icons],
    }
    return JsonResponse(values, content_type="application/manifest+json")


# --- Robots ---------------------------------------------------------------------------------------
# `robots.txt` is made from the acts of the pages.
URL_PARAMETER = re.compile(r"<[^>]+>")
# Robots stay out of personal links, accounts and pages for programs.
DISALLOWED_AREAS = ("a/", "m/", "invitacion/", "salas/", "cuenta/", "admin/", "api/", "estilo/")

REQUEST_PAGES = "/inscripcion/solicitud/"


@require_safe
@public
def robots(request: HttpRequest) -> HttpResponse:
    """Allow the public pages; disallow pages that need a role, an account or a link.

    Unlisted tournaments are not named, but have `X-Robots-Tag` (`RobotsMiddleware`).
    """
    lines = [
        "User-agent: *",
        *(f"Disallow: {path}" for path in _disallowed_paths()),
        "Allow: /",
        "",
    ]
    return HttpResponse("\n".join(lines), content_type="text/plain; charset=utf-8")


def _disallowed_paths() -> list[str]:
    area_paths = [f"/{area}" for area in DISALLOWED_AREAS]
    routes = (
        f"/{URL_PARAMETER.sub('*', route)}"
        for route, view in _routes(get_resolver().url_patterns, "")
        if not route.startswith(DISALLOWED_AREAS)
        and (REQUEST_PAGES in route or act_of(view) not in ("", PUBLIC))
    )
    return [*area_paths, *dict.fromkeys(routes)]


def _routes(patterns: list[Any], prefix: str) -> Iterator[tuple[str, Any]]:
    """Yield the route of every page with its view, except the routes in `DISALLOWED_AREAS`."""
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if route.startswith(DISALLOWED_AREAS):
            continue
        if isinstance(pattern, URLResolver):
            yield from _routes(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern):
            yield route, pattern.callback
