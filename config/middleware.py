"""What every request passes through, besides Django's own middleware."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone, translation

from tournaments.refusal import refused_from


class SpanishFirstMiddleware:
    """Speak Spanish unless this visitor chose another language here.

    Django's own LocaleMiddleware obeys the browser's header, and in Spain many phones and most
    old laptops ask for English without their owner knowing.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
        language = chosen if chosen in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
        with translation.override(language):
            request.LANGUAGE_CODE = language
            response = self.get_response(request)
        response.headers.setdefault("Content-Language", language)
        return response


class SlidingSessionMiddleware:
    """A session in use does not expire: it is written again once a day, and not at each request.

    The day is kept in the session itself, and until then it is that of the login; the cookie goes
    out again with every write.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated:
            today, login = timezone.localdate(), request.user.last_login
            since = timezone.localdate(login).isoformat() if login else ""
            if request.session.get("day", since) != today.isoformat():
                request.session["day"] = today.isoformat()
        return self.get_response(request)


class RefusedMiddleware:
    """Turn a refusal no view has caught into a page that says it, with its own status."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        refused = refused_from(error)
        if refused is None:
            return None
        response = render(request, "refused.html", {"refused": refused}, status=refused.status)
        if "wait" in refused.params:
            response.headers["Retry-After"] = str(refused.params["wait"])
        return response
