"""Acts of a telephone of the hall, run on its own host: `python -m tests.home.phone ACT …`.

Each act prints what the telephone saw, as JSON.
"""

import base64
import json
import socket
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from tests.faults.browser import Browser, log_in

PATIENCE = 120.0


def look(url: str) -> dict[str, Any]:
    """Ask for the front page by its own host name and by a foreign one; return both statuses."""
    address = urlsplit(url)
    return {
        "status": Browser(url, PATIENCE).get("/").status,
        "other name": _status_for_host(address.hostname, address.port, "tapete.example"),
    }


def _status_for_host(host: str | None, port: int | None, name: str) -> int:
    with socket.create_connection((host, port), timeout=PATIENCE) as connection:
        connection.sendall(f"GET / HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n".encode())
        return int(connection.recv(100).split()[1])


def print_sheet(url: str, password: str, sheet: str) -> dict[str, Any]:
    """Log in, open the page of sheets and print `sheet`; return the page and the PDF."""
    browser = log_in(url, "organizacion", password, PATIENCE)
    slug = browser.get("/api/v1/tournaments/").json["results"][0]["slug"]
    page = browser.get(f"/t/{slug}/imprimir/").text
    job = browser.post(f"/t/{slug}/imprimir/hoja/", {"sheet": sheet}).goes_to
    file = f"{job}fichero/"
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        content = _bytes_of(browser, file)
        if content.startswith(b"%PDF"):
            return {"page": page, "pdf": base64.b64encode(content).decode()}
        time.sleep(0.5)
    raise SystemExit(f"{sheet} has not been printed in {PATIENCE} s.")


def _bytes_of(browser: Browser, path: str) -> bytes:
    cookies = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    request = urllib.request.Request(browser.url + path, headers={"Cookie": cookies})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as response:
            return bytes(response.read())
    except urllib.error.HTTPError:  # the sheet is not printed yet
        return b""


ACTS: dict[str, Callable[..., dict[str, Any]]] = {"look": look, "sheet": print_sheet}

if __name__ == "__main__":
    print(json.dumps(ACTS[sys.argv[1]](*sys.argv[2:])))
