"""A POST to an address that a user has typed, which never reaches this site's own network.

The connection goes to an IP address that `addresses` has checked. No redirect is followed. The
environment variable `SSL_CERT_FILE` names the file of the trusted authorities, as for mail. Without
it, the authorities of `certifi` are trusted.
"""

import os
from typing import Any
from urllib.parse import urlunsplit

import requests
from requests.adapters import HTTPAdapter

from tournaments.programs.addresses import checked_address

TIMEOUT = 5  # seconds to connect, and between two bytes of the answer


class PinnedHostAdapter(HTTPAdapter):
    """Adapter that verifies the certificate for `host` on a connection to its IP address."""

    def __init__(self, host: str) -> None:
        self.host = host
        super().__init__()

    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:
        super().init_poolmanager(
            *args, server_hostname=self.host, assert_hostname=self.host, **kwargs
        )


def post(url: str, body: bytes, headers: dict[str, str]) -> int:
    """Send the body; return the HTTP status.

    Raises Refused as `checked_address`, and OSError, from which all errors of requests derive. The
    body of the answer is not read: a slow answer would hold the worker.
    """
    parts, address = checked_address(url)
    host = parts.hostname or ""
    literal = f"[{address}]" if ":" in address else address
    netloc = f"{literal}:{parts.port}" if parts.port else literal
    target = urlunsplit((parts.scheme, netloc, parts.path or "/", parts.query, ""))
    with requests.Session() as session:
        session.trust_env = False  # the request uses no proxy and no .netrc
        session.verify = os.environ.get("SSL_CERT_FILE") or True
        session.mount("https://", PinnedHostAdapter(host))
        all_headers = {"Host": parts.netloc, "Content-Type": "application/json", **headers}
        with session.post(
            target,
            data=body,
            headers=all_headers,
            timeout=TIMEOUT,
            allow_redirects=False,
            stream=True,
        ) as answer:
            return answer.status_code
