"""The web server: waitress with its documented options, the same on a laptop and on a server.

    python -m config.server --listen 127.0.0.1:8001

serves the site from one process with threads. A server runs several, each a unit of systemd behind
nginx (`deploy/`); `./dev run` starts one. Waitress reads requests in one loop: only a complete
request occupies a thread.
"""

import argparse
import resource
import signal
import sys
from collections.abc import Callable
from typing import Any

import waitress

OPTIONS: dict[str, Any] = {
    "backlog": 1024,
    "channel_timeout": 75,  # seconds of silence before a connection is closed
    "cleanup_interval": 5,  # seconds between two searches for idle connections
    "connection_limit": 2_000,
    "max_request_header_size": 32_768,
    # `LargeBodyMiddleware` refuses bodies over 10 MB in the visitor's language. The server itself
    # refuses a body over this limit, before it reads the body.
    "max_request_body_size": 32_000_000,
    "asyncore_use_poll": True,
    "log_socket_errors": False,
    "ident": None,
    "clear_untrusted_proxy_headers": False,  # TAPETE_PROXIES says how many proxies to trust
}
THREADS = 4


def arguments(words: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m config.server", description=__doc__)
    parser.add_argument("--listen", default="127.0.0.1:8000", help="HOST:PORT (%(default)s)")
    parser.add_argument("--threads", type=int, default=THREADS)
    return parser.parse_args(words)


def serve(application: Callable[..., Any], **options: Any) -> None:
    """Serve until SIGTERM or Ctrl+C, and finish the current responses.

    `options` are arguments of Waitress, such as the address.
    """
    _allow_files()
    signal.signal(signal.SIGTERM, lambda *_signal: sys.exit())
    waitress.create_server(application, **{**OPTIONS, **options}).run()


def site() -> Callable[..., Any]:
    """Return the WSGI application with every page imported: the first visitor must not wait."""
    from config.wsgi import application  # isort: skip
    import config.urls  # noqa: F401

    return application


def main() -> None:
    options = arguments()
    try:
        serve(site(), listen=options.listen, threads=options.threads)
    except (OSError, ValueError) as error:
        sys.exit(f"{options.listen}: {error}")


def _allow_files() -> None:
    """Raise the limit of open files: each connection is a file, and the usual limit is 1,024."""
    _soft, maximum = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (maximum, maximum))


if __name__ == "__main__":
    main()
