"""The mark a browser keeps of its own: by it lines are told apart, and wrong tries counted."""

import secrets
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from tournaments.writer import DEVICE_LENGTH

DEVICE_COOKIE, DEVICE_AGE = "tapete_device", 60 * 60 * 24 * 365


def device(request: HttpRequest) -> str:
    """The mark that this browser keeps; a new one is handed to it with the answer."""
    kept = request.COOKIES.get(DEVICE_COOKIE, "")
    if kept.isalnum() and kept.isascii() and len(kept) <= DEVICE_LENGTH:
        return kept
    if not hasattr(request, "new_device"):
        request.new_device = secrets.token_hex(DEVICE_LENGTH // 2)  # type: ignore[attr-defined]
    new: str = request.new_device  # type: ignore[attr-defined]
    return new


class DeviceMiddleware:
    """Hand a browser the mark that somebody has asked for during the request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if new := getattr(request, "new_device", ""):
            response.set_cookie(
                DEVICE_COOKIE, new, max_age=DEVICE_AGE, httponly=True, samesite="Lax",
                secure=request.is_secure(),
            )  # fmt: skip
        return response
