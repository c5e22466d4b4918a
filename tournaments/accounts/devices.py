"""Cookies that mark a browser and remember the accounts that logged in with it."""

import secrets
import time
from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import User
from django.core import signing
from django.db.models import Q
from django.http import HttpRequest, HttpResponse

from tournaments.writer import DEVICE_LENGTH

DEVICE_COOKIE, KNOWN_COOKIE = "tapete_device", "tapete_known"
DEVICE_AGE = 60 * 60 * 24 * 365
MOST_ACCOUNTS = 8  # accounts remembered per browser: many people share a hall's laptop
OLD = 600  # a browser is no longer new this many seconds after its first visit
SALT = "tapete.known"


def device_mark(request: HttpRequest) -> str:
    """Return the mark of this browser; the response gives a new mark to a browser without a
    mark.
    """
    mark = request.COOKIES.get(DEVICE_COOKIE, "")
    if mark.isalnum() and mark.isascii() and len(mark) <= DEVICE_LENGTH:
        return mark
    if not hasattr(request, "new_device"):
        request.new_device = secrets.token_hex(DEVICE_LENGTH // 2)  # type: ignore[attr-defined]
        request.new_known = _cookie_content(request)  # type: ignore[attr-defined]
    new: str = request.new_device  # type: ignore[attr-defined]
    return new


def is_old_device(request: HttpRequest) -> bool:
    """Return whether the site has known this browser for `OLD` seconds, under any account."""
    since: int = _cookie_content(request)["since"]
    return since < time.time() - OLD


def known_device(request: HttpRequest, user: User | None = None, login: str = "") -> str:
    """Return the mark of this browser if `user`, or the account of `login`, logged in with it.

    Return "" for any other browser.
    """
    known = _cookie_content(request)
    if user is not None:
        return str(known["mark"]) if user.pk in known["accounts"] else ""
    if not known["accounts"]:
        return ""
    same = Q(username__iexact=login) | Q(email__iexact=login)
    is_known = User.objects.filter(same, pk__in=known["accounts"]).exists()
    return str(known["mark"]) if is_known else ""


def remember_device(request: HttpRequest, user: User) -> None:
    """Store in the browser, with the response, that this account logged in with it."""
    known = _cookie_content(request)
    others = [pk for pk in known["accounts"] if pk != user.pk]
    accounts = [user.pk, *others][:MOST_ACCOUNTS]
    request.new_known = {**known, "accounts": accounts}  # type: ignore[attr-defined]


def _cookie_content(request: HttpRequest) -> dict[str, Any]:
    """Return the content of the signed cookie; without a valid cookie, content without accounts."""
    try:
        known: dict[str, Any] = signing.loads(
            request.COOKIES.get(KNOWN_COOKIE, ""), salt=SALT, max_age=DEVICE_AGE
        )
    except signing.BadSignature:
        return {"mark": secrets.token_hex(8), "accounts": [], "since": int(time.time())}
    return known


class DeviceMiddleware:
    """Middleware that sets the browser cookies requested during the request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if new := getattr(request, "new_device", ""):
            _keep(request, response, DEVICE_COOKIE, new)
        if known := getattr(request, "new_known", None):
            _keep(request, response, KNOWN_COOKIE, signing.dumps(known, salt=SALT))
        return response


def _keep(request: HttpRequest, response: HttpResponse, name: str, value: str) -> None:
    response.set_cookie(
        name, value, max_age=DEVICE_AGE, httponly=True, samesite="Lax", secure=request.is_secure()
    )
