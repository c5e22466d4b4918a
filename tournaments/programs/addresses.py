"""Addresses that a user has typed: the site sends only to addresses on the Internet."""

import socket
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.utils.translation import gettext_lazy as _

from tournaments.refusal import Refused


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
    """Return whether an IP address is on the Internet and does not contain an IPv4 address.

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
        or address.is_reserved  # these include ::/96 and 64:ff9b::/96, with an IPv4 address inside
        or address.is_site_local
        or text.startswith("64:ff9b:")
    ):
        return False
    return address.is_global and not address.is_multicast
