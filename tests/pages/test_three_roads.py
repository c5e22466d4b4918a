"""Tests of the ways to record a match: the referee's phone, the players' phones, and the desk.

The device loses the network in the middle of each match, and the result reaches the standings.
"""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.pages.phones import (
    check_next_line,
    check_unsent,
    check_width,
    coto,
    log_in_as,
    open_from_cache,
    open_phone_page,
    persistent_phone,
    reopen,
    sit_down,
    stored_lines,
    tables,
    wait_until_cached,
)
from tests.pages.playing import write_coto
from tests.pages.site import Site

pytestmark = pytest.mark.browser


def check_over(page: Page) -> None:
    """Assert that the page shows a finished match without unsent lines."""
    expect(page.get_by_role("heading", name="Encuentro terminado")).to_be_visible()
    expect(page.locator("#sin-enviar")).to_be_hidden()


def entry_a(page: Page) -> str:
    """Return the title of side A, as «5 · Asun Angulo · Raúl Ibáñez»."""
    return page.locator(".board__name").first.inner_text().removeprefix("A").strip()


def check_standings(page: Page, site: Site, slug: str, entry: str) -> None:
    """Assert that the public standings have one win for this pair, as `entry_a` returns it."""
    number, name = entry.split(" · ")[:2]
    page.goto(f"{site.url}/t/{slug}/clasificacion/")
    row = page.get_by_role("row").filter(has_text=name)
    expect(row).to_contain_text(name)
    cells = [cell.strip() for cell in row.locator("td, th").all_inner_texts()]
    assert number in " ".join(cells) and "1" in cells, cells


# --- The referee's phone --------------------------------------------------------------------------
def write_deal(page: Page, cards: int) -> None:
    """Write a deal: A has `cards` tantos by cards and the last baza."""
    page.get_by_label("Tantos por cartas de").first.fill(str(cards))
    page.get_by_role("group", name="Las diez de últimas").get_by_label("A ·").check()
    page.get_by_role("button", name="Guardar").click()


def write_partida(page: Page) -> None:
    page.get_by_label("A ·").check()
    page.get_by_role("button", name="Guardar").click()


@pytest.mark.always
def test_the_referee_writes_a_match_with_an_interrupted_network(
    hall: Site, chromium: Browser, tmp_path: Path
) -> None:
    code, slug, _link = tables(hall)[1]
    with persistent_phone(chromium, tmp_path) as page:
        log_in_as(page, hall, "arbitro")
        page.goto(f"{hall.url}/t/{slug}/mis-mesas/")
        check_width(page, "referee-1-my-tables")
        page.locator(".my-table").nth(1).click()
        entry = entry_a(page)
        page.get_by_role("link", name="Reparto").click()
        check_width(page, "referee-2-deal")
        write_deal(page, 70)
        check_next_line(page, 2)
        wait_until_cached(page)

        page.context.set_offline(True)
        write_deal(page, 90)
        check_unsent(page, 1)
        check_width(page, "referee-3-without-network")
        page.get_by_role("link", name="Partida", exact=True).click()
        check_next_line(page, 3)
        write_partida(page)
        check_unsent(page, 2)

    with persistent_phone(chromium, tmp_path) as page:
        page.context.set_offline(True)
        open_from_cache(page, f"{hall.url}/t/{slug}/acta/{code}/?como=partida")
        check_unsent(page, 2)
        check_next_line(page, 4)
        write_partida(page)
        check_unsent(page, 3)
        check_width(page, "referee-4-opened-again")

        page.context.set_offline(False)
        check_next_line(page, 5)
        expect(page.locator("#sin-enviar")).to_be_hidden()
        check_width(page, "referee-5-sent")
        for number in (6, 7):
            write_partida(page)
            check_next_line(page, number)
        write_partida(page)
        check_over(page)
        check_width(page, "referee-6-over")
        check_standings(page, hall, slug, entry)
        check_width(page, "referee-7-standings")
    deals = ["70-50 uA", "90-30 uA"]
    assert stored_lines(hall, code) == [*deals, *["partida A"] * 5]


# --- The players' phones -------------------------------------------------------------------------
def write_match(chromium: Browser, site: Site, table: int) -> Page:
    """Write a match on a phone of side A and return its page, which waits for the other side.

    The phone loses the network after the first coto, and its page is opened again.
    """
    code, slug, link = tables(site)[table]
    page = open_phone_page(chromium)
    page.goto(site.url + link)
    check_width(page, "players-1-whose")
    sit_down(page, site, link)
    check_width(page, "players-2-first-line")
    button = page.get_by_role("button", name="Guardar").bounding_box()
    assert button and button["y"] + button["height"] <= page.viewport_size["height"]  # no scrolling
    coto(page, 3, 1)
    check_next_line(page, 2)
    wait_until_cached(page)
    page.context.set_offline(True)
    coto(page, 3, 2)
    check_unsent(page, 1)
    check_width(page, "players-3-without-network")

    page = reopen(page)
    open_from_cache(page, f"{site.url}/t/{slug}/mesa/{code}/")
    check_unsent(page, 1)
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name="Pendiente de confirmar por")).to_be_visible()
    check_width(page, "players-4-agreed")
    return page


def test_the_other_side_confirms_a_match_on_its_own_phone(hall: Site, chromium: Browser) -> None:
    code, slug, link = tables(hall)[2]
    phone_a, phone_b = write_match(chromium, hall, 2), open_phone_page(chromium)
    sit_down(phone_b, hall, link, side=1)
    check_width(phone_b, "players-5-other-phone")
    phone_b.get_by_role("button", name="Estamos de acuerdo").click()
    check_over(phone_b)
    check_width(phone_b, "players-6-over")
    check_over(phone_a)  # the phone of A shows the end by itself
    check_standings(phone_b, hall, slug, entry_a(phone_a))
    assert stored_lines(hall, code) == ["coto 3-1", "coto 3-2"]


def test_the_other_side_confirms_a_match_on_a_phone_handed_over(
    hall: Site, chromium: Browser
) -> None:
    code, slug, _link = tables(hall)[3]
    page = write_match(chromium, hall, 3)
    expect(page.get_by_role("button", name="Confirmar por")).to_be_hidden()
    page.get_by_text("Nos pasamos el teléfono").click()
    page.get_by_role("button", name="Confirmar por").click()
    check_over(page)
    check_standings(page, hall, slug, entry_a(page))
    assert stored_lines(hall, code) == ["coto 3-1", "coto 3-2"]


# --- The desk, with the keyboard alone -----------------------------------------------------------
def open_acta(page: Page, paper: str) -> None:
    """Open an acta by its table or by its code, with the line of the desk."""
    page.wait_for_load_state()  # before its scripts load, the line is a plain form
    expect(page.get_by_label("Mesa y resultado")).to_be_focused()
    page.keyboard.type(f"{paper}?")
    page.keyboard.press("Enter")
    expect(page.locator("#ficha-mesa")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Partidas de").first).to_be_focused()


def test_the_desk_types_actas_with_an_interrupted_network(hall: Site, chromium: Browser) -> None:
    code, slug, _link = tables(hall)[4]
    second_code, *_rest = tables(hall)[9]
    page = open_phone_page(chromium)
    log_in_as(page, hall, "mesa")
    page.goto(f"{hall.url}/t/{slug}/control/")
    check_width(page, "desk-1-missing")
    open_acta(page, "5")
    entry = entry_a(page)
    write_coto(page, 3, 1)
    check_next_line(page, 2)
    wait_until_cached(page)

    page.context.set_offline(True)
    expect(page.get_by_label("Partidas de").first).to_be_focused()
    write_coto(page, 2, 3)
    check_unsent(page, 1)

    page = reopen(page)
    open_from_cache(page, f"{hall.url}/t/{slug}/acta/{code}/")
    check_unsent(page, 1)
    expect(page.get_by_label("Partidas de").first).to_be_focused()
    write_coto(page, 3, 0)
    check_unsent(page, 2)
    check_width(page, "desk-2-without-network")
    page.context.set_offline(False)
    check_over(page)
    check_width(page, "desk-3-over")
    expect(page.get_by_role("link", name="Guardado. Ir a otra mesa")).to_be_focused()
    page.keyboard.press("Enter")

    open_acta(page, second_code.lower())
    write_coto(page, 3, 0)
    check_next_line(page, 2)
    expect(page.get_by_label("Partidas de").first).to_be_focused()
    write_coto(page, 0, 3)
    check_next_line(page, 3)
    check_standings(page, hall, slug, entry)
    check_width(page, "desk-4-standings")
    assert stored_lines(hall, code) == ["coto 3-1", "coto 2-3", "coto 3-0"]
    assert stored_lines(hall, second_code) == ["coto 3-0", "coto 0-3"]


def test_text_typed_before_the_scripts_load_is_not_lost(hall: Site, chromium: Browser) -> None:
    code, slug, _link = tables(hall)[7]
    page = open_phone_page(chromium)
    log_in_as(page, hall, "mesa")
    pending_requests: list[Route] = []
    page.route(re.compile(r"/js/(desk|acta)\."), lambda route: pending_requests.append(route))
    for address, label in (("control/", "Mesa y resultado"), (f"acta/{code}/", "Partidas de")):
        page.goto(f"{hall.url}/t/{slug}/{address}", wait_until="commit")
        box = page.get_by_label(label).first
        expect(box).to_be_focused()
        page.keyboard.type("1")
        pending_requests.pop().continue_()
        page.wait_for_load_state()
        page.keyboard.type("2")
        expect(box).to_have_value("12")
