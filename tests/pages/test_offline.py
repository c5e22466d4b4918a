"""A table without network: what is written waits on the phone, neither lost nor doubled."""

import re
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Page, Response, Route, expect

from tests.pages.phones import (
    coto,
    is_kept,
    logs_in,
    look,
    next_is,
    opened,
    opens_again,
    phone,
    sits_down,
    tables,
    unsent,
    written,
)
from tests.pages.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.always]


def test_a_match_written_while_the_server_is_down_and_the_phone_is_restarted(
    hall: Site, chromium: Browser, tmp_path: Path
) -> None:
    code, slug, link = tables(hall)[0]
    table = f"{hall.url}/t/{slug}/mesa/{code}/"
    with phone(chromium, tmp_path) as page:
        sits_down(page, hall, link)
        coto(page, 3, 1)
        next_is(page, 2)
        assert written(hall, code) == ["coto 3-1"]
        is_kept(page)

        hall.stop()
        coto(page, 2, 2)  # what cannot be is told by the phone itself
        expect(page.get_by_text("No puede acabar 2-2").first).to_be_visible()
        look(page, "offline-device-says")
        coto(page, 2, 3)
        unsent(page, 1)
        next_is(page, 3)
        look(page, "offline-waiting")

    with phone(chromium, tmp_path) as page:
        opens_again(page, table)
        unsent(page, 1)
        next_is(page, 3)
        coto(page, 3, 0)
        unsent(page, 2)
        look(page, "offline-restarted")
        page.goto(f"{hall.url}/t/{slug}/clasificacion/")
        expect(page.get_by_role("heading", name="Sin conexión")).to_be_visible()
        unsent(page, 2)
        look(page, "offline-page-not-kept")

        hall.serve()
        page.goto(table)
        expect(page.get_by_role("heading", name="Pendiente de confirmar por")).to_be_visible()
        expect(page.locator("#sin-enviar")).to_be_hidden()
    assert written(hall, code) == ["coto 3-1", "coto 2-3", "coto 3-0"]


def test_lines_written_on_an_old_acta_show_both_versions(hall: Site, chromium: Browser) -> None:
    code, _slug, link = tables(hall)[-1]
    page = opened(chromium)
    sits_down(page, hall, link)
    page.context.set_offline(True)
    coto(page, 3, 1)
    next_is(page, 2)
    coto(page, 3, 2)
    unsent(page, 2)
    hall.inside("record", code=code, line="coto 0-3")
    page.context.set_offline(False)

    panel = page.locator("#pendientes section")
    expect(panel).to_contain_text("El acta ha cambiado mientras anotaba sin red")
    expect(panel.locator(".account").first).to_contain_text("coto 0-3")
    expect(panel.locator(".account").last).to_contain_text("coto 3-2")
    expect(page.locator("#apunte")).to_be_hidden()
    look(page, "offline-conflict")
    page.reload()
    expect(panel.locator(".account").last).to_contain_text("coto 3-1")

    panel.get_by_role("button", name="Reclamar").click()
    expect(page.get_by_role("heading", name="Lo decide el árbitro")).to_be_visible()
    expect(page.locator("#sin-enviar")).to_be_hidden()
    look(page, "offline-disputed")
    assert written(hall, code) == ["coto 0-3"]


def test_the_copy_shown_to_a_late_network_gives_way_unless_somebody_is_writing(
    hall: Site, chromium: Browser
) -> None:
    code, slug, link = tables(hall)[10]
    table = f"{hall.url}/t/{slug}/mesa/{code}/"
    page = opened(chromium, service_workers="block")
    sits_down(page, hall, link)
    late = shows_a_copy_of(page, table)
    with page.expect_navigation(timeout=60_000):  # a line sent late would open the table again
        coto(page, 3, 1)
    next_is(page, 2)

    page.goto(f"{table}?copia=1")
    expect(page.locator("#copia")).to_be_visible()
    answered(page, late)
    expect(page.locator("#copia")).to_have_count(0)
    next_is(page, 2)

    page.goto(f"{table}?copia=2")
    page.get_by_label("Partidas de").first.fill("2")
    answered(page, late)
    expect(page.locator("#copia")).to_be_visible()
    expect(page.get_by_label("Partidas de").first).to_have_value("2")


def shows_a_copy_of(page: Page, table: str) -> list[Route]:
    """From now on `?copia=` opens the table as it is now, as a copy would; what the page then asks
    the network for waits in the list."""
    old = page.request.get(table)
    body = old.text().replace("</main>", '<p id="copia">copia</p></main>')
    body = re.sub(r'data-at="\d+"', 'data-at="1"', body)  # of long before
    late: list[Route] = []
    opened: set[str] = set()

    def handle(route: Route) -> None:
        address = route.request.url
        if not route.request.is_navigation_request():
            late.append(route)
        elif address in opened:
            route.continue_()
        else:
            opened.add(address)
            route.fulfill(response=old, body=body)

    page.route(lambda address: "?copia=" in address, handle)
    return late


def answered(page: Page, late: list[Route]) -> None:
    """The network answers what the page has asked for, again if it asks again, and the page has the
    answer."""
    answers: list[Response] = []
    page.on(
        "response", lambda answer: answer.request.is_navigation_request() or answers.append(answer)
    )
    for _attempt in range(300):
        while late:
            late.pop().continue_()
        if any("?copia=" in answer.url for answer in answers):
            break
        page.wait_for_timeout(100)
    else:
        raise AssertionError("the page has not asked the network, or has had no answer")
    page.wait_for_timeout(500)


def test_a_page_is_kept_though_what_it_needs_fails_at_first(hall: Site, chromium: Browser) -> None:
    _code, _slug, link = tables(hall)[8]
    page = opened(chromium)
    page.goto(hall.url + link)
    failed = fails_once(page, "js/checks", "img/oros", "/mesa/")
    page.locator(".whose button").first.click()
    is_kept(page)
    assert sorted(failed) == ["/mesa/", "img/oros", "js/checks"]

    reload_all = page.context.new_cdp_session(page)
    with page.expect_navigation():
        reload_all.send("Page.reload", {"ignoreCache": True})  # opens it without the worker
    is_kept(page)


def fails_once(page: Page, *parts: str) -> list[str]:
    """The first request for an address with each of these parts fails, of the pages those of the
    worker alone. Return the list of the parts that have failed."""
    failed: list[str] = []

    def handle(route: Route) -> None:
        asked = route.request
        new = [one for one in parts if one in asked.url and one not in failed]
        if new and not asked.is_navigation_request():
            failed.extend(new)
            route.abort()
        else:
            route.continue_()

    page.context.route("**/*", handle)
    return failed


def hangs(page: Page) -> list[Route]:
    """From now on a line that is sent hangs in the network: its requests wait in the list."""
    hanging: list[Route] = []
    page.context.route("**/enviar/", lambda route: hanging.append(route))
    return hanging


def waits_for(page: Page, hanging: list[Route]) -> None:
    for _attempt in range(300):
        if hanging:
            return
        page.wait_for_timeout(100)
    raise AssertionError("nothing has been sent")


def goes_on(page: Page) -> None:
    """The network works again, and the page sends what waits: when asked, or by itself before."""
    page.context.unroute("**/enviar/")
    with suppress(Error):  # the page goes on, and the button with it
        page.get_by_role("button", name="Enviar ahora").click(timeout=3_000)


def test_a_line_corrected_while_it_is_being_sent_is_sent_as_it_is_now(
    hall: Site, chromium: Browser
) -> None:
    code, _slug, link = tables(hall)[12]
    page = opened(chromium, service_workers="block")
    sits_down(page, hall, link)
    page.context.set_offline(True)
    coto(page, 3, 1)
    unsent(page, 1)
    hanging = hangs(page)
    page.context.set_offline(False)
    waits_for(page, hanging)

    page.get_by_role("button", name="Corregirla").click()
    expect(page.get_by_label("Partidas de").first).to_have_value("3")
    coto(page, 1, 3)
    unsent(page, 1)
    for route in hanging:
        route.abort()
    goes_on(page)
    next_is(page, 2)
    expect(page.locator("#sin-enviar")).to_be_hidden()
    assert written(hall, code) == ["coto 1-3"]


def test_a_line_erased_while_another_tab_sends_it_is_not_kept_again(
    hall: Site, chromium: Browser
) -> None:
    code, slug, link = tables(hall)[13]
    first = opened(chromium, service_workers="block")
    sits_down(first, hall, link)
    first.context.set_offline(True)
    coto(first, 3, 1)
    unsent(first, 1)
    hanging = hangs(first)
    first.context.set_offline(False)
    waits_for(first, hanging)

    other = first.context.new_page()
    other.goto(f"{hall.url}/t/{slug}/mesa/{code}/")
    other.get_by_role("button", name="Borrarla").click()
    with other.expect_navigation():
        other.get_by_role("button", name="¿Seguro?").click()
    for route in hanging:
        route.abort()
    first.wait_for_timeout(500)
    other.reload()
    next_is(other, 1)
    expect(other.locator("#sin-enviar")).to_be_hidden()
    assert written(hall, code) == []


def test_two_tabs_of_a_phone_neither_send_a_line_twice_nor_undo_its_correction(
    hall: Site, chromium: Browser
) -> None:
    code, slug, link = tables(hall)[14]
    first = opened(chromium, service_workers="block")
    sits_down(first, hall, link)
    first.context.set_offline(True)
    coto(first, 3, 1)
    unsent(first, 1)
    hanging = hangs(first)
    first.context.set_offline(False)
    waits_for(first, hanging)
    other = first.context.new_page()
    other.goto(f"{hall.url}/t/{slug}/mesa/{code}/")
    unsent(other, 1)
    other.get_by_role("button", name="Corregirla").click()
    expect(other.get_by_label("Partidas de").first).to_have_value("3")
    assert len(hanging) == 1, "the other tab waits until the first has sent"
    coto(other, 1, 3)
    for route in hanging:
        route.abort()
    first.context.unroute("**/enviar/")
    other.wait_for_timeout(500)
    other.goto(f"{hall.url}/t/{slug}/mesa/{code}/")
    next_is(other, 2)
    expect(other.locator("#sin-enviar")).to_be_hidden()
    assert written(hall, code) == ["coto 1-3"]


def test_a_line_taken_along_by_those_before_it_is_shown_as_sent(
    hall: Site, chromium: Browser
) -> None:
    """A line of another table is being sent; the one written meanwhile goes out right behind it."""
    first, slug, _link = tables(hall)[11]
    second = tables(hall)[16][0]
    page = opened(chromium, service_workers="block")
    logs_in(page, hall, "arbitro")
    page.goto(f"{hall.url}/t/{slug}/acta/{first}/")
    hanging = hangs(page)
    coto(page, 3, 1)
    waits_for(page, hanging)
    hanging.clear()
    page.goto(f"{hall.url}/t/{slug}/acta/{second}/")
    waits_for(page, hanging)
    coto(page, 3, 2)
    expect(page.locator("#apunte[aria-busy]")).to_be_visible()
    page.context.unroute("**/enviar/")
    hanging[-1].fallback()
    next_is(page, 2)
    expect(page.locator("#sin-enviar")).to_be_hidden()
    assert written(hall, first) == ["coto 3-1"]
    assert written(hall, second) == ["coto 3-2"]
