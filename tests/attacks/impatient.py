"""A server whose limits are short, for the tests: `python -m tests.attacks.impatient PORT`."""

import sys
import threading
from typing import Any

import django

from config.web import sockets
from config.web.limits import Limits

LIMITS = Limits(whole=1.0, silent=0.6, draining=0.5)


LARGE = 2_000_000  # bytes, more than a socket takes at once


class Hello:
    """Says where it is answered, once or many times; `/hand…` is at hand."""

    def is_at_hand(self, environ: dict[str, Any]) -> bool:
        return bool(environ["PATH_INFO"].startswith("/hand"))

    def __call__(self, environ: dict[str, Any], start_response: Any) -> list[bytes]:
        where = b"loop;" if threading.current_thread() is threading.main_thread() else b"else;"
        body = where * (LARGE // len(where) if environ["PATH_INFO"].endswith("/large") else 1)
        start_response(
            "200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(body)))]
        )
        return [body]


if __name__ == "__main__":
    django.setup()
    from config.web.server import serve

    serve(Hello(), [sockets.tcp("127.0.0.1", int(sys.argv[1]))], limits=LIMITS)
