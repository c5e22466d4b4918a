"""A server that closes silent connections soon: `python -m tests.attacks.impatient PORT`."""

import sys
from typing import Any

from config.server import serve

SILENT = 1  # seconds until a silent connection is closed, instead of 75


def hello(_environ: dict[str, Any], start_response: Any) -> list[bytes]:
    start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", "5")])
    return [b"hello"]


if __name__ == "__main__":
    serve(hello, listen=f"127.0.0.1:{sys.argv[1]}", channel_timeout=SILENT, cleanup_interval=1)
