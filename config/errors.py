"""Error responses of the site: pages or, under `/api/`, JSON."""

import sys

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy as _
from django.views.defaults import page_not_found
from django.views.defaults import server_error as bug_page

from config.api_errors import (
    api_bad_request,
    api_not_found,
    api_refusal,
    api_too_large,
    api_unavailable,
    is_api,
)
from config.database_away import is_away
from tournaments.refusal import Refused, disk_full_refusal, is_disk_full

RETRY_SECONDS = 10  # seconds that a client waits; a killed database is back after two or three


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return 400: the request cannot be read, or is larger than allowed."""
    if is_api(request):
        return api_bad_request(exception)
    too_big = isinstance(exception, RequestDataTooBig)
    return render(request, "400.html", {"too_big": too_big}, status=400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Return 403 with a page.

    If a page was open before its user lost access, its next fragment request reloads the whole
    page, which then shows this response.
    """
    response = render(request, "403.html", status=403)
    if getattr(request, "htmx", False) and request.method == "GET":
        response.headers["HX-Refresh"] = "true"
    return response


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return api_not_found() if is_api(request) else page_not_found(request, exception)


def too_many_requests(request: HttpRequest) -> HttpResponse:
    """Return 429 for allauth's own limits, which last a minute."""
    sentence = _("Demasiadas peticiones seguidas. Espere un minuto y vuelva a intentarlo.")
    refusal = Refused("throttled", sentence, status=429, wait=60)
    response = render(request, "refused.html", {"refused": refusal}, status=429)
    response.headers["Retry-After"] = "60"
    return response


def server_error(request: HttpRequest) -> HttpResponse:
    """Return 500 for a bug; 503 while the database is away; 507 if the disk is full.

    A wrong query is a bug. Django calls this function while it handles the exception, but does not
    pass the exception.
    """
    if is_disk_full(sys.exception()):
        return _disk_full_response(request)
    if is_away(sys.exception()):
        return _unavailable_response(request)
    return bug_page(request)


def _disk_full_response(request: HttpRequest) -> HttpResponse:
    """Return 507: the disk is too full even to store an upload.

    The context processors of a page query the database. If the database cannot be read either, the
    page is rendered without them.
    """
    refusal = disk_full_refusal()
    if is_api(request):
        return api_refusal(refusal)
    try:
        return render(request, "refused.html", {"refused": refusal}, status=refusal.status)
    except DatabaseError:
        page = render_to_string("refused.html", {"refused": refusal})
        return HttpResponse(page, status=refusal.status)


def _unavailable_response(request: HttpRequest) -> HttpResponse:
    """Return 503 without querying the database; a page has the typed values, to send them again."""
    response = api_unavailable() if is_api(request) else HttpResponse(_unavailable_page(request))
    response.status_code = 503
    response.headers["Retry-After"] = str(RETRY_SECONDS)
    return response


def _unavailable_page(request: HttpRequest) -> str:
    values = (
        _typed_fields(request) if request.method == "POST" and _is_from_this_site(request) else []
    )
    context = {
        "address": request.get_full_path(),
        "posted": request.method == "POST",
        "typed_fields": values,
        "seconds": RETRY_SECONDS,
        "csrf_token": get_token(request) if values else "",
    }
    return render_to_string("503.html", context)


def too_large(request: HttpRequest) -> HttpResponse:
    """Return 413 for a body over the limit, which is left unread."""
    if is_api(request):
        return api_too_large()
    return HttpResponse(render_to_string("413.html"), status=413)


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Return 403 for an expired form, with the typed values, to send them again.

    Show the values only if the form came from this site: otherwise a click on our page would send a
    form of another site.
    """
    values = _typed_fields(request) if _is_from_this_site(request) else []
    return render(request, "403_csrf.html", {"typed_fields": values}, status=403)


def _is_from_this_site(request: HttpRequest) -> bool:
    own_origin = f"{request.scheme}://{request.get_host()}"
    return request.headers.get("Origin") in {own_origin, *settings.CSRF_TRUSTED_ORIGINS}


def _typed_fields(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the fields of the form, without the old token and any password."""
    return [
        (name, value)
        for name, values in request.POST.lists()
        if name != "csrfmiddlewaretoken" and "password" not in name
        for value in values
    ]
