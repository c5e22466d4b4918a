#!/usr/bin/env python3
"""Take the pictures of README.md and docs/guia.md again: `.venv/bin/python docs/screenshots.py`.

Serves the demo maratón with `./dev run` from a temporary folder, photographs its pages on a desk
and on a telephone with Debian's Chromium, and writes them into docs/img/.
"""

import os
import socket
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

from PIL import Image  # comes with WeasyPrint
from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "img"
CHROMIUM = os.environ.get("TAPETE_CHROMIUM", "/usr/bin/chromium")
LARGEST = 150_000  # bytes of a picture in the repository


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@contextmanager
def demo(var: Path) -> Iterator[str]:
    """The demo site on a folder of its own; gives its address and ends it afterwards."""
    port = free_port()
    environment = {**os.environ, "TAPETE_VAR": str(var), "TAPETE_PORT": str(port)}
    environment.pop("DATABASE_URL", None)
    served = subprocess.Popen(["./dev", "run"], cwd=ROOT, env=environment)
    try:
        yield answering(f"http://127.0.0.1:{port}", served)
    finally:
        served.terminate()
        served.wait(timeout=30)


def answering(url: str, served: "subprocess.Popen[bytes]") -> str:
    for _attempt in range(600):
        try:
            with urllib.request.urlopen(url, timeout=5):
                return url
        except OSError:  # refused, or still setting up
            if served.poll() is not None:
                break
            time.sleep(0.5)
    raise SystemExit("./dev run does not serve the demo")


def new_page(browser: Browser, width: int, height: int) -> Page:
    return browser.new_context(
        viewport={"width": width, "height": height}, locale="es-ES", timezone_id="Europe/Madrid"
    ).new_page()


def photograph(page: Page, name: str) -> None:
    path = IMAGES / name
    drawn = Image.open(BytesIO(page.screenshot())).convert("RGB")
    few = drawn.quantize(64, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(path, optimize=True)
    assert path.stat().st_size < LARGEST, f"{name}: {path.stat().st_size} bytes"


def take(browser: Browser, url: str, password: str) -> None:
    """Walk through the site as somebody who has just started it does."""
    desk = new_page(browser, 1280, 900)
    desk.set_viewport_size({"width": 1280, "height": 1080})  # down to the demo
    desk.goto(url)
    photograph(desk, "guia-portada.png")
    desk.set_viewport_size({"width": 1280, "height": 900})
    desk.goto(f"{url}/cuenta/login/")
    desk.fill("#id_login", "organizacion")
    desk.fill("#id_password", password)
    desk.locator("main form button").click()
    desk.wait_for_url(f"{url}/")
    desk.goto(f"{url}/torneos/nuevo/")
    photograph(desk, "guia-crear.png")
    desk.goto(url)
    desk.locator(".card__link").first.click()
    desk.wait_for_url("**/panel/")
    photograph(desk, "panel.png")
    phone = new_page(browser, 390, 844)
    phone.goto(desk.url.replace("/panel/", "/clasificacion/"))
    photograph(phone, "standings-phone.png")


def main() -> None:
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, demo(Path(folder)) as url:
        password = (Path(folder) / "demo_password").read_text()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
            )
            take(browser, url, password)
            browser.close()


if __name__ == "__main__":
    main()
