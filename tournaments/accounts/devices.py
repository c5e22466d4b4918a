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
OLD_AFTER = 600  # seconds from a browser's first visit until it is no longer new
SALT = "tapete.known"


def device_mark(request: HttpRequest) -> str:
    """Return the mark of this browser. The response gives a mark to a browser without one."""
    mark = request.COOKIES.get(DEVICE_COOKIE, "")
    if mark.isalnum() and mark.isascii() and len(mark) <= DEVICE_LENGTH:
        return mark
    if not hasattr(request, "new_device"):
        request.new_device = secrets.token_hex(DEVICE_LENGTH // 2)  # type: ignore[attr-defined]
        request.new_known = _cookie_content(request)  # type: ignore[attr-defined]
    new_mark: str = request.new_device  # type: ignore[attr-defined]
    return new_mark


def is_old_device(request: HttpRequest) -> bool:
    """Return whether the site has known this browser for `OLD_AFTER` seconds, under any account."""
    first_visit: int = _cookie_content(request)["since"]
    return first_visit < time.time() - OLD_AFTER


def known_device(request: HttpRequest, user: User | None = None, login: str = "") -> str:
    """Return the mark of this browser if `user`, or the account of `login`, logged in with it.

    Return "" for any other browser.
    """
    content = _cookie_content(request)
    if user is not None:
        return str(content["mark"]) if user.pk in content["accounts"] else ""
    if not content["accounts"]:
        return ""
    has_login = Q(username__iexact=login) | Q(email__iexact=login)
    is_known = User.objects.filter(has_login, pk__in=content["accounts"]).exists()
    return str(content["mark"]) if is_known else ""


def remember_device(request: HttpRequest, user: User) -> None:
    """Store in the browser, with the response, that this account logged in with it."""
    content = _cookie_content(request)
    other_accounts = [pk for pk in content["accounts"] if pk != user.pk]
    accounts = [user.pk, *other_accounts][:MOST_ACCOUNTS]
    request.new_known = {**content, "accounts": accounts}  # type: ignore[attr-defined]


def _cookie_content(request: HttpRequest) -> dict[str, Any]:
    """Return the content of the signed cookie; if it is not valid, new content without accounts."""
    try:
        content: dict[str, Any] = signing.loads(
            request.COOKIES.get(KNOWN_COOKIE, ""), salt=SALT, max_age=DEVICE_AGE
        )
    except signing.BadSignature:
        return {"mark": secrets.token_hex(8), "accounts": [], "since": int(time.time())}
    return content


class DeviceMiddleware:
    """Middleware that sets the browser cookies requested during the request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if mark := getattr(request, "new_device", ""):
            _set_cookie(request, response, DEVICE_COOKIE, mark)
        if content := getattr(request, "new_known", None):
            _set_cookie(request, response, KNOWN_COOKIE, signing.dumps(content, salt=SALT))
        return response


def _set_cookie(request: HttpRequest, response: HttpResponse, name: str, value: str) -> None:
    response.set_cookie(
        name, value, max_age=DEVICE_AGE, httponly=True, samesite="Lax", secure=request.is_secure()
    )
