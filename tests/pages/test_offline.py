"""Tests of a table without network: lines wait on the phone, and none is lost or doubled."""

import re
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Page, Response, Route, expect

from tests.pages.phones import (
    check_next_line,
    check_unsent,
    check_width,
    coto,
    log_in_as,
    open_from_cache,
    open_phone_page,
    persistent_phone,
    sit_down,
    stored_lines,
    tables,
    wait_until_cached,
)
from tests.pages.site import Site

pytestmark = pytest.mark.browser


@pytest.mark.always
def test_a_match_survives_a_stopped_server_and_a_restarted_phone(
    hall: Site, chromium: Browser, tmp_path: Path
) -> None:
    code, slug, link = tables(hall)[0]
    table = f"{hall.url}/t/{slug}/mesa/{code}/"
    with persistent_phone(chromium, tmp_path) as page:
        sit_down(page, hall, link)
        coto(page, 3, 1)
        check_next_line(page, 2)
        assert stored_lines(hall, code) == ["coto 3-1"]
        wait_until_cached(page)

        hall.stop()
        coto(page, 2, 2)  # the phone itself refuses an impossible coto
        expect(page.get_by_text("No puede acabar 2-2").first).to_be_visible()
        check_width(page, "offline-device-says")
        coto(page, 2, 3)
        check_unsent(page, 1)
        check_next_line(page, 3)
        check_width(page, "offline-waiting")

    with persistent_phone(chromium, tmp_path) as page:
        open_from_cache(page, table)
        check_unsent(page, 1)
        check_next_line(page, 3)
        coto(page, 3, 0)
        check_unsent(page, 2)
        check_width(page, "offline-restarted")
        page.goto(f"{hall.url}/t/{slug}/clasificacion/")
        expect(page.get_by_role("heading", name="Sin conexión")).to_be_visible()
        check_unsent(page, 2)
        check_width(page, "offline-page-not-kept")

        hall.serve()
        page.goto(table)
        expect(page.get_by_role("heading", name="Pendiente de confirmar por")).to_be_visible()
        expect(page.locator("#sin-enviar")).to_be_hidden()
    assert stored_lines(hall, code) == ["coto 3-1", "coto 2-3", "coto 3-0"]


@pytest.mark.always
def test_a_phone_whose_lines_conflict_shows_both_versions(hall: Site, chromium: Browser) -> None:
    code, _slug, link = tables(hall)[-1]
    page = open_phone_page(chromium)
    sit_down(page, hall, link)
    page.context.set_offline(True)
    coto(page, 3, 1)
    check_next_line(page, 2)
    coto(page, 3, 2)
    check_unsent(page, 2)
    hall.inside("record", code=code, line="coto 0-3")
    page.context.set_offline(False)

    panel = page.locator("#pendientes section")
    expect(panel).to_contain_text("El acta ha cambiado mientras anotaba sin red")
    expect(panel.locator(".account").first).to_contain_text("coto 0-3")
    expect(panel.locator(".account").last).to_contain_text("coto 3-2")
    expect(page.locator("#apunte")).to_be_hidden()
    check_width(page, "offline-conflict")
    page.reload()
    expect(panel.locator(".account").last).to_contain_text("coto 3-1")

    panel.get_by_role("button", name="Reclamar").click()
    expect(page.get_by_role("heading", name="Lo decide el árbitro")).to_be_visible()
    expect(page.locator("#sin-enviar")).to_be_hidden()
    check_width(page, "offline-disputed")
    assert stored_lines(hall, code) == ["coto 0-3"]


def test_the_network_replaces_a_cached_page_unless_somebody_is_writing(
    hall: Site, chromium: Browser
) -> None:
    code, slug, link = tables(hall)[10]
    table = f"{hall.url}/t/{slug}/mesa/{code}/"
    page = open_phone_page(chromium, service_workers="block")
    sit_down(page, hall, link)
    pending_requests = serve_old_copy(page, table)
    with page.expect_navigation(timeout=60_000):  # sending the line opens the table again
        coto(page, 3, 1)
    check_next_line(page, 2)

    page.goto(f"{table}?copia=1")
    expect(page.locator("#copia")).to_be_visible()
    answer_requests(page, pending_requests)
    expect(page.locator("#copia")).to_have_count(0)
    check_next_line(page, 2)

    page.goto(f"{table}?copia=2")
    page.get_by_label("Partidas de").first.fill("2")
    answer_requests(page, pending_requests)
    expect(page.locator("#copia")).to_be_visible()
    expect(page.get_by_label("Partidas de").first).to_have_value("2")


def serve_old_copy(page: Page, table: str) -> list[Route]:
    """Answer the first request for each address that contains `?copia=` with the table's page.

    That page stands for a cached copy. Return the list in which the page's other requests wait.
    """
    old = page.request.get(table)
    body = old.text().replace("</main>", '<p id="copia">copia</p></main>')
    body = re.sub(r'data-at="\d+"', 'data-at="1"', body)  # the time of an old copy
    pending_requests: list[Route] = []
    opened_addresses: set[str] = set()

    def handle(route: Route) -> None:
        address = route.request.url
        if not route.request.is_navigation_request():
            pending_requests.append(route)
        elif address in opened_addresses:
            route.continue_()
        else:
            opened_addresses.add(address)
            route.fulfill(response=old, body=body)

    page.route(lambda address: "?copia=" in address, handle)
    return pending_requests


def answer_requests(page: Page, pending_requests: list[Route]) -> None:
    """Answer the waiting requests, also repeated ones, until the page has its new copy."""
    answers: list[Response] = []
    page.on(
        "response", lambda answer: answer.request.is_navigation_request() or answers.append(answer)
    )
    for _attempt in range(300):
        while pending_requests:
            pending_requests.pop().continue_()
        if any("?copia=" in answer.url for answer in answers):
            break
        page.wait_for_timeout(100)
    else:
        raise AssertionError("the page sent no request, or got no answer")
    page.wait_for_timeout(500)


def test_a_page_is_cached_although_its_files_fail_at_first(hall: Site, chromium: Browser) -> None:
    _code, _slug, link = tables(hall)[8]
    page = open_phone_page(chromium)
    page.goto(hall.url + link)
    failed_parts = fail_once(page, "js/checks", "img/oros", "/mesa/")
    page.locator(".whose button").first.click()
    wait_until_cached(page)
    assert sorted(failed_parts) == ["/mesa/", "img/oros", "js/checks"]

    devtools = page.context.new_cdp_session(page)
    with page.expect_navigation():
        devtools.send("Page.reload", {"ignoreCache": True})  # opens the page without the worker
    wait_until_cached(page)


def fail_once(page: Page, *parts: str) -> list[str]:
    """Abort the first request whose address has each of these parts; return the parts aborted.

    The list grows with each aborted request. A navigation never fails: only the service worker's
    request for a page does.
    """
    failed_parts: list[str] = []

    def handle(route: Route) -> None:
        request = route.request
        new = [part for part in parts if part in request.url and part not in failed_parts]
        if new and not request.is_navigation_request():
            failed_parts.extend(new)
            route.abort()
        else:
            route.continue_()

    page.context.route("**/*", handle)
    return failed_parts


def hold_sent_lines(page: Page) -> list[Route]:
    """Let every request that sends a line hang; return the list in which they wait."""
    hanging_requests: list[Route] = []
    page.context.route("**/enviar/", lambda route: hanging_requests.append(route))
    return hanging_requests


def wait_for_request(page: Page, hanging_requests: list[Route]) -> None:
    for _attempt in range(300):
        if hanging_requests:
            return
        page.wait_for_timeout(100)
    raise AssertionError("no line was sent")


def wait_until_lines_are_stored(page: Page, site: Site, code: str, lines: list[str]) -> None:
    for _attempt in range(300):
        if stored_lines(site, code) == lines:
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"stored: {stored_lines(site, code)}")


def restore_network(page: Page) -> None:
    """Let the network work again; press «Enviar ahora» unless the page sends its lines first."""
    page.context.unroute("**/enviar/")
    with suppress(Error):  # the button disappears when the page sends its lines
        page.get_by_role("button", name="Enviar ahora").click(timeout=3_000)


def test_a_line_corrected_while_it_is_sent_is_sent_with_the_correction(
    hall: Site, chromium: Browser
) -> None:
    code, _slug, link = tables(hall)[12]
    page = open_phone_page(chromium, service_workers="block")
    sit_down(page, hall, link)
    page.context.set_offline(True)
    coto(page, 3, 1)
    check_unsent(page, 1)
    hanging_requests = hold_sent_lines(page)
    page.context.set_offline(False)
    wait_for_request(page, hanging_requests)

    page.get_by_role("button", name="Corregirla").click()
    expect(page.get_by_label("Partidas de").first).to_have_value("3")
    coto(page, 1, 3)
    check_unsent(page, 1)
    for route in hanging_requests:
        route.abort()
    restore_network(page)
    check_next_line(page, 2)
    expect(page.locator("#sin-enviar")).to_be_hidden()
    assert stored_lines(hall, code) == ["coto 1-3"]


@pytest.mark.always
def test_a_line_erased_while_another_tab_sends_it_stays_erased(
    hall: Site, chromium: Browser
) -> None:
    code, slug, link = tables(hall)[13]
    first = open_phone_page(chromium, service_workers="block")
    sit_down(first, hall, link)
    first.context.set_offline(True)
    coto(first, 3, 1)
    check_unsent(first, 1)
    hanging_requests = hold_sent_lines(first)
    first.context.set_offline(False)
    wait_for_request(first, hanging_requests)

    second = first.context.new_page()
    second.goto(f"{hall.url}/t/{slug}/mesa/{code}/")
    second.get_by_role("button", name="Borrarla").click()
    with second.expect_navigation():
        second.get_by_role("button", name="¿Seguro?").click()
    for route in hanging_requests:
        route.abort()
    first.wait_for_timeout(500)
    second.reload()
    check_next_line(second, 1)
    expect(second.locator("#sin-enviar")).to_be_hidden()
    assert stored_lines(hall, code) == []


def test_two_tabs_of_a_phone_send_a_line_once_and_keep_its_correction(
    hall: Site, chromium: Browser
) -> None:
    code, slug, link = tables(hall)[14]
    first = open_phone_page(chromium, service_workers="block")
    sit_down(first, hall, link)
    first.context.set_offline(True)
    coto(first, 3, 1)
    check_unsent(first, 1)
    hanging_requests = hold_sent_lines(first)
    first.context.set_offline(False)
    wait_for_request(first, hanging_requests)
    second = first.context.new_page()
    second.goto(f"{hall.url}/t/{slug}/mesa/{code}/")
    check_unsent(second, 1)
    second.get_by_role("button", name="Corregirla").click()
    expect(second.get_by_label("Partidas de").first).to_have_value("3")
    assert len(hanging_requests) == 1, (
        "the other tab must wait until the first tab has sent its line"
    )
    coto(second, 1, 3)
    for route in hanging_requests:
        route.abort()
    first.context.unroute("**/enviar/")
    wait_until_lines_are_stored(second, hall, code, ["coto 1-3"])
    third = first.context.new_page()  # the tab that sent the line may be loading its page again
    third.goto(f"{hall.url}/t/{slug}/mesa/{code}/")
    check_next_line(third, 2)
    expect(third.locator("#sin-enviar")).to_be_hidden()
    assert stored_lines(hall, code) == ["coto 1-3"]


def test_a_line_sent_right_after_an_earlier_line_is_shown_as_sent(
    hall: Site, chromium: Browser
) -> None:
    """While a line of another table is being sent, a line is written; it is sent right after."""
    first, slug, _link = tables(hall)[11]
    second = tables(hall)[16][0]
    page = open_phone_page(chromium, service_workers="block")
    log_in_as(page, hall, "arbitro")
    page.goto(f"{hall.url}/t/{slug}/acta/{first}/")
    hanging_requests = hold_sent_lines(page)
    coto(page, 3, 1)
    wait_for_request(page, hanging_requests)
    hanging_requests.clear()
    page.goto(f"{hall.url}/t/{slug}/acta/{second}/")
    wait_for_request(page, hanging_requests)
    coto(page, 3, 2)
    expect(page.locator("#apunte[aria-busy]")).to_be_visible()
    page.context.unroute("**/enviar/")
    hanging_requests[-1].fallback()
    check_next_line(page, 2)
    expect(page.locator("#sin-enviar")).to_be_hidden()
    assert stored_lines(hall, first) == ["coto 3-1"]
    assert stored_lines(hall, second) == ["coto 3-2"]
