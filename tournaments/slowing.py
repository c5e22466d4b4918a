"""Brute force, slowed: passwords and links that are guessed.

Only wrong tries count, so that a hall of three hundred telephones behind one address is never
slowed by being many. They count by what is guessed at (the account, the beginning of the link), by
the device that guesses, and, with far more room, by the address. The counts are django-ratelimit's
in the cache: fixed windows, one atomic increment each.

For a page that opens a link: `@slow_guesses(INVITATION, place="secret")`, and raise `WrongSecret`
from it. For anything else: `refuse_if_slowed` before looking, `note_wrong` after a wrong try.
"""

import logging
from collections.abc import Callable, Iterator
from functools import wraps
from hashlib import sha256
from typing import Any

from allauth.account.adapter import get_adapter
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django_ratelimit import ALL
from django_ratelimit.core import get_usage

from tournaments.devices import device
from tournaments.models import Tournament
from tournaments.refusal import Refused
from tournaments.services.audit import note

log = logging.getLogger("tapete.security")

LOGIN, INVITATION, TABLE = "login", "invitation", "table"
# Wrong tries in so many seconds. One who mistypes makes three; a hall, some dozens.
RATES = {"key": (10, 300), "device": (15, 300), "address": (200, 600)}
# Four telephones that read an old paper must not shut the table's new link.
KEY_RATES = {TABLE: (40, 300)}
PREFIX = 6  # letters of a link that tell which one is being guessed


class WrongSecret(Http404):
    """What was sent opens nothing. `tournament`: whose it would have been, when that is known."""

    def __init__(self, tournament: Tournament | None = None) -> None:
        super().__init__("wrong secret")
        self.tournament = tournament


def refuse_if_slowed(request: HttpRequest, kind: str, key: str) -> None:
    """Raise Refused 429 `throttled`, with the seconds to wait, after too many wrong tries.

    `kind` is what is guessed at; `key`, which one of them: the login, the beginning of a link.
    Whoever has logged in answers for oneself and not for the hall's address. Counts nothing.
    """
    usages = [_usage(request, kind, *one, more=False) for one in _buckets(request, kind, key)]
    waits = [usage["time_left"] for usage in usages if usage["count"] >= usage["limit"]]
    if not waits:
        return
    wait = max(*waits, 1)
    raise Refused(
        "throttled",
        _(
            "Se ha probado demasiadas veces sin acertar. Espere %(minutes)s min y vuelva a "
            "intentarlo; si no recuerda la clave o el enlace, pida otro a la organización."
        ),
        status=429,
        wait=wait,
        minutes=-(-wait // 60),
    )


def note_wrong(
    request: HttpRequest, kind: str, key: str, tournament: Tournament | None = None
) -> None:
    """Count a wrong try, and log it; the tournament remembers it too once it is slowed.

    Not each one: an audit line makes every open page ask again.
    """
    counts = []
    for scope, value in _buckets(request, kind, key):
        usage = _usage(request, kind, scope, value, more=True)
        counts.append(f"{scope} {usage['count']}/{usage['limit']}")
        if usage["count"] == usage["limit"]:
            log.warning("slowed: %s, by its %s", kind, scope)
            if tournament is not None:
                note(tournament, None, "slow_guesses", after={"guessed": kind, "slowed_by": scope})
    # What was typed may be a password in the wrong box: a digest tells equal ones apart.
    digest = sha256(key.encode("utf-8", "replace")).hexdigest()[:12]
    told = f"{kind} {digest} from {_address(request)}: {', '.join(counts)}"
    log.warning("wrong secret: %s", told)


def slow_guesses(
    kind: str, *, place: str
) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Slow the view of a link down for whoever guesses: `place` is the secret's in the address.

    The view raises `WrongSecret` for what opens nothing. Goes under `@public`.
    """

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            key = str(kwargs[place])[:PREFIX]
            refuse_if_slowed(request, kind, key)
            try:
                return view(request, *args, **kwargs)
            except WrongSecret as error:
                note_wrong(request, kind, key, error.tournament)
                raise

        return guarded

    return decorate


def _buckets(request: HttpRequest, kind: str, key: str) -> Iterator[tuple[str, str]]:
    """What a try is counted by: each scope of `RATES` with its value."""
    yield "key", f"{kind}/{key.casefold()}"
    if request.user.is_authenticated:
        yield "device", f"{kind}/account/{request.user.pk}"
        return
    yield "device", f"{kind}/device/{device(request)}"
    yield "address", f"{kind}/address/{_address(request)}"


def _address(request: HttpRequest) -> str:
    return str(get_adapter(request).get_client_ip(request))


def _usage(
    request: HttpRequest, kind: str, scope: str, value: str, *, more: bool
) -> dict[str, int]:
    rate = KEY_RATES.get(kind, RATES[scope]) if scope == "key" else RATES[scope]
    digest = sha256(value.encode("utf-8", "replace")).hexdigest()  # anything may have been typed
    counted: dict[str, int] = get_usage(
        request, group=f"tapete/{scope}", key=lambda _group, _request: digest, rate=rate,
        method=ALL, increment=more,
    )  # fmt: skip
    return counted
