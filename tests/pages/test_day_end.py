"""Test of the end of the day: the picture of the podium, the final acta and the podium as text."""

import pytest
from playwright.sync_api import Browser, expect

from tests.pages.phones import log_in_as
from tests.pages.site import Site
from tests.pages.visitor import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]

HALL = "/t/el-ultimo-encuentro/control/"


def test_the_picture_the_acta_and_the_text_are_a_few_clicks_from_the_last_result(
    site: Site, chromium: Browser
) -> None:
    site.inside("demo", entries=4, finish=True, name="El último encuentro")
    visitor = Visitor(chromium, site.url)
    page = visitor.page
    log_in_as(page, site, "organizacion")

    visitor.go(HALL)  # the page where the last result was typed
    visitor.follow(page.get_by_role("link", name="Terminar el día"))
    expect(page.locator(".podium__step").first).to_be_visible()
    visitor.look("day-end")
    with page.expect_download() as saving:
        page.get_by_role("link", name="Bajar la imagen del podio").click()
    assert saving.value.suggested_filename == "el-ultimo-encuentro-podio.png"

    visitor.follow(page.get_by_role("button", name="Imprimir el acta final"))
    link = page.get_by_role("link", name="Abrir para imprimir")
    expect(link).to_be_visible(timeout=60_000)
    answer = page.context.request.get(str(link.evaluate("one => one.href")))
    assert answer.body().startswith(b"%PDF")

    visitor.go(HALL)
    visitor.follow(page.get_by_role("link", name="Terminar el día"))
    visitor.follow(page.get_by_role("link", name="Enviar el texto del podio"))
    text = page.get_by_role("textbox", name="El podio")
    assert "🥇" in text.input_value() and "http" not in text.input_value()
    expect(page.get_by_role("link", name="Mandarlo por WhatsApp").last).to_be_visible()
    assert visitor.faults == []
