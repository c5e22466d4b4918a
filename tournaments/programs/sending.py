"""A POST to an address that a user has typed, which never reaches this site's own network.

The host is resolved once, all its IP addresses are checked, and the connection goes to a checked IP
address. No redirect is followed.
"""

import socket
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any
from urllib.parse import SplitResult, urlsplit, urlunsplit

import requests
from django.conf import settings
from django.utils.translation import gettext_lazy as _
from requests.adapters import HTTPAdapter

from tournaments.refusal import Refused

TIMEOUT = 5  # seconds to connect, and between two bytes of the answer


class PinnedHostAdapter(HTTPAdapter):
    """Verifies the certificate for `host` on a connection to its IP address."""

    def __init__(self, host: str) -> None:
        self.host = host
        super().__init__()

    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:
        super().init_poolmanager(
            *args, server_hostname=self.host, assert_hostname=self.host, **kwargs
        )


def checked_address(url: str) -> tuple[SplitResult, str]:
    """Return the parts of a URL, and the checked IP address of its host.

    Raises Refused 400: `url_not_https`, `url_unknown_host`, `url_private`.
    """
    schemes = ("https", "http") if settings.TAPETE_WEBHOOKS_LOCAL else ("https",)
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if not host or parts.scheme not in schemes or parts.username is not None:
        sentence = _("Escriba una dirección que empiece por https:// y sin usuario ni contraseña.")
        raise Refused("url_not_https", sentence, field="url")
    try:
        results = socket.getaddrinfo(host, port or 443, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        sentence = _("No se encuentra «%(host)s». Compruebe la dirección y la conexión a Internet.")
        raise Refused("url_unknown_host", sentence, field="url", host=host) from None
    parts = parts._replace(netloc=parts.netloc.lower().replace(host, host.encode("idna").decode()))
    addresses = [str(item[4][0]) for item in results]
    if not settings.TAPETE_WEBHOOKS_LOCAL and not all(map(is_public, addresses)):
        sentence = _("«%(host)s» está en una red privada, y los avisos solo salen a Internet.")
        raise Refused("url_private", sentence, field="url", host=host)
    return parts, addresses[0]


def is_public(text: str) -> bool:
    """Return whether an IP address is on the Internet and has no IPv4 address inside.

    >>> [is_public(a) for a in ("8.8.8.8", "10.0.0.1", "127.0.0.1", "169.254.169.254", "::1")]
    [True, False, False, False, False]
    >>> is_public("::ffff:127.0.0.1"), is_public("64:ff9b::7f00:1"), is_public("224.0.0.1")
    (False, False, False)
    >>> is_public("fec0::1"), is_public("::10.0.0.1")
    (False, False)
    """
    address: IPv4Address | IPv6Address = ip_address(text.partition("%")[0])
    if isinstance(address, IPv6Address) and (
        address.ipv4_mapped
        or address.sixtofour
        or address.teredo
        or address.is_reserved  # among them ::/96 and 64:ff9b::/96, with an IPv4 address inside
        or address.is_site_local
        or text.startswith("64:ff9b:")
    ):
        return False
    return address.is_global and not address.is_multicast


def post(url: str, body: bytes, headers: dict[str, str]) -> int:
    """Send the body; return the HTTP status. Raises Refused, OSError (requests' errors are).

    The body of the answer is not read: a slow one would hold the worker.
    """
    parts, address = checked_address(url)
    host = parts.hostname or ""
    literal = f"[{address}]" if ":" in address else address
    netloc = f"{literal}:{parts.port}" if parts.port else literal
    target = urlunsplit((parts.scheme, netloc, parts.path or "/", parts.query, ""))
    with requests.Session() as session:
        session.trust_env = False  # no proxy, no .netrc
        session.mount("https://", PinnedHostAdapter(host))
        own = {"Host": parts.netloc, "Content-Type": "application/json", **headers}
        with session.post(
            target, data=body, headers=own, timeout=TIMEOUT, allow_redirects=False, stream=True
        ) as answer:
            return answer.status_code
