"""Tests of a hall screen: large text, no scrolling, turning pages, a notice without network."""

import re
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.pages.phones import DEMO
from tests.pages.site import Site
from tests.pages.visitor import Visitor, fail_on_faults

pytestmark = pytest.mark.browser

WALL = {"width": 1920, "height": 1080}
SMALLEST = """() => Math.min(...[...document.querySelectorAll("body *")]
  .filter((one) => one.checkVisibility() && !one.closest(".visually-hidden"))
  .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
  .map((one) => parseFloat(getComputedStyle(one).fontSize)))"""
FITS = """() => {
  const root = document.documentElement;
  return root.scrollWidth <= innerWidth && root.scrollHeight <= innerHeight;
}"""
ROWS = """() => {
  const tops = [...document.querySelectorAll(".slide.is-shown .wall-rows > li")]
    .map((row) => Math.round(row.getBoundingClientRect().top));
  return new Set(tops).size;
}"""


def test_a_screen_has_large_text_and_goes_on_without_network(chromium: Browser, hall: Site) -> None:
    address = f"/t/{DEMO}/pantalla/?ver=apellidos,jugando,clasificacion"
    wall = Visitor(chromium, hall.url, WALL)
    page = wall.page
    with fail_on_faults(hall, wall):
        wall.go(address)
        wall.look("screen")
        page.set_viewport_size(WALL)
        page.clock.install()
        wall.go(address)
        page.clock.pause_at(datetime.now() + timedelta(seconds=2))
        pages = _check_all_pages(page)
    wall.context.set_offline(True)
    page.clock.run_for(4_000)
    note = page.locator("#sin-red")
    expect(note).to_have_text(re.compile(r"^Sin red: datos de las \d\d:\d\d$"))
    page.clock.run_for(12_000)
    expect(page.locator("#hoja")).to_have_text(f"2 / {pages}")
    expect(page.locator(".slide.is-shown")).to_contain_text("Busque su apellido")
    wall.context.set_offline(False)
    page.clock.run_for(4_000)
    expect(note).to_be_hidden()


def _check_all_pages(page: Page) -> int:
    """Check every page until the first one comes again; return the number of pages."""
    counter = page.locator("#hoja")
    pages = int(counter.inner_text().partition(" / ")[2])
    assert pages >= 4
    for number in (*range(1, pages + 1), 1):
        expect(counter).to_have_text(f"{number} / {pages}")
        assert page.evaluate(SMALLEST) >= 32 and page.evaluate(FITS)
        assert 1 <= page.evaluate(ROWS) <= 12
        page.clock.run_for(12_000)
    page.keyboard.press("ArrowLeft")
    return pages


def test_a_screen_of_a_large_hall_shows_its_parts_one_after_another(
    chromium: Browser, site: Site
) -> None:
    site.inside("demo", entries=64, rounds=0, name="Sala grande")
    wall = Visitor(chromium, site.url, WALL)
    page = wall.page
    with fail_on_faults(site, wall):
        wall.go("/t/sala-grande/pantalla/?ver=apellidos,jugando")
        titles = (
            ["Busque su apellido"] * 6 + ["Siguen jugando 32 mesas"] * 3 + ["Busque su apellido"]
        )
        for title in titles:
            expect(page.locator(".slide.is-shown .slide__title")).to_contain_text(title)
            page.keyboard.press("ArrowRight")
