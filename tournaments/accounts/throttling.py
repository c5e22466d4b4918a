"""Throttling of brute force: guessed passwords, codes and links.

Only wrong tries count (and requests for an entry), so many people in a hall may share one address.
Tries count by account *and* address, so an attacker blocks only his own address, until the account
reaches the limit `everywhere`. A browser that has logged in to the account has its own count.
django-ratelimit keeps the counts in the cache. The right secret of a link (80 bits or more) always
opens.

For a page that opens a link, use `@throttle_guesses(INVITATION, place="secret")` and raise
`WrongSecret` in it; elsewhere, `note_wrong_link`. For a password or a code, call
`refuse_if_throttled` before the check and `note_wrong` after a wrong try.
"""

import logging
from collections.abc import Callable
from functools import wraps
from hashlib import sha256
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from allauth.account.adapter import get_adapter
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _
from django_ratelimit import ALL
from django_ratelimit.core import get_usage

from tournaments.accounts.devices import device_mark, is_old_device, known_device
from tournaments.audit.services import note
from tournaments.models import Tournament
from tournaments.refusal import Refused

log = logging.getLogger("tapete.security")

LOGIN, CODE, INVITATION, TABLE = "login", "code", "invitation", "table"
REQUEST = "request"  # sign-up requests: codes tried, and requests sent
# Scope → (wrong tries, seconds). A clumsy user makes three wrong tries; a hall, some dozens.
RATES = {
    "key": (10, 300),  # wrong tries at one secret, from one address
    "known": (10, 300),  # wrong tries at an account, by a browser that has logged in to it before
    "device": (15, 300),  # wrong tries of one kind, by one browser or one logged-in account
    "address": (200, 600),  # wrong tries of one kind, by all visitors at one address
    "everywhere": (1_000, 3_600),  # wrong tries at one account, by all unknown browsers together
    "sent": (40, 600),  # all requests for an entry, not only wrong tries, from one address
}
# Four telephones that read an old paper must not look like an attack. A code of six digits is
# easier to guess than a password, but only a person with the password can try it.
SPECIAL_RATES = {(TABLE, "key"): (40, 300), (CODE, "everywhere"): (50, 3_600)}
GUESSABLE = frozenset({LOGIN, CODE})  # secrets chosen by people, or of six digits
PREFIX = 6  # letters of a link that identify the guessed link


TOO_MANY_TRIES = {
    True: _(
        "Demasiados intentos fallidos. Espere %(minutes)s min, o entre con un teléfono u "
        "ordenador que ya haya usado."
    ),
    False: _(
        "Se han probado demasiados enlaces que no valen. Espere %(minutes)s min, o abra el enlace "
        "bueno: si no lo tiene, pídalo a la organización."
    ),
}


TOO_MANY_REQUESTS = _(
    "Desde este sitio se han enviado muchas solicitudes seguidas. Espere %(minutes)s min y vuelva "
    "a enviarla, o avise a la organización."
)


class WrongSecret(Http404):
    """A link with a secret that opens no page; `tournament` is set if known."""

    def __init__(self, tournament: Tournament | None = None) -> None:
        super().__init__("wrong secret")
        self.tournament = tournament


def refuse_if_throttled(
    request: HttpRequest, kind: str, key: str, user: User | None = None
) -> None:
    """Raise Refused 429 `throttled`, with the seconds to wait, after too many wrong tries.

    `kind` is the kind of secret and `key` identifies it: the login, the beginning of a link;
    `user` is the account if known. The check itself is not counted. The limit `address` does not
    block an old browser (`is_old_device`).
    """
    buckets = _buckets(request, kind, key, user)
    if is_old_device(request):
        buckets = [bucket for bucket in buckets if bucket[0] != "address"]
    usages = [_usage(request, kind, *bucket, increment=False) for bucket in buckets]
    waits = [usage["time_left"] for usage in usages if usage["count"] >= usage["limit"]]
    if not waits:
        return
    wait = max(*waits, 1)
    raise Refused(
        "throttled",
        TOO_MANY_TRIES[kind in GUESSABLE],
        status=429,
        wait=wait,
        minutes=-(-wait // 60),
    )


def note_wrong(
    request: HttpRequest,
    kind: str,
    key: str,
    tournament: Tournament | None = None,
    user: User | None = None,
) -> None:
    """Count and log a wrong try; the tournament gets an audit line when throttling begins."""
    counts = []
    for scope, identifier in _buckets(request, kind, key, user):
        usage = _usage(request, kind, scope, identifier, increment=True)
        counts.append(f"{scope} {usage['count']}/{usage['limit']}")
        if usage["count"] == usage["limit"]:
            log.warning("slowed: %s, by its %s", kind, scope)
            if tournament is not None:
                note(tournament, None, "slow_guesses", after={"guessed": kind, "slowed_by": scope})
    # A user may type a password in the wrong box: the log has only a digest.
    digest = sha256(key.encode("utf-8", "replace")).hexdigest()[:12]
    line = f"{kind} {digest} from {_address(request)}: {', '.join(counts)}"
    log.warning("wrong secret: %s", line)


def note_wrong_link(
    request: HttpRequest, kind: str, key: str, tournament: Tournament | None = None
) -> None:
    """Count a link that opens no page. Raises Refused 429 after too many such links."""
    refuse_if_throttled(request, kind, key)
    note_wrong(request, kind, key, tournament)


def refuse_many_requests(request: HttpRequest, slug: str) -> None:
    """Count a request for an entry from this address. Raises Refused 429 after too many requests.

    A club may share one laptop, and a mobile network one address: `RATES` leaves room for both.
    """
    usage = _usage(request, REQUEST, "sent", f"{slug}/{_address(request)}", increment=True)
    if usage["count"] > usage["limit"]:
        wait = max(usage["time_left"], 1)
        raise Refused("throttled", TOO_MANY_REQUESTS, status=429, wait=wait, minutes=-(-wait // 60))


def throttle_guesses(
    kind: str, *, place: str
) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Throttle guesses of the secret of a link.

    The view has the secret in its argument named `place`, and raises `WrongSecret` if it is wrong.
    """

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def throttled_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            try:
                return view(request, *args, **kwargs)
            except WrongSecret as error:
                note_wrong_link(request, kind, str(kwargs[place])[:PREFIX], error.tournament)
                raise

        return throttled_view

    return decorate


def _buckets(request: HttpRequest, kind: str, key: str, user: User | None) -> list[tuple[str, str]]:
    """Return the counters of a try: each is a scope of `RATES` and an identifier in that scope."""
    attempt = f"{kind}/{key.casefold()}"
    if kind in GUESSABLE and (mark := known_device(request, user, key)):
        return [("known", f"{attempt}/{mark}")]
    address = _address(request)
    buckets = [("key", f"{attempt}/{address}")]
    if kind in GUESSABLE:
        buckets.append(("everywhere", attempt))
    if request.user.is_authenticated:  # a user counts alone, not with the hall's address
        return [*buckets, ("device", f"{kind}/account/{request.user.pk}")]
    return [
        *buckets,
        ("device", f"{kind}/device/{device_mark(request)}"),
        ("address", f"{kind}/address/{address}"),
    ]


def _address(request: HttpRequest) -> str:
    """Return the client's address; for IPv6 the /64 network, as one client may have all of it."""
    client = str(get_adapter(request).get_client_ip(request))
    try:
        address = ip_address(client)
    except ValueError:
        return client
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or ip_network((address, 64), strict=False))
    return client


def _usage(
    request: HttpRequest, kind: str, scope: str, identifier: str, *, increment: bool
) -> dict[str, int]:
    rate = SPECIAL_RATES.get((kind, scope), RATES[scope])
    # A digest, because some characters of `identifier` are not allowed in a cache key.
    digest = sha256(identifier.encode("utf-8", "replace")).hexdigest()
    usage: dict[str, int] = get_usage(
        request,
        group=f"tapete/{scope}",
        key=lambda _group, _request: digest,
        rate=rate,
        method=ALL,
        increment=increment,
    )
    return usage
