"""Cookies of a browser: a mark of its own, and the accounts that have entered with it."""

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
MOST_ACCOUNTS = 8  # of one browser: a hall's laptop goes from hand to hand
OLD = 600  # seconds: a browser that was there before whatever goes on now
SALT = "tapete.known"


def device(request: HttpRequest) -> str:
    """The mark that this browser keeps; a new one is handed to it with the answer."""
    mark = request.COOKIES.get(DEVICE_COOKIE, "")
    if mark.isalnum() and mark.isascii() and len(mark) <= DEVICE_LENGTH:
        return mark
    if not hasattr(request, "new_device"):
        request.new_device = secrets.token_hex(DEVICE_LENGTH // 2)  # type: ignore[attr-defined]
        request.new_known = _known(request)  # type: ignore[attr-defined]
    new: str = request.new_device  # type: ignore[attr-defined]
    return new


def is_old_device(request: HttpRequest) -> bool:
    """Whether the site has known this browser for a while, whoever uses it."""
    since: int = _known(request)["since"]
    return since < time.time() - OLD


def known_device(request: HttpRequest, user: User | None = None, login: str = "") -> str:
    """The mark of this browser if the account, or that of `login`, has entered with it, or ""."""
    known = _known(request)
    if user is not None:
        return str(known["mark"]) if user.pk in known["accounts"] else ""
    if not known["accounts"]:
        return ""
    same = Q(username__iexact=login) | Q(email__iexact=login)
    is_known = User.objects.filter(same, pk__in=known["accounts"]).exists()
    return str(known["mark"]) if is_known else ""


def remember_device(request: HttpRequest, user: User) -> None:
    """Hand the browser, with the answer, the proof that this account has entered with it."""
    known = _known(request)
    others = [pk for pk in known["accounts"] if pk != user.pk]
    accounts = [user.pk, *others][:MOST_ACCOUNTS]
    request.new_known = {**known, "accounts": accounts}  # type: ignore[attr-defined]


def _known(request: HttpRequest) -> dict[str, Any]:
    """Return what the signed cookie says; a browser without it has no accounts, and begins now."""
    try:
        known: dict[str, Any] = signing.loads(
            request.COOKIES.get(KNOWN_COOKIE, ""), salt=SALT, max_age=DEVICE_AGE
        )
    except signing.BadSignature:
        return {"mark": secrets.token_hex(8), "accounts": [], "since": int(time.time())}
    return known


class DeviceMiddleware:
    """Hand a browser what somebody has asked for during the request."""

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
