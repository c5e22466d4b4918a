"""What every request passes through, besides Django's own middleware."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation

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
        return render(request, "refused.html", {"refused": refused}, status=refused.status)
