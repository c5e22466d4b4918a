"""Test of a telephone of a table, in a real browser, while the database is down."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.faults.hall import Hall
from tests.pages.conftest import opened_chromium
from tests.pages.phones import coto
from tests.pages.visitor import PHONE, SHOTS

pytestmark = [pytest.mark.faults, pytest.mark.browser]


@pytest.fixture
def browser() -> Iterator[Browser]:
    with opened_chromium() as chromium:
        yield chromium


def test_a_line_waits_on_the_telephone_until_the_database_is_back(hall: Hall, browser: Browser):
    hall.build("Teléfono", pairs=4, tables=2, rounds=2, game_options={"cotos": 2, "partidas": 3})
    hall.put_out(hall.enter("pilar"), 1)
    match = hall.inside("links", slug=hall.slug, number=1)[0]
    page = browser.new_context(viewport=PHONE, locale="es-ES").new_page()
    page.goto(hall.urls[0] + match["link"])
    page.locator(".whose button").first.click()
    expect(page.locator("#apunte")).to_be_visible()
    unsent = page.locator("#sin-enviar")
    hall.cluster.kill()
    try:
        coto(page, 3, 1)
        expect(unsent).to_contain_text("1 sin enviar")
        expect(unsent).to_contain_text("se enviará solo")
        expect(page.locator("#siguiente")).to_contain_text("2")
        coto(page, 0, 3)
        expect(unsent).to_contain_text("2 sin enviar")
        public_page = page.context.new_page()
        public_page.goto(f"{hall.urls[1]}/t/{hall.slug}/")
        expect(public_page.get_by_role("heading")).to_have_text("Un momento, por favor")
        if SHOTS:
            public_page.screenshot(path=Path(SHOTS) / "unavailable-390.png", full_page=True)
    finally:
        hall.cluster.start()
    expect(unsent).to_be_hidden(timeout=60_000)
    expect(public_page.get_by_role("heading", level=1)).to_contain_text("Teléfono", timeout=60_000)
    matches = hall.inside("truth", slug=hall.slug)["matches"]
    stored_match = next(row for row in matches if row["code"] == match["code"])
    assert [line for _number, line, _uid in stored_match["lines"]] == ["coto 3-1", "coto 0-3"]
