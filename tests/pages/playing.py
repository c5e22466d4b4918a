"""Acts of `test_journey` at the desk: printed sheets, and results typed with the keyboard alone."""

import json
import urllib.request
from io import BytesIO
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect
from pypdf import PdfReader

from tests.pages.getting_ready import PAIRS, PASSWORD, tab_to
from tests.pages.visitor import Visitor


class Api:
    """The API of a tournament, with the token of its organiser."""

    def __init__(self, url: str, slug: str, username: str = "pilar") -> None:
        self.root = f"{url}/api/v1"
        self.slug = slug
        self.token = ""
        self.token = self._ask("token/", {"username": username, "password": PASSWORD})["token"]

    def _ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        content = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Token {self.token}"
        request = urllib.request.Request(f"{self.root}/{path}", content, headers)
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)

    def matches(self, **filters: object) -> list[dict[str, Any]]:
        query = "&".join(f"{name}={value}" for name, value in filters.items())
        return list(self._ask(f"tournaments/{self.slug}/matches/?{query}")["results"])

    def calendar(self) -> list[dict[str, Any]]:
        return list(self._ask(f"tournaments/{self.slug}/calendar/")["results"])

    def table_link(self, match: dict[str, Any]) -> str:
        return str(self._ask(f"tournaments/{self.slug}/matches/{match['code']}/link/")["url"])

    def correct(self, match: dict[str, Any], *lines: str, reason: str) -> None:
        path = f"tournaments/{self.slug}/matches/{match['code']}/correct/"
        self._ask(path, {"lines": list(lines), "reason": reason})

    def play(self, match: dict[str, Any], *lines: str) -> None:
        for number, line in enumerate(lines, 1):
            path = f"tournaments/{self.slug}/matches/{match['code']}/hands/"
            self._ask(path, {"line": line, "number": number})


def print_sheet(visitor: Visitor, slug: str, sheet: str) -> str:
    """Order a sheet, wait for its job and save the file; return its text."""
    page = visitor.page
    visitor.go(f"/t/{slug}/imprimir/")
    heading = page.get_by_role("heading", name=sheet, exact=True, include_hidden=True)
    card = page.locator("li.card, .print-whole", has=heading)
    if not card.is_visible():
        page.locator("#todas > summary").click()
    visitor.follow(card.get_by_role("button", name="Imprimir"))
    expect(page.get_by_role("heading", name="Listo")).to_be_visible(timeout=60_000)
    with page.expect_download() as saving:
        page.get_by_role("link", name="Guardar el archivo").click()
    return _text_of_pdf(Path(saving.value.path()).read_bytes())


def open_printed_file(visitor: Visitor) -> str:
    """Wait for the job of a sheet and open its file with Enter; return its text."""
    page = visitor.page
    expect(page.get_by_role("heading", name="Listo")).to_be_visible(timeout=60_000)
    link = page.get_by_role("link", name="Abrir para imprimir")
    expect(link).to_be_focused()
    with page.context.expect_page() as page_event:
        page.keyboard.press("Enter")
    page_event.value.close()
    return _text_of_pdf(page.context.request.get(str(link.evaluate("one => one.href"))).body())


def _text_of_pdf(content: bytes) -> str:
    assert content[:5] == b"%PDF-"
    return "\n".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages)


def print_round(visitor: Visitor, slug: str) -> None:
    """Print the sheets of the round; assert that pairings and actas have every pair."""
    visitor.go(f"/t/{slug}/imprimir/")
    visitor.look("prints")
    text = print_sheet(visitor, slug, "Hojas de esta ronda")
    visitor.look("job")
    pairings, _next, actas = text.partition(": por mesas")
    for first, second, _town in PAIRS:
        assert first in actas and second in actas, (first, second)
        assert first.split()[-1] in pairings and second.split()[-1] in pairings, (first, second)


# --- Results, by keyboard alone ---------------------------------------------------------------
def open_acta(visitor: Visitor, table: str) -> None:
    """Open the acta of a table with the line of the desk."""
    page = visitor.page
    expect(page.get_by_label("Mesa y resultado")).to_be_focused()
    page.keyboard.type(f"{table}?")
    page.keyboard.press("Enter")
    expect(page.locator("#ficha-mesa")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#apunte :focus")).to_be_visible()


def choose_form(visitor: Visitor, kind: str) -> None:
    """Choose the form of the acta (coto, partida, deal…), by its link or in the menu of forms."""
    page = visitor.page
    link = page.get_by_role("link", name=kind, exact=True)
    menu = page.locator(".pages__more > summary")
    if link.is_visible():
        tab_to(visitor, link, "Shift+Tab")
        page.keyboard.press("Enter")
        expect(link).to_have_attribute("aria-current", "page")
    else:
        tab_to(visitor, menu, "Shift+Tab")
        page.keyboard.press("Enter")
        tab_to(visitor, link)
        page.keyboard.press("Enter")
        expect(menu).to_have_attribute("aria-current", "page")
        expect(menu).to_have_text(kind)
    expect(page.locator("#apunte :focus")).to_be_visible()


def return_to_desk(visitor: Visitor) -> None:
    """Assert that the match is over; press Enter to go back to the desk."""
    page = visitor.page
    expect(page.get_by_role("heading", name="Encuentro terminado")).to_be_visible()
    expect(page.get_by_role("link", name="Guardado. Ir a otra mesa")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="La sala")).to_be_visible()


def write_coto(page: Page, a: int, b: int) -> None:
    page.keyboard.type(str(a))
    page.keyboard.press("Tab")
    page.keyboard.type(str(b))
    page.keyboard.press("Enter")


def check_line_count(page: Page, count: int) -> None:
    """Assert that the acta has `count` lines and that a control has the focus."""
    expect(page.get_by_role("list", name="Anotaciones del acta").locator("li")).to_have_count(count)
    expect(page.locator("main :focus")).to_be_visible()


def write_by_cotos(visitor: Visitor) -> None:
    """Write the match of table 1 coto by coto; the first pair wins it 2-1."""
    page = visitor.page
    open_acta(visitor, "1")
    visitor.look("acta-coto")
    visitor.walk_by_tab("acta-coto")
    page.get_by_label("Partidas de").first.focus()
    for count, (a, b) in enumerate([(3, 1), (2, 3), (3, 0)], 1):
        write_coto(page, a, b)
        check_line_count(page, count)
    visitor.look("acta-over")
    return_to_desk(visitor)


def write_by_partidas(visitor: Visitor) -> None:
    """Write the match of table 2 partida by partida; the second pair wins all of them."""
    page = visitor.page
    open_acta(visitor, "2")
    choose_form(visitor, "Partida")
    for count in range(1, 7):
        page.keyboard.press("ArrowDown")
        expect(page.get_by_role("radio", name="B ·")).to_be_checked()
        page.keyboard.press("Enter")
        check_line_count(page, count)
    return_to_desk(visitor)


def write_by_deals(visitor: Visitor) -> None:
    """Write the match of table 3: first deals with their cantes, then a partida and a coto."""
    page = visitor.page
    open_acta(visitor, "3")
    choose_form(visitor, "Reparto")
    visitor.look("acta-deal")
    visitor.walk_by_tab("acta-deal")
    page.get_by_label("Tantos por cartas de").first.focus()
    write_deal(visitor, 42, last_baza="B", sings={"copas": "A"})
    expect(page.get_by_text("Quedará así:")).to_be_visible()
    visitor.look("acta-deal-written")
    page.keyboard.press("Enter")
    check_line_count(page, 1)
    expect(page.locator(".board__tantos").first).to_have_text("12 buenas")
    expect(page.locator(".board__tantos").last).to_have_text("38 buenas")
    write_deal(visitor, 70, last_baza="A", sings={"bastos": "A"}, trump="bastos")
    page.keyboard.press("Enter")
    check_line_count(page, 2)
    expect(page.locator(".board__big").first).to_have_text("1")
    write_deal(visitor, 62, last_baza="A", sings={"oros": "A", "espadas": "B"}, trump="oros")
    page.keyboard.press("Enter")
    check_line_count(page, 3)
    choose_form(visitor, "Partida")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    check_line_count(page, 4)
    choose_form(visitor, "Coto")
    write_coto(page, 3, 1)
    check_line_count(page, 5)
    return_to_desk(visitor)


def write_deal(
    visitor: Visitor, cards: int, *, last_baza: str, sings: dict[str, str], trump: str = ""
) -> None:
    """Fill in the form of a deal with the keyboard.

    The form has the tantos of A (the page fills in those of B), the last baza, the cantes by suit
    and, if several are sung, the trump.
    """
    page = visitor.page
    page.keyboard.type(str(cards))
    expect(page.get_by_label("Tantos por cartas de").last).to_have_value(str(120 - cards))
    tab_to(visitor, page.get_by_role("group", name="Las diez de últimas").get_by_label("A ·"))
    page.keyboard.press("Space" if last_baza == "A" else "ArrowDown")
    for suit in ("oros", "copas", "espadas", "bastos"):
        if side := sings.get(suit):
            tab_to(visitor, page.get_by_label(f"{suit}: nadie"))
            page.keyboard.press("ArrowRight")
            if side == "B":
                page.keyboard.press("ArrowRight")
            expect(page.get_by_label(f"{suit}: {side}")).to_be_checked()
    if trump:
        tab_to(visitor, page.get_by_label("oros es el triunfo"), "Shift+Tab")
        for _step in range(("oros", "copas", "espadas", "bastos").index(trump)):
            page.keyboard.press("ArrowDown")
        if trump == "oros":
            page.keyboard.press("Space")
        expect(page.get_by_label(f"{trump} es el triunfo")).to_be_checked()
