"""Test of several open windows: a result written at the desk appears in all of them."""

import re
from time import monotonic

import pytest
from playwright.sync_api import Browser, expect

from tests.pages.phones import log_in_as
from tests.pages.site import Site
from tests.pages.visitor import PHONE, Visitor, fail_on_faults

pytestmark = pytest.mark.browser

T = "/t/varias-ventanas/"
LONGEST_WAIT = 20_000  # milliseconds until a window must show the result


def test_a_result_of_the_desk_appears_in_every_open_window(
    chromium: Browser, site: Site, capsys: pytest.CaptureFixture[str]
) -> None:
    site.inside("demo", entries=8, rounds=1, format="knockout", name="Varias ventanas")
    desk = Visitor(chromium, site.url)
    phone, standings, bracket, wall = (
        Visitor(chromium, site.url, size)
        for size in (PHONE, PHONE, PHONE, {"width": 1920, "height": 1080})
    )
    with fail_on_faults(site, desk, phone, standings, bracket, wall):
        log_in_as(desk.page, site, "mesa")
        desk.go(f"{T}control/")
        bracket.go(f"{T}cuadro/")
        playing = bracket.page.locator(".drawn-bracket").get_by_text("mesa 1")
        expect(playing.first).to_be_visible()
        desk.page.locator("a.tile").first.click()
        tile = desk.page.locator("#ficha")
        expect(tile).to_contain_text(" · ")
        entry = re.search(r"(\d+) · ", tile.inner_text())
        assert entry
        number = entry[1]
        phone.go(f"{T}mesa/?q={number}")
        expect(phone.page.locator(".big-number__number")).to_have_text("1")
        standings.go(f"{T}clasificacion/")
        wall.go(f"{T}pantalla/?ver=cuadro")
        slide = wall.page.locator(".slide.is-shown")
        expect(slide).to_contain_text("Mesa 1")
        before = standings.page.locator(f"#n-{number}").inner_text()
        line = desk.page.get_by_label("Mesa y resultado")
        line.fill("1 2-0")
        desk.page.keyboard.press("Enter")
        expect(desk.page.locator("#linea-dice")).to_contain_text("Mesa 1 ·")
        desk.page.keyboard.press("Enter")
        expect(desk.page.locator("#linea-dice")).to_contain_text("Guardado")
        start, seconds = monotonic(), {}
        expect(playing).to_have_count(0, timeout=LONGEST_WAIT)
        seconds["bracket"] = monotonic() - start
        expect(slide).not_to_contain_text("Mesa 1", timeout=LONGEST_WAIT)
        seconds["screen"] = monotonic() - start
        expect(phone.page.locator("main")).to_contain_text("Pasa de ronda", timeout=LONGEST_WAIT)
        seconds["phone"] = monotonic() - start
        expect(standings.page.locator(f"#n-{number}")).not_to_have_text(
            before, timeout=LONGEST_WAIT
        )
        seconds["standings"] = monotonic() - start
    with capsys.disabled():
        print("\nseconds until each window follows, at most:", seconds)
