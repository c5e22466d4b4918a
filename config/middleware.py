"""Middleware for every request, in addition to Django's own."""

from collections.abc import Callable
from hmac import compare_digest

from corsheaders.middleware import CorsMiddleware
from django.conf import settings
from django.contrib import messages
from django.contrib.sessions import middleware as sessions
from django.contrib.sessions.exceptions import SessionInterrupted
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone, translation

from config.errors import too_large
from config.upkeep.probes import failing_services
from tournaments.accounts.second_factor import second_factor_refusal
from tournaments.models import Visibility
from tournaments.permissions import PUBLIC, act_of, lacks_second_factor
from tournaments.refusal import is_disk_full, refusal_from
from tournaments.site.pages import LANGUAGE_PARAMETER

# Pages to set up the second factor; the API has its own refusal.
SET_UP_PATHS = ("/cuenta/2fa/", "/cuenta/reauthenticate/", "/cuenta/logout/", "/api/")
MAX_BODY_BYTES = 10_000_000  # the most bytes of a body: a photo has at most 8 MiB, a list 2 MB
YEAR_SECONDS = 60 * 60 * 24 * 365


class Middleware:
    """Base middleware: passes the request through."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)


class PublicReadsMiddleware(CorsMiddleware):
    """Let pages of other sites read the public API, but never a response made for an account."""

    def add_response_headers(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        is_personal = (
            settings.SESSION_COOKIE_NAME in request.COOKIES or "Authorization" in request.headers
        )
        if request.method not in settings.CORS_ALLOW_METHODS or is_personal:
            return response
        return super().add_response_headers(request, response)


class SpanishFirstMiddleware(Middleware):
    """Middleware that selects Spanish, unless the address (`?idioma=en`) or an earlier choice names
    another language.

    Django's LocaleMiddleware obeys the browser's header. In Spain many phones and most old laptops
    ask for English without their owners' knowledge.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        requested_language = request.GET.get(LANGUAGE_PARAMETER, "")
        stored_language = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
        languages = [
            language
            for language in (requested_language, stored_language)
            if language in dict(settings.LANGUAGES)
        ]
        language = languages[0] if languages else settings.LANGUAGE_CODE
        with translation.override(language):
            request.LANGUAGE_CODE = language
            response = self.get_response(request)
        response.headers.setdefault("Content-Language", language)
        # A fragment that refreshes by itself does not change the language: the visitor may have
        # chosen another one since the page loaded.
        if language == requested_language and "HX-Request" not in request.headers:
            response.set_cookie(
                settings.LANGUAGE_COOKIE_NAME, language, YEAR_SECONDS, samesite="Lax"
            )
        return response


class LargeBodyMiddleware(Middleware):
    """Middleware that refuses a body over 10 MB, in the visitor's language and unread.

    A server's proxy drops such a body and reports it in a header (`deploy/nginx.conf`).
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if "X-Too-Large" in request.headers or int(length) > MAX_BODY_BYTES:
            return too_large(request)
        return self.get_response(request)


class SessionMiddleware(sessions.SessionMiddleware):
    """Django's session middleware, which also works with a full disk.

    Reads and refusals are answered even if there is no space to save the session (the day of its
    last use, or a message).
    """

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        try:
            return super().process_response(request, response)
        except (SessionInterrupted, DatabaseError) as error:
            if (disk_error := _disk_full_error(error)) is None:
                raise
            if request.method not in ("GET", "HEAD") and response.status_code < 400:
                raise disk_error from disk_error.__cause__
        request.session.modified = False
        return super().process_response(request, response)


def _disk_full_error(error: BaseException | None) -> BaseException | None:
    """Return the error of a full disk: `error` or an error in its context; None if neither is.

    If Django cannot write a session, it reports that the session was deleted meanwhile.
    """
    while error is not None and not is_disk_full(error):
        error = error.__context__
    return error


class SlidingSessionMiddleware(Middleware):
    """Middleware that saves a session in use once a day, so that it does not expire.

    The session stores the day of its last save; before the first save, the day of the login counts.
    Every save sends the cookie again.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated:
            today, login = timezone.localdate(), request.user.last_login
            first_day = timezone.localdate(login).isoformat() if login else ""
            if request.session.get("day", first_day) != today.isoformat():
                request.session["day"] = today.isoformat()
        return self.get_response(request)


class SecondFactorMiddleware(Middleware):
    """Middleware that sends a staff account without a second factor to the page to set one up.

    Until the account has a second factor, only the pages in SET_UP open. The API has its own
    refusal (`ActPermission`).
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path.startswith(SET_UP_PATHS) and lacks_second_factor(request.user):
            messages.warning(request, str(second_factor_refusal()))
            return redirect("mfa_activate_totp")
        return self.get_response(request)


class RobotsMiddleware(Middleware):
    """Middleware that asks search engines to index only public pages of listed tournaments.

    `robots.txt` only prevents reading: a search engine still lists an address from the text of
    links to it.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not _is_for_everybody(request):
            response.headers.setdefault("X-Robots-Tag", "noindex, nofollow")
        return response


def _is_for_everybody(request: HttpRequest) -> bool:
    match = request.resolver_match
    if match is None or act_of(match.func) != PUBLIC:
        return False
    tournament = getattr(request, "tournament", None)
    return tournament is None or tournament.visibility == Visibility.PUBLIC


class RefusedMiddleware(Middleware):
    """Middleware that turns a refusal that no view has caught into a page, with its status."""

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        refusal = refusal_from(error)
        if refusal is None:
            return None
        response = render(request, "refused.html", {"refused": refusal}, status=refusal.status)
        if "wait" in refusal.params:
            response.headers["Retry-After"] = str(refusal.params["wait"])
        return response


class ProbesMiddleware:
    """Middleware that answers the probes of a supervisor or a load balancer.

    It comes first: a probe uses the machine's address over HTTP, without the host or the HTTPS that
    the site requires of other requests.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.probes: dict[str, Callable[[HttpRequest], HttpResponse]] = {
            "/healthz": _liveness_probe,
            "/readyz": _readiness_probe,
        }
        if settings.TAPETE_METRICS_TOKEN:
            self.probes["/metrics"] = _metrics_probe

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.probes.get(request.path_info)
        if answer is None or request.method not in ("GET", "HEAD"):
            return self.get_response(request)
        response = answer(request)
        response.headers["Cache-Control"] = "no-store"
        return response


def _liveness_probe(_request: HttpRequest) -> HttpResponse:
    """Return 200 while the process responds, without other checks."""
    return JsonResponse({"status": "ok"})


def _readiness_probe(_request: HttpRequest) -> HttpResponse:
    """Return 200 if every service of the pages responds, else 503 with the failing services."""
    names = failing_services()
    if not names:
        return JsonResponse({"status": "ok"})
    return JsonResponse({"status": "unavailable", "failing": names}, status=503)


def _metrics_probe(request: HttpRequest) -> HttpResponse:
    """Return the metrics of this process to a client with the token; 401 to any other client."""
    # Imported late: the package is optional.
    from django_prometheus.exports import ExportToDjangoView

    credentials, token = request.headers.get("Authorization", ""), settings.TAPETE_METRICS_TOKEN
    if not compare_digest(credentials.encode(), f"Bearer {token}".encode()):
        return HttpResponse(status=401, headers={"WWW-Authenticate": "Bearer"})
    response: HttpResponse = ExportToDjangoView(request)
    return response
