"""`python -m config.web`: serve the site, behind a proxy, from several processes."""

import argparse
import sys

from config.web import processes, sockets
from config.web.site import site


def arguments(words: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m config.web", description=__doc__)
    parser.add_argument(
        "--listen", default="127.0.0.1:8000", help="HOST:PORT or unix:PATH (%(default)s)"
    )
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--threads", type=int, default=8, help="of each process")
    return parser.parse_args(words)


def main() -> None:
    asked = arguments()
    try:
        opened = sockets.listen(asked.listen)
    except (OSError, ValueError) as error:
        sys.exit(f"{asked.listen}: {error}")
    application = site()
    from config.web.server import serve  # it needs Django's settings

    parts = [
        processes.Part(f"web {number}", lambda: serve(application, [opened], asked.threads))
        for number in range(1, asked.processes + 1)
    ]
    processes.keep_running(parts, died=_say)
    processes.leave()


def _say(part: processes.Part) -> None:
    print(f"{part.name} ended by itself: it is started again.", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
