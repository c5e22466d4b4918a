"""The API's responses to errors 4xx, 503 and 507 of services, DRF or Django, in one JSON form."""

from typing import Any

from django.core.exceptions import BadRequest, RequestDataTooBig, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.utils.translation import gettext as _
from rest_framework.exceptions import ErrorDetail, Throttled, ValidationError
from rest_framework.response import Response
from rest_framework.views import exception_handler

from rules.core import RuleError
from tournaments.refusal import Refused, refusal_from
from tournaments.site.api.errors import error_body, errors_by_path

UNREADABLE_ERRORS = (BadRequest, MultiPartParserError, SuspiciousOperation, UnreadablePostError)


def api_answer(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return the response to an error; None if the error is a bug."""
    if (refusal := refusal_from(error)) is not None:
        params = dict(refusal.params)
        if isinstance(error, RuleError) and error.hand:
            params["hand"] = error.hand
        body = error_body(
            refusal.code, refusal, field=refusal.field, article=refusal.article, params=params
        )
        wait = refusal.params.get("wait")
        return Response(
            body, status=refusal.status, headers={"Retry-After": str(wait)} if wait else None
        )
    if isinstance(error, UNREADABLE_ERRORS):
        return Response(_parse_error_body(error), status=400)
    response = exception_handler(error, context)
    if response is not None:
        response.data = _framework_error_body(error)
    return response


def is_api(request: HttpRequest) -> bool:
    return is_api_path(request.path)


def is_api_path(path: str) -> bool:
    return path.startswith("/api/")


def api_bad_request(error: Exception) -> HttpResponse:
    return JsonResponse(_parse_error_body(error), status=400)


def api_not_found() -> HttpResponse:
    return JsonResponse(error_body("not_found", _not_found_message()), status=404)


def api_refusal(refusal: Refused) -> HttpResponse:
    return JsonResponse(error_body(refusal.code, refusal), status=refusal.status)


def api_unavailable() -> HttpResponse:
    message = _("El servidor no puede atender ahora mismo: vuelva a intentarlo en unos segundos.")
    return JsonResponse(error_body("unavailable", message), status=503)


def api_too_large() -> HttpResponse:
    return JsonResponse(error_body("too_big", _("Lo enviado ocupa demasiado.")), status=413)


def _framework_error_body(error: Any) -> dict[str, Any]:
    """Return the JSON body for an error that DRF or Django raised."""
    if isinstance(error, ValidationError):
        return _validation_error_body(errors_by_path(error.detail))
    if isinstance(error, Http404):
        return error_body("not_found", _not_found_message())
    detail = getattr(error, "detail", None)
    code = detail.code if isinstance(detail, ErrorDetail) else "permission_denied"
    message = str(detail or _("No tiene permiso para hacer esto."))
    params = None
    if isinstance(error, Throttled):
        params = {"wait": round(getattr(error, "wait", None) or 0)}  # the stubs lack `wait`
    return error_body(str(code), message, params=params)


def _validation_error_body(fields: dict[str, list[dict[str, str]]]) -> dict[str, Any]:
    field = next(iter(fields), "")
    first_message = fields[field][0]["message"] if fields else _("No se entiende.")
    message = f"{field}: {first_message}" if field else first_message
    return error_body("invalid", message, field=field, fields=fields)


def _parse_error_body(error: Exception) -> dict[str, Any]:
    if isinstance(error, RequestDataTooBig):
        return error_body("too_big", _("Lo enviado ocupa demasiado."))
    return error_body("parse_error", _("No se ha podido leer lo enviado."))


def _not_found_message() -> str:
    return _("No hay nada en esta dirección.")
