"""Tests of the list of entries as used at the door of a hall: rows, search with marks, import."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.pages.phones import log_in_as
from tests.pages.site import Site
from tests.pages.visitor import DESK, PHONE, ZOOMED_DESK, Visitor, fail_on_faults

pytestmark = [pytest.mark.browser, pytest.mark.slow]

PAIRS = 30
T = "/t/la-puerta/inscripciones/"
LONG = "Fernández-Villaverde y Gutiérrez de la Concepción de los Monteros, María del Carmen"
HEIGHTS = """() => [...document.querySelectorAll(".roster tbody tr")]
  .map((row) => row.getBoundingClientRect().height)"""
SHORTEST = """() => Math.min(...[...document.querySelectorAll(".roster .tick")]
  .map((button) => button.getBoundingClientRect().height))"""


def test_a_list_of_thirty_pairs_keeps_its_row_heights_with_very_long_names(
    chromium: Browser, site: Site
) -> None:
    site.inside("demo", entries=PAIRS, rounds=0, name="La puerta")
    desk = Visitor(chromium, site.url)
    phone = Visitor(chromium, site.url, PHONE)
    with fail_on_faults(site, desk, phone):
        log_in_as(desk.page, site, "mesa")
        log_in_as(phone.page, site, "mesa")
        phone.go(T)
        height = phone.page.evaluate("document.documentElement.scrollHeight")
        assert height <= 2400
        desk.go(f"{T}1/")
        desk.page.get_by_label("Jugador 1").fill(f"{LONG} Ana")
        desk.page.get_by_label("Jugador 2").fill(f"{LONG} Eva")
        desk.page.get_by_label("Peña o pueblo").fill(
            "Peña de los Amigos de las Cartas de Villarquemado del Campo"
        )
        desk.follow(desk.page.get_by_role("button", name="Guardar", exact=True))
        for visitor, tallest, target in ((desk, 44, 34), (phone, 56, 44)):
            visitor.go(T)
            assert max(visitor.page.evaluate(HEIGHTS)) <= tallest
            assert visitor.page.evaluate(SHORTEST) >= target
            visitor.look("entries-worst-names")
        phone.page.set_viewport_size(ZOOMED_DESK)
        assert max(phone.page.evaluate(HEIGHTS)) <= 60
        button = phone.page.locator("#presente-3")
        before = button.inner_text()
        button.click()
        expect(button).not_to_have_text(before)
        expect(button).to_be_focused()


def test_the_list_marks_entries_with_enter_and_sends_marks_when_the_network_is_back(
    chromium: Browser, site: Site
) -> None:
    site.inside("demo", entries=12, rounds=0, name="Con red y sin red")
    slug = "/t/con-red-y-sin-red/inscripciones/"
    desk = Visitor(chromium, site.url, DESK)
    with fail_on_faults(site, desk):
        page = desk.page
        log_in_as(page, site, "mesa")
        desk.go(f"{slug}?ver=presentes")
        for number in (3, 4):
            page.goto(f"{site.url}{slug}")
            if "Presente" in page.locator(f"#presente-{number}").inner_text():
                page.locator(f"#presente-{number}").click()
                expect(page.locator(f"#presente-{number}")).to_contain_text("Sin llegar")
        desk.go(f"{slug}?puerta=1")
        search = page.get_by_label("Nombre, pueblo o número")
        expect(search).to_be_focused()
        arrived = int(page.locator("#llegados").inner_text())
        page.keyboard.type("3")
        expect(page.locator(".door__number")).to_have_text("3")
        page.keyboard.press("Enter")
        expect(page.locator(".door__marks button").first).to_contain_text("Presente")
        expect(search).to_have_value("")
        expect(page.locator("#llegados")).to_have_text(str(arrived + 1))
        desk.look("door")
        page.wait_for_function(f"localStorage.getItem('puerta-{slug}') === '{{}}'")
        page.route("**/presente/**", lambda route: route.abort())
        page.keyboard.type("4")
        page.keyboard.press("Enter")
        expect(page.get_by_text("Marcas sin enviar: 1.")).to_be_visible()
        page.unroute("**/presente/**")
        expect(page.get_by_text("Marcas sin enviar: 1.")).to_be_hidden()
        desk.go(slug)
        for number in (3, 4):
            expect(page.locator(f"#presente-{number}")).to_contain_text("Presente")
        desk.faults.clear()  # the aborted request is no fault of the page


def test_a_list_with_34_errors_is_corrected_line_by_line_with_enter(
    chromium: Browser, site: Site
) -> None:
    site.inside("demo", entries=8, rounds=0, name="Lista revuelta")
    slug = "/t/lista-revuelta/inscripciones/"
    desk = Visitor(chromium, site.url, DESK)
    with fail_on_faults(site, desk):
        page = desk.page
        log_in_as(page, site, "mesa")
        desk.go(f"{slug}importar/")
        lines = [f"Zoilo {n} / Zoilo {n} (Calamocha)" for n in range(34)]
        page.get_by_label("Pegue aquí la lista").fill("\n".join(lines))
        desk.follow(page.get_by_role("button", name="Ver la lista"))
        expect(page.get_by_text("Con errores: 34")).to_be_visible()
        desk.look("import-34-wrong")
        navigations: list[str] = []
        page.on("framenavigated", lambda frame: navigations.append(frame.url))
        for n in range(34):
            box = page.locator(f"#linea-{n}").get_by_label("Jugador 2")
            expect(box).to_be_focused()
            page.keyboard.press("ControlOrMeta+a")
            page.keyboard.type(f"Fermín {n}")
            page.keyboard.press("Enter")
            expect(page.get_by_text(f"Por inscribir: {n + 1}")).to_be_visible()
        assert not navigations
        desk.follow(page.get_by_role("button", name="Inscribir 34 parejas"))
        expect(page.get_by_role("link", name=re.compile("Todas 42"))).to_be_visible()
