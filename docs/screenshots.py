#!/usr/bin/env python3
"""Take the pictures of README.md, docs/guia.md and docs/design.md again: `.venv/bin/python -m
docs.screenshots`, with a word to take only those whose names have it.

Serves a demo from a temporary folder, photographs its pages with Debian's Chromium at 390, 1280 and
1920 px, and writes them into docs/img/. Those of docs/design.md have the longest names that fit in
the boxes, for a page that holds them holds any.
"""

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

from PIL import Image  # comes with WeasyPrint
from playwright.sync_api import Browser, Page, sync_playwright

from tests.pages.conftest import ARGUMENTS, CHROMIUM
from tests.pages.phones import coto, sits_down
from tests.pages.site import Site

IMAGES = Path(__file__).resolve().parent / "img"
LARGEST = 150_000  # bytes of a picture in the repository
HEIGHTS = {390: 844, 1280: 900, 1920: 1080}
HALL, BRACKET = "/t/torneo-de-nombres-largos/", "/t/cuadro-de-nombres-largos/"
LONG = "Torneo de nombres largos"
SIXTY = "Maratón de Guiñote de las Fiestas de San Roque y del Rosario"


@contextmanager
def served() -> Iterator[Site]:
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder))
        try:
            site.start()
            yield site
        finally:
            site.close()


class Camera:
    """A window of each width, logged in or not."""

    def __init__(self, browser: Browser, site: Site, wanted: str, username: str = "") -> None:
        self.site, self.wanted = site, wanted
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

    def take(self, name: str, *widths: int, tall: int = 0, whole: bool = False) -> None:
        """Photograph what is open at each of these widths, down to its end if it is the `whole`."""
        for width in widths:
            self.page.set_viewport_size({"width": width, "height": tall or HEIGHTS[width]})
            if whole:  # in one window, where nothing sticks in the middle of the page
                end = self.page.evaluate("document.documentElement.scrollHeight")
                self.page.set_viewport_size({"width": width, "height": end})
            self.page.wait_for_timeout(500)  # for the script of the page to answer to the width
            self.keep(f"{name}.png" if len(widths) == 1 else f"{name}-{width}.png")

    def keep(self, name: str) -> None:
        if self.wanted not in name:
            return
        drawn = Image.open(BytesIO(self.page.screenshot())).convert("RGB")
        few = drawn.quantize(
            64 if "hall" in name else 24, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
        )
        few.save(IMAGES / name, optimize=True)
        assert (IMAGES / name).stat().st_size < LARGEST, name


def first_day(browser: Browser, site: Site, wanted: str) -> None:
    """Walk through the site as somebody who has just started it does."""
    Camera(browser, site, wanted)
    visitor = Camera(browser, site, wanted)
    visitor.go("/")
    visitor.take("guia-portada", 1280, tall=1080)  # down to the demo
    desk = Camera(browser, site, wanted, "organizacion")
    desk.go("/torneos/nuevo/")
    desk.take("guia-crear", 1280)
    desk.go("/")
    desk.page.locator(".card__link").first.click()
    desk.page.wait_for_url("**/panel/")
    desk.take("panel", 1280)
    visitor.page.goto(desk.page.url.replace("/panel/", "/clasificacion/"))
    visitor.take("standings-phone", 390)


def hall_of_long_names(browser: Browser, site: Site, wanted: str) -> None:
    """The pages that staff and players see in the middle of a round."""
    links = [link for _code, _slug, link in site.inside("tables", slug=HALL.split("/")[2])]
    phone = Camera(browser, site, wanted)
    sits_down(phone.page, site, links[-8])  # table 5 of 12
    phone.take("acta", 390)
    phone.page.set_viewport_size({"width": 390, "height": 844})
    coto(phone.page, 3, 1)
    phone.page.get_by_role("heading", name="Línea 2").wait_for()
    coto(phone.page, 3, 2)
    phone.page.get_by_role("heading", name="Falta que confirme").wait_for()
    phone.take("acta-end", 390)

    desk = Camera(browser, site, wanted, "organizacion")
    desk.go(f"{HALL}fases/1/arbitraje/")
    desk.page.get_by_label("Minutos de cada partida").fill("45")
    desk.page.get_by_role("button", name="Guardar").click()
    desk.page.wait_for_load_state()
    desk.go(f"{HALL}control/")
    said = desk.page.locator("#linea-dice")
    for table, result in ((2, "2-1"), (3, "0-2"), (8, "2-0")):
        desk.page.get_by_label("Mesa y resultado").fill(f"{table} {result}")
        desk.page.keyboard.press("Enter")
        said.filter(has_text=f"Mesa {table} ·").wait_for()
        desk.page.keyboard.press("Enter")
        said.filter(has_text=f"Guardado: Mesa {table} ·").wait_for()
    desk.page.locator("a.tile").nth(1).click()
    desk.page.locator("#ficha-mesa").wait_for()
    desk.take("hall", 1280, 390)
    for path, name in (("panel/", "today"), ("inscripciones/", "entries")):
        desk.go(f"{HALL}{path}")
        desk.take(name, 1280, 390)
    for width in (390, 1280):
        desk.go(f"{HALL}inscripciones/")
        checks_in(desk.page, width)
        desk.take(f"check-in-{width}", width)
    desk.go(f"{HALL}compartir/")
    desk.take("share", 390, 1280, whole=True)
    desk.go("/torneos/nuevo/")
    creates(desk.page)
    desk.take("create", 390, 1280, whole=True)

    for path, name in (
        ("clasificacion/", "standings"),
        ("emparejamientos/", "pairings"),
        ("mesa/?q=1", "where"),
        ("reloj/", "clock"),
    ):
        phone.go(f"{HALL}{path}")
        phone.take(name, 390, 1280)
    phone.go(f"{BRACKET}cuadro/")
    phone.take("bracket", 390, 1280)
    phone.page.set_viewport_size({"width": 1920, "height": 1080})
    for show, name in (("apellidos", "surnames"), ("clasificacion", "standings")):
        phone.go(f"{HALL}pantalla/?ver={show}")
        phone.take(f"screen-{name}", 1920)
    phone.go(f"{BRACKET}pantalla/?ver=cuadro")
    phone.take("screen-bracket", 1920)


def checks_in(page: Page, width: int) -> None:
    """On *Inscripciones*: those of a surname, the first of whom F2 has marked."""
    page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
    search = page.get_by_label("Buscar por nombre, pueblo o número")
    search.fill("roche")
    page.locator("#lista caption", has_text="«roche»").wait_for()
    for _press in range(2):  # it was there: not seen, and seen again
        search.press("F2")
        page.wait_for_timeout(500)


def creates(page: Page) -> None:
    """The four steps filled in: Swiss and a bracket for 33 pairs, with a name of sixty letters."""
    said = page.locator("#frase")
    page.get_by_label("Inscripciones que se esperan").fill("33")
    page.keyboard.press("Tab")
    said.filter(has_text="33 parejas").wait_for()
    page.locator("[name=recipe][value=swiss_bracket]").check()
    said.filter(has_text="cuadro de 8").wait_for()
    page.get_by_label("Nombre del torneo").fill(SIXTY)
    page.get_by_label("Lugar").fill("Salón de la Asociación Cultural y Recreativa de Villarquemado")


def main(wanted: str = "") -> None:
    IMAGES.mkdir(exist_ok=True)
    with served() as site, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        site.inside("demo")
        first_day(browser, site, wanted)
        site.inside("demo", entries=24, rounds=3, name=LONG)
        site.inside(
            "demo", entries=16, rounds=2, format="knockout", name=LONG.replace("Torneo", "Cuadro")
        )
        site.inside("lengthen_names")
        hall_of_long_names(browser, site, wanted)
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
