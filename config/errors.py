"""How the site answers what it cannot do: pages here, JSON in `api_answer`."""

from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from rest_framework.response import Response
from rest_framework.views import exception_handler

from tournaments.refusal import refused_from


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """400: the request itself cannot be read, or carries more than is allowed."""
    too_big = isinstance(exception, RequestDataTooBig)
    return render(request, "400.html", {"too_big": too_big}, status=400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "403.html", status=403)


def api_answer(error: Exception, context: dict[str, Any]) -> Response | None:
    """An error of the API: a stable code, the field, the article and the sentence."""
    refused = refused_from(error)
    if refused is None:
        return exception_handler(error, context)
    return Response(
        {
            "error": {
                "code": refused.code,
                "field": refused.field,
                "article": refused.article,
                "message": str(refused),
                "params": {key: str(value) for key, value in refused.params.items()},
            }
        },
        status=refused.status,
    )
