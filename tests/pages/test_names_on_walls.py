"""Tests of names of sixty letters on hall screens and in the draw: nothing is cut or scrolls."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.pages.site import Site
from tests.pages.visitor import Visitor, fail_on_faults

pytestmark = pytest.mark.browser

WALLS = ({"width": 1024, "height": 768}, {"width": 1920, "height": 1080})
SURNAME = "Rodríguez de la Fuente y Ort"
# Return each way in which the page exceeds the window, and each text that is cut or outside it.
CUT = """() => {
  const root = document.documentElement;
  const shown = [...document.querySelectorAll(".slide.is-shown *, #sorteo *")];
  const cut = shown.filter((one) => getComputedStyle(one).overflow !== "visible"
    && (one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1));
  const beyond = shown.filter((one) => one.getBoundingClientRect().bottom > innerHeight + 1
    || one.getBoundingClientRect().right > innerWidth + 1);
  const over = [];
  if (root.scrollHeight > innerHeight) over.push(`high ${root.scrollHeight}`);
  if (root.scrollWidth > innerWidth) over.push(`wide ${root.scrollWidth}`);
  const told = (one) => `${one.className}: ${one.textContent.trim()}`;
  return [...over, ...[...cut, ...beyond].map(told)];
}"""
PAGES = ("apellidos", "numeros", "mesas", "jugando", "tanteo", "clasificacion", "cuadro")


def test_names_of_sixty_letters_fit_on_every_page_of_a_screen(
    chromium: Browser, site: Site
) -> None:
    slug = "nombres-largos"
    site.inside("demo", format="knockout", entries=8, rounds=0, name="Nombres largos")
    site.inside("give_long_names", slug=slug)
    _check_screens(chromium, site, slug, PAGES)
    for _round in range(2):
        site.inside("play_open", slug=slug)
        site.inside("draw_round", slug=slug)
    site.inside("record", code=site.inside("tables", slug=slug)[-1][0], line="coto 3-1")
    _check_screens(
        chromium, site, slug, ("jugando", "tanteo")
    )  # with the final and the match for the third place


def _check_screens(chromium: Browser, site: Site, slug: str, pages: tuple[str, ...]) -> None:
    """Assert that names fit on these pages of the screen, in two sizes."""
    for size in WALLS:
        wall = Visitor(chromium, site.url, size)
        with fail_on_faults(site, wall):
            for page in pages:
                wall.go(f"/t/{slug}/pantalla/?ver={page}")
                _check_slides(wall.page, f"{page} {size}")


def _check_slides(page: Page, description: str) -> None:
    """Turn through all slides of a page; assert that nothing is cut."""
    expect(page.locator(".slide.is-shown")).to_contain_text(SURNAME)
    assert "…" not in page.locator("#pantalla").inner_text()
    for _turn in range(page.locator(".slide").count()):
        assert page.evaluate(CUT) == [], description
        page.keyboard.press("ArrowRight")


def test_names_of_sixty_letters_fit_on_the_screen_of_the_draw(
    chromium: Browser, site: Site
) -> None:
    slug = "bolas-largas"
    site.inside("demo", format="knockout", entries=8, rounds=0, name="Bolas largas")
    site.inside("give_long_names", slug=slug)
    site.inside("draw_in_public", slug=slug, balls=8)
    for size in WALLS:
        wall = Visitor(chromium, site.url, size)
        with fail_on_faults(site, wall):
            wall.log_in((site.var / "demo_password").read_text())
            wall.go(f"/t/{slug}/rondas/1/ceremonia/pantalla/")
            expect(wall.page.get_by_text("Quedan 0 bolas")).to_be_visible()
            assert "…" not in wall.page.locator("#sorteo").inner_text()
            assert wall.page.evaluate(CUT) == [], size
