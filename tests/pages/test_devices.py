"""Tests of difficult devices: shared, without storage, on plain http, old, without network."""

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.pages.conftest import HALL
from tests.pages.phones import (
    check_next_line,
    check_unsent,
    check_width,
    coto,
    log_in_as,
    open_phone_page,
    stored_lines,
    tables,
)
from tests.pages.site import Site

pytestmark = pytest.mark.browser


def acta(site: Site, table: int) -> tuple[str, str]:
    """Return the code of a match at a table and the address of its acta."""
    code, slug, _link = tables(site)[table]
    return code, f"{site.url}/t/{slug}/acta/{code}/"


def test_unsent_lines_of_another_account_wait_for_that_account(
    hall: Site, chromium: Browser
) -> None:
    code, address = acta(hall, 5)
    page = open_phone_page(chromium)
    log_in_as(page, hall, "mesa")
    page.goto(address)
    page.context.set_offline(True)
    coto(page, 3, 1)
    check_unsent(page, 1)
    page.context.clear_cookies(name="sessionid")  # the session ends; the CSRF token stays
    page.context.set_offline(False)

    log_in_as(page, hall, "arbitro")
    page.goto(address)
    expect(page.locator("#sin-enviar")).to_contain_text("Se anotó con otra cuenta")
    check_width(page, "devices-another-account")
    check_next_line(page, 1)
    coto(page, 2, 3)
    check_next_line(page, 2)
    assert stored_lines(hall, code) == ["coto 2-3"]

    page.context.clear_cookies(name="sessionid")
    log_in_as(page, hall, "mesa")
    page.goto(address)
    panel = page.locator("#pendientes section")
    expect(panel.locator(".account").first).to_contain_text("coto 2-3")
    expect(panel.locator(".account").last).to_contain_text("coto 3-1")
    assert stored_lines(hall, code) == ["coto 2-3"]


def test_a_device_without_storage_sends_plain_forms_and_shows_a_warning(
    hall: Site, chromium: Browser
) -> None:
    code, address = acta(hall, 6)
    page = open_phone_page(chromium)
    page.add_init_script("Object.defineProperty(window, 'indexedDB', {value: undefined});")
    log_in_as(page, hall, "mesa")
    page.goto(address)
    expect(page.locator("#sin-enviar")).to_contain_text("no deja guardar nada")
    check_width(page, "devices-private")
    coto(page, 3, 3)
    expect(page.locator(".error-summary")).to_contain_text("no puede acabar 3-3")
    coto(page, 3, 1)
    check_next_line(page, 2)
    assert stored_lines(hall, code) == ["coto 3-1"]


def test_a_line_that_the_device_refuses_survives_a_failed_page(
    hall: Site, chromium: Browser
) -> None:
    code, address = acta(hall, 7)
    page = open_phone_page(
        chromium, service_workers="block"
    )  # `page.route` cannot see a worker's requests
    log_in_as(page, hall, "mesa")
    page.goto(address)

    def abort_posts(route: Route) -> None:
        route.abort() if route.request.method == "POST" else route.fallback()

    page.route(address, abort_posts)
    with page.expect_event("requestfailed"):
        coto(page, 3, 3)
    page.wait_for_timeout(500)  # until the browser shows its error page
    page.goto(address)
    expect(page.locator("#pendientes")).to_contain_text("Un coto no puede acabar 3-3")
    expect(page.locator("#sin-enviar")).to_contain_text("1 por corregir")
    expect(page.locator("body")).not_to_contain_text("Sin red:")
    check_width(page, "devices-refused")
    page.get_by_role("button", name="Corregirla").click()
    expect(page.get_by_label("Partidas de").first).to_have_value("3")
    coto(page, 3, 2)
    check_next_line(page, 2)
    expect(page.locator("#sin-enviar")).to_be_hidden()
    assert stored_lines(hall, code) == ["coto 3-2"]


def test_unsent_lines_wait_on_plain_http_without_a_service_worker(
    hall: Site, chromium: Browser
) -> None:
    """The site has the host name of another machine: without https it gets no service worker."""
    code, address = acta(hall, 8)
    page = open_phone_page(chromium)
    hall_url = hall.url.replace("127.0.0.1", HALL)
    log_in_as(page, hall, "mesa", hall_url)
    page.goto(address.replace(hall.url, hall_url))
    assert page.evaluate("!navigator.serviceWorker")
    page.context.set_offline(True)
    coto(page, 3, 1)
    check_unsent(page, 1)
    expect(page.locator("#sin-enviar")).to_contain_text("no recargue la página")
    coto(page, 3, 3)  # the device refuses it
    expect(page.get_by_text("Un coto no puede acabar 3-3").first).to_be_visible()
    check_width(page, "devices-plain-http")
    coto(page, 3, 0)
    check_unsent(page, 2)
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name="Encuentro terminado")).to_be_visible()
    assert stored_lines(hall, code) == ["coto 3-1", "coto 3-0"]


MAKE_OLD = """
  delete Element.prototype.checkVisibility;
  delete AbortSignal.timeout;
  delete Array.prototype.at;
  delete Navigator.prototype.locks;
  delete Crypto.prototype.randomUUID;
"""


@pytest.mark.always
def test_an_old_browser_keeps_an_unsent_line_and_sends_it_once(
    hall: Site, chromium: Browser
) -> None:
    """The browser lacks features that came with Safari 15.4."""
    code, address = acta(hall, 15)
    page = open_phone_page(chromium)
    page.add_init_script(MAKE_OLD)
    log_in_as(page, hall, "mesa")
    page.goto(address)
    page.context.set_offline(True)
    boxes = page.get_by_label("Partidas de")
    boxes.first.fill("3")
    page.get_by_role("button", name="Guardar").click()  # with one box blank the device asks first
    expect(page.locator("#previa")).to_contain_text("pulse Guardar otra vez")
    coto(page, 3, 1)
    check_unsent(page, 1)
    page.context.set_offline(False)
    check_next_line(page, 2)
    expect(page.locator("#sin-enviar")).to_be_hidden()
    assert stored_lines(hall, code) == ["coto 3-1"]


def test_an_old_television_shows_the_screen_of_the_hall(hall: Site, chromium: Browser) -> None:
    _code, slug, _link = tables(hall)[0]
    page = open_phone_page(chromium)
    page.add_init_script(MAKE_OLD)
    page.goto(f"{hall.url}/t/{slug}/pantalla/")
    page.wait_for_timeout(2500)  # until the page has asked the server once
    expect(page.locator("#sin-red")).to_be_hidden()


def test_a_screen_that_is_visible_again_asks_again_to_stay_on(
    hall: Site, chromium: Browser
) -> None:
    _code, slug, _link = tables(hall)[0]
    page = open_phone_page(chromium)
    page.add_init_script("""
      window.asked = 0;
      Object.defineProperty(navigator, "wakeLock", {
        value: {request: async () => { window.asked += 1; }},
      });
    """)
    page.goto(f"{hall.url}/t/{slug}/pantalla/")
    page.wait_for_function("window.asked === 1")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert page.evaluate("window.asked") == 2


def test_a_notification_that_android_refuses_raises_no_error(hall: Site, chromium: Browser) -> None:
    """On Android `new Notification` throws, and plain http has no service worker to use instead."""
    _code, slug, _link = tables(hall)[0]
    page = open_phone_page(chromium, service_workers="block")
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.add_init_script("""
      window.Notification = class {
        constructor() { window.tried = true; throw new TypeError("Illegal constructor"); }
      };
      Notification.permission = "granted";
      Object.defineProperty(document, "hidden", {value: true});
      localStorage.setItem("tapete-avisos", "sí");
    """)
    page.goto(f"{hall.url}/t/{slug}/mesa/?q=1")
    page.evaluate("""
      document.querySelector("#respuesta .big-number").append("9");
      document.dispatchEvent(new Event("htmx:afterSwap"));
    """)
    page.wait_for_function("window.tried")
    page.wait_for_timeout(200)
    assert errors == []
