"""`python -m config.web`: serve the site, behind a proxy, from several processes."""

import argparse
import os
import socket
import sys

from config.web import processes, sockets
from config.web.site import site

# How far pages give way where there is a process for what is saved: under a crowd of telephones a
# result, which takes little, is written at once.
GIVE_WAY = 5


def arguments(words: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m config.web", description=__doc__)
    parser.add_argument(
        "--listen", default="127.0.0.1:8000", help="HOST:PORT or unix:PATH (%(default)s)"
    )
    parser.add_argument(
        "--acts", default="", help="one more address, with a process of its own, for what is saved"
    )
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--threads", type=int, default=8, help="of each process")
    return parser.parse_args(words)


def main() -> None:
    asked = arguments()
    opened = _listen(asked.listen)
    for_acts = _listen(asked.acts) if asked.acts else None
    application = site()
    from config.web.server import serve  # it needs Django's settings

    def pages() -> None:
        os.nice(GIVE_WAY if for_acts else 0)
        serve(application, [opened], asked.threads)

    parts = [processes.Part(f"web {number}", pages) for number in range(1, asked.processes + 1)]
    if for_acts:
        # A result does not wait behind the pages that a whole hall asks for.
        parts.append(processes.Part("acts", lambda: serve(application, [for_acts], asked.threads)))
    processes.keep_running(parts, died=_say)
    processes.leave()


def _listen(address: str) -> socket.socket:
    try:
        return sockets.listen(address)
    except (OSError, ValueError) as error:
        sys.exit(f"{address}: {error}")


def _say(part: processes.Part) -> None:
    print(f"{part.name} ended by itself: it is started again.", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
