"""The public address of this site, for links and QR codes."""

from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from tournaments.refusal import Conflict

LOCAL_HOSTS = {"localhost", "127.0.0.1", "::1", "0.0.0.0"}
DEFAULT_URL = "http://127.0.0.1:8000"


def base_url(request: HttpRequest) -> str:
    """Return the public address, or the address of the request; no final slash."""
    return settings.TAPETE_PUBLIC_URL.rstrip("/") or f"{request.scheme}://{request.get_host()}"


def url_without_request() -> str:
    """Return the address of the site for a command, without a final slash.

    It is the public address if the settings have one, else the address that `./dev run` stored in
    the data folder at its last start, else the usual address of this machine.
    """
    return (settings.TAPETE_PUBLIC_URL or _url_of_last_run() or DEFAULT_URL).rstrip("/")


def _url_of_last_run() -> str:
    try:
        return (Path(settings.VAR_DIR) / "in_use").read_text().strip()
    except OSError:  # `./dev run` has never started here, or belongs to another user
        return ""


def is_only_here(base_url: str) -> bool:
    """Return whether only this machine can open the address, and no phone in the hall can."""
    return urlsplit(base_url).hostname in LOCAL_HOSTS


def is_only_near(base_url: str) -> bool:
    """Return whether only devices in the hall's network can open the address."""
    host = urlsplit(base_url).hostname or ""
    try:
        address = ip_address(host)
    except ValueError:
        return not is_only_here(base_url) and (host.endswith(".local") or "." not in host)
    return address.is_private and not address.is_loopback


def refuse_only_here(base_url: str) -> None:
    """Raise Refused 409 `only_here` if no phone can open the site, for a feature of phones."""
    if is_only_here(base_url):
        raise Conflict(
            "only_here",
            _(
                "Tapete solo se abre ahora en este ordenador. Para que lleguen los teléfonos, "
                "ciérrelo y ábralo para la sala (./dev run --hall, o el icono de Tapete); en "
                "Docker o en un servidor, ponga TAPETE_PUBLIC_URL."
            ),
        )
