"""Devices that are not as one would like: shared, without storage, on plain http, cut off."""

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.pages.conftest import HALL
from tests.pages.phones import coto, logs_in, look, next_is, opened, tables, unsent, written
from tests.pages.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.always]


def acta(site: Site, table: int) -> tuple[str, str]:
    """The code of a table and the address of its acta."""
    code, slug, _link = tables(site)[table]
    return code, f"{site.url}/t/{slug}/acta/{code}/"


def test_lines_of_another_account_are_not_sent_in_its_name(hall: Site, chromium: Browser) -> None:
    code, address = acta(hall, 5)
    page = opened(chromium)
    logs_in(page, hall, "mesa")
    page.goto(address)
    page.context.set_offline(True)
    coto(page, 3, 1)
    unsent(page, 1)
    page.context.clear_cookies()
    page.context.set_offline(False)

    logs_in(page, hall, "arbitro")
    page.goto(address)
    expect(page.locator("#sin-enviar")).to_contain_text("Lo apuntó otra cuenta")
    look(page, "devices-another-account")
    next_is(page, 1)
    coto(page, 2, 3)
    next_is(page, 2)
    assert written(hall, code) == ["coto 2-3"]

    page.context.clear_cookies()
    logs_in(page, hall, "mesa")
    page.goto(address)
    panel = page.locator("#pendientes section")
    expect(panel.locator(".account").first).to_contain_text("coto 2-3")
    expect(panel.locator(".account").last).to_contain_text("coto 3-1")
    assert written(hall, code) == ["coto 2-3"]


def test_without_storage_the_form_works_plainly_and_says_so(hall: Site, chromium: Browser) -> None:
    code, address = acta(hall, 6)
    page = opened(chromium)
    page.add_init_script("Object.defineProperty(window, 'indexedDB', {value: undefined});")
    logs_in(page, hall, "mesa")
    page.goto(address)
    expect(page.locator("#sin-enviar")).to_contain_text("no deja guardar nada")
    look(page, "devices-private")
    coto(page, 3, 3)
    expect(page.locator(".error-summary")).to_contain_text("no puede acabar 3-3")
    coto(page, 3, 1)
    next_is(page, 2)
    assert written(hall, code) == ["coto 3-1"]


def test_a_refused_line_that_loses_its_page_is_kept(hall: Site, chromium: Browser) -> None:
    code, address = acta(hall, 7)
    page = opened(chromium, service_workers="block")  # its requests would not be seen by the route
    logs_in(page, hall, "mesa")
    page.goto(address)

    def cut(route: Route) -> None:
        route.abort() if route.request.method == "POST" else route.fallback()

    page.route(address, cut)
    with page.expect_event("requestfailed"):
        coto(page, 3, 3)
    page.wait_for_timeout(500)  # the browser's own page of errors
    page.goto(address)
    expect(page.locator("#pendientes")).to_contain_text("Un coto no puede acabar 3-3")
    look(page, "devices-refused")
    page.get_by_role("button", name="Corregirla").click()
    expect(page.get_by_label("Partidas de").first).to_have_value("3")
    coto(page, 3, 2)
    next_is(page, 2)
    expect(page.locator("#sin-enviar")).to_be_hidden()
    assert written(hall, code) == ["coto 3-2"]


def test_on_plain_http_lines_wait_without_a_worker(hall: Site, chromium: Browser) -> None:
    """The name of the site is no longer that of this machine, and it has no https."""
    code, address = acta(hall, 8)
    page = opened(chromium)
    there = hall.url.replace("127.0.0.1", HALL)
    logs_in(page, hall, "mesa", there)
    page.goto(address.replace(hall.url, there))
    assert page.evaluate("!navigator.serviceWorker")
    page.context.set_offline(True)
    coto(page, 3, 1)
    unsent(page, 1)
    expect(page.locator("#sin-enviar")).to_contain_text("no recargue la página")
    coto(page, 3, 3)  # told by the device
    expect(page.get_by_text("Un coto no puede acabar 3-3").first).to_be_visible()
    look(page, "devices-plain-http")
    coto(page, 3, 0)
    unsent(page, 2)
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name="Partida terminada")).to_be_visible()
    assert written(hall, code) == ["coto 3-1", "coto 3-0"]
