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
    page.context.clear_cookies(name="sessionid")  # it ended; the token of forms stays
    page.context.set_offline(False)

    logs_in(page, hall, "arbitro")
    page.goto(address)
    expect(page.locator("#sin-enviar")).to_contain_text("Se anotó con otra cuenta")
    look(page, "devices-another-account")
    next_is(page, 1)
    coto(page, 2, 3)
    next_is(page, 2)
    assert written(hall, code) == ["coto 2-3"]

    page.context.clear_cookies(name="sessionid")
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
    expect(page.locator("#sin-enviar")).to_contain_text("1 por corregir")
    expect(page.locator("body")).not_to_contain_text("Sin red:")
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
    expect(page.get_by_role("heading", name="Encuentro terminado")).to_be_visible()
    assert written(hall, code) == ["coto 3-1", "coto 3-0"]


OLD = """
  delete Element.prototype.checkVisibility;
  delete AbortSignal.timeout;
  delete Array.prototype.at;
  delete Navigator.prototype.locks;
  delete Crypto.prototype.randomUUID;
"""


def test_on_an_old_browser_a_line_waits_and_is_sent_once(hall: Site, chromium: Browser) -> None:
    """One of before Safari 15.4: what came to browsers later is not there."""
    code, address = acta(hall, 15)
    page = opened(chromium)
    page.add_init_script(OLD)
    logs_in(page, hall, "mesa")
    page.goto(address)
    page.context.set_offline(True)
    boxes = page.get_by_label("Partidas de")
    boxes.first.fill("3")
    page.get_by_role("button", name="Guardar").click()  # the other box is blank: the device says so
    expect(page.locator("#previa")).to_contain_text("pulse Guardar otra vez")
    coto(page, 3, 1)
    unsent(page, 1)
    page.context.set_offline(False)
    next_is(page, 2)
    expect(page.locator("#sin-enviar")).to_be_hidden()
    assert written(hall, code) == ["coto 3-1"]


def test_an_old_television_shows_the_hall(hall: Site, chromium: Browser) -> None:
    _code, slug, _link = tables(hall)[0]
    page = opened(chromium)
    page.add_init_script(OLD)
    page.goto(f"{hall.url}/t/{slug}/pantalla/")
    page.wait_for_timeout(2500)  # it has asked once, and has had its answer or has failed
    expect(page.locator("#sin-red")).to_be_hidden()


def test_a_screen_asks_again_not_to_go_dark_when_it_is_seen_again(
    hall: Site, chromium: Browser
) -> None:
    _code, slug, _link = tables(hall)[0]
    page = opened(chromium)
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


def test_a_notice_that_android_refuses_breaks_nothing(hall: Site, chromium: Browser) -> None:
    """On Android `new Notification` throws; a worker can, and over plain http there is none."""
    _code, slug, _link = tables(hall)[0]
    page = opened(chromium, service_workers="block")
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
