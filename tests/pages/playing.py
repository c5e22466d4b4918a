"""The journey at the desk: papers, results by keyboard alone, a correction, the next rounds."""

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
    """The same tournament for a program, with the token of its organiser."""

    def __init__(self, url: str, slug: str, username: str = "pilar") -> None:
        self.root, self.slug, self.token = f"{url}/api/v1", slug, ""
        self.token = self._ask("token/", {"username": username, "password": PASSWORD})["token"]

    def _ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        sent = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        if self.token:
            headers["Authorization"] = f"Token {self.token}"
        request = urllib.request.Request(f"{self.root}/{path}", sent, headers)
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.load(answer)

    def matches(self, **wanted: object) -> list[dict[str, Any]]:
        query = "&".join(f"{name}={value}" for name, value in wanted.items())
        return list(self._ask(f"tournaments/{self.slug}/matches/?{query}")["results"])

    def calendar(self) -> list[dict[str, Any]]:
        return list(self._ask(f"tournaments/{self.slug}/calendar/")["results"])

    def table_link(self, match: dict[str, Any]) -> str:
        return str(self._ask(f"tournaments/{self.slug}/matches/{match['code']}/link/")["url"])

    def corrects(self, match: dict[str, Any], *lines: str, reason: str) -> None:
        path = f"tournaments/{self.slug}/matches/{match['code']}/correct/"
        self._ask(path, {"lines": list(lines), "reason": reason})

    def plays(self, match: dict[str, Any], *lines: str) -> None:
        for number, line in enumerate(lines, 1):
            path = f"tournaments/{self.slug}/matches/{match['code']}/hands/"
            self._ask(path, {"line": line, "number": number})


def prints(visitor: Visitor, slug: str, sheet: str) -> str:
    """Order a sheet, follow its job to the end and save the file; returns its text."""
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
    return _text_of(Path(saving.value.path()).read_bytes())


def has_it_open(visitor: Visitor) -> str:
    """Follow the job of a sheet to its end, and Enter opens the file to be printed; its text."""
    page = visitor.page
    expect(page.get_by_role("heading", name="Listo")).to_be_visible(timeout=60_000)
    opens = page.get_by_role("link", name="Abrir para imprimir")
    expect(opens).to_be_focused()
    with page.context.expect_page() as opened:
        page.keyboard.press("Enter")
    opened.value.close()
    return _text_of(page.context.request.get(str(opens.evaluate("one => one.href"))).body())


def _text_of(content: bytes) -> str:
    assert content[:5] == b"%PDF-"
    return "\n".join(sheet.extract_text() for sheet in PdfReader(BytesIO(content)).pages)


def hangs_the_round(visitor: Visitor, slug: str) -> None:
    """The pairings for the wall, and an acta for each match with its code."""
    visitor.go(f"/t/{slug}/imprimir/")
    visitor.look("prints")
    papers = prints(visitor, slug, "Hojas de esta ronda")
    visitor.look("job")
    walls, _next, actas = papers.partition(": por mesas")
    for first, second, _town in PAIRS:
        assert first in actas and second in actas, (first, second)
        assert first.split()[-1] in walls and second.split()[-1] in walls, (first, second)


# --- Results, by keyboard alone ---------------------------------------------------------------
def opens(visitor: Visitor, table: str) -> None:
    """From the desk to the acta of a table."""
    page = visitor.page
    expect(page.get_by_label("Mesa y resultado")).to_be_focused()
    page.keyboard.type(f"{table}?")
    page.keyboard.press("Enter")
    expect(page.locator("#ficha-mesa")).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.locator("#apunte :focus")).to_be_visible()


def chooses(visitor: Visitor, kind: str) -> None:
    """Choose what is to be written: a coto, a partida, a deal; what is seldom wanted is one step
    away."""
    page = visitor.page
    link = page.get_by_role("link", name=kind, exact=True)
    more = page.locator(".pages__more > summary")
    if link.is_visible():
        tab_to(visitor, link, "Shift+Tab")
        page.keyboard.press("Enter")
        expect(link).to_have_attribute("aria-current", "page")
    else:
        tab_to(visitor, more, "Shift+Tab")
        page.keyboard.press("Enter")
        tab_to(visitor, link)
        page.keyboard.press("Enter")
        expect(more).to_have_attribute("aria-current", "page")
        expect(more).to_have_text(kind)
    expect(page.locator("#apunte :focus")).to_be_visible()


def leaves(visitor: Visitor) -> None:
    """The match is over: Enter goes back to the desk for the next table."""
    page = visitor.page
    expect(page.get_by_role("heading", name="Encuentro terminado")).to_be_visible()
    expect(page.get_by_role("link", name="Guardado. Ir a otra mesa")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="La sala")).to_be_visible()


def writes_coto(page: Page, one: int, other: int) -> None:
    page.keyboard.type(str(one))
    page.keyboard.press("Tab")
    page.keyboard.type(str(other))
    page.keyboard.press("Enter")


def lines_are(page: Page, count: int) -> None:
    """So many are written, and the cursor waits for the next or for another table."""
    expect(page.get_by_role("list", name="Anotaciones del acta").locator("li")).to_have_count(count)
    expect(page.locator("main :focus")).to_be_visible()


def by_cotos(visitor: Visitor) -> None:
    page = visitor.page
    opens(visitor, "1")
    visitor.look("acta-coto")
    visitor.walk_by_tab("acta-coto")
    page.get_by_label("Partidas de").first.focus()
    for written, (one, other) in enumerate([(3, 1), (2, 3), (3, 0)], 1):
        writes_coto(page, one, other)
        lines_are(page, written)
    visitor.look("acta-over")
    leaves(visitor)


def by_partidas(visitor: Visitor) -> None:
    """The second pair wins both cotos without losing a partida."""
    page = visitor.page
    opens(visitor, "2")
    chooses(visitor, "Partida")
    for written in range(1, 7):
        page.keyboard.press("ArrowDown")
        expect(page.get_by_role("radio", name="B ·")).to_be_checked()
        page.keyboard.press("Enter")
        lines_are(page, written)
    leaves(visitor)


def by_deals(visitor: Visitor) -> None:
    """A partida «de ida y de vueltas» with its cantes, and the rest of the match by cotos."""
    page = visitor.page
    opens(visitor, "3")
    chooses(visitor, "Reparto")
    visitor.look("acta-deal")
    visitor.walk_by_tab("acta-deal")
    page.get_by_label("Tantos por cartas de").first.focus()
    writes_deal(visitor, 42, last="B", sings={"copas": "A"})
    expect(page.get_by_text("Quedará así:")).to_be_visible()
    visitor.look("acta-deal-written")
    page.keyboard.press("Enter")
    lines_are(page, 1)
    expect(page.locator(".board__tantos").first).to_have_text("12 buenas")
    expect(page.locator(".board__tantos").last).to_have_text("38 buenas")
    writes_deal(visitor, 70, last="A", sings={"bastos": "A"}, trump="bastos")
    page.keyboard.press("Enter")
    lines_are(page, 2)
    expect(page.locator(".board__big").first).to_have_text("1")
    writes_deal(visitor, 62, last="A", sings={"oros": "A", "espadas": "B"}, trump="oros")
    page.keyboard.press("Enter")
    lines_are(page, 3)
    chooses(visitor, "Partida")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    lines_are(page, 4)
    chooses(visitor, "Coto")
    writes_coto(page, 3, 1)
    lines_are(page, 5)
    leaves(visitor)


def writes_deal(
    visitor: Visitor, cards: int, *, last: str, sings: dict[str, str], trump: str = ""
) -> None:
    """Type the tantos of A (the rest of the deck writes itself), the last baza and the cantes."""
    page = visitor.page
    page.keyboard.type(str(cards))
    expect(page.get_by_label("Tantos por cartas de").last).to_have_value(str(120 - cards))
    tab_to(visitor, page.get_by_role("group", name="Las diez de últimas").get_by_label("A ·"))
    page.keyboard.press("Space" if last == "A" else "ArrowDown")
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
