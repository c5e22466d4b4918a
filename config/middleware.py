"""Middleware that every request passes through, besides Django's own middleware."""

from collections.abc import Callable
from hmac import compare_digest

from django.conf import settings
from django.contrib import messages
from django.contrib.sessions import middleware as sessions
from django.contrib.sessions.exceptions import SessionInterrupted
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation

from config.errors import too_large
from config.upkeep.probes import failing
from tournaments.accounts.words import second_factor_needed
from tournaments.models import Visibility
from tournaments.names.audience import NOBODY, seen_by
from tournaments.permissions import PUBLIC, act_of, lacks_second_factor
from tournaments.refusal import is_disk_full, refused_from
from tournaments.site.pages import LANGUAGE_PARAMETER

# Where the second factor is set up; the API answers by itself.
SET_UP = ("/cuenta/2fa/", "/cuenta/reauthenticate/", "/cuenta/logout/", "/api/")
MOST_BODY = 10_000_000  # bytes: a photo is 8 MiB at most, a list 2 MB
A_YEAR = 60 * 60 * 24 * 365  # seconds


class Middleware:
    """One that hands the request on as it is."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)


class AudienceMiddleware(Middleware):
    """Begin each request as one of nobody: a page shows no more than its view says
    (`permissions.act`)."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.audience = NOBODY  # type: ignore[attr-defined]
        with seen_by(NOBODY):
            return self.get_response(request)


class SpanishFirstMiddleware(Middleware):
    """Speak Spanish unless the address asks for another language (`?idioma=en`) or this visitor
    chose it here before.

    Django's own LocaleMiddleware obeys the browser's header, and in Spain many phones and most
    old laptops ask for English without their owner knowing.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        asked = request.GET.get(LANGUAGE_PARAMETER, "")
        chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
        known = [one for one in (asked, chosen) if one in dict(settings.LANGUAGES)]
        language = known[0] if known else settings.LANGUAGE_CODE
        with translation.override(language):
            request.LANGUAGE_CODE = language
            response = self.get_response(request)
        response.headers.setdefault("Content-Language", language)
        # A piece that refreshes by itself chooses nothing: the visitor may have changed meanwhile.
        if language == asked and "HX-Request" not in request.headers:
            response.set_cookie(settings.LANGUAGE_COOKIE_NAME, language, A_YEAR, samesite="Lax")
        return response


class LargeBodyMiddleware(Middleware):
    """Refuse a body over 10 MB in the visitor's words, before anybody reads it.

    The proxy of a server keeps such a body to itself and says so by a header (`deploy/nginx.conf`).
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if "X-Too-Large" in request.headers or int(length) > MOST_BODY:
            return too_large(request)
        return self.get_response(request)


class SessionMiddleware(sessions.SessionMiddleware):
    """Django's. What is read, or refused, is answered although its session, with the day of its
    last use or a message, finds no room on the disk."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        try:
            return super().process_response(request, response)
        except (SessionInterrupted, DatabaseError) as error:
            if (full := _full_disk(error)) is None:
                raise
            if request.method not in ("GET", "HEAD") and response.status_code < 400:
                raise full from full.__cause__
        request.session.modified = False
        return super().process_response(request, response)


def _full_disk(error: BaseException | None) -> BaseException | None:
    """Return the error that says that the disk is full, this one or one behind it; None for none.
    Django tells any session that cannot be written as one that was deleted meanwhile."""
    while error is not None and not is_disk_full(error):
        error = error.__context__
    return error


class SlidingSessionMiddleware(Middleware):
    """A session in use does not expire: it is written again once a day, and not at each request.

    The day is kept in the session itself, and until then it is that of the login; the cookie goes
    out again with every write.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated:
            today, login = timezone.localdate(), request.user.last_login
            since = timezone.localdate(login).isoformat() if login else ""
            if request.session.get("day", since) != today.isoformat():
                request.session["day"] = today.isoformat()
        return self.get_response(request)


class SecondFactorMiddleware(Middleware):
    """Lead an account of the staff that lacks its second factor to where it is set up.

    Nothing else opens to it meanwhile. The API has a refusal of its own (`ActPermission`).
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path.startswith(SET_UP) and lacks_second_factor(request.user):
            messages.warning(request, str(second_factor_needed()))
            return redirect("mfa_activate_totp")
        return self.get_response(request)


class RobotsMiddleware(Middleware):
    """Ask search engines to keep none of what is not a public page of a listed tournament.

    `robots.txt` only keeps them from reading it: an address that somebody links to would still be
    listed by its words.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not _for_everybody(request):
            response.headers.setdefault("X-Robots-Tag", "noindex, nofollow")
        return response


def _for_everybody(request: HttpRequest) -> bool:
    found = request.resolver_match
    if found is None or act_of(found.func) != PUBLIC:
        return False
    tournament = getattr(request, "tournament", None)
    return tournament is None or tournament.visibility == Visibility.PUBLIC


class RefusedMiddleware(Middleware):
    """Turn a refusal no view has caught into a page that says it, with its own status."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        refused = refused_from(error)
        if refused is None:
            return None
        response = render(request, "refused.html", {"refused": refused}, status=refused.status)
        if "wait" in refused.params:
            response.headers["Retry-After"] = str(refused.params["wait"])
        return response


class ProbesMiddleware:
    """Answer the probes of a supervisor or a load balancer.

    It comes before all others: a probe asks by the address of the machine, over HTTP, without the
    host or the HTTPS that the site wants of everybody else.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.probes = {"/healthz": _alive, "/readyz": _ready}
        if settings.TAPETE_METRICS_TOKEN:
            self.probes["/metrics"] = _metrics

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.probes.get(request.path_info)
        if answer is None or request.method not in ("GET", "HEAD"):
            return self.get_response(request)
        response = answer(request)
        response.headers["Cache-Control"] = "no-store"
        return response


def _alive(_request: HttpRequest) -> HttpResponse:
    """200 while the process answers at all; nothing else is asked."""
    return JsonResponse({"status": "ok"})


def _ready(_request: HttpRequest) -> HttpResponse:
    """200 when all that a page may need answers, 503 with the names of what does not."""
    names = failing()
    if not names:
        return JsonResponse({"status": "ok"})
    return JsonResponse({"status": "unavailable", "failing": names}, status=503)


def _metrics(request: HttpRequest) -> HttpResponse:
    """What this process has counted, to who shows the token."""
    from django_prometheus.exports import ExportToDjangoView  # where it is installed

    shown, token = request.headers.get("Authorization", ""), settings.TAPETE_METRICS_TOKEN
    if not compare_digest(shown.encode(), f"Bearer {token}".encode()):
        return HttpResponse(status=401, headers={"WWW-Authenticate": "Bearer"})
    exported: HttpResponse = ExportToDjangoView(request)
    return exported
