"""Names of sixty letters on a screen of the hall and in the draw: whole, and without scrolling."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.pages.site import Site
from tests.pages.visitor import Visitor, watched

pytestmark = pytest.mark.browser

WALLS = ({"width": 1024, "height": 768}, {"width": 1920, "height": 1080})
SURNAME = "Rodríguez de la Fuente y Ort"
# What is on the wall, what does not fit in it, and every text of which a part is not seen.
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
SHOWS = ("apellidos", "numeros", "mesas", "jugando", "tanteo", "clasificacion", "cuadro")


def test_sixty_letters_are_whole_on_every_page(chromium: Browser, site: Site) -> None:
    slug = "nombres-largos"
    site.inside("demo", format="knockout", entries=8, rounds=0, name="Nombres largos")
    site.inside("give_long_names", slug=slug)
    _are_whole(chromium, site, slug, SHOWS)
    for _round in range(2):
        site.inside("play_open", slug=slug)
        site.inside("draw_round", slug=slug)
    site.inside("record", code=site.inside("tables", slug=slug)[-1][0], line="coto 3-1")
    _are_whole(chromium, site, slug, ("jugando", "tanteo"))  # the final and the third place


def _are_whole(chromium: Browser, site: Site, slug: str, shown: tuple[str, ...]) -> None:
    for size in WALLS:
        wall = Visitor(chromium, site.url, size)
        with watched(site, wall):
            for shows in shown:
                wall.go(f"/t/{slug}/pantalla/?ver={shows}")
                _every_page_is_whole(wall.page, f"{shows} {size}")


def _every_page_is_whole(page: Page, where: str) -> None:
    expect(page.locator(".slide.is-shown")).to_contain_text(SURNAME)
    assert "…" not in page.locator("#pantalla").inner_text()
    for _turn in range(page.locator(".slide").count()):
        assert page.evaluate(CUT) == [], where
        page.keyboard.press("ArrowRight")


def test_sixty_letters_are_whole_in_the_draw(chromium: Browser, site: Site) -> None:
    slug = "bolas-largas"
    site.inside("demo", format="knockout", entries=8, rounds=0, name="Bolas largas")
    site.inside("give_long_names", slug=slug)
    site.inside("draw_in_public", slug=slug, balls=8)
    for size in WALLS:
        wall = Visitor(chromium, site.url, size)
        with watched(site, wall):
            wall.log_in((site.var / "demo_password").read_text())
            wall.go(f"/t/{slug}/rondas/1/ceremonia/pantalla/")
            expect(wall.page.get_by_text("Quedan 0 bolas")).to_be_visible()
            assert "…" not in wall.page.locator("#sorteo").inner_text()
            assert wall.page.evaluate(CUT) == [], size
