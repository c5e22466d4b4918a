#!/usr/bin/env python3
"""Take the pictures of README.md, docs/guia.md, docs/organizar/ and docs/design.md again:
`.venv/bin/python -m docs.screenshots`, with a word to take only pictures with it in their names.

The program serves two demos from a temporary folder: the one of a newcomer, and a maratón of 24
pairs half-way through its fourth round. It photographs their pages with Debian's Chromium and
writes docs/img/.
"""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

from PIL import Image  # Pillow comes with WeasyPrint
from playwright.sync_api import Browser, Page, sync_playwright

from tests.pages.conftest import ARGUMENTS, CHROMIUM
from tests.pages.phones import coto, sit_down
from tests.pages.site import Site

IMAGES = Path(__file__).resolve().parent / "img"
LARGEST = 150_000  # bytes; limit of a picture in the repository
HEIGHTS = {390: 844, 1280: 900, 1920: 1080}
NAME = "Maratón de San Roque"
HALL, BRACKET = "/t/maraton-de-san-roque/", "/t/final-de-san-roque/"


@contextmanager
def demo_site() -> Iterator[Site]:
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder))
        site.environment["TAPETE_PUBLIC_URL"] = "http://tapete.local/"  # for the QR codes
        try:
            site.start()
            yield site
        finally:
            site.close()


class Camera:
    """A browser window, logged in if it gets a username; `word` chooses the pictures to take."""

    def __init__(self, browser: Browser, site: Site, word: str, username: str = "") -> None:
        self.site, self.word = site, word
        context = browser.new_context(
            locale="es-ES", timezone_id="Europe/Madrid", reduced_motion="reduce"
        )
        self.page: Page = context.new_page()
        if username:
            self.go("/cuenta/login/")
            self.page.fill("#id_login", username)
            self.page.fill("#id_password", (site.var / "demo_password").read_text())
            self.page.locator("main form button").click()
            self.page.wait_for_url(lambda url: "/cuenta/" not in url)

    def go(self, path: str) -> None:
        answer = self.page.goto(f"{self.site.url}{path}")
        assert answer is not None and answer.ok, path

    def take(self, name: str, width: int, height: int = 0) -> None:
        """Photograph the open page at this width, if `name` contains the chosen word."""
        if self.word not in name:
            return
        self.page.set_viewport_size({"width": width, "height": height or HEIGHTS[width]})
        self.page.evaluate("scrollTo(0, 0)")
        self.page.wait_for_timeout(500)  # until the page's script has adapted to the width
        image = Image.open(BytesIO(self.page.screenshot())).convert("RGB")
        reduced_image = image.quantize(
            64, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
        )
        reduced_image.save(IMAGES / f"{name}.png", optimize=True)
        assert (IMAGES / f"{name}.png").stat().st_size < LARGEST, name


def first_day(browser: Browser, site: Site, word: str) -> None:
    """Photograph the pages that a newcomer opens and fills in."""
    visitor = Camera(browser, site, word)
    visitor.go("/")
    visitor.take("cover", 1280, 1080)  # high enough for the demo
    desk = Camera(browser, site, word, "organizacion")
    desk.go("/torneos/nuevo/")
    fill_in_tournament(desk.page)
    desk.take("create", 1280, 1330)


def fill_in_tournament(page: Page) -> None:
    """Fill in the four steps of a new tournament: a Swiss and a bracket for 33 pairs."""
    sentence = page.locator("#frase")
    page.get_by_label("Cuánto dura").select_option("un_coto_de_4")
    page.get_by_label("Inscripciones que se esperan").fill("33")
    page.keyboard.press("Tab")
    sentence.filter(has_text="33 parejas").wait_for()
    page.locator("[name=recipe][value=swiss_bracket]").check()
    sentence.filter(has_text="cuadro de 8").wait_for()
    page.get_by_label("Nombre del torneo").fill(NAME)
    page.get_by_label("Lugar").fill("Casino de Calamocha")


def day(browser: Browser, site: Site, word: str) -> None:
    """Photograph what staff and players see in the middle of a round."""
    slug = HALL.split("/")[2]
    tables = site.inside("tables", slug=slug)[-12:]
    for code, _slug, _link in tables:
        site.inside("call_earlier", code=code, minutes=38)
    phone = Camera(browser, site, word)
    phone.page.set_viewport_size({"width": 390, "height": 844})
    sit_down(phone.page, site, tables[4][2])
    coto(phone.page, 3, 1)
    phone.page.get_by_role("heading", name="Anotación 2").wait_for()
    phone.page.reload()  # a first visit does not wait for the fonts of the site
    phone.take("acta", 390)
    coto(phone.page, 3, 2)
    phone.page.get_by_role("heading", name="Pendiente de confirmar").wait_for()

    desk = Camera(browser, site, word, "organizacion")
    desk.go(f"{HALL}fases/1/arbitraje/")
    desk.page.locator("#id_minutes").fill("60")
    desk.page.get_by_role("button", name="Guardar").click()
    desk.page.wait_for_load_state()
    desk.go(f"{HALL}control/")
    answer = desk.page.locator("#linea-dice")
    for table, result in ((3, "0-2"), (6, "2-0"), (8, "2-1"), (11, "1-2"), (2, "31 23 32")):
        desk.page.get_by_label("Mesa y resultado").fill(f"{table} {result}")
        desk.page.keyboard.press("Enter")
        answer.filter(has_text=f"Mesa {table} ·").wait_for()
        desk.page.keyboard.press("Enter")
        answer.filter(has_text=f"Guardado: Mesa {table} ·").wait_for()
    desk.page.locator("a.tile").nth(1).click()
    desk.page.locator("#ficha-mesa").wait_for()
    desk.take("hall", 1280)
    desk.go(f"{HALL}panel/")
    desk.take("today", 1280)

    phone.go(f"{HALL}clasificacion/")
    phone.take("standings", 390)
    phone.go(f"{HALL}mesa/?q=14")
    phone.take("where", 390)
    phone.go(f"{HALL}pantalla/?ver=apellidos")
    phone.take("screen", 1920)
    phone.go(f"{BRACKET}cuadro/")
    phone.take("bracket", 1280, 1250)


def main(word: str = "") -> None:
    with demo_site() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        site.inside("demo", rounds=2)
        first_day(browser, site, word)
        site.inside("demo", entries=24, rounds=3, name=NAME)
        final = NAME.replace("Maratón", "Final")
        site.inside("demo", entries=16, rounds=2, format="knockout", name=final)
        day(browser, site, word)
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
