"""Test of fifty results typed into the line of the desk: keys, time and page loads."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.pages.phones import log_in_as
from tests.pages.site import Site
from tests.pages.visitor import Visitor
from tests.sizes import size

pytestmark = pytest.mark.browser

TABLES = 50
TYPED_RESULTS = size(6, long=TABLES)  # results typed here; the rest is played before
RESULTS = ["2-0", "312330", "21", "", "1-2"]  # typed results; "" chooses one with a key
MOST_KEYS = 3  # most keys of a result, without its figures
MOST_SECONDS, SECONDS_OF_A_KEY = 180, 0.28  # most for fifty results; a key of a slow typist


class Keyboard:
    """A keyboard that counts its keys: figures of tables and results, and other keys."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.figures = 0
        self.others = 0

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)
        figures = sum(char.isdigit() or char == "-" for char in text)
        self.figures, self.others = self.figures + figures, self.others + len(text) - figures

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.others += 1


def write_result(keyboard: Keyboard, table: int, result: str) -> None:
    """Write the result of a table with Enter twice; without a result, choose one with a key."""
    reply = keyboard.page.locator("#linea-dice")
    keyboard.type(f"{table} {result}".strip())
    keyboard.press("Enter")
    if result:
        expect(reply).to_contain_text(f"Mesa {table} · Cotos")
        keyboard.press("Enter")
    else:
        expect(reply).to_contain_text("Una tecla")
        keyboard.press("2")
        expect(reply).to_contain_text(
            "vale partidas"
        )  # partidas count in the standings, and the result lacks them
        keyboard.press("Enter")
    expect(reply).to_contain_text(f"Guardado: Mesa {table} ·")


def test_fifty_results_take_less_than_three_minutes_to_type(
    site: Site, chromium: Browser, capsys: pytest.CaptureFixture[str]
) -> None:
    site.inside("demo", entries=2 * TABLES, rounds=0, name="La sala llena")
    site.inside("play_tables", slug="la-sala-llena", first=TYPED_RESULTS + 1)
    desk = Visitor(chromium, site.url)
    page, loads = desk.page, []
    log_in_as(page, site, "mesa")
    desk.go("/t/la-sala-llena/control/")
    expect(page.get_by_label("Mesa y resultado")).to_be_focused()
    fortieth = page.locator(".tile").nth(39).bounding_box()
    assert fortieth and fortieth["y"] + fortieth["height"] <= 900, "forty tiles fit on a screen"
    page.on("framenavigated", lambda frame: loads.append(frame.url))
    keyboard = Keyboard(page)
    for table in range(1, TYPED_RESULTS + 1):
        write_result(keyboard, table, RESULTS[table % len(RESULTS)])
    seconds = SECONDS_OF_A_KEY * (keyboard.figures + keyboard.others) * TABLES / TYPED_RESULTS
    with capsys.disabled():
        print(
            f"\n{TABLES} results: {keyboard.others / TYPED_RESULTS:.1f} keys each beyond the"
            f" figures ({keyboard.figures / TYPED_RESULTS:.1f}), {seconds:.0f} s,"
            f" {len(loads)} page loads"
        )
    expect(page.get_by_role("heading", name="No falta ninguna mesa")).to_be_visible()
    assert page.locator(".tile--done").count() == TABLES
    assert keyboard.others <= MOST_KEYS * TYPED_RESULTS
    assert (loads, seconds < MOST_SECONDS) == ([], True)
    correct_in_three_clicks(desk, 6)
    assert desk.faults == []


def correct_in_three_clicks(desk: Visitor, table: int) -> None:
    """Correct a result from *La sala* in three clicks: the tile, its line, the button."""
    page = desk.page
    page.locator("a.tile").nth(table - 1).click()
    expect(page.locator("#ficha-mesa")).to_be_focused()
    desk.look("hall")
    page.keyboard.press("Escape")
    expect(page.locator("#ficha-mesa")).to_have_count(0)
    page.locator("a.tile").nth(table - 1).click()
    desk.follow(page.locator("#ficha .acta-lines a").first)
    desk.look("correct-boxes")
    boxes = page.get_by_label("Partidas de")
    assert [boxes.nth(side).input_value() for side in (0, 1)] == ["3", "1"]
    boxes.nth(1).fill("2")
    expect(page.locator("#previa")).to_contain_text("partidas 8-5")
    desk.follow(page.get_by_role("button", name="Guardar la corrección"))
    expect(page.get_by_text("Acta corregida")).to_be_visible()
