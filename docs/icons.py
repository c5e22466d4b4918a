#!/usr/bin/env python3
"""Draw the icons for a home screen from static/img/favicon.svg: `.venv/bin/python -m docs.icons`.

Home screens want PNG. A maskable icon has no round corners, and its drawing stays inside the circle
that a phone may cut out of it (80 % of the width).
"""

import re
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.pages.conftest import ARGUMENTS, CHROMIUM

IMAGES = Path(__file__).resolve().parents[1] / "static/img"
SIZES = {"icon-192.png": 192, "icon-512.png": 512, "icon-maskable.png": 512}
CLOTH = "#14553a"


def drawing(name: str, size: int) -> str:
    """Return a page with the icon alone."""
    svg = (IMAGES / "favicon.svg").read_text()
    if "maskable" in name:
        svg = re.sub(r'<rect width="32"[^>]*/>', "", svg).replace("0 0 32 32", "-4 -4 40 40")
    ground = CLOTH if "maskable" in name else "transparent"
    style = f"html,body{{margin:0;background:{ground}}} svg{{display:block;width:{size}px}}"
    return f"<style>{style}</style>{svg}"


def main() -> None:
    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        for name, size in SIZES.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(drawing(name, size))
            page.screenshot(path=IMAGES / name, omit_background=True)
        browser.close()


if __name__ == "__main__":
    main()
