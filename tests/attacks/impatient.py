"""A server whose limits are short, for the tests: `python -m tests.attacks.impatient PORT`."""

import sys
from typing import Any

import django

from config.web import sockets
from config.web.limits import Limits

LIMITS = Limits(whole=1.0, silent=0.6, draining=0.5)


def hello(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", "2")])
    return [b"ok"]


if __name__ == "__main__":
    django.setup()
    from config.web.server import serve

    serve(hello, [sockets.tcp("127.0.0.1", int(sys.argv[1]))], limits=LIMITS)
