"""How the site answers what it cannot do: pages here, JSON under `/api/`."""

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.defaults import page_not_found

from config.api_errors import api_bad_request, api_not_found, is_api
from tournaments.refusal import Refused


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400: the request itself cannot be read, or carries more than is allowed."""
    if is_api(request):
        return api_bad_request(exception)
    too_big = isinstance(exception, RequestDataTooBig)
    return render(request, "400.html", {"too_big": too_big}, status=400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """403. A page open since before somebody was taken off asks again for its piece, and shows
    this whole."""
    response = render(request, "403.html", status=403)
    if getattr(request, "htmx", False) and request.method == "GET":
        response.headers["HX-Refresh"] = "true"
    return response


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return api_not_found() if is_api(request) else page_not_found(request, exception)


def too_many_requests(request: HttpRequest) -> HttpResponse:
    """429 of allauth's own limits, which last a minute."""
    sentence = _("Se han pedido demasiadas cosas seguidas. Espere un minuto y vuelva a intentarlo.")
    refused = Refused("throttled", sentence, status=429, wait=60)
    response = render(request, "refused.html", {"refused": refused}, status=429)
    response.headers["Retry-After"] = "60"
    return response


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form whose page had expired, with what was typed in it to send again.

    Only for a form of this site: another's would be carried out at a click on our own page.
    """
    kept = _typed(request) if _from_here(request) else []
    return render(request, "403_csrf.html", {"kept": kept}, status=403)


def _from_here(request: HttpRequest) -> bool:
    here = f"{request.scheme}://{request.get_host()}"
    return request.headers.get("Origin") in {here, *settings.CSRF_TRUSTED_ORIGINS}


def _typed(request: HttpRequest) -> list[tuple[str, str]]:
    """The fields of the form but for the old token and any password."""
    return [
        (name, value)
        for name, values in request.POST.lists()
        if name != "csrfmiddlewaretoken" and "password" not in name
        for value in values
    ]
