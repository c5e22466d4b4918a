"""How the site answers what it cannot do: pages here, JSON under `/api/`."""

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.defaults import page_not_found

from config.api_errors import api_bad_request, api_not_found, is_api


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400: the request itself cannot be read, or carries more than is allowed."""
    if is_api(request):
        return api_bad_request(exception)
    too_big = isinstance(exception, RequestDataTooBig)
    return render(request, "400.html", {"too_big": too_big}, status=400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "403.html", status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return api_not_found() if is_api(request) else page_not_found(request, exception)
