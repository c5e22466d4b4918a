"""One match on each road, on a phone, without network in the middle; each comes to the standings.

With `TAPETE_SHOTS` every step is drawn in that folder.
"""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.pages.phones import (
    closed_and_opened,
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
from tests.pages.playing import writes_coto
from tests.pages.site import Site

pytestmark = pytest.mark.browser


def is_over(page: Page) -> None:
    expect(page.get_by_role("heading", name="Encuentro terminado")).to_be_visible()
    expect(page.locator("#sin-enviar")).to_be_hidden()


def entry_a(page: Page) -> str:
    """Return who plays as A: «5 · Asun Angulo · Raúl Ibáñez»."""
    return page.locator(".board__name").first.inner_text().removeprefix("A").strip()


def comes_to_the_standings(page: Page, site: Site, slug: str, entry: str) -> None:
    """The public sees that this pair, «5 · Asun Angulo · Raúl Ibáñez», has won its match."""
    number, name = entry.split(" · ")[:2]
    page.goto(f"{site.url}/t/{slug}/clasificacion/")
    row = page.get_by_role("row").filter(has_text=name)
    expect(row).to_contain_text(name)
    cells = [cell.strip() for cell in row.locator("td, th").all_inner_texts()]
    assert number in " ".join(cells) and "1" in cells, cells


# --- The referee's phone, hand by hand ------------------------------------------------------------
def writes_deal(page: Page, cards: int) -> None:
    """A deal in which A makes so many tantos by cards, and the last baza."""
    page.get_by_label("Tantos por cartas de").first.fill(str(cards))
    page.get_by_role("group", name="Las diez de últimas").get_by_label("A ·").check()
    page.get_by_role("button", name="Guardar").click()


def writes_partida(page: Page) -> None:
    page.get_by_label("A ·").check()
    page.get_by_role("button", name="Guardar").click()


@pytest.mark.always
def test_the_referee_writes_hand_by_hand(hall: Site, chromium: Browser, tmp_path: Path) -> None:
    code, slug, _link = tables(hall)[1]
    with phone(chromium, tmp_path) as page:
        logs_in(page, hall, "arbitro")
        page.goto(f"{hall.url}/t/{slug}/mis-mesas/")
        look(page, "referee-1-my-tables")
        page.locator(".my-table").nth(1).click()
        entry = entry_a(page)
        page.get_by_role("link", name="Reparto").click()
        look(page, "referee-2-deal")
        writes_deal(page, 70)
        next_is(page, 2)
        is_kept(page)

        page.context.set_offline(True)
        writes_deal(page, 90)
        unsent(page, 1)
        look(page, "referee-3-without-network")
        page.get_by_role("link", name="Partida", exact=True).click()
        next_is(page, 3)
        writes_partida(page)
        unsent(page, 2)

    with phone(chromium, tmp_path) as page:
        page.context.set_offline(True)
        opens_again(page, f"{hall.url}/t/{slug}/acta/{code}/?como=partida")
        unsent(page, 2)
        next_is(page, 4)
        writes_partida(page)
        unsent(page, 3)
        look(page, "referee-4-opened-again")

        page.context.set_offline(False)
        next_is(page, 5)
        expect(page.locator("#sin-enviar")).to_be_hidden()
        look(page, "referee-5-sent")
        for number in (6, 7):
            writes_partida(page)
            next_is(page, number)
        writes_partida(page)
        is_over(page)
        look(page, "referee-6-over")
        comes_to_the_standings(page, hall, slug, entry)
        look(page, "referee-7-standings")
    deals = ["70-50 uA", "90-30 uA"]
    assert written(hall, code) == [*deals, *["partida A"] * 5]


# --- The players' phones -------------------------------------------------------------------------
def writes_the_match(chromium: Browser, site: Site, table: int) -> Page:
    """A writes a coto, loses the network, writes the last one, and opens the page again."""
    code, slug, link = tables(site)[table]
    page = opened(chromium)
    page.goto(site.url + link)
    look(page, "players-1-whose")
    sits_down(page, site, link)
    look(page, "players-2-first-line")
    button = page.get_by_role("button", name="Guardar").bounding_box()
    assert button and button["y"] + button["height"] <= page.viewport_size["height"]  # no scrolling
    coto(page, 3, 1)
    next_is(page, 2)
    is_kept(page)
    page.context.set_offline(True)
    coto(page, 3, 2)
    unsent(page, 1)
    look(page, "players-3-without-network")

    page = closed_and_opened(page)
    opens_again(page, f"{site.url}/t/{slug}/mesa/{code}/")
    unsent(page, 1)
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name="Pendiente de confirmar por")).to_be_visible()
    look(page, "players-4-agreed")
    return page


def test_the_players_write_and_the_other_side_signs_on_its_own_phone(
    hall: Site, chromium: Browser
) -> None:
    code, slug, link = tables(hall)[2]
    mine, theirs = writes_the_match(chromium, hall, 2), opened(chromium)
    sits_down(theirs, hall, link, side=1)
    look(theirs, "players-5-other-phone")
    theirs.get_by_role("button", name="Estamos de acuerdo").click()
    is_over(theirs)
    look(theirs, "players-6-over")
    is_over(mine)  # by itself
    comes_to_the_standings(theirs, hall, slug, entry_a(mine))
    assert written(hall, code) == ["coto 3-1", "coto 3-2"]


def test_the_players_hand_the_phone_over(hall: Site, chromium: Browser) -> None:
    code, slug, _link = tables(hall)[3]
    page = writes_the_match(chromium, hall, 3)
    expect(page.get_by_role("button", name="Confirmar por")).to_be_hidden()
    page.get_by_text("Nos pasamos el teléfono").click()
    page.get_by_role("button", name="Confirmar por").click()
    is_over(page)
    comes_to_the_standings(page, hall, slug, entry_a(page))
    assert written(hall, code) == ["coto 3-1", "coto 3-2"]


# --- The paper, typed at the desk with the keyboard alone ----------------------------------------
def asks_for(page: Page, paper: str) -> None:
    """Open an acta by its table or by its code."""
    page.wait_for_load_state()  # until the scripts are there the line is a plain form
    expect(page.get_by_label("Mesa y resultado")).to_be_focused()
    page.keyboard.type(f"{paper}?")
    page.keyboard.press("Enter")
    expect(page.locator("#ficha-mesa")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_label("Partidas de").first).to_be_focused()


@pytest.mark.always
def test_the_desk_types_the_paper(hall: Site, chromium: Browser) -> None:
    code, slug, _link = tables(hall)[4]
    other, *_rest = tables(hall)[9]
    page = opened(chromium)
    logs_in(page, hall, "mesa")
    page.goto(f"{hall.url}/t/{slug}/control/")
    look(page, "desk-1-missing")
    asks_for(page, "5")
    entry = entry_a(page)
    writes_coto(page, 3, 1)
    next_is(page, 2)
    is_kept(page)

    page.context.set_offline(True)
    expect(page.get_by_label("Partidas de").first).to_be_focused()
    writes_coto(page, 2, 3)
    unsent(page, 1)

    page = closed_and_opened(page)
    opens_again(page, f"{hall.url}/t/{slug}/acta/{code}/")
    unsent(page, 1)
    expect(page.get_by_label("Partidas de").first).to_be_focused()
    writes_coto(page, 3, 0)
    unsent(page, 2)
    look(page, "desk-2-without-network")
    page.context.set_offline(False)
    is_over(page)
    look(page, "desk-3-over")
    expect(page.get_by_role("link", name="Guardado. Ir a otra mesa")).to_be_focused()
    page.keyboard.press("Enter")

    asks_for(page, other.lower())
    writes_coto(page, 3, 0)
    next_is(page, 2)
    expect(page.get_by_label("Partidas de").first).to_be_focused()
    writes_coto(page, 0, 3)
    next_is(page, 3)
    comes_to_the_standings(page, hall, slug, entry)
    look(page, "desk-4-standings")
    assert written(hall, code) == ["coto 3-1", "coto 2-3", "coto 3-0"]
    assert written(hall, other) == ["coto 3-0", "coto 0-3"]


def test_what_is_typed_before_the_scripts_come_stays(hall: Site, chromium: Browser) -> None:
    code, slug, _link = tables(hall)[7]
    page = opened(chromium)
    logs_in(page, hall, "mesa")
    late: list[Route] = []
    page.route(re.compile(r"/js/(desk|acta)\."), lambda route: late.append(route))
    for address, label in (("control/", "Mesa y resultado"), (f"acta/{code}/", "Partidas de")):
        page.goto(f"{hall.url}/t/{slug}/{address}", wait_until="commit")
        box = page.get_by_label(label).first
        expect(box).to_be_focused()
        page.keyboard.type("1")
        late.pop().continue_()
        page.wait_for_load_state()
        page.keyboard.type("2")
        expect(box).to_have_value("12")
